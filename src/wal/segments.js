/**
 * The log's files: `wal/<number, 16 hex digits>`, each segmentBytes long from birth, save the first of a new log and
 * those made while the log waits. README.md draws their life. Promises: a segment that is entered has its name durable
 * already; where something is written are blocks already (`room`); the directory holds an unbroken run of numbers from
 * the oldest kept to the last prepared. Where nobody is to wait for 16 MB of zeros a segment grows by a MB at a time,
 * and a commit there syncs what it grew by, too. `wal/reserve` is not of the run until it is entered.
 */
import { isShortage } from '../errors/storage.js'
import { leaveLastRoom } from '../storage/vfs/last-room.js'
import { assert } from '../util/assert.js'
import { Segment, WAL_DIR, listSegments, segmentPath } from './segment.js'

/** @import { Lsn } from '../util/identifiers.js' */
/** @import { Vfs, VfsFile } from '../storage/vfs/vfs.js' */

const PREPARING = 'preparing.'
const RESERVE_PATH = `${WAL_DIR}/reserve`
/** Of the reserve, unless a segment is smaller. */
const RESERVE_BYTES = 2 * 1024 * 1024
/** Ready segments are kept down to this where the disk has less room than a few of them. */
const READY_MIN_WHEN_FULL = 1
const CHUNK_BYTES = 256 * 1024
/**
 * While preparing, a sync follows each MB, so that a commit's sync never finds a whole segment of zeros before it in
 * the queue.
 */
const SYNC_EACH_BYTES = 1024 * 1024
/** By how much a segment grows that is not at its full length. */
const GROW_BYTES = 1024 * 1024
/** After a segment could not be prepared. */
const PREPARE_AGAIN_MS = 1000
const READY_MIN = 2
const READY_MAX = 64

export class Segments {
  /** Segments before the current one that no sync has wholly covered yet, oldest first. @type {Segment[]} */
  #unsynced = []
  /** @type {Promise<void> | null} */
  #preparing = null
  /** The reserve is being synced. @type {Promise<void> | null} */
  #settling = null
  /** … through this. @type {VfsFile | null} */
  #settlingFile = null
  /** Resolves when nobody is giving names (`#naming`). @type {Promise<void>} */
  #namingDone = Promise.resolve()
  #prepareSerial = 0
  /** The next segment is made once the current one has so many bytes: a program that writes little needs none. */
  #aheadFrom = 0
  #closed = false
  /** Names are being given off the main thread. */
  #namings = 0
  /** No segment is prepared before: there was no room. */
  #prepareAfterMs = 0
  /** `wal/reserve` is there. */
  hasReserve = false
  #enteredSinceRecycle = 0
  #enteredBeforeRecycle = 0

  /**
   * Opens the segments of a log. The one it ends in is made if it does not exist; what may be in the system's cache
   * alone is durable when it returns.
   * @param {Vfs} vfs
   * @param {number} segmentBytes
   * @param {{ endLsn: Lsn, syncedLsn: Lsn }} tail where the log ends; what is known to be durable
   * @param {{segmentStalls: number, segmentsMade: number, segmentsRecycled: number}} stats
   * @param {number} frameBytesMax a segment that is entered has blocks for one
   * @param {() => number} clock milliseconds
   */
  constructor(vfs, segmentBytes, { endLsn, syncedLsn }, stats, frameBytesMax, clock) {
    this.clock = clock
    const number = Math.floor(endLsn / segmentBytes)
    this.vfs = vfs
    this.segmentBytes = segmentBytes
    this.stats = stats
    this.firstBytes = Math.min(segmentBytes, Math.max(GROW_BYTES, frameBytesMax))
    this.reserveBytes = Math.min(segmentBytes, Math.max(RESERVE_BYTES, frameBytesMax))
    /** How many recycled segments are kept for what comes, at most. */
    this.readyMax = READY_MAX
    this.#aheadFrom = Math.min(GROW_BYTES, segmentBytes / 4)
    vfs.mkdir(WAL_DIR)
    for (const name of vfs.list(WAL_DIR)) if (name.startsWith(PREPARING)) vfs.unlink(`${WAL_DIR}/${name}`)
    this.hasReserve = this.#foundReserve()
    const existing = listSegments(vfs)
    this.oldest = number
    while (existing.includes(this.oldest - 1)) this.oldest--
    /** Segments up to this number can be entered without waiting. */
    this.readyNumber = number
    while (existing.includes(this.readyNumber + 1) && this.#sizeOf(segmentPath(this.readyNumber + 1)) >= frameBytesMax)
      this.readyNumber++
    // Beyond a gap in the numbers: renames or removals of a recycling that a crash undid. And the reserve, entered and
    // not synced since, may have its name and not its blocks. Nobody needs these.
    for (const other of existing) if (other < this.oldest || other > this.readyNumber) vfs.unlink(segmentPath(other))
    if (!existing.includes(number)) this.#makeOrSpend(number, this.firstBytes, true)
    for (const other of existing) if (other >= this.oldest && other <= number) this.#rewrite(other, syncedLsn, endLsn)
    vfs.syncDir(WAL_DIR)
    vfs.syncDir('')
    this.current = new Segment(vfs, number)
  }

  /**
   * Writes the log's tail again, as it is read, and syncs it: see "The tail of a log that was not closed" in README.md.
   * @param {number} number of a segment @param {Lsn} syncedLsn what comes before is durable @param {Lsn} endLsn
   */
  #rewrite(number, syncedLsn, endLsn) {
    const start = number * this.segmentBytes
    const file = this.vfs.open(segmentPath(number))
    try {
      const end = Math.min(this.segmentBytes, file.size(), endLsn - start)
      let at = Math.max(0, syncedLsn - start)
      if (at >= end) return
      const bytes = new Uint8Array(Math.min(CHUNK_BYTES, end - at))
      while (at < end) {
        const count = file.readSync(bytes, 0, Math.min(bytes.length, end - at), at)
        file.writeSync(bytes, 0, count, at)
        at += count
      }
      file.syncSync()
    } finally {
      file.close()
    }
  }

  /** @param {Uint8Array} bytes @param {number} length @param {Lsn} lsn all within the current segment */
  write(bytes, length, lsn) {
    const position = lsn - this.current.number * this.segmentBytes
    assert(position >= 0 && position + length <= this.segmentBytes, 'a frame lies within the current segment')
    this.current.write(bytes, length, position)
    if (position + length >= this.#aheadFrom) this.#prepareAhead()
  }

  /** Where the current segment's blocks end, a position of the log. */
  get roomEnd() { return this.current.number * this.segmentBytes + this.current.allocatedBytes }

  /** Bytes that can be entered without asking the disk for any. */
  get readyBytes() { return (this.readyNumber - this.current.number) * this.segmentBytes }

  /**
   * Gives the current segment blocks up to a position, and somewhat further.
   * @param {Lsn} lsn
   * @throws {DbError} 53100
   */
  growTo(lsn) {
    const end = lsn - this.current.number * this.segmentBytes
    assert(end <= this.segmentBytes, 'a segment grows to its length')
    this.current.grow(Math.min(this.segmentBytes, Math.ceil(end / GROW_BYTES) * GROW_BYTES))
  }

  /**
   * Makes the segment after the current one current.
   * @param {boolean} spending the reserve may become it
   * @returns {unknown} for want of what it did; null: it did not
   * @throws {DbError} 53100, 53000; nothing has changed then
   */
  enterNext(spending) {
    const number = this.current.number + 1
    let shortage = null
    if (number > this.readyNumber) {
      this.stats.segmentStalls++
      shortage = this.#makeOrSpend(number, this.firstBytes, spending)
      this.readyNumber = number
    }
    const next = new Segment(this.vfs, number)
    if (this.current.writes > this.current.synced) this.#unsynced.push(this.current)
    else this.current.close()
    this.current = next
    this.#enteredSinceRecycle++
    return shortage
  }

  /**
   * @param {number} number @param {number} bytes @param {boolean} spending
   * @returns {unknown} why the reserve was spent, null when it was not
   */
  #makeOrSpend(number, bytes, spending) {
    try {
      this.#make(number, bytes)
      return null
    } catch (error) {
      if (!spending || !this.hasReserve || !isShortage(error)) throw error
      this.vfs.rename(RESERVE_PATH, segmentPath(number))
      this.hasReserve = false
      this.vfs.syncDir(WAL_DIR)
      return error
    }
  }

  /**
   * Makes the reserve if there is none. Nobody waits for its sync: what it holds is room, and a commit's sync covers it
   * once it is a segment.
   * @throws {DbError} 53100, 53000
   */
  makeReserve() {
    if (this.hasReserve) return
    const path = this.#zeros(this.reserveBytes, false)
    this.vfs.rename(path, RESERVE_PATH)
    this.hasReserve = true
    this.#settling = this.#settleReserve(this.#settling).catch(() => undefined) // then it has not: the same as above
  }

  /** Who opens a full disk after a power cut has it, too. @param {Promise<void> | null} before one at a time */
  async #settleReserve(before) {
    await before
    if (this.#closed || !this.hasReserve) return
    const file = this.#settlingFile = this.vfs.open(RESERVE_PATH)
    try {
      await file.sync()
    } finally {
      this.#settlingFile = null
      file.close()
    }
    await this.vfs.syncDirLater(WAL_DIR)
  }

  /**
   * Gives the reserve's blocks back to the disk, for writes that need new ones although what they write over has its
   * own: a file system that never overwrites.
   * @returns {boolean} false: there is none
   */
  freeReserve() {
    if (!this.hasReserve) return false
    this.vfs.unlink(RESERVE_PATH)
    this.hasReserve = false
    this.#settlingFile?.truncate(0) // or it keeps them as long as it is open
    return true
  }

  /** One that a power cut left short is none, and gives back what it has. */
  #foundReserve() {
    if (!this.vfs.exists(RESERVE_PATH)) return false
    if (this.#sizeOf(RESERVE_PATH) >= this.reserveBytes) return true
    this.vfs.unlink(RESERVE_PATH)
    return false
  }

  /** @param {string} path */
  #sizeOf(path) {
    const file = this.vfs.open(path)
    try {
      return file.size()
    } finally {
      file.close()
    }
  }

  /** Removes the last ready segment, for somebody else's sake. @returns {boolean} false: there is none to spare */
  giveSpace() {
    if (this.readyNumber <= this.current.number || this.#namings > 0) return false
    this.vfs.unlink(segmentPath(this.readyNumber))
    this.readyNumber--
    return true
  }

  /**
   * Starts making the next segment, off the main thread, unless it is ready. A failure shows when the segment is
   * needed.
   */
  #prepareAhead() {
    if (this.readyNumber > this.current.number || this.#preparing !== null || this.#closed) return
    if (this.clock() < this.#prepareAfterMs) return
    if (this.vfs.freeBytes() < 2 * this.segmentBytes) {
      // the room is somebody else's; the log grows by what it needs
      this.#prepareAfterMs = this.clock() + PREPARE_AGAIN_MS
      return
    }
    const tryLater = () => { this.#prepareAfterMs = this.clock() + PREPARE_AGAIN_MS }
    this.#preparing = this.#prepare().catch(tryLater).then(() => { this.#preparing = null })
  }

  /** Syncs, off the main thread, what is written when it is called. @returns {Promise<void>} */
  async sync() {
    await Promise.all(this.#unsyncedNow().map((segment) => segment.sync()))
    this.#forgetSynced()
  }

  syncSync() {
    for (const segment of this.#unsyncedNow()) segment.syncSync()
    this.#forgetSynced()
  }

  /**
   * Lets go of the segments that lie wholly before `lsn`: some become ready under later numbers, the others are
   * removed.
   * @param {Lsn} lsn
   */
  recycleBefore(lsn) {
    /** @type {string[]} */
    const superfluous = []
    const ready = this.#reuseBefore(lsn, superfluous)
    for (const path of superfluous) this.vfs.unlink(path)
    if (ready === 0) return
    this.vfs.syncDir(WAL_DIR)
    this.readyNumber = ready
  }

  /**
   * As recycleBefore, the sync and removals off the main thread; the log may move on meanwhile, and make segments under
   * the same numbers.
   * @param {Lsn} lsn
   * @returns {Promise<void>}
   */
  async recycleLater(lsn) {
    /** @type {string[]} */
    const superfluous = []
    await this.#naming(() => this.#reuseBefore(lsn, superfluous))
    for (const path of superfluous) await this.vfs.unlinkLater(path) // oldest first: what is left has no gap
  }

  /**
   * Gives segments names, and says that they are ready once these are durable. One at a time: a segment may get the
   * name of one that is ready as soon as that one's sync is through, and its own name not be durable yet.
   * @param {() => number} rename returns the newest number that is then ready, 0: none @returns {Promise<void>}
   */
  async #naming(rename) {
    const before = this.#namingDone
    let done = () => {}
    this.#namingDone = new Promise((resolve) => { done = resolve })
    this.#namings++
    await before
    try {
      const ready = rename()
      if (ready === 0) return
      await this.vfs.syncDirLater(WAL_DIR)
      this.readyNumber = Math.max(this.readyNumber, ready)
    } finally {
      this.#namings--
      done()
    }
  }

  /**
   * @param {Lsn} lsn
   * @param {string[]} superfluous paths of those to be removed are put here
   * @returns {number} segments up to this one are ready once the directory is synced; 0: nothing changed
   */
  #reuseBefore(lsn, superfluous) {
    const end = Math.min(Math.floor(lsn / this.segmentBytes), this.current.number)
    if (this.oldest >= end) return 0
    const isShort = this.vfs.freeBytes() < READY_MAX * this.segmentBytes / 8
    const wanted = Math.max(READY_MIN, this.#enteredSinceRecycle, this.#enteredBeforeRecycle)
    const enough = isShort ? READY_MIN_WHEN_FULL : Math.min(this.readyMax, wanted)
    this.#enteredBeforeRecycle = this.#enteredSinceRecycle
    this.#enteredSinceRecycle = 0
    let ready = this.readyNumber
    for (; this.oldest < end; this.oldest++) {
      assert(!this.#unsynced.some((segment) => segment.number === this.oldest), 'a recycled segment is synced')
      if (ready - this.current.number < enough) {
        this.vfs.rename(segmentPath(this.oldest), segmentPath(++ready))
        this.stats.segmentsRecycled++
      } else superfluous.push(segmentPath(this.oldest))
    }
    return ready
  }

  /** Waits for what runs on the pool, then closes. */
  async close() {
    this.#closed = true
    if (this.#preparing !== null) await this.#preparing
    if (this.#settling !== null) await this.#settling
    for (const segment of this.#unsynced) segment.close()
    this.#unsynced = []
    this.current.close()
  }

  #unsyncedNow() {
    return this.current.writes > this.current.synced ? [...this.#unsynced, this.current] : [...this.#unsynced]
  }

  #forgetSynced() {
    this.#unsynced = this.#unsynced.filter((segment) => {
      if (segment.writes > segment.synced) return true
      segment.close()
      return false
    })
  }

  /**
   * @param {number} number
   * @param {number} bytes that get their blocks now
   * @throws {DbError} 53100, 53000; nothing is left then
   */
  #make(number, bytes) {
    const path = this.#zeros(bytes, true)
    this.vfs.rename(path, segmentPath(number))
    this.vfs.syncDir(WAL_DIR)
    this.stats.segmentsMade++
  }

  /** A file of zeros with its blocks. @param {number} bytes @param {boolean} synced @returns {string} its path */
  #zeros(bytes, synced) {
    const path = `${WAL_DIR}/${PREPARING}${this.#prepareSerial++}`
    leaveLastRoom(this.vfs, path, bytes)
    const file = this.vfs.open(path, { create: true })
    try {
      file.truncate(0)
      file.allocate(bytes)
      if (synced) file.syncSync()
    } catch (error) {
      file.close()
      this.vfs.unlink(path)
      throw error
    }
    file.close()
    return path
  }

  /**
   * The same, synced, off the main thread.
   * @param {number} bytes
   * @returns {Promise<string>} its path, '': closed meanwhile
   */
  async #writeZeros(bytes) {
    const path = `${WAL_DIR}/${PREPARING}${this.#prepareSerial++}`
    const file = this.vfs.open(path, { create: true })
    try {
      const zeros = new Uint8Array(Math.min(CHUNK_BYTES, bytes))
      for (let at = 0; at < bytes && !this.#closed; at += zeros.length) {
        await file.write(zeros, 0, Math.min(zeros.length, bytes - at), at)
        if ((at + zeros.length) % SYNC_EACH_BYTES === 0) await file.sync()
      }
      await file.sync()
    } catch (error) {
      file.close()
      this.vfs.unlink(path)
      throw error
    }
    file.close()
    if (!this.#closed) return path
    this.vfs.unlink(path)
    return ''
  }

  async #prepare() {
    const path = await this.#writeZeros(this.segmentBytes)
    if (path === '') return
    await this.#naming(() => {
      // The log may have come here first and made its own; then this one is for the next number.
      const number = this.readyNumber + 1
      this.vfs.rename(path, segmentPath(number))
      return number
    })
    this.stats.segmentsMade++
  }
}

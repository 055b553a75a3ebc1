/**
 * A disk in memory that fails, lies, fills up, rots and loses power on request: what makes crashes ordinary test input.
 * Everything it does follows from its seed.
 *
 * What is not synced is held apart (unsynced.js, names.js). `crashImage(seed)` is what a machine could find after the
 * power came back, a new FaultVfs:
 *
 *   every unsynced write       was kept, dropped, or torn; in whatever order, chosen by the seed; one under way, too
 *   every unsynced name change (create, rename, unlink, mkdir) of a directory without syncDir was kept or dropped
 *
 * That is harsher than one file system: ext4, for one, keeps names in order. A synced file whose name was not synced
 * may be gone. An asynchronous sync covers the writes (of a directory: the names changed) before it was called, and
 * only once it resolves. `afterKill()` is what the next process finds when this one was killed: all that was written,
 * still as unsynced as it is.
 *
 * Cuts: `writeCount` counts every change (write, truncate, allocate, create, rename, unlink, mkdir), `syncCount` file
 * and directory syncs, from 1; temporary files count for nothing. `crashAtWrite: n` cuts the power during the n-th
 * change, which may or may not have reached the disk; `crashAtSync: n` during the n-th sync, of which nothing is
 * promised. `crashOn: { path, at }` counts the changes and syncs of one sort of file. `crashAtCall: n` cuts it before
 * the n-th call of any kind (`callCount`). That call and every later one throws PowerCut.
 *
 * Failures (faults.js): `inject` makes any call fail, once or from then on. A failed write has written all, nothing or
 * a part; after a failed sync each write it should have covered was silently kept or dropped: it is read as it was
 * written until the power is cut, and no later sync brings it back. Other handles that were open then are told of that
 * error by their next sync, once each, as on Linux. `failAtWrite`, `failAtSync`, `failAtOpen` (`failOpens`) and
 * `failAtRead` (`failReads`) are short for one of them.
 *
 * Budgets: `capacityBytes` is all the room there is, temporary and unlinked open files included; what would grow a file
 * beyond it fails with ENOSPC, and may have written what fitted. `descriptorsMax`: how many files may be open (EMFILE).
 * Both may be changed while it runs: room comes back.
 *
 * Lies: `lyingSyncs` (odds from 0 to 1) are syncs that report success and made nothing durable. An image of such a disk
 * says in `broken` what was promised and is not there.
 */
import { directoryInUse, fileAccessError, systemError } from '../../../src/errors/storage.js'
import { FileReserve } from '../../../src/storage/vfs/file-reserve.js'
import { HeldNames } from '../../../src/storage/vfs/held-names.js'
import { namesIn } from '../../../src/storage/vfs/memory-vfs.js'
import { assertRelative, directoryOf } from '../../../src/storage/vfs/vfs.js'
import { assert } from '../../../src/util/assert.js'
import { seededRandom } from '../../../src/util/prng.js'
import { DiskView } from './disk-view.js'
import { FaultFile, turn } from './fault-file.js'
import { Faults } from './faults.js'
import { Names } from './names.js'
import { applyWhole, Fate, Inode } from './unsynced.js'

/** @import { OpenOptions, VfsFile } from '../../../src/storage/vfs/vfs.js' */
/** @import { Call, Fault, InjectedFault } from './faults.js' */
/** @import { NameChange } from './names.js' */
/** @import { Change } from './unsynced.js' */

/** Less than so much is written at once. */
const BLOCK_BYTES = 4096

export class PowerCut extends Error {
  constructor() {
    super('the power is cut')
    this.name = 'PowerCut'
  }
}

/**
 * @typedef {object} FaultOptions may be changed while it runs
 * @property {number} [seed] decides what a failed sync lost, and how long asynchronous calls take
 * @property {number} [crashAtWrite]
 * @property {number} [crashAtSync]
 * @property {number} [crashAtCall]
 * @property {{ path: RegExp, at: number, later?: number }} [crashOn] the at-th change or sync of such a file or
 *   directory from now on; later: so many changes, of whatever file, after that one
 * @property {number} [failAtWrite]
 * @property {number} [failAtSync]
 * @property {number} [failAtRead]
 * @property {number} [failReads] how many from there on
 * @property {number} [failAtOpen]
 * @property {number} [failOpens] how many from there on
 * @property {string} [failWith] system error code of those, EIO if absent
 * @property {number} [capacityBytes]
 * @property {boolean} [copyOnWrite] what is written over takes new room for a moment: there may be none for that either
 * @property {number} [descriptorsMax]
 * @property {number} [lyingSyncs]
 * @property {boolean} [reserve] who holds a lock has files that are ready, as on a real disk: their calls count, fail
 *   and
 *   are cut as all others
 */

/**
 * Who is told of what happens, and must not throw: `passes` before each change and each sync, `changes` and `changed`
 * around each change of a file that is no temporary one.
 * @typedef {object} DiskWatch
 * @property {(path: string, isSync: boolean) => void} [passes]
 * @property {(path: string) => void} [removes] a file is about to be shortened or lose its name for good
 * @property {(path: string, change: Change) => void} changes
 * @property {(path: string, change: Change) => void} changed
 */

export class FaultVfs extends HeldNames {
  writeCount = 0
  syncCount = 0
  readCount = 0
  openCount = 0
  /** Calls of every kind. */
  callCount = 0
  /** Changes by every call so far: two runs from one seed have the same. */
  trace = 0
  /** Set once the power is cut. */
  off = false
  /** Paths of which a lying sync had promised something that this image has not. @type {string[]} */
  broken = []
  faults = new Faults()
  /** @type {DiskWatch | null} */
  watch = null
  #serial = 0
  #names = new Names()
  /** Files that are open, and by how many handles. @type {Map<Inode, { path: string, handles: number }>} */
  #open = new Map()
  /** Asynchronous writes that have not ended. @type {Set<{ inode: Inode, change: Change }>} */
  #underWay = new Set()
  /** @type {Map<string, string>} */
  #locks = new Map()
  #reserve = new FileReserve(this)

  /** Of files that are open. */
  handleCount = 0

  /** @param {FaultOptions} [options] may be changed while running */
  constructor(options = {}) {
    super()
    this.name = ':fault:'
    this.options = options
    this.random = seededRandom(options.seed ?? 0)
  }

  // --- crashes

  /**
   * What a disk could hold after the power comes back.
   * @param {number} seed
   * @param {FaultOptions} [options] of the new one
   * @param {RegExp} [only] these files, for who looks at no others
   * @returns {FaultVfs}
   */
  crashImage(seed, options = { seed }, only = undefined) {
    const image = new FaultVfs(options)
    const fate = new Fate(seededRandom(seed), this.#serial)
    const { files, dirs } = this.#names.afterCut(fate)
    for (const [path, inode] of files) {
      if (only !== undefined && !only.test(path)) { files.delete(path); continue }
      const found = new Inode()
      found.durable = inode.durable.clone()
      const begun = [...this.#underWay].filter((one) => one.inode === inode).map(({ change }) => change)
      inode.disturb(found.durable, fate, path, [...inode.pending, ...begun])
      found.current = found.durable.clone()
      files.set(path, found)
    }
    image.#names.durable = { files, dirs }
    image.#names.current = { files: new Map(files), dirs: new Set(dirs) }
    image.broken = [...fate.broken]
    return image
  }

  /**
   * What the next process finds when this one was killed: everything that was written, still as unsynced as it is. This
   * object is off from now on, so that calls under way do no more; those that had begun may have done their work.
   * @param {FaultOptions} [options] of the new one @returns {FaultVfs}
   */
  afterKill(options = {}) {
    const next = new FaultVfs(options)
    this.off = true
    for (const { inode, change } of this.#underWay) {
      if (this.random.below(2) === 0) continue
      applyWhole(inode.current, change)
      inode.pending.push({ ...change, serial: this.nextSerial() })
    }
    next.#serial = this.#serial
    next.#names = this.#names
    return next
  }

  /** Cuts the power now: every later call throws. */
  cut() {
    this.off = true
  }

  alive() {
    if (this.off) throw new PowerCut()
  }

  /** @param {string} path */
  #isCutOn(path) {
    const { crashOn } = this.options
    if (crashOn === undefined || !crashOn.path.test(path) || --crashOn.at !== 0) return false
    if (!crashOn.later) return true
    this.options.crashAtWrite = this.writeCount + crashOn.later
    return false
  }

  // --- failures

  /** Makes calls fail (faults.js). @param {Fault} fault @returns {InjectedFault} */
  inject(fault) {
    return this.faults.inject(fault)
  }

  /** Nothing fails any more. */
  heal() {
    this.faults.heal()
    Object.assign(this.options, {
      failAtWrite: undefined, failAtSync: undefined, failAtRead: undefined, failAtOpen: undefined,
      capacityBytes: undefined, copyOnWrite: undefined, descriptorsMax: undefined, lyingSyncs: undefined,
    })
  }

  /** Counts one call. @param {Call} call @param {string} path @returns {Error | null} what it is to fail with */
  met(call, path) {
    this.alive()
    this.callCount++
    if (this.options.crashAtCall === this.callCount) this.off = true
    this.alive()
    this.#note(call.length, path.length)
    return this.faults.meet(call, path)
  }

  /** As `met`, of a call that either fails or happens. @param {Call} call @param {string} path */
  meet(call, path) {
    const error = this.met(call, path)
    if (error !== null) throw error
  }

  /** @param {Call} call @param {string} path */
  #configured(call, path) {
    return this.faults.error(call, path, this.options.failWith ?? 'EIO')
  }

  /**
   * How long an asynchronous call is under way: others overtake it.
   * @param {'write' | 'sync'} call @param {() => void} [half] called on the way
   */
  async takes(call, half) {
    const most = call === 'sync' ? 6 : this.random.below(8) > 0 ? 2 : 16
    for (let turns = 1 + this.random.below(most); turns > 0; turns--) {
      await turn()
      if (turns > 1) half?.()
    }
  }

  /**
   * Half of a write over what is there has been done. Nobody counts it: the other half follows.
   * @param {string} path @param {Inode} inode @param {Change} change
   */
  halfDone(path, inode, change) {
    if (this.off || inode.temporary || change.isBegun || change.kind !== 'write') return
    if (change.position + change.bytes.length > inode.current.size) return
    const bytes = change.bytes.subarray(0, BLOCK_BYTES * Math.floor(change.bytes.length / BLOCK_BYTES / 2))
    this.watch?.changes(path, change)
    change.isBegun = true
    const half = { ...change, serial: this.nextSerial(), bytes }
    applyWhole(inode.current, half)
    inode.pending.push(half)
  }

  /** How long an asynchronous sync of a directory is under way. */
  async dirSyncTakes() {
    for (let turns = 1 + this.random.below(12); turns > 0; turns--) await turn()
  }

  // --- names

  /** @param {string} path @param {OpenOptions} [options] @returns {VfsFile} */
  open(path, options = {}) {
    this.alive()
    assertRelative(path)
    const ready = options.create && options.exclusive ? this.#reserve.take(path) : null
    if (ready !== null) return ready
    return this.#openHere(path, options)
  }

  /** @param {string} path @param {OpenOptions} options @returns {FaultFile} */
  #openHere(path, options) {
    const held = this.#names.current.files.get(path)
    this.#beginOpen(held === undefined && options.create ? 'create' : 'open', path)
    if (held !== undefined) {
      if (options.create && options.exclusive) throw fileAccessError('create', path, systemError('EEXIST'))
      return new FaultFile(this, path, held)
    }
    if (!options.create || !this.#names.current.dirs.has(directoryOf(path)))
      throw fileAccessError('open', path, systemError('ENOENT'))
    if (this.#names.current.dirs.has(path)) throw fileAccessError('open', path, systemError('EISDIR'))
    const inode = new Inode()
    this.#rename({ serial: 0, kind: 'create', path, to: '', inode, dirs: new Set([directoryOf(path)]) })
    return new FaultFile(this, path, inode)
  }

  /** Of the reserve. @param {string} path @returns {Promise<FaultFile>} */
  async createLater(path) {
    await this.takes('write')
    return this.#openHere(path, { create: true, exclusive: true })
  }

  /** @returns {Promise<void>} */
  rest() { return this.#reserve.end() }

  /** @param {string} path */
  exists(path) {
    this.meet('exists', path)
    return this.#names.current.files.has(path) || this.#names.current.dirs.has(path)
  }

  /** @param {string} dir */
  list(dir) {
    this.meet('list', dir)
    return namesIn(dir, this.#names.current.files.keys(), this.#names.current.dirs)
  }

  /** @param {string} path */
  mkdir(path) {
    this.meet('mkdir', path)
    assertRelative(path)
    /** @type {string[]} */
    const missing = []
    for (let dir = path; !this.#names.current.dirs.has(dir); dir = directoryOf(dir)) missing.unshift(dir)
    for (const dir of missing)
      this.#rename({ serial: 0, kind: 'mkdir', path: dir, to: '', inode: null, dirs: new Set([directoryOf(dir)]) })
  }

  /** @param {string} from @param {string} to */
  rename(from, to) {
    this.meet('rename', from)
    assertRelative(to)
    const inode = this.#names.current.files.get(from)
    if (inode === undefined || !this.#names.current.dirs.has(directoryOf(to)))
      throw fileAccessError('rename', from, systemError('ENOENT'))
    if (directoryOf(from) === directoryOf(to))
      return this.#rename({ serial: 0, kind: 'rename', path: from, to, inode, dirs: new Set([directoryOf(from)]) })
    // Each directory's part is durable with that directory: both names may be left, or none.
    this.change(from, () => {
      for (const [kind, path] of /** @type {const} */ ([['create', to], ['unlink', from]]))
        this.#names.apply({ serial: this.nextSerial(), kind, path, to: '', inode, dirs: new Set([directoryOf(path)]) })
    })
  }

  /** @param {string} path */
  unlink(path) {
    this.meet('unlink', path)
    this.watch?.removes?.(path)
    const inode = this.#names.current.files.get(path)
    if (inode === undefined) throw fileAccessError('remove', path, systemError('ENOENT'))
    this.#rename({ serial: 0, kind: 'unlink', path, to: '', inode, dirs: new Set([directoryOf(path)]) })
  }

  /** @param {string} path @returns {Promise<void>} */
  async unlinkLater(path) { this.unlink(path) }

  /** @param {string} path @returns {Promise<void>} */
  async unlinkInSteps(path) {
    this.alive()
    const inode = this.#names.current.files.get(path)
    if (inode !== undefined) this.watch?.removes?.(path)
    // Nobody hears of what fails before the name goes.
    if (inode !== undefined && this.met('open', path) === null && this.met('truncate', path) === null) {
      this.change(path, () => {
        const change = /** @type {const} */ ({
          serial: this.nextSerial(), kind: 'truncate', position: 0, size: Math.floor(inode.current.size / 16384) * 8192,
        })
        applyWhole(inode.current, change)
        inode.pending.push(change)
      })
    }
    await new Promise((resolve) => setImmediate(resolve)) // the name stays for a while
    this.unlink(path)
  }

  /** @param {string} dir */
  async syncDirLater(dir) {
    this.alive()
    const covered = new Set(this.#names.pending)
    await this.dirSyncTakes()
    this.#syncNames(dir, covered)
  }

  /** @override @param {string} dir */
  syncNames(dir) {
    this.#syncNames(dir, null)
  }

  /** @param {string} dir @param {Set<NameChange> | null} covered null: all there are */
  #syncNames(dir, covered) {
    const error = this.#beginSync('syncDir', dir)
    if (error !== null) throw error
    if (!this.#names.current.dirs.has(dir)) throw fileAccessError('fsync', dir, systemError('ENOENT'))
    if (this.#lies()) this.#names.promise(dir, covered)
    else this.#names.settle(dir, covered)
  }

  /** @param {string} path @param {string} holderText @returns {() => void} */
  lock(path, holderText) {
    this.meet('lock', path)
    const holder = this.#locks.get(path)
    if (holder !== undefined) throw directoryInUse(this.name, process.pid, holder)
    this.#locks.set(path, holderText)
    if (this.options.reserve) this.#reserve.begin()
    return () => {
      void this.rest()
      assert(this.#locks.delete(path), 'a lock is released once')
    }
  }

  /** @returns {VfsFile} */
  tempFile() {
    this.#beginOpen('temporary', 'temporary file')
    const inode = new Inode()
    inode.temporary = true
    return new FaultFile(this, 'temporary file', inode)
  }

  /** @param {'open' | 'create' | 'temporary'} call @param {string} path */
  #beginOpen(call, path) {
    this.meet(call, path)
    this.openCount++
    const { failAtOpen, failOpens = 1, descriptorsMax = Infinity } = this.options
    if (failAtOpen !== undefined && this.openCount >= failAtOpen && this.openCount < failAtOpen + failOpens)
      throw this.#configured(call, path)
    if (this.handleCount >= descriptorsMax) throw this.faults.error(call, path, 'EMFILE')
  }

  /** @param {NameChange} change */
  #rename(change) {
    this.change(change.path, () => {
      change.serial = this.nextSerial()
      this.#names.apply(change)
    })
  }

  // --- files

  /** A handle is made. @param {Inode} inode @param {string} path */
  opened(inode, path) {
    this.handleCount++
    const open = this.#open.get(inode)
    if (open === undefined) this.#open.set(inode, { path, handles: 1 })
    else open.handles++
  }

  /** A handle is closed: what has no name is gone with its last. @param {Inode} inode */
  closed(inode) {
    const open = this.#open.get(inode)
    assert(open !== undefined, 'what is closed was open')
    this.handleCount--
    if (--open.handles === 0) this.#open.delete(inode)
  }

  /** Paths of files that are open, one for each handle. @returns {string[]} */
  openFiles() {
    return [...this.#open.values()].flatMap(({ path, handles }) => new Array(handles).fill(path))
  }

  /** An asynchronous write begins. @param {Inode} inode @param {Change} change @returns {{ ended: () => void }} */
  underWay(inode, change) {
    if (inode.temporary) return { ended: () => undefined }
    const begun = { inode, change }
    this.#underWay.add(begun)
    return { ended: () => { if (!this.off) this.#underWay.delete(begun) } } // who is cut off stays begun
  }

  /** Counts one read. @param {string} path @returns {Error | null} what it is to fail with */
  beginRead(path) {
    const error = this.met('read', path)
    this.readCount++
    const { failAtRead, failReads = 1 } = this.options
    if (
      error === null && failAtRead !== undefined && this.readCount >= failAtRead
      && this.readCount < failAtRead + failReads
    )
      return this.#configured('read', path)
    return error
  }

  /**
   * Does one change of a file's bytes, or a part of it, or fails.
   * @param {string} path
   * @param {Inode} inode
   * @param {Change} change
   */
  changeFile(path, inode, change) {
    const call = change.kind === 'zeros' ? 'allocate' : change.kind
    const error = this.met(call, path) ?? this.#noRoom(call, path, inode, change)
    const done = (/** @type {Change} */ one) => {
      applyWhole(inode.current, one)
      if (!inode.temporary) inode.pending.push(one)
    }
    if (error !== null) {
      const part = this.#partOf(inode, change)
      if (part !== null) done(part)
      throw error
    }
    if (inode.temporary) {
      done(change)
      return
    }
    if (!change.isBegun) this.watch?.changes(path, change)
    this.change(path, () => done(change))
    this.watch?.changed(path, change)
  }

  /**
   * Refuses what does not fit the disk.
   * @param {Call} call
   * @param {string} path
   * @param {Inode} inode
   * @param {Change} change
   */
  #noRoom(call, path, inode, change) {
    const { capacityBytes, copyOnWrite = false } = this.options
    const end = change.kind === 'write' ? change.position + change.bytes.length : change.size
    const bytes = copyOnWrite && change.kind === 'write' ? change.bytes.length : end - inode.current.size
    return bytes > 0 && capacityBytes !== undefined && this.usedBytes() + bytes > capacityBytes
      ? this.faults.error(call, path, 'ENOSPC')
      : null
  }

  /**
   * What a failed call may have done all the same.
   * @param {Inode} inode
   * @param {Change} change
   * @returns {Change | null}
   */
  #partOf(inode, change) {
    const { capacityBytes = Infinity } = this.options
    const room = capacityBytes === Infinity ? Infinity : Math.max(0, capacityBytes - this.usedBytes())
    if (this.random.below(2) === 0 || change.kind === 'truncate') return null
    const growth = Math.max(
      0,
      (change.kind === 'write' ? change.position + change.bytes.length : change.size) - inode.current.size,
    )
    const whole = change.kind === 'write' ? change.bytes.length : growth
    const most = Math.min(whole, whole - growth + room)
    const kept = this.random.below(2) === 0 ? most : this.random.below(most + 1)
    if (kept <= 0) return null
    return change.kind === 'write'
      ? { ...change, bytes: change.bytes.slice(0, kept) }
      : { ...change, size: inode.current.size + kept }
  }

  freeBytes() {
    const { capacityBytes = Infinity } = this.options
    return capacityBytes === Infinity ? Infinity : Math.max(0, capacityBytes - this.usedBytes())
  }

  usedBytes() {
    let used = 0
    for (const { current } of new Set([...this.#names.current.files.values(), ...this.#open.keys()]))
      used += current.size
    return used
  }

  /**
   * Counts one change of what survives; the power may fail during it, or the call.
   * @param {string} path
   * @param {() => void} change
   */
  change(path, change) {
    this.alive()
    this.watch?.passes?.(path, false)
    this.writeCount++
    this.#note(this.writeCount, path.length)
    if (this.options.crashAtWrite === this.writeCount || this.#isCutOn(path)) {
      change()
      this.off = true
    }
    this.alive()
    if (this.options.failAtWrite === this.writeCount) {
      if (this.random.below(2) === 0) change()
      throw this.#configured('write', path)
    }
    change()
  }

  /**
   * A file's changes up to `upTo` become durable, unless the sync fails or lies.
   * @param {string} path
   * @param {Inode} inode
   * @param {number} upTo serial
   */
  settle(path, inode, upTo) {
    const error = this.#beginSync('sync', path)
    if (error !== null) {
      inode.syncError = error
      inode.syncErrors++
      const fate = new Fate(this.random, this.#serial)
      fate.kind = 'each'
      inode.disturb(inode.durable, fate, path)
      inode.pending.length = 0
      throw error
    }
    if (this.#lies()) inode.promise(upTo)
    else inode.settle(upTo)
  }

  /**
   * Counts one sync; the power may fail during it.
   * @param {'sync' | 'syncDir'} call
   * @param {string} path
   * @returns {Error | null} what it fails with
   */
  #beginSync(call, path) {
    const error = this.met(call, path)
    this.watch?.passes?.(path, true)
    this.syncCount++
    if (this.options.crashAtSync === this.syncCount || this.#isCutOn(path)) this.off = true
    this.alive()
    return this.options.failAtSync === this.syncCount ? this.#configured(call, path) : error
  }

  #lies() {
    return this.options.lyingSyncs !== undefined && this.random.double() < this.options.lyingSyncs
  }

  // --- at rest

  /**
   * The bytes of a file, to be looked at or damaged while nothing runs.
   * @param {string} path
   * @returns {import('../../../src/storage/vfs/memory-file.js').MemoryBytes[]} as read now, and as they survive
   */
  atRest(path) {
    const inode = this.#names.current.files.get(path)
    assert(inode !== undefined, `there is a file "${path}"`)
    return [inode.current, inode.durable]
  }

  /**
   * The disk to be read without its noticing.
   * @param {'current' | 'durable'} which as everybody reads it; what is synced of it
   */
  view(which) {
    return new DiskView(this.#names[which], which)
  }

  /**
   * Writes of a file, whole pages, that no sync has covered.
   * @param {string} path
   * @returns {{ position: number, bytes: Uint8Array }[]}
   */
  pagesUnsynced(path) {
    const changes = this.#names.current.files.get(path)?.pending ?? []
    return changes.flatMap((change) => change.kind === 'write' && change.position % 8192 === 0 ? [change] : [])
  }

  /** Paths of all files, sorted. @returns {string[]} */
  allFiles() {
    return [...this.#names.current.files.keys()].sort()
  }

  nextSerial() {
    return ++this.#serial
  }

  get lastSerial() {
    return this.#serial
  }

  /** @param {number} first @param {number} second */
  #note(first, second) {
    this.trace = (Math.imul(this.trace, 0x01000193) ^ Math.imul(first, 0x9e3779b1) ^ second) | 0
  }
}

/**
 * Where there is room: per file one byte for each block (free bytes / 32, rounded down), and above them maxima of 64,
 * of 64 times 64, … so that "a block with at least n bytes" costs a short scan per level, whatever the file's size.
 *
 *   level 2   [ max of 64 ][ …                    find: down from the top through the first child that is large enough
 *   level 1   [ max of 64 ][ max of 64 ][ …       record: up from the bottom, as long as the maximum changes
 *   level 0   one byte per block
 *
 * A hint, never a fact: a block that turns out to have less is recorded so by whoever found out, one that has more when
 * somebody frees there. Not logged. Saved beside its file at checkpoints and close:
 *
 *   base/<fileId>.free   OFFSET SIZE FIELD (little-endian)
 *                             0    4 crc32 of bytes [4, 16 + blockCount)
 *                             4    4 magic "SWfm"    8 4 fileId    12 4 blockCount    16 … level 0
 *
 * Missing, damaged or of another length: blocks it does not cover are taken for full. A file of up to SCAN_BLOCKS_MAX
 * blocks is then looked through at once; a longer one when `rebuild` is called (VACUUM).
 */
import { DbError } from '../errors/db-error.js'
import { crc32 } from '../util/crc32.js'
import { PAGE_BYTES, PAGE_KINDS, PAGE_ROOM, pageKind, pageRoom } from './page.js'
import { ScanRing } from './buffer-pool.js'

/** @import { BlockNumber, FrameNumber } from '../util/identifiers.js' */
/** @import { BufferPool } from './buffer-pool.js' */
/** @import { FileManager, RelationFile } from './relation-files.js' */

const CLASS_BYTES = 32
const MAGIC = 0x6d665753
const HEADER_BYTES = 16
const SCAN_BLOCKS_MAX = 64

/** The class that promises at least `bytes`: more than 255 when no page can. @param {number} bytes */
const classFor = (bytes) => Math.ceil(bytes / CLASS_BYTES)

/** The class that is promised. @param {number} freeBytes */
const classOf = (freeBytes) => Math.min(255, Math.floor(freeBytes / CLASS_BYTES))

/** One file's map. */
export class FreeMap {
  constructor() {
    /** levels[0] is per block, levels[k + 1][i] the maximum of levels[k][64 i … 64 i + 63]; the last has one entry. */
    this.levels = [new Uint8Array(64), new Uint8Array(1)]
    this.changed = false
  }

  /** @param {BlockNumber} blockNo @param {number} value */
  set(blockNo, value) {
    while (blockNo >= this.levels[0].length) this.#grow()
    const { levels } = this
    if (levels[0][blockNo] === value) return
    this.changed = true
    let index = blockNo
    let before = levels[0][index]
    levels[0][index] = value
    for (let level = 1; level < levels.length; level++) {
      const parent = index >>> 6
      const best = levels[level][parent]
      let next = best
      if (value > best) next = value
      else if (before === best && value < best) next = largest(levels[level - 1], parent << 6)
      if (next === best) return
      levels[level][parent] = next
      before = best
      value = next
      index = parent
    }
  }

  /** @param {number} value @returns {BlockNumber} a block of at least that class, or -1 */
  find(value) {
    const { levels } = this
    let level = levels.length - 1
    if (levels[level][0] < value) return -1
    let index = 0
    while (level > 0) {
      level--
      index <<= 6
      while (levels[level][index] < value) index++ // the parent says that one of the 64 is
    }
    return index
  }

  #grow() {
    const levels = this.levels
    const wider = new Uint8Array(levels[0].length * 2)
    wider.set(levels[0])
    levels[0] = wider
    for (let level = 1; ; level++) {
      const width = (levels[level - 1].length + 63) >>> 6
      const maxima = new Uint8Array(width)
      for (let index = 0; index < width; index++) maxima[index] = largest(levels[level - 1], index << 6)
      levels[level] = maxima
      if (width === 1) {
        levels.length = level + 1
        return
      }
    }
  }
}

/** @param {Uint8Array} bytes @param {number} start @returns {number} largest of the 64 from there */
function largest(bytes, start) {
  let best = 0
  const end = Math.min(start + 64, bytes.length)
  for (let index = start; index < end; index++) if (bytes[index] > best) best = bytes[index]
  return best
}

export class FreeSpace {
  /** @param {{pool: BufferPool, files: FileManager}} options */
  constructor({ pool, files }) {
    this.pool = pool
    this.files = files
    /**
     * A map could not be saved, which is nothing but a longer look at the file after the next open.
     * @type {(error: DbError) => void}
     */
    this.onNotSaved = () => undefined
  }

  /**
   * @param {RelationFile} file @param {number} bytesNeeded slot included
   * @returns {BlockNumber} a block that probably has as much, or -1: extend the file. Look at the page, and `record`
   *   what it
   *   really has
   */
  find(file, bytesNeeded) {
    const map = file.freeMap ?? this.#load(file)
    const blockNo = bytesNeeded > PAGE_ROOM ? -1 : map.find(classFor(bytesNeeded))
    return blockNo < file.blockCount ? blockNo : -1
  }

  /**
   * Never refused: a page is noted after its change.
   * @param {RelationFile} file
   * @param {BlockNumber} blockNo
   * @param {number} freeBytes `pageRoom`; 0 takes the page off the map
   */
  record(file, blockNo, freeBytes) {
    let map = file.freeMap
    if (map === null) {
      try {
        map = this.#load(file)
      } catch {
        return // whoever looks for room has it read again, and is told
      }
    }
    map.set(blockNo, classOf(freeBytes))
  }

  /** Async: looks at every page of the file. @param {RelationFile} file */
  async rebuild(file) {
    const ring = new ScanRing()
    const map = file.freeMap ??= new FreeMap()
    for (let blockNo = 0; blockNo < file.blockCount && !file.dropped; blockNo++) {
      let frame = this.pool.tryPin(file, blockNo, ring)
      while (frame < 0) {
        if (file.dropped || blockNo >= file.blockCount) return
        await this.pool.prefetch(file, blockNo, 32, ring)
        frame = this.pool.tryPin(file, blockNo, ring)
      }
      this.#note(map, blockNo, frame)
    }
  }

  /**
   * Writes the maps that changed beside their files: at a checkpoint and at close. A power cut, or a full disk, may
   * lose or tear one; its crc tells.
   */
  save() {
    for (const file of this.files.known.values()) {
      const map = file.freeMap
      if (map === null || !map.changed || file.dropped) continue
      const bytes = new Uint8Array(HEADER_BYTES + file.blockCount)
      const view = new DataView(bytes.buffer)
      view.setUint32(4, MAGIC, true)
      view.setUint32(8, file.fileId, true)
      view.setUint32(12, file.blockCount, true)
      bytes.set(map.levels[0].subarray(0, file.blockCount), HEADER_BYTES)
      view.setUint32(0, crc32(bytes, 4, bytes.length), true)
      try {
        this.#write(`${file.path}.free`, bytes)
        map.changed = false
      } catch (error) {
        if (!(error instanceof DbError)) throw error
        this.onNotSaved(error)
      }
    }
  }

  /** @param {string} path @param {Uint8Array} bytes */
  #write(path, bytes) {
    const saved = this.files.vfs.open(path, { create: true })
    try {
      saved.writeSync(bytes, 0, bytes.length, 0)
      saved.truncate(bytes.length)
    } finally {
      saved.close()
    }
  }

  /** @param {RelationFile} file @returns {FreeMap} */
  #load(file) {
    const map = new FreeMap()
    const path = `${file.path}.free`
    let covered = 0
    if (this.files.vfs.exists(path)) covered = this.#read(file, path, map)
    if (covered === 0 && file.blockCount <= SCAN_BLOCKS_MAX) {
      for (let blockNo = 0; blockNo < file.blockCount; blockNo++) this.#look(file, map, blockNo)
    }
    map.changed = false
    return file.freeMap = map // not before: one that was read in part would be saved as the whole
  }

  /**
   * @param {RelationFile} file
   * @param {string} path
   * @param {FreeMap} map
   * @returns {number} blocks covered, 0: not believed
   */
  #read(file, path, map) {
    const saved = this.files.vfs.open(path)
    try {
      const bytes = new Uint8Array(saved.size())
      const view = new DataView(bytes.buffer)
      if (bytes.length < HEADER_BYTES || saved.readSync(bytes, 0, bytes.length, 0) < bytes.length) return 0
      if (view.getUint32(4, true) !== MAGIC || view.getUint32(8, true) !== file.fileId) return 0
      if (
        view.getUint32(12, true) !== bytes.length - HEADER_BYTES ||
        view.getUint32(0, true) !== crc32(bytes, 4, bytes.length)
      )
        return 0
      const covered = Math.min(bytes.length - HEADER_BYTES, file.blockCount)
      for (let blockNo = 0; blockNo < covered; blockNo++) map.set(blockNo, bytes[HEADER_BYTES + blockNo])
      return covered
    } finally {
      saved.close()
    }
  }

  /**
   * A damaged page has no room: whoever wants its rows is told why.
   * @param {RelationFile} file
   * @param {FreeMap} map
   * @param {BlockNumber} blockNo
   */
  #look(file, map, blockNo) {
    try {
      this.#note(map, blockNo, this.pool.pin(file, blockNo))
    } catch (error) {
      if (!(error instanceof DbError && error.code === 'XX001')) throw error
    }
  }

  /** @param {FreeMap} map @param {BlockNumber} blockNo @param {FrameNumber} frame pinned; is unpinned */
  #note(map, blockNo, frame) {
    const { view } = this.pool
    const base = frame * PAGE_BYTES
    const kind = pageKind(view, base)
    const room = kind === PAGE_KINDS.HEAP || kind === PAGE_KINDS.FREE ? pageRoom(view, base) : 0
    this.pool.unpin(frame)
    map.set(blockNo, classOf(room))
  }
}

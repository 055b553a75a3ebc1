/**
 * What a file on the simulated disk holds: bytes that survive a power cut, bytes that everybody reads now, and the
 * changes between the two. And what a power cut makes of such changes: a `Fate` is chosen for each image of the disk,
 * because a cache that is written back in order, one file of which is left behind, and one written back at random, each
 * break other programs.
 *
 *   each      every change was kept with the same odds, mostly, hardly ever, or evenly; one in three is torn
 *   files     a file's changes are all kept, or all dropped
 *   moment    what came before one moment is kept, over all files and names, and nothing after it; the last one is torn
 *   one       one change in eight is lost, or torn, and all others are there
 *
 * A torn write keeps some of its blocks of 512 bytes or 4 kB, on boundaries of the file: the first few, or any. A
 * sector is written whole or not at all, but for one of the control file's, which may hold neither what was there nor
 * what was to be: it has two places.
 */
import { assert } from '../../../src/util/assert.js'
import { DiskBytes } from './disk-bytes.js'

/** @import { Random } from '../../../src/util/prng.js' */

const SECTOR_BYTES = 512
const BLOCK_BYTES = 4096

/**
 * One unsynced change of a file: bytes at a position, zeros (allocate), or a new size. `promised`: a sync that lied has
 * said it is safe. isBegun: half of it is there.
 * @typedef {{serial: number, promised?: boolean, isBegun?: boolean}
 *   & ({kind: 'write', position: number, bytes: Uint8Array}
 *   | {kind: 'truncate' | 'zeros', position: number, size: number})} Change
 */

/** @typedef {'whole' | 'torn' | 'gone'} Outcome */

export class Fate {
  /** Changes that a lying sync had covered and that are not whole. @type {Set<string>} paths */
  broken = new Set()
  isSpoiled = false

  /** @param {Random} random @param {number} newestSerial of all changes there are */
  constructor(random, newestSerial) {
    this.random = random
    this.kind = /** @type {const} */ (['each', 'each', 'files', 'moment', 'one'])[random.below(5)]
    // Most power cuts find the cache mostly written or mostly not; an even coin for each write would hardly ever try
    // either end.
    this.keepOdds = [0.5, 0.95, 0.05][random.below(3)]
    this.tearBytes = random.below(3) === 0 ? BLOCK_BYTES : SECTOR_BYTES
    /** The moment lies among the newest changes: older ones were mostly written back long ago. */
    this.moment = newestSerial - Math.floor(random.double() ** 2 * Math.min(newestSerial, 400))
  }

  /** One sector was under way. @returns {boolean} whether it is spoiled */
  spoils() {
    if (this.isSpoiled || this.random.below(3) > 0) return false
    return this.isSpoiled = true
  }

  /** A file's turn comes: @returns {boolean} whether the fate 'files' keeps it */
  nextFile() {
    return this.random.double() < this.keepOdds
  }

  /** @param {number} serial of the change @param {boolean} fileIsKept @param {boolean} tearable @returns {Outcome} */
  of(serial, fileIsKept, tearable) {
    const { random } = this
    if (this.kind === 'files') return fileIsKept ? 'whole' : 'gone'
    if (this.kind === 'moment')
      return serial < this.moment ? 'whole' : serial === this.moment && tearable ? 'torn' : 'gone'
    if (this.kind === 'one') return random.below(8) > 0 ? 'whole' : tearable && random.below(2) === 0 ? 'torn' : 'gone'
    if (tearable && random.below(3) === 0) return 'torn'
    return random.double() < this.keepOdds ? 'whole' : 'gone'
  }
}

/** A file, whatever its names are. */
export class Inode {
  constructor() {
    this.current = new DiskBytes()
    this.durable = new DiskBytes()
    /** @type {Change[]} oldest first */
    this.pending = []
    this.temporary = false
    /** Syncs that failed, and what the last of them said: each handle is told once. */
    this.syncErrors = 0
    /** @type {Error | null} */
    this.syncError = null
  }

  /** Makes every change up to `serial` durable. @param {number} serial */
  settle(serial) {
    let count = 0
    while (count < this.pending.length && this.pending[count].serial <= serial)
      applyWhole(this.durable, this.pending[count++])
    this.pending.splice(0, count)
  }

  /** A sync has said that every change up to `serial` is durable, and nothing is. @param {number} serial */
  promise(serial) {
    for (const change of this.pending) if (change.serial <= serial) change.promised = true
  }

  /**
   * Keeps, drops or tears each unsynced change.
   * @param {DiskBytes} bytes
   * @param {Fate} fate
   * @param {string} path
   * @param {Change[]} [changes]
   */
  disturb(bytes, fate, path, changes = this.pending) {
    const kept = fate.nextFile()
    for (const change of changes) {
      const tearable = change.kind === 'write' && change.bytes.length > SECTOR_BYTES
      const outcome = fate.of(change.serial, kept, tearable)
      if (outcome !== 'whole' && change.promised === true) fate.broken.add(path)
      if (outcome === 'whole') applyWhole(bytes, change)
      else if (outcome === 'torn') applyTorn(bytes, change, fate.tearBytes, fate.random)
      else if (path === 'control' && change.kind === 'write' && fate.spoils())
        applyWhole(bytes, { ...change, bytes: change.bytes.map(() => fate.random.below(256)) })
    }
  }
}

/** @param {DiskBytes} bytes @param {Change} change */
export function applyWhole(bytes, change) {
  if (change.kind === 'write') bytes.write(change.bytes, 0, change.bytes.length, change.position)
  else if (change.kind === 'truncate' || change.size > bytes.size) bytes.truncate(change.size)
}

/**
 * Keeps some blocks of a write.
 * @param {DiskBytes} bytes
 * @param {Change} change
 * @param {number} blockBytes
 * @param {Random} random
 */
function applyTorn(bytes, change, blockBytes, random) {
  assert(change.kind === 'write', 'only writes are torn')
  const end = change.position + change.bytes.length
  const prefixOnly = random.below(2) === 0 // the commonest tear: the first part arrived
  const blocks = Math.ceil(change.bytes.length / blockBytes)
  const kept = random.below(blocks + 1)
  for (let at = change.position, block = 0; at < end; block++) {
    const next = Math.min(end, (Math.floor(at / blockBytes) + 1) * blockBytes)
    if (prefixOnly ? block < kept : random.below(2) === 0)
      bytes.write(change.bytes, at - change.position, next - at, at)
    at = next
  }
}

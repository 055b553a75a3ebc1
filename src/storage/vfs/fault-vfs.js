/**
 * A disk in memory that loses power on request: what makes crashes ordinary test input.
 *
 * What is not synced is held apart. Each file has its durable bytes, its current bytes and the list of writes between the two; the
 * directory tree has the same. `crashImage(seed)` is what a machine could find after the power came back: a new FaultVfs in which
 *
 *   every unsynced write       was kept, dropped, or torn (each 512-byte sector of it kept or dropped), chosen by the seed
 *   every unsynced name change (create, rename, unlink, mkdir) of a directory without syncDir was kept or dropped
 *
 * That is harsher than one file system: ext4, for one, keeps names in order. A synced file whose name was not synced may be gone.
 * An asynchronous sync covers the writes (of a directory: the names changed) before it was called, and only once it resolves.
 *
 * Counting: `writeCount` counts every change (write, truncate, allocate, create, rename, unlink, mkdir), `syncCount` file and
 * directory syncs, from 1; temporary files count for nothing. `crashAtWrite: n` cuts the power during the n-th change, which may
 * or may not have reached the disk; `crashAtSync: n` during the n-th sync, of which nothing is promised. That call and every later
 * one throws PowerCut. `readCount` counts reads, of temporary files too, and `failAtRead` fails those from the n-th on, `failReads` (1) of them.
 * `openCount` counts opens, of temporary files too, and `failAtOpen` fails those from the n-th on, `failOpens` (1) of them. `handleCount` files are open.
 * `capacityBytes` is all the room there is, temporary files included: what would grow a file beyond it fails with ENOSPC, having done nothing.
 * `failAtWrite: n` and `failAtSync: n` fail that one call with `failWith` (EIO): a failed write may have
 * written; after a failed sync each write it should have covered was silently kept or dropped, and no later sync brings it back.
 */
import { directoryInUse, fileAccessError, systemError } from '../../errors/storage.js'
import { assert } from '../../util/assert.js'
import { seededRandom } from '../../util/prng.js'
import { HeldNames } from './held-names.js'
import { MemoryBytes } from './memory-file.js'
import { namesIn } from './memory-vfs.js'
import { assertRelative, directoryOf } from './vfs.js'

/** @import { Random } from '../../util/prng.js' */
/** @import { OpenOptions, Vfs, VfsFile } from './vfs.js' */

const SECTOR_BYTES = 512

export class PowerCut extends Error {
  constructor() {
    super('the power is cut')
    this.name = 'PowerCut'
  }
}

/**
 * @typedef {object} FaultOptions
 * @property {number} [seed] decides what a failed sync lost
 * @property {number} [crashAtWrite]
 * @property {number} [crashAtSync]
 * @property {number} [failAtWrite]
 * @property {number} [failAtSync]
 * @property {number} [failAtRead]
 * @property {number} [failReads] how many from there on
 * @property {number} [failAtOpen]
 * @property {number} [failOpens] how many from there on
 * @property {number} [capacityBytes]
 * @property {string} [failWith] system error code, EIO if absent
 */

/**
 * One unsynced change of a file: bytes at a position, zeros (allocate), or a new size.
 * @typedef {{serial: number, kind: 'write', position: number, bytes: Uint8Array}
 *   | {serial: number, kind: 'truncate' | 'zeros', position: number, size: number}} Change
 */

class Inode {
  constructor() {
    this.current = new MemoryBytes()
    this.durable = new MemoryBytes()
    /** @type {Change[]} oldest first */
    this.pending = []
    this.temporary = false
  }

  /** Makes every change up to `serial` durable. @param {number} serial */
  settle(serial) {
    let count = 0
    while (count < this.pending.length && this.pending[count].serial <= serial) applyWhole(this.durable, this.pending[count++])
    this.pending.splice(0, count)
  }

  /** Keeps, drops or tears each unsynced change. @param {MemoryBytes} bytes @param {Random} random */
  disturb(bytes, random) {
    // Most power cuts find the cache mostly written or mostly not; an even coin for each write would hardly ever try either end.
    const keepOdds = [0.5, 0.95, 0.05][random.below(3)]
    for (const change of this.pending) {
      const tear = change.kind === 'write' && change.bytes.length > SECTOR_BYTES && random.below(3) === 0
      if (tear) applyTorn(bytes, change, random)
      else if (random.double() < keepOdds) applyWhole(bytes, change)
    }
  }
}

/** A change of the tree that is durable once every directory in `dirs` is synced. */
/** @typedef {{kind: 'create' | 'unlink' | 'mkdir' | 'rename', path: string, to: string, inode: Inode | null, dirs: Set<string>}} NameChange */

/** @typedef {{files: Map<string, Inode>, dirs: Set<string>}} Tree */

export class FaultVfs extends HeldNames {
  writeCount = 0
  syncCount = 0
  readCount = 0
  openCount = 0
  handleCount = 0
  /** Open temporary files. @type {Set<Inode>} */
  #temporary = new Set()
  /** Set once the power is cut. */
  off = false
  #serial = 0
  /** @type {Tree} */
  #current = { files: new Map(), dirs: new Set(['']) }
  /** @type {Tree} */
  #durable = { files: new Map(), dirs: new Set(['']) }
  /** @type {NameChange[]} */
  #pendingNames = []
  /** @type {Map<string, string>} */
  #locks = new Map()

  /** @param {FaultOptions} [options] may be changed while running */
  constructor(options = {}) {
    super()
    this.name = ':fault:'
    this.options = options
    this.random = seededRandom(options.seed ?? 0)
  }

  /** What a disk could hold after the power comes back. @param {number} seed @param {FaultOptions} [options] of the new one @returns {FaultVfs} */
  crashImage(seed, options = { seed }) {
    const random = seededRandom(seed)
    const image = new FaultVfs(options)
    const names = cloneTree(this.#durable)
    const keepOdds = [0.5, 0.95, 0.05][random.below(3)]
    for (const change of this.#pendingNames) if (random.double() < keepOdds) applyName(names, change)
    for (const dir of [...names.dirs].sort()) if (dir === '' || image.#durable.dirs.has(directoryOf(dir))) image.#durable.dirs.add(dir)
    for (const [path, inode] of names.files) {
      if (!image.#durable.dirs.has(directoryOf(path))) continue
      const found = new Inode()
      found.durable = inode.durable.clone()
      inode.disturb(found.durable, random)
      found.current = found.durable.clone()
      image.#durable.files.set(path, found)
    }
    image.#current = cloneTree(image.#durable)
    return image
  }

  /**
   * What the next process finds when this one was killed: everything that was written, still as unsynced as it is. This object is off from now on, so that
   * calls under way do no more.
   * @param {FaultOptions} [options] of the new one @returns {FaultVfs}
   */
  afterKill(options = {}) {
    const next = new FaultVfs(options)
    next.#serial = this.#serial
    next.#current = this.#current
    next.#durable = this.#durable
    next.#pendingNames = this.#pendingNames
    this.off = true
    return next
  }

  /** Cuts the power now: every later call throws. */
  cut() {
    this.off = true
  }

  /** @param {string} path @param {OpenOptions} [options] @returns {VfsFile} */
  open(path, options = {}) {
    this.#beginOpen(path)
    assertRelative(path)
    const held = this.#current.files.get(path)
    if (held !== undefined) {
      if (options.create && options.exclusive) throw fileAccessError('create', path, systemError('EEXIST'))
      return new FaultFile(this, path, held)
    }
    if (!options.create || !this.#current.dirs.has(directoryOf(path))) throw fileAccessError('open', path, systemError('ENOENT'))
    if (this.#current.dirs.has(path)) throw fileAccessError('open', path, systemError('EISDIR'))
    const inode = new Inode()
    this.#rename({ kind: 'create', path, to: '', inode, dirs: new Set([directoryOf(path)]) })
    return new FaultFile(this, path, inode)
  }

  /** @param {string} path */
  exists(path) {
    this.alive()
    return this.#current.files.has(path) || this.#current.dirs.has(path)
  }

  /** @param {string} dir */
  list(dir) {
    this.alive()
    return namesIn(dir, this.#current.files.keys(), this.#current.dirs)
  }

  /** @param {string} path */
  mkdir(path) {
    this.alive()
    assertRelative(path)
    if (this.#current.dirs.has(path)) return
    const parent = directoryOf(path)
    this.mkdir(parent)
    this.#rename({ kind: 'mkdir', path, to: '', inode: null, dirs: new Set([parent]) })
  }

  /** @param {string} from @param {string} to */
  rename(from, to) {
    this.alive()
    assertRelative(to)
    const inode = this.#current.files.get(from)
    if (inode === undefined || !this.#current.dirs.has(directoryOf(to))) throw fileAccessError('rename', from, systemError('ENOENT'))
    this.#rename({ kind: 'rename', path: from, to, inode, dirs: new Set([directoryOf(from), directoryOf(to)]) })
  }

  /** @param {string} path */
  unlink(path) {
    this.alive()
    const inode = this.#current.files.get(path)
    if (inode === undefined) throw fileAccessError('remove', path, systemError('ENOENT'))
    this.#rename({ kind: 'unlink', path, to: '', inode, dirs: new Set([directoryOf(path)]) })
  }

  /** @param {string} path @returns {Promise<void>} */
  async unlinkLater(path) { this.unlink(path) }

  /** @param {string} path @returns {Promise<void>} */
  async unlinkInSteps(path) {
    const file = this.open(path)
    file.truncate(Math.floor(file.size() / 16384) * 8192)
    file.close()
    this.unlink(path)
  }

  /** @param {string} dir */
  async syncDirLater(dir) {
    this.alive()
    const covered = new Set(this.#pendingNames)
    await this.dirSyncTakes()
    this.beginSync(dir, null)
    this.#settleNames(dir, covered)
  }

  /** @override @param {string} dir */
  syncNames(dir) {
    this.beginSync(dir, null)
    if (!this.#current.dirs.has(dir)) throw fileAccessError('fsync', dir, systemError('ENOENT'))
    this.#settleNames(dir, null)
  }

  /** How long an asynchronous sync of a directory is under way: other syncs overtake it. */
  async dirSyncTakes() {
    for (let turns = 1 + this.random.below(12); turns > 0; turns--) await turn()
  }

  /** Makes name changes of a directory durable. @param {string} dir @param {Set<NameChange> | null} covered null: all there are */
  #settleNames(dir, covered) {
    this.#pendingNames = this.#pendingNames.filter((change) => {
      if (covered !== null && !covered.has(change)) return true
      change.dirs.delete(dir)
      if (change.dirs.size > 0) return true
      applyName(this.#durable, change)
      return false
    })
  }

  /** @param {string} path @param {string} holderText @returns {() => void} */
  lock(path, holderText) {
    this.alive()
    const holder = this.#locks.get(path)
    if (holder !== undefined) throw directoryInUse(this.name, process.pid, holder)
    this.#locks.set(path, holderText)
    return () => assert(this.#locks.delete(path), 'a lock is released once')
  }

  /** @returns {VfsFile} */
  tempFile() {
    this.#beginOpen('temporary file')
    const inode = new Inode()
    inode.temporary = true
    this.#temporary.add(inode)
    return new FaultFile(this, 'temporary file', inode)
  }

  /** A temporary file is gone. @param {Inode} inode */
  forget(inode) {
    this.#temporary.delete(inode)
  }

  /** Counts one open, which may fail. @param {string} path */
  #beginOpen(path) {
    this.alive()
    this.openCount++
    const { failAtOpen, failOpens = 1, failWith = 'EIO' } = this.options
    if (failAtOpen === undefined || this.openCount < failAtOpen || this.openCount >= failAtOpen + failOpens) return
    throw fileAccessError('open', path, systemError(failWith))
  }

  /** Counts one read, which may fail. @param {string} path */
  beginRead(path) {
    this.alive()
    this.readCount++
    const { failAtRead, failReads = 1 } = this.options
    if (failAtRead !== undefined && this.readCount >= failAtRead && this.readCount < failAtRead + failReads) throw fileAccessError('read', path, systemError(this.options.failWith ?? 'EIO'))
  }

  /** Refuses what does not fit the disk. @param {string} path @param {number} bytes that a file is to grow by */
  takeRoom(path, bytes) {
    const { capacityBytes } = this.options
    if (bytes > 0 && capacityBytes !== undefined && this.usedBytes() + bytes > capacityBytes) throw fileAccessError('write', path, systemError('ENOSPC'))
  }

  usedBytes() {
    let used = 0
    for (const { current } of new Set([...this.#current.files.values(), ...this.#temporary])) used += current.size
    return used
  }

  alive() {
    if (this.off) throw new PowerCut()
  }

  /** Counts one change; the power may fail during it, or the call. @param {string} path @param {() => void} change */
  change(path, change) {
    this.alive()
    this.writeCount++
    if (this.options.crashAtWrite === this.writeCount) {
      change()
      this.off = true
    }
    this.alive()
    if (this.options.failAtWrite === this.writeCount) {
      if (this.random.below(2) === 0) change()
      throw fileAccessError('write', path, systemError(this.options.failWith ?? 'EIO'))
    }
    change()
  }

  /** Counts one sync; the power may fail during it, or the call. @param {string} path @param {Inode | null} inode */
  beginSync(path, inode) {
    this.alive()
    this.syncCount++
    if (this.options.crashAtSync === this.syncCount) this.off = true
    this.alive()
    if (this.options.failAtSync === this.syncCount) {
      if (inode !== null) {
        inode.disturb(inode.durable, this.random)
        inode.pending.length = 0
      }
      throw fileAccessError('fsync', path, systemError(this.options.failWith ?? 'EIO'))
    }
  }

  nextSerial() {
    return ++this.#serial
  }

  get lastSerial() {
    return this.#serial
  }

  /** @param {NameChange} change */
  #rename(change) {
    this.change(change.path, () => {
      applyName(this.#current, change)
      this.#pendingNames.push(change)
    })
  }
}

class FaultFile {
  #vfs
  #inode
  #open = true

  /** @param {FaultVfs} vfs @param {string} path @param {Inode} inode */
  constructor(vfs, path, inode) {
    this.path = path
    this.#vfs = vfs
    this.#inode = inode
    vfs.handleCount++
  }

  /** @type {VfsFile['readSync']} */
  readSync(bytes, start, length, position) {
    this.#alive()
    this.#vfs.beginRead(this.path)
    return this.#inode.current.read(bytes, start, length, position)
  }

  /** @type {VfsFile['writeSync']} */
  writeSync(bytes, start, length, position) {
    this.#alive()
    this.#change({ serial: this.#vfs.nextSerial(), kind: 'write', position, bytes: bytes.slice(start, start + length) })
  }

  syncSync() {
    this.#alive()
    if (this.#inode.temporary) return
    this.#vfs.beginSync(this.path, this.#inode)
    this.#inode.settle(this.#vfs.lastSerial)
  }

  /** @type {VfsFile['read']} */
  async read(bytes, start, length, position) {
    this.#alive()
    await turn()
    this.#vfs.beginRead(this.path)
    return this.#inode.current.read(bytes, start, length, position)
  }

  /** @type {VfsFile['write']} */
  async write(bytes, start, length, position) {
    this.#alive()
    await turn()
    this.#change({ serial: this.#vfs.nextSerial(), kind: 'write', position, bytes: bytes.slice(start, start + length) })
  }

  async sync() {
    this.#alive()
    const upTo = this.#vfs.lastSerial
    await turn()
    this.#vfs.alive()
    if (this.#inode.temporary) return
    this.#vfs.beginSync(this.path, this.#inode)
    this.#inode.settle(upTo)
  }

  /** @param {number} size */
  truncate(size) {
    this.#alive()
    this.#change({ serial: this.#vfs.nextSerial(), kind: 'truncate', position: 0, size })
  }

  size() {
    this.#alive()
    return this.#inode.current.size
  }

  /** @param {number} size */
  allocate(size) {
    const position = this.size()
    if (size > position) this.#change({ serial: this.#vfs.nextSerial(), kind: 'zeros', position, size })
  }

  close() {
    assert(this.#open, 'a file is closed once')
    this.#open = false
    this.#vfs.handleCount--
    if (this.#inode.temporary) this.#vfs.forget(this.#inode)
  }

  /** @param {Change} change */
  #change(change) {
    this.#vfs.alive()
    const inode = this.#inode
    this.#vfs.takeRoom(this.path, (change.kind === 'write' ? change.position + change.bytes.length : change.size) - inode.current.size)
    if (inode.temporary) return applyWhole(inode.current, change)
    this.#vfs.change(this.path, () => {
      applyWhole(inode.current, change)
      inode.pending.push(change)
    })
  }

  #alive() {
    assert(this.#open, 'the file is open')
    this.#vfs.alive()
  }
}

/** As the pool does: the answer comes in a later turn of the event loop. @returns {Promise<void>} */
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** @param {MemoryBytes} bytes @param {Change} change */
function applyWhole(bytes, change) {
  if (change.kind === 'write') bytes.write(change.bytes, 0, change.bytes.length, change.position)
  else if (change.kind === 'truncate' || change.size > bytes.size) bytes.truncate(change.size)
}

/** Keeps some of a write's sectors. @param {MemoryBytes} bytes @param {Change} change @param {Random} random */
function applyTorn(bytes, change, random) {
  assert(change.kind === 'write', 'only writes are torn')
  const end = change.position + change.bytes.length
  const prefixOnly = random.below(2) === 0 // the commonest tear: the first part arrived
  const sectors = Math.ceil(change.bytes.length / SECTOR_BYTES)
  const kept = random.below(sectors + 1)
  for (let at = change.position, sector = 0; at < end; sector++) {
    const next = Math.min(end, (Math.floor(at / SECTOR_BYTES) + 1) * SECTOR_BYTES)
    if (prefixOnly ? sector < kept : random.below(2) === 0) bytes.write(change.bytes, at - change.position, next - at, at)
    at = next
  }
}

/** @param {Tree} tree @returns {Tree} */
const cloneTree = (tree) => ({ files: new Map(tree.files), dirs: new Set(tree.dirs) })

/** Does nothing where an earlier change that it builds on was dropped. @param {Tree} tree @param {NameChange} change */
function applyName(tree, change) {
  if (change.kind === 'mkdir') tree.dirs.add(change.path)
  else if (change.kind === 'create') tree.files.set(change.path, /** @type {Inode} */ (change.inode))
  else if (tree.files.get(change.path) === change.inode) {
    tree.files.delete(change.path)
    if (change.kind === 'rename') tree.files.set(change.to, /** @type {Inode} */ (change.inode))
  }
}

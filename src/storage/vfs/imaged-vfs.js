/**
 * A Vfs whose relation files can be seen as they were at a moment, while they go on changing: what forks stand on.
 *
 *   image()   every file of base/ as it is now; costs its names, no bytes
 *   write     the first change of an 8 kB block since the newest image keeps what stood there, once for all images
 *             that need it; then it goes through as ever
 *   read      of an image: what was kept of the block, or else the file itself
 *
 * Images with nothing written between them are one, counted. Without an image a write costs a comparison. All other
 * files and calls go straight to the Vfs below.
 *
 *   epoch of image     1        2        3
 *   block written    ▲    ▲▲                  ▲
 *   kept for            (0,1]                   (1,3]      the second write after image 1 keeps nothing
 */
import { assert } from '../../util/assert.js'
import { BLOCK_BYTES, BlockStore } from './block-store.js'

/** @import { BlockNumber } from '../../util/identifiers.js' */
/** @import { Place } from './block-store.js' */
/** @import { OpenOptions, Vfs, VfsFile } from './vfs.js' */

/** Where relation files are. */
const DIR = 'base'
const PREFIX = `${DIR}/`

/**
 * What images see of pages that are in memory alone (../held-pages.js).
 * @typedef {object} Held
 * @property {(fileId: number, block: BlockNumber) => number} writtenFor the first image that sees what is about to be
 *   written; Infinity: none does
 * @property {(isNeeded: (kept: Kept<unknown>) => boolean) => void} prune
 * @property {number} count of pages that are kept
 */

/** What a block, or a length, was for images of epochs beyond `from`, up to `to`. @template T */
export class Kept {
  /** @param {number} from @param {number} to @param {T} value */
  constructor(from, to, value) {
    this.from = from
    this.to = to
    this.value = value
  }
}

/** @template T @param {Kept<T>[] | undefined} kept oldest first @param {number} epoch @returns {Kept<T> | undefined} */
export const keptFor = (kept, epoch) => kept?.find(({ from, to }) => from < epoch && epoch <= to)

/** One relation file, by whatever name and through whatever handles. */
class Tracked {
  /**
   * @param {Vfs} below @param {BlockStore} store of what is kept
   * @param {string} path @param {number} since it was made after images up to this one
   */
  constructor(below, store, path, since) {
    this.below = below
    this.store = store
    this.path = path
    this.fileId = Number.parseInt(path.slice(PREFIX.length, PREFIX.length + 8), 16)
    this.since = since
    /** @type {VfsFile | null} */
    this.own = null
    /** @type {Map<number, Kept<Place>[]>} by block */
    this.blocks = new Map()
    /** The newest image at the last change of a block. @type {Map<number, number>} */
    this.changed = new Map()
    /** @type {Kept<number>[]} */
    this.sizes = []
    /** The newest image at the last change of the length. */
    this.sizeChanged = 0
    /** How long it is; -1: not asked for yet. */
    this.bytes = -1
  }

  /** Its name goes, and no image looks at it: nobody would close what was opened to ask for its length. */
  letGo() {
    const { bytes } = this
    this.forget()
    this.bytes = bytes
  }

  /** There is no image any more. */
  forget() {
    for (const kept of this.blocks.values()) for (const { value } of kept) this.store.remove(value)
    this.own?.close()
    this.own = null
    this.since = 0
    this.blocks.clear()
    this.changed.clear()
    this.sizes.length = 0
    this.sizeChanged = 0
    this.bytes = -1
  }

  /**
   * A handle for images: it outlives the file's name.
   * @returns {VfsFile} @throws {import('../../errors/db-error.js').DbError} as `open`
   */
  reader() {
    return this.own ??= this.below.open(this.path)
  }

  /** How long the file is now. */
  size() {
    if (this.bytes < 0) this.bytes = this.reader().size()
    return this.bytes
  }

  /**
   * Bytes are about to be written.
   * @param {number} position @param {number} length @param {ImagedVfs} vfs
   */
  beforeWrite(position, length, vfs) {
    const end = this.size()
    const last = Math.floor((position + length - 1) / BLOCK_BYTES)
    for (let block = Math.floor(position / BLOCK_BYTES); block <= last; block++) {
      // What is written is what newer images see already.
      const seenFrom = vfs.held === null ? Infinity : vfs.held.writtenFor(this.fileId, block)
      this.#keepBlock(block, end, Math.min(vfs.newest, seenFrom - 1), vfs)
    }
    if (position + length > end) this.beforeSize(position + length, vfs)
  }

  /** The file is about to be of another length. @param {number} bytes @param {ImagedVfs} vfs */
  beforeSize(bytes, vfs) {
    const { newest } = vfs
    const before = this.size()
    for (let block = Math.floor(bytes / BLOCK_BYTES); block * BLOCK_BYTES < before; block++)
      this.#keepBlock(block, before, newest, vfs)
    if (this.sizeChanged < newest) {
      this.sizes.push(new Kept(this.sizeChanged, newest, before))
      this.sizeChanged = newest
    }
    this.bytes = bytes
  }

  /**
   * A block is about to change.
   * @param {BlockNumber} block @param {number} end of what stands in the file
   * @param {number} upTo the newest image that sees what stands there @param {ImagedVfs} vfs
   */
  #keepBlock(block, end, upTo, vfs) {
    const changed = this.changedAt(block)
    if (changed >= upTo) return
    if (block * BLOCK_BYTES < end && vfs.isSeen(changed, upTo)) {
      const bytes = new Uint8Array(BLOCK_BYTES)
      this.reader().readSync(bytes, 0, BLOCK_BYTES, block * BLOCK_BYTES)
      const kept = this.blocks.get(block)
      const more = new Kept(changed, upTo, this.store.add(bytes))
      if (kept === undefined) this.blocks.set(block, [more])
      else kept.push(more)
    }
    // Last: what finds no room to be kept is not written, and is asked for again.
    this.changed.set(block, upTo)
  }

  /** The newest image that does not see a block as it stands in the file. @param {BlockNumber} block */
  changedAt(block) { return this.changed.get(block) ?? this.since }

  /** @param {number} epoch */
  sizeAt(epoch) {
    return keptFor(this.sizes, epoch)?.value ?? this.size()
  }

  /**
   * Fills `bytes` with a block as an image has it; zeros beyond its end.
   * @param {number} epoch @param {BlockNumber} block @param {Uint8Array} bytes
   */
  readBlock(epoch, block, bytes) {
    const kept = keptFor(this.blocks.get(block), epoch)
    if (kept !== undefined) {
      this.store.read(kept.value, bytes)
      return
    }
    const count = this.reader().readSync(bytes, 0, BLOCK_BYTES, block * BLOCK_BYTES)
    bytes.fill(0, count)
  }

  /** Drops what no image needs. @param {(kept: Kept<unknown>) => boolean} isNeeded */
  prune(isNeeded) {
    for (const [block, kept] of this.blocks) {
      const left = kept.filter(isNeeded)
      if (left.length === kept.length) continue
      for (const { value } of kept.filter((one) => !isNeeded(one))) this.store.remove(value)
      if (left.length === 0) this.blocks.delete(block)
      else this.blocks.set(block, left)
    }
    this.sizes = this.sizes.filter(isNeeded)
  }
}

/** A relation file of the database itself. @implements {VfsFile} */
class ImagedFile {
  /** @param {ImagedVfs} vfs @param {VfsFile} file @param {Tracked} tracked */
  constructor(vfs, file, tracked) {
    this.vfs = vfs
    this.file = file
    this.tracked = tracked
    this.path = file.path
  }

  /** @type {VfsFile['readSync']} */
  readSync(bytes, start, length, position) { return this.file.readSync(bytes, start, length, position) }

  /** @type {VfsFile['read']} */
  read(bytes, start, length, position) { return this.file.read(bytes, start, length, position) }

  /** @type {VfsFile['writeSync']} */
  writeSync(bytes, start, length, position) {
    if (this.vfs.newest !== 0) this.vfs.changing(this.tracked).beforeWrite(position, length, this.vfs)
    this.#orAsItWas(() => this.file.writeSync(bytes, start, length, position))
  }

  /** @type {VfsFile['write']} */
  write(bytes, start, length, position) {
    if (this.vfs.newest !== 0) this.vfs.changing(this.tracked).beforeWrite(position, length, this.vfs)
    return this.file.write(bytes, start, length, position).catch((error) => {
      this.tracked.bytes = -1
      throw error
    })
  }

  /** @param {number} size */
  truncate(size) {
    if (this.vfs.newest !== 0) this.vfs.changing(this.tracked).beforeSize(size, this.vfs)
    this.#orAsItWas(() => this.file.truncate(size))
  }

  /** @param {number} size */
  allocate(size) {
    if (this.vfs.newest !== 0 && size > this.tracked.size()) {
      this.vfs.changing(this.tracked).beforeSize(size, this.vfs)
    }
    this.#orAsItWas(() => this.file.allocate(size))
  }

  /** How long the file is after a call that failed is asked of the file. @param {() => void} change */
  #orAsItWas(change) {
    try {
      change()
    } catch (error) {
      this.tracked.bytes = -1
      throw error
    }
  }

  size() { return this.file.size() }
  syncSync() { this.file.syncSync() }
  sync() { return this.file.sync() }
  close() { this.file.close() }
}

/** Relation files as they were at a moment. */
export class Image {
  /** Who looks at it. */
  users = 0

  /**
   * @param {ImagedVfs} vfs @param {number} epoch @param {Map<string, Tracked>} files by path @param {number} moment
   */
  constructor(vfs, epoch, files, moment) {
    this.vfs = vfs
    this.epoch = epoch
    this.files = files
    this.moment = moment
  }

  /** Nobody looks at an older one. */
  get isOnly() { return !this.vfs.isSeen(0, this.epoch - 1) }

  /** One who looks at it looks no more. */
  release() {
    assert(this.users > 0, 'an image is released as often as it was taken')
    if (--this.users === 0) this.vfs.ended(this)
  }
}

/** @implements {Vfs} */
export class ImagedVfs {
  /** Epoch of the newest image that somebody looks at; 0: there is none. */
  newest = 0
  #epoch = 0
  /** Of images that somebody looks at, in order. @type {number[]} */
  #epochs = []
  /** What images see of pages in memory; null: everything is in files. @type {Held | null} */
  held = null
  /** A relation file, or its name, has changed since the newest image. */
  #hasChanged = true
  /** @type {Image | null} */
  #latest = null
  /** @type {Set<Image>} */
  #images = new Set()
  /** By the names they have now. @type {Map<string, Tracked>} */
  #tracked = new Map()
  /** Files without a name, which images look at. @type {Set<Tracked>} */
  #nameless = new Set()
  /** Names that are being removed: no image from now on has them. @type {Set<string>} */
  #going = new Set()
  /** @type {(() => void)[]} */
  #whenNone = []

  /** @param {Vfs} below @param {BlockStore} [store] of what is kept for images */
  constructor(below, store = new BlockStore()) {
    this.below = below
    this.name = below.name
    this.store = store
  }

  // --- images

  /**
   * All relation files as they are now: what is being written is `held`, or nobody may be writing.
   * @param {number} [moment] images of the same moment are one, whatever has been written meanwhile; without it, those
   *   with nothing written between them
   * @returns {Image} to be released
   */
  image(moment = -1) {
    const isOld = moment < 0 ? this.#hasChanged : this.#latest?.moment !== moment
    if (this.#latest === null || isOld || !this.#images.has(this.#latest)) {
      const files = new Map()
      for (const name of this.below.list(DIR)) {
        const path = `${PREFIX}${name}`
        if (!this.#going.has(path)) files.set(path, this.#trackedAt(path))
      }
      this.newest = ++this.#epoch
      this.#latest = new Image(this, this.newest, files, moment)
      this.#images.add(this.#latest)
      this.#epochs.push(this.newest)
      this.#hasChanged = false
    }
    this.#latest.users++
    return this.#latest
  }

  /** Nobody looks at an image any more. @param {Image} image */
  ended(image) {
    this.#images.delete(image)
    if (this.#images.size === 0) {
      for (const tracked of [...this.#tracked.values(), ...this.#nameless]) tracked.forget()
      this.#nameless.clear()
      this.held?.prune(() => false)
      this.newest = 0
      this.#epochs.length = 0
      this.#latest = null
      for (const work of this.#whenNone.splice(0)) work()
      return
    }
    this.#epochs = [...this.#images].map(({ epoch }) => epoch) // in order: sets are
    this.newest = this.#epochs[this.#epochs.length - 1]
    const isNeeded = (/** @type {Kept<unknown>} */ { from, to }) => this.isSeen(from, to)
    for (const tracked of [...this.#tracked.values(), ...this.#nameless]) tracked.prune(isNeeded)
    this.held?.prune(isNeeded)
  }

  /**
   * Is there an image of an epoch beyond `from`, up to `to`? Most often the newest is asked for.
   * @param {number} from @param {number} to
   */
  isSeen(from, to) {
    const epochs = this.#epochs
    let low = 0
    for (let high = epochs.length; low < high;) {
      const middle = (low + high) >>> 1
      if (epochs[middle] > from) high = middle
      else low = middle + 1
    }
    return low < epochs.length && epochs[low] <= to
  }

  /**
   * The newest image that does not see a block as it stands in a file; Infinity: of a file that nobody has seen.
   * @param {string} path @param {BlockNumber} block
   */
  changedAt(path, block) { return this.#tracked.get(path)?.changedAt(block) ?? Infinity }

  /** Calls `work` as soon as nobody looks at an image. @param {() => void} work */
  whenNoImage(work) {
    if (this.#images.size === 0) work()
    else this.#whenNone.push(work)
  }

  /** Bytes kept for images. */
  get keptBytes() {
    let bytes = (this.held?.count ?? 0) * BLOCK_BYTES
    for (const { blocks } of [...this.#tracked.values(), ...this.#nameless]) {
      for (const kept of blocks.values()) bytes += kept.length * BLOCK_BYTES
    }
    return bytes
  }

  /** @param {Tracked} tracked about to be changed, while there is an image @returns {Tracked} */
  changing(tracked) {
    this.#hasChanged = true
    return tracked
  }

  /** @param {string} path @returns {Tracked} */
  #trackedAt(path) {
    let tracked = this.#tracked.get(path)
    // What no image has seen was made after all of them.
    if (tracked === undefined) this.#tracked.set(path, tracked = new Tracked(this.below, this.store, path, this.newest))
    return tracked
  }

  /** A relation file's name is about to go. @param {string} path */
  #leaving(path) {
    if (!path.startsWith(PREFIX)) return
    const tracked = this.#tracked.get(path)
    this.#hasChanged = true
    if (tracked === undefined) return
    this.#tracked.delete(path)
    if (![...this.#images].some(({ files }) => files.get(path) === tracked)) {
      tracked.letGo()
      return
    }
    tracked.reader()
    this.#nameless.add(tracked)
  }

  // --- a Vfs

  /** @param {string} path @param {OpenOptions} [options] @returns {VfsFile} */
  open(path, options) {
    if (!path.startsWith(PREFIX)) return this.below.open(path, options)
    if (options?.create) {
      this.#hasChanged = true
      this.#going.delete(path)
    }
    const file = this.below.open(path, options)
    return new ImagedFile(this, file, this.#trackedAt(path))
  }

  /** @param {string} path */
  exists(path) { return this.below.exists(path) }
  /** @param {string} dir */
  list(dir) { return this.below.list(dir) }
  /** @param {string} path */
  mkdir(path) { this.below.mkdir(path) }

  /** @param {string} from @param {string} to */
  rename(from, to) {
    this.#leaving(to)
    this.#going.delete(to)
    this.below.rename(from, to)
    const tracked = this.#tracked.get(from)
    if (tracked === undefined) return
    this.#tracked.delete(from)
    this.#tracked.set(to, tracked)
    tracked.path = to
  }

  /** @param {string} path */
  unlink(path) {
    this.#leaving(path)
    this.below.unlink(path)
  }

  /** @param {string} path */
  unlinkLater(path) {
    this.#leaving(path)
    return this.#removal(path, this.below.unlinkLater(path))
  }

  /** Others have turns before the name is gone. @param {string} path @param {Promise<void>} gone */
  async #removal(path, gone) {
    this.#going.add(path)
    try {
      await gone
    } finally {
      this.#going.delete(path)
    }
  }

  /** A file that an image looks at is not shortened first. @param {string} path */
  unlinkInSteps(path) {
    const tracked = this.#tracked.get(path)
    this.#leaving(path)
    const isSeen = tracked !== undefined && this.#nameless.has(tracked)
    return this.#removal(path, isSeen ? this.below.unlinkLater(path) : this.below.unlinkInSteps(path))
  }

  /** @param {string} dir */
  syncDir(dir) { this.below.syncDir(dir) }
  /** @param {string} dir */
  syncDirLater(dir) { return this.below.syncDirLater(dir) }
  holdNames() { this.below.holdNames() }
  syncHeldNames() { this.below.syncHeldNames() }

  /** @type {Vfs['lock']} */
  lock(path, holderText, onLost, shared) { return this.below.lock(path, holderText, onLost, shared) }

  get giveDescriptor() { return this.below.giveDescriptor }
  set giveDescriptor(give) { this.below.giveDescriptor = give }

  /** @returns {Promise<void>} */
  async rest() { await this.below.rest?.() }
  freeBytes() { return this.below.freeBytes() }
  tempFile() { return this.below.tempFile() }
}

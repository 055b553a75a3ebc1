/**
 * Relation files that are there without having been written: those of a template. A new data directory gets its system
 * catalogs as one file; a relation of it becomes a file of its own when a page of it is first written, which for most
 * catalogs is never.
 *
 *   catalog-template   OFFSET SIZE FIELD (little-endian)
 *                           0    4 crc32 of bytes [4, 16 + 16 * count)
 *                           4    4 magic "SWtp"     8 4 stamp: which catalogs these are; their maker knows     12 2 format version     14 2 count of relations
 *                          16   16 * count  fileId u32, position u32, bytes u32, block count u32
 *                                …          each relation's pages, with identity and crc, as they would be in base/<fileId>; deflated
 *
 *   TEMPLATE ── first write: copied to base/<fileId>.new ──► COPIED ── first sync: synced, renamed ──► a file like any
 *   other
 *
 * base/<fileId> exists iff it is whole. Until its name is durable (FileManager.syncNames, which a checkpoint waits for)
 * a power cut brings the template's pages back, and redo from the checkpoint before makes the changes again. Pages of a
 * template have lsn 0: every record is newer.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { DbError } from '../errors/db-error.js'
import { dataCorrupted } from '../errors/storage.js'
import { assert } from '../util/assert.js'
import { crc32 } from '../util/crc32.js'
import { PAGE_BYTES } from './page.js'

/** The first database's number in file ids of system catalogs: a template has its files. */
export const TEMPLATE_SLOT = 1

/** @import { Vfs, VfsFile } from './vfs/vfs.js' */

export const TEMPLATE_PATH = 'catalog-template'
/** Files of the same form: built-in rows of the version whose number follows, to which the directory was upgraded. */
const BASE_PREFIX = 'catalog-base.'
const MAGIC = 0x70745753
const VERSION = 1
const HEADER_BYTES = 16
const ENTRY_BYTES = 16
/** Of relations that stay inflated. */
const INFLATED_BYTES_MAX = 1 << 20

/**
 * Where a template's pages come from.
 * @typedef {object} Template
 * @property {number} stamp which catalogs these are
 * @property {(fileId: number) => boolean} has
 * @property {(fileId: number) => number} blockCount of a relation it has
 * @property {(fileId: number) => Uint8Array} pages of a relation it has; not to be changed
 * @property {() => Uint8Array} whole the bytes of a template file
 * @property {() => void} close
 */

/** @typedef {{ position: number, bytes: number, blockCount: number }} Extent of the template file */

/**
 * A template in one piece: a file, or bytes in memory. Relations are inflated when asked for; the latest stay so: the
 * pool has their pages.
 * @implements {Template}
 */
export class WholeTemplate {
  /** @param {{ readSync: VfsFile['readSync'], size: () => number, close: () => void }} file @throws {DbError} XX001 */
  constructor(file) {
    this.file = file
    const fixed = this.#read(0, HEADER_BYTES)
    const count = fixed.getUint16(14, true)
    if (fixed.getUint32(4, true) !== MAGIC) throw damaged()
    if (fixed.getUint16(12, true) !== VERSION)
      throw dataCorrupted(`"${TEMPLATE_PATH}" has format version ${fixed.getUint16(12, true)}, expected ${VERSION}`)
    const header = this.#read(0, HEADER_BYTES + count * ENTRY_BYTES)
    if (header.getUint32(0, true) !== crc32(new Uint8Array(header.buffer), 4, header.byteLength)) throw damaged()
    this.stamp = header.getUint32(8, true)
    /** @type {Map<number, Extent>} */
    this.extents = new Map()
    for (let at = HEADER_BYTES; at < header.byteLength; at += ENTRY_BYTES) {
      this.extents.set(header.getUint32(at, true), {
        position: header.getUint32(at + 4, true), bytes: header.getUint32(at + 8, true),
        blockCount: header.getUint32(at + 12, true),
      })
    }
    /** The ones asked for last are last. @type {Map<number, Uint8Array>} */
    this.inflated = new Map()
    this.inflatedBytes = 0
  }

  /** @param {Uint8Array} bytes of a template file */
  static of(bytes) {
    return new WholeTemplate({
      readSync: (to, start, length, position) => {
        const count = Math.max(0, Math.min(length, bytes.length - position))
        to.set(bytes.subarray(position, position + count), start)
        return count
      },
      size: () => bytes.length,
      close: () => undefined,
    })
  }

  /** @param {number} fileId */
  has(fileId) {
    return this.extents.has(fileId)
  }

  /** @param {number} fileId */
  blockCount(fileId) {
    return this.#extent(fileId).blockCount
  }

  /** @param {number} fileId @throws {DbError} XX001 */
  pages(fileId) {
    const known = this.inflated.get(fileId)
    if (known !== undefined) {
      this.inflated.delete(fileId)
      this.inflated.set(fileId, known)
      return known
    }
    const { position, bytes, blockCount } = this.#extent(fileId)
    let pages
    try {
      pages = inflateRawSync(this.#read(position, bytes), { chunkSize: Math.max(64, blockCount * PAGE_BYTES) })
    } catch (error) {
      throw error instanceof DbError ? error : damaged()
    }
    if (pages.length !== blockCount * PAGE_BYTES) throw damaged()
    this.inflated.set(fileId, pages)
    this.inflatedBytes += pages.length
    for (const [oldest, { length }] of this.inflated) {
      if (this.inflatedBytes <= INFLATED_BYTES_MAX || oldest === fileId) break
      this.inflated.delete(oldest)
      this.inflatedBytes -= length
    }
    return pages
  }

  whole() {
    return new Uint8Array(this.#read(0, this.file.size()).buffer)
  }

  close() {
    this.file.close()
  }

  /** @param {number} position @param {number} length */
  #read(position, length) {
    const bytes = new Uint8Array(length)
    if (this.file.readSync(bytes, 0, length, position) < length) throw damaged()
    return new DataView(bytes.buffer)
  }

  /** @param {number} fileId @returns {Extent} */
  #extent(fileId) {
    const extent = this.extents.get(fileId)
    assert(extent !== undefined, 'the template has the relation')
    return extent
  }
}

const damaged = () => dataCorrupted(`"${TEMPLATE_PATH}" is damaged`)

/**
 * @param {Vfs} vfs
 * @param {string} untouched path of a catalog that nobody writes: where there is no template, it is a file of its own
 * @returns {Template | null} null: a directory without one @throws {DbError} XX001
 */
export function openTemplate(vfs, untouched) {
  if (!vfs.exists(TEMPLATE_PATH)) {
    if (!vfs.exists(untouched))
      throw dataCorrupted(`"${TEMPLATE_PATH}" is missing`, {
        detail: 'It holds the system catalogs as they were at the beginning.',
        hint: 'Restore the data directory from a copy.',
      })
    return null
  }
  const file = vfs.open(TEMPLATE_PATH)
  try {
    return new WholeTemplate(file)
  } catch (error) {
    file.close()
    throw error
  }
}

/**
 * The built-in rows of a directory that was upgraded to `version`, or at all before it; null: it is as its own template
 * has it.
 * @param {Vfs} vfs @param {number} version @returns {Template | null} @throws {DbError} XX001
 */
export function openCatalogBase(vfs, version) {
  const versions = vfs
    .list('')
    .flatMap((name) => (name.startsWith(BASE_PREFIX) ? [Number(name.slice(BASE_PREFIX.length))] : []))
    .filter((one) => one <= version)
  return versions.length === 0 ? null : new WholeTemplate(vfs.open(`${BASE_PREFIX}${Math.max(...versions)}`))
}

/** Forgets the built-in rows of versions before. @param {Vfs} vfs @param {number} version that stays */
export function removeCatalogBases(vfs, version) {
  for (const name of vfs.list(''))
    if (name.startsWith(BASE_PREFIX) && Number(name.slice(BASE_PREFIX.length)) < version) vfs.unlink(name)
}

/**
 * Durably writes the built-in rows of a version.
 * @param {Vfs} vfs
 * @param {number} version
 * @param {Uint8Array} bytes of `wholeTemplate`
 * @returns {Template}
 */
export function writeCatalogBase(vfs, version, bytes) {
  const path = `${BASE_PREFIX}${version}`
  const file = vfs.open(path, { create: true })
  file.truncate(0)
  file.writeSync(bytes, 0, bytes.length, 0)
  file.syncSync()
  vfs.syncDir('')
  return new WholeTemplate(file)
}

/**
 * Durably makes the directory's template file.
 * @param {Vfs} vfs
 * @param {Uint8Array} bytes of `wholeTemplate`
 * @returns {Template}
 */
export function writeTemplate(vfs, bytes) {
  const file = vfs.open(TEMPLATE_PATH, { create: true })
  file.writeSync(bytes, 0, bytes.length, 0)
  file.syncSync()
  vfs.syncDir('')
  return new WholeTemplate(file)
}

/** The bytes of a template file. @param {number} stamp @param {{ fileId: number, pages: Uint8Array }[]} relations */
export function wholeTemplate(stamp, relations) {
  const headerBytes = HEADER_BYTES + relations.length * ENTRY_BYTES
  const header = new DataView(new ArrayBuffer(headerBytes))
  header.setUint32(4, MAGIC, true)
  header.setUint32(8, stamp, true)
  header.setUint16(12, VERSION, true)
  header.setUint16(14, relations.length, true)
  const parts = [new Uint8Array(header.buffer)]
  let position = headerBytes
  for (const [index, { fileId, pages }] of relations.entries()) {
    const deflated = deflateRawSync(pages)
    const at = HEADER_BYTES + index * ENTRY_BYTES
    header.setUint32(at, fileId, true)
    header.setUint32(at + 4, position, true)
    header.setUint32(at + 8, deflated.length, true)
    header.setUint32(at + 12, pages.length / PAGE_BYTES, true)
    parts.push(deflated)
    position += deflated.length
  }
  header.setUint32(0, crc32(parts[0], 4, headerBytes), true)
  const bytes = new Uint8Array(position)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** A relation of the template, open: reads come from there until the first write makes a copy. @implements {VfsFile} */
export class TemplateFile {
  /** The copy. @type {VfsFile | null} */
  #own = null
  #named = false

  /**
   * @param {Vfs} vfs
   * @param {Template} template
   * @param {number} fileId
   * @param {string} path of the file it may become
   * @param {() => void} onNamed told that it did
   */
  constructor(vfs, template, fileId, path, onNamed) {
    this.vfs = vfs
    this.template = template
    this.fileId = fileId
    this.path = path
    this.onNamed = onNamed
  }

  /** @type {VfsFile['readSync']} */
  readSync(bytes, start, length, position) {
    if (this.#own !== null) return this.#own.readSync(bytes, start, length, position)
    const pages = this.template.pages(this.fileId)
    const count = Math.max(0, Math.min(length, pages.length - position))
    bytes.set(pages.subarray(position, position + count), start)
    return count
  }

  /** @type {VfsFile['read']} */
  async read(bytes, start, length, position) {
    return this.#own === null
      ? this.readSync(bytes, start, length, position)
      : this.#own.read(bytes, start, length, position)
  }

  /** @type {VfsFile['writeSync']} */
  writeSync(bytes, start, length, position) {
    this.#copy().writeSync(bytes, start, length, position)
  }

  /** @type {VfsFile['write']} */
  async write(bytes, start, length, position) {
    await this.#copy().write(bytes, start, length, position)
  }

  syncSync() {
    if (this.#own === null) return
    this.#own.syncSync()
    this.#giveName()
  }

  async sync() {
    if (this.#own === null) return
    await this.#own.sync()
    this.#giveName()
  }

  /** @param {number} size */
  truncate(size) {
    if (size !== this.size()) this.#copy().truncate(size)
  }

  size() {
    return this.#own === null ? this.template.blockCount(this.fileId) * PAGE_BYTES : this.#own.size()
  }

  /** @param {number} size */
  allocate(size) {
    if (size > this.size()) this.#copy().allocate(size)
  }

  /** There is a copy that has no name: who closed this would have to sync it. */
  get isUnnamed() { return this.#own !== null && !this.#named }

  /** A copy without a name would be forgotten: it gets one. */
  close() {
    if (this.#own === null) return
    try {
      if (!this.#named) this.syncSync()
    } finally {
      this.#own.close()
    }
  }

  /**
   * Closes it as it is: what is in a copy without a name was not written, for all anybody knows, and the next open
   * removes it.
   */
  abandon() {
    this.#own?.close()
  }

  #copy() {
    if (this.#own !== null) return this.#own
    const pages = this.template.pages(this.fileId)
    const own = this.vfs.open(newPath(this.path), { create: true })
    try {
      own.truncate(0) // what a crash left of an earlier one
      own.writeSync(pages, 0, pages.length, 0)
    } catch (error) {
      own.close()
      try {
        this.vfs.unlink(newPath(this.path)) // the room it takes is what others lack
      } catch { /* then the next open removes it */ }
      throw error
    }
    this.#own = own
    return own
  }

  #giveName() {
    if (this.#named) return
    this.vfs.rename(newPath(this.path), this.path)
    this.#named = true
    this.onNamed()
  }
}

/** @param {string} path */
const newPath = (path) => `${path}.new`

/**
 * After a crash, before anything is written: copies that never got their name, and may not be made again for long.
 * @param {Vfs} vfs
 */
export function removeHalfCopied(vfs) {
  for (const name of vfs.list('base')) if (name.endsWith('.new')) vfs.unlink(`base/${name}`)
}

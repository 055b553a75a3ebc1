/** Damage to files of a data directory that nobody has open: what a disk does to pages while they lie there. */
import { CRC_OFFSET, PAGE_BYTES, PAGE_KINDS, pageCrc } from '../../src/storage/page.js'

/** @import { Vfs } from '../../src/storage/vfs/vfs.js' */

/** @param {number} fileId */
export const pathOf = (fileId) => `base/${fileId.toString(16).padStart(8, '0')}`

/** @param {any} db @param {string} name of a relation @returns {Promise<number>} */
export async function fileOf(db, name) {
  return Number((await db.query('select relfilenode n from pg_class where relname = $1', [name])).rows[0].n)
}

/** The pages of a relation's file. @param {Vfs} vfs @param {number} fileId @returns {Uint8Array[]} */
export function pagesOf(vfs, fileId) {
  const file = vfs.open(pathOf(fileId))
  const pages = []
  for (let at = 0; at < file.size(); at += PAGE_BYTES) {
    const page = new Uint8Array(PAGE_BYTES)
    file.readSync(page, 0, PAGE_BYTES, at)
    pages.push(page)
  }
  file.close()
  return pages
}

/** The first block whose page holds the text. @param {Vfs} vfs @param {number} fileId @param {string} text */
export const blockWith = (vfs, fileId, text) =>
  pagesOf(vfs, fileId).findIndex((page) => Buffer.from(page).includes(text))

/** The first block of a kind. @param {Vfs} vfs @param {number} fileId @param {keyof typeof PAGE_KINDS} kind */
export const blockOfKind = (vfs, fileId, kind) =>
  pagesOf(vfs, fileId).findIndex((page) => page[10] === PAGE_KINDS[kind])

/**
 * Flips one bit of a page.
 * @param {Vfs} vfs
 * @param {number} fileId
 * @param {number} block
 * @param {number} [at] byte of the page
 */
export function flipBit(vfs, fileId, block, at = 8000) {
  change(vfs, pathOf(fileId), block * PAGE_BYTES + at, 1, (bytes) => { bytes[0] ^= 1 })
}

/** Makes a page all zero. @param {Vfs} vfs @param {number} fileId @param {number} block */
export function zeroPage(vfs, fileId, block) {
  change(vfs, pathOf(fileId), block * PAGE_BYTES, PAGE_BYTES, (bytes) => { bytes.fill(0) })
}

/**
 * A page that is whole, and of another kind than it should be.
 * @param {Vfs} vfs
 * @param {number} fileId
 * @param {number} block
 * @param {keyof typeof PAGE_KINDS} kind
 */
export function forgeKind(vfs, fileId, block, kind) {
  change(vfs, pathOf(fileId), block * PAGE_BYTES, PAGE_BYTES, (bytes) => {
    bytes[10] = PAGE_KINDS[kind]
    new DataView(bytes.buffer).setUint32(CRC_OFFSET, pageCrc(bytes, 0), true)
  })
}

/** @param {Vfs} vfs @param {number} fileId @param {number} blocks to keep */
export function cutFile(vfs, fileId, blocks) {
  const file = vfs.open(pathOf(fileId))
  file.truncate(blocks * PAGE_BYTES)
  file.syncSync()
  file.close()
}

/**
 * @param {Vfs} vfs
 * @param {string} path
 * @param {number} position
 * @param {number} length
 * @param {(bytes: Uint8Array) => void} edit
 */
export function change(vfs, path, position, length, edit) {
  const file = vfs.open(path)
  const bytes = new Uint8Array(length)
  file.readSync(bytes, 0, length, position)
  edit(bytes)
  file.writeSync(bytes, 0, length, position)
  file.syncSync()
  file.close()
}

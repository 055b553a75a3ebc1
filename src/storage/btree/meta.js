/**
 * The first two blocks of an index file. Block 0, the meta page:
 *
 *   OFFSET SIZE FIELD (little-endian)
 *       32    4 magic       36 4 format version       40 4 first free page, 0: none (linked through the field that is `next` in nodes)
 *
 * Block 1 is the root, for ever: it grows and shrinks in place, so a descent needs no pointer to it.
 */
import { PAGE_HEADER_BYTES, PAGE_KINDS, initPage, pageKind, setPageLower } from '../page.js'

/** @import { BlockNumber } from '../../util/identifiers.js' */

export const META_BLOCK = 0
export const ROOT_BLOCK = 1

const MAGIC = 0x65727453 // 'Stre'
const VERSION = 1
const MAGIC_OFFSET = PAGE_HEADER_BYTES
const VERSION_OFFSET = MAGIC_OFFSET + 4
const FREE_OFFSET = VERSION_OFFSET + 4

/** @param {DataView} view @param {Uint8Array} bytes @param {number} base */
export function initMeta(view, bytes, base) {
  initPage(view, bytes, base, PAGE_KINDS.BTREE_META)
  view.setUint32(base + MAGIC_OFFSET, MAGIC, true)
  view.setUint32(base + VERSION_OFFSET, VERSION, true)
  setPageLower(view, base, FREE_OFFSET + 4)
}

/** @param {DataView} view @param {number} base @returns {string} '' or what is wrong */
export function metaProblem(view, base) {
  if (pageKind(view, base) !== PAGE_KINDS.BTREE_META || view.getUint32(base + MAGIC_OFFSET, true) !== MAGIC)
    return 'block 0 is no B+tree meta page'
  const version = view.getUint32(base + VERSION_OFFSET, true)
  return version === VERSION ? '' : `format version ${version}, expected ${VERSION}`
}

/** @param {DataView} view @param {number} base */
export const metaVersion = (view, base) => view.getUint32(base + VERSION_OFFSET, true)
/** @param {DataView} view @param {number} base */
export const metaFirstFree = (view, base) => view.getUint32(base + FREE_OFFSET, true)
/** @param {DataView} view @param {number} base @param {BlockNumber} blockNo */
export const setMetaFirstFree = (view, base, blockNo) => view.setUint32(base + FREE_OFFSET, blockNo, true)

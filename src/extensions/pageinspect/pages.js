/**
 * What pageinspect tells of a page's bytes (storage/page.js, heap/README.md, btree/node.js), under PostgreSQL's
 * columns. The bytes are somebody's argument: they may be of any page, or of none.
 */
import { DbError } from '../../errors/db-error.js'
import { notThatPage, rawPageTooSmall, wrongPageBytes } from '../../errors/pageinspect.js'
import { META_BLOCK, metaFirstFree, metaProblem, metaVersion, ROOT_BLOCK } from '../../storage/btree/meta.js'
import {
  childAt, copyEntry, ENTRY_BYTES_MAX, entryBytes, leafTid, nodeCount, nodeFree, nodeLevel, nodeNext, nodePrevious,
  NODE_ROOM,
} from '../../storage/btree/node.js'
import { headerFlags, headerXid } from '../../storage/heap/heap-env.js'
import { ATTRIBUTES_AT, FLAG, TUPLE_HEADER_BYTES } from '../../storage/heap/tuple.js'
import {
  CRC_OFFSET, PAGE_BYTES, PAGE_HEADER_BYTES, PAGE_KINDS, pageBlockNo, pageCrc, pageFlags, pageKind, pageLower, pageLsn,
  pageUpper, SLOT_BYTES, slotCount, slotLength, slotOffset,
} from '../../storage/page.js'
import { SLOTS_MAX, TID_BYTES, tidOf } from '../../util/tuple-id.js'

/** @import { BlockNumber } from '../../util/identifiers.js' */

/** @typedef {(number | string | bigint | boolean | Uint8Array | null)[]} Row */
/** @typedef {{ view: DataView, bytes: Uint8Array }} Page at 0 */

/** PostgreSQL's numbers. */
const UNUSED = 0
const NORMAL = 1
const REDIRECT = 2
const TREE_FLAGS = { leaf: 1, root: 2, deleted: 4 }

const XID_LIMIT = 2 ** 32

/** @param {Uint8Array} bytes @returns {DataView} */
const viewOf = ({ buffer, byteOffset, length }) => new DataView(buffer, byteOffset, length)

/** @param {Uint8Array} bytes given @returns {Page} @throws {DbError} 22023 */
export function pageOf(bytes) {
  if (bytes.length !== PAGE_BYTES) throw wrongPageBytes(PAGE_BYTES, bytes.length)
  return { bytes, view: viewOf(bytes) }
}

/** Never written. @param {Page} page */
const isNew = ({ bytes }) => bytes.every((byte) => byte === 0)

/** As PostgreSQL's column has it: 16 bits of them, with a sign. @param {number} crc */
const shortSum = (crc) => ((crc ^ (crc >>> 16)) << 16) >> 16

/** `version` is the kind of the page; there is nothing to prune. @param {Page} page @returns {Row} */
export function headerOf(page) {
  const { view } = page
  const size = isNew(page) ? 0 : PAGE_BYTES
  return [
    pageLsn(view, 0), shortSum(view.getUint32(CRC_OFFSET, true)), pageFlags(view, 0), pageLower(view, 0),
    pageUpper(view, 0), size, size, pageKind(view, 0), 0,
  ]
}

/** What the header's sum is of a page that was written. @param {Page} page */
export const checksumOf = ({ bytes }) => shortSum(pageCrc(bytes, 0))

/**
 * Whether a page may be looked at as one of these kinds.
 * @param {Page} page @param {'heap' | 'btree'} what @param {number[]} kinds
 * @throws {DbError} 22023
 */
function requireKind({ view }, what, kinds) {
  if (!kinds.includes(pageKind(view, 0))) throw notThatPage(what, `Its kind is ${pageKind(view, 0)}.`)
}

/** Bytes that say they lie beyond the page: it is none. @template R @param {string} what @param {() => R} look */
function within(what, look) {
  try {
    return look()
  } catch (error) {
    if (error instanceof DbError || !(error instanceof RangeError)) throw error
    throw notThatPage(what, 'Something of it lies beyond its end.')
  }
}

// ---- tables

/** @param {Uint8Array} given @returns {Row[]} */
export function heapItems(given) {
  if (given.length < PAGE_HEADER_BYTES) throw rawPageTooSmall(given.length)
  const page = pageOf(given)
  if (isNew(page)) return []
  requireKind(page, 'heap', [PAGE_KINDS.HEAP])
  const { view } = page
  const block = pageBlockNo(view, 0)
  const count = slotCount(view, 0)
  if (count > SLOTS_MAX || PAGE_HEADER_BYTES + count * SLOT_BYTES > PAGE_BYTES)
    throw notThatPage('heap', 'Something of it lies beyond its end.')
  return within('heap', () => Array.from({ length: count }, (_, slot) => heapItem(page, block, slot)))
}

/** @param {Page} page @param {BlockNumber} block @param {number} slot @returns {Row} */
function heapItem({ view, bytes }, block, slot) {
  const offset = slotOffset(view, 0, slot)
  const length = slotLength(view, 0, slot)
  if (offset === 0) return [slot + 1, 0, UNUSED, 0, ...Array(10).fill(null)]
  const flags = headerFlags(view, offset)
  const xid = headerXid(view, offset) % XID_LIMIT
  const isHeld = (flags & (FLAG.DELETED | FLAG.LOCKED)) !== 0
  const writer = isHeld ? null : xid
  const holder = isHeld ? xid : 0
  if ((flags & FLAG.FORWARD) !== 0) {
    const body = tidOf(view.getUint32(offset + TUPLE_HEADER_BYTES, true),
      view.getUint16(offset + TUPLE_HEADER_BYTES + 4, true))
    return [slot + 1, offset, REDIRECT, length, writer, holder, null, body, null, flags, null, null, null, null]
  }
  const attributes = view.getUint16(offset + ATTRIBUTES_AT, true) & 0x7ff
  const bits = nullBits(view, offset + TUPLE_HEADER_BYTES, attributes)
  const head = TUPLE_HEADER_BYTES + ((attributes + 7) >>> 3)
  return [
    slot + 1, offset, NORMAL, length, writer, holder, null, tidOf(block, slot), attributes, flags, head, bits, null,
    bytes.slice(offset + head, offset + length),
  ]
}

/** A digit a column, 0: it is null. @param {DataView} view @param {number} at @param {number} count */
function nullBits(view, at, count) {
  let bits = ''
  for (let column = 0; column < count; column++)
    bits += (view.getUint8(at + (column >>> 3)) >> (column & 7)) & 1 ? '0' : '1'
  return bits.includes('0') ? bits.padEnd((count + 7) & ~7, '0') : null
}

// ---- trees

/** A "char". @param {string} letter */
const codeOf = (letter) => letter.charCodeAt(0)

/** @param {Page} root @param {Page} meta @returns {Row} */
export const treeMeta = ({ view: root }, { view: meta, bytes }) => {
  const problem = metaProblem(meta, 0)
  if (problem !== '') throw notThatPage('btree', problem)
  const level = nodeLevel(root, 0)
  const magic = viewOf(bytes).getInt32(PAGE_HEADER_BYTES, true)
  return [magic, metaVersion(meta, 0), ROOT_BLOCK, level, ROOT_BLOCK, level, null, null, null]
}

/** @param {Page} page @param {BlockNumber} block @returns {Row} */
export function treeStatistics(page, block) {
  const { view } = page
  const kind = pageKind(view, 0)
  if (kind === PAGE_KINDS.FREE)
    return [block, codeOf('d'), 0, 0, 0, PAGE_BYTES, NODE_ROOM, 0, nodeNext(view, 0), 0, TREE_FLAGS.deleted]
  const isLeaf = kind === PAGE_KINDS.BTREE_LEAF
  const isRoot = block === ROOT_BLOCK
  const count = nodeCount(view, 0)
  let bytes = 0
  for (let position = 0; position < count; position++) bytes += entryBytes(view, 0, position)
  return [
    block, codeOf(isLeaf ? 'l' : isRoot ? 'r' : 'i'), isLeaf ? count : count + 1, 0,
    count === 0 ? 0 : Math.floor(bytes / count), PAGE_BYTES, nodeFree(view, 0), nodePrevious(view, 0),
    nodeNext(view, 0), nodeLevel(view, 0), (isLeaf ? TREE_FLAGS.leaf : 0) | (isRoot ? TREE_FLAGS.root : 0),
  ]
}

const entry = new Uint8Array(PAGE_BYTES)

/** @param {Page} page @returns {Row[]} a row each entry, in order; of an inner page, each child */
export function treeItems(page) {
  if (isNew(page) || pageKind(page.view, 0) === PAGE_KINDS.FREE) return []
  requireKind(page, 'btree', [PAGE_KINDS.BTREE_LEAF, PAGE_KINDS.BTREE_INNER])
  const { view, bytes } = page
  const count = nodeCount(view, 0)
  const isLeaf = pageKind(view, 0) === PAGE_KINDS.BTREE_LEAF
  return within('btree', () => {
    /** @type {Row[]} */
    const rows = isLeaf ? [] : [[1, tidOf(childAt(view, 0, 0), 0), 0, null, null, '', null, null, null]]
    for (let position = 0; position < count; position++) {
      if (entryBytes(view, 0, position) > ENTRY_BYTES_MAX) throw new RangeError('no entry')
      const end = copyEntry(view, bytes, 0, position, entry, 0)
      const keyEnd = isLeaf ? end - TID_BYTES : end
      const tid = isLeaf ? leafTid(view, bytes, 0, position) : tidOf(childAt(view, 0, position + 1), 0)
      rows.push([
        rows.length + 1, tid, end, null, null, hexOf(entry.subarray(0, Math.max(0, keyEnd))), isLeaf ? false : null,
        isLeaf ? tid : null, null,
      ])
    }
    return rows
  })
}

/** Whether it is the one page of a tree that has no entries. @param {Page} page */
export const isTreeMeta = ({ view }) =>
  pageKind(view, 0) === PAGE_KINDS.BTREE_META && pageBlockNo(view, 0) === META_BLOCK && metaFirstFree(view, 0) >= 0

/** @param {Uint8Array} bytes */
const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ')

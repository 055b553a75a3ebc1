/**
 * The double-write area: a file that holds a whole copy of every page being written in place, synced before the first
 * of them is touched. A page torn by a power cut is restored from it at open. There are two, so that synchronous code
 * may write pages while a background batch is under way; they never hold the same page at once.
 *
 *   page 0   OFFSET SIZE FIELD (little-endian)
 *                 0    4 crc32 of bytes [4, 32 + 4 * count)
 *                 4    4 magic "SWdw"
 *                 8    8 sequence: batches are numbered as they start
 *                16    8 oldest: of the batch in the other area, while its pages in place are not all synced; else this one's
 *                24    4 count of copies             28  4 zero            32  4 * count  crc32 field of each copy
 *   pages 1… the copies, as they go into their files
 *
 * A batch is believed iff its header's crc holds and its sequence is not below `oldest` of the newest batch: an older
 * one had finished. A copy is believed iff its own crc holds and is the one the header lists.
 */
import { assert } from '../util/assert.js'
import { crc32 } from '../util/crc32.js'
import { relationPath } from '../errors/pages.js'
import { CRC_OFFSET, PAGE_BYTES, pageBlockNo, pageCrc, pageFileId, pageProblem } from './page.js'

/** @import { Vfs, VfsFile } from './vfs/vfs.js' */

export const BATCH_PAGES_MAX = 128
/** Of a batch of synchronous code, whose area grows when it is first needed. */
export const FOREGROUND_PAGES_MAX = 1024
assert(32 + 4 * FOREGROUND_PAGES_MAX <= PAGE_BYTES, 'the header has room for each copy')
const MAGIC = 0x77645753
const AREA_PATHS = ['double-write.0', 'double-write.1']
/** Of a usual batch. */
export const AREA_BYTES = (BATCH_PAGES_MAX + 1) * PAGE_BYTES

/**
 * Opens both areas, with durable names. They grow to the size of the largest batch so far; from then on syncing them
 * touches no metadata.
 * @param {Vfs} vfs @returns {VfsFile[]}
 */
export function openAreas(vfs) {
  const missing = AREA_PATHS.some((path) => !vfs.exists(path))
  /** @type {VfsFile[]} */
  const areas = []
  try {
    for (const path of AREA_PATHS) areas.push(vfs.open(path, { create: true }))
    if (missing) vfs.syncDir('')
  } catch (error) {
    for (const area of areas) area.close()
    throw error
  }
  return areas
}

/**
 * Makes room for a batch in an area. What is in it stays: a batch that had not finished is believed until the next
 * one's header is written.
 * @param {VfsFile} area
 * @param {number} size as returned before, 0: unknown
 * @param {number} count pages of the batch
 * @returns {number} its size, durable
 */
export function growArea(area, size, count) {
  const wanted = (1 + count) * PAGE_BYTES
  if (size === 0) size = area.size()
  if (size >= wanted) return size
  area.allocate(wanted)
  area.syncSync()
  return wanted
}

/**
 * Writes the header page of a batch whose copies, crc set, follow it in `staging`.
 * @param {Uint8Array} staging
 * @param {DataView} view over it
 * @param {number} sequence
 * @param {number} oldest
 * @param {number} count
 */
export function sealBatch(staging, view, sequence, oldest, count) {
  assert(count > 0 && count <= FOREGROUND_PAGES_MAX && oldest <= sequence, 'a batch has a few pages')
  view.setUint32(4, MAGIC, true)
  view.setFloat64(8, sequence, true)
  view.setFloat64(16, oldest, true)
  view.setUint32(24, count, true)
  view.setUint32(28, 0, true)
  for (let index = 0; index < count; index++) {
    view.setUint32(32 + 4 * index, view.getUint32((1 + index) * PAGE_BYTES + CRC_OFFSET, true), true)
  }
  view.setUint32(0, crc32(staging, 4, 32 + 4 * count), true)
}

/**
 * At open, before redo: replaces every page that the last crash tore by its copy, writes those again that are whole as
 * their copies, and syncs them all. What is whole may be so in the system's cache alone, where a killed process has
 * left it, or a sync that failed: the next batch takes the copy away, and then a power cut may tear the page.
 * After a clean close all of them are on disk: the areas say only where to go on counting.
 * @param {Vfs} vfs
 * @param {boolean} wasClosed cleanly
 * @returns {{restored: number, nextSequence: number}} nextSequence is above every one on disk
 */
export function restoreTornPages(vfs, wasClosed) {
  const batches = AREA_PATHS.filter((path) => vfs.exists(path))
    .map((path) => readBatch(vfs, path, wasClosed))
    .filter((batch) => batch !== null)
  batches.sort((a, b) => b.sequence - a.sequence)
  if (batches.length === 0) return { restored: 0, nextSequence: 1 }
  let restored = 0
  for (const batch of wasClosed ? [] : batches) {
    if (batch.sequence >= batches[0].oldest) restored += restoreBatch(vfs, batch)
  }
  return { restored, nextSequence: batches[0].sequence + 1 }
}

/** @typedef {{sequence: number, oldest: number, count: number, bytes: Uint8Array, view: DataView}} Batch */

/** @param {Vfs} vfs @param {string} path @param {boolean} headerOnly without the copies @returns {Batch | null} */
function readBatch(vfs, path, headerOnly) {
  const file = vfs.open(path)
  let areaBytes = AREA_BYTES
  let bytes
  try {
    areaBytes = Math.max(AREA_BYTES, Math.min(file.size(), (1 + FOREGROUND_PAGES_MAX) * PAGE_BYTES))
    bytes = new Uint8Array(headerOnly ? PAGE_BYTES : areaBytes)
    file.readSync(bytes, 0, bytes.length, 0)
  } finally {
    file.close()
  }
  const view = new DataView(bytes.buffer)
  const count = view.getUint32(24, true)
  if (view.getUint32(4, true) !== MAGIC || count === 0 || (1 + count) * PAGE_BYTES > areaBytes) return null
  if (view.getUint32(0, true) !== crc32(bytes, 4, 32 + 4 * count)) return null
  return { sequence: view.getFloat64(8, true), oldest: view.getFloat64(16, true), count, bytes, view }
}

/** @param {Vfs} vfs @param {Batch} batch @returns {number} pages restored */
function restoreBatch(vfs, { bytes, view, count }) {
  /** @type {Map<number, VfsFile>} */
  const files = new Map()
  /** @type {Set<VfsFile>} */
  const written = new Set()
  const inPlace = new Uint8Array(PAGE_BYTES)
  const inPlaceView = new DataView(inPlace.buffer)
  let restored = 0
  try {
    for (let index = 0; index < count; index++) {
      const at = (1 + index) * PAGE_BYTES
      const listed = view.getUint32(32 + 4 * index, true)
      if (view.getUint32(at + CRC_OFFSET, true) !== listed || pageCrc(bytes, at) !== listed) continue
      const fileId = pageFileId(view, at)
      const blockNo = pageBlockNo(view, at)
      let file = files.get(fileId)
      if (file === undefined) {
        if (!vfs.exists(relationPath(fileId))) continue // dropped, or its creation is in the log
        files.set(fileId, file = vfs.open(relationPath(fileId)))
      }
      const got = file.readSync(inPlace, 0, PAGE_BYTES, blockNo * PAGE_BYTES)
      if (got === 0) continue // beyond the end: never there, and redo makes it
      inPlace.fill(0, got)
      const isWhole = got === PAGE_BYTES && pageProblem(inPlaceView, inPlace, 0, fileId, blockNo) === ''
      // An older one redo makes new; a newer one is of a batch that came later.
      if (isWhole && inPlaceView.getUint32(CRC_OFFSET, true) !== listed) continue
      file.writeSync(bytes, at, PAGE_BYTES, blockNo * PAGE_BYTES)
      written.add(file)
      if (!isWhole) restored++
    }
    for (const file of written) file.syncSync()
  } finally {
    for (const file of files.values()) file.close()
  }
  return restored
}

/** Moves what waits in a gin index to where it belongs (README.md): a piece at a time, so that others have turns. */
import { TID_BYTES, tidAt } from '../../util/tuple-id.js'
import { GinBatch } from './batch.js'
import { eachWaiting, eachWaitingKey, isMovable, waitingBytes } from './waiting.js'
/** @import { GinTree } from './tree.js' */

/** Entries between two looks at the clock: about a millisecond. */
const STEP = 512
/** Of one piece, whose keys are sorted in one go. */
const ROWS_MAX = 1 << 12
const BYTES_MAX = 1 << 20

/**
 * @param {GinTree} tree
 * @returns {Generator<number, number, void>} yields now and then, with nothing half done that others could trip over;
 *   returns how many rows' entries were moved
 */
export function* moveWaiting(tree) {
  const { waiting } = tree.env
  const { fileId } = tree.file
  if (waiting.moving.has(fileId) || waitingBytes(tree) === 0) return 0
  /** @type {Set<number>} */
  const gone = new Set()
  waiting.moving.set(fileId, gone)
  let moved = 0
  try {
    for (;;) {
      const entries = movable(tree)
      if (entries.length === 0) return moved
      yield entries.length
      yield* insert(tree, entries, gone)
      for (let index = 0; index < entries.length; index++) {
        const entry = entries[index]
        if (!gone.has(tidAt(entry, entry.length - TID_BYTES))) {
          tree.removeEntry(entry, 0, entry.length, 0, 0)
          waiting.less(fileId, entry.length)
        }
        if (index % STEP === STEP - 1) yield STEP
      }
      gone.clear()
      moved += entries.length
    }
  } finally {
    waiting.moving.delete(fileId)
  }
}

/** @param {GinTree} tree @returns {Uint8Array[]} entries of transactions that are over */
function movable(tree) {
  /** @type {Uint8Array[]} */
  const entries = []
  let size = 0
  let all = 0
  eachWaiting(tree, -1, (entry, end) => {
    all += end
    if (!isMovable(tree.env, entry)) return true
    entries.push(entry.slice(0, end))
    size += end
    return entries.length < ROWS_MAX && size < BYTES_MAX
  })
  if (entries.length === 0) {
    const { sizes, left } = tree.env.waiting
    sizes.set(tree.file.fileId, all)
    left.set(tree.file.fileId, all)
  }
  return entries
}

/**
 * @param {GinTree} tree
 * @param {Uint8Array[]} entries
 * @param {Set<number>} gone rows whose entries others have moved or removed
 */
function* insert(tree, entries, gone) {
  const batch = new GinBatch()
  const tids = new Float64Array(entries.length)
  for (let row = 0; row < entries.length; row++) {
    const entry = entries[row]
    tids[row] = tidAt(entry, entry.length - TID_BYTES)
    batch.openRow(row, entry.length)
    eachWaitingKey(entry, entry.length, (start, end) => batch.addEntry(row, entry, start, end))
    batch.rowEnds[row] = batch.entryCount
    if (row % STEP === STEP - 1) yield STEP
  }
  const count = batch.sort(entries.length, tids)
  const { order, starts, ends, bytes } = batch
  let rows = new Float64Array(64)
  for (let at = 0, looked = 0; at < count;) {
    const start = starts[order[at]]
    const end = ends[order[at]]
    let found = 0
    for (; at < count && starts[order[at]] === start; at++) {
      const tid = batch.tids[order[at]]
      if (gone.has(tid)) continue
      if (found === rows.length) {
        const more = new Float64Array(2 * found)
        more.set(rows)
        rows = more
      }
      rows[found++] = tid
    }
    tree.post(bytes, start, end, rows, 0, found)
    if (at - looked < STEP) continue
    looked = at
    yield STEP
  }
}

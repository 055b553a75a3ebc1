/**
 * A cluster without SQL: log, storage, transactions and one heap over any Vfs, with recovery; what heap and transaction
 * tests stand on.
 */
import { FILE_OF_TEST, GEOMETRY, openCluster } from './cluster.js'
import { HeapCursor } from '../../../src/storage/heap/heap-cursor.js'
import { HeapScan, SCAN_END } from '../../../src/storage/heap/heap-scan.js'

export { FILE_OF_TEST, GEOMETRY, openCluster }

/** @import { Heap } from '../../../src/storage/heap/heap.js' */

/** Every visible row. @param {Heap} heap @param {any} snapshot @returns {Map<number, any[]>} tid -> values */
export function rowsOf(heap, snapshot) {
  const { view, bytes } = heap.env.pool
  const rows = new Map()
  const scan = new HeapScan(heap, snapshot, true)
  for (let at = scan.next(); at !== SCAN_END; at = scan.next()) rows.set(scan.tid, heap.layout.decode(bytes, view, at))
  scan.release()
  return rows
}

/** @param {Heap} heap @param {number} tid @param {any} snapshot @returns {any[] | null} */
export function rowOf(heap, tid, snapshot) {
  const cursor = new HeapCursor(heap)
  const at = cursor.fetch(tid, snapshot)
  const values = at < 0 ? null : heap.layout.decode(heap.env.pool.bytes, heap.env.pool.view, at)
  cursor.release()
  return values
}

/** @param {Heap} heap @param {any} txn @param {any[]} values */
export function insert(heap, txn, values) {
  const length = heap.formTuple(txn, values)
  return heap.insert(txn, heap.tupleAt, length)
}

/** @param {Heap} heap @param {any} txn @param {number} tid @param {any[]} values @param {number} [changed] */
export function update(heap, txn, tid, values, changed = 0) {
  const length = heap.formTuple(txn, values)
  heap.update(txn, tid, heap.tupleAt, length, changed)
}

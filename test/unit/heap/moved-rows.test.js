/** A row whose body is on another page than its tuple id says: whoever changes it changes that page, too. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'
import { insert, openCluster, rowOf, update } from './harness.js'

const TEXT = 'y'.repeat(1500)
const MOVED = 3

/** A page of rows, one of which has moved; on the disk. */
function withMovedRow() {
  const vfs = new MemoryVfs()
  const c = openCluster(vfs)
  const fill = c.txns.begin()
  const tids = Array.from({ length: 60 }, (_, id) => insert(c.heap, fill, [id, id, 'x'.repeat(100)]))
  c.txns.commit(fill)
  const move = c.txns.begin()
  update(c.heap, move, tids[MOVED], [MOVED, 0, TEXT])
  c.txns.commit(move)
  checkpoint(c)
  return { vfs, c, tid: tids[MOVED] }
}

/** @param {any} c */
function checkpoint(c) {
  c.heap.release()
  c.checkpoint()
}

/** @param {any} c @param {any} txn @param {number} tid @param {number} id */
function patch(c, txn, tid, id) {
  const scratch = c.env.pool.scratch()
  c.env.pool.view.setInt32(scratch, id, true)
  c.heap.patch(txn, tid, c.heap.layout.columns[0].offset, 4, scratch)
  c.env.pool.releaseScratch(scratch)
}

/** As another process finds it, which redoes nothing. @param {any} vfs @param {number} tid */
function reopened(vfs, tid) {
  const c = openCluster(vfs)
  const txn = c.txns.begin()
  const row = rowOf(c.heap, tid, c.txns.snapshot(txn))
  c.txns.commit(txn)
  return row
}

test('a patch', () => {
  const { vfs, c, tid } = withMovedRow()
  const txn = c.txns.begin()
  patch(c, txn, tid, 999)
  c.txns.commit(txn)
  checkpoint(c)
  assert.deepEqual(reopened(vfs, tid), [999, 0, TEXT])
})

test('a patch that is rolled back after a checkpoint', () => {
  const { vfs, c, tid } = withMovedRow()
  const txn = c.txns.begin()
  patch(c, txn, tid, 999)
  checkpoint(c)
  c.txns.abort(txn)
  checkpoint(c)
  assert.deepEqual(reopened(vfs, tid), [MOVED, 0, TEXT])
})

test('an update in its place', () => {
  const { vfs, c, tid } = withMovedRow()
  const txn = c.txns.begin()
  update(c.heap, txn, tid, [5, 6, TEXT])
  c.txns.commit(txn)
  checkpoint(c)
  assert.deepEqual(reopened(vfs, tid), [5, 6, TEXT])
})

/** Vacuum goes on while others write: what it saw of a page may be old by the time it acts. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'
import { OK } from '../../../src/storage/heap/status.js'
import { vacuum } from '../../../src/storage/heap/heap-purge.js'
import { insert, openCluster, rowOf, update } from './harness.js'

/** Rows that fill several pages. @param {any} c @returns {number[]} tids */
function filled(c) {
  const txn = c.txns.begin()
  const tids = []
  for (let id = 0; id < 60; id++) tids.push(insert(c.heap, txn, [id, id, 'r'.repeat(400)]))
  c.heap.release()
  c.txns.commit(txn)
  while (c.txns.purge());
  return tids
}

/** @param {any} c @param {any} txn @param {number} tid @param {any[]} values */
function change(c, txn, tid, values) {
  const snapshot = c.txns.snapshot(txn)
  assert.equal(c.heap.lockForUpdate(txn, tid, snapshot, 3), OK)
  update(c.heap, txn, tid, values)
  c.txns.releaseSnapshot(snapshot)
  c.heap.release()
}

/** @param {any} c @param {number} tid */
function read(c, tid) {
  const txn = c.txns.begin()
  const row = rowOf(c.heap, tid, c.txns.snapshot(txn))
  c.txns.commit(txn)
  return row
}

// Vacuum lost rows: one that outgrew its page after vacuum had passed it, to a page vacuum had yet to see, had a body
// that no stub pointed at. Vacuum took it for what a crash had left. Bodies younger than vacuum's beginning are now
// left alone.
test('a row that moves ahead of vacuum keeps its body', () => {
  const c = openCluster(new MemoryVfs())
  const [tid] = filled(c)
  const work = vacuum(c.env, c.relation)
  work.next()
  const txn = c.txns.begin()
  change(c, txn, tid, [1000, 0, 'long'.repeat(400)])
  c.txns.commit(txn)
  while (c.txns.purge());
  while (!work.next().done);
  assert.deepEqual(read(c, tid), [1000, 0, 'long'.repeat(400)])
})

// The same by a rollback: when vacuum passed the row it pointed at a new body, afterwards at the old one again.
test('a row whose move is rolled back behind vacuum keeps its body', () => {
  const c = openCluster(new MemoryVfs())
  const [tid] = filled(c)
  const first = c.txns.begin()
  change(c, first, tid, [1000, 0, 'long'.repeat(400)])
  c.txns.commit(first)
  while (c.txns.purge());
  const second = c.txns.begin()
  change(c, second, tid, [2000, 0, 'longer'.repeat(500)])
  const work = vacuum(c.env, c.relation)
  work.next()
  c.txns.abort(second)
  while (!work.next().done);
  assert.deepEqual(read(c, tid), [1000, 0, 'long'.repeat(400)])
})

// VACUUM of a table that no crash has left anything in looks at its rows only. An old snapshot held the purge up; what
// vacuum finds by itself it removes with the entries.
test('rows that vacuum removes leave no entry behind, whether it sweeps the indexes or not', () => {
  for (const whole of [true, false]) {
    const c = openCluster(new MemoryVfs())
    const tids = filled(c)
    const txn = c.txns.begin()
    for (const tid of tids.slice(10, 30)) {
      const snapshot = c.txns.snapshot(txn)
      assert.equal(c.heap.lockForUpdate(txn, tid, snapshot, 3), OK)
      c.heap.delete(txn, tid)
      c.txns.releaseSnapshot(snapshot)
    }
    c.heap.release()
    c.txns.commit(txn)
    while (c.txns.purge());
    const work = vacuum(c.env, c.relation, whole)
    let step = work.next()
    while (!step.done) step = work.next()
    assert.equal(step.value.entriesRemoved, 0)
    for (const tid of tids.slice(30)) assert.notEqual(read(c, tid), null)
  }
})

// Bodies and out-of-line values are left alone while undo is pending; the table was taken for swept all the same, and
// what a crash had left in it stayed for good.
test('a table is swept once nothing of it was left alone', () => {
  const c = openCluster(new MemoryVfs())
  const [tid] = filled(c)
  c.txns.sweepFiles.add(c.heap.fileId)
  const txn = c.txns.begin()
  change(c, txn, tid, [1000, 0, 'changed'])
  c.txns.commit(txn)
  assert.ok(!c.txns.unsettled.isEmpty, 'its undo is pending')
  const first = vacuum(c.env, c.relation)
  while (!first.next().done);
  assert.ok(c.txns.sweepFiles.has(c.heap.fileId))
  while (c.txns.purge());
  const second = vacuum(c.env, c.relation)
  while (!second.next().done);
  assert.ok(!c.txns.sweepFiles.has(c.heap.fileId))
})

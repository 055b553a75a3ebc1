/**
 * Row locks leave ids and undo pointers on pages without a record of their own. The log says first how far both may
 * have been used, so that whoever comes after a crash hands out none of them again: a header that a dead transaction
 * left locks nothing, hides nothing, and its pointer is never followed.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { FaultVfs } from '../../support/disk/fault-vfs.js'
import { OK } from '../../../src/storage/heap/status.js'
import { insert, openCluster, rowsOf, update } from './harness.js'

const ROWS = 600

/** A disk with rows, and a cluster that has nothing but read them since. @param {'immediate' | 'none'} mode */
function reopened(mode) {
  const disk = new FaultVfs({ seed: 1 })
  const first = openCluster(disk, { mode })
  const txn = first.txns.begin()
  const tids = Array.from({ length: ROWS }, (_row, n) => insert(first.heap, txn, [n, n, 'n'.repeat(200)]))
  first.txns.commit(txn)
  first.env.releasePins()
  first.checkpoint()
  const next = disk.afterKill()
  const c = openCluster(next, { cachePages: 8, mode })
  // Beyond the undo log's first chunk, which no reopen uses again.
  for (let round = 0; round < 30; round++) {
    const locker = c.txns.begin()
    for (const tid of tids) assert.equal(c.heap.lockForUpdate(locker, tid, c.txns.snapshot(locker), 4), OK)
    c.txns.commit(locker)
  }
  return { disk: next, tids, c }
}

/** Every row is there, and can be locked and changed. @param {any} c @param {number[]} tids */
function allFree(c, tids) {
  // Another transaction's records lie where pointers of the dead ones would lead.
  const busy = c.txns.begin()
  for (let n = 0; n < 2 * ROWS; n++) insert(c.heap, busy, [-1, n, 'busy'])
  const txn = c.txns.begin()
  const snapshot = c.txns.snapshot(txn)
  assert.deepEqual([...rowsOf(c.heap, snapshot).values()].map(([id]) => id), tids.map((_tid, n) => n))
  for (const tid of tids) {
    assert.equal(c.heap.lockForUpdate(txn, tid, snapshot, 4), OK)
    update(c.heap, txn, tid, [tid, 0, 'changed'])
  }
  c.txns.abort(txn)
  c.txns.abort(busy)
}

for (const mode of /** @type {const} */ (['immediate', 'none'])) {
  for (const [name, strength] of /** @type {const} */ ([['UPDATE', 4], ['KEY SHARE', 1]])) {
    test(`rows locked FOR ${name} by a process that died are free, wal_sync = ${mode}`, () => {
      const { disk, tids, c } = reopened(mode)
      const holders = [c.txns.begin(), c.txns.begin()]
      for (const tid of tids) {
        for (const txn of strength === 1 ? holders : holders.slice(0, 1))
          assert.equal(c.heap.lockForUpdate(txn, tid, c.txns.snapshot(txn), strength), OK)
      }
      assert.ok(c.storage.writer.pagesWritten > 0, 'pages with locks were written to make room')
      for (const image of [disk.crashImage(1), disk.crashImage(2), disk.crashImage(3), disk.afterKill()])
        allFree(openCluster(image, { mode }), tids)
    })
  }
}

test('locks of many transactions, over several ranges of ids and pointers', () => {
  const { disk, tids, c } = reopened('none')
  for (let round = 0; round < 20000; round++) {
    const txn = c.txns.begin()
    assert.equal(c.heap.lockForUpdate(txn, tids[round % ROWS], c.txns.snapshot(txn), 3), OK)
    c.txns.commit(txn)
  }
  assert.ok(c.storage.writer.pagesWritten > 0 && c.txns.commits > 16384)
  allFree(openCluster(disk.afterKill()), tids)
})

test('a lock given back by ROLLBACK TO leaves nothing behind either', () => {
  const { disk, tids, c } = reopened('none')
  const txn = c.txns.begin()
  const mark = c.txns.savepoint(txn)
  for (const tid of tids) assert.equal(c.heap.lockForUpdate(txn, tid, c.txns.snapshot(txn), 4), OK)
  c.txns.rollbackTo(txn, mark)
  for (const tid of tids.slice(0, ROWS / 2)) assert.equal(c.heap.lockForUpdate(txn, tid, c.txns.snapshot(txn), 4), OK)
  assert.ok(c.storage.writer.pagesWritten > 0)
  allFree(openCluster(disk.afterKill()), tids)
})

/** Rows: insert, patch, update, delete, their versions, statuses, forwarding, rollback, purge. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'
import { DELETED, INVISIBLE, OK, SELF_MODIFIED, UPDATED, WAIT } from '../../../src/storage/heap/status.js'
import { vacuum } from '../../../src/storage/heap/heap-purge.js'
import { openCluster, rowOf, rowsOf, insert, update } from './harness.js'

/** @param {any} c @param {any[][]} rows */
function filled(c, rows) {
  const txn = c.txns.begin()
  const tids = rows.map((row) => insert(c.heap, txn, row))
  c.txns.commit(txn)
  return tids
}

/** @param {any} c @param {(snapshot: any, txn: any) => any} read */
function seeing(c, read) {
  const txn = c.txns.begin()
  const result = read(c.txns.snapshot(txn), txn)
  c.txns.commit(txn)
  return result
}

test('what is committed is seen, what is not is not, a statement does not see itself', () => {
  const c = openCluster(new MemoryVfs())
  const a = c.txns.begin()
  const before = c.txns.snapshot(a)
  const tid = insert(c.heap, a, [1, 10, 'one'])
  assert.equal(rowOf(c.heap, tid, before), null)
  a.nextCommand()
  assert.deepEqual(rowOf(c.heap, tid, c.txns.snapshot(a)), [1, 10, 'one'])
  seeing(c, (snapshot) => assert.equal(rowsOf(c.heap, snapshot).size, 0))
  const b = c.txns.begin({ isolation: 'repeatable read' })
  const early = c.txns.snapshot(b)
  c.txns.commit(a)
  assert.equal(rowOf(c.heap, tid, early), null)
  assert.equal(rowOf(c.heap, tid, c.txns.snapshot(b)), null)
  seeing(c, (snapshot) => assert.deepEqual(rowOf(c.heap, tid, snapshot), [1, 10, 'one']))
  c.txns.commit(b)
})

test('patch, update and delete leave older versions to older snapshots; rollback restores', () => {
  const c = openCluster(new MemoryVfs())
  const [tid] = filled(c, [[1, 10, 'one']])
  const old = c.txns.begin({ isolation: 'repeatable read' })
  const first = c.txns.snapshot(old)
  const scratch = c.env.pool.scratch()
  const w = c.txns.begin()
  c.env.pool.view.setInt32(scratch, 77, true)
  assert.equal(c.heap.checkForUpdate(w, tid, c.txns.snapshot(w), 3), OK)
  c.heap.patch(w, tid, c.heap.layout.columns[0].offset, 4, scratch)
  w.nextCommand()
  assert.deepEqual(rowOf(c.heap, tid, c.txns.snapshot(w)), [77, 10, 'one'])
  const mark = c.txns.savepoint(w)
  w.nextCommand()
  update(c.heap, w, tid, [78, 2 ** 52, 'a longer text than there was before, by far'])
  w.nextCommand()
  assert.deepEqual(rowOf(c.heap, tid, c.txns.snapshot(w)), [78, 2 ** 52, 'a longer text than there was before, by far'])
  c.heap.delete(w, tid)
  w.nextCommand()
  assert.equal(rowOf(c.heap, tid, c.txns.snapshot(w)), null)
  assert.deepEqual(rowOf(c.heap, tid, first), [1, 10, 'one'])
  c.txns.rollbackTo(w, mark)
  assert.deepEqual(rowOf(c.heap, tid, c.txns.snapshot(w)), [77, 10, 'one'])
  c.txns.commit(w)
  assert.deepEqual(rowOf(c.heap, tid, first), [1, 10, 'one'])
  seeing(c, (snapshot) => assert.deepEqual(rowOf(c.heap, tid, snapshot), [77, 10, 'one']))
  const gone = c.txns.begin()
  c.heap.delete(gone, tid)
  c.txns.abort(gone)
  seeing(c, (snapshot) => assert.deepEqual(rowOf(c.heap, tid, snapshot), [77, 10, 'one']))
  c.txns.commit(old)
})

test('a row that outgrows its page moves, keeps its tuple id, and comes home', () => {
  const c = openCluster(new MemoryVfs())
  const tids = filled(c, Array.from({ length: 60 }, (_, id) => [id, id, 'x'.repeat(100)]))
  const old = c.txns.begin({ isolation: 'repeatable read' })
  const first = c.txns.snapshot(old)
  for (let round = 0; round < 3; round++) {
    const w = c.txns.begin()
    update(c.heap, w, tids[3], [3, round, 'y'.repeat(1500 + round)])
    if (round === 1) c.txns.abort(w)
    else c.txns.commit(w)
  }
  seeing(c, (snapshot) => {
    assert.deepEqual(rowOf(c.heap, tids[3], snapshot), [3, 2, 'y'.repeat(1502)])
    assert.equal(rowsOf(c.heap, snapshot).size, 60)
  })
  assert.deepEqual(rowOf(c.heap, tids[3], first), [3, 3, 'x'.repeat(100)])
  const w = c.txns.begin()
  const scratch = c.env.pool.scratch()
  c.env.pool.view.setInt32(scratch, 999, true)
  c.heap.patch(w, tids[3], c.heap.layout.columns[0].offset, 4, scratch)
  w.nextCommand()
  assert.equal(rowOf(c.heap, tids[3], c.txns.snapshot(w))?.[0], 999)
  c.txns.abort(w)
  assert.deepEqual(rowOf(c.heap, tids[3], first), [3, 3, 'x'.repeat(100)])
  c.txns.commit(old)
  while (c.txns.purge());
  assert.ok(c.txns.unsettled.isEmpty)
  const back = c.txns.begin()
  update(c.heap, back, tids[3], [3, 4, 'short'])
  c.txns.commit(back)
  while (c.txns.purge());
  seeing(c, (snapshot) => {
    assert.deepEqual(rowOf(c.heap, tids[3], snapshot), [3, 4, 'short'])
    assert.equal(rowsOf(c.heap, snapshot).size, 60)
  })
})

test('statuses: newer version, deleted, own change, wait; repeatable read is refused', async () => {
  const c = openCluster(new MemoryVfs())
  const tids = filled(c, [[1, 10, 'a'], [2, 20, 'b'], [3, 30, 'c']])
  const a = c.txns.begin({ pid: 1 })
  const b = c.txns.begin({ pid: 2 })
  const r = c.txns.begin({ isolation: 'repeatable read' })
  const sa = c.txns.snapshot(a)
  const sb = c.txns.snapshot(b)
  const sr = c.txns.snapshot(r)
  assert.equal(c.heap.checkForUpdate(a, tids[0], sa, 3), OK)
  update(c.heap, a, tids[0], [1, 11, 'a'])
  c.heap.delete(a, tids[1])
  assert.equal(c.heap.checkForUpdate(a, tids[0], sa, 3), SELF_MODIFIED)
  assert.equal(c.heap.checkForUpdate(b, tids[0], sb, 3), WAIT)
  const wait = c.heap.wait
  assert.ok(wait)
  // A KEY SHARE passes a change that leaves the key alone.
  const share = c.txns.begin()
  assert.equal(c.heap.lockForUpdate(share, tids[0], c.txns.snapshot(share), 1), OK)
  assert.equal(c.heap.layout.read(1, c.env.pool.bytes, c.env.pool.view, c.heap.currentAt), 10)
  c.txns.commit(share)
  c.txns.commit(a)
  await wait.promise
  assert.equal(c.heap.checkForUpdate(b, tids[0], sb, 3), UPDATED)
  assert.equal(c.heap.layout.read(1, c.env.pool.bytes, c.env.pool.view, c.heap.currentAt), 11)
  assert.equal(c.heap.checkForUpdate(b, tids[1], sb, 4), DELETED)
  assert.throws(() => c.heap.checkForUpdate(r, tids[1], sr, 4), { code: '40001' })
  c.txns.commit(b)
  assert.throws(() => c.heap.checkForUpdate(r, tids[0], sr, 3), { code: '40001' })
  c.txns.abort(r)
  while (c.txns.purge());
  seeing(c, (snapshot, txn) => assert.equal(c.heap.checkForUpdate(txn, tids[1], snapshot, 4), INVISIBLE))
  c.heap.release()
  c.storage.pool.assertUnpinned()
})

test('the lock is granted before the waiter wakes, first come first served', async () => {
  const c = openCluster(new MemoryVfs())
  const [tid] = filled(c, [[1, 10, 'a']])
  const order = []
  const holder = c.txns.begin()
  c.heap.lockForUpdate(holder, tid, c.txns.snapshot(holder), 4)
  const waiters = [1, 2, 3].map((pid) => c.txns.begin({ pid }))
  const waits = waiters.map((txn) => {
    assert.equal(c.heap.lockForUpdate(txn, tid, c.txns.snapshot(txn), 4), WAIT)
    return c.heap.wait
  })
  c.txns.commit(holder)
  const late = c.txns.begin()
  assert.equal(c.heap.lockForUpdate(late, tid, c.txns.snapshot(late), 4), WAIT)
  c.heap.wait?.cancel(new Error('gone'))
  for (const [index, wait] of waits.entries()) {
    await wait?.promise
    order.push(index)
    const snapshot = c.txns.snapshot(waiters[index])
    assert.equal(c.heap.lockForUpdate(waiters[index], tid, snapshot, 4), OK)
    c.txns.commit(waiters[index])
  }
  assert.deepEqual(order, [0, 1, 2])
  assert.equal(c.txns.rowLocks.queueCount, 0)
  c.txns.abort(late)
})

test('shared locks: many holders, an upgrade waits for the others, savepoints give back', async () => {
  const c = openCluster(new MemoryVfs())
  const [tid] = filled(c, [[1, 10, 'a']])
  const [a, b, w] = [1, 2, 3].map((pid) => c.txns.begin({ pid }))
  assert.equal(c.heap.lockForUpdate(a, tid, c.txns.snapshot(a), 2), OK)
  const mark = c.txns.savepoint(b)
  assert.equal(c.heap.lockForUpdate(b, tid, c.txns.snapshot(b), 2), OK)
  assert.equal(c.heap.lockForUpdate(w, tid, c.txns.snapshot(w), 4), WAIT)
  const wait = c.heap.wait
  c.txns.rollbackTo(b, mark)
  assert.equal(c.txns.rowLocks.holds.size, 0)
  assert.equal(wait?.done, false)
  c.txns.commit(a)
  await wait?.promise
  assert.equal(c.heap.lockForUpdate(b, tid, c.txns.snapshot(b), 1), WAIT)
  c.txns.abort(w)
  await c.heap.wait?.promise
  c.txns.commit(b)
  assert.equal(c.txns.rowLocks.queueCount, 0)
})

test('a deadlock is found when its last edge closes', async () => {
  const c = openCluster(new MemoryVfs())
  const tids = filled(c, [[1, 10, 'a'], [2, 20, 'b']])
  const a = c.txns.begin({ pid: 11 })
  const b = c.txns.begin({ pid: 22 })
  c.heap.lockForUpdate(a, tids[0], c.txns.snapshot(a), 4)
  c.heap.lockForUpdate(b, tids[1], c.txns.snapshot(b), 4)
  assert.equal(c.heap.lockForUpdate(a, tids[1], c.txns.snapshot(a), 4), WAIT)
  const first = c.heap.wait
  assert.equal(c.heap.lockForUpdate(b, tids[0], c.txns.snapshot(b), 4), WAIT)
  await assert.rejects(/** @type {any} */ (c.heap.wait).promise, (/** @type {any} */ error) => {
    assert.equal(error.code, '40P01')
    assert.match(error.detail, /^Process 22 waits for ShareLock on transaction \d+; blocked by process 11\.\nProcess 11 waits for ShareLock on transaction \d+; blocked by process 22\.$/)
    return true
  })
  c.txns.abort(b)
  await first?.promise
  c.txns.commit(a)
})

test('purge frees slots, entries, bodies and values out of line; vacuum finds nothing left', () => {
  const c = openCluster(new MemoryVfs(), { index: true })
  const key = new Uint8Array(64)
  /** @param {any} txn @param {number} tid @param {any[]} row */
  const index = (txn, tid, row) => {
    const length = c.heap.formTuple(txn, row)
    assert.ok(length > 0)
    const end = c.extractKey(c.env.pool.bytes, c.env.pool.view, c.heap.tupleAt, key, 0)
    return c.tree.insert(txn, key, 0, end, tid)
  }
  const txn = c.txns.begin()
  /** @type {number[]} */
  const tids = []
  for (let id = 0; id < 300; id++) {
    const row = [id, id, 'n'.repeat(id % 10 === 0 ? 9000 : 20)]
    const tid = insert(c.heap, txn, row)
    index(txn, tid, [id, id, ''])
    tids.push(tid)
  }
  c.txns.commit(txn)
  const change = c.txns.begin()
  for (let id = 0; id < 300; id++) {
    if (id % 3 === 0) c.heap.delete(change, tids[id])
    else if (id % 3 === 1) {
      update(c.heap, change, tids[id], [id, id + 1000, 'm'.repeat(400)], 3)
      index(change, tids[id], [id, id + 1000, ''])
    }
  }
  c.txns.commit(change)
  while (c.txns.purge(7));
  assert.ok(c.txns.unsettled.isEmpty)
  let entries = 0
  const cursor = c.tree.cursor()
  cursor.setWholeRange()
  cursor.toStart()
  while (cursor.next() >= 0) entries++
  cursor.close()
  assert.equal(entries, 200)
  seeing(c, (snapshot) => {
    const rows = rowsOf(c.heap, snapshot)
    assert.equal(rows.size, 200)
    assert.equal(rows.get(tids[10])?.[2], 'm'.repeat(400))
    assert.equal(rows.get(tids[20])?.[2].length, 9000)
  })
  const sweep = vacuum(c.env, c.relation)
  let step = sweep.next()
  while (!step.done) step = sweep.next()
  assert.deepEqual(step.value, { rowsRemoved: 0, entriesRemoved: 0 })
  c.env.releasePins()
  c.storage.pool.assertUnpinned()
})

test('a commit that is not durable gates who sees it, and only if it asked for durability', () => {
  const c = openCluster(new MemoryVfs(), { mode: 'immediate' })
  const [tid] = filled(c, [[1, 10, 'a']])
  seeing(c, (snapshot, txn) => {
    assert.ok(rowOf(c.heap, tid, snapshot))
    assert.ok(txn.gateLsn > c.wal.durableLsn)
  })
  c.wal.syncSync(c.wal.position)
  seeing(c, (snapshot, txn) => {
    assert.ok(rowOf(c.heap, tid, snapshot))
    assert.equal(txn.gateLsn, 0)
  })
  const relaxed = c.txns.begin({ synchronousCommit: false })
  update(c.heap, relaxed, tid, [1, 11, 'a'])
  c.txns.commit(relaxed)
  seeing(c, (snapshot, txn) => {
    assert.equal(rowOf(c.heap, tid, snapshot)?.[1], 11)
    assert.equal(txn.gateLsn, 0)
  })
})

test('bulk insert fills pages, one undo record each, and rolls back whole', () => {
  const c = openCluster(new MemoryVfs())
  const source = new Uint8Array(200000)
  const view = new DataView(source.buffer)
  const ends = []
  for (let id = 0, at = 0; id < 1000; id++)
    ends.push((at = c.heap.layout.encode([id, id, 'r'.repeat(id % 100)], source, view, at)))
  const txn = c.txns.begin()
  const tids = new Float64Array(1000)
  c.heap.insertMany(txn, source, ends, 1000, tids)
  const pages = c.heap.file.blockCount
  assert.ok(pages < 15, `${pages} pages`)
  txn.nextCommand()
  const rows = rowsOf(c.heap, c.txns.snapshot(txn))
  assert.equal(rows.size, 1000)
  assert.deepEqual(rows.get(tids[777]), [777, 777, 'r'.repeat(77)])
  c.txns.abort(txn)
  seeing(c, (snapshot) => assert.equal(rowsOf(c.heap, snapshot).size, 0))
  const again = c.txns.begin()
  c.heap.insertMany(again, source, ends, 1000, tids)
  c.txns.commit(again)
  seeing(c, (snapshot) => assert.equal(rowsOf(c.heap, snapshot).size, 1000))
  assert.ok(c.heap.file.blockCount <= pages + 1, 'room that was rolled back is used again')
})

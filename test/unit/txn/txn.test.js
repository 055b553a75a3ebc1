/**
 * Transactions without rows: table locks and their queues, deadlocks, waits for an end, hooks, the undo log's spill,
 * the ring, purge's bounds.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'
import * as LOCK_MODES from '../../../src/txn/lock-modes.js'
import { UndoLog } from '../../../src/txn/undo-log.js'
import { XidRing } from '../../../src/txn/xid-ring.js'
import { seededRandom } from '../../../src/util/prng.js'
import { insert, openCluster, rowOf, rowsOf } from '../heap/harness.js'

const seed = Number(process.env.SEED ?? 7)
console.log(`# seed ${seed}`)

const CONFLICTS = [
  [], [8], [7, 8], [5, 6, 7, 8], [4, 5, 6, 7, 8], [3, 4, 6, 7, 8], [3, 4, 5, 6, 7, 8], [2, 3, 4, 5, 6, 7, 8],
  [1, 2, 3, 4, 5, 6, 7, 8],
]

test('each pair of table lock modes conflicts as in PostgreSQL, in both orders', () => {
  const { txns } = openCluster(new MemoryVfs())
  for (let held = 1; held <= 8; held++) {
    for (let asked = 1; asked <= 8; asked++) {
      const [a, b] = [txns.begin(), txns.begin()]
      assert.equal(txns.locks.acquire(a, 1, held), null)
      assert.equal(txns.locks.acquire(a, 1, asked), null, 'one does not conflict with oneself')
      txns.abort(a)
      const again = txns.begin()
      txns.locks.acquire(again, 1, held)
      assert.equal(txns.locks.acquire(b, 1, asked) !== null, CONFLICTS[held].includes(asked), `${held} ${asked}`)
      assert.equal(txns.locks.tryAcquire(b, 1, asked), !CONFLICTS[held].includes(asked))
      txns.commit(again)
      txns.abort(b)
    }
  }
  assert.equal(txns.locks.common.byKey.get(1)?.granted, 0)
})

test('waiters are served in order; a newcomer does not overtake one it conflicts with', async () => {
  const { txns } = openCluster(new MemoryVfs())
  const [reader, writer, late, other] = [1, 2, 3, 4].map((pid) => txns.begin({ pid }))
  txns.locks.acquire(reader, 5, LOCK_MODES.ACCESS_SHARE)
  const exclusive = txns.locks.acquire(writer, 5, LOCK_MODES.ACCESS_EXCLUSIVE)
  const behind = txns.locks.acquire(late, 5, LOCK_MODES.ACCESS_SHARE)
  assert.ok(exclusive && behind)
  assert.equal(
    txns.locks.acquire(reader, 5, LOCK_MODES.ROW_SHARE),
    null,
    'a holder goes before waiters its lock blocks'
  )
  assert.equal(txns.locks.acquire(late, 5, LOCK_MODES.ACCESS_SHARE), behind, 'the same wait met again')
  txns.commit(reader)
  await exclusive.promise
  assert.equal(behind.done, false)
  assert.ok(txns.locks.held(writer, 5) & (1 << 8))
  const mine = txns.locks.acquire(other, 5, LOCK_MODES.EXCLUSIVE)
  mine?.cancel(new Error('lock timeout'))
  await assert.rejects(/** @type {any} */ (mine).promise, /lock timeout/)
  txns.commit(writer)
  await behind.promise
  txns.commit(late)
  txns.abort(other)
})

test('savepoints give back table locks; hooks are trimmed', async () => {
  const { txns } = openCluster(new MemoryVfs())
  const [a, b] = [txns.begin(), txns.begin()]
  /** @type {string[]} */
  const ran = []
  txns.locks.acquire(a, 1, 3)
  a.onCommit(() => ran.push('commit 1'))
  const mark = txns.savepoint(a)
  txns.locks.acquire(a, 2, 8)
  a.onCommit(() => ran.push('commit 2'))
  a.onAbort(() => ran.push('abort 2'))
  const wait = txns.locks.acquire(b, 2, 1)
  txns.rollbackTo(a, mark)
  await wait?.promise
  assert.deepEqual(ran, ['abort 2'])
  txns.commit(a)
  assert.deepEqual(ran, ['abort 2', 'commit 1'])
  txns.commit(b)
})

test('who waits for a transaction looks again when it rolls back to a savepoint', async () => {
  const { txns } = openCluster(new MemoryVfs())
  const [a, b] = [txns.begin(), txns.begin()]
  a.assignXid()
  const mark = txns.savepoint(a)
  const wait = txns.waitForXid(b, a.xid)
  assert.ok(wait !== null && !wait.done)
  txns.rollbackTo(a, mark)
  assert.ok(wait.done && b.waiting === null)
  await wait.promise
  for (const txn of [a, b]) txns.commit(txn)
})

test('a deadlock over tables and a transaction end', async () => {
  const { txns } = openCluster(new MemoryVfs())
  const [a, b, d] = [1, 2, 3].map((pid) => txns.begin({ pid }))
  txns.locks.acquire(a, 1, 8)
  txns.locks.acquire(b, 2, 8)
  d.assignXid()
  const first = txns.locks.acquire(a, 2, 8)
  const second = txns.waitForXid(b, d.xid)
  const third = txns.locks.acquire(d, 1, 1)
  await assert.rejects(/** @type {any} */ (third).promise, { code: '40P01' })
  txns.abort(d)
  await second?.promise
  txns.commit(b)
  await first?.promise
  txns.commit(a)
  assert.equal(txns.waitForXid(txns.begin(), d.xid), null)
})

test('random table locks: nothing conflicting is ever held together, everybody gets on or is a deadlock', async () => {
  const random = seededRandom(seed)
  const { txns } = openCluster(new MemoryVfs())
  let deadlocks = 0
  let granted = 0
  const run = async (/** @type {number} */ pid) => {
    for (let round = 0; round < 60; round++) {
      const txn = txns.begin({ pid })
      try {
        for (let step = 0; step < 4; step++) {
          const wait = txns.locks.acquire(txn, random.below(3), 1 + random.below(8))
          if (wait !== null) await wait.promise
          else await Promise.resolve()
          granted++
          for (const lock of txns.locks.common.byKey.values()) {
            const holders = []
            for (let one = txns.firstActive; one !== null; one = one.nextActive)
              holders.push({ one, mask: txns.locks.held(one, lock.key) })
            for (const x of holders) {
              for (const y of holders) {
                if (x.one === y.one) continue
                for (let mode = 1; mode <= 8; mode++)
                  if (x.mask & (1 << mode)) for (const bad of CONFLICTS[mode]) assert.ok(!(y.mask & (1 << bad)))
              }
            }
          }
        }
        txns.commit(txn)
      } catch (error) {
        if (/** @type {any} */ (error).code !== '40P01') throw error
        deadlocks++
        txns.abort(txn)
      }
    }
  }
  await Promise.all([1, 2, 3, 4, 5].map(run))
  assert.ok(granted > 300 && deadlocks > 0, `${granted} granted, ${deadlocks} deadlocks`)
  for (const lock of txns.locks.common.byKey.values()) assert.ok(lock.granted === 0 && lock.queue.length === 0)
})

test('undo beyond its memory goes to a file and comes back', () => {
  const c = openCluster(new MemoryVfs(), { undoMemoryBytes: 2 * 1024 * 1024, cachePages: 400 })
  const make = c.txns.begin()
  const tids = Array.from({ length: 100 }, (_, id) => insert(c.heap, make, [id, 0, 'v'.repeat(500)]))
  c.txns.commit(make)
  const old = c.txns.begin({ isolation: 'repeatable read' })
  const snapshot = c.txns.snapshot(old)
  for (let round = 1; round <= 120; round++) {
    const txn = c.txns.begin()
    for (const tid of tids) {
      const length = c.heap.formTuple(txn, [tid, round, 'w'.repeat(500)])
      c.heap.update(txn, tid, c.heap.tupleAt, length)
    }
    if (round % 4 === 0) c.txns.abort(txn)
    else c.txns.commit(txn)
  }
  assert.ok(c.txns.undo.spilledChunks > 2, `${c.txns.undo.spilledChunks} chunks spilled`)
  const rows = rowsOf(c.heap, snapshot)
  for (const [id, tid] of tids.entries()) assert.deepEqual(rows.get(tid), [id, 0, 'v'.repeat(500)])
  assert.deepEqual(rowOf(c.heap, tids[5], snapshot), [5, 0, 'v'.repeat(500)])
  const long = c.txns.begin()
  for (let round = 0; round < 60; round++) {
    for (const tid of tids) {
      const length = c.heap.formTuple(long, [tid, -round, 'z'.repeat(500)])
      c.heap.update(long, tid, c.heap.tupleAt, length)
    }
  }
  c.txns.abort(long)
  const now = c.txns.begin()
  assert.deepEqual(rowOf(c.heap, tids[5], c.txns.snapshot(now)), [tids[5], 119, 'w'.repeat(500)])
  c.txns.commit(now)
  c.txns.commit(old)
  while (c.txns.purge());
  assert.equal(c.txns.undo.low, c.txns.undo.next)
  assert.equal(c.txns.undo.chunks.length, 1)
})

test('the ring grows with what is pinned and forgets the rest', () => {
  let oldest = 3
  const ring = new XidRing(() => oldest, 16)
  ring.startAt(3)
  for (let xid = 3; xid < 500; xid++) {
    assert.equal(ring.begin(), xid)
    ring.set(xid, xid * 10)
    if (xid > 200) oldest = xid - 5
  }
  for (let xid = oldest; xid < 500; xid++) assert.equal(ring.of(xid), xid * 10)
  assert.ok(ring.csn.length <= 512)
})

test('purge waits for the oldest snapshot and, for commits that gate, for durability', () => {
  const c = openCluster(new MemoryVfs(), { mode: 'immediate' })
  const a = c.txns.begin()
  const tid = insert(c.heap, a, [1, 1, ''])
  c.txns.commit(a)
  assert.ok(c.txns.hasPurgeWork)
  const reader = c.txns.begin({ isolation: 'repeatable read' })
  c.txns.snapshot(reader)
  c.wal.syncSync(c.wal.position)
  assert.equal(c.txns.purge(), false)
  assert.ok(!c.txns.hasPurgeWork)
  const b = c.txns.begin()
  c.heap.delete(b, tid)
  c.txns.commit(b)
  c.wal.syncSync(c.wal.position)
  c.txns.purge()
  assert.ok(c.txns.hasPurgeWork)
  c.txns.commit(reader)
  c.txns.purge()
  assert.ok(!c.txns.hasPurgeWork)
})

test('pointers and xids go on above the logged bounds after a restart', () => {
  const vfs = new MemoryVfs()
  const first = openCluster(vfs)
  for (let round = 0; round < 3; round++) {
    const txn = first.txns.begin()
    insert(first.heap, txn, [round, 0, ''])
    first.txns.commit(txn)
  }
  const { next } = first.txns.undo
  const xid = first.txns.ring.next
  first.wal.syncSync(first.wal.position)
  const again = openCluster(vfs)
  assert.ok(again.txns.undo.next >= next)
  assert.ok(again.txns.ring.next >= xid)
  const txn = again.txns.begin()
  assert.equal(rowsOf(again.heap, again.txns.snapshot(txn)).size, 3)
  again.txns.commit(txn)
})

test('an undo log starts above zero and keeps its records apart', () => {
  const log = new UndoLog({ vfs: new MemoryVfs() })
  log.startAt(0)
  assert.ok(log.next > 0)
  assert.equal(log.low, log.next)
})

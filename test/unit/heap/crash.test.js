/**
 * Rows and an index against a model, with rollbacks, savepoints, several transactions at once, purge and checkpoints in
 * a small pool; and the same work with the power cut at writes and syncs, then cut again during recovery. After each:
 * what committed durably is there, nothing else is, heap and index agree.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { FaultVfs } from '../../support/disk/fault-vfs.js'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'
import { checkTree } from '../../../src/storage/btree/check.js'
import { OK } from '../../../src/storage/heap/status.js'
import { vacuum } from '../../../src/storage/heap/heap-purge.js'
import { keyIsReachable } from '../../../src/storage/heap/heap-versions.js'
import { seededRandom } from '../../../src/util/prng.js'
import { insert, openCluster, rowOf, rowsOf } from './harness.js'

const seed = Number(process.env.SEED ?? 20240614)
console.log(`# seed ${seed}`)

/** @typedef {Map<number, any[]>} Rows tid -> values */
/**
 * @typedef {{committed: Rows, acknowledged: Rows, pending: Rows | null, points: {lsn: number, rows: Rows}[]}} History
 */

const key = new Uint8Array(64)

/** @param {any} c @param {any} txn @param {number} tid @param {number} amount */
function addEntry(c, txn, tid, amount) {
  c.heap.formTuple(txn, [0, amount, ''])
  c.tree.insert(txn, key, 0, c.extractKey(c.env.pool.bytes, c.env.pool.view, c.env.tupleAt, key, 0), tid)
}

/**
 * @param {any} c @param {any} random @param {History} history @param {number} steps @param {boolean} withReaders
 */
function work(c, random, history, steps, withReaders) {
  /** @type {{txn: any, own: Map<number, any[] | null>, marks: {mark: any, own: Map<number, any[] | null>}[]}[]} */
  const writers = []
  /** @type {{txn: any, snapshot: any, rows: Rows}[]} */
  const readers = []
  const patchAt = c.env.pool.scratch()
  for (let step = 0; step < steps; step++) {
    if (writers.length < 3) writers.push({ txn: c.txns.begin(), own: new Map(), marks: [] })
    const writer = writers[random.below(writers.length)]
    const { txn } = writer
    const locked = new Set(
      writers
        .filter((other) => other !== writer)
        .flatMap((other) => [...other.own.keys(), ...other.marks.flatMap((m) => [...m.own.keys()])])
    )
    const visible = [...new Map([...history.committed, ...writer.own])].filter(
      ([tid, row]) => row !== null && !locked.has(tid)
    )
    const action = random.below(100)
    txn.nextCommand()
    const snapshot = c.txns.snapshot(txn)
    const pick = visible.length > 0 ? visible[random.below(visible.length)] : null
    const text = 't'.repeat(random.below(10) === 0 ? random.below(3000) : random.below(60))
    if (action < 25) {
      const row = [step, random.below(50), text]
      const tid = insert(c.heap, txn, row)
      addEntry(c, txn, tid, row[1])
      writer.own.set(tid, row)
    } else if (action < 45 && pick !== null) {
      const [tid, row] = /** @type {[number, any[]]} */ (pick)
      assert.equal(c.heap.checkForUpdate(txn, tid, snapshot, 3), OK)
      c.env.pool.view.setInt32(patchAt, step, true)
      c.heap.patch(txn, tid, c.heap.layout.columns[0].offset, 4, patchAt)
      writer.own.set(tid, [step, row[1], row[2]])
    } else if (action < 65 && pick !== null) {
      const [tid, row] = /** @type {[number, any[]]} */ (pick)
      const next = [step, random.below(2) === 0 ? row[1] : random.below(50), text]
      assert.equal(c.heap.lockForUpdate(txn, tid, snapshot, 4), OK)
      const length = c.heap.formTuple(txn, next)
      c.heap.update(txn, tid, c.heap.tupleAt, length, next[1] === row[1] ? 0 : 3)
      if (next[1] !== row[1]) addEntry(c, txn, tid, next[1])
      writer.own.set(tid, next)
    } else if (action < 75 && pick !== null) {
      assert.equal(c.heap.checkForUpdate(txn, pick[0], snapshot, 4), OK)
      c.heap.delete(txn, pick[0])
      writer.own.set(pick[0], null)
    } else if (action < 79) {
      writer.marks.push({ mark: c.txns.savepoint(txn), own: new Map(writer.own) })
    } else if (action < 83 && writer.marks.length > 0) {
      const { mark, own } = writer.marks[random.below(writer.marks.length)]
      c.txns.rollbackTo(txn, mark)
      writer.marks = writer.marks.filter((other) => other.mark.undo <= mark.undo)
      writer.own = new Map(own)
    } else if (action < 91) {
      const next = new Map(history.committed)
      for (const [tid, row] of writer.own) if (row === null) next.delete(tid); else next.set(tid, row)
      history.pending = next
      c.heap.release()
      const lsn = c.txns.commit(txn)
      history.committed = next
      history.pending = null
      history.points.push({ lsn, rows: next })
      if (random.below(3) === 0) {
        c.wal.syncSync(c.wal.position)
        history.acknowledged = next
      }
      writers.splice(writers.indexOf(writer), 1)
      continue
    } else if (action < 94) {
      c.txns.abort(txn)
      writers.splice(writers.indexOf(writer), 1)
      continue
    } else if (action < 97) {
      c.heap.release()
      c.txns.purge(5)
    } else if (action === 97) {
      c.heap.release()
      c.checkpoint()
    }
    c.txns.releaseSnapshot(snapshot)
    c.heap.release()
    if (withReaders && step % 7 === 0) {
      if (readers.length < 3) {
        const reader = c.txns.begin({ isolation: 'repeatable read' })
        readers.push({ txn: reader, snapshot: c.txns.snapshot(reader), rows: history.committed })
      } else {
        const reader = readers[random.below(3)]
        compare(rowsOf(c.heap, reader.snapshot), reader.rows, `an old snapshot at step ${step}`)
        for (const tid of history.committed.keys())
          assert.deepEqual(rowOf(c.heap, tid, reader.snapshot), reader.rows.get(tid) ?? null)
        if (random.below(3) === 0) {
          c.txns.commit(reader.txn)
          readers.splice(readers.indexOf(reader), 1)
        }
      }
      const own = new Map(history.committed)
      for (const [tid, row] of writer.own) if (row === null) own.delete(tid); else own.set(tid, row)
      const now = c.txns.snapshot(txn)
      compare(rowsOf(c.heap, now), own, `own view at step ${step}`)
      c.txns.releaseSnapshot(now)
    }
  }
  for (const { txn } of writers) c.txns.abort(txn)
  for (const { txn } of readers) c.txns.commit(txn)
  c.env.pool.releaseScratch(patchAt)
}

/** @param {Rows} actual @param {Rows} expected @param {string} what */
function compare(actual, expected, what) {
  assert.deepEqual(
    new Map([...actual].sort((a, b) => a[0] - b[0])),
    new Map([...expected].sort((a, b) => a[0] - b[0])),
    what
  )
}

/**
 * Every row is found through the index; with `exact` nothing else is there.
 * @param {any} c
 * @param {Rows} rows
 * @param {boolean} exact
 */
function checkIndex(c, rows, exact) {
  checkTree(c.tree)
  const seen = new Set()
  const cursor = c.tree.cursor()
  cursor.setWholeRange()
  cursor.toStart()
  for (let tid = cursor.next(); tid >= 0; tid = cursor.next()) {
    cursor.release()
    const reachable = keyIsReachable(
      c.heap, c.relation.indexes[0], tid, cursor.saved, 0, cursor.savedEnd - 6, new Uint8Array(64),
    )
    if (exact) assert.ok(reachable, 'no stale entry')
    if (reachable) seen.add(tid)
  }
  cursor.close()
  c.heap.release()
  for (const tid of rows.keys()) assert.ok(seen.has(tid), 'a row is in its index')
}

for (let round = 0; round < 6; round++) {
  test(`random transactions against the model, round ${round}`, () => {
    const c = openCluster(new MemoryVfs(), { index: true, cachePages: 24 + 20 * round })
    const random = seededRandom(seed + round)
    const history = { committed: new Map(), acknowledged: new Map(), pending: null, points: [] }
    work(c, random, history, 900, true)
    while (c.txns.purge());
    assert.ok(c.txns.unsettled.isEmpty)
    const txn = c.txns.begin()
    compare(rowsOf(c.heap, c.txns.snapshot(txn)), history.committed, 'in the end')
    c.txns.commit(txn)
    checkIndex(c, history.committed, true)
    assert.equal(c.txns.rowLocks.holds.size, 0)
    c.env.releasePins()
    c.storage.pool.assertUnpinned()
  })
}

/**
 * @param {{crashAtWrite?: number, crashAtSync?: number}} cut
 * @param {number} cutSeed
 * @param {number} steps
 * @returns {boolean} whether the cut came in time
 */
function runWithCut(cut, cutSeed, steps) {
  const disk = new FaultVfs({ seed: cutSeed })
  /** @type {History} */
  const history = {
    committed: new Map(),
    acknowledged: new Map(),
    pending: null,
    points: [{ lsn: 0, rows: new Map() }],
  }
  const options = { index: true, cachePages: 24 }
  const c = openCluster(disk, options)
  if (cut.crashAtWrite !== undefined) disk.options.crashAtWrite = disk.writeCount + cut.crashAtWrite
  if (cut.crashAtSync !== undefined) disk.options.crashAtSync = disk.syncCount + cut.crashAtSync
  let inTime = false
  try {
    work(c, seededRandom(seed), history, steps, false)
  } catch (error) {
    if (!disk.off) throw error
    inTime = true
  }
  let image = disk
  for (let crash = 0; ; crash++) {
    image = image.crashImage(
      cutSeed + crash,
      crash < 2 ? { seed: cutSeed, crashAtWrite: 1 + ((cutSeed * 7 + crash * 31) % 90) } : { seed: cutSeed }
    )
    try {
      const again = openCluster(image, options)
      const txn = again.txns.begin()
      const found = rowsOf(again.heap, again.txns.snapshot(txn))
      again.txns.commit(txn)
      const candidates = history.points.map((point) => point.rows)
      if (history.pending !== null) candidates.push(history.pending)
      const from = candidates.indexOf(history.acknowledged) < 0 ? 0 : candidates.indexOf(history.acknowledged)
      const match = candidates.slice(from).some((rows) => same(rows, found))
      assert.ok(match, 'what is found is some committed state, not older than the acknowledged one')
      checkIndex(again, found, false)
      const sweep = vacuum(again.env, again.relation)
      while (!sweep.next().done);
      checkIndex(again, found, true)
      const check = again.txns.begin()
      compare(rowsOf(again.heap, again.txns.snapshot(check)), found, 'after the sweep')
      again.txns.commit(check)
      again.env.releasePins()
      again.storage.pool.assertUnpinned()
      return inTime
    } catch (error) {
      if (!image.off) throw error
    }
  }
}

/** @param {Rows} a @param {Rows} b */
function same(a, b) {
  if (a.size !== b.size) return false
  for (const [tid, row] of a) {
    const other = b.get(tid)
    if (other === undefined || other[0] !== row[0] || other[1] !== row[1] || other[2] !== row[2]) return false
  }
  return true
}

test('power cut at every write', () => {
  let at = 1
  while (runWithCut({ crashAtWrite: at }, seed + at, 500)) at++
  assert.ok(at > 30, `${at} writes`)
})

test('power cut at every sync', () => {
  let at = 1
  while (runWithCut({ crashAtSync: at }, seed + at, 500)) at++
  assert.ok(at > 15, `${at} syncs`)
})

/**
 * What serializable transactions have read is remembered in bounded memory: row, page, file; key ranges, index; and
 * never less than what was read.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'
import { PredicateLocks, Reads } from '../../../src/txn/predicate-locks.js'

const bytes = (/** @type {number[]} */ ...of) => new Uint8Array(of)

/** @param {PredicateLocks} locks @returns {any} */
function readerOf(locks) {
  const reader = /** @type {any} */ ({})
  reader.reads = new Reads(locks, reader)
  reader.readFile = (/** @type {number} */ fileId) => reader.reads.file(fileId)
  return reader
}

/** @param {PredicateLocks} locks @param {number} fileId @param {number} tid */
function readersOfRow(locks, fileId, tid) {
  let count = 0
  locks.ofRow(fileId, tid, (readers) => { count += readers.size })
  return count
}

test('rows become a page, pages a file', () => {
  const locks = new PredicateLocks()
  const { reads } = readerOf(locks)
  reads.row(7, 512 * 3 + 1)
  reads.row(7, 512 * 3 + 2)
  reads.row(7, 512 * 3 + 2)
  assert.equal(locks.count, 2)
  assert.equal(readersOfRow(locks, 7, 512 * 3 + 3), 0)
  reads.row(7, 512 * 3 + 9)
  assert.equal(locks.count, 1)
  assert.equal(readersOfRow(locks, 7, 512 * 3 + 3), 1)
  assert.equal(readersOfRow(locks, 7, 512 * 4 + 1), 0)
  for (let block = 10; block < 40; block++) reads.row(7, 512 * block)
  assert.equal(locks.count, 31)
  assert.equal(readersOfRow(locks, 7, 1), 0)
  reads.row(7, 512 * 40)
  assert.equal(locks.count, 0)
  assert.equal(readersOfRow(locks, 7, 1), 1)
  assert.equal(readersOfRow(locks, 8, 1), 0)
  reads.drop()
  assert.equal(locks.fileReaders.size + locks.rowReaders.size + locks.count, 0)
})

test('ranges become an index', () => {
  const locks = new PredicateLocks()
  const { reads } = readerOf(locks)
  for (let key = 0; key < 248; key++)
    reads.range(9, { whole: false, low: bytes(key), lowAfter: false, high: bytes(key), highAfter: true })
  assert.ok(reads.hasKey(9, bytes(3, 4), 0, 2))
  assert.ok(!reads.hasKey(9, bytes(250), 0, 1))
  assert.equal(locks.count, 248)
  reads.range(9, { whole: false, low: bytes(249), lowAfter: false, high: bytes(249), highAfter: true })
  assert.ok(reads.hasKey(9, bytes(250), 0, 1))
  assert.equal(locks.count, 0)
  reads.drop()
  assert.equal(locks.indexReaders.size, 0)
})

test('what was read of a file that goes was read of the heap', () => {
  const locks = new PredicateLocks()
  const [row, file, range, other] = [1, 2, 3, 4].map(() => readerOf(locks))
  row.reads.row(1, 5)
  file.reads.file(1)
  range.reads.range(2, { whole: false, low: bytes(1), lowAfter: false, high: bytes(1), highAfter: true })
  other.reads.file(3)
  locks.move(1, 10)
  assert.deepEqual([...locks.ofHeap(10)], [file, row])
  locks.move(2, 10)
  assert.deepEqual([...locks.ofHeap(10)], [file, row, range])
  assert.deepEqual([...locks.ofHeap(3)], [other])
})

test('another takes all that one has read', () => {
  const locks = new PredicateLocks()
  const [one, summary] = [readerOf(locks), readerOf(locks)]
  one.reads.row(1, 5)
  for (const tid of [512, 513, 514]) one.reads.row(1, tid)
  one.reads.file(2)
  one.reads.range(3, { whole: false, low: bytes(1), lowAfter: false, high: bytes(1), highAfter: true })
  one.reads.index(4)
  summary.reads.take(one.reads)
  one.reads.drop()
  assert.deepEqual([5, 6, 512, 600].map((tid) => readersOfRow(locks, 1, tid)), [1, 0, 1, 1])
  assert.equal(readersOfRow(locks, 2, 0), 1)
  assert.deepEqual([bytes(1, 1), bytes(2)].map((key) => summary.reads.hasKey(3, key, 0, key.length)), [true, false])
  assert.ok(summary.reads.hasKey(4, bytes(9), 0, 1))
})

/** @param {any} session @param {string[]} texts */
async function begin(session, ...texts) {
  await session.query('begin isolation level serializable')
  for (const text of texts) await session.query(text)
}

const TABLES = 'create table t(a int primary key, b int); insert into t select g, g from generate_series(1, 5000) g; create table u(a int); analyze t'

test('all together stay below their bound, of those that are over and of those that run, and no conflict is lost', async () => {
  const db = await open(':memory:')
  try {
    await db.exec(TABLES)
    const { locks } = /** @type {any} */ (db).cluster.txns.serializable
    locks.setLimits({ perTransaction: 10, perRelation: 1000, perPage: 1000, connections: 10 })
    const [holder, other, third] = [await db.connect(), await db.connect(), await db.connect()]
    await begin(holder, 'select b from t where a = 1')
    for (let number = 1; number < 30; number++) {
      await begin(
        other,
        `select b from t where a between ${number * 100} and ${number * 100 + 20}`,
        `insert into u values (${number})`,
        'commit'
      )
      assert.ok(locks.count <= 100, `${locks.count} locks`)
    }
    // One that runs has more than all may.
    await begin(third, 'select b from t where a between 4000 and 4200')
    assert.ok(locks.count <= 100, `${locks.count} locks`)
    await begin(other, 'select a from u', 'update t set b = 0 where a = 4100', 'commit')
    await assert.rejects(async () => {
      await third.query('insert into u values (0)')
      await third.query('commit')
    }, { code: '40001' })
    await third.query('rollback')
    await holder.query('commit')
    await begin(other, 'commit')
    assert.deepEqual(
      [locks.count, locks.fileReaders.size, locks.rowReaders.size, locks.indexReaders.size],
      [0, 0, 0, 0]
    )
  } finally {
    await db.close()
  }
})

test('edges between those that are over are bounded', async () => {
  const db = await open(':memory:')
  try {
    await db.exec(TABLES)
    const { serializable } = /** @type {any} */ (db).cluster.txns
    serializable.connections = 2
    const sessions = []
    for (let number = 0; number < 8; number++) sessions.push(await db.connect())
    const holder = await db.connect()
    await begin(holder, 'select b from t where a = 1')
    for (let round = 0; round < 30; round++) {
      for (const session of sessions) await begin(session, 'select count(*) from u')
      for (const session of sessions) await session.query('insert into u values (1)').catch(() => undefined)
      for (const session of sessions) await session.query('commit').catch(() => undefined)
      await begin(sessions[0], 'commit')
      assert.ok(serializable.edges <= 100, `${serializable.edges} edges`)
      assert.ok(serializable.finished.size <= 20)
    }
    await holder.query('commit')
    await begin(holder, 'commit')
    assert.equal(serializable.edges, 0)
  } finally {
    await db.close()
  }
})

test('the settings say how much', async () => {
  const vfs = new MemoryVfs()
  let db = await open(/** @type {any} */ ({ vfs }))
  for (const [name, value] of [['relation', 5], ['page', 7], ['transaction', 100]]) {
    await db.exec(`alter system set max_pred_locks_per_${name} = ${value}`)
  }
  await db.query('select pg_reload_conf()')
  const limits = () => {
    const { perRelation, perPage, countMax } = /** @type {any} */ (db).cluster.txns.serializable.locks
    return [perRelation, perPage, countMax]
  }
  assert.deepEqual(limits(), [5, 7, 6400])
  await db.close()
  db = await open(/** @type {any} */ ({ vfs }))
  assert.deepEqual(limits(), [5, 7, 10000])
  await db.close()
})

/**
 * The envelope of a statement (src/engine/README.md, "The envelope"): whichever way a statement comes and goes, its
 * session stands outside again, with the block where it should be, and what is drawn is asserted.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { AssertionFailed } from '../../../src/util/assert.js'

const OUTSIDE = 0
const IDLE = 0
const FAILED = 3

/** @type {Record<string, (db: any) => unknown>} */
const WELL = {
  exec: (db) => db.exec('SELECT 1; SELECT 2'),
  query: (db) => db.query('SELECT $1::int', [1]),
  utility: (db) => db.exec('SET work_mem = 4096'),
  get: (db) => db.prepare('SELECT 1 AS one').get(),
  run: (db) => db.prepare('INSERT INTO t VALUES (1)').run(),
  runMany: (db) => db.prepare('INSERT INTO t VALUES ($1)').runMany([1, 2]),
  transactionSync: (db) => db.transactionSync(() => db.prepare('INSERT INTO t VALUES (1)').run()),
  deferred: (db) => db.exec('BEGIN; INSERT INTO child VALUES (7); INSERT INTO parent VALUES (7); COMMIT'),
  'deferred in a text': (db) => db.exec('INSERT INTO child VALUES (8); INSERT INTO parent VALUES (8)'),
  'deferred, synchronous': (db) => db.transactionSync(() => {
    db.prepare('INSERT INTO child VALUES (9)').run()
    db.prepare('INSERT INTO parent VALUES (9)').run()
  }),
}
/** What fails, and with which SQLSTATE. @type {Record<string, [string, (db: any) => unknown]>} */
const BADLY = {
  exec: ['22012', (db) => db.exec('SELECT 1; SELECT 1/0')],
  query: ['22012', (db) => db.query('SELECT 1/$1::int', [0])],
  syntax: ['42601', (db) => db.exec('SELEC')],
  get: ['22012', (db) => db.prepare('SELECT 1/$1::int').get(0)],
  runMany: ['23502', (db) => db.prepare('INSERT INTO parent VALUES ($1)').runMany([1, null])],
  'a commit, at its constraint': ['23503', (db) => db.exec('BEGIN; INSERT INTO child VALUES (1); COMMIT')],
  'the end of a text': ['23503', (db) => db.exec('INSERT INTO child VALUES (1)')],
  'the end of a call': ['23503', (db) => db.prepare('INSERT INTO child VALUES (1)').run()],
  'the end of transactionSync': [
    '23503',
    (db) => db.transactionSync(() => db.prepare('INSERT INTO child VALUES (1)').run()),
  ],
}

async function database() {
  const db = await open(':memory:')
  await db.exec(`CREATE TABLE t (a int); CREATE TABLE parent (a int PRIMARY KEY);
    CREATE TABLE child (a int REFERENCES parent DEFERRABLE INITIALLY DEFERRED)`)
  return db
}

for (const [name, run] of Object.entries(WELL)) {
  test(`a statement ends: ${name}`, async () => {
    const db = await database()
    await run(db)
    assert.deepEqual([db.session.envelope.state, db.session.running, db.session.block.state], [OUTSIDE, false, IDLE])
    await db.close()
  })
}

for (const [name, [code, run]] of Object.entries(BADLY)) {
  test(`a statement fails: ${name}`, async () => {
    const db = await database()
    await assert.rejects(async () => { await run(db) }, { code })
    assert.deepEqual([db.session.envelope.state, db.session.running, db.session.block.state], [OUTSIDE, false, IDLE])
    const { rows } = await db.query('SELECT (SELECT count(*) FROM child) + (SELECT count(*) FROM parent) AS n')
    assert.deepEqual(rows, [{ n: '0' }], 'nothing of it is left')
    await db.close()
  })
}

test('a statement that fails in a block leaves it failed', async () => {
  const db = await database()
  await db.exec('BEGIN')
  await assert.rejects(db.exec('SELECT 1/0'), { code: '22012' })
  assert.deepEqual([db.session.envelope.state, db.session.block.state], [OUTSIDE, FAILED])
  await db.exec('ROLLBACK')
  await db.close()
})

test('what the drawings say is asserted', async () => {
  const db = await database()
  const { envelope, block } = db.session
  assert.throws(() => envelope.end(), AssertionFailed, 'an end without a beginning')
  block.state = 2
  assert.throws(() => block.assertDrawn(), AssertionFailed, 'OPEN without a transaction')
  block.state = IDLE
  block.savepoints.push(/** @type {any} */ ({ name: 's' }))
  assert.throws(() => block.assertDrawn(), AssertionFailed, 'a savepoint of nothing')
  block.savepoints.length = 0
  block.assertDrawn()
  await db.close()
})

/**
 * Everything that may refuse a change comes before its log record: a full disk met anywhere in a statement leaves
 * nothing of it, neither in memory nor after a crash.
 * Undo is refused a new chunk at every record of a statement in turn, the log its next record at every one in turn.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { fileAccessError, systemError } from '../../../src/errors/storage.js'
import { open } from '../../../src/index.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'

const OPTIONS = { bufferPool: '2MB', walSegmentBytes: 1024 * 1024 }
const CHUNK_UNITS = 65536
const noSpace = () => fileAccessError('write', 'some file', systemError('ENOSPC'))

const SETUP = `
  create table t (a int primary key, b text, c int);
  create index on t (b);
  insert into t select g, 'row ' || g, g from generate_series(1, 40) g;
  create table spans (r int4range, exclude using gist (r with &&));
  insert into spans select int4range(10 * g, 10 * g + 5) from generate_series(1, 10) g;
  create table long (a int, b text);
  insert into long select g, repeat('long ', 4000) from generate_series(1, 2) g;
  create table gone (a serial primary key, b text);
  insert into gone select g, 'gone' from generate_series(1, 10) g;
  create sequence s;`

/** Each changes something, of another kind. */
const STATEMENTS = /** @type {Record<string, string>} */ ({
  insert: "insert into t values (100, 'hundred', 1)",
  'insert of many': "insert into t select g, 'more ' || g, g from generate_series(200, 230) g",
  patch: 'update t set c = c + 1 where a < 10',
  'update of keys': "update t set b = 'new ' || b where a < 10",
  'update that moves rows': "update t set b = repeat('wide ', 100) where a < 10",
  delete: 'delete from t where a < 10',
  gist: 'insert into spans values (int4range(1000, 1005)), (int4range(2000, 2005))',
  'long value': "insert into long values (3, repeat('three ', 4000)), (4, repeat('four ', 4000))",
  'long value replaced': "update long set b = repeat('other ', 4000)",
  'create table': 'create table made (a int primary key, b text unique)',
  'create index': 'create index made_index on t (c)',
  'drop table': 'drop table gone',
  truncate: 'truncate gone',
  rewrite: 'alter table t alter c type bigint',
  sequence: 'alter sequence s increment 7',
  'row locks': 'select * from t where a < 10 for update',
})

const CONTENTS = [
  'select a, b, c from t order by a', 'select b from t order by b', 'select r from spans order by r',
  'select a, md5(b) from long order by a', 'select a, b from gone order by a',
  "select relname, relkind from pg_class where relnamespace = 'public'::regnamespace order by 1",
  'select increment_by from pg_sequences order by sequencename',
]

/** @param {any} db */
async function contents(db) {
  const found = []
  for (const text of CONTENTS) found.push((await db.query(text)).rows)
  return JSON.stringify(found)
}

/**
 * @param {(db: any, nth: number) => { wasMet: () => boolean, stop: () => void }} refuse the nth request
 * @param {string[]} names of statements @param {number[]} nths
 */
async function refuseEverywhere(refuse, names, nths) {
  const disk = new FaultVfs({ seed: 1 })
  const db = await open({ ...OPTIONS, vfs: disk })
  await db.exec(SETUP)
  const before = await contents(db)
  for (const name of names) {
    let refusals = 0
    for (const nth of nths) {
      const refusal = refuse(db, nth)
      const error = await db.transaction(async (/** @type {any} */ txn) => {
        await txn.query(STATEMENTS[name])
        refusal.stop()
        throw new Error('undone')
      }).then(() => null, (/** @type {any} */ failure) => failure)
      refusal.stop()
      assert.equal(
        error.code ?? error.message, refusal.wasMet() ? '53100' : 'undone', `${name}, ${nth}: ${error.stack}`,
      )
      if (!refusal.wasMet()) break
      refusals++
      assert.equal(await contents(db), before, `${name}, ${nth}`)
      assert.equal(
        /** @type {any} */ (db).cluster.storage.files.leaving.size, 0, `${name}, ${nth}: nothing is being dropped`,
      )
    }
    assert.ok(refusals > 0, `${name} was refused`)
    assert.equal(await contents(db), before, name)
  }
  assert.deepEqual((await db.check()).problems, [])
  await db.query("insert into t values (1000, 'the log is durable', 0)")
  const again = await open({ ...OPTIONS, vfs: disk.afterKill() })
  await again.query('delete from t where a = 1000')
  assert.equal(await contents(again), before, 'after a crash')
  assert.deepEqual((await again.check()).problems, [], 'after a crash')
  await again.close()
}

/** The log refuses the nth record that is asked for from here on. @param {any} db @param {number} nth */
function refuseLog(db, nth) {
  const { wal } = db.cluster
  let count = 0
  wal.reserve = (/** @type {number} */ bytes) => {
    if (++count === nth) throw noSpace()
    return Object.getPrototypeOf(wal).reserve.call(wal, bytes)
  }
  return { wasMet: () => count >= nth, stop: () => { delete wal.reserve } }
}

/**
 * The undo log has room for 4 * nth units more, then refuses the next chunk once.
 * @param {any} db
 * @param {number} nth
 */
function refuseUndo(db, nth) {
  const { undo } = db.cluster.txns
  if (undo.usedUnits + 4 * nth > CHUNK_UNITS) undo.beginChunk()
  const skipped = CHUNK_UNITS - undo.usedUnits - 4 * nth
  undo.usedUnits += skipped
  undo.next += skipped
  let met = false
  undo.beginChunk = () => {
    delete undo.beginChunk
    met = true
    throw noSpace()
  }
  return { wasMet: () => met, stop: () => { delete undo.beginChunk } }
}

/** All of the first ones, then fewer and fewer. */
const NTHS = [1, 2, 3, 4, 5, 6, 8, ...Array.from({ length: 10 }, (_, index) => Math.round(8 * 1.7 ** (index + 1)))]

const NAMES = Object.keys(STATEMENTS)
test('undo refuses a chunk', () => refuseEverywhere(refuseUndo, NAMES, [0, ...NTHS]))
test('the log refuses a record', () => refuseEverywhere(refuseLog, NAMES.filter((name) => name !== 'row locks'), NTHS))

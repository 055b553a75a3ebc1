/**
 * That what reads a table in slices beside writers (ANALYZE, VALIDATE CONSTRAINT) does not go after versions whose long
 * values and bodies were purged between two of its slices.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

/**
 * Rows with values out of line; while `text` runs, they are changed and purged between two of its slices. An open
 * transaction, older than that, keeps the undo log.
 * @param {string[]} before @param {string} text @param {string[]} between
 */
async function changedBetweenSlices(before, text, between) {
  const db = await open(':memory:')
  await db.exec("create table other (a int); create table t (a int primary key, b text, c text); insert into t select g, case when g % 20 = 0 then repeat(md5(g::text), 600) else '' end, 'x' from generate_series(1, 2000) g")
  for (const statement of before) await db.exec(statement)
  const [holder, reader, writer] = [await db.connect(), await db.connect(), await db.connect()]
  await holder.exec('begin; insert into other values (1)')
  const { cluster } = db
  const { slices, txns } = cluster
  let turns = 0
  const next = slices.next
  slices.next = () => 0
  const [session] = [...cluster.sessions].slice(-2)
  const { turn } = session
  session.turn = async () => {
    if (turns++ === 0) {
      for (const statement of between) await writer.exec(statement)
      while (txns.purge(1e6));
      assert.equal(txns.hasPurgeWork, false, 'purge does not wait for the reader')
    }
    await turn.call(session)
  }
  await reader.exec(text)
  assert.ok(turns > 0, 'there were slices')
  slices.next = next
  await holder.exec('rollback')
  for (const connection of [holder, reader, writer]) await connection.release()
  assert.deepEqual((await db.check()).problems, [])
  const { rows } = await db.query(
    "select null_frac, avg_width, n_distinct from pg_stats where tablename = 't' and attname = 'b'",
  )
  await db.close()
  return rows
}

const UPDATE = "update t set b = repeat(md5(a::text || b), 600) where a % 20 = 0"
const DELETE = 'delete from t where a % 20 = 0'
const MOVE = "update t set c = repeat('y', 1500)"

test('ANALYZE beside UPDATE', async () => {
  assert.equal((await changedBetweenSlices([], 'analyze t', [UPDATE])).length, 1)
})

test('ANALYZE beside DELETE', async () => {
  assert.deepEqual((await changedBetweenSlices([], 'analyze t', [DELETE])).map(({ avg_width: width }) => width), [1])
})

test('ANALYZE beside rows that move from page to page', async () => {
  assert.equal(
    (await changedBetweenSlices([MOVE], 'analyze t', ["update t set c = repeat('z', 3000)", UPDATE])).length,
    1,
  )
})

test('VALIDATE CONSTRAINT beside UPDATE and DELETE', async () => {
  for (const change of [UPDATE, DELETE])
    await changedBetweenSlices(
      ['alter table t add check (length(b) >= 0) not valid'], 'alter table t validate constraint t_b_check', [change],
    )
})

/**
 * Statements that rules make several of, through the embedding API: what comes back, what a failure leaves, and that
 * rules are there after a restart and after a
 * power cut.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'

const OPTIONS = { bufferPool: '4MB', walSegmentBytes: 256 * 1024 }
const SETUP = `create table t (id int primary key, v text); create table audit (what text, id int);
  create rule ins as on insert to t do also insert into audit values ('ins', new.id);
  create rule upd as on update to t where new.v is distinct from old.v do also insert into audit values ('upd', old.id);
  create rule del as on delete to t do instead update t set v = null where id = old.id`

/** @param {any} db */
const audit = async (db) =>
  (await db.query('select what, id from audit order by id, what')).rows.map(
    (/** @type {any} */ row) => `${row.what} ${row.id}`,
  )

test('rows, counts and results are those of the statement itself', async () => {
  const db = await open({ ...OPTIONS, vfs: new FaultVfs() })
  await db.exec(SETUP)
  const inserted = await db.query("insert into t values (1, 'a'), (2, 'b') returning id")
  assert.deepEqual(inserted.rows, [{ id: 1 }, { id: 2 }])
  assert.deepEqual(await audit(db), ['ins 1', 'ins 2'])
  const statement = db.prepare('insert into t values ($1, $2)')
  assert.deepEqual(statement.run(3, 'c'), { changes: 1 })
  assert.deepEqual(db.prepare('insert into t values (4, $1) returning v').get('d'), { v: 'd' })
  assert.deepEqual(db.prepare("update t set v = 'x' where id = $1").run(1), { changes: 1 })
  assert.deepEqual(await audit(db), ['ins 1', 'upd 1', 'ins 2', 'ins 3', 'ins 4'])
  // The DELETE itself is not done: nothing counts.
  assert.deepEqual(db.prepare('delete from t where id = 2').run(), { changes: 0 })
  assert.deepEqual((await db.query('select v from t where id = 2')).rows, [{ v: null }])
  // A plan made before a rule goes is not used after.
  await db.exec('drop rule ins on t')
  statement.run(5, 'e')
  assert.ok(!(await audit(db)).includes('ins 5'))
  await db.close()
})

test('a step that fails takes back those before it', async () => {
  const db = await open({ ...OPTIONS, vfs: new FaultVfs() })
  await db.exec(SETUP)
  await db.exec('create unique index on audit (id)')
  await db.exec("insert into t values (1, 'a')")
  await db.exec("insert into audit values ('taken', 2)")
  await assert.rejects(db.query("insert into t values (2, 'b')"), { code: '23505' })
  assert.deepEqual((await db.query('select id from t')).rows, [{ id: 1 }])
  await db.close()
})

test('rules outlive restarts and power cuts', async () => {
  const disk = new FaultVfs()
  let db = await open({ ...OPTIONS, vfs: disk })
  await db.exec(SETUP)
  await db.close()
  db = await open({ ...OPTIONS, vfs: disk })
  await db.exec("insert into t values (1, 'a')")
  await db.exec('create rule late as on insert to audit do instead nothing')
  const image = disk.crashImage(1)
  const after = await open({ ...OPTIONS, vfs: image })
  assert.deepEqual(await audit(after), ['ins 1'])
  await after.exec("insert into t values (2, 'b')")
  assert.deepEqual(await audit(after), ['ins 1'])
  assert.equal(
    (await after.query("select count(*) as n from pg_rules where tablename in ('t', 'audit')")).rows[0].n,
    '4',
  )
  await after.close()
  await db.close()
})

test('parts of tables that are not there: errors name the table, notices what was written', async () => {
  /** @type {string[]} */
  const notices = []
  const db = await open({ ...OPTIONS, vfs: new FaultVfs(), onNotice: ({ message }) => notices.push(message) })
  await db.exec('create table t (a int)')
  for (const [word, of] of [['trigger', 'table'], ['rule', 'relation'], ['policy', 'table']]) {
    await assert.rejects(db.exec(`drop ${word} x on public.t`), {
      code: '42704', message: `${word} "x" for ${of} "t" does not exist`,
    })
    await db.exec(`drop ${word} if exists x on public.t; drop ${word} if exists x on public.u`)
    assert.deepEqual(notices.splice(0), [
      `${word} "x" for relation "public.t" does not exist, skipping`,
      'relation "public.u" does not exist, skipping',
    ])
  }
  await db.close()
})

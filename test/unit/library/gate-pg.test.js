/**
 * `seawall/pg` against a log whose sync does not come: a commit waits, what it did reaches no client by rows, counts,
 * errors, cursors or notifications, and sessions that have not met it go on.
 */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { Client, Pool } from '../../../src/pg/index.js'
import { openWithHeldSync, until } from '../../support/held-sync.js'

/** @type {any} */
let held
/** @type {any} */
let db
beforeAll(async () => {
  held = await openWithHeldSync()
  db = held.db
  await db.exec(`create table t (a int primary key, b text); create table quiet (a int); insert into quiet values (7);
    insert into t select g, repeat('x', 100) from generate_series(1, 2000) g`)
})
afterAll(async () => {
  held.release()
  await db.close()
})

const isDurable = () => db.cluster.txns.gatingLsn <= db.cluster.wal.durableLsn

/** Time enough for whatever would come by itself. */
async function turns() {
  for (let turn = 0; turn < 300; turn++) await new Promise((resolve) => { setImmediate(resolve) })
}

/** @type {Record<string, (client: any) => Promise<unknown>>} what a client hears, of a row that is not durable */
const WAYS = {
  rows: (client) => client.query('select b from t where a = $1', [-1]),
  'simple rows': (client) => client.query('select b from t where a = -1'),
  'a long answer': (client) => client.query('select b from t order by a'),
  'a count': (client) => client.query('select count(*) from t'),
  'a tag': (client) => client.query('update t set b = b where a = -1'),
  'an error': (client) => client.query('insert into t values (-1)').catch((/** @type {any} */ error) => error.code),
  'an error of a value': (client) =>
    client.query('select b::int from t where a = -1').catch((/** @type {any} */ error) => error.code),
  'COMMIT of who has seen it': async (client) => {
    await client.query('begin')
    const rows = client.query('select 1 from t where a = -1')
    return Promise.all([rows, client.query('commit')])
  },
}

test('nothing that is not durable is heard by node-postgres, and others go on', async () => {
  const pool = new Pool({ db, max: 20 })
  const listener = new Client({ db })
  await listener.connect()
  await listener.query('listen news')
  const writer = await pool.connect()
  const clients = await Promise.all(Object.keys(WAYS).map(() => pool.connect()))
  for (const client of clients) await client.query('select 1')
  await until(isDurable)
  held.hold()
  /** @type {string[]} */
  const heard = []
  listener.on('notification', () => { heard.push('a notification') })
  const before = db.cluster.txns.gatingLsn
  const committing = writer.query('begin; insert into t values (-1, \'secret\'); notify news; commit')
    .then(() => { heard.push('the commit') })
  await until(() => db.cluster.txns.gatingLsn > before && !isDurable())
  const asked = Object.entries(WAYS).map(([name, way], at) => way(clients[at]).then((told) => {
    heard.push(name)
    return told
  }))
  await turns()
  assert.deepEqual(heard, [])
  assert.deepEqual((await pool.query('select a from quiet')).rows, [{ a: 7 }], 'who has not met it goes on')
  const open = await pool.connect()
  await open.query('begin')
  assert.equal((await open.query('insert into quiet values (8)')).rowCount, 1)
  assert.deepEqual((await open.query('select a from quiet order by a')).rows, [{ a: 7 }, { a: 8 }])
  await open.query('rollback')
  open.release()
  assert.deepEqual(heard, [])
  held.release()
  await committing
  const told = await Promise.all(asked)
  assert.deepEqual(/** @type {any} */ (told[0]).rows, [{ b: 'secret' }])
  assert.deepEqual(told.slice(5, 7), ['23505', '22P02'])
  await until(() => heard.length === Object.keys(WAYS).length + 2)
  writer.release()
  for (const client of clients) client.release()
  await listener.end()
  await pool.end()
})

/** CREATE DATABASE: every option counts, is a default, or is refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { open } from '../../../src/index.js'

test('options of CREATE DATABASE', async () => {
  const db = await open(':memory:')
  await db.exec('CREATE ROLE clerk LOGIN')
  const refused = [
    ["STRATEGY = 'foo'", '22023'], ['CONNECTION LIMIT -2', '22023'], ["CONNECTION_LIMIT 'x'", '42601'], ['IS_TEMPLATE maybe', '42601'], ['IS_TEMPLATE true', '0A000'],
    ['ALLOW_CONNECTIONS false', '0A000'], ['colour 3', '42601'], ['STRATEGY wal_log STRATEGY wal_log', '42601'], ['OWNER nobody', '42704'], ['TEMPLATE nobody', '3D000'],
    ['TEMPLATE postgres', '0A000'], ["LOCALE 'sv_SE.UTF-8'", '0A000'], ["ENCODING 'LATIN1'", '0A000'], ['TABLESPACE fast', '0A000'],
  ]
  for (const [options, code] of refused) await assert.rejects(db.exec(`CREATE DATABASE shop ${options}`), { code }, options)
  await db.exec("CREATE DATABASE shop OWNER clerk TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' CONNECTION LIMIT 1 STRATEGY wal_log IS_TEMPLATE false ALLOW_CONNECTIONS true TABLESPACE DEFAULT")
  assert.deepEqual((await db.query("SELECT datdba::regrole::text AS owner, datconnlimit AS most FROM pg_database WHERE datname = 'shop'")).rows, [{ owner: 'clerk', most: 1 }])
  const connect = (/** @type {string} */ user) => db.cluster.connect({ user, database: 'shop', settings: {}, writer: null })
  const first = connect('clerk')
  assert.throws(() => connect('clerk'), { code: '53300' })
  connect('postgres').close()
  first.close()
  connect('clerk').close()
  await db.close()
})

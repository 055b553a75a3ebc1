/** CREATE DATABASE: every option counts, is a default, or is refused. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { open } from '../../../src/index.js'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'

test('options of CREATE DATABASE', async () => {
  const db = await open(':memory:')
  await db.exec('CREATE ROLE clerk LOGIN')
  const refused = [
    ["STRATEGY = 'foo'", '22023'], ['CONNECTION LIMIT -2', '22023'], ["CONNECTION_LIMIT 'x'", '42601'],
    ['IS_TEMPLATE maybe', '42601'], ['LOCALE_PROVIDER icu', '0A000'], ['LOCALE_PROVIDER nobody', '42P17'],
    ["LOCALE_PROVIDER libc ICU_LOCALE 'sv'", '42P17'], ['OID 5', '0A000'], ['ALLOW_CONNECTIONS 5', '42601'],
    ['colour 3', '42601'], ['STRATEGY wal_log STRATEGY wal_log', '42601'], ['OWNER nobody', '42704'],
    ['TEMPLATE nobody', '3D000'], ["LOCALE 'sv_SE.UTF-8'", '42809'], ["LC_CTYPE 'C'", '22023'],
    ["LC_COLLATE 'C' TEMPLATE template1", '22023'], ["ENCODING 'LATIN1'", '0A000'],
    ['TABLESPACE fast', '42704'],
  ]
  for (const [options, code] of refused)
    await assert.rejects(db.exec(`CREATE DATABASE shop ${options}`), { code }, options)
  await db.exec("CREATE DATABASE shop OWNER clerk TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER libc LC_COLLATE 'C' CONNECTION LIMIT 1 STRATEGY wal_log IS_TEMPLATE false ALLOW_CONNECTIONS true TABLESPACE DEFAULT")
  assert.deepEqual(
    (
      await db.query(
        "SELECT datdba::regrole::text AS owner, datconnlimit AS most FROM pg_database WHERE datname = 'shop'",
      )
    ).rows,
    [{ owner: 'clerk', most: 1 }],
  )
  await db.exec('ALTER DATABASE shop IS_TEMPLATE true')
  await assert.rejects(db.exec('DROP DATABASE shop'), { code: '42809' })
  await db.exec('ALTER DATABASE shop IS_TEMPLATE false')
  await db.exec('CREATE DATABASE model IS_TEMPLATE true')
  await assert.rejects(db.exec('DROP DATABASE model'), { code: '42809' })
  await db.exec("UPDATE pg_database SET datistemplate = false WHERE datname = 'model'")
  await db.exec('DROP DATABASE model')
  const connect = (/** @type {string} */ user) =>
    db.cluster.connect({ user, database: 'shop', settings: {}, writer: null })
  const first = connect('clerk')
  assert.throws(() => connect('clerk'), { code: '53300' })
  connect('postgres').close()
  first.close()
  connect('clerk').close()
  await db.close()
})

test('template1 takes connections, and has catalogs of its own from then on', async () => {
  const disk = new MemoryVfs()
  let db = await open({ path: 'data', vfs: disk })
  await db.exec('CREATE TABLE here (a int)')
  const template = await db.connect({ database: 'template1' })
  const answer = async (/** @type {any} */ on) =>
    (await on.query('SELECT current_database(), (SELECT count(*)::int FROM pg_class WHERE oid >= 16384) AS made'))
      .rows[0]
  assert.deepEqual(await answer(template), { current_database: 'template1', made: 0 })
  await template.exec('CREATE DATABASE shop')
  await template.exec('CREATE TABLE theirs (a int PRIMARY KEY); INSERT INTO theirs VALUES (1)')
  assert.deepEqual(await answer(db), { current_database: 'postgres', made: 1 })
  await template.exec('CREATE DATABASE stall')
  await template.release()
  await assert.rejects(db.connect({ database: 'template0' }), { code: '55000' })
  await assert.rejects(db.exec('DROP DATABASE template1'), { code: '42809' })
  assert.deepEqual((await db.check()).problems, [])
  await db.close()
  db = await open({ path: 'data', vfs: disk })
  const stall = await db.connect({ database: 'stall' })
  assert.deepEqual((await stall.query('SELECT a FROM theirs')).rows, [{ a: 1 }])
  await stall.release()
  const again = await db.connect({ database: 'template1' })
  assert.deepEqual((await again.query('SELECT a FROM theirs')).rows, [{ a: 1 }])
  await again.exec('DROP TABLE theirs')
  await again.exec('CREATE DATABASE booth')
  await again.release()
  assert.deepEqual((await db.query('SELECT count(DISTINCT datminmxid::text)::int AS slots FROM pg_database')).rows, [
    { slots: 5 },
  ])
  await db.close()
})

test('a renamed database is found by its new name, when nobody is in it', async () => {
  const disk = new MemoryVfs()
  let db = await open({ path: 'data', vfs: disk })
  await db.exec('CREATE DATABASE shop')
  await db.exec('CREATE DATABASE stall')
  const inside = await db.connect({ database: 'shop' })
  await inside.exec('CREATE TABLE wares (a int)')
  await assert.rejects(inside.exec('ALTER DATABASE shop RENAME TO store'), { code: '0A000' })
  await inside.release()
  await assert.rejects(db.exec('ALTER DATABASE shop RENAME TO stall'), { code: '42P04' })
  await db.exec('BEGIN; ALTER DATABASE shop RENAME TO store; ROLLBACK')
  const again = await db.connect({ database: 'shop' })
  assert.equal((await again.query('SELECT current_database() AS name')).rows[0].name, 'shop')
  await again.release()
  await db.exec('ALTER DATABASE shop RENAME TO store')
  await assert.rejects(db.connect({ database: 'shop' }), { code: '3D000' })
  const read = async () => {
    const renamed = await db.connect({ database: 'store' })
    assert.deepEqual((await renamed.query('SELECT current_database() AS name, count(*)::int AS n FROM wares')).rows,
      [{ name: 'store', n: 0 }])
    await renamed.release()
  }
  await read()
  await db.close()
  db = await open({ path: 'data', vfs: disk })
  await read()
  await db.close()
})

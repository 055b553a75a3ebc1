/**
 * Settings of roles and databases are what sessions begin with; those of ALTER SYSTEM the server's, from
 * pg_reload_conf() on and after a reopen.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'
import { WireClient, connected, fields, startup } from '../../support/wire-client.js'

/** @param {any} db @param {string[]} names @param {any} [options] what a new session begins with */
async function begin(db, names, options = {}) {
  const own = await db.connect(options)
  try {
    return names.map((name) => own.session.settings.show(name))
  } finally {
    await own.release()
  }
}

test('sessions begin with the settings of their role and database', async () => {
  const vfs = new MemoryVfs()
  let db = await open({ vfs })
  await db.exec(`create role r login; alter role all set application_name = 'all'; alter database postgres set work_mem = '5MB'; alter role r set work_mem = '6MB';
    alter role r in database postgres set statement_timeout = '7s'; alter role r set search_path = a, "B"`)
  const names = ['application_name', 'work_mem', 'statement_timeout', 'search_path', 'extra_float_digits']
  const expected = ['all', '6MB', '7s', 'a, "B"', '0']
  assert.deepEqual(await begin(db, names, { user: 'r', settings: { extra_float_digits: '0' } }), expected)
  assert.deepEqual(await begin(db, ['work_mem']), ['5MB'])
  await db.exec("begin; alter role r set work_mem = '9MB'; rollback")
  assert.deepEqual(await begin(db, ['work_mem'], { user: 'r' }), ['6MB'])
  await db.close()
  db = await open({ vfs })
  assert.deepEqual(await begin(db, names, { user: 'r', settings: { extra_float_digits: '0' } }), expected)
  await db.exec('drop role r; create role r login')
  assert.deepEqual(await begin(db, ['work_mem'], { user: 'r' }), ['5MB'])
  await db.close()
})

test('who gives a session role back has the role again that the session began with', async () => {
  const db = await open({ vfs: new MemoryVfs() })
  await db.exec('create role app; create role other; alter role all set role = app')
  const own = /** @type {any} */ (await db.connect())
  const who = () => own.session.identity.nameOf(own.session.roleOid)
  assert.equal(who(), 'app')
  for (const back of ['reset session authorization', 'set session authorization default', 'discard all']) {
    await own.exec('set session authorization other')
    assert.equal(who(), 'other')
    await own.exec(back)
    assert.equal(who(), 'app', back)
    assert.equal(own.session.settings.show('role'), 'app', back)
  }
  await own.exec('set session authorization postgres')
  assert.equal(who(), 'postgres')
  await own.release()
  await db.close()
})

test('ALTER SYSTEM', async () => {
  const vfs = new MemoryVfs()
  let db = await open({ vfs })
  const other = await db.connect()
  await other.exec("set work_mem = '1MB'")
  const [before] = await begin(db, ['work_mem'])
  await db.exec("alter system set work_mem = '77MB'")
  await db.exec("alter system set application_name = 'it''s'")
  await assert.rejects(db.exec('begin; alter system reset all; commit'), { code: '25001' })
  await db.exec('rollback')
  assert.deepEqual(await begin(db, ['work_mem']), [before])
  await db.exec('select pg_reload_conf()')
  assert.deepEqual(await begin(db, ['work_mem', 'application_name']), ['77MB', "it's"])
  assert.equal((/** @type {any} */ (other)).session.settings.show('work_mem'), '1MB')
  await other.release()
  await db.close()
  db = await open({ vfs })
  assert.deepEqual(await begin(db, ['work_mem', 'application_name']), ['77MB', "it's"])
  await db.close()
  db = await open({ vfs, workMem: '3MB' })
  assert.deepEqual(await begin(db, ['work_mem']), ['3MB'])
  await db.exec('alter system reset all')
  await db.close()
  db = await open({ vfs })
  assert.deepEqual(await begin(db, ['work_mem']), [before])
  await db.close()
})

test('ALTER SYSTEM sizes the pool of the next start, unless the program says otherwise', async () => {
  const vfs = new MemoryVfs()
  const pages = async (/** @type {any} */ options) => {
    const db = await open({ vfs, ...options })
    const { rows: [{ shared_buffers: shown }] } = await db.query('show shared_buffers')
    const { frameCount } = db.cluster.storage.pool
    await db.exec("alter system set shared_buffers = '16MB'")
    await db.close()
    return [shown, frameCount]
  }
  assert.deepEqual(await pages({ bufferPool: '8MB' }), ['8MB', 1024])
  assert.deepEqual(await pages({}), ['16MB', 2048])
  assert.deepEqual(await pages({ bufferPool: '4MB' }), ['4MB', 512])
})

test('places kept for superusers are as many as was said before the start', async () => {
  const vfs = new MemoryVfs()
  let db = await open({ vfs })
  await db.exec('create role plain login')
  await db.exec('alter system set superuser_reserved_connections = 5')
  assert.deepEqual(await begin(db, ['superuser_reserved_connections']), ['3'])
  await db.close()
  db = await open({ vfs })
  assert.deepEqual(await begin(db, ['superuser_reserved_connections']), ['5'])
  const { port } = await db.serve({ port: 0, connectionsMax: 6 })
  const one = await connected(port, { user: 'plain' })
  const other = new WireClient(port)
  other.send(startup(0x30000, { user: 'plain', database: 'postgres' }))
  const refusal = (await other.takeToEnd()).filter(({ type }) => type === 'E').map(fields)
  assert.deepEqual(refusal.map(({ C }) => C), ['53300'])
  const superuser = await connected(port, {})
  for (const client of [one, other, superuser]) client.end()
  await db.close()
})

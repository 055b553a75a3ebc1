/** When checkpoints come: by the settings as they are, and as they are told. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { systemClock } from '../../../src/engine/turns/clock.js'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'

const MB = 1048576

/** @param {any} db @param {string} name */
const shown = async (db, name) => Object.values((await db.query(`show ${name}`)).rows[0])[0]
/** @param {any} db @param {string} assignment */
async function alterSystem(db, assignment) {
  await db.query(`alter system ${assignment}`)
  await db.query('select pg_reload_conf()')
}

test('max_wal_size is what is told, at open and after a reload', async () => {
  const vfs = new MemoryVfs()
  for (const [options, size] of /** @type {const} */ ([[{ vfs }, 1024], [{ vfs, maxWal: '16MB' }, 16],
    [{ path: ':memory:' }, 256], [{ path: ':memory:', memoryLimit: '80MB' }, 10]])) {
    const db = /** @type {any} */ (await open(options))
    assert.equal(db.cluster.maxWalBytes, size * MB, `${size}`)
    assert.equal(await shown(db, 'max_wal_size'), size === 1024 ? '1GB' : `${size}MB`)
    await db.close()
  }
  let db = /** @type {any} */ (await open({ vfs }))
  await alterSystem(db, "set max_wal_size = '3MB'")
  assert.equal(db.cluster.maxWalBytes, 3 * MB)
  await db.query('create table t (a text)')
  const { checkpointLsn } = db.cluster.maintenance
  await db.query("insert into t select repeat('x', 1000) from generate_series(1, 4000)")
  for (let turn = 0; turn < 1000 && db.cluster.maintenance.checkpointLsn === checkpointLsn; turn++)
    await new Promise(setImmediate)
  assert.ok(db.cluster.maintenance.checkpointLsn > checkpointLsn)
  await db.close()
  db = await open({ vfs })
  assert.equal(await shown(db, 'max_wal_size'), '3MB')
  await alterSystem(db, 'reset max_wal_size')
  assert.equal(db.cluster.maxWalBytes, 1024 * MB)
  await db.close()
})

test('checkpoint_timeout, unless the program says how long', async () => {
  /** @type {Set<number>} of timers that are set */
  const waits = new Set()
  /** @type {() => void} */
  let checkpoint = () => {}
  const system = systemClock()
  /** @type {import('../../../src/engine/turns/clock.js').Clock['setTimer']} */
  const setTimer = (work, ms, background) => {
    if (ms < 1000) return system.setTimer(work, ms, background)
    waits.add(ms)
    if (ms === 45000) checkpoint = work
    return { cancel: () => waits.delete(ms) }
  }
  const clock = { ...system, setTimer }
  const vfs = new MemoryVfs()
  let db = /** @type {any} */ (await open({ vfs, clock }))
  assert.ok(waits.has(300000))
  await alterSystem(db, "set checkpoint_timeout = '45s'")
  assert.deepEqual([waits.has(300000), waits.has(45000)], [false, true])
  await db.query('create table t (a int)')
  const { checkpointLsn } = db.cluster.maintenance
  checkpoint()
  await db.cluster.maintenance.checkpointing
  assert.ok(db.cluster.maintenance.checkpointLsn > checkpointLsn)
  assert.ok(waits.has(45000))
  await db.close()
  db = await open({ vfs, clock, checkpointMs: 1234 })
  assert.ok(waits.has(1234))
  await db.close()
})

test('a database that is dropped leaves no locks behind', async () => {
  const db = /** @type {any} */ (await open(':memory:'))
  const { spaces } = db.cluster.txns.locks
  const before = spaces.size
  for (let round = 0; round < 3; round++) {
    await db.query('create database d')
    const session = await db.connect({ database: 'd' })
    await session.query('create table t (a int)')
    await session.release()
    await db.query('drop database d')
  }
  assert.equal(spaces.size, before)
  await db.close()
})

/**
 * Databases made and dropped, closed and made again, and then the process is killed or the power goes: what was
 * acknowledged is there and opens, in each mode.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../src/index.js'
import { FaultVfs } from '../support/disk/fault-vfs.js'

const OPTIONS = { bufferPool: '4MB', walSegmentBytes: 256 * 1024, walBatchMs: 100000 }

/** @param {any} db */
const databases = async (db) =>
  (await db.query("select datname from pg_database where datname like 'db%' order by 1")).rows.map(
    (/** @type {any} */ row) => row.datname
  )

/** @param {any} db @param {string} name */
async function fill(db, name) {
  const session = await db.connect({ database: name })
  await session.exec(
    "create table t (a int primary key, b text); insert into t select g, 'b' from generate_series(1, 300) g"
  )
}

for (const walSync of /** @type {const} */ (['immediate', 'batch', 'none'])) {
  for (const ending of walSync === 'immediate' ? ['killed', 'cut'] : ['killed']) {
    test(
      `a database made after another was dropped, ${ending}, wal_sync = ${walSync}`,
      { timeout: 60_000 },
      async () => {
        const disk = new FaultVfs({ seed: 1 })
        const openIt = (/** @type {FaultVfs} */ vfs) => open({ ...OPTIONS, walSync, vfs })
        let db = await openIt(disk)
        await db.exec('create database db_kept')
        await db.exec('create database db_old')
        await fill(db, 'db_old')
        await db.exec('drop database db_old with (force)')
        await db.close()

        db = await openIt(disk)
        await db.exec('create database db_new')
        await fill(db, 'db_new')
        disk.cut()

        db = await openIt(ending === 'cut' ? disk.crashImage(3) : disk.afterKill())
        assert.deepEqual(await databases(db), ['db_kept', 'db_new'])
        const session = await db.connect({ database: 'db_new' })
        assert.deepEqual((await session.query('select count(*)::int as n, max(a) as top from t')).rows, [
          { n: 300, top: 300 },
        ])
        assert.deepEqual((await db.check()).problems, [])
        await db.close()
      },
    )
  }
}

for (const walSync of /** @type {const} */ (['immediate', 'batch', 'none'])) {
  test(
    `a database of before is dropped and another made at once, wal_sync = ${walSync}`,
    { timeout: 60_000 },
    async () => {
      const disk = new FaultVfs({ seed: 1 })
      const openIt = (/** @type {FaultVfs} */ vfs) => open({ ...OPTIONS, walSync, vfs })
      let db = await openIt(disk)
      await db.exec('create database db_old')
      await db.close()
      db = await openIt(disk)
      await db.exec('drop database db_old')
      await db.exec('create database db_new')
      await fill(db, 'db_new')
      await db.checkpoint()
      for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
      disk.cut()
      db = await openIt(disk.afterKill())
      assert.deepEqual(await databases(db), ['db_new'])
      assert.deepEqual(
        (await (await db.connect({ database: 'db_new' })).query('select count(*)::int as n from t')).rows,
        [{ n: 300 }],
      )
      assert.deepEqual((await db.check()).problems, [])
      await db.close()
    },
  )
}

/**
 * Out-of-line values that no row has: a crash leaves them, `check` tells of them, VACUUM and the sweep after a crash
 * give them back, and never one that a row has.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { seededRandom } from '../../../src/util/prng.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'
import { PAGE_KINDS } from '../../../src/storage/page.js'
import { fileOf } from '../../support/damage.js'

const OPTIONS = /** @type {const} */ ({ bufferPool: '2MB', walSegmentBytes: 256 * 1024 })
const LONG = "(select string_agg(md5(n::text || random()::text), '') from generate_series(1, 300) n)"

/** @param {any} db @param {number} fileId @returns {number} pages of the file that hold values */
function valuePages(db, fileId) {
  const { files, pool } = db.cluster.storage
  const file = files.open(fileId)
  let count = 0
  for (let block = 0; block < file.blockCount; block++) {
    const frame = pool.pin(file, block)
    if (pool.bytes[frame * 8192 + 10] === PAGE_KINDS.OVERFLOW) count++
    pool.unpin(frame)
  }
  return count
}

test('values whose purge a crash lost are found and given back', async () => {
  const disk = new FaultVfs({ seed: 1 })
  const db = await open({ ...OPTIONS, vfs: disk })
  await db.exec(
    `create table t (a int primary key, b text); insert into t select n, ${LONG} from generate_series(1, 20) n`,
  )
  const t = await fileOf(db, 't')
  const before = valuePages(db, t)
  assert.ok(before >= 20)
  const holder = await db.connect()
  await holder.exec('begin isolation level repeatable read; select 1')
  await db.exec(`update t set b = ${LONG} where a <= 10`)
  assert.ok(valuePages(db, t) > before)
  await db.checkpoint()
  const again = await open({ ...OPTIONS, vfs: disk.crashImage(1) })
  await again.cluster.maintenance.sweeping
  assert.deepEqual((await again.check()).problems, [])
  assert.equal(valuePages(again, t), before)
  assert.equal((await again.query('select count(*)::int n from t where length(b) = 9600')).rows[0].n, 20)

  // One that nobody knows of: told, and left for VACUUM.
  const { overflow, files } = again.cluster.storage
  const { txns } = again.cluster
  const txn = txns.begin({})
  overflow.store(txn, files.open(t), new Uint8Array(20000), 0, 20000)
  txns.commit(txn)
  const { problems } = await again.check()
  assert.match(problems[0]?.message ?? '', /^3 pages hold out-of-line values that no row has$/)
  assert.equal(problems[0].relation, 't')
  assert.doesNotMatch(problems[0].detail ?? '', /VACUUM removes them/)
  await again.exec('vacuum (index_cleanup on) t')
  assert.deepEqual((await again.check()).problems, [])
  assert.equal(valuePages(again, t), before)
  await again.close()
})

test('VACUUM beside changes frees no value of a row', async () => {
  const random = seededRandom(20261123)
  const db = await open({ path: ':memory:', bufferPool: '8MB' })
  await db.exec(`create table t (a int primary key, b text, c text); insert into t select n, ${LONG}, 'x' from generate_series(1, 300) n`)
  const sessions = await Promise.all([1, 2, 3].map(() => db.connect()))
  let isOver = false
  const change = async (/** @type {any} */ session) => {
    while (!isOver) {
      const a = 1 + random.below(300)
      await session.exec('begin')
      await session.exec(
        [
          `update t set c = repeat('y', ${random.below(3000)}) where a = ${a}`,
          `update t set b = ${LONG} where a = ${a}`,
          `delete from t where a = ${a}; insert into t values (${a}, ${LONG}, 'z')`,
        ][random.below(3)],
      )
      await session.exec(random.below(2) === 0 ? 'rollback' : 'commit')
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const work = sessions.map((session) => change(session).catch((error) => { isOver = true; throw error }))
  for (let round = 0; round < 12 && !isOver; round++) await db.exec('vacuum (index_cleanup on) t')
  isOver = true
  await Promise.all(work)
  assert.equal((await db.query('select count(*)::int n from t where length(b) = 9600')).rows[0].n, 300)
  await db.close()
})

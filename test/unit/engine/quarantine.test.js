/** A damaged page that recovery or a rollback has to change takes its relation out of use, and nothing else. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'
import { cutFile, fileOf, flipBit, pathOf } from '../../support/damage.js'

const OPTIONS = /** @type {const} */ ({ bufferPool: '2MB', walSegmentBytes: 256 * 1024 })
const MESSAGE = /^relation "t" is quarantined: /

/** The disk of a process that was killed while a transaction had changed t. @param {string} change */
async function killed(change) {
  const disk = new FaultVfs({ seed: 1 })
  const db = await open({ ...OPTIONS, vfs: disk })
  await db.exec("create table t (a int primary key, b text); insert into t select n, repeat('x', 100) from generate_series(1, 1000) n; create table other (a int); insert into other values (1)")
  const files = { t: await fileOf(db, 't'), pkey: await fileOf(db, 't_pkey') }
  await db.checkpoint()
  const session = await db.connect()
  await session.exec(`begin; ${change}`)
  await db.checkpoint()
  // other pages are in the double-write areas now
  await db.exec('create table z (a int); insert into z select n from generate_series(1, 20000) n')
  await db.checkpoint()
  return { image: disk.crashImage(1), files }
}

/** @param {FaultVfs} image @param {string[]} [lines] */
const reopen = (image, lines = []) => open({ ...OPTIONS, vfs: image, logger: (line) => lines.push(line) })

test('an unfinished transaction and a damaged page: the rest opens', async () => {
  const { image, files } = await killed("update t set b = 'loser' where a = 1")
  flipBit(image, files.t, 0, 4000)
  let disk = image
  for (let round = 0; round < 4; round++) {
    /** @type {string[]} */
    const lines = []
    const db = await reopen(disk, lines)
    assert.ok(lines.some((line) => MESSAGE.test(line)), lines.join('\n'))
    assert.equal((await db.query('select count(*)::int n from other')).rows[0].n, 1)
    for (const sql of [
      'select * from t where a = 500', 'select count(*) from t', "insert into t values (2000, 'new')", 'delete from t',
      'vacuum t', 'vacuum full t', 'analyze t',
    ]) {
      await assert.rejects(
        db.query(sql),
        (/** @type {any} */ error) =>
          error.code === 'XX001' && MESSAGE.test(error.message) && /salvage/.test(error.hint),
        sql,
      )
    }
    assert.ok((await db.check()).problems.some(({ relation, message }) => relation === 't' && MESSAGE.test(message)))
    await db.exec('insert into other select a from other where a < 0')
    // It lasts: over a crash at once, over a clean close, over a crash behind a checkpoint.
    if (round === 1) await db.close()
    if (round === 2) await db.checkpoint()
    disk = disk.crashImage(round)
  }
  const db = await reopen(disk)
  await db.exec('drop table t; create table t (a int primary key); insert into t values (1)')
  assert.deepEqual((await db.check()).problems, [])
  await db.checkpoint()
  const again = await reopen(disk.crashImage(1))
  assert.equal(again.cluster.storage.files.quarantine.byFile.size, 0)
  assert.deepEqual((await again.check()).problems, [])
  await again.close()
  await db.close()
})

test('TRUNCATE ends a quarantine, REINDEX that of an index', async () => {
  const { image, files } = await killed("insert into t values (2000, 'loser')")
  for (let block = 0; block < 4; block++) flipBit(image, files.pkey, block, 4000)
  const db = await reopen(image)
  await assert.rejects(db.query('select b from t where a = 1'), {
    code: 'XX001', message: /^index "t_pkey" is quarantined: /, hint: /REINDEX INDEX t_pkey/,
  })
  assert.equal((await db.query('select count(*)::int n from t')).rows[0].n, 1000)
  await db.exec('reindex index t_pkey')
  assert.equal((await db.query('select length(b) n from t where a = 1')).rows[0].n, 100)
  assert.deepEqual((await db.check()).problems, [])
  await db.close()

  const second = await killed("update t set b = 'loser' where a = 1")
  flipBit(second.image, second.files.t, 0, 4000)
  const truncated = await reopen(second.image)
  await truncated.exec('truncate t')
  assert.equal((await truncated.query('select count(*)::int n from t')).rows[0].n, 0)
  assert.deepEqual((await truncated.check()).problems, [])
  await truncated.close()
})

test('redo that finds its page damaged, cut off or gone', async () => {
  for (const [what, damage] of /** @type {[string, (image: FaultVfs, t: number) => void][]} */ ([
    ['damaged', (image, t) => flipBit(image, t, 0)],
    ['cut off', (image, t) => cutFile(image, t, 0)],
    [
      'gone',
      (image, t) => {
        image.unlink(pathOf(t))
        image.syncDir('base')
      },
    ],
  ])) {
    const disk = new FaultVfs({ seed: 1 })
    const db = await open({ ...OPTIONS, vfs: disk })
    await db.exec("create table t (a int primary key, b text); insert into t select n, repeat('x', 100) from generate_series(1, 1000) n; create table other (a int); insert into other values (1)")
    const t = await fileOf(db, 't')
    // other pages are in the double-write areas now
    await db.exec("insert into other select n from generate_series(1, 20000) n")
    await db.checkpoint()
    await db.exec("update t set b = 'new' where a = 1")
    const image = disk.crashImage(1)
    damage(image, t)
    for (let round = 0; round < 2; round++) {
      const again = await reopen(image)
      assert.equal((await again.query('select count(*)::int n from other')).rows[0].n, 20001, what)
      await assert.rejects(again.query('select count(*) from t'), { code: 'XX001', message: MESSAGE }, what)
      if (round === 1) await again.exec('drop table t')
      if (round === 1) assert.deepEqual((await again.check()).problems, [], what)
      await again.close()
    }
  }
})

test('a rollback that meets a damaged page', async () => {
  const disk = new FaultVfs({ seed: 1 })
  const db = await open({ ...OPTIONS, vfs: disk })
  await db.exec("create table t (a int primary key, b text); insert into t select n, repeat('x', 100) from generate_series(1, 1000) n; create table other (a int); insert into other values (1)")
  const t = await fileOf(db, 't')
  const session = await db.connect()
  await session.exec("begin; update t set b = 'mine' where a = 1; insert into other values (2)")
  await db.exec('create table z (a int); insert into z select n from generate_series(1, 20000) n')
  await db.checkpoint()
  const { pool, files } = db.cluster.storage
  db.cluster.heapEnv.releasePins()
  pool.letGo(files.open(t))
  flipBit(disk, t, 0)
  await session.exec('rollback')
  assert.deepEqual((await db.query('select a from other')).rows, [{ a: 1 }])
  await assert.rejects(db.query('select count(*) from t'), { code: 'XX001', message: MESSAGE })
  await db.exec('drop table t')
  await db.close()
})

test('what can be read of a quarantined table is salvaged', async () => {
  const { image, files } = await killed("update t set b = 'loser' where a = 200")
  flipBit(image, files.t, 0, 4000)
  flipBit(image, files.t, 3, 4000)
  const db = await reopen(image)
  let text = ''
  /** @type {string[]} */
  const lines = []
  const done = (await db.connect()).salvage(null, 't', (piece) => { text += piece }, (line) => lines.push(line))
  const rows = text.split('\n').filter((line) => /^\d+\t/.test(line))
  assert.equal(done.lost, 2)
  assert.equal(done.rows, rows.length)
  assert.ok(done.rows > 700 && done.rows < 1000, `${done.rows}`)
  assert.equal(rows.at(-1), `1000\t${'x'.repeat(100)}`)
  assert.match(text, /^COPY "t" \("a", "b"\) FROM stdin;\n/)
  assert.ok(lines.some((line) => /^block 0: invalid page/.test(line)), lines.join('; '))
  await db.close()
})

/**
 * What a disk lost without a checksum that says so: files cut short or emptied, pages that became zero. And what was
 * never written, which is no damage.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'
import { cutFile, fileOf, pagesOf, zeroPage } from '../../support/damage.js'

const OPTIONS = /** @type {const} */ ({ bufferPool: '2MB', walSegmentBytes: 256 * 1024 })

/** @param {any} db @param {string} sql @returns {Promise<any>} the first value, or the SQLSTATE */
const answer = (db, sql) =>
  db.query(sql).then(
    (/** @type {any} */ { rows }) => Object.values(rows[0] ?? { none: null })[0],
    (/** @type {any} */ error) => error.code,
  )

async function directory() {
  const disk = new FaultVfs({ seed: 1 })
  const db = await open({ ...OPTIONS, vfs: disk })
  await db.exec("create table t (a int primary key, b text); insert into t select n, repeat('x', 200) from generate_series(1, 1000) n; create sequence s; select nextval('s')")
  const files = { t: await fileOf(db, 't'), pkey: await fileOf(db, 't_pkey'), s: await fileOf(db, 's') }
  return { disk, db, files }
}

for (const [how, end] of /** @type {[string, (db: any, disk: FaultVfs) => Promise<FaultVfs>][]} */ ([
  ['a clean close', async (db, disk) => { await db.close(); return disk.crashImage(1) }],
  ['a checkpoint and a crash', async (db, disk) => { await db.checkpoint(); return disk.crashImage(1) }],
])) {
  test(`lost pages are damage, after ${how}`, async () => {
    const { disk, db, files } = await directory()
    const whole = await end(db, disk)
    /** @type {[string, (image: FaultVfs) => void, string][]} */
    const losses = [
      ['the last page', (image) => cutFile(image, files.t, 28), 'select count(*) from t'],
      ['the whole file', (image) => cutFile(image, files.t, 0), 'select count(*) from t'],
      ['a page in the middle', (image) => zeroPage(image, files.t, 3), 'select count(*) from t'],
      ['the index', (image) => cutFile(image, files.pkey, 0), 'select b from t where a = 1'],
      [
        'a leaf of the index',
        (image) => {
          for (let block = 2; block < pagesOf(image, files.pkey).length; block++) zeroPage(image, files.pkey, block)
        },
        'select b from t where a = 1',
      ],
      ['a sequence', (image) => cutFile(image, files.s, 0), "select nextval('s')"],
    ]
    for (const [what, lose, sql] of losses) {
      const image = whole.crashImage(1)
      lose(image)
      for (let round = 0; round < 2; round++) {
        const again = await open({ ...OPTIONS, vfs: image })
        assert.equal(await answer(again, sql), 'XX001', `${what}, round ${round}`)
        assert.ok((await again.check()).problems.some(({ code }) => code === 'XX001'), `check finds ${what}`)
        // What is still there can be read, and the rest of the database lives.
        if (what === 'a page in the middle')
          assert.equal(await answer(again, 'select length(b) from t where a = 1'), 200)
        await again.exec('create table if not exists u (a int); insert into u values (1)')
        await again.close()
      }
    }
  })
}

test('… also of a file that the processes between have not opened', async () => {
  const { disk, db, files } = await directory()
  await db.close()
  for (let round = 0; round < 2; round++) {
    const between = await open({ ...OPTIONS, vfs: disk })
    await between.exec('create table if not exists u (a int); insert into u values (1)')
    await between.checkpoint()
    await between.close()
  }
  cutFile(disk, files.t, 28)
  const again = await open({ ...OPTIONS, vfs: disk })
  assert.equal(await answer(again, 'select count(*) from t'), 'XX001')
  await again.close()
})

test('pages that were never written are no damage', async () => {
  const { disk, db, files } = await directory()
  await db.checkpoint()
  // Pages that were appended and never logged: their statement failed, or the machine did.
  const { files: manager, pool } = db.cluster.storage
  const file = manager.open(files.t)
  const { blockCount } = file
  for (let count = 0; count < 5; count++) pool.unpin(pool.extend(file))
  await db.exec("insert into t select n, repeat('y', 200) from generate_series(2001, 2300) n")
  assert.ok(file.blockCount > blockCount + 5)
  for (const seed of [1, 2, 3]) {
    let image = disk.crashImage(seed)
    for (let round = 0; round < 3; round++) {
      const again = await open({ ...OPTIONS, vfs: image })
      const count = Number(await answer(again, 'select count(*) from t'))
      assert.ok(count >= 1000 && count <= 1310, `${count}`)
      assert.deepEqual((await again.check()).problems, [])
      if (round === 0) await again.exec("insert into t select n, repeat('z', 200) from generate_series(3001, 3010) n")
      if (round === 1) { await again.close(); image = image.crashImage(1) } else image = image.crashImage(seed)
    }
  }
  await db.exec('truncate t; insert into t values (1)')
  await db.exec('vacuum t')
  await db.checkpoint()
  const again = await open({ ...OPTIONS, vfs: disk.crashImage(4) })
  assert.equal(Number(await answer(again, 'select count(*) from t')), 1)
  await again.close()
  await db.close()
})

test('a catalog that lost its file does not fall back to the template', async () => {
  const { disk, db } = await directory()
  await db.close()
  const image = disk.crashImage(1)
  const path = image.list('base').find((name) => Number.parseInt(name, 16) === 16384 + 1259)
  assert.ok(path !== undefined)
  image.unlink(`base/${path}`)
  image.syncDir('base')
  await assert.rejects(
    open({ ...OPTIONS, vfs: image }).then((opened) => opened.query('select count(*) from t')),
    { code: '58P01' },
  )
})

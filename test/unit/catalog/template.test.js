/**
 * The catalogs of a new database: what is ready made is what would be made now, and relations of a template become
 * files when they are written.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { catalogTemplate, makeTemplate } from '../../../src/catalog/template.js'
import { catalogShapes } from '../../../src/catalog/store/shapes.js'
import { TEMPLATE_PATH, TemplateFile, WholeTemplate } from '../../../src/storage/template.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'
import { rounds } from '../../support/rounds.js'

test('the ready-made template is of these catalogs (else: node scripts/make-template.js)', () => {
  const ready = catalogTemplate()
  const made = makeTemplate()
  assert.ok(ready instanceof WholeTemplate, 'its stamp is that of the data files and system views')
  for (const { oid, name, shared, indexes } of catalogShapes().values()) {
    for (const one of [oid, ...indexes.map((index) => index.oid)]) {
      const fileId = shared ? one : 16384 + one
      assert.ok(ready.has(fileId), name)
      assert.ok(Buffer.from(made.pages(fileId)).equals(ready.pages(fileId)), `pages of ${name}, file ${fileId}`)
    }
  }
})

const OPTIONS = { bufferPool: '2MB', walSegmentBytes: 256 * 1024 }
/** @param {MemoryVfs | FaultVfs} vfs */
const catalogFiles = (vfs) => vfs.list('base').filter((name) => Number.parseInt(name, 16) < 2 ** 28)

test('a new directory has the template and no file of a catalog; what is written becomes one', async () => {
  const vfs = new MemoryVfs()
  let db = await open({ ...OPTIONS, vfs })
  assert.deepEqual(catalogFiles(vfs), [])
  assert.ok(vfs.exists(TEMPLATE_PATH))
  const counted = 'select (select count(*) from pg_class) as c, (select count(*) from pg_attribute) as a, (select count(*) from pg_proc) as p'
  const { rows: [before] } = await db.query(counted)
  await db.close()
  assert.deepEqual(catalogFiles(vfs), [], 'reading writes nothing')
  db = await open({ ...OPTIONS, vfs })
  await db.exec("comment on schema public is 'ours'")
  await db.close()
  // The row of pg_description is there already: its heap changes, by its OID in slot 1, and no index.
  assert.deepEqual(catalogFiles(vfs), [(16384 + 2609).toString(16).padStart(8, '0')])
  db = await open({ ...OPTIONS, vfs })
  assert.deepEqual((await db.query(counted)).rows, [before])
  assert.equal(
    (await db.query("select obj_description('public'::regnamespace, 'pg_namespace') as d")).rows[0].d,
    'ours',
  )
  assert.deepEqual((await db.check()).problems, [])
  await db.close()
})

test('the power goes while catalogs become files', { timeout: 60_000 }, async () => {
  const base = new FaultVfs()
  await (await open({ ...OPTIONS, vfs: base })).close()
  const work = async (/** @type {FaultVfs} */ disk) => {
    const db = await open({ ...OPTIONS, vfs: disk })
    await db.exec('create table t (a int primary key, b text)')
    await db.exec('checkpoint')
    await db.exec("create view v as select a from t; comment on table t is 'ours'; checkpoint")
    await db.close()
  }
  const uncut = base.crashImage(1)
  await work(uncut)
  assert.ok(catalogFiles(uncut).length > 20)
  for (let cut = 0; cut < 16; cut += rounds(3, 1)) {
    const part = (cut + 1) / 18
    const disk = base.crashImage(
      1,
      cut % 2 === 0
        ? { crashAtSync: Math.max(6, Math.floor(uncut.syncCount * part)) }
        : { crashAtWrite: Math.max(8, Math.floor(uncut.writeCount * part)) },
    )
    await assert.rejects(
      work(disk),
      (/** @type {any} */ error) => disk.off && (error.name === 'PowerCut' || error.code === '58030'),
    )
    const db = await open({ ...OPTIONS, vfs: cut % 3 === 0 ? disk.afterKill() : disk.crashImage(cut) })
    assert.deepEqual((await db.check()).problems, [], `cut ${cut}`)
    await db.exec(
      'create table if not exists t (a int primary key, b text); insert into t values (1); drop table t cascade',
    )
    await db.close()
  }
})

test('a copy of a catalog that never got its name is gone after the recovery', async () => {
  const disk = new FaultVfs()
  const first = await open({ ...OPTIONS, vfs: disk })
  await first.exec('create table t (a int primary key)')
  const killed = disk.afterKill()
  killed.open('base/00004000.new', { create: true }).close()
  const db = await open({ ...OPTIONS, vfs: killed })
  assert.deepEqual(killed.list('base').filter((name) => name.endsWith('.new')), [])
  await db.close()
})

test('a checkpoint on the spot says nothing of a catalog whose first page is still being written', async () => {
  const disk = new FaultVfs({ seed: 1 })
  await (await open({ ...OPTIONS, vfs: disk })).close()
  const db = await open({ ...OPTIONS, vfs: disk, walSync: 'none' })
  const { storage, maintenance } = db.cluster
  await db.exec("comment on schema public is 'ours'")
  const path = `base/${(16384 + 2609).toString(16).padStart(8, '0')}`
  const written = storage.writer.makeRoom()
  const inFlight = () => storage.pool.inFlight.includes(1)
  while (!inFlight()) await null
  await db.exec("comment on schema public is 'mine'")
  assert.ok(inFlight() && !disk.exists(path), 'the copy is under way')
  maintenance.checkpointNow()
  assert.ok(!disk.exists(path), 'the file has no name yet')
  const killed = disk.afterKill()
  const cut = disk.crashImage(2)
  written.catch(() => undefined)
  for (const left of [killed, cut]) {
    const again = await open({ ...OPTIONS, vfs: left })
    const { rows } = await again.query("select obj_description('public'::regnamespace, 'pg_namespace') as d")
    assert.deepEqual(rows, [{ d: 'mine' }])
    assert.deepEqual((await again.check()).problems, [])
    await again.close()
  }
})

test('a copy of a relation that finds no room leaves no file behind', () => {
  const vfs = new FaultVfs({ seed: 1 })
  vfs.mkdir('base')
  vfs.syncDir('')
  vfs.options.capacityBytes = 4096
  const pages = new Uint8Array(8192).fill(7)
  const template = /** @type {any} */ ({ pages: () => pages, blockCount: () => 1 })
  const file = new TemplateFile(/** @type {any} */ (vfs), template, 1, 'base/00000001', () => undefined)
  assert.throws(() => file.writeSync(pages, 0, 8192, 0), { code: '53100' })
  assert.deepEqual(vfs.list('base'), [])
  vfs.options.capacityBytes = undefined
  file.writeSync(pages, 0, 8192, 0)
  file.syncSync()
  assert.deepEqual(vfs.list('base'), ['00000001'])
})

/**
 * Directories of the release before are opened and become this one's; others are refused; what built-in rows are is the
 * version's (src/catalog/README.md, "Versions").
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { open } from '../../../src/index.js'
import { catalogShape } from '../../../src/catalog/store/shapes.js'
import { catalogTemplate, makeTemplate, rowsIn } from '../../../src/catalog/template.js'
import { applyToDatabases } from '../../../src/engine/cluster/upgrade.js'
import { ControlFile } from '../../../src/wal/control-file.js'
import { DIRECTORY_VERSION, OLDEST_VERSION } from '../../../src/wal/directory-version.js'
import { fingerprintOf } from '../../support/catalog-fingerprint.js'
import { putInto, unpack } from '../../support/directory-fixture.js'
import { FaultVfs, PowerCut } from '../../support/disk/fault-vfs.js'
import { rounds } from '../../support/rounds.js'

const FIXTURES = new URL('../../fixtures/', import.meta.url)
const OPTIONS = /** @type {const} */ ({ bufferPool: '2MB', walSegmentBytes: 64 * 1024 })
const versions = JSON.parse(fs.readFileSync(new URL('directory-versions.json', FIXTURES), 'utf8'))

test('the built-in rows are those of the version (else: node scripts/make-template.js)', () => {
  assert.equal(
    fingerprintOf(makeTemplate()), versions.fingerprints[DIRECTORY_VERSION],
    'they changed: run the script; if it refuses, raise the version as it says',
  )
  assert.ok(DIRECTORY_VERSION >= versions.released)
  assert.equal(
    OLDEST_VERSION, DIRECTORY_VERSION > versions.released ? versions.released : DIRECTORY_VERSION - 1,
    'the version before is opened',
  )
  for (let version = OLDEST_VERSION; version <= versions.released; version++)
    assert.ok(fs.existsSync(new URL(`directory-${version}.br`, FIXTURES)), `a directory of version ${version} is kept`)
})

/** What scripts/make-directory-fixture.js put there. @param {any} db @param {boolean} isKilled */
async function looksAsMade(db, isKilled) {
  const one = async (/** @type {string} */ sql) => Object.values((await db.query(sql)).rows[0])[0]
  assert.equal(await one('select count(*)::int from people'), isKilled ? 240 : 200)
  assert.equal(await one('select length(notes) from people where id = 7'), 15000)
  assert.equal(await one("select count(*)::int from people where name = 'never'"), 0)
  assert.equal(await one("select id from people where name = 'name 42'"), 42)
  assert.equal(
    await one('select count(*)::int from glad'),
    await one("select count(*)::int from people where feels = 'glad'"),
  )
  assert.deepEqual(
    (await db.query('select unnest(enum_range(null::mood))::text m')).rows.map((/** @type {any} */ { m }) => m),
    ['sad', 'ok', 'glad'],
  )
  assert.ok(Number(await one("select nextval('numbers')")) > 100)
  assert.equal(await one('select count(*)::int from pets'), isKilled ? 11 : 20)
  assert.equal(await one("select obj_description('public'::regnamespace, 'pg_namespace')"), 'our schema')
  assert.equal(await one("select count(*)::int from pg_roles where rolname = 'clerk'"), 1)
  assert.equal(await one("select count(*)::int from pg_class where relname = 'never'"), 0)
  // Indexes go by it.
  const locales = "select string_agg(distinct datctype || datcollate || upper('\u00e9'), ' ') from pg_database"
  assert.equal(await one(locales), 'CC\u00e9')
  const other = await db.connect({ database: 'other' })
  assert.equal((await other.query('select sum(a)::int n from there')).rows[0].n, 3)
  assert.deepEqual((await db.check()).problems, [])
}

/** @param {any} db all built-in rows as a new directory of this version has them, but for what the fixture changed */
async function hasRowsOfThisVersion(db) {
  for (const name of ['pg_proc', 'pg_type', 'pg_operator', 'pg_attribute', 'pg_class', 'pg_cast', 'pg_aggregate']) {
    const column = catalogShape(name).at.oid === undefined ? catalogShape(name).columns[0].name : 'oid'
    const { rows } = await db.query(`select count(*)::int n from pg_catalog.${name} where ${column}::oid < 16384`)
    assert.equal(rows[0].n, rowsIn(catalogTemplate(), name).length, name)
  }
  const { rows } = await db.query('select count(*)::int n from pg_depend where refclassid = 3079 or classid = 2612')
  assert.equal(rows[0].n, rowsIn(catalogTemplate(), 'pg_depend').length, 'pg_depend')
}

for (const file of fs.readdirSync(FIXTURES).filter((name) => name.endsWith('.br'))) {
  const version = Number(/\d+/.exec(file)?.[0])
  for (const [name, files] of Object.entries(unpack(fs.readFileSync(new URL(file, FIXTURES))))) {
    test(`a directory of version ${version}, ${name}`, async () => {
      const disk = new FaultVfs({ seed: 1 })
      putInto(files, disk)
      if (version < OLDEST_VERSION) return void await assert.rejects(open({ ...OPTIONS, vfs: disk }), { code: '22023' })
      /** @type {string[]} */
      const lines = []
      const db = await open({ ...OPTIONS, vfs: disk, logger: (line) => lines.push(line) })
      assert.equal(
        lines.includes(`upgraded the data directory from version ${version} to ${DIRECTORY_VERSION}`),
        version < DIRECTORY_VERSION,
      )
      await looksAsMade(db, name === 'killed')
      await hasRowsOfThisVersion(db)
      await db.exec('create database third')
      await hasRowsOfThisVersion(await db.connect({ database: 'third' }))
      await db.close()
      const again = await open({
        ...OPTIONS, vfs: disk.crashImage(1), logger: (line) => assert.doesNotMatch(line, /upgraded/),
      })
      await looksAsMade(again, name === 'killed')
      await again.close()
    })
  }
}

test('directories of other versions are refused', async () => {
  for (const [version, hint] of /** @type {[number, RegExp][]} */ ([
    [DIRECTORY_VERSION + 1, /newer release/],
    [OLDEST_VERSION - 1, /pg_dump/],
  ])) {
    const disk = new FaultVfs({ seed: 1 })
    await (await open({ ...OPTIONS, vfs: disk })).close()
    const control = ControlFile.open(disk)
    control.update({ version })
    control.update({ version })
    control.close()
    await assert.rejects(
      open({ ...OPTIONS, vfs: disk }),
      (/** @type {any} */ error) => error.code === '22023' && hint.test(error.hint),
    )
  }
})

/**
 * A change of built-in rows as a release could make it: of what version 2 has, one function is new, one goes, one is
 * other.
 * @returns {import('../../../src/engine/cluster/upgrade.js').CatalogChange[]}
 */
function change() {
  const { at } = catalogShape('pg_proc')
  const next = rowsIn(catalogTemplate(), 'pg_proc')
  const named = (/** @type {string} */ name) => next.find((row) => row[at.proname] === name) ?? assert.fail(name)
  const old = next
    .filter((row) => row !== named('lower'))
    .map((row) =>
      row[at.proname] !== 'upper' && row[at.proname] !== 'initcap'
        ? row
        : row.map((value, place) => (place === at.procost ? 77 : value)),
    )
  old.push(named('lower').map((value, place) => place === at.oid ? 9999 : place === at.proname ? 'lowest' : value))
  const { at: spaceAt } = catalogShape('pg_namespace')
  const spaces = rowsIn(catalogTemplate(), 'pg_namespace')
  const oldSpaces = spaces.map((row) =>
    row.map((value, place) => (row[spaceAt.nspname] === 'public' && place === spaceAt.nspowner ? 6171 : value)),
  )
  return [{ name: 'pg_proc', old, next }, { name: 'pg_namespace', old: oldSpaces, next: spaces }]
}

/** @param {ReturnType<typeof change>} changes */
const backwards = (changes) => changes.map(({ name, old, next }) => ({ name, old: next, next: old }))

const FACTS = `select (select count(*)::int from pg_proc where proname = 'lower' and oid < 1000) lower, (select count(*)::int from pg_proc where proname = 'lowest') lowest,
  (select procost::int from pg_proc where proname = 'upper' and oid < 1000) upper, (select procost::int from pg_proc where proname = 'initcap') initcap,
  (select nspowner::int from pg_namespace where nspname = 'public') owner, (select count(*)::int from pg_proc where oid >= 16384) own`

test('rows are merged: what a release changed is changed, what somebody changed stays, in every database', async () => {
  const disk = new FaultVfs({ seed: 1 })
  const db = await open({ ...OPTIONS, vfs: disk })
  await db.exec('create database other')
  await db.exec('create function mine() returns int language sql as $$ select 1 $$')
  applyToDatabases(db.cluster, backwards(change()), DIRECTORY_VERSION)
  await db.close()
  const before = await open({ ...OPTIONS, vfs: disk })
  assert.deepEqual((await before.query(FACTS)).rows, [
    { lower: 0, lowest: 1, upper: 77, initcap: 77, owner: 6171, own: 1 },
  ])
  // Somebody gives the schema away: that stays.
  await before.exec('create role clerk; alter schema public owner to clerk')
  const [{ oid }] = (await before.query("select oid::int from pg_roles where rolname = 'clerk'")).rows
  for (let round = 0; round < 2; round++) {
    applyToDatabases(before.cluster, change(), DIRECTORY_VERSION) // the second time there is nothing to do
    assert.deepEqual((await before.query(FACTS)).rows, [
      { lower: 1, lowest: 0, upper: 1, initcap: 1, owner: oid, own: 1 },
    ])
    const other = await before.connect({ database: 'other' })
    assert.deepEqual((await other.query(FACTS)).rows, [
      {
        lower: 1, lowest: 0, upper: 1, initcap: 1,
        owner: 6171 === oid ? 0 : rowsIn(catalogTemplate(), 'pg_namespace').find((row) => row[1] === 'public')?.[2],
        own: 0,
      },
    ])
  }
  assert.deepEqual((await before.check()).problems, [])
  await before.close()
})

test('a catalog and an index that a directory lacks are made', async () => {
  const disk = new FaultVfs({ seed: 1 })
  const db = await open({ ...OPTIONS, vfs: disk })
  const { files } = db.cluster.storage
  const casts = catalogShape('pg_cast')
  const missing = [casts.oid, ...casts.indexes.map(({ oid }) => oid), catalogShape('pg_proc').indexes[0].oid].map(
    (oid) => 16384 + oid,
  )
  const has = files.template?.has.bind(files.template)
  Object.assign(/** @type {any} */ (files.template), {
    has: (/** @type {number} */ fileId) => !missing.includes(fileId) && has?.(fileId),
  })
  applyToDatabases(
    db.cluster, [{ name: 'pg_cast', old: [], next: rowsIn(catalogTemplate(), 'pg_cast') }], DIRECTORY_VERSION,
  )
  for (const fileId of missing)
    assert.ok(disk.exists(`base/${fileId.toString(16).padStart(8, '0')}`) || files.known.has(fileId))
  assert.equal(
    (await db.query('select count(*)::int n from pg_cast')).rows[0].n,
    rowsIn(catalogTemplate(), 'pg_cast').length,
  )
  assert.equal((await db.query('select proname from pg_proc where oid = 870')).rows[0].proname, 'lower')
  assert.deepEqual((await db.check()).problems, [])
  await db.close()
})

test('an upgrade that is cut off is done again', async () => {
  const { killed } = unpack(fs.readFileSync(new URL(`directory-${OLDEST_VERSION}.br`, FIXTURES)))
  const whole = new FaultVfs({ seed: 1 })
  putInto(killed, whole)
  const uncut = whole.crashImage(1)
  const before = uncut.syncCount
  await (await open({ ...OPTIONS, vfs: uncut })).close()
  const syncs = uncut.syncCount - before
  for (let cut = 1; cut <= syncs; cut += Math.max(1, Math.floor(syncs / rounds(2, 6)))) {
    const disk = whole.crashImage(1, { seed: cut, crashAtSync: cut })
    await open({ ...OPTIONS, vfs: disk })
      .then(
        (db) => db.close(),
        (error) => assert.ok(disk.off, error),
      )
      .catch((error) => assert.ok(error instanceof PowerCut || disk.off, error))
    const db = await open({ ...OPTIONS, vfs: disk.crashImage(cut) })
    await looksAsMade(db, true)
    await hasRowsOfThisVersion(db)
    assert.equal(db.cluster.control.fields.version, DIRECTORY_VERSION)
    await db.close()
  }
})

/**
 * Constants of users' types in stored expressions: values, whatever their types' texts come to mean; and what earlier
 * versions stored as texts.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { open } from '../../../src/index.js'
import { createEnum, renameEnumValue } from '../../../src/catalog/ddl/types/types.js'
import { createTable } from '../../../src/catalog/ddl/tables/table.js'
import { catalogShape } from '../../../src/catalog/store/shapes.js'
import { atOnce } from '../../../src/util/effort.js'
import { useTypes } from '../../../src/types/lookup.js'
import { storedCatalog } from '../../support/stored-catalog.js'

test('a label is renamed: what is stored means the value, before and after a restart', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'seawall-constants-'))
  try {
    let db = await open(join(directory, 'data'))
    await db.exec("CREATE TYPE mood AS ENUM ('sad', 'ok'); CREATE TYPE moods AS RANGE (subtype = mood); CREATE TYPE pair AS (m mood, n int)")
    await db.exec("CREATE TABLE t (a int, m mood DEFAULT 'ok' CHECK (m <> 'sad'), r moods DEFAULT '[sad,ok]', p pair DEFAULT '(ok,1)', l mood[] DEFAULT '{ok,sad}')")
    await db.exec("CREATE VIEW v AS SELECT a FROM t WHERE m = 'ok'; INSERT INTO t VALUES (1); ALTER TABLE t ADD COLUMN later mood DEFAULT 'ok'")
    await db.exec("CREATE FUNCTION f(m mood DEFAULT 'ok') RETURNS mood LANGUAGE sql BEGIN ATOMIC SELECT CASE WHEN m = 'ok' THEN 'sad'::mood END; END")
    await db.exec("ALTER TYPE mood RENAME VALUE 'ok' TO 'fine'")
    for (let restart = 0; restart < 2; restart++) {
      await db.exec('INSERT INTO t (a) VALUES (2)')
      const { rows } = await db.query('SELECT DISTINCT m, r::text, p::text, l::text, later FROM t')
      assert.deepEqual(rows, [{ m: 'fine', r: '[sad,fine]', p: '(fine,1)', l: '{fine,sad}', later: 'fine' }])
      assert.equal((await db.query('SELECT * FROM v')).rows.length, 2 + restart)
      assert.deepEqual((await db.query('SELECT f() AS f')).rows, [{ f: 'sad' }])
      await assert.rejects(db.query("INSERT INTO t (a, m) VALUES (3, 'sad')"), { code: '23514' })
      await db.close()
      db = await open(join(directory, 'data'))
    }
    await db.close()
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})

test('a column of an enum added with a default is read after a restart, through whatever comes first', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'seawall-constants-'))
  try {
    let db = await open(join(directory, 'data'))
    await db.exec("CREATE TYPE mood AS ENUM ('sad', 'ok'); CREATE TABLE t (a int, m mood); CREATE VIEW v AS SELECT a FROM t WHERE m IS NULL")
    await db.exec(
      "INSERT INTO t SELECT 1 FROM generate_series(1, 20); ALTER TABLE t ADD COLUMN later mood DEFAULT 'ok'; ANALYZE t",
    )
    await db.close()
    db = await open(join(directory, 'data'))
    assert.deepEqual((await db.query('SELECT DISTINCT a FROM v')).rows, [{ a: 1 }])
    assert.deepEqual((await db.query('SELECT DISTINCT * FROM t')).rows, [{ a: 1, m: null, later: 'ok' }])
    assert.deepEqual(
      (await db.query("SELECT most_common_vals::text AS mcv FROM pg_stats WHERE attname = 'later'")).rows,
      [{ mcv: '{ok}' }],
    )
    await db.close()
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})

test('a composite constant follows its type', async () => {
  const db = await open(':memory:')
  try {
    await db.exec('CREATE TABLE t (a int, b text)')
    await db.exec("CREATE VIEW v AS SELECT '(1,x)'::t AS r, ARRAY['(2,y)'::t] AS l; ALTER TABLE t ADD CHECK (t IS DISTINCT FROM '(1,x)'::t)")
    const read = async () => (await db.query('SELECT r::text, l::text FROM v')).rows[0]
    assert.deepEqual(await read(), { r: '(1,x)', l: '{"(2,y)"}' })
    await assert.rejects(db.query("INSERT INTO t VALUES (1, 'x')"), { code: '23514' })
    await db.exec('ALTER TABLE t ADD COLUMN c int')
    assert.deepEqual(await read(), { r: '(1,x,)', l: '{"(2,y,)"}' })
    await db.exec('ALTER TABLE t DROP COLUMN a')
    assert.deepEqual(await read(), { r: '(x,)', l: '{"(y,)"}' })
  } finally {
    await db.close()
  }
})

test('texts of an earlier version are read, and become values before a label is renamed', () => {
  const db = storedCatalog()
  const txn = db.txns.begin()
  const ddl = db.ddl(txn)
  const typeOid = atOnce(createEnum(ddl, { name: 'mood', namespaceOid: 2200, labels: ['sad', 'ok'] }))
  const constant = /** @type {any} */ ({ kind: 'const', value: null, type: typeOid, typmod: -1, collation: 0 })
  const tableOid = createTable(ddl, {
    name: 't', namespaceOid: 2200, columns: [{ name: 'm', typeOid, default: constant }],
  })
  const { at } = catalogShape('pg_attrdef')
  const stored = () => ddl.one('pg_attrdef', 'pg_attrdef_adrelid_adnum_index', [tableOid, 1])
  ddl.update('pg_attrdef', stored(), { adbin: JSON.stringify({ ...constant, value: 'ok' }) })
  ddl.touch([tableOid])
  const labelOf = () => {
    useTypes(ddl.view)
    const oid = /** @type {any} */ (ddl.view.relation(tableOid)?.columns[0].default).value
    return /** @type {any} */ (ddl.view.type(typeOid)).enumValues.byOid.get(oid).label
  }
  try {
    assert.equal(labelOf(), 'ok')
    assert.equal(JSON.parse(stored().row[at.adbin]).value, 'ok')
    renameEnumValue(ddl, typeOid, 'ok', 'fine')
    assert.equal(labelOf(), 'fine')
    assert.match(JSON.parse(stored().row[at.adbin]).datum, /^[0-9a-f]{8}$/)
  } finally {
    useTypes(null)
    db.txns.abort(txn)
  }
})

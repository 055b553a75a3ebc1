/** DDL over real heaps and trees: what is written is read back, rolled back, refused as in PostgreSQL. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { storedCatalog } from '../../support/stored-catalog.js'
import { createTable } from '../../../src/catalog/ddl/tables/table.js'
import { createNamespace } from '../../../src/catalog/ddl/namespace.js'
import { addChecks, addKeyConstraint, setNotNull } from '../../../src/catalog/ddl/constraints/constraints.js'
import { createIndex } from '../../../src/catalog/ddl/indexes/indexes.js'
import { CLASS } from '../../../src/catalog/ddl/context.js'
import { address } from '../../../src/catalog/ddl/dependencies.js'
import { dropConstraint, dropObjects, dropRelation } from '../../../src/catalog/ddl/drop.js'
import {
  addColumn, renameColumn, renameRelation, setColumnDefault, setOptions,
} from '../../../src/catalog/ddl/tables/alter.js'
import { truncateRelation } from '../../../src/catalog/ddl/tables/truncate.js'
import { setColumnStats, setRelationSizes } from '../../../src/catalog/ddl/statistics.js'
import { buildIndex } from '../../../src/catalog/ddl/indexes/index-build.js'
import { constraintDefinition, indexDefinition } from '../../../src/catalog/deparse/definitions.js'
import { catalogShapes, catalogShape } from '../../../src/catalog/store/shapes.js'
import { catalogRows } from '../../../src/catalog/template.js'
import { DEFAULT_ENV } from '../../../src/types/type-ops.js'

const schemaAt = (/** @type {number} */ oid) => address(CLASS.NAMESPACE, oid)
const column = (/** @type {number} */ attnum, type = 23) => ({
  kind: /** @type {const} */ ('column'), rt: 1, attnum, type, typmod: -1, collation: 0,
})
const constant = (/** @type {any} */ value, type = 23) => ({
  kind: /** @type {const} */ ('const'), value, type, typmod: -1, collation: 0,
})
const positive = (/** @type {number} */ attnum) =>
  /** @type {any} */ ({
    kind: 'op', oid: 521, funcOid: 147, args: [column(attnum), constant(0)], retset: false, type: 16, typmod: -1,
    collation: 0,
  })

/** @param {ReturnType<typeof storedCatalog>} db @param {(ddl: any) => any} body */
function inTransaction(db, body) {
  const txn = db.txns.begin()
  try {
    const result = body(db.ddl(txn))
    db.txns.commit(txn)
    return result
  } catch (error) {
    db.txns.abort(txn)
    throw error
  }
}

/** @param {any} ddl @param {string} name */
function accounts(ddl, name = 't') {
  const oid = createTable(ddl, {
    name,
    namespaceOid: 2200,
    columns: [
      { name: 'a', typeOid: 23 },
      { name: 'b', typeOid: 25, default: constant('x', 25) },
    ],
    checks: [{ name: null, expr: positive(1) }],
  })
  addKeyConstraint(ddl, oid, { name: null, primary: true, columns: ['a'] })
  return oid
}

test('a row is found by the key it has for who asks, whole or by what it begins with', () => {
  const db = storedCatalog()
  const oid = inTransaction(db, (ddl) => accounts(ddl))
  const named = (/** @type {string} */ name, /** @type {any} */ snapshot) =>
    db.store.find('pg_class', 'pg_class_relname_nsp_index', [name, 2200], snapshot).length
  const columns = (/** @type {number[]} */ ...from) =>
    db.store
      .find(
        'pg_attribute', 'pg_attribute_relid_attnum_index', [oid], db.store.latest(),
        from.length === 0 ? undefined : from,
      )
      .map(({ row }) => row[catalogShape('pg_attribute').at.attnum])
  const txn = db.txns.begin()
  renameRelation(db.ddl(txn), oid, 'u')
  const seen = (/** @type {any} */ snapshot) => [named('t', snapshot), named('u', snapshot)]
  assert.deepEqual([seen(db.store.own(txn)), seen(db.store.latest())], [[0, 1], [1, 0]])
  db.txns.commit(txn)
  assert.deepEqual(seen(db.store.latest()), [0, 1])
  inTransaction(db, (ddl) => renameRelation(ddl, oid, 't'))
  assert.deepEqual(seen(db.store.latest()), [1, 0])
  assert.deepEqual(columns(), [-6, -5, -4, -3, -2, -1, 1, 2])
  assert.deepEqual(columns(oid, 1), [1, 2])
  assert.deepEqual(columns(oid, 2), [2])
})

test('a new database holds every built-in row, and finds it through every index', () => {
  const db = storedCatalog()
  for (const shape of catalogShapes().values()) {
    const rows = db.store.scan(shape.name, db.store.latest())
    assert.equal(rows.length, catalogRows(shape.name).length, shape.name)
    for (const index of shape.indexes) {
      const sample = rows.filter((_, at) => at % 97 === 0)
      for (const { tid, row } of sample) {
        assert.ok(
          db.store
            .find(
              shape.name, index.name, index.attnums.map((attnum) => row[attnum - 1]), db.store.latest(),
            )
            .some((found) => found.tid === tid),
          index.name,
        )
      }
    }
  }
  const view = db.catalog.snapshot(null, db.path)
  assert.equal(view.relationByName(null, 'pg_class')?.indexes.length, catalogShape('pg_class').indexes.length)
  assert.equal(view.relationByName(null, 'pg_roles')?.kind, 'v')
})

test('a view of a transaction with changes is the same while nothing changes, and no version is given twice', () => {
  const db = storedCatalog()
  const txn = db.txns.begin()
  const oid = accounts(db.ddl(txn))
  const first = db.catalog.snapshot(txn, db.path)
  assert.equal(db.catalog.snapshot(txn, db.path), first)
  db.catalog.touch(txn, [oid])
  const second = db.catalog.snapshot(txn, db.path)
  assert.notEqual(second, first)
  const mark = db.txns.savepoint(txn)
  db.catalog.touch(txn, [oid])
  const third = db.catalog.snapshot(txn, db.path)
  const thirdVersion = third.version(oid)
  db.txns.rollbackTo(txn, mark)
  assert.notEqual(db.catalog.snapshot(txn, db.path), third)
  assert.notEqual(db.catalog.snapshot(txn, db.path).version(oid), thirdVersion)
  const before = db.catalog.snapshot(txn, db.path)
  const other = db.txns.begin()
  accounts(db.ddl(other), 'u')
  db.txns.commit(other)
  assert.notEqual(db.catalog.snapshot(txn, db.path), before)
  const lastVersion = db.catalog.snapshot(txn, db.path).version(oid)
  db.txns.abort(txn)
  const next = db.txns.begin()
  db.catalog.touch(next, [oid])
  assert.ok(db.catalog.snapshot(next, db.path).version(oid) < lastVersion)
  db.txns.abort(next)
})

test('a table is there for its transaction at once, for others after commit, and gone after rollback', () => {
  const db = storedCatalog()
  const txn = db.txns.begin()
  const oid = accounts(db.ddl(txn))
  const own = db.catalog.snapshot(txn, db.path)
  assert.equal(own.isPrivate, true)
  assert.equal(own.relationByName(null, 't')?.oid, oid)
  assert.equal(db.catalog.snapshot(null, db.path).relationByName(null, 't'), undefined)
  db.txns.commit(txn)
  const table = db.catalog.snapshot(null, db.path).relationByName(null, 't')
  assert.deepEqual(
    table?.columns.map((each) => [each.name, each.notNull, each.hasDefault]),
    [
      ['a', true, false],
      ['b', false, true],
    ],
  )
  assert.deepEqual(table?.constraints.map((each) => each.name).sort(), ['t_a_check', 't_pkey'])
  assert.equal(table?.indexes[0].primary, true)
  const view = db.catalog.snapshot(null, db.path)
  assert.equal(view.typeByName(null, '_t')?.elementType, table?.typeOid)
  const second = db.txns.begin()
  accounts(db.ddl(second), 'u')
  db.txns.abort(second)
  assert.equal(db.catalog.snapshot(null, db.path).relationByName(null, 'u'), undefined)
  assert.equal(db.catalog.changing, 0)
})

test('a rolled back savepoint takes its DDL with it', () => {
  const db = storedCatalog()
  const txn = db.txns.begin()
  accounts(db.ddl(txn), 'kept')
  const mark = db.txns.savepoint(txn)
  const ddl = db.ddl(txn)
  renameRelation(ddl, ddl.view.relationOid(null, 'kept'), 'renamed')
  accounts(ddl, 'kept')
  assert.ok(ddl.view.relationByName(null, 'renamed'))
  db.txns.rollbackTo(txn, mark)
  assert.equal(ddl.view.relationByName(null, 'renamed'), undefined)
  assert.equal(ddl.view.relationByName(null, 'kept')?.indexes[0].name, 'kept_pkey')
  db.txns.commit(txn)
  assert.equal(db.catalog.snapshot(null, db.path).relationByName(null, 'kept')?.name, 'kept')
})

test('plans notice: versions move at commit, and only for what was touched', () => {
  const db = storedCatalog()
  const t = inTransaction(db, (ddl) => accounts(ddl))
  const u = inTransaction(db, (ddl) => accounts(ddl, 'u'))
  const versions = [db.catalog.version(t), db.catalog.version(u)]
  inTransaction(db, (ddl) => setOptions(ddl, t, { fillfactor: '70' }))
  assert.notEqual(db.catalog.version(t), versions[0])
  assert.equal(db.catalog.version(u), versions[1])
  assert.deepEqual(db.catalog.snapshot(null, db.path).relation(t)?.options, { fillfactor: '70' })
})

test('what PostgreSQL refuses', () => {
  const db = storedCatalog()
  const t = inTransaction(db, (ddl) => accounts(ddl))
  /** @param {(ddl: any) => any} body @param {string} code @param {string} message */
  const refused = (body, code, message) => assert.throws(() => inTransaction(db, body), (/** @type {any} */ error) => {
    assert.deepEqual([error.code, error.message], [code, message])
    return true
  })
  refused((ddl) => accounts(ddl), '42P07', 'relation "t" already exists')
  refused(
    (ddl) =>
      createTable(ddl, {
        name: 'u',
        namespaceOid: 2200,
        columns: [
          { name: 'a', typeOid: 23 },
          { name: 'a', typeOid: 23 },
        ],
      }),
    '42701',
    'column "a" specified more than once',
  )
  refused(
    (ddl) => createTable(ddl, { name: 'u', namespaceOid: 2200, columns: [{ name: 'ctid', typeOid: 23 }] }), '42701',
    'column name "ctid" conflicts with a system column name',
  )
  refused(
    (ddl) => createTable(ddl, { name: 'u', namespaceOid: 2200, columns: [], options: { fillfactor: '5' } }), '22023',
    'value 5 out of bounds for option "fillfactor"',
  )
  refused(
    (ddl) => addKeyConstraint(ddl, t, { name: null, primary: true, columns: ['b'] }), '42P16',
    'multiple primary keys for table "t" are not allowed',
  )
  refused(
    (ddl) => addKeyConstraint(ddl, t, { name: null, primary: false, columns: ['z'] }), '42703',
    'column "z" named in key does not exist',
  )
  refused(
    (ddl) => addChecks(ddl, t, [{ name: 't_pkey', expr: positive(1) }]), '42710',
    'constraint "t_pkey" for relation "t" already exists',
  )
  refused((ddl) => setNotNull(ddl, t, 1, false), '42P16', 'column "a" is in a primary key')
  refused(
    (ddl) => dropRelation(ddl, ddl.view.relationOid(null, 't_pkey'), { cascade: false }), '2BP01',
    'cannot drop index t_pkey because constraint t_pkey on table t requires it',
  )
  refused(
    (ddl) => dropObjects(ddl, [schemaAt(11)], { cascade: true }), '2BP01',
    'cannot drop schema pg_catalog because it is required by the database system',
  )
  refused((ddl) => createNamespace(ddl, 'pg_x'), '42939', 'unacceptable schema name "pg_x"')
  refused((ddl) => createNamespace(ddl, 'public'), '42P06', 'schema "public" already exists')
  refused((ddl) => renameColumn(ddl, t, 2, 'a'), '42701', 'column "a" of relation "t" already exists')
  refused(
    (ddl) => createIndex(ddl, t, { name: 't', keys: [{ attnum: 1, expr: null, desc: false, nullsFirst: false }] }),
    '42P07', 'relation "t" already exists',
  )
})

test('RESTRICT lists what depends, CASCADE takes it, and nothing is left in any catalog', () => {
  const db = storedCatalog()
  const before = new Map(
    [...catalogShapes().keys()].map((name) => [name, db.store.scan(name, db.store.latest()).length]),
  )
  const s = inTransaction(db, (ddl) => createNamespace(ddl, 's1'))
  inTransaction(db, (ddl) => {
    createTable(ddl, { name: 't', namespaceOid: s, columns: [{ name: 'a', typeOid: 23 }] })
    createTable(ddl, { name: 'v', namespaceOid: s, columns: [{ name: 'a', typeOid: 23 }], kind: 'v' })
  })
  assert.throws(
    () => inTransaction(db, (ddl) => dropObjects(ddl, [schemaAt(s)], { cascade: false })),
    (/** @type {any} */ error) => {
      assert.equal(error.message, 'cannot drop schema s1 because other objects depend on it')
      assert.equal(error.detail, 'table s1.t depends on schema s1\nview s1.v depends on schema s1')
      assert.equal(error.hint, 'Use DROP ... CASCADE to drop the dependent objects too.')
      return true
    },
  )
  const notices = inTransaction(db, (ddl) => { dropObjects(ddl, [schemaAt(s)], { cascade: true }); return ddl.notices })
  assert.equal(notices.length, 1)
  assert.match(notices[0].message, /^drop cascades to \d other objects$/)
  for (const [name, count] of before) assert.equal(db.store.scan(name, db.store.latest()).length, count, name)
})

test('dropping a column or a constraint takes indexes, checks and defaults along', () => {
  const db = storedCatalog()
  const t = inTransaction(db, (ddl) => accounts(ddl))
  inTransaction(db, (ddl) =>
    createIndex(ddl, t, { name: null, keys: [{ attnum: 2, expr: null, desc: true, nullsFirst: true }] }),
  )
  let table = /** @type {any} */ (db.catalog.snapshot(null, db.path).relation(t))
  assert.equal(table.indexes[1].name, 't_b_idx')
  assert.equal(
    indexDefinition(db.catalog.snapshot(null, db.path), table.indexes[1]),
    'CREATE INDEX t_b_idx ON public.t USING btree (b DESC)',
  )
  assert.deepEqual(
    table.constraints
      .map((/** @type {any} */ each) => constraintDefinition(db.catalog.snapshot(null, db.path), table, each.oid))
      .sort(),
    ['CHECK ((a > 0))', 'PRIMARY KEY (a)'],
  )
  inTransaction(db, (ddl) => dropObjects(ddl, [address(CLASS.RELATION, t, 2)], { cascade: false }))
  table = db.catalog.snapshot(null, db.path).relation(t)
  assert.deepEqual(
    [table.indexes.length, table.columns[1].dropped, table.columns[1].name],
    [1, true, '........pg.dropped.2........'],
  )
  const key = table.constraints.find((/** @type {any} */ each) => each.type === 'p')
  inTransaction(db, (ddl) => dropConstraint(ddl, key.oid, { cascade: false }))
  table = db.catalog.snapshot(null, db.path).relation(t)
  assert.deepEqual([table.indexes.length, table.constraints.length, table.columns[0].notNull], [0, 1, true])
  inTransaction(db, (ddl) => dropObjects(ddl, [{ classId: 1259, objectId: t, subId: 0 }], { cascade: false }))
  assert.equal(db.catalog.snapshot(null, db.path).relation(t), undefined)
})

test('ALTER TABLE, TRUNCATE and statistics', () => {
  const db = storedCatalog()
  const t = inTransaction(db, (ddl) => accounts(ddl))
  inTransaction(db, (ddl) => {
    addColumn(ddl, t, { name: 'c', typeOid: 20, default: constant(7, 20) }, 7)
    setColumnDefault(ddl, t, 2, null)
    renameColumn(ddl, t, 1, 'id')
  })
  let table = /** @type {any} */ (db.catalog.snapshot(null, db.path).relation(t))
  assert.deepEqual(
    table.columns.map((/** @type {any} */ each) => [each.name, each.hasDefault, each.missing]),
    [
      ['id', false, null], ['b', false, null], ['c', true, 7],
    ],
  )
  const oldFile = table.fileId
  inTransaction(db, (ddl) => truncateRelation(ddl, t))
  table = db.catalog.snapshot(null, db.path).relation(t)
  assert.notEqual(table.fileId, oldFile)
  inTransaction(db, (ddl) => {
    setRelationSizes(ddl, t, { relpages: 3, reltuples: 500 })
    setColumnStats(ddl, t, 1, {
      nullFraction: 0, width: 4, distinct: -1, commonValues: [1], commonFrequencies: [0.5], histogram: [2, 5, 9],
      correlation: 1,
    })
  })
  table = db.catalog.snapshot(null, db.path).relation(t)
  assert.deepEqual([table.stats.relpages, table.stats.reltuples], [3, 500])
  assert.deepEqual(table.stats.column(1), {
    nullFraction: 0, width: 4, distinct: -1, commonValues: [1], commonFrequencies: [0.5], histogram: [2, 5, 9],
    correlation: 1,
  })
  assert.equal(table.stats.column(2), null)
})

test('an index is built from rows in memory or through a spill, and refuses duplicates', () => {
  for (const workMem of [1 << 20, 4096]) {
    const db = storedCatalog()
    const t = inTransaction(db, (ddl) =>
      createTable(ddl, {
        name: 't',
        namespaceOid: 2200,
        columns: [
          { name: 'a', typeOid: 23 },
          { name: 'b', typeOid: 23 },
        ],
      }),
    )
    const fill = db.txns.begin()
    const { heap } = /** @type {any} */ (db.catalog.snapshot(null, db.path).relation(t))
    for (let row = 0; row < 2000; row++)
      heap.insert(fill, heap.tupleAt, heap.formTuple(fill, [(row * 7919) % 2000, row < 10 ? null : row % 50]))
    heap.release()
    db.txns.commit(fill)
    /** @param {any} ddl @param {string} name @param {number} attnum @param {boolean} unique */
    const build = (ddl, name, attnum, unique) => {
      const oid = createIndex(ddl, t, { name, unique, keys: [{ attnum, expr: null, desc: false, nullsFirst: false }] })
      const steps = buildIndex(ddl, oid, { vfs: db.vfs, workMem, env: DEFAULT_ENV })
      for (;;) {
        const { value, done } = steps.next()
        if (done) return value
      }
    }
    assert.equal(inTransaction(db, (ddl) => build(ddl, 'ta', 1, true)), 2000)
    assert.equal(inTransaction(db, (ddl) => build(ddl, 'tb', 2, false)), 2000)
    const table = /** @type {any} */ (db.catalog.snapshot(null, db.path).relation(t))
    const cursor = table.indexes[0].tree.cursor()
    cursor.setWholeRange()
    cursor.toStart()
    let seen = 0
    while (cursor.next() >= 0) seen++
    cursor.close()
    assert.equal(seen, 2000)
    assert.throws(() => inTransaction(db, (ddl) => build(ddl, 'tc', 2, true)), (/** @type {any} */ error) => {
      assert.deepEqual(
        [error.code, error.message, error.detail],
        ['23505', 'could not create unique index "tc"', 'Key (b)=(0) is duplicated.'],
      )
      return true
    })
    assert.equal(db.catalog.snapshot(null, db.path).relationByName(null, 'tc'), undefined)
  }
})

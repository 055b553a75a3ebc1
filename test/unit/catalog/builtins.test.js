/** Built-in objects: known facts resolve, and every reference between the data files leads somewhere. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { STATIC_DATA } from '../../../src/catalog/data/index.js'
import { staticTable } from '../../../src/catalog/store/static-data.js'
import { catalogShape, catalogShapes } from '../../../src/catalog/store/shapes.js'
import { builtins } from '../../../src/catalog/store/builtins.js'
import { memoryCatalog, defineTable } from '../../support/memory-catalog.js'

test('a row has a value for every column of its catalog', () => {
  for (const name of Object.keys(STATIC_DATA)) {
    const table = staticTable(name)
    assert.deepEqual(table.columns, catalogShape(name).columns.map((column) => column.name), name)
    assert.equal(table.lines.length, table.count, name)
    for (let row = 0; row < table.count; row++) {
      const values = table.values(row)
      catalogShape(name).columns.forEach((column, at) => {
        if (column.notNull) assert.notEqual(values[at], null, `${name}.${column.name} of row ${row}`)
      })
    }
  }
})

test('operators, casts, aggregates and operator classes refer to functions and types that exist', () => {
  const operators = staticTable('pg_operator')
  for (let row = 0; row < operators.count; row++) {
    const operator = /** @type {any} */ (builtins.operator(Number(operators.cell(row, 0))))
    assert.ok(builtins.func(operator.funcOid), `function of operator ${operator.oid}`)
    for (const type of [operator.left, operator.right, operator.result])
      assert.ok(type === 0 || builtins.type(type), `type ${type}`)
  }
  const casts = staticTable('pg_cast')
  for (let row = 0; row < casts.count; row++) {
    const values = casts.values(row)
    const cast = /** @type {any} */ (builtins.cast(Number(values[1]), Number(values[2])))
    assert.equal(cast.funcOid !== 0, cast.method === 'f')
  }
  for (const func of builtins.functionsNamed('sum'))
    assert.ok(builtins.func(/** @type {any} */ (builtins.aggregate(func.oid)).transFunc))
})

test('the names PostgreSQL knows resolve as there', () => {
  const catalog = memoryCatalog()
  assert.equal(catalog.typeByName(null, 'int4')?.oid, 23)
  assert.equal(catalog.typeByName('pg_catalog', 'bpchar')?.category, 'S')
  assert.equal(catalog.typeByName(null, 'sql_identifier'), undefined)
  assert.equal(catalog.typeByName('information_schema', 'sql_identifier')?.kind, 'd')
  assert.deepEqual(catalog.operatorsNamed('+', 23, 23).map((operator) => operator.oid), [551])
  assert.deepEqual(catalog.operatorsNamed('-', 0, 23).map((operator) => operator.funcOid), [212])
  assert.deepEqual(catalog.cast(23, 20), {
    oid: catalog.cast(23, 20)?.oid, source: 23, target: 20, funcOid: 481, context: 'i', method: 'f',
  })
  assert.equal(catalog.cast(25, 23), undefined)
  assert.equal(catalog.functionsNamed('generate_series').length, 8)
  assert.deepEqual(catalog.functionsNamed('no_such_function'), [])
  assert.equal(catalog.functionsNamed('abs', 'public').length, 0)
  const concat = catalog.functionsNamed('concat')[0]
  assert.deepEqual([concat.variadicType, concat.strict, concat.volatility], [2276, false, 's'])
  assert.equal(catalog.functionsNamed('make_interval')[0].defaultCount, 7)
  assert.equal(catalog.aggregate(2108)?.transType, 20)
  assert.equal(catalog.collationByName(null, 'C')?.oid, 950)
  assert.equal(catalog.roleByName('postgres')?.superuser, true)
  assert.equal(catalog.databaseByName('postgres')?.oid, 5)
  assert.equal(catalog.relationByName(null, 'pg_class')?.columns[1].name, 'relname')
  assert.equal(catalog.relationOid('pg_catalog', 'pg_class_oid_index'), 2662)
})

test('default ordering and hashing follow binary coercion and the polymorphic classes', () => {
  const catalog = memoryCatalog()
  assert.deepEqual(catalog.orderingOps(23), {
    lt: 97, le: 523, eq: 96, ge: 525, gt: 521, compare: 351, family: 1976, opclass: catalog.orderingOps(23)?.opclass,
    inputType: 23,
  })
  assert.equal(catalog.orderingOps(1043)?.lt, 664)
  assert.equal(catalog.orderingOps(1007)?.lt, 1072)
  assert.equal(catalog.orderingOps(2205)?.lt, 609)
  assert.equal(catalog.orderingOps(114), undefined)
  assert.equal(catalog.orderingOps(600), undefined)
  assert.equal(catalog.hashOps(1043)?.eq, 98)
  assert.ok(catalog.familiesOf(96).some((member) => member.family === 1976 && member.strategy === 3))
  assert.equal(catalog.familyOperator(1976, 23, 20, 1), 37)
})

test('tables a test defines are found along the search path', () => {
  const catalog = memoryCatalog()
  const table = defineTable(
    catalog, 't', { a: 'int4', b: 'numeric(10,2) not null', c: 'text[]' }, { primaryKey: ['a'] },
  )
  assert.equal(catalog.relationByName(null, 't'), table)
  assert.equal(catalog.relationByName('public', 't'), table)
  assert.equal(catalog.relationByName('pg_catalog', 't'), undefined)
  assert.equal(catalog.index(table.indexes[0].oid)?.unique, true)
  assert.deepEqual(
    table.columns.map((column) => [column.typeOid, column.typmod, column.notNull]),
    [
      [23, -1, true], [1700, 655366, true], [1009, -1, false],
    ],
  )
})

test('every system catalog of PostgreSQL 15 is described, and the four tables of information_schema', () => {
  assert.equal(catalogShapes().size, 68)
  assert.equal(catalogShape('pg_proc').columns.length, 30)
  assert.deepEqual(catalogShape('pg_depend').indexes.map((index) => index.attnums), [[1, 2, 3], [4, 5, 6]])
})

test('rows of the static data are found by text as by looking at each', () => {
  for (const [name, columns] of /** @type {[string, string[]][]} */ ([
    ['pg_operator', ['oid', 'oprname', 'oprleft']], ['pg_proc', ['proname', 'prolang']],
    ['pg_type', ['typname', 'typelem']], ['pg_amop', ['amopopr', 'amopfamily']], ['pg_opclass', ['opcname']],
    ['pg_collation', ['collname']], ['pg_class', ['oid', 'relname']],
  ])) {
    const table = staticTable(name)
    const oids = Array.from({ length: table.count }, (_, row) => Number(table.cell(row, 0)))
    assert.deepEqual(oids, [...oids].sort((a, b) => a - b), `${name} is in the order of its OIDs`)
    for (const [row, oid] of oids.entries()) assert.equal(table.rowOf(oid), oids.indexOf(oid), `${name} ${row}`)
    assert.equal(table.rowOf(9_999_999), -1)
    for (const column of columns) {
      const at = table.at(column)
      /** @type {Map<string, number[]>} */
      const byText = new Map()
      for (let row = 0; row < table.count; row++) {
        const text = String(table.cell(row, at))
        byText.set(text, [...byText.get(text) ?? [], row])
      }
      for (const [text, rows] of byText) assert.deepEqual(table.rowsWhere(at, text), rows, `${name}.${column} ${text}`)
      assert.deepEqual(table.rowsWhere(at, 'no such cell'), [])
    }
  }
})

/**
 * Compiled statements over real tables, plain and generator body, in memory and spilling, against what a model of
 * arrays says.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { World, agg, column, constant, op, param, slot } from './world.js'
import { compile } from '../../../src/executor/compile.js'
import { ByteWriter } from '../../../src/util/byte-writer.js'
import { seededRandom } from '../../../src/util/prng.js'

const [INT4, INT8, TEXT] = [23, 20, 25]

function accounts() {
  const world = new World()
  const table = world.table(
    'accounts',
    [
      ['id', INT4, true], ['branch', INT4, true], ['balance', INT4], ['name', TEXT],
    ],
    [{ name: 'accounts_pkey', attnums: [1], unique: true }],
  )
  const insert = world.plan(
    world.node({
      node: 'modify', operation: 'insert', relationOid: table.oid, rt: 1, returningRt: 2, returning: null, checks: [],
      notNull: [1, 2], recheck: null, onConflict: null, assignments: null, changedAttnums: [],
      values: [param(1), param(2), param(3), param(4, TEXT)], input: world.node({ node: 'result', filter: null }),
    }),
    [],
    { command: 'insert', readOnly: false },
  )
  for (let id = 1; id <= 500; id++)
    world.run(insert, { params: [id, id % 7, id % 11 === 0 ? null : id * 10, id % 5 === 0 ? null : `näme ${id}`] })
  return { world, table, insert }
}

/** @param {World} world @param {any} table @param {any} [filter] */
const scan = (world, table, filter = null) =>
  world.node({ node: 'seqScan', rt: 1, relationOid: table.oid, alias: 'a', attnums: [-1, 0, 1, 2, 3, 4], filter })
/** @param {World} world @param {any} table @param {any[]} keys @param {object} [more] */
const probe = (world, table, keys, more = {}) =>
  world.node({
    node: 'indexScan', rt: 1, relationOid: table.oid, indexOid: table.indexes[0].oid, alias: 'a',
    attnums: [-1, 0, 1, 2, 3, 4], backward: false, keys, filter: null, recheck: null, uniqueMatch: false, ...more,
  })
const byId = (/** @type {any} */ value) => ({ column: 0, op: '=', value })

test('a point lookup finds its row with both bodies, and nothing for null or a key that is not there', () => {
  const { world, table } = accounts()
  const plan = world.plan(
    probe(world, table, [byId(param(1))], { uniqueMatch: true, recheck: op('=', column(1, 1), param(1)) }),
    [column(1, 3), column(1, 4, TEXT)],
  )
  for (const body of /** @type {const} */ (['plain', 'generator'])) {
    assert.deepEqual(world.run(plan, { params: [7], body }), [[70, 'näme 7']])
    assert.deepEqual(world.run(plan, { params: [11], body }), [[null, 'näme 11']])
    assert.deepEqual(world.run(plan, { params: [null], body }), [])
    assert.deepEqual(world.run(plan, { params: [501], body }), [])
  }
})

test('range scans run both ways and stop at a limit', () => {
  const { world, table } = accounts()
  for (const backward of [false, true]) {
    const input = probe(
      world,
      table,
      [
        { column: 0, op: '>', value: constant(100) },
        { column: 0, op: '<=', value: constant(120) },
      ],
      { backward },
    )
    const expected = Array.from({ length: 20 }, (_, at) => [101 + at])
    if (backward) expected.reverse()
    assert.deepEqual(world.run(world.plan(input, [column(1, 1)])), expected)
    const limited = world.node({
      node: 'limit', input, count: constant(3, INT8), offset: constant(2, INT8), withTies: null,
    })
    assert.deepEqual(world.run(world.plan(limited, [column(1, 1)]), { body: 'plain' }), expected.slice(2, 5))
  }
})

test('UPDATE patches in place, by the general way when a null is involved, and moves index entries', () => {
  const { world, table } = accounts()
  /** @param {{ attnum: number, expr: any }[]} assignments */
  const update = (assignments) =>
    world.plan(
      world.node({
        node: 'modify', operation: 'update', relationOid: table.oid, rt: 1, returningRt: 2, returning: null, checks: [],
        notNull: [1, 2], recheck: null, onConflict: null, values: null, assignments, changedAttnums: [],
        input: probe(world, table, [byId(param(1))], { uniqueMatch: true, recheck: op('=', column(1, 1), param(1)) }),
      }),
      [column(2, 1), column(2, 3)],
      { command: 'update', readOnly: false },
    )
  const add = update([{ attnum: 3, expr: op('+', column(1, 3), param(2)) }])
  assert.match(compile(add, { output: 'rows', catalog: world.catalog }).dump(), /\.patch\(/)
  assert.deepEqual(world.run(add, { params: [7, 5], body: 'plain' }), [[7, 75]])
  assert.deepEqual(world.run(add, { params: [11, 5] }), [[11, null]])
  assert.deepEqual(world.run(update([{ attnum: 3, expr: param(2) }]), { params: [11, 4] }), [[11, 4]])
  const rename = update([{ attnum: 1, expr: param(2) }])
  assert.deepEqual(world.run(rename, { params: [7, 1000] }), [[1000, 75]])
  const find = world.plan(
    probe(world, table, [byId(param(1))], { uniqueMatch: true, recheck: op('=', column(1, 1), param(1)) }),
    [column(1, 3)],
  )
  assert.deepEqual(world.run(find, { params: [7] }), [])
  assert.deepEqual(world.run(find, { params: [1000] }), [[75]])
  assert.throws(() => world.run(rename, { params: [1000, 8] }), {
    code: '23505',
    detail: 'Key (id)=(8) already exists.',
  })
})

test('constraints fail with PostgreSQL\'s texts', () => {
  const { world, insert } = accounts()
  assert.throws(() => world.run(insert, { params: [5, 1, 1, 'x'] }), {
    code: '23505', message: 'duplicate key value violates unique constraint "accounts_pkey"',
    detail: 'Key (id)=(5) already exists.',
  })
  assert.throws(() => world.run(insert, { params: [600, null, 1, 'x'] }), {
    code: '23502', message: 'null value in column "branch" of relation "accounts" violates not-null constraint',
    detail: 'Failing row contains (600, null, 1, x).',
  })
})

test('DELETE removes what its scan finds', () => {
  const { world, table } = accounts()
  const remove = world.plan(
    world.node({
      node: 'modify', operation: 'delete', relationOid: table.oid, rt: 1, returningRt: 1, returning: null, checks: [],
      notNull: [], recheck: null, onConflict: null, values: null, assignments: null, changedAttnums: [],
      input: scan(world, table, op('=', column(1, 2), constant(3))),
    }),
    [],
    { command: 'delete', readOnly: false },
  )
  world.run(remove)
  assert.equal(world.count, 72)
  assert.equal(world.run(world.plan(scan(world, table), [column(1, 1)])).length, 428)
})

test('sort, grouping, distinct and joins give the same rows in memory and on disk', () => {
  const seed = 20261121
  console.log(`seed ${seed}`)
  const random = seededRandom(seed)
  const { world, table } = accounts()
  const order = (/** @type {any} */ expr, desc = false) => ({ expr, desc, nullsFirst: false, opOid: 0, collation: 0 })
  const sorted = world.plan(
    world.node({
      node: 'sort', input: scan(world, table),
      keys: [order(column(1, 2)), order(column(1, 3), true), order(column(1, 1))],
      carry: [column(1, 1), column(1, 2), column(1, 3)], limit: null,
    }),
    [column(1, 1), column(1, 2), column(1, 3)],
  )
  const group = world.node({
    node: 'aggregate',
    strategy: 'hash',
    sequence: null,
    input: scan(world, table),
    groupBy: [op('%', column(1, 1), constant(100))],
    groupEquals: [],
    groupingSets: null,
    filter: null,
    aggregates: [
      agg(2803, [], INT8), agg(2108, [column(1, 3)], INT8), agg(2147, [column(1, 2)], INT8, { distinct: true }),
    ],
  })
  const grouped = world.plan(group, [0, 1, 2, 3].map((index) => slot(group.id, index)))
  const joined = world.plan(
    world.node({
      node: 'hashJoin',
      join: 'left',
      outer: scan(world, table),
      inner: world.node({
        node: 'seqScan', rt: 2, relationOid: table.oid, alias: 'b', attnums: [-1, 0, 1, 2, 3, 4],
        filter: op('>', column(2, 1), constant(490)),
      }),
      outerKeys: [column(1, 2)],
      innerKeys: [column(2, 2)],
      keyTypes: [INT4],
      on: op('<', column(1, 1), column(2, 1)),
      filter: null,
      carry: [column(2, 1)],
      outerNullable: [],
      innerNullable: [],
      nullAware: false,
    }),
    [column(1, 1), column(2, 1)],
  )
  for (const plan of [sorted, grouped, joined]) {
    const wanted = world.run(plan, { body: 'plain' })
    for (let round = 0; round < 3; round++) {
      const got = world.run(plan, { workMem: 200 + random.below(4000) })
      if (plan === sorted) assert.deepEqual(got, wanted)
      else assert.deepEqual(got.map(String).sort(), wanted.map(String).sort())
    }
  }
  assert.equal(world.run(grouped).length, 100)
  assert.deepEqual(world.run(grouped).find((row) => row[0] === 1), [1, 5, 101 * 10 + 10 + 2010 + 3010 + 4010, 5])
})

test('DataRow messages carry text from the page and integers in both formats', () => {
  const { world, table } = accounts()
  const planned = world.plan(probe(world, table, [byId(constant(8))], { uniqueMatch: true }), [
    column(1, 1), column(1, 4, TEXT), column(1, 3),
  ])
  const txn = world.txns.begin({})
  const writer = new ByteWriter(16)
  compile(planned, { output: 'wire', catalog: world.catalog, formats: [0, 0, 1] }).run(
    world.context(txn, [], { writer }),
  )
  const name = Buffer.from('näme 8')
  const expected = Buffer.concat([
    Buffer.from([68, 0, 0, 0, 6 + 5 + 4 + name.length + 8, 0, 3, 0, 0, 0, 1, 56, 0, 0, 0, name.length]), name,
    Buffer.from([0, 0, 0, 4, 0, 0, 0, 80]),
  ])
  assert.deepEqual(Buffer.from(writer.copy()), expected)
})

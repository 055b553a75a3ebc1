/** Plans: which paths are chosen, what they carry, and that they are frozen. */
import { beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { loadParser, parse } from '../../../src/parser/parser.js'
import { plan } from '../../../src/planner/planner.js'
import { explainGroup, explainText } from '../../../src/planner/explain.js'
import { formatGroups } from '../../../src/planner/explain-formats.js'
import { memoryCatalog, defineTable } from '../../support/memory-catalog.js'

const catalog = memoryCatalog()
beforeAll(async () => {
  await loadParser()
  defineTable(
    catalog,
    'big',
    { id: 'int4', grp: 'int4', name: 'text', n: 'int8' },
    {
      primaryKey: ['id'],
      indexes: [
        { name: 'big_grp_n', columns: ['grp', 'n'] },
        { name: 'big_name', columns: ['name'] },
      ],
      reltuples: 100_000,
      relpages: 1000,
    },
  )
  defineTable(catalog, 'small', { id: 'int4', label: 'text' }, { primaryKey: ['id'], reltuples: 10, relpages: 1 })
})

/** @param {string} text */
const planned = (text) => plan(parse(text)[0], catalog, { sourceText: text })
/** @param {string} text */
const explained = (text) => explainText(planned(text), catalog, { costs: false }).join('\n')

test('a point statement is one bounded index probe', () => {
  const made = planned('select name from big where id = $1')
  const root = /** @type {any} */ (made.root)
  assert.equal(root.node, 'indexScan')
  assert.equal(root.uniqueMatch, true)
  assert.deepEqual(root.attnums, [1, 3])
  assert.equal(made.bounded, true)
  assert.equal(made.readOnly, true)
  assert.deepEqual(made.locks, [{ relationOid: root.relationOid, mode: 1 }])
  assert.ok(made.dependencies.has(root.relationOid))
  assert.ok(Object.isFrozen(root) && Object.isFrozen(root.keys[0]))
  const update = planned('update big set n = n + $1 where id = $2')
  assert.equal(update.bounded, true)
  assert.equal(update.readOnly, false)
  assert.deepEqual(/** @type {any} */ (update.root).changedAttnums, [4])
  assert.ok(/** @type {any} */ (update.root).recheck)
})

test('beside a call with an effect only what may be long has to rest', () => {
  // A cast between numbers of a fixed width is over before it could.
  assert.equal(planned('select pg_advisory_xact_lock_shared(1), setseed($1::float4)').bounded, false, 'a lock waits')
  assert.equal(planned('select setseed($1::float4), $2::int4::int8').bounded, true)
  assert.equal(planned('select setseed($1), length(upper($2))').bounded, false)
})

test('an index serves operators of its family only', () => {
  const node = (/** @type {string} */ where) => {
    const root = /** @type {any} */ (planned(`select * from big where ${where}`).root)
    return [root.node, root.keys?.map((/** @type {any} */ key) => `${key.column}${key.op}${key.any ? '*' : ''}`).join()]
  }
  assert.deepEqual(node('grp = 5 and n > 3 and n <= 9'), ['indexScan', '0=,1>,1<='])
  assert.deepEqual(node('5 = grp'), ['indexScan', '0='])
  assert.deepEqual(node('id in (1, 2, 3)'), ['indexScan', '0=*'])
  assert.deepEqual(node('id = 5::int8'), ['indexScan', '0='])
  assert.deepEqual(node("name = 'x'"), ['indexScan', '0='])
  assert.deepEqual(node('id = 5.0'), ['seqScan', undefined])
  assert.deepEqual(node('id <> 5'), ['seqScan', undefined])
  assert.deepEqual(node('id = n'), ['seqScan', undefined])
  assert.deepEqual(node('id = (random() * 10)::int'), ['seqScan', undefined])
})

test('joins: order, outer joins, semi joins', () => {
  assert.equal(
    explained('select * from big b join small s on s.id = b.id where s.id = 3'),
    [
      'Nested Loop', '  ->  Index Scan using big_pkey on big b', '        Index Cond: (id = 3)',
      '  ->  Index Scan using small_pkey on small s', '        Index Cond: (id = 3)',
    ].join('\n'),
  )
  const left = /** @type {any} */ (planned('select b.name, s.label from big b left join small s on s.id = b.grp').root)
  assert.equal(left.join, 'left')
  assert.deepEqual(left.innerNullable.map((/** @type {any} */ expr) => expr.attnum), [2])
  assert.equal(
    /** @type {any} */ (planned("select b.name from big b left join small s on s.id = b.grp where s.label = 'x'").root)
      .join,
    'inner',
  )
  assert.equal(
    /** @type {any} */ (planned('select * from small s where exists (select 1 from big where grp = s.id)').root).join,
    'semi',
  )
  assert.equal(
    /** @type {any} */ (planned('select * from small s where not exists (select 1 from big where grp = s.id)').root)
      .join,
    'anti',
  )
  assert.equal(
    /** @type {any} */ (planned('select * from small s where id in (select grp from big)').root).join,
    'semi',
  )
})

test('a right side of several tables is looked up for few rows, made once for many', () => {
  const sides = 'left join (big c join big d on d.id = c.id) on c.grp = b.grp'
  assert.equal(
    explained(`select b.n, d.name from big b ${sides} where b.id = 7`),
    `Nested Loop Left Join
  ->  Index Scan using big_pkey on big b
        Index Cond: (id = 7)
  ->  Nested Loop
        ->  Index Scan using big_grp_n on big c
              Index Cond: (grp = b.grp)
        ->  Index Scan using big_pkey on big d
              Index Cond: (id = c.id)`,
  )
  assert.match(explained(`select b.n, d.name from big b ${sides}`), /^Hash (Right|Left) Join\n  Hash Cond: \(.*grp = /)
  const exists = 'exists (select from big c join small d on d.id = c.id where c.grp = b.grp)'
  assert.match(explained(`select b.n from big b where id = 7 and ${exists}`), /^Nested Loop Semi Join\n/)
})

test('what only a condition over a nullable side joins is joined behind it', () => {
  assert.equal(
    explained(
      'select c.n from big a left join small b on b.id = a.grp join big c on c.name = coalesce(b.label, a.name)'
        + ' where a.id = 7',
    ),
    `Nested Loop
  ->  Nested Loop Left Join
        ->  Index Scan using big_pkey on big a
              Index Cond: (id = 7)
        ->  Index Scan using small_pkey on small b
              Index Cond: (id = a.grp)
  ->  Index Scan using big_name on big c
        Index Cond: (name = COALESCE(b.label, a.name))`,
  )
  // So it is where a later left join asks for it, and not where an earlier one does.
  const late = 'from big a left join small b on b.id = a.grp join big c on c.name = coalesce(b.label, a.name)'
  assert.match(
    explained(`select 1 ${late} left join small d on d.id = c.grp and d.label < 'x' where a.id = 7 and d.id is null`),
    /Index Cond: \(name = COALESCE/,
  )
  const early = 'from big a cross join big c left join small b on b.id = a.grp and b.label < c.name'
  assert.match(
    explained(`select 1 ${early} where a.id = 7 and c.name = coalesce(b.label, a.name)`),
    /Filter: \(c\.name = COALESCE/,
  )
})

test('what an OR of conjunctions says in common, or of one table, stands apart', () => {
  assert.equal(
    explained('select * from big b, small s where (b.id = s.id and b.grp = 1) or (b.id = s.id and b.grp = 2)'),
    [
      'Nested Loop', '  ->  Seq Scan on small s', '  ->  Index Scan using big_pkey on big b',
      '        Index Cond: (id = s.id)', '        Filter: ((grp = 1) OR (grp = 2))',
    ].join('\n'),
  )
  const narrowed = explained(
    "select * from big b, small s where (b.grp = 1 and s.label = 'x') or (b.grp = 2 and s.label = 'y')",
  )
  assert.match(narrowed, /Seq Scan on small s\n\s+Filter: \(\(label = 'x'::text\) OR \(label = 'y'::text\)\)/)
  assert.equal(
    explained('select * from small where (id = 1 and label is null) or id = 1'),
    'Index Scan using small_pkey on small\n  Index Cond: (id = 1)',
  )
})

test('EXISTS and IN over a unique key are inner joins, in any order', () => {
  assert.equal(
    /** @type {any} */ (planned('select * from big b where exists (select from small s where s.id = b.grp)').root).join,
    'inner',
  )
  assert.equal(
    /** @type {any} */ (planned("select * from big b where grp in (select id from small where label = 'x')").root).join,
    'inner',
  )
  assert.equal(
    /** @type {any} */ (planned('select * from big b where not exists (select from small s where s.id = b.grp)').root)
      .join,
    'anti',
  )
})

test('a subquery of each row is asked last, and printed by its number', () => {
  assert.equal(
    explained(
      'select id from big b where n > (select count(*) from small s where s.id < b.grp) and n > (select max(n) from big) and name = $1 and grp in (select grp from big)',
    ),
    [
      'Nested Loop Semi Join', '  Filter: (b.n > (SubPlan 1))', '  SubPlan 1', '    ->  Aggregate',
      '          ->  Seq Scan on small s', '                Filter: (id < b.grp)',
      '  ->  Index Scan using big_name on big b', '        Index Cond: (name = $1)', '        Filter: (n > $0)',
      '        InitPlan 1 (returns $0)', '          ->  Aggregate', '                ->  Seq Scan on big',
      '  ->  Index Only Scan using big_grp_n on big', '        Index Cond: (b.grp = grp)',
    ].join('\n'),
  )
})

test('order by an index, top-N, limit', () => {
  assert.equal(
    explained('select * from big order by id desc limit 1'),
    'Limit\n  ->  Index Scan Backward using big_pkey on big',
  )
  assert.equal(
    explained('select * from big where grp = 1 order by n'),
    'Index Scan using big_grp_n on big\n  Index Cond: (grp = 1)',
  )
  const sort = /** @type {any} */ (planned('select id from big order by name desc, id limit 10').root).input
  assert.equal(sort.node, 'sort')
  assert.equal(sort.limit.value, 10)
  assert.deepEqual(sort.carry.map((/** @type {any} */ expr) => expr.attnum).sort(), [1])
})

test('grouping, having, windows and sets become slots', () => {
  const made = planned('select grp, count(*), sum(n) from big group by grp having count(*) > 1 order by 2')
  const text = JSON.stringify(made.outputs, (_, value) => typeof value === 'bigint' ? String(value) : value)
  assert.ok(!text.includes('"agg"'), 'aggregates are slots above the aggregate node')
  assert.equal(
    explained('select name from big group by name order by count(*)'),
    'Sort\n  Sort Key: (count(*))\n  ->  HashAggregate\n        Group Key: name\n        ->  Seq Scan on big',
  )
  assert.equal(
    explained('select row_number() over (order by n) from big'),
    'WindowAgg\n  ->  Sort\n        Sort Key: n\n        ->  Seq Scan on big',
  )
  assert.equal(/** @type {any} */ (planned('select generate_series(1, id) from small').root).node, 'projectSet')
})

test('constants are folded, their errors kept', () => {
  assert.equal(/** @type {any} */ (planned('select * from big where id = 1 + 1').root).keys[0].value.value, 2)
  assert.equal(planned('select 1 / 0').failure?.code, '22012', 'kept: what cannot be executed can be described')
  assert.equal(/** @type {any} */ (planned('select case when true then 3 else 1 / 0 end')).outputs[0].value, 3)
})

test('WITH: merged when named once, kept when twice, recursive', () => {
  assert.equal(planned('with x as (select * from small) select * from x').ctes.length, 0)
  assert.equal(planned('with x as (select * from small) select * from x, x y').ctes.length, 1)
  assert.equal(planned('with x as materialized (select * from small) select * from x').ctes.length, 1)
  const recursive = planned(
    'with recursive r(n) as (select 1 union all select n + 1 from r where n < 5) select * from r',
  )
  const scan = /** @type {any} */ (recursive.root)
  assert.equal(recursive.ctes.length, 0)
  assert.equal(scan.node, 'subqueryScan')
  assert.equal(scan.input.node, 'recursiveUnion')
  const twice = planned(
    'with recursive r(n) as (select 1 union all select n + 1 from r where n < 5) select * from r, r s',
  )
  assert.equal(twice.ctes[0].plan.node, 'recursiveUnion')
})

test('writes: defaults to null, conflict arbiters, returning', () => {
  const made = /** @type {any} */ (
    planned("insert into small(label) values ('x') on conflict (id) do update set label = excluded.label returning id")
      .root
  )
  assert.deepEqual(made.values.map((/** @type {any} */ expr) => expr.value), [null, 'x'])
  assert.deepEqual(made.notNull, [1])
  assert.equal(made.onConflict.indexOids.length, 1)
  assert.equal(made.returning.length, 1)
  assert.equal(planned('delete from small where id = 1').bounded, true)
})

test('sixty-four tables in a chain are ordered without a cartesian product', () => {
  for (let at = 1; at <= 64; at++)
    defineTable(
      catalog, `t${at}`, { [`a${at}`]: 'int4', [`b${at}`]: 'int4' },
      { primaryKey: [`a${at}`], reltuples: 10, relpages: 1 },
    )
  const tables = Array.from({ length: 64 }, (_, at) => `t${64 - at}`)
  const joins = Array.from({ length: 63 }, (_, at) => `b${at + 1} = a${at + 2}`)
  const made = planned(`select count(*) from ${tables.join()} where ${joins.join(' and ')} and a1 = 5`)
  let node = /** @type {any} */ (made.root).input
  while (node.node === 'hashJoin' || node.node === 'nestLoop') {
    assert.ok(node.node === 'hashJoin' || node.inner.node === 'indexScan', 'every join has a key')
    node = ['hashJoin', 'nestLoop'].includes(node.outer.node) ? node.outer : node.inner
  }
})

test('EXPLAIN in JSON and with counts', () => {
  const made = planned('select * from small')
  const counts = new Map([[/** @type {any} */ (made.root).id, { rows: 10, loops: 1, ms: 0.5 }]])
  assert.match(
    explainText(made, catalog, { counts })[0],
    /^Seq Scan on small {2}\(cost=0\.00\.\.1\.10 rows=10 width=36\) \(actual time=0\.000\.\.0\.500 rows=10 loops=1\)$/,
  )
  const group = explainGroup(made, catalog, { counts, timing: false, costs: false })
  assert.deepEqual(JSON.parse(formatGroups([group], 'json')), [
    {
      Plan: {
        'Node Type': 'Seq Scan', 'Parallel Aware': false, 'Async Capable': false, 'Relation Name': 'small',
        Alias: 'small', 'Actual Rows': 10, 'Actual Loops': 1,
      },
      Triggers: [],
    },
  ])
  assert.equal(
    formatGroups([group], 'yaml'),
    [
      '- Plan: ', '    Node Type: "Seq Scan"', '    Parallel Aware: false', '    Async Capable: false',
      '    Relation Name: "small"', '    Alias: "small"', '    Actual Rows: 10', '    Actual Loops: 1', '  Triggers: ',
    ].join('\n'),
  )
  assert.equal(
    formatGroups([{ Plan: { Filter: 'a < 1', Keys: ['x & y'] } }], 'xml'),
    [
      '<explain xmlns="http://www.postgresql.org/2009/explain">',
      '  <Query>',
      '    <Plan>',
      '      <Filter>a &lt; 1</Filter>',
      '      <Keys>',
      '        <Item>x &amp; y</Item>',
      '      </Keys>',
      '    </Plan>',
      '  </Query>',
      '</explain>',
    ].join('\n'),
  )
})

/** Where few rows are wanted: what is read in an order, as far as it is needed, instead of all and sorted. */
import { beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { loadParser, parse } from '../../../src/parser/parser.js'
import { plan } from '../../../src/planner/planner.js'
import { explainText } from '../../../src/planner/explain.js'
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
  defineTable(catalog, 'small', { id: 'int4', label: 'text' }, { primaryKey: ['id'], reltuples: 1000, relpages: 10 })
})

/** @param {string} text */
const explained = (text) =>
  explainText(plan(parse(text)[0], catalog, { sourceText: text }), catalog, { costs: false }).map((line) => line.trim())

test('an index that has the first keys: the rest is sorted a stretch at a time', () => {
  assert.deepEqual(explained('select * from big order by grp, name limit 5'), [
    'Limit', '->  Incremental Sort', 'Sort Key: grp, name', 'Presorted Key: grp',
    '->  Index Scan using big_grp_n on big',
  ])
  assert.deepEqual(explained('select * from big order by grp desc, n desc, id limit 5'), [
    'Limit', '->  Incremental Sort', 'Sort Key: grp DESC, n DESC, id', 'Presorted Key: grp DESC, n DESC',
    '->  Index Scan Backward using big_grp_n on big',
  ])
  assert.deepEqual(explained('select distinct on (grp) * from big order by grp, id limit 5').slice(0, 3), [
    'Limit', '->  Unique', '->  Incremental Sort',
  ])
  assert.deepEqual(explained('select * from big order by grp, name')[0], 'Sort')
})

test('windows over an index, and what ends their partitions', () => {
  assert.deepEqual(
    explained(
      'select * from (select id, row_number() over (partition by grp order by n) r from big) s where r = 1 limit 5',
    ),
    [
      'Limit', '->  Subquery Scan on s', 'Filter: (s.r = 1)', '->  WindowAgg',
      'Run Condition: (row_number() OVER (?) <= 1)', '->  Index Scan using big_grp_n on big',
    ],
  )
  assert.deepEqual(explained('select * from (select id, rank() over (order by n) r from big) s where 3 > r'), [
    'Subquery Scan on s', '->  WindowAgg', 'Run Condition: (3 > rank() OVER (?))', '->  Sort', 'Sort Key: big.n',
    '->  Seq Scan on big',
  ])
  assert.deepEqual(explained('select id, count(*) over (order by id) from big limit 5'), [
    'Limit', '->  WindowAgg', '->  Index Only Scan using big_pkey on big',
  ])
  assert.deepEqual(
    explained('select id, count(*) over (partition by grp order by name) from big limit 5').slice(0, 3),
    ['Limit', '->  WindowAgg', '->  Incremental Sort'],
  )
  // All rows are wanted, or all are needed for the first.
  assert.deepEqual(
    explained('select id, count(*) over (partition by grp order by n) from big order by id limit 5').slice(-3),
    ['->  Sort', 'Sort Key: grp, n', '->  Seq Scan on big'],
  )
  const runs = (/** @type {string} */ condition, call = 'count(*) over (partition by grp order by n)') =>
    explained(`select * from (select id, n, ${call} r from big) s where ${condition}`)
      .filter((line) => line.startsWith('Run'))
      .join()
  assert.equal(runs('r <= 3'), 'Run Condition: (count(*) OVER (?) <= 3)')
  assert.equal(runs('r > 3'), '')
  assert.equal(runs('r < n'), '')
  assert.equal(runs('r < random() * 5'), '')
  assert.equal(runs('r <= 3', 'sum(n) over (partition by grp order by n)'), '')
  assert.equal(
    runs('r <= 3', 'count(*) over (partition by grp order by n rows unbounded preceding exclude current row)'),
    '',
  )
  assert.equal(runs('r <= 3', 'count(*) over (partition by grp order by n rows 2 preceding)'), '')
  assert.equal(
    runs('r >= 3', 'count(*) over (partition by grp order by n rows between current row and unbounded following)'),
    'Run Condition: (count(*) OVER (?) >= 3)',
  )
})

test('joins in the order of one table', () => {
  assert.deepEqual(explained('select * from big b join small s on s.id = b.grp order by b.id desc limit 5'), [
    'Limit', '->  Nested Loop', '->  Index Scan Backward using big_pkey on big b',
    '->  Index Scan using small_pkey on small s', 'Index Cond: (id = b.grp)',
  ])
  assert.deepEqual(
    explained('select * from big b left join small s on s.id = b.grp order by b.name, s.label limit 5').slice(0, 6),
    [
      'Limit', '->  Incremental Sort', 'Sort Key: b.name, s.label', 'Presorted Key: b.name',
      '->  Nested Loop Left Join', '->  Index Scan using big_name on big b',
    ],
  )
  assert.equal(explained('select * from big b join small s on s.id = b.grp order by b.id')[0], 'Sort')
})

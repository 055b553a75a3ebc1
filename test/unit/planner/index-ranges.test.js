/** OR over one index as stretches of it; EXISTS and IN over several levels as joins, or as questions to a set. */
import { beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { loadParser, parse } from '../../../src/parser/parser.js'
import { plan } from '../../../src/planner/planner.js'
import { explainText } from '../../../src/planner/explain.js'
import { memoryCatalog, defineTable } from '../../support/memory-catalog.js'

const catalog = memoryCatalog()
beforeAll(async () => {
  await loadParser()
  defineTable(catalog, 'big', { id: 'int4', k: 'int4', a: 'int4', b: 'int4' }, {
    primaryKey: ['id'], indexes: [{ name: 'big_k', columns: ['k'] }, { name: 'big_a_b', columns: ['a', 'b'] }],
    reltuples: 100_000, relpages: 1000,
  })
  for (const name of ['x', 'y', 'z'])
    defineTable(catalog, name, { n: 'int4', m: 'int4', f: 'float8' }, { reltuples: 10_000, relpages: 45 })
})

/** @param {string} text */
const explained = (text) => explainText(plan(parse(text)[0], catalog, { sourceText: text }), catalog, { costs: false })
  .map((line) => line.trim())

const ten = Array.from({ length: 10 }, (_, at) => `k BETWEEN $${2 * at + 1} AND $${2 * at + 2}`).join(' OR ')

test('an OR over the columns of one index is one scan', () => {
  assert.equal(explained(`select * from big where ${ten}`)[0], 'Index Scan using big_k on big')
  const prefix = explained('select * from big where a = 1 and (b < 3 or b > 900 or b = $1)')
  assert.equal(prefix[0], 'Index Scan using big_a_b on big')
  assert.equal(
    explained('select * from big where (a, b) in ((1, 2), (3, 4), (5, 6))')[0],
    'Index Scan using big_a_b on big',
  )
  assert.equal(
    explained('select * from big where k in (1, 2) or k = 9 or k is null')[0],
    'Index Scan using big_k on big',
  )
})

test('its rows come in the order of the index', () => {
  assert.equal(explained('select * from big where k = 1 or k between 5 and 9 order by k desc')[0],
    'Index Scan Backward using big_k on big')
})

test('not where a part is bounded by nothing of its own, or changes from row to row', () => {
  assert.equal(explained('select * from big where k = 1 or a + b = 2')[0], 'Seq Scan on big')
  assert.equal(explained('select * from big where k = 1 or k = a')[0], 'Seq Scan on big')
  assert.equal(explained('select * from big where k > 1 or k = (random() * 9)::int')[0], 'Seq Scan on big')
})

/** @param {string} text @returns {string} its joins */
const joinsOf = (text) => explained(text).filter((line) => /Hash \w+ Join|SubPlan/.test(line))
  .map((line) => line.replace(/.*Hash (\w+) Join.*/, '$1').replace(/.*(hashed SubPlan).*/, '$1')).join(', ')

test('what two levels say through the level between them becomes a join there', () => {
  const correlated = (/** @type {string} */ inner) =>
    joinsOf(`select from x where exists (select from y where y.n = x.n and ${inner})`)
  assert.equal(correlated('not exists (select from z where z.n = x.n and z.m > y.m)'), 'Semi, Anti')
  assert.equal(correlated('y.m in (select m from z where z.n = x.n)'), 'Semi, Semi')
  assert.match(correlated('not exists (select from z where z.n = y.n and z.m = x.m)'), /^Semi, hashed SubPlan/)
  // 0 and -0 are equal, and not the same.
  assert.match(joinsOf(`select from x where exists (select from y where y.f = x.f
    and exists (select from z where z.f::text = x.f::text))`), /SubPlan/)
})

test('EXISTS becomes a question to a set where many rows ask', () => {
  const asked = (/** @type {string} */ inner, also = 'true') =>
    joinsOf(`select from x where ${also} and (m = 1 or exists (select from ${inner}))`)
  assert.match(asked('y where y.n = x.n'), /^hashed SubPlan/)
  assert.doesNotMatch(asked('y where y.n > x.n'), /hashed/)
  assert.doesNotMatch(asked('big where big.id = x.n', 'x.n = 5 and x.f = 1'), /hashed/)
})

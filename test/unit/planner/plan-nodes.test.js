/** What can be said of plans by the kinds of their nodes (src/planner/plan-nodes.js). */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { open } from '../../../src/index.js'
import { PLAN_NODES, atMostOne, childrenOf, hasNode, isBounded, isStraight } from '../../../src/planner/plan-nodes.js'

/** The plan of a query. @param {any} db @param {string} text */
const planOf = (db, text) => db.prepare(text).call.prepared.planned

test('every node that plan.js describes is in the table, and no other', () => {
  const shapes = readFileSync(new URL('../../../src/planner/plan.js', import.meta.url), 'utf8')
  const named = [...shapes.matchAll(/Common & \{ node: '(\w+)'/g)].map((match) => match[1])
  assert.deepEqual(Object.keys(PLAN_NODES).sort(), named.sort())
})

test('children, bounds and rows by the kind of node', async () => {
  const db = await open(':memory:')
  await db.exec('CREATE TABLE t (a int PRIMARY KEY, b int)')
  const point = planOf(db, 'SELECT b FROM t WHERE a = $1').root
  assert.deepEqual([isBounded(point), isStraight(point), atMostOne(point)], [true, true, true])
  const scan = planOf(db, 'SELECT b FROM t WHERE b = $1').root
  assert.deepEqual([isBounded(scan), isStraight(scan), atMostOne(scan)], [false, true, false])
  const sorted = planOf(db, 'SELECT b FROM t ORDER BY b').root
  assert.deepEqual([isBounded(sorted), isStraight(sorted), atMostOne(sorted)], [false, false, false])
  const both = planOf(db, 'SELECT a FROM t INTERSECT SELECT b FROM t').root
  assert.equal(hasNode(both, 'setOp'), true)
  const setOp = both.node === 'setOp' ? both : childrenOf(both)[0]
  assert.deepEqual(childrenOf(setOp).map((child) => child.node), ['seqScan', 'seqScan'])
  await db.close()
})

test('rows that are locked under UNION ALL are locked: no read-only transaction does it', async () => {
  const db = await open(':memory:')
  await db.exec('CREATE TABLE t (a int)')
  const text = 'SELECT 1 UNION ALL SELECT a FROM (SELECT a FROM t FOR UPDATE) x'
  assert.equal(planOf(db, text).readOnly, false)
  await db.exec('BEGIN READ ONLY')
  await assert.rejects(db.exec(text), { code: '25006' })
  await db.exec('ROLLBACK')
  await db.close()
})

/**
 * Two transactions on one row: a plain body says it must wait and has changed nothing; the generator waits, then works
 * on the newest version.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { World, column, op, param } from './world.js'
import { compile } from '../../../src/executor/compile.js'
import { WAIT, WAITS } from '../../../src/executor/codes.js'
import { releaseCursors } from '../../../src/executor/context.js'

function setup() {
  const world = new World()
  const table = world.table('t', [['id', 23, true], ['v', 23, true]], [{ name: 't_pkey', attnums: [1], unique: true }])
  const base = {
    relationOid: table.oid, rt: 1, returningRt: 2, returning: null, checks: [], notNull: [], onConflict: null,
    changedAttnums: [],
  }
  const insert = world.plan(
    world.node({
      node: 'modify', operation: 'insert', ...base, assignments: null, recheck: null, values: [param(1), param(2)],
      input: world.node({ node: 'result', filter: null }),
    }),
    [],
    { command: 'insert', readOnly: false },
  )
  const update = world.plan(
    world.node({
      node: 'modify',
      operation: 'update',
      ...base,
      values: null,
      recheck: op('=', column(1, 2), param(3)),
      assignments: [{ attnum: 2, expr: op('+', column(1, 2), param(2)) }],
      input: world.node({
        node: 'seqScan', rt: 1, relationOid: table.oid, alias: 't', attnums: [-1, 0, 1, 2, 3, 4],
        filter: op('=', column(1, 1), param(1)),
      }),
    }),
    [],
    { command: 'update', readOnly: false },
  )
  world.run(insert, { params: [1, 10] })
  const read = () =>
    world.run(
      world.plan(
        world.node({
          node: 'seqScan', rt: 1, relationOid: table.oid, alias: 't', attnums: [-1, 0, 1, 2, 3, 4], filter: null,
        }),
        [column(1, 2)],
      ),
    )
  return { world, insert, update, read }
}

for (const [wanted, result] of [[11, 16], [10, 11]]) {
  test(`an update that waited looks again at its condition (v = ${wanted})`, async () => {
    const { world, update, read } = setup()
    const first = world.txns.begin({})
    world.run(update, { txn: first, params: [1, 1, 0] })
    const second = world.txns.begin({})
    const plain = world.context(second, [1, 5, wanted])
    assert.equal(compile(update, { output: 'none', catalog: world.catalog }).run(plain), WAITS)
    assert.equal(plain.rowCount, 0)
    releaseCursors(plain, true)
    const ctx = world.context(second, [1, 5, wanted])
    const steps = compile(update, { output: 'none', catalog: world.catalog }).start(ctx)
    assert.equal(steps.next().value, WAIT)
    world.txns.commit(first)
    await ctx.wait.promise
    assert.equal(steps.next().value, wanted === 11 ? 1 : 0)
    releaseCursors(ctx, true)
    world.txns.commit(second)
    assert.deepEqual(read(), [[result]])
  })
}

test('a second insert of a key waits for the first and then fails', async () => {
  const { world, insert } = setup()
  const first = world.txns.begin({})
  world.run(insert, { txn: first, params: [2, 0] })
  const second = world.txns.begin({})
  const ctx = world.context(second, [2, 0])
  const steps = compile(insert, { output: 'none', catalog: world.catalog }).start(ctx)
  assert.equal(steps.next().value, WAIT)
  world.txns.commit(first)
  await ctx.wait.promise
  assert.throws(() => steps.next(), { code: '23505' })
  releaseCursors(ctx, true)
})

/**
 * Rows from outside and INSERT … SELECT go to the heap in batches: every row arrives with its index entries, errors
 * name the right row.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { World, column, constant, op } from './world.js'
import { compile } from '../../../src/executor/compile.js'
import { READ, WAIT } from '../../../src/executor/codes.js'
import { releaseCursors } from '../../../src/executor/context.js'
import { checkTree, compareTree } from '../../../src/storage/btree/check.js'
import { compileKeyExtractor } from '../../../src/executor/evaluate.js'
import { HeapScan } from '../../../src/storage/heap/heap-scan.js'

const [INT4, TEXT] = [23, 25]

/** A source of rows that has to wait now and then. @param {any[][]} rows @param {number} waitEvery */
function sourceOf(rows, waitEvery = Infinity) {
  let at = 0
  let waited = -1
  return {
    wait: /** @type {any} */ (null), failedLine: 0,
    next() {
      if (at % waitEvery === waitEvery - 1 && waited !== at) {
        waited = at
        this.wait = { promise: Promise.resolve() }
        return undefined
      }
      return at < rows.length ? rows[at++] : null
    },
    lineOf: () => at,
  }
}

function setup(second = [2, 3]) {
  const world = new World()
  const table = world.table(
    't',
    [
      ['id', INT4], ['k', INT4, true], ['s', TEXT],
    ],
    [
      { name: 't_pkey', attnums: [1], unique: true },
      { name: 't_k', attnums: second },
    ],
  )
  const modify = (/** @type {any} */ input, /** @type {any[]} */ values) =>
    world.plan(
      world.node({
        node: 'modify', operation: 'insert', relationOid: table.oid, rt: 1, returningRt: 2, returning: null,
        checks: [{ name: 't_check', expr: op('<', column(2, 2), constant(1000000)) }], notNull: [2], recheck: null,
        onConflict: null, assignments: null, changedAttnums: [], values, input,
      }),
      [],
      { command: 'insert', readOnly: false, bounded: false },
    )
  const copy = modify(world.node({ node: 'external', rt: 9, types: [INT4, INT4, TEXT] }), [
    column(9, 1), column(9, 2), column(9, 3, TEXT),
  ])
  return { world, table, modify, copy }
}

/** @param {any} world @param {any} planned @param {any} source @param {any} [txn] */
async function run(world, planned, source, txn = world.txns.begin({})) {
  const ctx = world.context(txn, [], { source })
  const codes = new Set()
  try {
    const steps = compile(planned, { output: 'none', catalog: world.catalog }).start(ctx)
    for (let step = steps.next(); !step.done; step = steps.next()) {
      codes.add(step.value)
      if (step.value === READ || step.value === WAIT) await ctx.wait.promise
      ctx.fuel = 100
    }
  } finally {
    releaseCursors(ctx, true)
  }
  world.txns.commit(txn)
  return { count: ctx.rowCount, codes }
}

/** Every row has its entry in every index, and nothing else is there. @param {any} world @param {any} table */
function checkIndexes(world, table) {
  for (const index of table.indexes) {
    checkTree(index.tree)
    const extract = compileKeyExtractor(index, table.heap.layout, { catalog: world.catalog })
    const txn = world.txns.begin({})
    const scan = new HeapScan(table.heap, world.txns.snapshot(txn), true)
    const entries = []
    const { bytes, view } = table.heap.env.pool
    for (let at = scan.next(); at >= 0; at = scan.next()) {
      const key = new Uint8Array(4096)
      entries.push({ key: key.subarray(0, extract(bytes, view, at, key, 0)), tid: scan.tid })
    }
    scan.release()
    world.txns.commit(txn)
    entries.sort((a, b) => Buffer.compare(a.key, b.key) || a.tid - b.tid)
    assert.equal(compareTree(index.tree, entries), null)
  }
}

test('thousands of rows from outside arrive, long and null ones among them', async () => {
  const { world, table, copy } = setup([2])
  const rows = Array.from({ length: 5000 }, (_, at) => [
    at % 97 === 3 ? null : at, at * 2,
    at % 13 === 0 ? null : at % 1000 === 7 ? 'ä'.repeat(3000) : at % 500 === 8 ? 'x'.repeat(1900) : `row ${at}`,
  ])
  const { count, codes } = await run(world, copy, sourceOf(rows, 700))
  assert.equal(count, 5000)
  assert.ok(codes.has(READ))
  const scan = world.node({
    node: 'seqScan', rt: 1, relationOid: table.oid, alias: 't', attnums: [-1, 0, 1, 2, 3, 4], filter: null,
  })
  const got = world.run(world.plan(scan, [column(1, 1), column(1, 2), column(1, 3, TEXT)]))
  const byK = (/** @type {any[]} */ a, /** @type {any[]} */ b) => a[1] - b[1]
  assert.deepEqual(got.sort(byK), rows.sort(byK))
})

test('the indexes hold one entry per row', async () => {
  const { world, table, copy } = setup()
  await run(
    world, copy, sourceOf(Array.from({ length: 3000 }, (_, at) => [(at * 7919) % 3001, at % 10, `s${at % 100}`])),
  )
  checkIndexes(world, table)
})

test('a duplicate inside a batch, one across batches, and one that was there before', async () => {
  const { world, copy } = setup()
  await run(world, copy, sourceOf([[5, 0, 'was there']]))
  const fresh = (/** @type {number} */ count) => Array.from({ length: count }, (_, at) => [at + 10, 0, 'x'])
  const cases = [
    { rows: [...fresh(20), [12, 0, 'x']], key: 12 }, { rows: [...fresh(2500), [11, 0, 'x']], key: 11 },
    { rows: [...fresh(30), [5, 0, 'x'], [10, 0, 'x']], key: 5 },
  ]
  for (const { rows, key } of cases) {
    const txn = world.txns.begin({})
    const source = sourceOf(rows)
    await assert.rejects(run(world, copy, source, txn), { code: '23505', detail: `Key (id)=(${key}) already exists.` })
    assert.equal(
      source.failedLine,
      rows.findIndex((row, at) => row[0] === key && (at > 20 || (rows.length === 21 && at === 20))) + 1,
    )
    world.txns.abort(txn)
  }
  await run(world, copy, sourceOf(fresh(2500)))
})

test('the first row that has an error decides, whatever the kind of its error', async () => {
  const { world, copy } = setup()
  for (const [rows, code] of /** @type {[any[][], string][]} */ ([
    [[[1, 1, 'a'], [1, 1, 'a'], [2, null, 'a']], '23505'],
    [[[1, 1, 'a'], [2, null, 'a'], [1, 1, 'a']], '23502'],
    [[[1, 1, 'a'], [2, 1000000, 'a'], [1, 1, 'a']], '23514'],
    [[[1, 1, 'a'.repeat(5000)], [1, 1, 'a']], '54000'],
  ])) {
    const txn = world.txns.begin({})
    await assert.rejects(run(world, copy, sourceOf(rows), txn), { code })
    world.txns.abort(txn)
  }
})

test('a batch waits for another transaction\'s key and then goes on or fails', async () => {
  for (const outcome of ['commit', 'abort']) {
    const { world, table, copy } = setup()
    const first = world.txns.begin({})
    const held = world.context(first, [], { source: sourceOf([[70, 1, 'first']]) })
    const steps = compile(copy, { output: 'none', catalog: world.catalog }).start(held)
    assert.equal(steps.next().done, true)
    releaseCursors(held, true)
    const rows = Array.from({ length: 1500 }, (_, at) => [at, 1, 'second'])
    const second = world.txns.begin({})
    const running = run(world, copy, sourceOf(rows), second)
    await new Promise((resolve) => { setImmediate(resolve) })
    if (outcome === 'commit') {
      world.txns.commit(first)
      await assert.rejects(running, { code: '23505', detail: 'Key (id)=(70) already exists.' })
      world.txns.abort(second)
    } else {
      world.txns.abort(first)
      assert.equal((await running).count, 1500)
      checkIndexes(world, table)
    }
  }
})

test('INSERT … SELECT from the table itself doubles it once', async () => {
  const { world, table, modify, copy } = setup()
  await run(world, copy, sourceOf(Array.from({ length: 2000 }, (_, at) => [null, at, `s${at}`])))
  const scan = world.node({
    node: 'seqScan', rt: 5, relationOid: table.oid, alias: 't', attnums: [-1, 0, 1, 2, 3, 4], filter: null,
  })
  const { count } = await run(
    world, modify(scan, [column(5, 1), op('+', column(5, 2), constant(2000)), column(5, 3, TEXT)]), null,
  )
  assert.equal(count, 2000)
  checkIndexes(world, table)
})

/**
 * gist trees against a list: random insertions and removals, the tree checked all the time, every sort of search
 * compared with a look at each entry; searches that go on while the tree changes see what was there all the time, once.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { checkGist } from '../../../src/storage/gist/check.js'
import { EXISTED, INSERTED } from '../../../src/storage/btree/tree.js'
import { GistTree } from '../../../src/storage/gist/tree.js'
import * as R from '../../../src/types/range/range.js'
import { GistKeys, IS_NOT_NULL, IS_NULL } from '../../../src/types/gist/keys.js'
import { seededRandom } from '../../../src/util/prng.js'
import { IndexTxn, makeWorld, Model, roomy } from '../btree/harness.js'
import { entriesOf, keyOf, KEYS, rangeOf } from './harness.js'

const seed = Number(process.env.SEED ?? 7)
console.log(`# seed ${seed}`)

/** @param {{ cachePages?: number }} [options] */
function makeGist(options) {
  const world = makeWorld(options)
  const file = world.storage.files.create(1000, world.txn)
  GistTree.create(world.env, file)
  const state = { horizon: 0 }
  return { world, state, tree: new GistTree(world.env, file, 'modelled', KEYS, () => state.horizon) }
}

/** @param {ReturnType<typeof seededRandom>} random */
function randomRow(random) {
  const low = random.below(300)
  const kind = random.below(40)
  const range =
    kind === 0
      ? null
      : kind === 1
        ? 'empty'
        : kind === 2
          ? `(,${low}]`
          : kind === 3
            ? `[${low},)`
            : `${'[('[random.below(2)]}${low},${low + 1 + random.below(12)}${'])'[random.below(2)]}`
  return { range, text: random.below(15) === 0 ? null : `${random.below(100)}${'x'.repeat(random.below(120))}` }
}

/** @type {Record<number, (a: any, b: any) => boolean>} */
const RANGE_TESTS = {
  1: R.before, 2: R.overleft, 3: R.overlaps, 4: R.overright, 5: (a, b) => R.before(b, a), 6: R.adjacent, 7: R.contains,
  8: (a, b) => R.contains(b, a), 16: R.containsElement, 18: (a, b) => R.compareRanges(a, b) === 0,
}
/** @type {Record<number, (a: any, b: any) => boolean>} */
const TEXT_TESTS = {
  1: (a, b) => a < b,
  2: (a, b) => a <= b,
  3: (a, b) => a === b,
  4: (a, b) => a >= b,
  5: (a, b) => a > b,
  6: (a, b) => a !== b,
}

/**
 * @param {GistTree} tree
 * @param {number[]} columns
 * @param {number[]} strategies
 * @param {any[]} values
 * @returns {Set<number>}
 */
function found(tree, columns, strategies, values) {
  const scan = tree.scan(/** @type {any} */ (KEYS.test(columns, strategies, values)))
  const tids = new Set()
  for (let tid = scan.next(); tid >= 0; tid = scan.next()) {
    assert.ok(!tids.has(tid), 'an entry comes once')
    tids.add(tid)
  }
  return tids
}

test('searches find what a look at every entry finds', () => {
  const random = seededRandom(seed)
  const { tree, world } = makeGist()
  /** @type {Map<number, { range: any, text: string | null, key: Uint8Array }>} */
  const rows = new Map()
  for (let step = 0; step < 3000; step++) {
    if (random.below(10) < 7 || rows.size === 0) {
      const { range, text } = randomRow(random)
      const key = keyOf(range, text)
      assert.equal(tree.insert(world.txn, roomy(key), 0, key.length, step), INSERTED)
      assert.equal(tree.insert(world.txn, roomy(key), 0, key.length, step), EXISTED)
      rows.set(step, { range: range === null ? null : rangeOf(range), text, key })
    } else {
      const [tid, { key }] = [...rows][random.below(rows.size)]
      assert.ok(tree.remove(roomy(key), 0, key.length, tid, 0, 0) > 0)
      assert.equal(tree.remove(roomy(key), 0, key.length, tid, 0, 0), 0)
      rows.delete(tid)
    }
    if (step % 100 !== 99) continue
    assert.equal(checkGist(tree).entryCount, rows.size)
    for (const [strategy, holds] of Object.entries(RANGE_TESTS)) {
      const query =
        strategy === '16'
          ? rangeOf(`[${random.below(300)},)`).lower
          : rangeOf(/** @type {any} */ (randomRow(random).range ?? 'empty'))
      const hits = found(tree, [0], [Number(strategy)], [query])
      for (const [tid, { range }] of rows)
        if (range !== null && holds(range, query)) assert.ok(hits.has(tid), `strategy ${strategy} misses a row`)
    }
    for (const [strategy, holds] of Object.entries(TEXT_TESTS)) {
      const query = String(random.below(100))
      const range = rangeOf(`[${random.below(300)},400]`)
      const hits = found(tree, [1, 0], [Number(strategy), 3], [query, range])
      for (const [tid, row] of rows)
        if (row.text !== null && row.range !== null && holds(row.text, query) && R.overlaps(row.range, range))
          assert.ok(hits.has(tid), `strategy ${strategy} misses a row`)
      assert.ok(
        [...hits].every((tid) => holds(/** @type {any} */ (rows.get(tid)?.text), query)),
        'leaf keys are exact'
      )
    }
    assert.deepEqual(
      [...found(tree, [0], [IS_NULL], [null])].sort(),
      [...rows]
        .filter(([, { range }]) => range === null)
        .map(([tid]) => tid)
        .sort()
    )
    assert.equal(
      found(tree, [1], [IS_NOT_NULL], [null]).size,
      [...rows.values()].filter(({ text }) => text !== null).length
    )
  }
  world.storage.pool.assertUnpinned()
})

test('a search sees what is there all the time once, whatever changes around it', () => {
  for (let round = 0; round < 40; round++) {
    const random = seededRandom(seed + round)
    const { tree, world, state } = makeGist()
    const lasting = new Set()
    /** @type {Map<number, Uint8Array>} */
    const passing = new Map()
    let next = 0
    const add = (/** @type {boolean} */ lasts) => {
      const { range, text } = randomRow(random)
      const key = keyOf(range, text)
      tree.insert(world.txn, roomy(key), 0, key.length, next)
      if (lasts) lasting.add(next)
      else passing.set(next, key)
      next++
    }
    for (let i = 0; i < 400; i++) add(random.below(4) === 0)
    const scan = tree.scan(() => true)
    // Who began before a page was deleted may still come to it.
    state.horizon = tree.mark
    const seen = new Set()
    for (let tid = scan.next(); tid >= 0; tid = scan.next()) {
      assert.ok(!seen.has(tid), 'once')
      seen.add(tid)
      for (let changes = random.below(12); changes > 0; changes--) {
        if (random.below(2) === 0) add(false)
        else if (passing.size > 0) {
          const [victim, key] = [...passing][random.below(passing.size)]
          tree.remove(roomy(key), 0, key.length, victim, 0, 0)
          passing.delete(victim)
        }
      }
    }
    for (const tid of lasting) assert.ok(seen.has(tid), `round ${round}: ${tid} is missing`)
    assert.equal(checkGist(tree).entryCount, lasting.size + passing.size)
  }
})

test('deleted leaves are used again once nobody can come to them', () => {
  const { tree, world, state } = makeGist()
  const keys = []
  for (let i = 0; i < 2000; i++) {
    keys.push(keyOf(`[${i},${i + 1})`, 'a'.repeat(40)))
    tree.insert(world.txn, roomy(keys[i]), 0, keys[i].length, i)
  }
  for (let i = 0; i < 1000; i++) tree.remove(roomy(keys[i]), 0, keys[i].length, i, 0, 0)
  const { freeCount } = checkGist(tree)
  assert.ok(freeCount > 3, `${freeCount} free pages`)
  const blocks = tree.file.blockCount
  state.horizon = tree.mark + 1
  for (let i = 0; i < 300; i++) tree.insert(world.txn, roomy(keys[i]), 0, keys[i].length, i)
  assert.ok(checkGist(tree).freeCount < freeCount)
  assert.equal(tree.file.blockCount, blocks)
})

test('the nearest come first', () => {
  const random = seededRandom(seed)
  const world = makeWorld()
  const file = world.storage.files.create(1000, world.txn)
  GistTree.create(world.env, file)
  const keys = new GistKeys([{ family: 20000, typeOid: 701 }])
  const tree = new GistTree(world.env, file, 'measured', keys, () => 0)
  const model = new Model()
  const out = new Uint8Array(100)
  for (let i = 0; i < 1500; i++) {
    const key = out.slice(0, keys.pack([random.below(20) === 0 ? null : random.below(1000) / 4], out, 0))
    tree.insert(world.txn, roomy(key), 0, key.length, i)
    model.add(key, i)
  }
  const scan = tree.nearest(() => true, keys.distance(0, 100))
  let count = 0
  let before = -1
  for (let tid = scan.next(); tid >= 0; tid = scan.next(), count++) {
    assert.ok(scan.reached >= before || Number.isNaN(scan.reached), 'nulls come last')
    before = scan.reached
  }
  assert.equal(count, 1500)
  assert.deepEqual(entriesOf(tree), model.sorted().map(({ key, tid }) => model.name(key, tid)))
})

test('a transaction takes its entries back', () => {
  const { tree, world } = makeGist()
  const txn = new IndexTxn()
  const key = keyOf('[1,2)', 'a')
  tree.insert(txn, roomy(key), 0, key.length, 5)
  tree.insert(txn, roomy(key), 0, key.length, 5)
  assert.deepEqual(txn.undone.map(({ kind, tid }) => `${kind} ${tid}`), ['insert 5', 'keep 5'])
  assert.throws(() => tree.insert(txn, new Uint8Array(4096), 0, 3000, 1), { code: '54000' })
  world.storage.pool.assertUnpinned()
})

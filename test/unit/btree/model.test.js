/**
 * Trees of several key kinds against a sorted model: random inserts, removals, lookups and scans both ways, the whole
 * tree checked on the way.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { END } from '../../../src/storage/btree/cursor.js'
import { checkTree, compareTree } from '../../../src/storage/btree/check.js'
import { EXISTED, INSERTED } from '../../../src/storage/btree/tree.js'
import { seededRandom } from '../../../src/util/prng.js'
import { hex, keyMaker, makeTree, makeWorld, Model, roomy } from './harness.js'
import { rounds } from '../../support/rounds.js'

const seed = Number(process.env.SEED ?? 20240612)
console.log(`# seed ${seed}`)

/** @typedef {ReturnType<typeof seededRandom>} Random */
const int4 = keyMaker([{ typeOid: 23 }])
const composite = keyMaker([{ typeOid: 23, desc: true }, { typeOid: 25, nullsFirst: true }, { typeOid: 20 }])
const text = keyMaker([{ typeOid: 25 }])

/** @type {[string, (random: Random) => Uint8Array, (random: Random) => number][]} */
const KINDS = [
  ['int4', (random) => int4(random.below(100000) - 50000), (random) => random.below(1e6)],
  ['int4, few keys, many duplicates', (random) => int4(random.below(3)), (random) => random.below(1e9)],
  ['one key only', () => int4(7), (random) => random.below(300) * 512 + random.below(512)],
  [
    'composite with nulls',
    (random) =>
      composite(random.below(20), random.below(4) === 0 ? null : 'ab'.repeat(random.below(4)), random.below(1000)),
    (random) => random.below(1e5),
  ],
  [
    'text with a long shared prefix',
    (random) =>
      text(`https://example.com/a/rather/long/path/${'x'.repeat(random.below(3) * 150)}/${random.below(5000)}`),
    (random) => random.below(1e6),
  ],
  [
    'long text, up to the limit',
    (random) => text('y'.repeat([0, 2000, 2600][random.below(3)]) + random.below(3000)),
    (random) => random.below(1e6),
  ],
  [
    'very short keys and tuple ids that look like keys',
    (random) => Uint8Array.of(random.below(4)),
    (random) => random.below(5) * 512 * 65536 + random.below(300),
  ],
]

for (const [name, makeKey, makeTid] of KINDS) {
  for (const cachePages of rounds([16], [16, 512])) {
    test(`${name}, ${cachePages} pages in memory`, () => {
      const random = seededRandom(seed + cachePages)
      const world = makeWorld({ cachePages })
      const tree = makeTree(world)
      const model = new Model()
      const steps = name.startsWith('long') ? 2500 : 9000
      let growing = true
      for (let step = 0; step < steps; step++) {
        if (step % 1500 === 0) growing = random.below(3) > 0 || step === 0
        const what = random.below(10)
        if (what < (growing ? 7 : 2) || model.entries.size === 0) {
          const key = makeKey(random)
          const tid = makeTid(random)
          const result = tree.insert(world.txn, roomy(key), 0, key.length, tid)
          assert.equal(result, model.add(key, tid) ? INSERTED : EXISTED)
        } else if (what < 9) {
          const { key, tid } = pick(model, random)
          const lsn = tree.remove(roomy(key), 0, key.length, tid, 0, 0)
          assert.ok(lsn > 0)
          model.delete(key, tid)
          assert.equal(tree.remove(roomy(key), 0, key.length, tid, 0, 0), 0)
        } else {
          const key = random.below(2) === 0 ? makeKey(random) : pick(model, random).key
          const tids =
            step % 100 > 20
              ? null
              : model
                  .sorted()
                  .filter((entry) => hex(entry.key) === hex(key))
                  .map((entry) => entry.tid)
          const first = tree.lookup(key, 0, key.length)
          if (tids !== null) {
            assert.equal(first, tids[0] ?? -1)
            for (let i = 0; i < tids.length && i < 5; i++)
              assert.equal(tree.lookupAfter(roomy(key), 0, key.length, tids[i]), tids[i + 1] ?? -1)
          }
        }
        if (step % 1000 === 999) {
          const facts = checkTree(tree)
          assert.equal(facts.entryCount, model.entries.size)
          assert.equal(compareTree(tree, model.sorted()), null)
          compareScans(tree, model, makeKey, random)
        }
      }
      for (const { key, tid } of shuffled(model.sorted(), random))
        assert.ok(tree.remove(roomy(key), 0, key.length, tid, 0, 0) > 0)
      const facts = checkTree(tree)
      assert.equal(facts.entryCount, 0)
      if (name.startsWith('long')) { //   separators of a third of a page keep some empty pages apart
        assert.ok(facts.freeCount > 0.9 * tree.file.blockCount)
      } else {
        assert.equal(facts.height, 1, 'an emptied tree is one page again')
        assert.equal(facts.freeCount + 2, tree.file.blockCount, 'and all others are free')
      }
      world.storage.pool.assertUnpinned()
    })
  }
}

/** @param {Model} model @param {Random} random */
function pick(model, random) {
  let skip = random.below(Math.min(model.entries.size, 50))
  for (const entry of model.entries.values()) if (skip-- === 0) return entry
  throw new Error('the model is empty')
}

/** @template T @param {T[]} list @param {Random} random */
function shuffled(list, random) {
  for (let i = list.length - 1; i > 0; i--) {
    const j = random.below(i + 1)
    const kept = list[i]
    list[i] = list[j]
    list[j] = kept
  }
  return list
}

/**
 * Ranges with every kind of bound, forwards, backwards, and to and fro, with releases in between.
 * @param {import('../../../src/storage/btree/tree.js').BTree} tree
 * @param {Model} model
 * @param {(random: Random) => Uint8Array} makeKey
 * @param {Random} random
 */
function compareScans(tree, model, makeKey, random) {
  const all = model.sorted()
  const cursor = tree.cursor()
  for (let round = 0; round < 12; round++) {
    const bounds = [makeKey(random), makeKey(random)]
      .sort(Buffer.compare)
      .map((key) => (random.below(5) === 0 ? key.subarray(0, random.below(key.length + 1)) : key))
    const [low, high] = [bounds[0], round % 4 === 0 ? bounds[0] : bounds[1]]
    const [lowAfter, highAfter] = round % 4 === 0 ? [false, true] : [random.below(2) === 0, random.below(2) === 0]
    const isAfter = (/** @type {Uint8Array} */ key, /** @type {Uint8Array} */ bound, /** @type {boolean} */ after) => {
      const starts = Buffer.compare(key.subarray(0, bound.length), bound) === 0 && key.length >= bound.length
      return starts ? !after : Buffer.compare(key, bound) > 0
    }
    const expected = all
      .filter(({ key }) => isAfter(key, low, lowAfter) && !isAfter(key, high, highAfter))
      .map(({ tid }) => tid)
    const forwards = []
    cursor.setRange(low, 0, low.length, lowAfter, high, 0, high.length, highAfter)
    cursor.toStart()
    const releases = random.below(3) === 0
    for (let tid = cursor.next(); tid !== END; tid = cursor.next()) {
      forwards.push(tid)
      if (releases && random.below(20) === 0) cursor.release()
    }
    assert.deepEqual(forwards, expected)
    assert.equal(cursor.next(), END)
    const backwards = []
    cursor.toEnd()
    for (let tid = cursor.prev(); tid !== END; tid = cursor.prev()) {
      backwards.push(tid)
      if (releases && random.below(20) === 0) cursor.release()
    }
    assert.deepEqual(backwards.reverse(), expected)
    // To and fro: the cursor against an index into the expected list.
    let at = random.below(2) * expected.length
    if (at === 0) cursor.toStart()
    else cursor.toEnd()
    for (let step = 0; step < 300; step++) {
      if (random.below(100) < (Math.floor(step / 40) % 2 === 0 ? 80 : 20))
        assert.equal(cursor.next(), at < expected.length ? expected[at++] : END)
      else assert.equal(cursor.prev(), at > 0 ? expected[--at] : END)
      if (random.below(30) === 0) cursor.release()
    }
    cursor.close()
  }
}

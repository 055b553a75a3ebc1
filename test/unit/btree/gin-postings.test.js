/**
 * Trees of gin indexes: rows of a key in postings and in entries of their own, added, taken out and undone, against a
 * set; and against power cuts, where rows of transactions that are over move into postings.
 */
import { expect, test } from 'vitest'
import assert from 'node:assert/strict'
import { checkTree, treeEntries } from '../../../src/storage/btree/check.js'
import { btreeRedo, btreeUndo, undoInsert } from '../../../src/storage/btree/recovery.js'
import { BTree, EXISTED, INSERTED } from '../../../src/storage/btree/tree.js'
import { isPosting, POSTED_MAX, postingKeyBytes, postingProblem, readPosting }
  from '../../../src/storage/gin/posting.js'
import { GinTree } from '../../../src/storage/gin/tree.js'
import { RECORD_KINDS } from '../../../src/wal/record-kinds.js'
import { putTid } from '../../../src/util/tuple-id.js'
import { seededRandom } from '../../../src/util/prng.js'
import { rounds } from '../../support/rounds.js'
import { hex, IndexTxn, keyMaker, makeTree, makeWorld, Model, roomy } from './harness.js'
import { cutAtEverySync, cutAtEveryWrite, work } from './power-cuts.js'

/** @import { BTreeEnv } from '../../../src/storage/btree/env.js' */
/** @import { RelationFile } from '../../../src/storage/relation-files.js' */

const seed = Number(process.env.SEED ?? 20261124)
const text = keyMaker([{ typeOid: 25 }])

/** @param {BTreeEnv} env @param {RelationFile} file */
const ginTree = (env, file) => new GinTree(env, file, 'gin')

/** What a tree holds, each entry's own rows sound and in order. @param {GinTree} tree @returns {Model} */
function contents(tree) {
  const model = new Model()
  const rows = new Float64Array(POSTED_MAX)
  let key = ''
  let last = -1
  for (const { key: bytes, tid } of treeEntries(tree)) {
    if (!isPosting(tid)) {
      model.add(bytes, tid)
      continue
    }
    const entry = roomy(bytes)
    const end = putTid(entry, bytes.length, tid)
    assert.equal(postingProblem(entry, end), '')
    const own = entry.slice(0, postingKeyBytes(entry, end))
    const count = readPosting(entry, end, rows)
    if (hex(own) === key) assert.ok(rows[0] > last, 'postings of a key do not overlap')
    key = hex(own)
    last = rows[count - 1]
    for (let at = 0; at < count; at++) model.add(own, rows[at])
  }
  return model
}

/** @param {GinTree} tree @param {Model} model */
function assertHolds(tree, model) {
  assert.deepEqual([...contents(tree).entries.keys()].sort(), [...model.entries.keys()].sort())
}

/**
 * Rows of a key as a scan reads them, from a row on.
 * @param {GinTree} tree @param {Uint8Array} key @param {number} from
 */
function rowsFrom(tree, key, from) {
  /** @type {Set<number>} */
  const rows = new Set()
  const asked = roomy(key)
  /** @type {Float64Array} */
  let posted = new Float64Array(0)
  for (let next = from; ;) {
    posted = tree.postedFrom(asked, 0, key.length, next, posted)
    const count = tree.postedCount
    if (count === 0) break
    assert.ok(posted[count - 1] >= next, 'a posting reaches what was asked for')
    for (let at = 0; at < count; at++) if (posted[at] >= next) rows.add(posted[at])
    next = posted[count - 1] + 1
  }
  const out = new Float64Array(50)
  for (let last = from - 1; ;) {
    const count = tree.tidsAfter(asked, 0, key.length, last, out, 50)
    if (count === 0) break
    for (let at = 0; at < count; at++) rows.add(out[at])
    last = out[count - 1]
  }
  return [...rows].sort((a, b) => a - b)
}

test(`rows of few keys and of many, in postings and beside them: seed ${seed}`, () => {
  const random = seededRandom(seed)
  const world = makeWorld({ cachePages: 1200 })
  const made = makeTree(world)
  const tree = ginTree(world.env, made.file)
  const few = Array.from({ length: 40 }, (_, at) => `few${at}`)
  // Its rows have no postings, and a page has two or three of them: each is a descent that compares all its bytes.
  const longest = 'y'.repeat(2400)
  const words = ['a', 'ab', 'every', 'many', 'z'.repeat(700), longest, ...few]
  /** Rows by key. @type {Map<string, Set<number>>} */
  const model = new Map(words.map((word) => [word, new Set()]))
  const sorted = (/** @type {string} */ word) => [...rowsOf(word)].sort((a, b) => a - b)
  const rowsOf = (/** @type {string} */ word) => /** @type {Set<number>} */ (model.get(word))
  let high = 1
  for (let step = 0; step < rounds(250, 4000); step++) {
    const word = words[random.below(3) > 0 ? random.below(6) : random.below(words.length)]
    const rows = rowsOf(word)
    const key = text(word)
    const { length } = key
    // Many rows are few again before long: a round late in the test costs what an early one does.
    const action = rows.size > (word === longest ? 150 : 2500) ? 7 + random.below(3) : random.below(10)
    const far = random.below(20) === 0 ? 2 ** 20 : 600
    if (action < 5) {
      // New rows, at the table's end or in space that others left.
      const tids = new Set()
      for (let count = 1 + random.below(action === 0 ? 400 : 12); count > 0; count--) {
        tids.add(action < 4 ? (high += 1 + random.below(far)) : random.below(high))
      }
      const ordered = Float64Array.from(tids).sort()
      tree.post(roomy(key), 0, length, ordered, 0, ordered.length)
      for (const tid of ordered) rows.add(tid)
    } else if (action < 7) {
      const txn = new IndexTxn()
      const added = []
      for (let count = random.below(5); count > 0; count--) {
        const tid = random.below(3) > 0 || rows.size === 0 ? random.below(high) : [...rows][random.below(rows.size)]
        const isNew = !rows.has(tid)
        rows.add(tid)
        assert.equal(tree.insert(txn, roomy(key), 0, length, tid), isNew ? INSERTED : EXISTED)
        assert.equal(txn.undone.at(-1)?.kind, isNew ? 'insert' : 'keep')
        if (isNew) added.push(tid)
      }
      if (action === 6) {
        for (const { kind, fileId, key: own, tid, prevLsn } of txn.undone.reverse()) {
          if (kind === 'insert') undoInsert(world.env, txn, fileId, own, 0, own.length, tid, prevLsn)
        }
        for (const tid of added) rows.delete(tid)
      }
    } else {
      const from = random.below(rows.size + 1)
      for (const tid of sorted(word).slice(from, from + 1 + random.below(action === 9 ? 200 : 10))) {
        assert.ok(tree.has(roomy(key), 0, length, tid))
        assert.ok(tree.remove(roomy(key), 0, length, tid, 0, 0) > 0)
        assert.ok(!tree.has(roomy(key), 0, length, tid))
        assert.equal(tree.remove(roomy(key), 0, length, tid, 0, 0), 0)
        rows.delete(tid)
      }
    }
    const from = random.below(high)
    assert.deepEqual(rowsFrom(tree, key, from), sorted(word).filter((tid) => tid >= from))
    if (step % 50 < 49) continue
    checkTree(tree)
    const whole = contents(tree)
    for (const each of words) {
      const own = text(each)
      for (const tid of rowsOf(each)) assert.ok(whole.delete(own, tid), `${each} ${tid}`)
    }
    assert.equal(whole.entries.size, 0)
    /** @type {number[]} */
    const told = []
    tree.eachInRange([text('few').subarray(0, 4), text('m').subarray(0, 2)], (tid) => told.push(tid))
    const ranged = words.filter((each) => /^(?:few|m)/.test(each)).flatMap(sorted)
    assert.deepEqual(told.sort((a, b) => a - b), ranged.sort((a, b) => a - b))
  }
  for (const word of words) {
    const key = text(word)
    for (const tid of rowsOf(word)) assert.ok(tree.remove(roomy(key), 0, key.length, tid, 0, 0) > 0)
  }
  expect(checkTree(tree).entryCount).toBe(0)
  world.storage.pool.assertUnpinned()
})

/** @type {import('./power-cuts.js').Method} */
const METHOD = {
  steps: 700,
  insertPercent: (step) => (step < 400 ? 70 : 50),
  removeKind: [RECORD_KINDS.BTREE_REMOVE, RECORD_KINDS.BTREE_SPLICE],
  create: (env, storage, fileId, txn) => ginTree(env, BTree.create(env, storage.files.create(fileId, txn), 'gin').file),
  open: (env, storage, fileId) => ginTree(env, storage.files.open(fileId)),
  key: (random) => text(`${random.below(60)}${'f'.repeat(random.below(3) * 200)}`),
  anotherKey: text('afterwards'),
  undoInsert: (env, _tree, _random, txn, { fileId, key, tid, prevLsn }) =>
    undoInsert(env, txn, fileId, key, 0, key.length, tid, prevLsn),
  // As a move does it: into the posting first, and then out of where it was.
  committed: (tree, entries) => {
    for (const { key, tid } of entries) {
      tree.post(roomy(key), 0, key.length, Float64Array.of(tid), 0, 1)
      const entry = roomy(key)
      tree.removeEntry(entry, 0, putTid(entry, key.length, tid), 0, 0)
    }
  },
  redo: btreeRedo,
  undo: btreeUndo,
  check: (tree) => {
    checkTree(tree)
    return { entryCount: contents(tree).entries.size }
  },
  assertHolds,
}

test('the work has postings that grow and shrink, and pages that are parted', () => {
  const facts = work(METHOD, seed)
  expect(facts.splits).toBeGreaterThan(2)
})

test('power cut at every write', () => {
  expect(cutAtEveryWrite(METHOD, seed)).toBeGreaterThan(40)
})

test('power cut at every sync', () => {
  expect(cutAtEverySync(METHOD, seed)).toBeGreaterThan(20)
})

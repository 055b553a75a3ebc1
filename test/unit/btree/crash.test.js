/** B+trees against power cuts (power-cuts.js): splits, merges and purges. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { RECORD_KINDS } from '../../../src/wal/record-kinds.js'
import { checkTree, compareTree } from '../../../src/storage/btree/check.js'
import { btreeRedo, btreeUndo, undoInsert } from '../../../src/storage/btree/recovery.js'
import { BTree } from '../../../src/storage/btree/tree.js'
import { keyMaker } from './harness.js'
import { cutAtEverySync, cutAtEveryWrite, work } from './power-cuts.js'

const seed = Number(process.env.SEED ?? 20240613)
console.log(`# seed ${seed}`)

const text = keyMaker([{ typeOid: 25 }])
const filler = 'f'.repeat(300)

/** @type {import('./power-cuts.js').Method} */
const METHOD = {
  steps: 1600,
  insertPercent: (step) => (step < 800 ? 75 : step < 1300 ? 8 : 60),
  removeKind: RECORD_KINDS.BTREE_REMOVE,
  create: (env, storage, fileId, txn) => BTree.create(env, storage.files.create(fileId, txn), 'crashing'),
  open: (env, storage, fileId) => new BTree(env, storage.files.open(fileId), 'recovered'),
  key: (random) => text(`${random.below(500)}${filler.slice(0, 50 + random.below(250))}`),
  anotherKey: text('afterwards'),
  undoInsert: (env, _tree, _random, txn, { fileId, key, tid, prevLsn }) =>
    undoInsert(env, txn, fileId, key, 0, key.length, tid, prevLsn),
  redo: btreeRedo,
  undo: btreeUndo,
  check: checkTree,
  assertHolds: (tree, model) => assert.equal(compareTree(tree, model.sorted()), null),
}

test('the work splits and merges', () => {
  const facts = work(METHOD, seed)
  assert.ok(facts.splits > 10 && facts.merges > 3, JSON.stringify(facts))
})

test('power cut at every write', () => {
  const writes = cutAtEveryWrite(METHOD, seed)
  assert.ok(writes > 100, `${writes} writes`)
})

test('power cut at every sync', () => {
  const syncs = cutAtEverySync(METHOD, seed)
  assert.ok(syncs > 50, `${syncs} syncs`)
})

/** gist trees against power cuts (../btree/power-cuts.js): pages are parted, leaves dropped and used again. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { RECORD_KINDS } from '../../../src/wal/record-kinds.js'
import { btreeRedo, btreeUndo } from '../../../src/storage/btree/recovery.js'
import { checkGist } from '../../../src/storage/gist/check.js'
import { gistRedo, gistUndo, undoGistInsert } from '../../../src/storage/gist/recovery.js'
import { GistTree } from '../../../src/storage/gist/tree.js'
import { cutAtEverySync, cutAtEveryWrite, work } from '../btree/power-cuts.js'
import { entriesOf, keyOf, KEYS } from './harness.js'

const seed = Number(process.env.SEED ?? 20240613)
console.log(`# seed ${seed}`)

const filler = 'f'.repeat(300)

/** @type {import('../btree/power-cuts.js').Method} */
const METHOD = {
  steps: 1200,
  insertPercent: (step) => (step < 500 ? 80 : step < 1050 ? 3 : 60),
  removeKind: RECORD_KINDS.GIST_REMOVE,
  create: (env, storage, fileId, txn, wal) => {
    const file = storage.files.create(fileId, txn)
    GistTree.create(env, file)
    // Nobody reads: what is deleted may be used again at once.
    return new GistTree(env, file, 'crashing', KEYS, () => wal.position + 1)
  },
  open: (env, storage, fileId) => new GistTree(env, storage.files.open(fileId), 'recovered', KEYS, () => 0),
  key: (random) => {
    const low = random.below(500)
    return keyOf(
      random.below(20) === 0 ? 'empty' : `[${low},${low + random.below(20)}]`,
      random.below(10) === 0 ? null : filler.slice(0, 50 + random.below(250))
    )
  },
  anotherKey: keyOf('(,)', 'afterwards'),
  undoInsert: (env, tree, random, txn, { fileId, key, tid, prevLsn }) =>
    undoGistInsert(env, random.below(2) === 0 ? tree : null, txn, fileId, key, 0, key.length, tid, prevLsn),
  redo: (env) => ({ ...btreeRedo(env), ...gistRedo(env) }),
  undo: (env) => ({ ...btreeUndo(env), ...gistUndo(env) }),
  check: checkGist,
  assertHolds: (tree, model) =>
    assert.deepEqual(
      entriesOf(tree),
      model.sorted().map(({ key, tid }) => model.name(key, tid))
    ),
}

test('the work parts pages and drops leaves', () => {
  const facts = work(METHOD, seed)
  assert.ok(facts.splits > 5 && facts.merges > 0, JSON.stringify(facts))
})

test('power cut at every write', () => {
  const writes = cutAtEveryWrite(METHOD, seed)
  assert.ok(writes > 50, `${writes} writes`)
})

test('power cut at every sync', () => {
  const syncs = cutAtEverySync(METHOD, seed)
  assert.ok(syncs > 30, `${syncs} syncs`)
})

/** Cursors while others change the tree, bottom-up builds, limits, undo, and damage that the checker must find. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { END, READ } from '../../../src/storage/btree/cursor.js'
import { checkTree, compareTree, treeEntries } from '../../../src/storage/btree/check.js'
import { btreeRedo, btreeUndo, undoInsert } from '../../../src/storage/btree/recovery.js'
import { EXISTED, INSERTED, BTree } from '../../../src/storage/btree/tree.js'
import { ENTRY_BYTES_MAX } from '../../../src/storage/btree/node.js'
import { putTid } from '../../../src/util/tuple-id.js'
import { PAGE_BYTES, pageLsn } from '../../../src/storage/page.js'
import { seededRandom } from '../../../src/util/prng.js'
import { FakeLog } from '../storage/fake-log.js'
import { IndexTxn, keyMaker, makeTree, makeWorld, Model, roomy } from './harness.js'

const seed = Number(process.env.SEED ?? 20240614)
console.log(`# seed ${seed}`)
const int4 = keyMaker([{ typeOid: 23 }])
const text = keyMaker([{ typeOid: 25 }])

/** @param {BTree} tree @param {any} txn @param {Uint8Array} key @param {number} tid */
const insert = (tree, txn, key, tid) => tree.insert(txn, roomy(key), 0, key.length, tid)
/** @param {BTree} tree @param {Uint8Array} key @param {number} tid */
const remove = (tree, key, tid) => tree.remove(roomy(key), 0, key.length, tid, 0, 0)

for (const backwards of [false, true]) {
  test(`a scan ${backwards ? 'backwards' : 'forwards'} sees what stays exactly once, whatever is inserted, split, removed and merged meanwhile`, () => {
    for (const releasing of [false, true]) {
      const random = seededRandom(seed)
      const world = makeWorld({ cachePages: 24 })
      const tree = makeTree(world)
      for (let i = 0; i < 4000; i++) insert(tree, world.txn, int4(i * 10), i)
      const cursor = tree.cursor()
      cursor.setWholeRange()
      if (backwards) cursor.toEnd()
      else cursor.toStart()
      /** @type {number[]} */
      const seen = []
      const extra = new Model()
      for (
        let tid = backwards ? cursor.prev() : cursor.next();
        tid !== END;
        tid = backwards ? cursor.prev() : cursor.next()
      ) {
        if (tid < 1e6) seen.push(tid)
        if (releasing) cursor.release()
        for (let i = random.below(4); i > 0; i--) {
          const key = int4(random.below(40000))
          const extraTid = 1e6 + random.below(1e6)
          if (random.below(3) > 0) {
            if (insert(tree, world.txn, key, extraTid) === INSERTED) extra.add(key, extraTid)
          } else if (extra.entries.size > 0) {
            const [entry] = extra.entries.values()
            remove(tree, entry.key, entry.tid)
            extra.delete(entry.key, entry.tid)
          }
        }
        if (seen.length % 500 === 0) { // a mass removal: pages merge and are reused
          for (const { key, tid: gone } of extra.sorted()) remove(tree, key, gone)
          extra.entries.clear()
        }
      }
      const expected = Array.from({ length: 4000 }, (_, i) => i)
      assert.deepEqual(backwards ? seen.reverse() : seen, expected)
      checkTree(tree)
      world.storage.pool.assertUnpinned()
    }
  })
}

test('a statement that moves every row ahead of its own scan ends', () => {
  const world = makeWorld()
  const tree = makeTree(world)
  for (let i = 0; i < 500; i++) insert(tree, world.txn, int4(i), i)
  const cursor = tree.cursor()
  const low = int4(0)
  const high = int4(10000)
  cursor.setRange(low, 0, low.length, false, high, 0, high.length, true)
  cursor.toStart()
  let met = 0
  for (let tid = cursor.next(); tid !== END; tid = cursor.next()) {
    met++
    if (tid < 1e6) insert(tree, world.txn, int4(tid + 1000), tid + 1e6)
  }
  assert.equal(met, 1000)
})

test('a patient cursor never reads synchronously', async () => {
  const world = makeWorld({ cachePages: 16 })
  const tree = makeTree(world)
  for (let i = 0; i < 60000; i++) insert(tree, world.txn, int4(i), i)
  world.storage.flushSync()
  const cursor = tree.cursor()
  cursor.patient = true
  cursor.setWholeRange()
  cursor.toStart()
  let expected = 0
  let waits = 0
  for (;;) {
    const tid = cursor.next()
    if (tid === END) break
    if (tid === READ) {
      waits++
      await cursor.prefetch()
    } else assert.equal(tid, expected++)
  }
  assert.equal(expected, 60000)
  assert.ok(waits > 3)
  world.storage.pool.assertUnpinned()
})

test('a tree built from sorted entries equals one that they were inserted into, and takes inserts and removals', () => {
  const random = seededRandom(seed)
  for (const [count, fillFactor, makeKey] of /** @type {[number, number, (i: number) => Uint8Array][]} */ ([
    [0, 90, int4],
    [1, 90, int4],
    [30000, 90, int4],
    [30000, 10, int4],
    [5000, 100, (i) => text(`${'prefix/'.repeat(20)}${Math.floor(i / 50)}`)],
    [900, 90, (i) => text(String(i).padStart(4, '0') + 'z'.repeat(i % 3 === 0 ? 2600 : i % 40))],
    [2000, 90, (i) => text(i < 1900 ? `${'a'.repeat(200)}${i}` : `b${i}`)],
  ])) {
    const world = makeWorld({ cachePages: 64 })
    const model = new Model()
    for (let i = 0; i < count; i++) model.add(makeKey(i), random.below(1e6))
    const tree = makeTree(world)
    const builder = tree.builder(fillFactor)
    for (const { key, tid } of model.sorted()) {
      const entry = roomy(key)
      builder.add(entry, 0, putTid(entry, key.length, tid))
    }
    builder.finish()
    assert.equal(checkTree(tree).entryCount, count)
    assert.equal(compareTree(tree, model.sorted()), null)
    const inserted = makeTree(world, 1001)
    for (const { key, tid } of model.entries.values()) insert(inserted, world.txn, key, tid)
    assert.equal(compareTree(inserted, treeEntries(tree)), null)
    for (let i = 0; i < count; i += 3) {
      const key = makeKey(i)
      assert.ok(tree.lookup(key, 0, key.length) >= 0)
      if (insert(tree, world.txn, key, 2e6 + i) === INSERTED) model.add(key, 2e6 + i)
    }
    assert.equal(checkTree(tree).entryCount, model.entries.size)
    for (const { key, tid } of model.sorted()) assert.ok(remove(tree, key, tid) > 0)
    assert.equal(checkTree(tree).entryCount, 0)
  }
})

test('a replay of the whole log makes identical pages', () => {
  const random = seededRandom(seed)
  const world = makeWorld()
  const tree = makeTree(world)
  const model = new Model()
  for (let step = 0; step < 12000; step++) {
    const key = text(random.below(3000) + 'k'.repeat(random.below(200)))
    if (random.below(10) < (step % 6000 < 3000 ? 8 : 2)) {
      if (insert(tree, world.txn, key, step) === INSERTED) model.add(key, step)
    } else if (model.entries.size > 0) {
      const [entry] = model.entries.values()
      remove(tree, entry.key, entry.tid)
      model.delete(entry.key, entry.tid)
    }
  }
  assert.ok(world.env.splits > 20 && world.env.merges > 5)
  const log = new FakeLog()
  const copy = makeWorld({ log })
  const redo = { ...copy.storage.redoTable(), ...btreeRedo(copy.env) }
  // twice: idempotent
  for (let pass = 0; pass < 2; pass++) for (const record of world.log.records) redo[record.kind]?.(record, record.lsn)
  const again = new BTree(copy.env, copy.storage.files.open(1000), 'again')
  assert.equal(checkTree(again).entryCount, model.entries.size)
  for (let blockNo = 0; blockNo < tree.file.blockCount; blockNo++) {
    const [from, to] = [world, copy].map(({ storage }) => {
      const file = storage.files.open(1000)
      const frame = storage.pool.pin(file, blockNo)
      storage.pool.unpin(frame)
      return {
        bytes: storage.pool.bytes.subarray(frame * PAGE_BYTES, (frame + 1) * PAGE_BYTES),
        lsn: pageLsn(storage.pool.view, frame * PAGE_BYTES),
      }
    })
    assert.equal(from.lsn, to.lsn)
    const lower = new DataView(from.bytes.buffer, from.bytes.byteOffset).getUint16(12, true)
    const upper = new DataView(from.bytes.buffer, from.bytes.byteOffset).getUint16(14, true)
    assert.equal(
      Buffer.compare(from.bytes.subarray(0, lower), to.bytes.subarray(0, lower)),
      0,
      `block ${blockNo}, header and slots`
    )
    assert.equal(Buffer.compare(from.bytes.subarray(upper), to.bytes.subarray(upper)), 0, `block ${blockNo}, cells`)
  }
})

test('insert registers its undo; rollback and the log alone remove what was inserted, and log it once', () => {
  const world = makeWorld()
  const tree = makeTree(world)
  const kept = new IndexTxn()
  for (let i = 0; i < 1000; i++) insert(tree, kept, int4(i), i)
  const before = [...treeEntries(tree)]
  for (const fromLog of [false, true]) {
    const txn = new IndexTxn()
    const mark = world.log.records.length
    for (let i = 0; i < 3000; i++) assert.equal(insert(tree, txn, int4(i), i), i < 1000 ? EXISTED : INSERTED)
    assert.deepEqual(
      [
        txn.undone.filter(({ kind }) => kind === 'insert').length,
        txn.undone.filter(({ kind }) => kind === 'keep').length,
      ],
      [2000, 1000]
    )
    if (fromLog) {
      const undo = btreeUndo(world.env)
      for (const record of world.log.records.slice(mark).reverse())
        if (record.xid === txn.xid) undo[record.kind]?.(record, txn)
    } else {
      for (const { kind, fileId, key, tid, prevLsn } of txn.undone.slice().reverse()) {
        if (kind === 'insert') undoInsert(world.env, txn, fileId, key, 0, key.length, tid, prevLsn)
      }
    }
    assert.equal(compareTree(tree, before), null)
    const last = world.log.records.find((/** @type {{ lsn: number }} */ record) => record.lsn === txn.lastLsn)
    assert.equal(last?.prevLsn, 0, 'the chain of compensations leads behind the first record')
  }
})

test('a key beyond a third of a page raises 54000 and changes nothing', () => {
  const world = makeWorld()
  const tree = makeTree(world)
  const records = world.log.records.length
  const tooLong = text('x'.repeat(ENTRY_BYTES_MAX - 7))
  assert.throws(() => insert(tree, world.txn, tooLong, 1), {
    code: '54000',
    message: /^index row size 2712 exceeds btree version 4 maximum 2704 for index "tree_1000"$/,
  })
  const fits = text('x'.repeat(ENTRY_BYTES_MAX - 8))
  assert.equal(world.log.records.length, records)
  assert.equal(insert(tree, world.txn, fits, 1), INSERTED)
  assert.equal(tree.lookup(fits, 0, fits.length), 1)
  assert.equal(tree.lookup(text('x'.repeat(20000)), 0, 20002), -1, 'a search key may have any length')
})

test('a key is found wherever its page ends, and nothing is found beyond it', () => {
  const world = makeWorld({ cachePages: 64 })
  const tree = makeTree(world)
  const long = 'a prefix that all keys have in common, ' // as in pages at the right edge, which cut off none
  for (let i = 0; i < 3000; i++) {
    const key = text(`${long}${String(i >> 1).padStart(5, '0')}`)
    insert(tree, world.txn, key, 2 * i)
  }
  for (let i = 0; i < 1600; i++) {
    const key = roomy(text(`${long}${String(i).padStart(5, '0')}`))
    const end = key.length - 6
    const found = []
    for (let tid = tree.lookup(key, 0, end); tid >= 0; tid = tree.lookupAfter(key, 0, end, tid)) found.push(tid)
    assert.deepEqual(found, i < 1500 ? [4 * i, 4 * i + 2] : [])
    for (const other of [`${long}${String(i).padStart(5, '0')}5`, `${long}${i}`.slice(0, -1)]) {
      const absent = roomy(text(other))
      assert.equal(tree.lookup(absent, 0, absent.length - 6), -1)
    }
  }
  checkTree(tree)
})

test('blocks freed by mass removal are used again', () => {
  const world = makeWorld()
  const tree = makeTree(world)
  for (let i = 0; i < 20000; i++) insert(tree, world.txn, int4(i), i)
  const blockCount = tree.file.blockCount
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 20000; i++) remove(tree, int4(i), i)
    for (let i = 0; i < 20000; i++) insert(tree, world.txn, int4(i), i)
  }
  assert.ok(tree.file.blockCount <= blockCount + 2, `${tree.file.blockCount} blocks, ${blockCount} before`)
})

test('a sparse queue, filled at one end and emptied at the other, keeps its size', () => {
  const world = makeWorld()
  const tree = makeTree(world)
  for (let i = 0; i < 60000; i++) {
    insert(tree, world.txn, int4(i), i)
    if (i >= 1000) remove(tree, int4(i - 1000), i - 1000)
  }
  const facts = checkTree(tree)
  assert.equal(facts.entryCount, 1000)
  assert.ok(tree.file.blockCount < 20, `${tree.file.blockCount} blocks`)
})

test('the checker finds damage', () => {
  const world = makeWorld()
  const tree = makeTree(world)
  for (let i = 0; i < 3000; i++) insert(tree, world.txn, int4(i), i)
  const { pool } = world.storage
  for (const [blockNo, offset] of [[2, 56], [2, 62], [2, 36], [3, 32], [1, 40], [2, PAGE_BYTES - 1], [0, 32]]) {
    const frame = pool.pin(tree.file, blockNo)
    const at = frame * PAGE_BYTES + offset
    pool.bytes[at] ^= 0x55
    assert.throws(() => checkTree(tree), `byte ${offset} of block ${blockNo}`)
    pool.bytes[at] ^= 0x55
    pool.unpin(frame)
  }
  checkTree(tree)
})

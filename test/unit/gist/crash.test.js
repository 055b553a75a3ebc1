/**
 * gist trees against power cuts, on the real log and storage: transactions insert, roll back and commit while pages are parted, leaves dropped and reused in a
 * pool of 16 pages; the power is cut at every write and every sync of the run, and again during the recovery that follows. After
 * recovery the tree is sound and holds what the surviving log says was committed, and every acknowledged commit is in that log.
 */
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { Storage } from '../../../src/storage/storage.js'
import { FaultVfs } from '../../../src/storage/vfs/fault-vfs.js'
import { Wal } from '../../../src/wal/wal.js'
import { readRecords } from '../../../src/wal/log-reader.js'
import { firstLsn } from '../../../src/wal/frame.js'
import { RECORD_KINDS } from '../../../src/wal/record-kinds.js'
import { checkGist } from '../../../src/storage/gist/check.js'
import { BTreeEnv } from '../../../src/storage/btree/env.js'
import { btreeRedo, btreeUndo } from '../../../src/storage/btree/recovery.js'
import { INSERTED } from '../../../src/storage/btree/tree.js'
import { gistRedo, gistUndo, undoGistInsert } from '../../../src/storage/gist/recovery.js'
import { GistTree } from '../../../src/storage/gist/tree.js'
import { seededRandom } from '../../../src/util/prng.js'
import { IndexTxn, Model, roomy } from '../btree/harness.js'
import { entriesOf, keyOf, KEYS } from './harness.js'

const seed = Number(process.env.SEED ?? 20240613)
console.log(`# seed ${seed}`)

const GEOMETRY = { segmentBytes: 256 * 1024, systemIdentifier: 77n }
const FILE_ID = 5000
const filler = 'f'.repeat(300)

/** @typedef {{ lsn: number, xid: number, add: boolean, key: Uint8Array, tid: number }} Op a change, and the record that made it */
/** @typedef {{ ops: Op[], commits: Map<number, number>, acknowledged: number[], end: number }} History commits: xid -> lsn of its COMMIT */

/** @param {FaultVfs} disk @param {Wal} wal */
function openStorage(disk, wal) {
  const storage = new Storage({ vfs: disk, log: wal, cachePages: 16 })
  return { storage, env: new BTreeEnv({ pool: storage.pool, wal, files: storage.files }) }
}

/** @param {Wal} wal @param {IndexTxn} txn @param {number} kind */
function logEnd(wal, txn, kind) {
  const at = wal.reserve(0)
  return wal.seal(kind, txn.xid, txn.lastLsn, at)
}

/** @param {FaultVfs} disk @param {History} history @param {() => void} ready called once the empty tree is durable */
function work(disk, history, ready) {
  const random = seededRandom(seed)
  const wal = new Wal(disk, { ...GEOMETRY, epoch: 1, mode: 'none' })
  const seal = wal.seal.bind(wal)
  const { storage, env } = openStorage(disk, wal)
  const first = new IndexTxn()
  const file = storage.files.create(FILE_ID, first)
  GistTree.create(env, file)
  // Nobody reads: what is deleted may be used again at once.
  const tree = new GistTree(env, file, 'crashing', KEYS, () => wal.position + 1)
  history.commits.set(first.xid, logEnd(wal, first, RECORD_KINDS.COMMIT))
  wal.syncSync(wal.position)
  storage.flushSync()
  ready()
  const model = new Model()
  /** @type {IndexTxn[]} */
  const active = []
  for (let step = 0; step < 1200; step++) {
    const action = random.below(100)
    if (active.length < 2) active.push(new IndexTxn())
    const txn = active[random.below(active.length)]
    if (action < (step < 500 ? 80 : step < 1050 ? 3 : 60)) {
      const low = random.below(500)
      const key = keyOf(random.below(20) === 0 ? 'empty' : `[${low},${low + random.below(20)}]`, random.below(10) === 0 ? null : filler.slice(0, 50 + random.below(250)))
      const tid = step * 512 + random.below(512)
      assert.equal(tree.insert(txn, roomy(key), 0, key.length, tid), INSERTED)
      history.ops.push({ lsn: txn.lastLsn, xid: txn.xid, add: true, key, tid })
    } else if (action < 80) { //                 purge
      const entry = model.sorted()[random.below(model.entries.size)]
      if (entry === undefined) continue
      const removed = { lsn: Infinity, xid: 0, add: false, ...entry }
      history.ops.push(removed)
      wal.seal = (kind, xid, prevLsn, end) => {
        const lsn = seal(kind, xid, prevLsn, end)
        if (kind === RECORD_KINDS.GIST_REMOVE) removed.lsn = lsn // the power may be cut in the change that follows
        return lsn
      }
      const lsn = tree.remove(roomy(entry.key), 0, entry.key.length, entry.tid, 0, 0)
      wal.seal = seal
      assert.equal(lsn, removed.lsn)
      model.delete(entry.key, entry.tid)
    } else if (action < 92 && txn.xid !== 0) {
      const lsn = logEnd(wal, txn, RECORD_KINDS.COMMIT)
      history.commits.set(txn.xid, lsn)
      if (random.below(2) === 0) {
        wal.syncSync(wal.position)
        history.acknowledged.push(lsn)
      }
      for (const { key, tid } of txn.undone) model.add(key, tid)
      active.splice(active.indexOf(txn), 1)
    } else if (action < 97 && txn.xid !== 0) {
      for (const { fileId, key, tid, prevLsn } of txn.undone.reverse()) undoGistInsert(env, random.below(2) === 0 ? tree : null, txn, fileId, key, 0, key.length, tid, prevLsn)
      logEnd(wal, txn, RECORD_KINDS.ABORT)
      active.splice(active.indexOf(txn), 1)
    } else if (action === 97) {
      storage.flushSync()
    }
  }
  return { splits: env.splits, merges: env.merges }
}

/** @param {FaultVfs} disk @param {History} history @param {number} epoch */
function recover(disk, history, epoch) {
  /** @type {any[]} */
  const records = []
  const reader = readRecords(disk, firstLsn(GEOMETRY.segmentBytes), GEOMETRY)
  let step = reader.next()
  for (; step.done !== true; step = reader.next()) {
    const { lsn, kind, xid, prevLsn, bytes, at, end } = step.value
    const copy = bytes.slice(at, end)
    records.push({ lsn, kind, xid, prevLsn, bytes: copy, view: new DataView(copy.buffer), at: 0, end: copy.length })
  }
  const endLsn = step.value.endOfLog
  history.end = Math.min(history.end, endLsn) // what recovery itself writes behind it is not history
  const wal = new Wal(disk, { ...GEOMETRY, epoch, endLsn, mode: 'none' })
  const { storage, env } = openStorage(disk, wal)
  const redo = { ...storage.redoTable(), ...btreeRedo(env), ...gistRedo(env) }
  const undo = { ...storage.undoTable(), ...btreeUndo(env), ...gistUndo(env) }
  const losers = new Map()
  for (const record of records) {
    redo[record.kind]?.(record, record.lsn)
    if (record.xid === 0) continue
    if (record.kind === RECORD_KINDS.COMMIT || record.kind === RECORD_KINDS.ABORT) losers.delete(record.xid)
    else losers.set(record.xid, record.lsn)
  }
  const byLsn = new Map(records.map((record) => [record.lsn, record]))
  while (losers.size > 0) {
    const [xid, lsn] = [...losers].reduce((newest, loser) => (loser[1] > newest[1] ? loser : newest))
    const record = byLsn.get(lsn)
    undo[record.kind]?.(record, /** @type {any} */ (Object.assign(new IndexTxn(), { xid, lastLsn: lsn })))
    if (record.prevLsn === 0) losers.delete(xid)
    else losers.set(xid, record.prevLsn)
  }
  storage.finishRecovery()
  storage.flushSync()
  const survives = (/** @type {number} */ lsn) => lsn < history.end
  for (const lsn of history.acknowledged) assert.ok(survives(lsn), 'an acknowledged commit is in the log')
  const model = new Model()
  for (const { lsn, xid, add, key, tid } of history.ops) {
    if (!survives(lsn)) continue
    if (!add) model.delete(key, tid)
    else if (survives(history.commits.get(xid) ?? Infinity)) model.add(key, tid)
  }
  const tree = new GistTree(env, storage.files.open(FILE_ID), 'recovered', KEYS, () => 0)
  assert.equal(checkGist(tree).entryCount, model.entries.size)
  assert.deepEqual(entriesOf(tree), model.sorted().map(({ key, tid }) => model.name(key, tid)))
  storage.pool.assertUnpinned()
  const key = keyOf('(,)', 'afterwards')
  assert.equal(tree.insert(new IndexTxn(), roomy(key), 0, key.length, 1), INSERTED)
  checkGist(tree)
}

/** @param {{ crashAtWrite?: number, crashAtSync?: number }} cut @param {number} cutSeed @returns {boolean} whether the cut came before the work was done */
function runWithCut(cut, cutSeed) {
  const disk = new FaultVfs({ seed: cutSeed })
  const history = { ops: [], commits: new Map(), acknowledged: [], end: Infinity }
  try {
    work(disk, history, () => {
      if (cut.crashAtWrite !== undefined) disk.options.crashAtWrite = disk.writeCount + cut.crashAtWrite
      if (cut.crashAtSync !== undefined) disk.options.crashAtSync = disk.syncCount + cut.crashAtSync
    })
    return false
  } catch (error) {
    if (!disk.off) throw error
  }
  let image = disk
  for (let crash = 0; ; crash++) {
    image = image.crashImage(cutSeed + crash, crash < 2 ? { seed: cutSeed, crashAtWrite: 1 + ((cutSeed * 7 + crash * 31) % 60) } : { seed: cutSeed })
    try {
      recover(image, history, 2 + crash)
      return true
    } catch (error) {
      if (!image.off) throw error
    }
  }
}

test('the work parts pages and drops leaves', () => {
  const facts = work(new FaultVfs({ seed }), { ops: [], commits: new Map(), acknowledged: [], end: Infinity }, () => undefined)
  assert.ok(facts.splits > 5 && facts.merges > 0, JSON.stringify(facts))
})

test('power cut at every write', () => {
  let at = 1
  while (runWithCut({ crashAtWrite: at }, seed + at)) at++
  assert.ok(at > 50, `${at} writes`)
})

test('power cut at every sync', () => {
  let at = 1
  while (runWithCut({ crashAtSync: at }, seed + at)) at++
  assert.ok(at > 30, `${at} syncs`)
})

/**
 * Index trees against power cuts, on the real log and storage: transactions insert, roll back and commit while pages
 * are parted, emptied and purged in a pool of 16 pages; the power is cut during the run, and again during the recovery
 * that follows. After recovery the tree is sound and holds what the surviving log says was committed, and every
 * acknowledged commit is in that log. What differs between the access methods is a `Method`.
 */
import assert from 'node:assert/strict'
import { Storage } from '../../../src/storage/storage.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'
import { Wal } from '../../../src/wal/wal.js'
import { readRecords } from '../../../src/wal/log-reader.js'
import { firstLsn } from '../../../src/wal/frame.js'
import { RECORD_KINDS } from '../../../src/wal/record-kinds.js'
import { BTreeEnv } from '../../../src/storage/btree/env.js'
import { INSERTED } from '../../../src/storage/btree/tree.js'
import { seededRandom } from '../../../src/util/prng.js'
import { IndexTxn, Model, roomy } from './harness.js'
import { rounds } from '../../support/rounds.js'

/** @import { Random } from '../../../src/util/prng.js' */

const GEOMETRY = { segmentBytes: 256 * 1024, systemIdentifier: 77n }
const FILE_ID = 5000

/**
 * @typedef {{ lsn: number, xid: number, add: boolean, key: Uint8Array, tid: number }} Op a change, and the record that
 *   made it
 */
/**
 * @typedef {{ ops: Op[], commits: Map<number, number>, acknowledged: number[], end: number }} History commits: xid ->
 *   lsn of its COMMIT
 */

/** @returns {History} */
const emptyHistory = () => ({ ops: [], commits: new Map(), acknowledged: [], end: Infinity })

/**
 * @typedef {object} Method
 * @property {number} steps what the run does: this many times one of insert, purge, commit, roll back, flush
 * @property {(step: number) => number} insertPercent of the steps; purges fill up to 80
 * @property {number | number[]} removeKind the kind of log record that takes an entry out
 * @property {(tree: any, entries: IndexTxn['undone']) => void} [committed] what is done with entries nobody undoes
 * @property {(env: BTreeEnv, storage: Storage, fileId: number, txn: IndexTxn, wal: Wal) => any} create an empty tree in
 *   a new file
 * @property {(env: BTreeEnv, storage: Storage, fileId: number) => any} open
 * @property {(random: Random) => Uint8Array} key
 * @property {Uint8Array} anotherKey
 * @property {(env: BTreeEnv, tree: any, random: Random, txn: IndexTxn, inserted: IndexTxn['undone'][number]) => void}
 *   undoInsert
 * @property {(env: BTreeEnv) => Record<number, any>} redo
 * @property {(env: BTreeEnv) => Record<number, any>} undo
 * @property {(tree: any) => { entryCount: number }} check throws when the tree is not sound
 * @property {(tree: any, model: Model) => void} assertHolds
 */

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

/**
 * @param {Method} method
 * @param {number} seed
 * @param {FaultVfs} [disk]
 * @param {History} [history]
 * @param {() => void} [ready] called once the empty tree is durable
 * @returns {{ splits: number, merges: number }} how often pages were parted and given up
 */
export function work(method, seed, disk = new FaultVfs({ seed }), history = emptyHistory(), ready = () => undefined) {
  const random = seededRandom(seed)
  const wal = new Wal(disk, { ...GEOMETRY, epoch: 1, mode: 'none' })
  const seal = wal.seal.bind(wal)
  const { storage, env } = openStorage(disk, wal)
  const first = new IndexTxn()
  const tree = method.create(env, storage, FILE_ID, first, wal)
  history.commits.set(first.xid, logEnd(wal, first, RECORD_KINDS.COMMIT))
  wal.syncSync(wal.position)
  storage.flushSync()
  ready()
  const model = new Model()
  /** @type {IndexTxn[]} */
  const active = []
  for (let step = 0; step < method.steps; step++) {
    const action = random.below(100)
    if (active.length < 2) active.push(new IndexTxn())
    const txn = active[random.below(active.length)]
    if (action < method.insertPercent(step)) {
      const key = method.key(random)
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
        // The power may be cut in the change that follows.
        if ([method.removeKind].flat().includes(kind)) removed.lsn = lsn
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
      method.committed?.(tree, txn.undone)
      active.splice(active.indexOf(txn), 1)
    } else if (action < 97 && txn.xid !== 0) {
      for (const inserted of txn.undone.reverse()) method.undoInsert(env, tree, random, txn, inserted)
      logEnd(wal, txn, RECORD_KINDS.ABORT)
      active.splice(active.indexOf(txn), 1)
    } else if (action === 97) {
      storage.flushSync()
    }
  }
  return { splits: env.splits, merges: env.merges }
}

/** @param {Method} method @param {FaultVfs} disk @param {History} history @param {number} epoch */
function recover(method, disk, history, epoch) {
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
  const redo = { ...storage.redoTable(), ...method.redo(env) }
  const undo = { ...storage.undoTable(), ...method.undo(env) }
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
  const tree = method.open(env, storage, FILE_ID)
  assert.equal(method.check(tree).entryCount, model.entries.size)
  method.assertHolds(tree, model)
  storage.pool.assertUnpinned()
  const key = method.anotherKey
  assert.equal(tree.insert(new IndexTxn(), roomy(key), 0, key.length, 1), INSERTED)
  method.check(tree)
}

/**
 * @param {Method} method
 * @param {number} seed
 * @param {{ crashAtWrite?: number, crashAtSync?: number }} cut
 * @param {number} cutSeed
 * @returns {boolean} whether the cut came before the work was done
 */
function runWithCut(method, seed, cut, cutSeed) {
  const disk = new FaultVfs({ seed: cutSeed })
  const history = emptyHistory()
  try {
    work(method, seed, disk, history, () => {
      if (cut.crashAtWrite !== undefined) disk.options.crashAtWrite = disk.writeCount + cut.crashAtWrite
      if (cut.crashAtSync !== undefined) disk.options.crashAtSync = disk.syncCount + cut.crashAtSync
    })
    return false
  } catch (error) {
    if (!disk.off) throw error
  }
  let image = disk
  for (let crash = 0; ; crash++) {
    image = image.crashImage(
      cutSeed + crash,
      crash < 2 ? { seed: cutSeed, crashAtWrite: 1 + ((cutSeed * 7 + crash * 31) % 60) } : { seed: cutSeed }
    )
    try {
      recover(method, image, history, 2 + crash)
      return true
    } catch (error) {
      if (!image.off) throw error
    }
  }
}

/**
 * Cuts the power at the first write, the second (in `npm test`: the fourth), and so on, until the work comes to its
 * end.
 * @param {Method} method
 * @param {number} seed
 * @returns {number} the writes there were
 */
export function cutAtEveryWrite(method, seed) {
  let at = 1
  while (runWithCut(method, seed, { crashAtWrite: at }, seed + at)) at += rounds(3, 1)
  return at
}

/** @param {Method} method @param {number} seed @returns {number} the syncs there were */
export function cutAtEverySync(method, seed) {
  let at = 1
  while (runWithCut(method, seed, { crashAtSync: at }, seed + at)) at += rounds(2, 1)
  return at
}

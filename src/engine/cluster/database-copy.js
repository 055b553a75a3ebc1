/**
 * A durable copy of a database: its system catalogs and its relations' files, page by page (README.md, "Copies of
 * databases").
 */
import { catalogShape, catalogShapes } from '../../catalog/store/shapes.js'
import { PAGE_BYTES, PAGE_KINDS, pageKind, pageLsn, pageRoom, setPageIdentity } from '../../storage/page.js'
import { logPageImage } from '../../storage/page-image.js'
import { ScanRing } from '../../storage/buffer-pool.js'
import { setSequence } from '../../storage/heap/sequence.js'
import { Turns } from '../turns/steps.js'
import { Database, POSTGRES_OID, POSTGRES_SLOT } from './database.js'

/** @import { DatabaseDesc } from '../../catalog/descriptors.js' */
/** @import { RelationFile, StorageLog } from '../../storage/relation-files.js' */
/** @import { Transaction } from '../../txn/transaction.js' */
/** @import { Session } from '../session/session.js' */
/** @import { Cluster } from './cluster.js' */

/** pg_class.relkind, pg_class.relpersistence */
const SEQUENCE = 'S'.charCodeAt(0)
const TEMPORARY = 't'.charCodeAt(0)
/** Records of undo. */
const PURGED_AT_ONCE = 100

/** Databases that are being copied: nobody may come in, nothing behind the statements may change their files. */
export class Copies {
  constructor() {
    /** @type {Map<number, { count: number, over: Promise<void>, end: () => void }>} by database */
    this.byDatabase = new Map()
    /** Copies of databases with work for purge left, which has to wait. */
    this.unpurged = 0
  }

  /** @param {number} oid @returns {Promise<void> | null} when it is over; null: it is not being copied */
  of(oid) { return this.byDatabase.get(oid)?.over ?? null }

  /** @param {number} oid */
  begin(oid) {
    const known = this.byDatabase.get(oid)
    if (known !== undefined) { known.count++; return }
    let end = () => {}
    const over = /** @type {Promise<void>} */ (new Promise((resolve) => { end = resolve }))
    this.byDatabase.set(oid, { count: 1, over, end })
  }

  /** @param {number} oid */
  end(oid) {
    const known = this.byDatabase.get(oid)
    if (known === undefined || --known.count > 0) return
    this.byDatabase.delete(oid)
    known.end()
  }
}

/**
 * What is in a new database: what a template holds, or, of one that nobody was ever in, the catalogs as they are at
 * first.
 * @param {Session} session whose transaction it is: all is undone with it
 * @param {DatabaseDesc} from nobody else is in it
 * @param {{ oid: number, name: string, slot: number }} made
 * @returns {Generator<Promise<unknown>, void, void>}
 * @throws {import('../../errors/db-error.js').DbError} 53100, 57014, XX001
 */
export function* fillDatabase(session, from, made) {
  const { cluster, block } = session
  const isNew = from.oid !== POSTGRES_OID && cluster.slotOf(from.oid) === POSTGRES_SLOT
  if (isNew) cluster.copyCatalogs(made.slot, block.txn)
  else yield* copyDatabase(session, cluster.database(from.name), made)
}

/**
 * Nobody comes into the source before this is over.
 * @param {Session} session
 * @param {Database} source
 * @param {{ oid: number, name: string, slot: number }} made
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* copyDatabase(session, source, { oid, name, slot }) {
  const { cluster } = session
  const { copies, maintenance, txns, sequences, heapEnv } = cluster
  const turns = new Turns(session)
  const { txn } = session.block
  const made = new Database(cluster, oid, name, slot)
  copies.begin(source.oid)
  let unpurged = 0
  try {
    while (maintenance.purge(PURGED_AT_ONCE)) if (turns.isOver()) yield turns.next()
    const { catalogs, relations } = filesOf(cluster, source, made)
    const pending = txns.filesWithPurgeWork()
    // An older snapshot somewhere: what it keeps is swept in the copy.
    const isPending = (/** @type {number} */ fileId) => pending.has(fileId)
    if ([...catalogs, ...relations].some(({ from }) => isPending(from))) copies.unpurged += unpurged = 1
    for (const { from, to, isSequence } of [...catalogs, ...relations]) {
      if (isPending(from)) txns.sweepFiles.add(to)
      const counter = isSequence ? sequences.byFile.get(from) : undefined
      if (counter === undefined) yield* copyFile(session, turns, from, to, txn)
      else {
        const file = cluster.storage.files.create(to, txn)
        setSequence(heapEnv, file, counter.lastValue, counter.logCnt, counter.isCalled)
      }
    }
    yield* rename(turns, made, txn, relations)
  } finally {
    copies.unpurged -= unpurged
    copies.end(source.oid)
  }
  txn.onCommit(() => { cluster.databases.set(oid, made) })
  txn.onAbort(() => { made.close() })
}

/**
 * @typedef {{ from: number, to: number, isSequence: boolean }} Copied a file
 * @param {Cluster} cluster @param {Database} source @param {Database} made
 * @returns {{ catalogs: Copied[], relations: Copied[] }}
 */
function filesOf({ storage: { files }, oids }, source, made) {
  const catalogs = [...catalogShapes().values()]
    .filter(({ shared }) => !shared)
    .flatMap(({ oid, indexes }) => [oid, ...indexes.map((index) => index.oid)])
    .map((oid) => ({
      from: source.storage.catalogFile(oid, false), to: made.storage.catalogFile(oid, false), isSequence: false,
    }))
    .filter(({ from }) => files.exists(from))
  const { at } = catalogShape('pg_class')
  const relations = source.store.scan('pg_class', source.store.latest())
    .filter(({ row }) => row[at.relfilenode] !== 0 && row[at.relpersistence] !== TEMPORARY)
    .map(({ row }) => ({
      from: row[at.relfilenode], to: oids.nextFileId(), isSequence: row[at.relkind] === SEQUENCE,
    }))
  return { catalogs, relations }
}

/**
 * @param {Session} session @param {Turns} turns @param {number} fromId @param {number} toId @param {Transaction} txn
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* copyFile({ cluster, synchronous }, turns, fromId, toId, txn) {
  const { files } = cluster.storage
  const { pool, freeSpace } = cluster.heapEnv
  const to = files.create(toId, txn)
  const [readRing, writeRing] = [new ScanRing(), new ScanRing()]
  for (let block = 0; block < files.open(fromId).blockCount; block++) {
    if (!synchronous && pool.writer !== null && pool.isCrowded()) yield pool.writer.makeRoom()
    copyPage(cluster, files.open(fromId), to, block, readRing, writeRing)
    const room = roomOf(cluster, to, block)
    if (room > 0) freeSpace.record(to, block, room)
    if (turns.isOver()) yield turns.next()
  }
}

/**
 * @param {Cluster} cluster @param {RelationFile} from @param {RelationFile} to @param {number} block
 * @param {ScanRing} readRing @param {ScanRing} writeRing
 */
function copyPage({ heapEnv: { pool, wal } }, from, to, block, readRing, writeRing) {
  const source = pool.pin(from, block, readRing)
  try {
    const frame = pool.extend(to, writeRing)
    try {
      const { bytes, view } = pool
      // A page that was never written is none in the copy either.
      if (pageKind(view, source * PAGE_BYTES) === PAGE_KINDS.FREE && pageLsn(view, source * PAGE_BYTES) === 0) return
      bytes.copyWithin(frame * PAGE_BYTES, source * PAGE_BYTES, (source + 1) * PAGE_BYTES)
      setPageIdentity(view, frame * PAGE_BYTES, to.fileId, block)
      logPageImage(pool, /** @type {StorageLog} */ (/** @type {unknown} */ (wal)), frame)
    } finally {
      pool.unpin(frame)
    }
  } finally {
    pool.unpin(source)
  }
}

/** @param {Cluster} cluster @param {RelationFile} file @param {number} block @returns {number} for the map of room */
function roomOf({ heapEnv: { pool } }, file, block) {
  const frame = pool.pin(file, block)
  const kind = pageKind(pool.view, frame * PAGE_BYTES)
  const room = kind === PAGE_KINDS.HEAP || kind === PAGE_KINDS.FREE ? pageRoom(pool.view, frame * PAGE_BYTES) : 0
  pool.unpin(frame)
  return room
}

/**
 * The copy's pg_class names the copies.
 * @param {Turns} turns @param {Database} made @param {Transaction} txn @param {Copied[]} relations
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* rename(turns, { store }, txn, relations) {
  const { at } = catalogShape('pg_class')
  const copyOf = new Map(relations.map(({ from, to }) => [from, to]))
  for (const { row, tid } of store.scan('pg_class', store.own(txn))) {
    const fileId = row[at.relfilenode]
    if (fileId === 0) continue
    const changed = row.slice()
    changed[at.relfilenode] = copyOf.get(fileId) ?? 0
    store.update(txn, 'pg_class', tid, changed)
    if (turns.isOver()) yield turns.next()
  }
}

/**
 * The referring side of a foreign key: is there a referenced row with this key, and will it stay? One probe of the
 * referenced table's unique index and a KEY SHARE lock. One object per constraint and compiled statement; it holds
 * nothing between calls but buffers.
 */
import { lookupText } from '../../catalog/deparse/foreign-key-text.js'
import { referencedIndex } from '../../catalog/foreign-key.js'
import { lookupRefusal } from '../../catalog/relation-grants.js'
import { HeapCursor } from '../../storage/heap/heap-cursor.js'
import { OK, UPDATED, WAIT } from '../../storage/heap/status.js'
import { STRENGTH } from '../../txn/row-locks.js'
import { Snapshot } from '../../txn/snapshot.js'
import { KEY_BUFFER_BYTES, encodeKeyPart } from '../../types/key.js'
import { builtinType } from '../../types/registry.js'
import { showsKey } from '../shown-rows.js'
import { checkInReadOnly, keyNotPresent, mixedNullKey } from '../../errors/ddl/foreign-keys.js'
import { keyConversion, KEY_BYTES_MAX } from '../operators/scan/index-keys.js'

/** @import { Tid } from '../../util/identifiers.js' */
/** @import { ForeignKeyDesc } from '../../catalog/foreign-key.js' */
/** @import { ExecContext } from '../context.js' */
/** @import { Asker } from '../shown-rows.js' */
/** @import { DbError } from '../../errors/db-error.js' */
/** @import { CatalogSnapshot } from '../../catalog/snapshot.js' */
/** @import { Transaction } from '../../txn/transaction.js' */

export const FOUND = 1
/** In place of a transaction's id: the catalog is as it is committed. */
const EVERYBODY = -1
const MISSING = 0
export const MUST_WAIT = -2

/** Finds referenced rows by their key. */
export class KeyProbe {
  /** @param {CatalogSnapshot} catalog @param {any} relation that has the index @param {any} index unique */
  constructor(catalog, relation, index) {
    this.heap = relation.heap
    this.index = index
    this.cursor = new HeapCursor(relation.heap)
    this.own = new Uint8Array(KEY_BUFFER_BYTES)
    this.key = new Uint8Array(KEY_BUFFER_BYTES)
    /** @type {Snapshot | null} */
    this.snapshot = null
    /** After MUST_WAIT. @type {any} */
    this.wait = null
    /** What a transaction saw of the row it waited for @type {WeakMap<object, { tid: Tid, csn: number }> | null} */
    this.waited = null
    this.types = index.keys.map((/** @type {any} */ key) => catalog.baseType(key.typeOid))
  }

  /**
   * @param {Transaction} txn
   * @param {Uint8Array} key
   * @param {number} at
   * @param {number} end
   * @param {boolean} newest see every commit, also in REPEATABLE READ
   * @returns {number} FOUND (and locked), MISSING or MUST_WAIT
   * @throws {DbError} 40001 a row it waited for went to another partition
   */
  find(txn, key, at, end, newest) {
    if (end - at > KEY_BYTES_MAX) return MISSING
    const { heap } = this
    const snapshot = this.look(txn, newest)
    const { tree } = this.index
    try {
      for (let tid = tree.lookup(key, at, end); tid >= 0; tid = tree.lookupAfter(key, at, end, tid)) {
        const rowAt = this.cursor.fetch(tid, snapshot)
        if (rowAt < 0 && this.waited !== null) this.refuseMoved(txn, tid)
        if (rowAt < 0 || !this.matches(rowAt, key, at, end)) continue
        const status = heap.lockForUpdate(txn, tid, snapshot, STRENGTH.KEY_SHARE)
        if (status === WAIT) {
          this.wait = heap.wait
          this.waited ??= new WeakMap()
          this.waited.set(txn, { tid, csn: snapshot.csn })
          return MUST_WAIT
        }
        if ((status === OK || status === UPDATED) && this.matches(heap.currentAt, key, at, end)) return FOUND
      }
      return MISSING
    } finally {
      this.cursor.release()
    }
  }

  /**
   * A row that was there when the wait for it began, and is in another partition now.
   * @param {Transaction} txn
   * @param {Tid} tid
   * @throws {DbError} 40001
   */
  refuseMoved(txn, tid) {
    const waited = this.waited?.get(txn)
    if (waited?.tid !== tid) return
    const before = new Snapshot(txn, waited.csn, Number.MAX_SAFE_INTEGER)
    this.heap.lockForUpdate(txn, tid, before, STRENGTH.KEY_SHARE)
  }

  /**
   * As find, by values in the order of the index.
   * @param {Transaction} txn
   * @param {unknown[]} values not null
   * @param {boolean} newest
   */
  findValues(txn, values, newest) {
    let end = 0
    for (let column = 0; column < values.length; column++) {
      const { desc, nullsFirst } = this.index.keys[column]
      end = encodeKeyPart(this.types[column], values[column], desc, nullsFirst, this.key, end)
    }
    return this.find(txn, this.key, 0, end, newest)
  }

  /** @param {Transaction} txn @param {boolean} newest @returns {Snapshot} which also sees all this transaction did */
  look(txn, newest) {
    const csn = txn.baseSnapshot !== null && !newest ? txn.baseSnapshot.csn : txn.manager.lastCsn
    const snapshot = this.snapshot ??= new Snapshot(txn, csn, Number.MAX_SAFE_INTEGER)
    snapshot.txn = txn
    snapshot.xid = txn.xid
    snapshot.csn = csn
    snapshot.lockCsn = csn
    return snapshot
  }

  /** @param {number} rowAt @param {Uint8Array} key @param {number} at @param {number} end */
  matches(rowAt, key, at, end) {
    const { bytes, view } = this.heap.env.pool
    const ownEnd = this.index.extractKey(bytes, view, rowAt, this.own, 0)
    if (ownEnd !== end - at) return false
    for (let byte = 0; byte < ownEnd; byte++) if (this.own[byte] !== key[at + byte]) return false
    return true
  }
}

/** Whether the referenced table's owner may look for its keys, remembered while the catalog stays as it is. */
export class LookupRight {
  /** @param {ForeignKeyDesc} foreignKey */
  constructor(foreignKey) {
    this.foreignKey = foreignKey
    /** Whose catalog was asked, and which state of it. */
    this.askedBy = 0
    this.askedAt = -1
    this.refused = false
  }

  /** @param {Asker} asker @returns {boolean} */
  isRefused({ session }) {
    if (!session) return false
    const catalog = session.catalog()
    // A transaction that changed the catalog may change it again with its next command.
    const { txn } = session.block
    const askedBy = catalog.isPrivate ? txn.xid : EVERYBODY
    const version = catalog.isPrivate ? txn.cid : session.database.catalog.lastVersion
    if (this.askedBy !== askedBy || this.askedAt !== version || askedBy === 0) {
      this.refused = lookupRefusal(catalog, this.foreignKey) !== null
      this.askedBy = askedBy
      this.askedAt = version
    }
    return this.refused
  }

  /**
   * An error of its own for each row that is refused: whoever it passes adds a context.
   * @param {Asker} asker @param {typeof lookupText} textOf the statement that looks for the key @throws {DbError} 42501
   */
  require(asker, textOf) {
    if (!this.isRefused(asker)) return
    const catalog = asker.session.catalog()
    const refusal = /** @type {DbError} */ (lookupRefusal(catalog, this.foreignKey))
    refusal.where = `SQL statement "${textOf(catalog, this.foreignKey)}"`
    throw refusal
  }
}

export class ForeignKeyCheck {
  /** @param {ForeignKeyDesc} foreignKey @param {any} relation @param {any} catalog */
  constructor(foreignKey, relation, catalog) {
    this.kind = 'foreignKeyCheck'
    this.constraintOid = foreignKey.oid
    this.deferrable = foreignKey.deferrable
    this.initiallyDeferred = foreignKey.deferred
    this.foreignKey = foreignKey
    this.relation = relation
    this.ownRelation = relation
    const referenced = catalog.relation(foreignKey.referencedOid)
    this.referenced = referenced
    this.schema = catalog.namespace(relation.namespaceOid)?.name
    const index = referencedIndex(referenced, foreignKey)
    /** Referring columns in the order of the index. @type {number[]} */
    this.attnums = index.keyAttnums.map(
      (/** @type {number} */ attnum) => foreignKey.attnums[foreignKey.referencedAttnums.indexOf(attnum)],
    )
    this.types = this.attnums.map((attnum) => catalog.baseType(relation.columns[attnum - 1].typeOid))
    // A partitioned table's keys are in its partitions: a query finds them.
    const routed = referenced.kind === 'p'
    this.probe = new KeyProbe(catalog, routed ? relation : referenced, index)
    /**
     * How each value becomes the index's; null: only a query can compare them.
     * @type {(null | { min: number | bigint, max: number | bigint } | 'same')[]}
     */
    this.conversions = this.types.map((type, at) => keyConversion(type, this.probe.types[at]))
    // Nor is anything found by an index that is not kept.
    this.isDirect = !routed && index.ready && this.conversions.every((conversion) => conversion !== null)
    this.reader = new HeapCursor(relation.heap)
    this.right = new LookupRight(foreignKey)
  }

  get wait() { return this.probe.wait }

  /**
   * @param {ExecContext} ctx @param {Uint8Array} key @param {number} end
   * @returns {number} FOUND, MISSING (or nobody may look: the check says so when its event fires) or MUST_WAIT
   */
  find(ctx, key, end) {
    if (this.right.isRefused(ctx)) return MISSING
    return this.probe.find(ctx.txn, key, 0, end, false)
  }

  /**
   * The event fires: the row as it is now must have its counterpart.
   * @param {any} txn @param {Asker} asker @param {Tid} tid
   * @returns {any[] | null} key values in the order of the index that only a query can look up; null: all is well, or
   *   `pending` says what to wait for
   * @throws {DbError} 23503, 42501
   */
  recheck(txn, asker, tid) {
    this.pending = null
    const values = this.currentValues(txn, tid)
    if (values === null) return null
    const nulls = values.filter((value) => value === null).length
    if (nulls === values.length || (nulls > 0 && this.foreignKey.match === 's')) return null
    if (nulls > 0) throw mixedNullKey(this.relation.name, this.foreignKey.name, this.where())
    // A transaction that has written may be made READ ONLY before its deferred checks.
    if (txn.readOnly && this.referenced.persistence !== 't')
      throw checkInReadOnly(lookupText(asker.session.catalog(), this.foreignKey))
    if (!this.isDirect) return values
    this.right.require(asker, lookupText)
    for (let at = 0; at < values.length; at++) {
      const range = this.conversions[at]
      if (range !== null && range !== 'same' && (values[at] < range.min || values[at] > range.max))
        throw this.violation(values, asker)
    }
    const found = this.probe.findValues(txn, values, false)
    if (found === MISSING) throw this.violation(values, asker)
    if (found === MUST_WAIT) this.pending = this.probe.wait
    return null
  }

  /** @type {any} */
  pending = null

  /** @param {Transaction} txn @param {Tid} tid @returns {any[] | null} null: the row is gone */
  currentValues(txn, tid) {
    const at = this.reader.fetch(tid, this.probe.look(txn, false))
    try {
      if (at < 0) return null
      const { pool } = this.relation.heap.env
      const row = this.relation.heap.layout.decode(pool.bytes, pool.view, at)
      return this.attnums.map((attnum) => row[attnum - 1])
    } finally {
      this.reader.release()
    }
  }

  where() {
    return { schema: this.schema, table: this.relation.name }
  }

  /** @param {any[]} values in the order of the index @param {Asker} asker */
  violation(values, asker) {
    const { attnums } = this.foreignKey
    const texts = attnums.map((attnum) => {
      const at = this.attnums.indexOf(attnum)
      return /** @type {any} */ (builtinType(this.types[at])).format(values[at], asker.env)
    })
    const columns = attnums.map((attnum) => this.relation.columns[attnum - 1].name)
    const key = showsKey(asker, this.relation, attnums)
      ? { columns: columns.join(', '), values: texts.join(', ') }
      : null
    return keyNotPresent(this.relation.name, this.foreignKey.name, key, this.referenced.name, this.where())
  }
}

/**
 * What a plain body left: rows whose key was not there before they were written. Nothing can wait now.
 * @param {ExecContext} ctx
 */
export function fireChecks(ctx) {
  const log = /** @type {import('./event-log.js').EventLog} */ (ctx.events)
  for (let index = 0; index < log.count; index++) {
    const check = /** @type {ForeignKeyCheck} */ (log.targetOf(index))
    check.recheck(ctx.txn, ctx, log.tidOf(index))
    if (check.pending !== null) throw new Error('a check behind an effect would have to wait')
  }
  log.close()
  ctx.events = null
}

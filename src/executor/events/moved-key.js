/**
 * The referenced side of a foreign key when an UPDATE moves a row to another partition: an update of the partitioned
 * table the statement names, not a delete and an insert of two partitions. Two records stand for it in the log, one
 * behind the other: where the row was, and where it is.
 */
import { referencedIndex } from '../../catalog/foreign-key.js'
import { columnMap } from '../../catalog/inheritance.js'
import { HeapCursor } from '../../storage/heap/heap-cursor.js'
import { builtinType } from '../../types/registry.js'
import { violationOf } from './foreign-key-action.js'
import { queueEvent } from './queue.js'

/** @import { Tid } from '../../util/identifiers.js' */
/** @import { Datum } from '../../types/datum.js' */
/** @import { Asker } from '../shown-rows.js' */
/** @import { ForeignKeyDesc } from '../../catalog/foreign-key.js' */
/** @import { ExecContext } from '../context.js' */
/** @import { CatalogSnapshot } from '../../catalog/snapshot.js' */
/** @import { RelationDesc } from '../../catalog/relation.js' */

/** One end of a move. */
export class MovedKey {
  /**
   * @param {'movedKey' | 'movedKeyTo'} kind
   * @param {ForeignKeyDesc} foreignKey
   * @param {any} referenced partitioned
   * @param {any} leaf
   * @param {CatalogSnapshot} catalog
   */
  constructor(kind, foreignKey, referenced, leaf, catalog) {
    this.kind = kind
    this.constraintOid = foreignKey.oid
    this.event = 'update'
    this.action = foreignKey.onUpdate
    this.deferrable = foreignKey.deferrable && this.action === 'a'
    this.initiallyDeferred = foreignKey.deferred
    this.foreignKey = foreignKey
    this.referenced = referenced
    this.ownRelation = leaf
    const map = columnMap(referenced, leaf)
    this.attnums =
      map === null ? foreignKey.referencedAttnums : foreignKey.referencedAttnums.map((attnum) => map[attnum - 1])
    this.types = foreignKey.referencedAttnums.map((attnum) => catalog.baseType(referenced.columns[attnum - 1].typeOid))
    const index = referencedIndex(referenced, foreignKey)
    /** From the constraint's order to the index's. @type {number[]} */
    this.order = index.keyAttnums.map((/** @type {number} */ attnum) => foreignKey.referencedAttnums.indexOf(attnum))
    this.reader = new HeapCursor(leaf.heap)
  }

  /**
   * The key in the order of the constraint's columns.
   * @param {Tid} tid
   * @param {number} pointer
   * @param {boolean} before the event's change
   * @returns {any[] | null} null: no such version
   */
  keyOf(tid, pointer, before) {
    const { heap } = this.ownRelation
    const at = this.reader.imageOf(tid, pointer, before)
    try {
      if (at < 0) return null
      const row = heap.layout.decode(heap.env.pool.bytes, heap.env.pool.view, at)
      return this.attnums.map((attnum) => row[attnum - 1])
    } finally {
      this.reader.release()
    }
  }

  /** @param {any[]} a @param {Datum[]} b */
  sameKey(a, b) {
    return a.every(
      (value, at) =>
        value !== null && b[at] !== null && /** @type {any} */ (builtinType(this.types[at])).equals(value, b[at]),
    )
  }

  /**
   * @param {unknown[]} key
   * @param {any} relation the referring one
   * @param {string | undefined} schema
   * @param {Asker} asker
   */
  violation(key, relation, schema, asker) { return violationOf(this, key, relation, schema, asker) }
}

/** The ends a statement's moves have had so far, of all foreign keys to its table. */
export class MovedKeys {
  /** @param {ForeignKeyDesc[]} keys @param {RelationDesc} referenced @param {CatalogSnapshot} catalog */
  constructor(keys, referenced, catalog) {
    this.keys = keys
    this.referenced = referenced
    this.catalog = catalog
    /** @type {Map<number, MovedKey[]>} by leaf */
    this.from = new Map()
    /** @type {Map<number, MovedKey[]>} */
    this.to = new Map()
  }

  /**
   * @param {ExecContext} ctx
   * @param {number} fromOid
   * @param {Tid} fromTid
   * @param {number} toOid
   * @param {Tid} toTid
   */
  queue(ctx, fromOid, fromTid, toOid, toTid) {
    const from = this.ends(this.from, 'movedKey', fromOid)
    const to = this.ends(this.to, 'movedKeyTo', toOid)
    for (let at = 0; at < from.length; at++) {
      queueEvent(ctx, from[at], fromTid)
      queueEvent(ctx, to[at], toTid)
    }
  }

  /** @param {Map<number, MovedKey[]>} known @param {'movedKey' | 'movedKeyTo'} kind @param {number} oid */
  ends(known, kind, oid) {
    let found = known.get(oid)
    if (found === undefined)
      known.set(
        oid,
        (found = this.keys.map(
          (key) => new MovedKey(kind, key, this.referenced, this.catalog.relation(oid), this.catalog),
        )),
      )
    return found
  }
}

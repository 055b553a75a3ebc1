/**
 * The referenced side of a foreign key: what a deleted or changed key was, whether it is there again, and what the
 * message says.
 */
import { referencedIndex } from '../../catalog/foreign-key.js'
import { HeapCursor } from '../../storage/heap/heap-cursor.js'
import { showsKey } from '../shown-rows.js'
import { keyStillReferenced } from '../../errors/ddl/foreign-keys.js'
import { builtinType } from '../../types/registry.js'
import { KeyProbe, LookupRight } from './foreign-key-check.js'

/** @import { Tid } from '../../util/identifiers.js' */
/** @import { Datum } from '../../types/datum.js' */
/** @import { TypeOps } from '../../types/type-ops.js' */
/** @import { Asker } from '../shown-rows.js' */
/** @import { ForeignKeyDesc } from '../../catalog/foreign-key.js' */
/** @import { CatalogSnapshot } from '../../catalog/snapshot.js' */
/** @import { Transaction } from '../../txn/transaction.js' */
/** @import { RelationDesc } from '../../catalog/relation.js' */

export class ForeignKeyAction {
  /**
   * @param {ForeignKeyDesc} foreignKey
   * @param {RelationDesc} referenced
   * @param {'delete' | 'update'} event
   * @param {CatalogSnapshot} catalog
   */
  constructor(foreignKey, referenced, event, catalog) {
    this.kind = 'foreignKeyAction'
    this.constraintOid = foreignKey.oid
    this.event = event
    this.action = event === 'delete' ? foreignKey.onDelete : foreignKey.onUpdate
    this.deferrable = foreignKey.deferrable && this.action === 'a'
    this.initiallyDeferred = foreignKey.deferred
    this.foreignKey = foreignKey
    this.referenced = referenced
    this.ownRelation = referenced
    this.types = foreignKey.referencedAttnums.map((attnum) => catalog.baseType(referenced.columns[attnum - 1].typeOid))
    const index = referencedIndex(referenced, foreignKey)
    this.order = index.keyAttnums.map((/** @type {number} */ attnum) => foreignKey.referencedAttnums.indexOf(attnum))
    this.probe = new KeyProbe(catalog, referenced, index)
    this.reader = new HeapCursor(referenced.heap)
    this.right = new LookupRight(foreignKey)
  }

  /**
   * The key in the version before the event's change, or after it, in the order of the constraint's columns.
   * @param {Tid} tid @param {number} pointer @param {boolean} before @returns {any[] | null} null: no such version
   */
  keyOf(tid, pointer, before) {
    const { heap } = this.referenced
    const at = this.reader.imageOf(tid, pointer, before)
    try {
      if (at < 0) return null
      const row = heap.layout.decode(heap.env.pool.bytes, heap.env.pool.view, at)
      return this.foreignKey.referencedAttnums.map((attnum) => row[attnum - 1])
    } finally {
      this.reader.release()
    }
  }

  /** @param {unknown[]} a @param {Datum[]} b not null */
  sameKey(a, b) {
    return a.every(
      (value, at) =>
        value !== null && b[at] !== null && /** @type {any} */ (builtinType(this.types[at])).equals(value, b[at]),
    )
  }

  /**
   * Does some row have the key (again)?
   * @param {Transaction} txn
   * @param {unknown[]} key
   * @returns {number} FOUND, MISSING or MUST_WAIT
   */
  keyIsThere(txn, key) {
    return this.probe.findValues(txn, this.order.map((/** @type {number} */ at) => key[at]), true)
  }

  /**
   * @param {unknown[]} key
   * @param {RelationDesc} relation the referring one
   * @param {string | undefined} schema
   * @param {Asker} asker
   */
  violation(key, relation, schema, asker) { return violationOf(this, key, relation, schema, asker) }
}

/**
 * @param {{ foreignKey: ForeignKeyDesc, referenced: RelationDesc, types: number[] }} side
 * @param {Datum[]} key that is still referred to
 * @param {RelationDesc} relation the referring one
 * @param {string | undefined} schema
 * @param {Asker} asker
 */
export function violationOf({ foreignKey, referenced, types }, key, relation, schema, asker) {
  const columns = foreignKey.referencedAttnums.map((attnum) => referenced.columns[attnum - 1].name)
  const texts = key.map((value, at) => /** @type {TypeOps} */ (builtinType(types[at])).format(value, asker.env))
  const shown = showsKey(asker, referenced, foreignKey.referencedAttnums)
    ? { columns: columns.join(', '), values: texts.join(', ') }
    : null
  return keyStillReferenced(referenced.name, foreignKey.name, relation.name, shown, { schema, table: relation.name })
}

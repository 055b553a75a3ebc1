/**
 * Deferrable UNIQUE and PRIMARY KEY, and EXCLUDE: does another live row have the key of this one? When the row was
 * written somebody did; this looks again when the event fires.
 */
import { HeapCursor } from '../../storage/heap/heap-cursor.js'
import { Snapshot } from '../../txn/snapshot.js'
import { KEY_BUFFER_BYTES } from '../../types/key.js'
import { isGist } from '../operators/scan/gist-scan.js'
import { probeFor } from '../operators/write/unique-probe.js'

/** @import { Tid } from '../../util/identifiers.js' */

/** @typedef {import('../codegen/module.js').Module} Module */

export class UniqueCheck {
  /** @param {any} relation @param {any} index @param {Module} module */
  constructor(relation, index, module) {
    this.kind = 'uniqueCheck'
    const constraint = relation.constraints.find((/** @type {any} */ one) => one.oid === index.constraintOid)
    this.constraintOid = index.constraintOid
    this.deferrable = true
    this.initiallyDeferred = constraint?.deferred === true
    this.ownRelation = relation
    this.index = index
    this.probe = probeFor(relation.heap, index, module)
    this.reader = new HeapCursor(relation.heap)
    this.key = new Uint8Array(KEY_BUFFER_BYTES)
    /** @type {any} */
    this.pending = null
  }

  /**
   * @param {any} txn
   * @param {import('../shown-rows.js').Asker} asker
   * @param {Tid} tid
   * @returns {null} all is well, or `pending` says what to wait for
   * @throws {DbError} 23505, 23P01
   */
  recheck(txn, asker, tid) {
    this.pending = null
    const { heap } = this.ownRelation
    const { pool } = heap.env
    const at = this.reader.fetch(tid, new Snapshot(txn, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER))
    let end = -1
    let values
    try {
      if (at < 0) return null
      end = this.index.extractKey(pool.bytes, pool.view, at, this.key, 0)
      values = heap.layout.decode(pool.bytes, pool.view, at)
    } finally {
      this.reader.release()
    }
    if (end < 0) return null
    if (
      !this.index.nullsNotDistinct
      && this.index.keys.some((/** @type {any} */ key) => key.attnum > 0 && values[key.attnum - 1] === null)
    )
      return null
    const hit = this.probe.find(
      { txn, env: asker.env }, this.index.tree, this.key, 0, end, tid,
      isGist(this.index) ? this.probe.keyValues({ txn, env: asker.env }, values) : [],
    )
    if (hit === -2) this.pending = this.probe.wait
    else if (hit >= 0) throw this.probe.violation({ txn, env: asker.env, session: asker.session }, values, hit)
    return null
  }
}

/**
 * How each kind of undo record is undone and purged: a table filled by the owners of the kinds (heap, index glue,
 * out-of-line values) when the engine is assembled, so that this layer needs to know none of them.
 */
import { assert } from '../util/assert.js'
import { UNDO_KIND_COUNT } from './undo-kinds.js'

/** @import { Transaction } from './transaction.js' */

/**
 * `undo`: put things back and log it as a compensation record whose prevLsn is the f64 at `at + UNDO_LSN` (then set
 * txn.lastLsn to its LSN). `afterUndo`: called once the whole walk is done, for records whose undo depends on what the
 * heap looks like afterwards. `purge`: the change is visible to all for ever; forget what only older versions needed.
 * @typedef {object} UndoHandler
 * @property {(txn: Transaction, view: DataView, bytes: Uint8Array, at: number, pointer: number) => void} [undo]
 * @property {(txn: Transaction, view: DataView, bytes: Uint8Array, at: number) => void} [afterUndo]
 * @property {(txn: Transaction, view: DataView, bytes: Uint8Array, at: number) => void} [purge]
 */

export class UndoHandlers {
  constructor() {
    /** @type {UndoHandler[]} */
    this.byKind = []
    for (let kind = 0; kind < UNDO_KIND_COUNT; kind++) this.byKind.push({})
  }

  /** @param {number} kind @param {UndoHandler} handler */
  register(kind, handler) {
    assert(kind > 0 && kind < UNDO_KIND_COUNT, 'an undo kind is one of UNDO_KINDS')
    this.byKind[kind] = handler
  }
}

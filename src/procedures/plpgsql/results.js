/**
 * The rows of a set-returning call, kept until they are asked for: in memory up to work_mem, beyond in a temporary
 * file.
 */
import { RowStore } from '../../executor/spill/row-store.js'
import { PgRecord } from '../../types/record.js'
import { RECORD } from './records.js'

/** @typedef {import('../host.js').Value} Value */
/** @typedef {import('../host.js').Session} Session */

export class Results {
  /**
   * @param {Session} session
   * @param {number} type of a value
   * @param {import('./records.js').Shape | null} shape of rows, which are kept as their columns; null: they are values
   */
  constructor(session, type, shape) {
    /** @type {Value} */
    this.ctx = { vfs: session.cluster.vfs, workMem: session.workMemBytes, cursors: [] }
    this.shape = shape
    const types = shape === null ? [type] : shape.types
    this.store = new RowStore(this.ctx, types.map((column) => column === 0 ? null : session.typeOps(column)))
    this.at = 0
  }

  /** @param {Value} value */
  push(value) { this.store.push([value]) }

  /** @param {Value[]} values of a row, kept */
  pushRow(values) { this.store.push(values) }

  /** @param {number} count @returns {Value[]} the next ones; fewer: there are no more */
  take(count) {
    const { shape, store } = this
    const end = Math.min(store.length, this.at + count)
    const values = new Array(end - this.at)
    if (shape === null) {
      for (let next = 0; this.at < end; this.at++) values[next++] = store.row(this.at)[0]
      return values
    }
    const names = shape.type === RECORD ? shape.names : undefined
    for (let next = 0; this.at < end; this.at++) {
      values[next++] = new PgRecord(shape.type, store.row(this.at), shape.types, names)
    }
    return values
  }

  close() { this.store.reset() }
}

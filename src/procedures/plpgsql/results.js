/**
 * The rows of a set-returning call, kept until they are asked for: in memory up to work_mem, beyond in a temporary
 * file.
 */
import { RowStore } from '../../executor/spill/row-store.js'

/** @typedef {import('../host.js').Value} Value */
/** @typedef {import('../host.js').Session} Session */

export class Results {
  /** @param {Session} session @param {number} type of a row or value */
  constructor(session, type) {
    /** @type {Value} */
    this.ctx = { vfs: session.cluster.vfs, workMem: session.workMemBytes, cursors: [] }
    this.store = new RowStore(this.ctx, [session.typeOps(type)])
    this.at = 0
  }

  /** @param {Value} value */
  push(value) { this.store.push([value]) }

  /** @param {number} count @returns {Value[]} the next ones; fewer: there are no more */
  take(count) {
    const end = Math.min(this.store.length, this.at + count)
    const values = []
    for (; this.at < end; this.at++) values.push(this.store.row(this.at)[0])
    return values
  }

  close() { this.store.reset() }
}

/** System columns of OLD and NEW: read when a function asks for one, for few do. */
import { HeapCursor } from '../../storage/heap/heap-cursor.js'
import { tidOf } from '../../types/numbers/integers.js'

/** @import { Tid } from '../../util/identifiers.js' */

/** @typedef {import('../host.js').Value} Value */

/** Their types. */
export const SYSTEM_TYPES = { ctid: 27, tableoid: 26, xmin: 28, xmax: 28, cmin: 29, cmax: 29 }

/** A row that is not stored yet is nobody's; its place is what PostgreSQL says of it: (4294967295,0). */
export const UNSTORED = { ctid: tidOf(4294967295, 0), tableoid: 0, xmin: 0, xmax: 0, cmin: 0, cmax: 0 }

/** As long as its trigger runs. Commands of a transaction are not told apart, as in a SELECT of cmin and cmax. */
export class StoredRow {
  /**
   * @param {import('../host.js').ProcedureHost} host @param {Value} relation @param {Tid} tid
   * @param {number} pointer the transaction's newest undo record when the row was changed; Infinity: it is not yet
   * @param {boolean} isOld
   */
  constructor(host, relation, tid, pointer, isOld) {
    this.host = host
    this.relation = relation
    this.ctid = tid
    this.pointer = pointer
    this.isOld = isOld
  }

  get tableoid() { return this.relation.oid }

  get xmin() {
    const { heap } = this.relation
    if (heap === null || heap === undefined) return 0
    const reader = new HeapCursor(heap)
    try {
      const xid = reader.writerOf(this.ctid, this.pointer, this.isOld && this.pointer !== Infinity)
      return xid < 0 ? 0 : xid % 4294967296
    } finally {
      reader.release()
    }
  }

  /** An old row is given up by the transaction itself. */
  get xmax() { return this.isOld ? this.host.session.block.ensure().assignXid() % 4294967296 : 0 }

  get cmin() { return 0 }

  get cmax() { return 0 }
}

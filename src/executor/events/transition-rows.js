/**
 * What OLD TABLE and NEW TABLE of a statement hold: not the rows but where they are. A record of the log names the
 * member the row is in, its tuple id and the undo pointer behind the change; the
 * versions before and after it are read from the row's undo chain, as for row events. Beyond work_mem the log goes to a
 * temporary file.
 */
import { withoutKept } from '../../catalog/kept-keys.js'
import { HeapCursor } from '../../storage/heap/heap-cursor.js'
import { EventLog } from './event-log.js'

/** @typedef {import('../../catalog/relation.js').RelationDesc} RelationDesc */
/** @import { Tid } from '../../util/identifiers.js' */
/** @import { ExecContext } from '../context.js' */

/** Which of the two tables a record is in. An update of a row is in both. @typedef {'old' | 'new' | 'both'} Side */

/** Rows of one member of the tree a statement names: a target of the log. */
export class CapturedRows {
  /**
   * @param {RelationDesc} relation with a heap
   * @param {number[] | null} map the member's attnum by the top's, null where they are alike
   * @param {Side} side
   */
  constructor(relation, map, side) {
    this.kind = 'capturedRows'
    this.constraintOid = 0
    this.deferrable = false
    this.initiallyDeferred = false
    this.ownRelation = relation
    this.map = map
    this.side = side
    this.reader = new HeapCursor(relation.heap)
  }

  /**
   * @param {Tid} tid
   * @param {number} pointer
   * @param {boolean} before
   * @returns {any[]} in the order of the top's columns
   */
  row(tid, pointer, before) {
    const { heap } = this.ownRelation
    const at = this.reader.imageOf(tid, pointer, before)
    try {
      const values = heap.layout.decode(heap.env.pool.bytes, heap.env.pool.view, at)
      if (this.map === null) return withoutKept(this.ownRelation, values)
      return this.map.map((attnum) => (attnum === 0 ? null : values[attnum - 1]))
    } finally {
      this.reader.release()
    }
  }
}

export class TransitionRows {
  /** @param {RelationDesc} relation the statement's @param {any} vfs @param {number} bytesMax */
  constructor(relation, vfs, bytesMax) {
    this.relation = relation
    this.log = new EventLog(vfs, bytesMax)
  }

  /** The row has just been changed. @param {ExecContext} ctx @param {CapturedRows} target @param {Tid} tid */
  add(ctx, target, tid) {
    this.log.add(target, tid, ctx.txn.lastUndo)
  }

  /** @param {'old' | 'new'} side @returns {Generator<any[], void, void>} in the order the rows changed */
  *rows(side) {
    const { log } = this
    for (let index = 0; index < log.count; index++) {
      const target = /** @type {CapturedRows} */ (/** @type {unknown} */ (log.targetOf(index)))
      if (target.side !== 'both' && target.side !== side) continue
      yield target.row(log.tidOf(index), log.pointerOf(index), side === 'old')
    }
  }

  close() {
    this.log.close()
  }
}

/** The tables of a tree at run time, as the code of tree-scan.js meets them. */
import { HeapCursor } from '../../../storage/heap/heap-cursor.js'
import { HeapScan } from '../../../storage/heap/heap-scan.js'
import { MergedCursors } from '../../../storage/btree/merged-cursors.js'

/** @import { ExecContext } from '../../context.js' */

/** One table of a tree, as generated code meets it. */
export class Member {
  /** @param {any} relation @param {any} plan TreeMember */
  constructor(relation, plan) {
    this.oid = relation.oid
    this.relation = relation
    this.heap = relation.heap
    this.layout = relation.heap.layout
    this.plan = plan
    this.index =
      plan.indexOid === 0 ? null : relation.indexes.find((/** @type {any} */ index) => index.oid === plan.indexOid)
    this.tree = this.index?.tree ?? null
    this.kind = 0
  }

  /** The member's attnum of a column of the tree. @param {number} attnum */
  attnum(attnum) {
    return this.plan.map === null || attnum <= 0 ? attnum : this.plan.map[attnum - 1]
  }
}

/** The cursors of one execution: each member's, made when first needed; only the one in use holds pins. */
export class MemberCursors {
  /** @param {ExecContext | null} ctx @param {Member[]} members @param {boolean} patient may be asked to prefetch */
  constructor(ctx, members, patient) {
    this.members = members
    this.patient = patient
    /** By member number. @type {Map<number, HeapScan>} */
    this.scans = new Map()
    /** @type {Map<number, any>} */
    this.trees = new Map()
    /** @type {Map<number, HeapCursor>} */
    this.fetches = new Map()
    this.at = -1
    /** Of members whose entries are read in one order. */
    this.merged = new MergedCursors()
    if (ctx !== null) ctx.cursors.push(this)
  }

  /** @param {ExecContext} ctx @param {number} at */
  scan(ctx, at) {
    this.use(at)
    let scan = this.scans.get(at)
    if (scan === undefined) this.scans.set(at, scan = new HeapScan(this.members[at].heap, ctx.snapshot, !this.patient))
    scan.rewind(ctx.snapshot)
    return scan
  }

  /** @param {number} at */
  tree(at) {
    this.use(at)
    return this.cursor(at)
  }

  /** @param {number} at */
  cursor(at) {
    let cursor = this.trees.get(at)
    if (cursor === undefined) {
      cursor = this.members[at].tree.cursor()
      cursor.patient = this.patient
      this.trees.set(at, cursor)
    }
    cursor.tree.counters.scans++
    return cursor
  }

  /** @param {number} at */
  fetch(at) {
    let cursor = this.fetches.get(at)
    if (cursor === undefined) this.fetches.set(at, cursor = new HeapCursor(this.members[at].heap))
    return cursor
  }

  /** The same beside others' rows: one heap page is held at a time. @param {number} at */
  mergedFetch(at) {
    if (this.at !== at) this.fetches.get(this.at)?.release()
    this.at = at
    return this.fetch(at)
  }

  /** @param {number} at */
  use(at) {
    if (this.at !== at) this.release()
    this.at = at
  }

  release() {
    const { at } = this
    this.merged.release()
    if (at < 0) return
    this.scans.get(at)?.release()
    this.trees.get(at)?.release()
    this.fetches.get(at)?.release()
  }
}

/** @param {ExecContext} ctx @param {Member[]} members @param {boolean} patient */
export const openMembers = (ctx, members, patient) => new MemberCursors(ctx, members, patient)

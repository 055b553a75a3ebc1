/**
 * A set of keys in the cells of a GroupTable, of one value or of several: what a recursive UNION has given out, the
 * rows of a hashed `= ANY (subquery)`. Generated code (operators/set-code.js) adds and looks for keys. When the memory
 * is full they move to a KeySet's temporary files, as text.
 */
import { GroupTable } from './group-table.js'
import { KeySet } from './key-set.js'

export class TypedSet {
  /**
   * @param {import('../context.js').ExecContext} ctx
   * @param {number[]} kinds of the keys' cells
   * @param {(table: GroupTable, group: number) => any} keyAt a key as KeySet has it
   */
  constructor(ctx, kinds, keyAt) {
    this.table = new GroupTable(ctx, kinds, [])
    this.keyAt = keyAt
    /** @type {KeySet | null} */
    this.spilled = null
    /** rows offered, those with a null too */
    this.total = 0
    this.sawNull = false
  }

  /** There is no more room. @returns {KeySet} where all keys are from now on */
  spill() {
    const { table } = this
    const keys = this.spilled = new KeySet(table.ctx)
    keys.spill()
    for (let group = 0; group < table.count; group++) keys.add(this.keyAt(table, group))
    table.release()
    return keys
  }

  /** The keys are not needed any more. */
  clear() {
    this.table.release()
    this.spilled?.clear()
  }
}

/**
 * A set of keys in the cells of a GroupTable, of one value or of several: what a recursive UNION has given out, the
 * rows of a hashed `= ANY (subquery)`. Generated code (operators/set-code.js) adds and looks for keys. When the memory
 * is full, further ones go to a KeySet's temporary files, as text; moving all at once would take long.
 */
import { GroupTable } from './group-table.js'
import { KeySet } from './key-set.js'

export class TypedSet {
  /**
   * @param {import('../context.js').ExecContext} ctx
   * @param {number[]} kinds of the keys' cells
   */
  constructor(ctx, kinds) {
    this.table = new GroupTable(ctx, kinds, [])
    /** @type {KeySet | null} */
    this.spilled = null
    /** rows offered, those with a null too */
    this.total = 0
    this.sawNull = false
  }

  /** There is no more room. @returns {KeySet} where keys go from now on; those in the table stay there */
  more() {
    if (this.spilled === null) {
      this.spilled = new KeySet(this.table.ctx)
      this.spilled.spill()
    }
    return this.spilled
  }

  /** The keys are not needed any more. */
  clear() {
    this.table.release()
    this.spilled?.clear()
  }
}

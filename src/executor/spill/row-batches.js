/**
 * An input in batches: rows that come in an order, or in that of their first keys, are taken a stretch at a time, so
 * that whoever reads them need not wait for the last. While one batch is read the first row of the next stands in the
 * other sorter already: it was needed to see where the batch ends.
 *
 * Batches grow, so that few rows are read in vain where few are wanted, and few turns are taken where many are.
 */
import { RowSorter } from './row-sorter.js'

const FIRST_ROWS = 32
const MOST_ROWS = 4096

export class RowBatches {
  /**
   * @param {import('../context.js').ExecContext} ctx
   * @param {import('./row-sorter.js').RowOrder} order
   * @param {number} [bound] of each batch no more rows are wanted
   */
  constructor(ctx, order, bound = Infinity) {
    this.ctx = ctx
    this.order = order
    this.bound = bound
    /** Rows behind a bound are not counted. */
    this.most = Math.max(1, Math.min(MOST_ROWS, bound))
    /** where rows go */
    this.filling = new RowSorter(ctx, order, bound)
    /** the batch to be read @type {RowSorter | null} */
    this.full = null
    /** So many rows are a batch, as soon as one comes that may begin another. */
    this.size = Math.min(FIRST_ROWS, this.most)
    /** The batch to be read goes on with the partition in which the one before ended; the next one does. */
    this.continues = false
    this.nextContinues = false
  }

  /**
   * The row at hand begins another batch.
   * @param {boolean} continues the partition
   * @returns {RowSorter} where it goes
   */
  turn(continues) {
    const next = this.full === null ? new RowSorter(this.ctx, this.order, this.bound) : this.full.reset()
    this.full = this.filling
    this.filling = next
    this.size = Math.min(this.most, 2 * this.size)
    this.continues = this.nextContinues
    this.nextContinues = continues
    return next
  }

  /** There is no other row. @returns {RowSorter} the last batch */
  last() {
    this.continues = this.nextContinues
    return this.filling
  }
}

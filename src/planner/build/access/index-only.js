/**
 * What an index's entries say of their rows: which columns can be read out of them, and whether being in the range is
 * all that a scan's conditions ask. A scan that needs nothing else looks at no row on a page that everybody sees alike
 * (storage/heap/settled-pages.js).
 */
import { keyReader } from '../../../types/key/read.js'
import { isTypesOrder } from './match-index.js'
import { BTREE } from '../../../types/oids.js'

/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { IndexDesc } from '../../../catalog/relation.js' */
/** @import { IndexScan } from '../../plan.js' */
/** @import { PlanState } from '../state.js' */
/** @import { Match } from './match-index.js' */


/**
 * @param {PlanState} state @param {IndexDesc} index @param {{ matches: Match[], unique: boolean }} usable
 * @returns {Pick<IndexScan, 'readable' | 'implied'>}
 */
export function entrySays(state, index, { matches, unique }) {
  const reads = index.method !== BTREE ? [] : index.keys.map((key) => key.attnum > 0 && key.typeOid > 0
    && isTypesOrder(key) && keyReader(state.view.baseType(key.typeOid), key.collation, key.desc) !== null)
  const implied = matches.every(({ bound, condition }) => reads[bound.column] && bound.any !== true
    && condition.kind === 'op' && bound.value !== null && condition.args.includes(bound.value))
  // Behind a column that cannot be read it is not known where the next begins.
  const count = reads.includes(false) ? reads.indexOf(false) : reads.length
  const isOff = unique || state.penalty('indexOnlyScan') > 0
  return { readable: isOff ? [] : index.keys.slice(0, count).map(({ attnum }) => attnum), implied }
}

/**
 * The columns of a scan that reads them out of entries.
 * @param {IndexScan} node @param {Iterable<Expr>} needed above it, and by what it asks itself
 * @returns {number[] | null} null: it needs rows
 */
export function columnsOfEntries({ rt, readable }, needed) {
  if (readable.length === 0) return null
  const attnums = [...needed].flatMap((expr) => expr.kind === 'column' && expr.rt === rt ? [expr.attnum] : [])
  return attnums.every((attnum) => readable.includes(attnum)) ? attnums : null
}

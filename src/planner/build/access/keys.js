/** Whether a part of a condition is an index's key, and another a value for it. */
import { overRow } from '../../bind/stored.js'
import { exprKey, freeRts } from '../../expr-tools.js'
import { asInlined } from '../../inline.js'
import { plainType } from '../../../types/collation/types.js'
/** @import { IndexKey } from '../../../catalog/relation.js' */
/** @import { PartitionKeyPart } from '../../../catalog/partitions/key.js' */

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../state.js').PlanState} PlanState */
/** @typedef {import('../../../catalog/query.js').RangeEntry} RangeEntry */

/**
 * Whether what an equality holds equal is equal in a key: both go by one collation, or both by the texts' bytes, as
 * every deterministic one does.
 * @param {PlanState} state @param {{ collation: number }} key @param {Expr} condition
 */
export function keyFollows(state, key, condition) {
  const input = condition.inputCollation ?? 0
  if (input < 0) return false
  const [own, asked] = [state.catalog.collator(key.collation), state.catalog.collator(input)]
  return own === asked || ((own === null || own.deterministic) && (asked === null || asked.deterministic))
}

/**
 * Whether a key's order is C's: an index over texts of another collation finds equal ones, and does not order them.
 * @param {PlanState} state
 * @param {{ collation: number }} key
 */
export const hasPlainOrder = (state, key) => state.catalog.collator(key.collation) === null

const INTEGERS = new Set([20, 21, 23])

export const TEXTS = new Set([19, 25, 1043])

/**
 * The value's type must give the same key bytes as the column's: its own, a binary-compatible one, or another integer.
 * @param {PlanState} state
 * @param {IndexKey | PartitionKeyPart} key
 * @param {number} type
 */
export function sameKeyType(state, key, type) {
  const own = state.view.baseType(plainType(key.typeOid))
  const other = type === 0 ? 0 : state.view.baseType(type)
  if (own === other || (INTEGERS.has(own) && INTEGERS.has(other))) return true
  if (TEXTS.has(own) && TEXTS.has(other)) return true
  if (own === 1042 || other === 1042) return false
  return state.view.binaryCoercible(own, other) && state.view.type(own).category === state.view.type(other).category
}

/** @param {RangeEntry} entry @param {any} key @param {Expr} expr @returns {boolean} */
export function isKey(entry, key, expr) {
  let inner = expr
  while (inner.kind === 'relabel' || inner.kind === 'collate') inner = inner.arg
  if (key.attnum) return inner.kind === 'column' && inner.rt === entry.rt && inner.attnum === key.attnum
  if (!key.expr) return false
  const wanted = exprKey(overRow(asInlined(key.expr), entry.rt))
  return exprKey(inner) === wanted || exprKey(expr) === wanted
}

/** @param {PlanState} state @param {RangeEntry} entry @param {Expr} expr @param {Set<number> | null} outer */
export function isValue(state, entry, expr, outer) {
  if (expr.kind === 'const' || expr.kind === 'param') return true
  const rts = freeRts(expr)
  if (rts.has(entry.rt)) return false
  if (outer !== null) for (const rt of rts) if (state.localRts.has(rt) && !outer.has(rt)) return false
  return !state.isVolatile(expr)
}

/**
 * The scan of a relation that has conditions of its own to be met first (RangeEntry.security). Conditions that tell
 * nothing may bound the scan and be asked in any order. All others come behind, which their level says to whoever puts
 * the parts of a condition in order (estimates/expression-cost.js).
 */
import { conjuncts } from '../../expr-tools.js'
import { mayLeak } from '../../leaks.js'
import { filtered } from '../joins/filtered.js'

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../../catalog/snapshot.js').CatalogSnapshot} CatalogSnapshot */
/** @typedef {import('../../plan.js').PlanNode} PlanNode */
/** @typedef {import('../state.js').PlanState} PlanState */
/** @typedef {import('../../../catalog/query.js').RangeEntry} RangeEntry */

/**
 * Conditions as a relation's security, each behind those before it.
 * @param {CatalogSnapshot} catalog @param {Expr[]} conditions @returns {Expr[]}
 */
export const inLevels = (catalog, conditions) =>
  conditions.flatMap(conjuncts).map((condition, at) => withLevel(catalog, condition, at + 1))

/**
 * Other conditions on the rows.
 * @param {CatalogSnapshot} catalog @param {Expr[]} security of them @param {Expr[]} conditions @returns {Expr[]}
 */
export const behindSecurity = (catalog, security, conditions) =>
  security.length === 0 ? conditions
    : conditions.flatMap(conjuncts).map((condition) => withLevel(catalog, condition, security.length + 1))

/** @param {CatalogSnapshot} catalog @param {Expr} condition @param {number} level @returns {Expr} */
const withLevel = (catalog, condition, level) => (mayLeak(catalog, condition) ? { ...condition, level } : condition)

/**
 * @param {PlanState} state
 * @param {RangeEntry} entry with `security`
 * @param {Expr[]} conditions on its rows, those among them or not
 * @param {(entry: RangeEntry, conditions: Expr[]) => PlanNode | null} scan of the relation as if it had none
 * @returns {PlanNode | null} null: `scan` found no way
 */
export function securedScan(state, entry, conditions, scan) {
  const security = /** @type {Expr[]} */ (entry.security)
  const rest = conditions.filter((condition) => !security.includes(condition))
  const others = behindSecurity(state.catalog, security, rest)
  const free = others.filter(({ level }) => level === undefined)
  const node = scan({ ...entry, security: undefined, isSecured: true }, [...free, ...security])
  return node === null ? null : filtered(state, node, others.filter(({ level }) => level !== undefined))
}

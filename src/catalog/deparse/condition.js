/** Conditions over one row that have subqueries (policies) as SQL text: what pg_get_expr prints of them. */
import { POLICY_RT } from '../policies.js'
import { finished } from './expressions.js'
import { QueryDeparser } from './query.js'

/** @import { CatalogSnapshot } from '../snapshot.js' */
/** @import { Expr } from '../expr.js' */
/** @import { RelationDesc } from '../relation.js' */

/** Outside subqueries the row's columns go by their own names, inside with the table's. */
class ConditionDeparser extends QueryDeparser {
  /** @param {import('../expr.js').Column} expr @param {boolean} topLevel @returns {string} */
  column(expr, topLevel) {
    if (this.current !== null || expr.attnum === 0) return super.column(expr, topLevel)
    return this.withoutPrefix(() => super.column(expr, topLevel))
  }
}

/**
 * @param {CatalogSnapshot} catalog @param {Expr} condition loaded @param {RelationDesc} relation
 * @param {boolean} pretty
 */
export function deparseCondition(catalog, condition, relation, pretty) {
  const printer = new ConditionDeparser(catalog, pretty, 0)
  printer.names = [relation.name]
  printer.named.set(POLICY_RT, {
    name: relation.name, columns: relation.columns.map((column) => (column.dropped ? null : column.name)),
    shown: [], added: [], printColumns: false, using: [], reserved: [],
  })
  return finished(printer.text(condition, false))
}

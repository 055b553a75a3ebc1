/**
 * Subqueries in expressions: EXISTS, IN and ANY/ALL, scalar, ARRAY(…), and row comparisons with a subquery.
 */
import { BOOL, UNKNOWN, TEXT } from '../../../types/oids.js'
import { syntaxError, undefinedObject, datatypeMismatch, notSupportedAt } from '../../../errors/syntax.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { rowComparison, operatorCall } from './operators.js'
import { coerceToCommon } from './common-type.js'
import { bindExpr } from './expressions.js'
import { boundOnce } from '../attempts.js'
import { boundFirst } from '../deep.js'
import { bindSelect } from '../select.js'
import { visibleTargets } from '../targets.js'

/** @import { Tree } from '../../../parser/tree.js' */

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../context.js').BindContext} BindContext */
/** @typedef {import('../context.js').Level} Level */

const REFUSED = /** @type {Record<string, string>} */ ({
  CHECK: 'check constraint', DEFAULT: 'DEFAULT expression', ARGUMENT: 'DEFAULT expression', INDEX: 'index expression',
  STATISTICS: 'statistics expression', 'INDEX PREDICATE': 'index predicate', PARTITION: 'partition key expression',
  BOUND: 'partition bound', GENERATED: 'column generation expression', TRANSFORM: 'transform expression',
  COPY: 'COPY FROM WHERE condition', TRIGGER: 'trigger WHEN condition', EXECUTE: 'EXECUTE parameter',
})

/** @param {BindContext} ctx @param {Level} level @param {Tree<import('@pgsql/types').SubLink>} node @returns {Expr} */
export function bindSubLink(ctx, level, node) {
  const location = node.location ?? 0
  const refused = REFUSED[level.clause]
  if (refused) throw notSupportedAt(`cannot use subquery in ${refused}`, { location })
  const test = node.testexpr ? bindExpr(ctx, level, node.testexpr) : null
  const query = boundFirst(ctx, node.subselect)
    ?? boundOnce(ctx, level, node, () => bindSelect(ctx, level, node.subselect))
  if (query.command !== 'select') throw featureNotSupported('a data-modifying statement in a subquery')
  const outputs = visibleTargets(query)
  const base = { test: null, testColumns: [], query, typmod: -1, collation: 0, location }
  switch (node.subLinkType) {
    case 'EXISTS_SUBLINK': return { kind: 'sublink', link: 'exists', ...base, type: BOOL }
    case 'EXPR_SUBLINK': case 'ARRAY_SUBLINK': {
      if (outputs.length !== 1) throw syntaxError('subquery must return only one column', { location })
      const [only] = outputs
      if (node.subLinkType === 'EXPR_SUBLINK')
        return {
          kind: 'sublink', link: 'expr', ...base, type: only.expr.type, typmod: only.expr.typmod,
          collation: only.expr.collation,
        }
      const type = ctx.view.type(only.expr.type).category === 'A' ? only.expr.type : ctx.view.arrayType(only.expr.type)
      if (!type)
        throw undefinedObject(`could not find array type for data type ${ctx.view.typeName(only.expr.type)}`, {
          location,
        })
      return { kind: 'sublink', link: 'array', ...base, type, typmod: only.expr.typmod, collation: only.expr.collation }
    }
    case 'ANY_SUBLINK': case 'ALL_SUBLINK': case 'ROWCOMPARE_SUBLINK': break
    default: throw featureNotSupported(`subquery ${node.subLinkType}`)
  }
  // A row is taken apart, also where it was cast; a table's whole row is one value.
  const left = test?.kind === 'row' && !node.testexpr?.ColumnRef ? test.args : test ? [test] : []
  if (left.length < outputs.length) throw syntaxError('subquery has too many columns', { location })
  if (left.length > outputs.length) throw syntaxError('subquery has too few columns', { location })
  const columns = outputs.map(
    (target, index) =>
      /** @type {Expr} */ ({
        kind: 'subcolumn', index, type: target.expr.type, typmod: target.expr.typmod, collation: target.expr.collation,
        location,
      }),
  )
  const name = node.operName ?? [{ String: { sval: '=' } }]
  const lefts = left.map((expr, at) =>
    expr.type === UNKNOWN && columns[at].type === UNKNOWN ? coerceToCommon(ctx, expr, TEXT, 'IN') : expr,
  )
  const comparison =
    lefts.length === 1
      ? operatorCall(ctx, name, lefts[0], columns[0], location)
      : rowComparison(ctx, name, lefts, columns, location)
  if (comparison.type !== BOOL) throw datatypeMismatch('row comparison operator must yield type boolean', { location })
  if (node.subLinkType === 'ROWCOMPARE_SUBLINK')
    return {
      kind: 'sublink', link: 'expr', ...base, test: comparison, testColumns: columns.map((_, at) => at), type: BOOL,
    }
  return {
    kind: 'sublink', link: node.subLinkType === 'ANY_SUBLINK' ? 'any' : 'all', ...base, test: comparison,
    testColumns: columns.map((_, at) => at), type: BOOL,
  }
}

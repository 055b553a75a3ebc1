/**
 * The target list: names of output columns, * and row expansion, and how GROUP BY, ORDER BY and DISTINCT ON refer to it
 * by position, alias or expression.
 */
import { UNKNOWN, TEXT } from '../../types/oids.js'
import {
  TARGETS_MAX, groupingError, located, syntaxError, invalidColumnReference, tooManyColumns, windowingError,
} from '../../errors/syntax.js'
import { coerceType } from './expressions/coerce.js'
import { bindExpr } from './expressions/expressions.js'
import { expandStar, expandComposite } from './scope.js'
import { exprKey, sameExpr, walk } from '../expr-tools.js'
import { isTired } from '../../util/effort.js'
import { inAttempts } from './attempts.js'
import { DEEP, queriesFirst } from './deep.js'
import { selectSteps } from './select.js'

/** @import { ParseNode } from '../../parser/tree.js' */

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../catalog/query.js').Target} Target */
/** @typedef {import('../../catalog/query.js').Query} Query */
/** @typedef {import('./context.js').BindContext} BindContext */
/** @typedef {import('./context.js').Level} Level */

/** @param {Query} query @returns {Target[]} what the query's consumer sees */
export const visibleTargets = (query) =>
  query.command === 'select' ? query.targets.filter((target) => !target.resjunk) : (query.write?.returning ?? [])

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {ParseNode[]} nodes ResTargets
 * @param {{ keepUnknown?: boolean }} [options]
 * @returns {import('../../util/effort.js').Steps<Target[]>}
 */
export function* bindTargets(ctx, level, nodes, options = {}) {
  /** @type {Target[]} */
  const targets = []
  for (const item of nodes) {
    if (isTired()) yield
    const node = item.ResTarget
    const fields = node.val.ColumnRef?.fields
    const steps = node.val.A_Indirection?.indirection
    if (fields && fields[fields.length - 1].A_Star) {
      for (const column of expandStar(ctx, level, node.val.ColumnRef))
        targets.push({
          expr: column.expr, name: column.name, resjunk: false, tableOid: column.tableOid, attnum: column.attnum,
        })
      continue
    }
    if (steps && steps[steps.length - 1].A_Star) {
      const inner =
        steps.length === 1
          ? node.val.A_Indirection.arg
          : { A_Indirection: { ...node.val.A_Indirection, indirection: steps.slice(0, -1) } }
      const expr = bindExpr(ctx, level, inner)
      if (expr.kind === 'row')
        expr.args.forEach((arg, at) =>
          targets.push({ expr: arg, name: expr.names[at], resjunk: false, tableOid: 0, attnum: 0 }),
        )
      else
        for (const column of expandComposite(ctx, expr))
          targets.push({ expr: column.expr, name: column.name, resjunk: false, tableOid: 0, attnum: 0 })
      continue
    }
    if (ctx.nesting >= DEEP) yield* queriesFirst(ctx, level, node.val, level.clause, selectSteps)
    const bound = yield* inAttempts(ctx, level, () => bindExpr(ctx, level, node.val))
    const expr = options.keepUnknown ? bound : textIfUnknown(ctx, bound)
    targets.push({
      expr,
      name:
        node.name
        ?? (node.val.SubLink?.subLinkType === 'EXPR_SUBLINK' && bound.kind === 'sublink'
          ? visibleTargets(bound.query)[0].name
          : figureName(node.val).name),
      resjunk: false,
      ...origin(ctx, expr),
    })
  }
  checkTargetCount(targets)
  return targets
}

/** @param {BindContext} ctx @param {Expr} expr @returns {Expr} */
export const textIfUnknown = (ctx, expr) =>
  expr.type === UNKNOWN ? (coerceType(ctx, expr, TEXT, -1, 'implicit', 'implicit', expr.location ?? -1) ?? expr) : expr

/**
 * Where a plain column comes from.
 * @param {BindContext} ctx
 * @param {Expr} expr
 * @returns {{ tableOid: number, attnum: number }}
 */
export function origin(ctx, expr) {
  if (expr.kind !== 'column') return { tableOid: 0, attnum: 0 }
  const entry = ctx.entryOf.get(expr.rt)
  if (!entry) return { tableOid: 0, attnum: 0 }
  if (entry.kind === 'relation' || entry.kind === 'new')
    return entry.relation ? { tableOid: entry.relation.oid, attnum: expr.attnum } : { tableOid: 0, attnum: 0 }
  const inner =
    entry.kind === 'subquery' && entry.query
      ? visibleTargets(entry.query)[expr.attnum - 1]
      : entry.cte && !entry.selfReference
        ? visibleTargets(entry.cte.query)[expr.attnum - 1]
        : null
  return inner ? { tableOid: inner.tableOid, attnum: inner.attnum } : { tableOid: 0, attnum: 0 }
}

/**
 * The name PostgreSQL gives an unnamed output column; strength 2 is a real name, 1 a guess that a better one overrides.
 * @param {any} node @returns {{ name: string, strength: number }}
 */
export function figureName(node) {
  const none = { name: '?column?', strength: 0 }
  if (!node) return none
  if (node.ColumnRef) {
    const fields = node.ColumnRef.fields.filter((/** @type {any} */ field) => field.String)
    return fields.length ? { name: fields[fields.length - 1].String.sval, strength: 2 } : none
  }
  if (node.A_Indirection) {
    const fields = node.A_Indirection.indirection.filter((/** @type {any} */ field) => field.String)
    return fields.length
      ? { name: fields[fields.length - 1].String.sval, strength: 2 }
      : figureName(node.A_Indirection.arg)
  }
  if (node.FuncCall) return { name: node.FuncCall.funcname[node.FuncCall.funcname.length - 1].String.sval, strength: 2 }
  if (node.A_Expr) return node.A_Expr.kind === 'AEXPR_NULLIF' ? { name: 'nullif', strength: 2 } : none
  if (node.TypeCast) {
    const inner = figureName(node.TypeCast.arg)
    if (inner.strength > 1) return inner
    const names = node.TypeCast.typeName.names
    return names ? { name: names[names.length - 1].String.sval, strength: 1 } : inner
  }
  if (node.CollateClause) return figureName(node.CollateClause.arg)
  if (node.GroupingFunc) return { name: 'grouping', strength: 2 }
  if (node.SubLink) {
    const link = node.SubLink
    if (link.subLinkType === 'EXISTS_SUBLINK') return { name: 'exists', strength: 2 }
    if (link.subLinkType === 'ARRAY_SUBLINK') return { name: 'array', strength: 2 }
    if (link.subLinkType !== 'EXPR_SUBLINK') return none
    let select = link.subselect.SelectStmt
    while (select?.larg) select = select.larg
    const first = select?.targetList?.[0]?.ResTarget
    if (first) return first.name ? { name: first.name, strength: 2 } : figureName(first.val)
    return select?.wideRows !== undefined || select?.valuesLists ? { name: 'column1', strength: 2 } : none
  }
  if (node.CaseExpr) {
    const inner = figureName(node.CaseExpr.defresult)
    return inner.strength > 1 ? inner : { name: 'case', strength: 1 }
  }
  if (node.A_ArrayExpr) return { name: 'array', strength: 2 }
  if (node.RowExpr) return { name: 'row', strength: 2 }
  if (node.CoalesceExpr) return { name: 'coalesce', strength: 2 }
  if (node.MinMaxExpr) return { name: node.MinMaxExpr.op === 'IS_LEAST' ? 'least' : 'greatest', strength: 2 }
  if (node.XmlSerialize) return { name: 'xmlserialize', strength: 2 }
  if (node.XmlExpr && node.XmlExpr.op !== 'IS_DOCUMENT') {
    return { name: node.XmlExpr.op.replace('IS_', '').toLowerCase(), strength: 2 }
  }
  if (node.SQLValueFunction)
    return {
      name: node.SQLValueFunction.op
        .replace(/^SVFOP_/, '')
        .replace(/_N$/, '')
        .toLowerCase(),
      strength: 2,
    }
  return none
}

/**
 * An expression of ORDER BY, GROUP BY, PARTITION BY or DISTINCT ON, which may be an output column's position or name.
 * @param {BindContext} ctx @param {Level} level @param {Expr} node @param {string} clause
 * @returns {Expr}
 */
export function groupingTarget(ctx, level, node, clause) {
  // Window definitions follow SQL99: expressions only.
  return bindExpr(ctx, level, node)
}

/** Those that only clauses use count. @param {readonly unknown[]} targets @throws {DbError} 54011 */
export function checkTargetCount(targets) {
  if (targets.length > TARGETS_MAX) throw tooManyColumns('target lists')
}

/**
 * The index in level.targets that an item of ORDER BY, GROUP BY or DISTINCT ON means, adding a hidden target when it is
 * none yet.
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {ParseNode} node
 * @param {'ORDER BY' | 'GROUP BY' | 'DISTINCT ON'} clause
 * @returns {number}
 */
export function targetIndex(ctx, level, node, clause) {
  const { targets } = level
  const fields = node.ColumnRef?.fields
  if (fields?.length === 1 && fields[0].String) {
    const name = fields[0].String.sval
    // GROUP BY prefers a column of FROM over an output name.
    const isInput =
      clause === 'GROUP BY'
      && level.items.some((item) => item.columnsVisible && item.columns.some((column) => column.name === name))
    if (!isInput) {
      let found = -1
      for (let at = 0; at < targets.length; at++) {
        if (targets[at].resjunk || targets[at].name !== name) continue
        if (found >= 0 && !sameExpr(targets[found].expr, targets[at].expr))
          throw located('42702', `${clause} "${name}" is ambiguous`, { location: node.ColumnRef.location ?? 0 })
        if (found < 0) found = at
      }
      if (found >= 0) {
        if (clause === 'GROUP BY') refuseAggregates(level, targets[found].expr)
        return found
      }
    }
  }
  if (node.A_Const) {
    const location = node.A_Const.location ?? 0
    if (!node.A_Const.ival) throw syntaxError(`non-integer constant in ${clause}`, { location })
    const position = node.A_Const.ival.ival ?? 0
    const visible = targets.findIndex((target, at) => !target.resjunk && at === position - 1)
    if (visible < 0) throw invalidColumnReference(`${clause} position ${position} is not in select list`, { location })
    if (clause === 'GROUP BY') refuseAggregates(level, targets[visible].expr)
    return visible
  }
  return addTarget(ctx, level, textIfUnknown(ctx, bindExpr(ctx, level, node)))
}

/**
 * Nothing of the select list that is known only after grouping can be grouped by.
 * @param {Level} level
 * @param {Expr} expr
 * @throws {DbError} 42803, 42P20
 */
function refuseAggregates(level, expr) {
  if (level.hasAggregates) {
    walk(expr, (node) => {
      if ((node.kind === 'agg' || node.kind === 'grouping') && node.owner === level)
        throw groupingError('aggregate functions are not allowed in GROUP BY', { location: node.location })
    })
  }
  if (!level.hasWindowCalls) return
  walk(expr, (node) => {
    if (node.kind === 'window')
      throw windowingError('window functions are not allowed in GROUP BY', { location: node.location })
    return node.kind === 'sublink'
  })
}

/** @param {BindContext} ctx @param {Level} level @param {Expr} expr @returns {number} */
function addTarget(ctx, level, expr) {
  const { targets } = level
  const known = targets.length < MANY_TARGETS ? targets.findIndex((target) => sameExpr(target.expr, expr))
    : targetsByKey(targets).get(exprKey(expr)) ?? -1
  if (known >= 0) return known
  targets.push({ expr, name: '', resjunk: true, tableOid: 0, attnum: 0 })
  return targets.length - 1
}

/** Of so many, comparing each key of a clause with each takes too long. */
const MANY_TARGETS = 32
/** @type {WeakMap<object, { keys: Map<string, number>, exprs: Expr[] }>} lists to what their targets were */
const KEYED = new WeakMap()

/**
 * Where an expression is first: keys are added with the targets, and made anew when one has become another.
 * @param {import('../../catalog/query.js').Target[]} targets
 * @returns {Map<string, number>}
 */
function targetsByKey(targets) {
  let known = KEYED.get(targets)
  let same = 0
  while (known !== undefined && same < known.exprs.length && known.exprs[same] === targets[same].expr) same++
  if (known === undefined || same < known.exprs.length) {
    known = { keys: new Map(), exprs: [] }
    KEYED.set(targets, known)
  }
  const { keys, exprs } = known
  for (let at = exprs.length; at < targets.length; at++) {
    const { expr } = targets[at]
    const key = exprKey(expr)
    if (!keys.has(key)) keys.set(key, at)
    exprs.push(expr)
  }
  return keys
}


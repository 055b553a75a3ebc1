/**
 * Aggregate calls and the rule of GROUP BY: which level an aggregate belongs to, what may stand inside it, and that
 * every column outside one is grouped.
 */
import { checkEqualityCollation, derivedCollation, inputCollation, withInput } from './collation.js'
import { FIRST_USER_OID, INT4, TEXT, UNKNOWN } from '../../../types/oids.js'
import {
  groupingError, wrongObjectType, undefinedFunction, undefinedObject, invalidColumnReference,
} from '../../../errors/syntax.js'
import { withoutSetsInCall } from './sets.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { coerceTo, coerceToBoolean } from './coerce.js'
import { coerceToCommon, commonType } from './common-type.js'
import { bindExpr } from './expressions.js'
import { completeArguments } from './functions.js'
import { equalityOf, sortKey } from '../sorting.js'
import { settledTypes } from '../../function-result.js'
import { columnsOf, walk, sameExpr, exprKey, startOf } from '../../expr-tools.js'
/** @import { Aggref } from '../../../catalog/expr.js' */

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../context.js').BindContext} BindContext */
/** @typedef {import('../context.js').Level} Level */

/** Clauses that refuse aggregates, as messages name them. */
export const REFUSED = /** @type {Record<string, string>} */ ({
  WHERE: 'WHERE', 'JOIN/ON': 'JOIN conditions', FROM: 'functions in FROM',
  'FROM SUBSELECT': 'FROM clause of their own query level', FILTER: 'FILTER', 'GROUP BY': 'GROUP BY', LIMIT: 'LIMIT',
  OFFSET: 'OFFSET', VALUES: 'VALUES', UPDATE: 'UPDATE', INSERT: 'INSERT', RETURNING: 'RETURNING',
  'window ROWS': 'window ROWS', 'window RANGE': 'window RANGE', 'window GROUPS': 'window GROUPS',
  'MERGE WHEN conditions': 'MERGE WHEN conditions', CHECK: 'check constraints', DEFAULT: 'DEFAULT expressions',
  ARGUMENT: 'DEFAULT expressions', INDEX: 'index expressions', STATISTICS: 'statistics expressions',
  'INDEX PREDICATE': 'index predicates', PARTITION: 'partition key expressions', BOUND: 'partition bound',
  GENERATED: 'column generation expressions', VALUES_INSERT: 'VALUES', VALUES_SINGLE: 'VALUES',
  TRANSFORM: 'transform expressions', POLICY: 'policy expressions', TRIGGER: 'trigger WHEN conditions',
  COPY: 'COPY FROM WHERE conditions', EXECUTE: 'EXECUTE parameters',
})

/** @param {BindContext} ctx @param {Expr} arg @throws {DbError} 42883 its values have no order */
function checkDistinct(ctx, arg) {
  if (arg.kind !== 'row') checkEqualityCollation(ctx, arg)
  const element = ctx.view.elementType(arg.type)
  equalityOf(ctx, arg.type, startOf(arg))
  if (ctx.catalog.orderingOps(arg.type) && (!element || ctx.catalog.orderingOps(element))) return
  throw undefinedFunction(`could not identify an ordering operator for type ${ctx.view.typeName(arg.type)}`, {
    location: startOf(arg),
    detail: 'Aggregates with DISTINCT must be able to sort their inputs.',
  })
}

/** @param {BindContext} ctx @param {Level} level @param {any} call from functions.js @returns {Expr} */
export function bindAggregate(ctx, level, call) {
  const { node, args, within, found, location, nested, lastSet } = call
  const { func } = found
  const aggregate = ctx.catalog.aggregate(func.oid)
  if (!aggregate) throw undefinedObject(`aggregate ${func.name} has no definition`, { location })
  if (aggregate.kind !== 'n') {
    if (!node.agg_within_group)
      throw wrongObjectType(`WITHIN GROUP is required for ordered-set aggregate ${func.name}`, { location })
    if (node.agg_distinct) throw featureNotSupported('DISTINCT with WITHIN GROUP')
  } else if (node.agg_within_group)
    throw wrongObjectType(`${func.name} is not an ordered-set aggregate, so it cannot have WITHIN GROUP`, { location })
  if (func.retset) throw wrongObjectType('aggregates may not return sets', { location })
  if (args.length === 0 && !node.agg_star && aggregate.kind === 'n' && func.argTypes.length === 0) {
    throw wrongObjectType(`${func.name}(*) must be used to call a parameterless aggregate function`, { location })
  }
  const directCount = aggregate.kind === 'n' ? 0 : args.length
  const given =
    aggregate.kind === 'h' ? unifyHypothetical(ctx, func.name, args, within, location) : [...args, ...within]
  const { converted, result } = completeArguments(ctx, found, given)
  const direct = converted.slice(0, directCount)
  const aggregated = converted.slice(directCount)
  // What is to be sorted has a type, also where the aggregate takes any.
  if (node.agg_distinct)
    aggregated.forEach((arg, at) => {
      if (arg.type === UNKNOWN) aggregated[at] = coerceTo(ctx, arg, TEXT, -1, 'implicit') ?? arg
    })
  const filter = node.agg_filter
    ? inClause(level, 'FILTER', () => coerceToBoolean(ctx, bindExpr(ctx, level, node.agg_filter), 'FILTER'))
    : null
  /** @type {import('../../../catalog/expr.js').SortKey[]} */
  let orderBy = []
  if (aggregate.kind !== 'n')
    orderBy = within.map((/** @type {unknown} */ _, /** @type {number} */ at) =>
      sortKey(ctx, aggregated[at], node.agg_order[at].SortBy),
    )
  else if (node.agg_order) {
    orderBy = node.agg_order.map((/** @type {any} */ item) =>
      sortKey(ctx, matchArgument(bindExpr(ctx, level, item.SortBy.node), args, aggregated), item.SortBy),
    )
    if (node.agg_distinct) {
      for (const key of orderBy) {
        if (!aggregated.some((arg) => sameExpr(arg, key.expr))) {
          throw invalidColumnReference(
            'in an aggregate with DISTINCT, ORDER BY expressions must appear in argument list',
            { location: key.expr.location },
          )
        }
      }
    }
  }
  if (node.agg_distinct) for (const arg of aggregated) checkDistinct(ctx, arg)
  const result_ = /** @type {import('../../../catalog/expr.js').Aggref} */ ({
    kind: 'agg',
    oid: func.oid,
    args: aggregated,
    directArgs: direct,
    distinct: node.agg_distinct === true,
    star: node.agg_star === true,
    variadic: found.expanded >= 0,
    orderBy,
    filter,
    levelsUp: 0,
    slot: -1,
    type: result,
    typmod: -1,
    collation: derivedCollation(ctx, result, aggregated),
    location,
    ...withInput(inputCollation(ctx, func, aggregated)),
    ...(func.oid >= FIRST_USER_OID
      ? {
          transType: settledTypes(
            ctx.catalog, func, converted.map((arg) => arg.type), [aggregate.transType],
          )[0],
        }
      : null),
  })
  if (func.oid >= FIRST_USER_OID) ctx.view.function(func.oid)
  withoutSetsInCall(level, lastSet, 'aggregate')
  const own = aggregateLevel(ctx, level, result_, location)
  if (own !== level) result_.levelsUp = levelsBetween(level, own)
  // Whose it is, for aggregates around it; no part of the expression.
  Object.defineProperty(result_, 'owner', { value: own })
  checkPlace(own, location, 'aggregate functions')
  if (own === level && nested.windows) {
    const within = { location: windowIn(aggregated)?.location ?? location }
    throw groupingError('aggregate function calls cannot contain window function calls', within)
  }
  own.hasAggregates = true
  return result_
}

/** The first call of a window function in some expressions. @param {Expr[]} exprs */
function windowIn(exprs) {
  /** @type {Expr | undefined} */
  let found
  walk(exprs, (node) => { if (node.kind === 'window') found ??= node })
  return found
}

/**
 * The row that a hypothetical-set aggregate adds and the sort columns have common types, pair by pair.
 * @param {BindContext} ctx
 * @param {string} name
 * @param {Expr[]} direct
 * @param {Expr[]} within
 * @param {number} location
 * @returns {Expr[]}
 */
function unifyHypothetical(ctx, name, direct, within, location) {
  if (direct.length !== within.length) {
    const types = [...direct, ...within].map((arg) => ctx.view.typeName(arg.type)).join(', ')
    throw undefinedFunction(`function ${name}(${types}) does not exist`, { location,
      hint: `To use the hypothetical-set aggregate ${name}, the number of hypothetical direct arguments (here ${direct.length}) must match the number of ordering columns (here ${within.length}).` })
  }
  const types = direct.map((arg, at) => commonType(ctx, [arg, within[at]], 'WITHIN GROUP'))
  // Each pair is sorted as one column: two explicit collations of it do not go together.
  direct.forEach((arg, at) => derivedCollation(ctx, types[at], [arg, within[at]]))
  return [...direct, ...within].map((arg, at) => coerceToCommon(ctx, arg, types[at % direct.length], 'WITHIN GROUP'))
}

/**
 * @param {Expr} expr
 * @param {Expr[]} written
 * @param {Expr[]} converted the ORDER BY of f(x ORDER BY x) sorts what f receives
 */
function matchArgument(expr, written, converted) {
  const at = written.findIndex((arg) => sameExpr(arg, expr))
  return at >= 0 ? converted[at] : expr
}

/** @template T @param {Level} level @param {string} clause @param {() => T} body @returns {T} */
export function inClause(level, clause, body) {
  const before = level.clause
  level.clause = clause
  try { return body() } finally { level.clause = before }
}

/** @param {Level} level @param {number} location @param {string} what */
function checkPlace(level, location, what) {
  const name = REFUSED[level.clause]
  if (name !== undefined) throw groupingError(`${what} are not allowed in ${name}`, { location })
}

/**
 * The innermost level whose columns or aggregates the arguments use; without any: this level.
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {import('../../../catalog/expr.js').Aggref} aggregate
 * @param {number} location
 * @returns {Level}
 */
function aggregateLevel(ctx, level, aggregate, location) {
  let innermost = level
  let depth = Infinity
  const take = (/** @type {Level | undefined} */ owner) => {
    const up = owner ? levelsBetween(level, owner) : -1
    if (owner && up >= 0 && up < depth) { depth = up; innermost = owner }
  }
  const inner = [
    ...aggregate.args, ...aggregate.orderBy.map((key) => key.expr), ...(aggregate.filter ? [aggregate.filter] : []),
  ]
  /** @type {any[]} */
  const aggregates = []
  walk(inner, (node) => {
    if (node.kind === 'column') take(ctx.levelOf.get(node.rt))
    else if (node.kind === 'agg') {
      take(node.owner)
      aggregates.push(node)
    }
  })
  for (const node of aggregates) if (node.owner === innermost) throw nestedAggregate(node.location ?? location)
  const upwards = levelsBetween(level, innermost)
  walk(aggregate.directArgs, (node) => {
    const owner = node.kind === 'column' ? ctx.levelOf.get(node.rt) : node.kind === 'agg' ? node.owner : undefined
    const up = owner ? levelsBetween(level, owner) : -1
    if (up < 0 || up > upwards) return
    if (node.kind === 'agg') throw nestedAggregate(node.location ?? location)
    if (up < upwards)
      throw groupingError('outer-level aggregate cannot contain a lower-level variable in its direct arguments', {
        location: node.location,
      })
  })
  return innermost
}

/** 42803. @param {number} location */
const nestedAggregate = (location) => groupingError('aggregate function calls cannot be nested', { location })

/** @param {Level} from @param {Level} to an ancestor @returns {number} -1 when it is none */
function levelsBetween(from, to) {
  let up = 0
  for (let level = /** @type {Level | null} */ (from); level; level = level.parent, up++) if (level === to) return up
  return -1
}

/**
 * Every column of this level outside an aggregate must be grouped (or depend on a grouped primary key).
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Expr[]} groupBy
 * @param {number[][] | null} groupingSets
 * @param {(Expr | null)[]} exprs
 * @returns {number[]} OIDs of the constraints of those primary keys
 */
export function checkGrouped(ctx, level, groupBy, groupingSets, exprs) {
  const keys = new Set(groupBy.map(exprKey))
  // A key that some set lacks decides nothing there.
  const always = groupBy.filter((_, at) => groupingSets === null || groupingSets.every((set) => set.includes(at)))
  const groupedColumns = new Set(always.flatMap((expr) => expr.kind === 'column' ? [`${expr.rt}.${expr.attnum}`] : []))
  const own = new Set([...level.entries, ...ctx.ruleRows.flatMap((item) => item.entry ?? [])].map((entry) => entry.rt))
  /** @type {Map<number, boolean>} */
  const dependent = new Map()
  /** @type {Set<number>} */
  const constraints = new Set()
  const functional = (/** @type {number} */ rt) => {
    let known = dependent.get(rt)
    if (known === undefined) {
      const entry = ctx.entryOf.get(rt)
      const primary = entry?.relation?.indexes?.find((/** @type {any} */ index) => index.primary)
      const attnums = primary?.keyAttnums ?? primary?.keys?.map((/** @type {any} */ key) => key.attnum)
      known =
        attnums !== undefined
        && attnums.every((/** @type {number} */ attnum) => groupedColumns.has(`${rt}.${attnum}`)) === true
      dependent.set(rt, known === true)
      if (known === true && primary.constraintOid > 0) constraints.add(primary.constraintOid)
    }
    return known === true
  }
  /** @param {any} node @param {boolean} nestedQuery @param {string} [detail] @returns {void} */
  const visit = (node, nestedQuery, detail) => {
    if (node === null || typeof node !== 'object') return
    if (Array.isArray(node)) { for (const item of node) visit(item, nestedQuery, detail); return }
    if (typeof node.kind === 'string' && node.type !== undefined) {
      if (node.kind === 'const' || node.kind === 'param') return
      if (node.kind === 'agg' && isOwnAggregate(node, nestedQuery)) {
        visit(
          node.directArgs, nestedQuery, 'Direct arguments of an ordered-set aggregate must use only grouped columns.',
        )
        return
      }
      if (node.kind === 'grouping') {
        if (node.owner !== level) return
        for (const arg of node.args)
          if (!keys.has(exprKey(arg)))
            throw groupingError('arguments to GROUPING must be grouping expressions of the associated query level', {
              location: startOf(arg),
            })
        return
      }
      // Below, only columns are known again.
      const { rt, attnum } =
        node.kind === 'column' ? node : node.kind === 'row' && node.syn?.attnum === 0 ? node.syn : NO_COLUMN
      if ((!nestedQuery || rt >= 0) && keys.has(exprKey(node))) return
      if (own.has(rt)) {
        if (functional(rt)) return
        const entry = ctx.entryOf.get(rt)
        const column = attnum > 0 ? entry?.columns[attnum - 1]?.name : SYSTEM_NAMES[attnum] ?? entry?.alias
        const shown = attnum === 0 ? `${entry?.alias}.*` : `${entry?.alias}.${column}`
        if (nestedQuery)
          throw groupingError(`subquery uses ungrouped column "${shown}" from outer query`, { location: node.location })
        throw groupingError(
          `column "${shown}" must appear in the GROUP BY clause or be used in an aggregate function`,
          { location: node.location, detail },
        )
      }
      if (node.kind === 'sublink') { visit(node.test, nestedQuery); visit(node.query, true); return }
    }
    for (const field in node) {
      const value = node[field]
      if (
        value !== null && typeof value === 'object' && field !== 'relation' && field !== 'tree' && field !== 'value'
        && field !== 'cte'
      )
        visit(value, nestedQuery, detail)
    }
  }
  for (const expr of exprs) visit(expr, false)
  return [...constraints]
}

const NO_COLUMN = { rt: -1, attnum: -1 }

/** @param {Aggref} node @param {boolean} nestedQuery */
const isOwnAggregate = (node, nestedQuery) => nestedQuery ? node.levelsUp > 0 : node.levelsUp === 0

export const SYSTEM_NAMES = /** @type {Record<number, string>} */ ({
  '-1': 'ctid', '-2': 'xmin', '-3': 'cmin', '-4': 'xmax', '-5': 'cmax', '-6': 'tableoid',
})

/** GROUPING(a, b). @param {BindContext} ctx @param {Level} level @param {any} node @returns {Expr} */
export function bindGrouping(ctx, level, node) {
  if ((node.args?.length ?? 0) > 31)
    throw groupingError('GROUPING must have fewer than 32 arguments', { location: node.location })
  const args = (node.args ?? []).map((/** @type {any} */ arg) => bindExpr(ctx, level, arg))
  let owner = level
  let depth = Infinity
  for (const column of columnsOf(args)) {
    const of = ctx.levelOf.get(column.rt)
    const up = of ? levelsBetween(level, of) : -1
    if (of && up >= 0 && up < depth) { depth = up; owner = of }
  }
  checkPlace(owner, node.location ?? 0, 'grouping operations')
  owner.hasAggregates = true
  const call = /** @type {import('../../../catalog/expr.js').GroupingCall} */ ({
    kind: 'grouping', args, slot: -1, type: INT4, typmod: -1, collation: 0, location: node.location ?? 0,
  })
  Object.defineProperty(call, 'owner', { value: owner })
  return call
}


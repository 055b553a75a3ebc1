/**
 * Window calls and window definitions: OVER (…), the WINDOW clause, frames.
 */
import { checkEqualityCollation, derivedCollation, inputCollation, withInput } from './collation.js'
import { DbError, featureNotSupported } from '../../../errors/db-error.js'
import { FIRST_USER_OID, FLOAT8, INT2, INT4, INT8, INTERVAL, NUMERIC, UNKNOWN } from '../../../types/oids.js'
import {
  invalidColumnReference, windowingError, undefinedObject, notSupportedAt, wrongObjectType,
} from '../../../errors/syntax.js'
import { canCoerce, coerceToSpecific, coerceToBoolean, coerceTo } from './coerce.js'
import { bindExpr } from './expressions.js'
import { completeArguments } from './functions.js'
import { inClause } from './aggregates.js'
import { withoutSetsInCall } from './sets.js'
import { settledTypes } from '../../function-result.js'
import { sortKey, equalityOf, sortable } from '../sorting.js'
import { groupingTarget } from '../targets.js'
import { exprKey, columnsOf, startOf } from '../../expr-tools.js'

/** @import { FuncDesc } from '../../../catalog/descriptors.js' */
/** @import { Tree } from '../../../parser/tree.js' */
/** @import { ParseNode } from '../../../parser/tree.js' */
/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../../catalog/query.js').WindowSpec} WindowSpec */
/** @typedef {import('../context.js').BindContext} BindContext */
/** @typedef {import('../context.js').Level} Level */

const REFUSED = /** @type {Record<string, string>} */ ({
  WHERE: 'WHERE', 'JOIN/ON': 'JOIN conditions', FROM: 'functions in FROM', HAVING: 'HAVING', FILTER: 'FILTER',
  'GROUP BY': 'GROUP BY', LIMIT: 'LIMIT', OFFSET: 'OFFSET', VALUES: 'VALUES', VALUES_INSERT: 'VALUES',
  VALUES_SINGLE: 'VALUES', UPDATE: 'UPDATE', RETURNING: 'RETURNING', window: 'window definitions',
  'MERGE WHEN conditions': 'MERGE WHEN conditions', CHECK: 'check constraints', DEFAULT: 'DEFAULT expressions',
  ARGUMENT: 'DEFAULT expressions', INDEX: 'index expressions', STATISTICS: 'statistics expressions',
  'INDEX PREDICATE': 'index predicates', PARTITION: 'partition key expressions', BOUND: 'partition bound',
  GENERATED: 'column generation expressions', TRANSFORM: 'transform expressions', POLICY: 'policy expressions',
  TRIGGER: 'trigger WHEN conditions', COPY: 'COPY FROM WHERE conditions', EXECUTE: 'EXECUTE parameters',
})

/** FRAMEOPTION_DEFAULTS: RANGE UNBOUNDED PRECEDING, not written. */
const FRAME_DEFAULTS = 1058

/** @param {BindContext} ctx @param {Level} level @param {any} call from functions.js @returns {Expr} */
export function bindWindowCall(ctx, level, call) {
  const { node, args, found, location, nested, lastSet } = call
  const { func } = found
  if (node.agg_distinct) throw notSupportedAt('DISTINCT is not implemented for window functions', { location })
  if (func.kind === 'a' && !node.agg_star && func.argTypes.length === 0)
    throw wrongObjectType(`${func.name}(*) must be used to call a parameterless aggregate function`, { location })
  if (node.agg_within_group)
    throw notSupportedAt('OVER is not supported for ordered-set aggregate ' + func.name, { location })
  if (node.agg_order) throw notSupportedAt('aggregate ORDER BY is not implemented for window functions', { location })
  if (node.agg_filter && func.kind === 'w')
    throw notSupportedAt('FILTER is not implemented for non-aggregate window functions', { location })
  const refused = REFUSED[level.clause]
  if (refused) throw windowingError(`window functions are not allowed in ${refused}`, { location })
  if (nested.windows) throw windowingError('window function calls cannot be nested', { location })
  withoutSetsInCall(level, lastSet, 'window')
  const { converted, result } = completeArguments(ctx, found, args)
  const filter = node.agg_filter
    ? inClause(level, 'FILTER', () => coerceToBoolean(ctx, bindExpr(ctx, level, node.agg_filter), 'FILTER'))
    : null
  const window = windowIndex(ctx, level, node.over)
  level.hasWindowCalls = true
  return {
    kind: 'window', oid: func.oid, args: converted, star: node.agg_star === true, filter, window, slot: -1,
    type: result, typmod: -1, collation: derivedCollation(ctx, result, converted), location,
    ...withInput(inputCollation(ctx, func, converted)),
    ...(func.kind === 'a' ? { aggregate: true, ...ownState(ctx, func, converted) } : null),
  }
}

/**
 * PostgreSQL looks into windows when the rest of the query is bound: what is wrong with one is told by
 * `checkUnusedWindows`, unless something else is wrong first.
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Tree<import('@pgsql/types').WindowDef>} over
 * @returns {number} index in level.windows
 */
function windowIndex(ctx, level, over) {
  const { clause, lastSet } = level
  try {
    return boundWindow(ctx, level, over)
  } catch (error) {
    if (!(error instanceof DbError)) throw error
    if (over.name && level.windowDefinitions.every((item) => item.WindowDef.name !== over.name)) throw error
    level.clause = clause
    level.lastSet = lastSet
    level.windowError ??= error
    return 0
  }
}

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Tree<import('@pgsql/types').WindowDef>} over
 * @returns {number} index in level.windows
 */
function boundWindow(ctx, level, over) {
  const plainName = over.name && !over.refname
  if (plainName) {
    const at = level.windowDefinitions.findIndex((item) => item.WindowDef.name === over.name)
    if (at < 0) throw undefinedObject(`window "${over.name}" does not exist`, { location: over.location ?? 0 })
    level.windowNames ??= new Map()
    const known = level.windowNames.get(over.name)
    if (known !== undefined) return known
    const spec = bindWindow(ctx, level, level.windowDefinitions[at].WindowDef, level.windowDefinitions.slice(0, at))
    level.windows.push({ ...spec, definition: at })
    level.windowNames.set(over.name, level.windows.length - 1)
    return level.windows.length - 1
  }
  const spec = bindWindow(ctx, level, over, level.windowDefinitions)
  const key = exprKey({ ...spec, name: null, definition: 0 })
  const same = level.windows.findIndex((other) => exprKey({ ...other, name: null, definition: 0 }) === key)
  if (same >= 0) return same
  level.windows.push(spec)
  return level.windows.length - 1
}

/**
 * Definitions no call uses are still checked, and kept for printing.
 * @param {BindContext} ctx
 * @param {Level} level
 * @returns {WindowSpec[]}
 * @throws {DbError} what is wrong with any window
 */
export function checkUnusedWindows(ctx, level) {
  const names = new Set()
  const unused = level.windowDefinitions.flatMap((item, at) => {
    const definition = item.WindowDef
    if (names.has(definition.name))
      throw windowingError(`window "${definition.name}" is already defined`, { location: definition.location ?? 0 })
    names.add(definition.name)
    return level.windowNames?.has(definition.name)
      ? []
      : [{ ...bindWindow(ctx, level, definition, level.windowDefinitions.slice(0, at)), definition: at }]
  })
  if (level.windowError !== null) throw level.windowError
  return unused
}

const FRAME = {
  NONDEFAULT: 1, RANGE: 2, ROWS: 4, GROUPS: 8, BETWEEN: 0x10, START_UNBOUNDED_PRECEDING: 0x20,
  END_UNBOUNDED_PRECEDING: 0x40, START_UNBOUNDED_FOLLOWING: 0x80, END_UNBOUNDED_FOLLOWING: 0x100, START_CURRENT: 0x200,
  END_CURRENT: 0x400, START_OFFSET_PRECEDING: 0x800, END_OFFSET_PRECEDING: 0x1000, START_OFFSET_FOLLOWING: 0x2000,
  END_OFFSET_FOLLOWING: 0x4000, EXCLUDE_CURRENT: 0x8000, EXCLUDE_GROUP: 0x10000, EXCLUDE_TIES: 0x20000,
}

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Tree<import('@pgsql/types').WindowDef>} node
 * @param {any[]} visible earlier definitions
 * @returns {WindowSpec}
 */
function bindWindow(ctx, level, node, visible) {
  const location = node.location ?? 0
  const { lastSet } = level
  return inClause(level, 'window', () => {
    let base = null
    if (node.refname) {
      const at = visible.findIndex((item) => item.WindowDef.name === node.refname)
      if (at < 0) throw undefinedObject(`window "${node.refname}" does not exist`, { location })
      base = bindWindow(ctx, level, visible[at].WindowDef, visible.slice(0, at))
      if (node.partitionClause)
        throw windowingError(`cannot override PARTITION BY clause of window "${node.refname}"`, { location })
      if (node.orderClause && base.orderBy.length)
        throw windowingError(`cannot override ORDER BY clause of window "${node.refname}"`, { location })
      if (base.frame.explicit) {
        const addsNothing = node.name === undefined && !node.orderClause && node.frameOptions === FRAME_DEFAULTS
        const hint = addsNothing ? 'Omit the parentheses in this OVER clause.' : undefined
        throw windowingError(`cannot copy window "${node.refname}" because it has a frame clause`, { location, hint })
      }
    }
    const partitionBy = base ? base.partitionBy : (node.partitionClause ?? []).map((/** @type {any} */ item) => {
      const expr = sortable(ctx, groupingTarget(ctx, level, item, 'PARTITION BY'))
      equalityOf(ctx, expr.type, startOf(expr))
      checkEqualityCollation(ctx, expr)
      return expr
    })
    /** @type {import('../../../catalog/expr.js').SortKey[]} */
    const orderBy = node.orderClause
      ? node.orderClause.map((/** @type {any} */ item) =>
          sortKey(ctx, groupingTarget(ctx, level, item.SortBy.node, 'ORDER BY'), item.SortBy),
        )
      : base
        ? base.orderBy
        : []
    if (orderBy.some((key) => ctx.catalog.userComparison(key.opOid) !== null))
      throw featureNotSupported("a window ordered by an operator of a user's family")
    const frame = bindFrame(ctx, level, node, orderBy, location)
    level.lastSet = lastSet
    return {
      name: node.name ?? null, partitionBy, orderBy, frame,
      ...(base ? { refName: node.refname, copiedOrder: !node.orderClause } : null),
    }
  })
}

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {any} node
 * @param {import('../../../catalog/expr.js').SortKey[]} orderBy
 * @param {number} location
 * @returns {import('../../../catalog/query.js').WindowFrame}
 */
function bindFrame(ctx, level, node, orderBy, location) {
  const options = node.frameOptions ?? 0
  const mode = options & FRAME.ROWS ? 'rows' : options & FRAME.GROUPS ? 'groups' : 'range'
  const explicit = (options & FRAME.NONDEFAULT) !== 0
  if (mode === 'groups' && explicit && orderBy.length === 0)
    throw windowingError('GROUPS mode requires an ORDER BY clause', { location })
  const offsets =
    (options
      & (FRAME.START_OFFSET_PRECEDING
        | FRAME.START_OFFSET_FOLLOWING
        | FRAME.END_OFFSET_PRECEDING
        | FRAME.END_OFFSET_FOLLOWING))
    !== 0
  /** @type {{ start: number, end: number }} */
  const functions = { start: 0, end: 0 }
  if (mode === 'range' && offsets && orderBy.length !== 1)
    throw windowingError('RANGE with offset PRECEDING/FOLLOWING requires exactly one ORDER BY column', { location })
  const offset = (/** @type {ParseNode} */ item, /** @type {'start' | 'end'} */ side) => {
    if (!item) return null
    return inClause(level, `window ${mode.toUpperCase()}`, () => {
      const expr = bindExpr(ctx, level, item)
      if (columnsOf(expr).some((column) => ctx.levelOf.get(column.rt) === level)) {
        throw invalidColumnReference(`argument of ${mode.toUpperCase()} must not contain variables`, {
          location: startOf(expr),
        })
      }
      if (mode !== 'range') return coerceToSpecific(ctx, expr, INT8, mode.toUpperCase())
      const key = orderBy[0].expr.type
      const inRange = inRangeFunction(ctx, key, expr)
      functions[side] = inRange.func
      return coerceTo(ctx, expr, inRange.offsetType, -1, 'implicit') ?? expr
    })
  }
  const start =
    options & FRAME.START_UNBOUNDED_PRECEDING
      ? 'unboundedPreceding'
      : options & FRAME.START_OFFSET_PRECEDING
        ? 'preceding'
        : options & FRAME.START_OFFSET_FOLLOWING
          ? 'following'
          : options & FRAME.START_UNBOUNDED_FOLLOWING
            ? 'unboundedFollowing'
            : 'current'
  const end =
    options & FRAME.END_UNBOUNDED_FOLLOWING
      ? 'unboundedFollowing'
      : options & FRAME.END_OFFSET_PRECEDING
        ? 'preceding'
        : options & FRAME.END_OFFSET_FOLLOWING
          ? 'following'
          : options & FRAME.END_UNBOUNDED_PRECEDING
            ? 'unboundedPreceding'
            : 'current'
  const startBound = {
    kind: /** @type {any} */ (explicit || options ? start : 'unboundedPreceding'),
    offset: offset(node.startOffset, 'start'),
  }
  const endBound = { kind: /** @type {any} */ (end), offset: offset(node.endOffset, 'end') }
  return { mode, start: startBound, end: endBound, exclude: options & FRAME.EXCLUDE_CURRENT ? 'current' : options & FRAME.EXCLUDE_GROUP ? 'group' : options & FRAME.EXCLUDE_TIES ? 'ties' : 'none',
    explicit, between: (options & FRAME.BETWEEN) !== 0, inRangeFunc: functions.start, inRangeEndFunc: functions.end }
}

/** Types an offset may have: those in_range functions take. */
const OFFSET_TYPES = [INT2, INT4, INT8, FLOAT8, NUMERIC, INTERVAL]

/**
 * The in_range support function for a sort column and an offset: the one for the offset's own type (int8 for an untyped
 * literal), else the only one it converts to.
 * @param {BindContext} ctx @param {number} key @param {Expr} offset @returns {{ func: number, offsetType: number }}
 */
function inRangeFunction(ctx, key, offset) {
  const ops = ctx.catalog.orderingOps(key)
  const found = OFFSET_TYPES.flatMap((type) => {
    const func = ops ? ctx.catalog.familyFunction(ops.family, ops.inputType, type, 3) : undefined
    return func ? [{ func, offsetType: type }] : []
  })
  const column = `RANGE with offset PRECEDING/FOLLOWING is not supported for column type ${ctx.view.typeName(key)}`
  if (found.length === 0) throw notSupportedAt(column, { location: startOf(offset) })
  const usable = found.filter((item) => canCoerce(ctx, [offset.type], [item.offsetType], 'implicit'))
  if (usable.length === 0)
    throw notSupportedAt(`${column} and offset type ${ctx.view.typeName(offset.type)}`, {
      location: startOf(offset),
      hint: 'Cast the offset value to an appropriate type.',
    })
  const preferred =
    usable.find((item) => item.offsetType === (offset.type === UNKNOWN ? INT8 : offset.type))
    ?? usable[usable.length - 1]
  if (usable.length > 1 && preferred.offsetType !== (offset.type === UNKNOWN ? INT8 : offset.type)) {
    throw notSupportedAt(`RANGE with offset PRECEDING/FOLLOWING has multiple interpretations for column type ${ctx.view.typeName(key)} and offset type ${ctx.view.typeName(offset.type)}`,
      { location: startOf(offset), hint: 'Cast the offset value to the exact intended type.' })
  }
  return preferred
}

/**
 * The state's type of a user's aggregate, settled by this call.
 * @param {BindContext} ctx
 * @param {FuncDesc} func
 * @param {Expr[]} args
 */
function ownState(ctx, func, args) {
  const own = func.oid < FIRST_USER_OID ? undefined : ctx.catalog.aggregate(func.oid)
  if (own === undefined) return null
  return { transType: settledTypes(ctx.catalog, func, args.map((arg) => arg.type), [own.transType])[0] }
}

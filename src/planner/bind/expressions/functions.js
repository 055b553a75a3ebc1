/**
 * Function calls: which pg_proc row a name and its arguments mean (named and default arguments, VARIADIC, polymorphic
 * types), and what kind of call it is: plain, aggregate, window, or a type name used as a cast.
 */
import { derivedCollation, inputCollation, namedCollation, withInput } from './collation.js'
import { ANY, FIRST_USER_OID, VOID } from '../../../types/oids.js'
import {
  wrongObjectType, undefinedObject, datatypeMismatch, syntaxError, tooManyArguments, notSupportedAt,
} from '../../../errors/syntax.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { solve, convertArgument } from './operators.js'
import { nameParts } from './typename.js'
import { bindExpr } from './expressions.js'
import { bindAggregate } from './aggregates.js'
import { allowSet } from './sets.js'
import { bindWindowCall } from './windows.js'
import { parseDefaults } from '../stored.js'
import { startOf } from '../../expr-tools.js'
import { columnProjection, castCall, missing } from './field-notation.js'
import { resolveFunction, inputNames } from './function-candidates.js'

/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { BindContext, Level } from '../context.js' */
/** @import { FunctionInfo } from '../../catalog-view.js' */

/**
 * @typedef {object} Candidate a function as one call could use it
 * @property {FunctionInfo} func
 * @property {number[]} types declared, one per argument of the call in the function's order, VARIADIC expanded
 * @property {number[] | null} order position in the call of each argument (named notation), -1: the default
 * @property {number} defaults how many arguments take their default
 * @property {boolean} [ambiguous] another function takes the same arguments as well
 * @property {number} positional how many arguments were given without a name
 * @property {number} expanded how many arguments the variadic one swallowed, -1: not expanded
 */

/** @typedef {{ name: string, schema: string | null, args: Expr[], argNames: string[], variadic: boolean, location:
 *   number, procedures?: boolean }} FunctionRequest procedures: CALL,
 *   whose arguments stand for OUT ones too
 */
/** Parameters of type void are what drivers send for OUT arguments: they are left out. @param {Expr} arg */
const isPassed = (arg) => arg.kind !== 'param' || arg.type !== VOID

/** @param {BindContext} ctx @param {Level} level @param {any} node FuncCall @returns {Expr} */
export function bindFuncCall(ctx, level, node) {
  const location = node.location ?? 0
  const parts = nameParts(node.funcname)
  const name = parts[parts.length - 1]
  if (parts.length > 3)
    throw syntaxError(`improper qualified name (too many dotted names): ${parts.join('.')}`, { location })
  const schema = parts.length > 1 ? parts[parts.length - 2] : null
  const argNodes = node.args ?? []
  if (argNodes.length > 100) throw tooManyArguments('cannot pass more than 100 arguments to a function', { location })
  /** @type {string[]} */
  const argNames = []
  for (const arg of argNodes) {
    if (arg.NamedArgExpr) {
      if (argNames.includes(arg.NamedArgExpr.name))
        throw syntaxError(`argument name "${arg.NamedArgExpr.name}" used more than once`, {
          location: arg.NamedArgExpr.location,
        })
      argNames.push(arg.NamedArgExpr.name)
    } else if (argNames.length > 0)
      throw syntaxError('positional argument cannot follow named argument', {
        location: Object.values(arg)[0]?.location ?? location,
      })
  }
  const isAggregateSyntax =
    node.agg_star || node.agg_distinct || node.agg_order || node.agg_filter || node.agg_within_group
  // Arguments of aggregates and window functions are bound in place; whether it is one is known only by name, so
  // remember what was inside.
  const before = { aggregates: level.hasAggregates, windows: level.hasWindowCalls }
  const { lastSet } = level
  level.hasAggregates = false
  level.hasWindowCalls = false
  const args = argNodes
    .map((/** @type {any} */ arg) => bindExpr(ctx, level, arg.NamedArgExpr ? arg.NamedArgExpr.arg : arg))
    .filter(argNames.length === 0 ? isPassed : () => true)
  const within = node.agg_within_group
    ? (node.agg_order ?? []).map((/** @type {any} */ item) => bindExpr(ctx, level, item.SortBy.node))
    : []
  const nested = { aggregates: level.hasAggregates, windows: level.hasWindowCalls }
  level.hasAggregates = before.aggregates || nested.aggregates
  level.hasWindowCalls = before.windows || nested.windows
  const allArgs = [...args, ...within]
  const projection =
    args.length === 1 && !schema && !isAggregateSyntax && !node.over && !node.func_variadic
      ? columnProjection(ctx, args[0], name, location)
      : null
  const found = resolveFunction(ctx, {
    name, schema, args: allArgs, argNames, variadic: node.func_variadic === true, location,
  })
  if (found === null) {
    if (projection) return projection
    const cast = castCall(ctx, name, schema, args, isAggregateSyntax || node.over, location)
    if (cast) return cast
    throw missing(ctx, schema ? `${schema}.${name}` : name, allArgs, argNames, node, location)
  }
  const { func } = found
  if (node.func_variadic && func.variadicType === ANY) {
    const last = args[args.length - 1]
    if (!ctx.view.elementType(ctx.view.baseType(last.type)))
      throw datatypeMismatch('VARIADIC argument must be an array', { location: startOf(last) })
  }
  const call = { node, args, within, found, location, nested, lastSet }
  if (func.kind === 'p') {
    throw wrongObjectType(
      `${found.func.name}(${allArgs.map((arg) => ctx.view.typeName(arg.type)).join(', ')}) is a procedure`,
      { location, hint: 'To call a procedure, use CALL.' },
    )
  }
  if (func.kind === 'a' && !node.over && argNames.length > 0)
    throw notSupportedAt('aggregates cannot use named arguments', { location })
  if (func.kind === 'a') return node.over ? bindWindowCall(ctx, level, call) : bindAggregate(ctx, level, call)
  const shown = `${name}`
  if (node.agg_star)
    throw wrongObjectType(`${shown}(*) specified, but ${shown} is not an aggregate function`, { location })
  if (node.agg_distinct)
    throw wrongObjectType(`DISTINCT specified, but ${shown} is not an aggregate function`, { location })
  if (node.agg_within_group)
    throw wrongObjectType(`WITHIN GROUP specified, but ${shown} is not an aggregate function`, { location })
  if (node.agg_order)
    throw wrongObjectType(`ORDER BY specified, but ${shown} is not an aggregate function`, { location })
  if (func.kind === 'w') {
    if (!node.over) throw wrongObjectType(`window function ${shown} requires an OVER clause`, { location })
    return bindWindowCall(ctx, level, call)
  }
  if (node.agg_filter)
    throw wrongObjectType(`FILTER specified, but ${shown} is not an aggregate function`, { location })
  if (node.over)
    throw wrongObjectType(`OVER specified, but ${shown} is not a window function nor an aggregate function`, {
      location,
    })
  return plainCall(ctx, level, found, args, location, node.funcformat, lastSet)
}

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Candidate} found
 * @param {Expr[]} args
 * @param {number} location
 * @param {string} [format]
 * @param {import('./sets.js').LastSet} [lastSet] the last set before its arguments
 * @returns {Expr}
 */
export function plainCall(ctx, level, found, args, location, format, lastSet = level.lastSet) {
  const { func } = found
  if (func.oid >= FIRST_USER_OID) ctx.view.dependsOn(func.oid, func.version)
  const { converted, result, written } = completeArguments(ctx, found, args)
  if (func.retset) allowSet(ctx, level, location, lastSet)
  const input =
    func.source === 'pg_collation_for' ? namedCollation(ctx, converted[0]) : inputCollation(ctx, func, converted)
  return {
    kind: 'func', oid: func.oid, args: converted, variadic: spreads(found), retset: func.retset, type: result,
    typmod: -1, collation: derivedCollation(ctx, result, converted), display: 'call', location, ...withInput(input),
    ...(format === 'COERCE_SQL_SYNTAX' ? { sqlSyntax: true } : null), ...(written ? { written } : null),
  }
}

/**
 * Whether the last argument is an array to be spread: written VARIADIC, or made of several arguments (VARIADIC "any"
 * takes those as they are).
 * @param {Candidate} found
 */
const spreads = ({ func, expanded, types }) =>
  func.variadicType === ANY
    ? expanded < 0
    : func.variadicType !== 0 && (expanded >= 0 || types.length === func.argTypes.length)

/**
 * Arguments in the function's order, converted, with defaults and VARIADIC's array.
 * @param {BindContext} ctx
 * @param {Candidate} found
 * @param {Expr[]} args
 * @returns {{ converted: Expr[], result: number, written: import('../../../catalog/expr.js').FuncCall['written'] }}
 */
export function completeArguments(ctx, found, args) {
  const { func } = found
  let ordered = args
  /** @type {import('../../../catalog/expr.js').FuncCall['written']} */
  let written
  if (found.order || found.defaults > 0) {
    const defaults = parseDefaults(ctx, func)
    const total = found.types.length
    const order = found.order ?? Array.from({ length: total }, (_, at) => at < args.length ? at : -1)
    ordered = order.map((from, at) => {
      if (from >= 0) return args[from]
      const value = defaults[at - (func.argTypes.length - defaults.length)]
      if (value === undefined) throw featureNotSupported(`the default argument ${at + 1} of function ${func.name}`)
      return value
    })
    const names = inputNames(func)
    written = args.map((_, from) => ({
      at: order.indexOf(from),
      name: found.order && from >= found.positional ? names[order.indexOf(from)] : null,
    }))
  }
  const { types, result } = solve(ctx, ordered, found.types, func.returnType)
  let converted = ordered.map((arg, at) => convertArgument(ctx, arg, types[at]))
  if (found.expanded >= 0 && func.variadicType !== ANY) {
    const fixed = func.argTypes.length - 1
    const elements = converted.slice(fixed)
    const elementType = types[fixed] ?? elements[0]?.type
    const arrayType = ctx.view.arrayType(elementType)
    if (!arrayType) {
      throw undefinedObject(`could not find array type for data type ${ctx.view.typeName(elementType)}`,
        { location: startOf(elements[0]) })
    }
    const array = /** @type {Expr} */ ({
      kind: 'array', elementType, elements, multidims: false, type: arrayType, typmod: -1, collation: 0,
      location: elements[0]?.location ?? -1,
    })
    converted = [...converted.slice(0, fixed), array]
  }
  return { converted, result, written }
}

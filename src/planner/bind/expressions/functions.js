/**
 * Function calls: which pg_proc row a name and its arguments mean (named and default arguments, VARIADIC, polymorphic
 * types), and what kind of call it is: plain, aggregate, window, or a type name used as a cast.
 */
import { derivedCollation, inputCollation, namedCollation, withInput } from './collation.js'
import { ANY, FIRST_USER_OID, UNKNOWN, VOID, RECORD } from '../../../types/oids.js'
import {
  undefinedFunction, ambiguousFunction, wrongObjectType, undefinedObject, undefinedSchema, datatypeMismatch,
  syntaxError, tooManyArguments, undefinedColumn, notSupportedAt,
} from '../../../errors/syntax.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { matchable, selectCandidate } from './candidates.js'
import { coerceTo, pathway } from './coerce.js'
import { solve, convertArgument } from './operators.js'
import { nameParts } from './typename.js'
import { bindExpr } from './expressions.js'
import { bindAggregate } from './aggregates.js'
import { allowSet } from './sets.js'
import { bindWindowCall } from './windows.js'
import { parseDefaults } from '../stored.js'
import { polymorphicOutput } from '../from-functions.js'
import { namesSchema } from '../named-schemas.js'
import { startOf } from '../../expr-tools.js'
/** @import { Tree } from '../../../parser/tree.js' */

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../context.js').BindContext} BindContext */
/** @typedef {import('../context.js').Level} Level */
/** @typedef {import('../../catalog-view.js').FunctionInfo} FunctionInfo */

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

/**
 * @param {BindContext} ctx
 * @param {FunctionRequest} call
 * @returns {Candidate | null} null: no such function takes these arguments
 * @throws 42725 ambiguous
 */
export function resolveFunction(ctx, call) {
  const { name, schema, args, location } = call
  const candidates = functionCandidates(ctx, call)
  if (candidates.length === 0) return null
  const actual = args.map((arg) => arg.type)
  const positional = args.length - call.argNames.length
  const shown = (/** @type {number} */ type, /** @type {number} */ at) =>
    `${at < positional ? '' : `${call.argNames[at - positional]} => `}${ctx.view.typeName(type)}`
  const notUnique = () =>
    ambiguousFunction(`function ${schema ? `${schema}.` : ''}${name}(${actual.map(shown).join(', ')}) is not unique`, {
      location,
      hint: 'Could not choose a best candidate function. You might need to add explicit type casts.',
    })
  const only = (/** @type {Candidate} */ candidate) => {
    if (candidate.ambiguous) throw notUnique()
    return candidate
  }
  const exact = candidates.filter((candidate) =>
    callTypes(candidate, actual.length).every((type, at) => type === actual[at]),
  )
  if (exact.length > 0) return only(exact[0])
  if (args.length === 1 && call.argNames.length === 0 && castApplies(ctx, name, schema, args[0])) return null
  const listed = candidates.map((candidate) => ({ candidate, types: callTypes(candidate, actual.length) }))
  const fitting = matchable(ctx, actual, listed)
  if (fitting.length === 0) return null
  if (fitting.length === 1) return only(fitting[0].candidate)
  const best = selectCandidate(ctx, actual, fitting)
  if (best) return only(best.candidate)
  throw notUnique()
}

/**
 * Declared types in the order the call wrote its arguments.
 * @param {Candidate} candidate
 * @param {number} count
 * @returns {number[]}
 */
function callTypes(candidate, count) {
  if (!candidate.order) return candidate.types.slice(0, count)
  const types = new Array(count)
  candidate.order.forEach((from, at) => { if (from >= 0) types[from] = candidate.types[at] })
  return types
}

/** @param {BindContext} ctx @param {FunctionRequest} call @returns {Candidate[]} */
function functionCandidates(ctx, call) {
  /** @type {FunctionInfo[]} */
  let functions
  if (call.schema) {
    namesSchema(ctx, call.schema, call.location ?? -1)
    const namespace = ctx.catalog.namespaceByName(call.schema)
    if (!namespace) throw undefinedSchema(call.schema, { location: call.location })
    functions = ctx.view.functionsNamed(call.name, call.schema)
  } else functions = ctx.view.functionsNamed(call.name, null)
  if (call.procedures)
    functions = functions.map((func) =>
      func.kind === 'p' && func.allArgTypes.length > 0 ? { ...func, argTypes: func.allArgTypes, argModes: [] } : func,
    )
  const count = call.args.length
  /** @type {Candidate[]} */
  const found = []
  /** @type {Set<string>} functions earlier in the search path hide later ones with the same arguments */
  const seen = new Set()
  for (const func of functions) {
    const total = func.argTypes.length
    const positional = count - call.argNames.length
    /** @type {Candidate | null} */
    let candidate = null
    // Names cannot be those of what a variadic argument swallows.
    if (call.argNames.length > 0)
      candidate = func.variadicType !== 0 && !call.variadic ? null : namedCandidate(func, call, positional)
    else if (total === count) {
      candidate = { func, types: func.argTypes, order: null, defaults: 0, expanded: -1, positional: count }
      if (func.variadicType !== 0 && !call.variadic) candidate = null
    } else if (total > count && total - func.defaultCount <= count) {
      candidate = { func, types: func.argTypes, order: null, defaults: total - count, expanded: -1, positional: count }
    }
    if (
      candidate === null && func.variadicType !== 0 && !call.variadic && call.argNames.length === 0 && count >= total
    ) {
      const element = func.variadicType
      const types = [...func.argTypes.slice(0, total - 1), ...new Array(count - total + 1).fill(element)]
      candidate = { func, types, order: null, defaults: 0, expanded: count - total + 1, positional: count }
    }
    if (candidate === null) continue
    const key = callTypes(candidate, count).join()
    if (seen.has(key)) {
      const same = found.findIndex((other) => callTypes(other, count).join() === key)
      const other = found[same]
      if (other.func.namespaceOid !== func.namespaceOid) continue
      // One that is not variadic is better; nothing else tells them apart, not even how many arguments take their
      // default.
      if (other.expanded >= 0 && candidate.expanded < 0) found[same] = candidate
      else if (other.expanded >= 0 || candidate.expanded < 0) found[same] = { ...other, ambiguous: true }
      continue
    }
    seen.add(key)
    found.push(candidate)
  }
  return found
}

/**
 * @param {FunctionInfo} func
 * @param {{ args: Expr[], argNames: string[] }} call
 * @param {number} positional
 * @returns {Candidate | null}
 */
function namedCandidate(func, call, positional) {
  if (func.argNames.length === 0 || func.variadicType !== 0 && call.args.length > func.argTypes.length) return null
  const total = func.argTypes.length
  if (call.args.length > total) return null
  const names = inputNames(func)
  const order = new Array(total).fill(-1)
  for (let at = 0; at < positional; at++) order[at] = at
  for (let at = 0; at < call.argNames.length; at++) {
    const to = names.indexOf(call.argNames[at])
    if (to < positional || order[to] !== -1) return null
    order[to] = positional + at
  }
  const firstDefault = total - func.defaultCount
  let defaults = 0
  for (let at = 0; at < total; at++) if (order[at] === -1) { if (at < firstDefault) return null; defaults++ }
  return { func, types: func.argTypes, order, defaults, expanded: -1, positional }
}

/** @param {FunctionInfo} func @returns {string[]} */
const inputNames = (func) =>
  func.argModes.length > 0
    ? func.argNames.filter((_, at) => 'ibv'.includes(/** @type {string[]} */ (func.argModes)[at]))
    : func.argNames

/**
 * f(x) with f a type: when a conversion is trivial, it beats any conversion of the argument for a function of that
 * name.
 * @param {BindContext} ctx
 * @param {string} name
 * @param {string | null} schema
 * @param {Expr} arg
 */
function castApplies(ctx, name, schema, arg) {
  const type = ctx.view.typeByName(schema, name)
  if (!type || type.kind === 'p' || type.kind === 'c') return false
  if (arg.type === UNKNOWN) return true
  const way = pathway(ctx, arg.type, type.oid, 'explicit')
  if (!way) return false
  if (way.way === 'relabel') return true
  return way.way === 'io' && !((arg.type === RECORD || ctx.view.type(arg.type).kind === 'c') && type.category === 'S')
}

/**
 * @param {BindContext} ctx
 * @param {string} name
 * @param {string | null} schema
 * @param {Expr[]} args
 * @param {unknown} special
 * @param {number} location
 * @returns {Expr | null}
 */
function castCall(ctx, name, schema, args, special, location) {
  if (args.length !== 1 || special || !castApplies(ctx, name, schema, args[0])) return null
  if (schema === null && ctx.view.typeByName(null, name)?.namespaceOid === ctx.catalog.temporaryNamespace) return null
  const type = /** @type {import('../../../catalog/descriptors.js').TypeDesc} */ (ctx.view.typeByName(schema, name))
  return coerceTo(ctx, args[0], type.oid, -1, 'explicit', 'cast', location)
}

/**
 * f(row) meaning row.f.
 * @param {BindContext} ctx
 * @param {Expr} arg
 * @param {string} name
 * @param {number} location
 * @returns {Expr | null}
 */
export function columnProjection(ctx, arg, name, location) {
  if (arg.type === UNKNOWN || arg.type === RECORD) {
    if (arg.kind === 'row') {
      const at = arg.names.indexOf(name)
      return at < 0 ? null : arg.args[at]
    }
    const fields = recordFields(ctx, arg)
    const at = fields.findIndex((field) => field.name === name)
    return at < 0
      ? null
      : {
          kind: 'field',
          arg,
          attnum: at + 1,
          type: fields[at].type,
          typmod: -1,
          collation: ctx.view.type(fields[at].type).collation,
          location,
        }
  }
  if (ctx.view.type(ctx.view.baseType(arg.type)).kind !== 'c') return null
  const columns = ctx.compositeColumns(arg.type)
  const at = columns.findIndex((column) => column.name === name && !column.dropped)
  if (at < 0) return null
  const column = columns[at]
  if (arg.kind === 'column' && arg.attnum === 0) ctx.wholeRows.add(arg.rt)
  if (arg.kind === 'column' && arg.attnum === 0)
    return {
      kind: 'column', rt: arg.rt, attnum: at + 1, type: column.type, typmod: column.typmod, collation: column.collation,
      location,
    }
  return {
    kind: 'field', arg, attnum: at + 1, type: column.type, typmod: column.typmod, collation: column.collation, location,
  }
}

/**
 * The fields of an anonymous record, as far as its origin tells.
 * @param {BindContext} ctx
 * @param {Expr} expr
 * @returns {{ name: string, type: number }[]}
 */
export function recordFields(ctx, expr) {
  if (expr.kind === 'row') return expr.args.map((arg, at) => ({ name: expr.names[at], type: arg.type }))
  if (expr.kind === 'func') {
    const func = ctx.view.function(expr.oid)
    const { argModes, allArgTypes, argNames } = func
    if (!argModes || !allArgTypes) return []
    return allArgTypes.flatMap((type, at) =>
      'obt'.includes(argModes[at])
        ? [{ name: argNames?.[at] || `column${at + 1}`, type: polymorphicOutput(ctx, expr, type) }]
        : [],
    )
  }
  if (expr.kind === 'column' && expr.attnum > 0) {
    const entry = ctx.entryOf.get(expr.rt)
    const query = entry?.query ?? (entry?.selfReference ? undefined : entry?.cte?.query)
    const target = query ? query.targets.filter((item) => !item.resjunk)[expr.attnum - 1] : undefined
    return target ? recordFields(ctx, target.expr) : []
  }
  return []
}

/**
 * @param {BindContext} ctx
 * @param {string} name
 * @param {Expr[]} args
 * @param {string[]} argNames
 * @param {Tree<import('@pgsql/types').FuncCall>} node
 * @param {number} location
 */
function missing(ctx, name, args, argNames, node, location) {
  const positional = args.length - argNames.length
  const shown = args.map((arg, at) => `${at >= positional && argNames.length ? `${argNames[at - positional]} => ` : ''}${ctx.view.typeName(arg.type)}`).join(', ')
  const message = `function ${name}(${shown}) does not exist`
  if (node.agg_star) {
    return undefinedFunction(`function ${name}() does not exist`, { location,
      hint: 'No function matches the given name and argument types. You might need to add explicit type casts.' })
  }
  if (node.agg_order && !node.agg_within_group) return undefinedFunction(message, { location, hint: 'No aggregate function matches the given name and argument types. Perhaps you misplaced ORDER BY; ORDER BY must appear after all regular arguments of the aggregate.' })
  return undefinedFunction(message, {
    location,
    hint: 'No function matches the given name and argument types. You might need to add explicit type casts.',
  })
}

/**
 * What field selection on a non-composite says.
 * @param {BindContext} ctx
 * @param {Expr} arg
 * @param {string} name
 * @param {number} location
 */
export function noSuchField(ctx, arg, name, location) {
  if (arg.kind === 'column' && arg.attnum === 0) {
    const table = ctx.entryOf.get(arg.rt)?.alias ?? ctx.view.typeName(arg.type)
    return undefinedColumn(`column ${table}.${name} does not exist`, { location })
  }
  if (arg.type === RECORD)
    return undefinedColumn(`could not identify column "${name}" in record data type`, { location })
  if (ctx.view.type(ctx.view.baseType(arg.type)).kind === 'c')
    return undefinedColumn(`column "${name}" not found in data type ${ctx.view.typeName(arg.type)}`, { location })
  return wrongObjectType(
    `column notation .${name} applied to type ${ctx.view.typeName(arg.type)}, which is not a composite type`,
    { location },
  )
}


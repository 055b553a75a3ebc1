/** Which functions of a name may be meant: by their number of arguments, names of these, defaults and VARIADIC. */
import { ambiguousFunction, undefinedSchema } from '../../../errors/syntax.js'
import { matchable, selectCandidate } from './candidates.js'
import { namesSchema } from '../named-schemas.js'
import { castApplies } from './field-notation.js'

/** @import { Candidate, FunctionRequest } from './functions.js' */
/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { BindContext } from '../context.js' */
/** @import { FunctionInfo } from '../../catalog-view.js' */

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
export const inputNames = (func) =>
  func.argModes.length > 0
    ? func.argNames.filter((_, at) => 'ibv'.includes(/** @type {string[]} */ (func.argModes)[at]))
    : func.argNames

/**
 * Operators: from a name and operand types to a pg_operator row, with the operands converted; and the forms built on
 * operators (ANY/ALL over arrays, IS DISTINCT FROM, row comparison).
 */
import { derivedCollation, inputCollation, withInput } from './collation.js'
import { ANYARRAY, BOOL, BTREE, UNKNOWN } from '../../../types/oids.js'
import {
  undefinedFunction, ambiguousFunction, notSupportedAt, wrongObjectType, undefinedSchema, undefinedObject,
  datatypeMismatch, syntaxError, located,
} from '../../../errors/syntax.js'
import { matchable, selectCandidate } from './candidates.js'
import { coerceType, isComposite } from './coerce.js'
import { resolvePolymorphic, substitute, isPolymorphic } from './polymorphic.js'
import { namesSchema } from '../named-schemas.js'
import { nameParts } from './typename.js'
import { startOf } from '../../expr-tools.js'

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../context.js').BindContext} BindContext */
/** @typedef {import('../../catalog-view.js').OperatorInfo} OperatorInfo */

/**
 * @param {BindContext} ctx
 * @param {string[]} parts
 * @param {number} location
 * @returns {OperatorInfo[]} visible ones, first in the search path first
 */
function named(ctx, parts, location) {
  const name = parts[parts.length - 1]
  if (parts.length === 1) return ctx.view.operatorsNamed(name, null)
  namesSchema(ctx, parts[0], location)
  const namespace = ctx.catalog.namespaceByName(parts[0])
  if (!namespace) throw undefinedSchema(parts[0], { location })
  return ctx.view.operatorsNamed(name, parts[0])
}

/**
 * @param {BindContext} ctx
 * @param {unknown[]} nameNodes
 * @param {number} left 0 for a prefix operator
 * @param {number} right
 * @param {number} location
 * @returns {OperatorInfo}
 */
export function findOperator(ctx, nameNodes, left, right, location) {
  const parts = typeof nameNodes === 'string' ? [nameNodes] : nameParts(nameNodes)
  if (parts.length > 1) return lookedUp(ctx, parts, left, right, location)
  // A long condition asks the same again and again.
  const key = `${left} ${parts[0]} ${right}`
  let found = ctx.operators.get(key)
  if (found === undefined) ctx.operators.set(key, found = lookedUp(ctx, parts, left, right, location))
  return found
}

/**
 * @param {BindContext} ctx
 * @param {string[]} parts
 * @param {number} left
 * @param {number} right
 * @param {number} location
 * @returns {OperatorInfo}
 */
function lookedUp(ctx, parts, left, right, location) {
  const candidates = named(ctx, parts, location).filter((operator) => (operator.left === 0) === (left === 0))
  const found = choose(ctx, candidates, left, right)
  if (found === 'ambiguous') {
    throw ambiguousFunction(`operator is not unique: ${signature(ctx, parts, left, right)}`, { location,
      hint: 'Could not choose a best candidate operator. You might need to add explicit type casts.' })
  }
  if (found) return found
  throw undefinedFunction(`operator does not exist: ${signature(ctx, parts, left, right)}`, {
    location,
    routine: 'op_error',
    hint:
      left === 0
        ? 'No operator matches the given name and argument type. You might need to add an explicit type cast.'
        : 'No operator matches the given name and argument types. You might need to add explicit type casts.',
  })
}

/** @param {BindContext} ctx @param {string[]} parts @param {number} left @param {number} right */
const signature = (ctx, parts, left, right) =>
  `${left === 0 ? '' : `${ctx.view.typeName(left)} `}${parts.join('.')} ${ctx.view.typeName(right)}`

/**
 * @param {BindContext} ctx
 * @param {OperatorInfo[]} candidates
 * @param {number} left
 * @param {number} right
 * @returns {OperatorInfo | null | 'ambiguous'}
 */
function choose(ctx, candidates, left, right) {
  const { view } = ctx
  const prefix = left === 0
  // Exact, one unknown operand taking the other's type.
  const exactLeft = !prefix && left === UNKNOWN ? right : left
  const exactRight = !prefix && right === UNKNOWN ? left : right
  let exact = candidates.find((operator) => operator.left === exactLeft && operator.right === exactRight)
  if (!exact && !prefix && (left === UNKNOWN) !== (right === UNKNOWN)) {
    const base = view.baseType(left === UNKNOWN ? right : left)
    if (base !== exactLeft) exact = candidates.find((operator) => operator.left === base && operator.right === base)
  }
  if (exact) return exact
  const listed = candidates.map((operator) => ({
    operator,
    types: prefix ? [operator.right] : [operator.left, operator.right],
  }))
  const actual = prefix ? [right] : [left, right]
  const fitting = matchable(ctx, actual, listed)
  if (fitting.length === 0) return null
  if (fitting.length === 1) return fitting[0].operator
  return selectCandidate(ctx, actual, fitting)?.operator ?? 'ambiguous'
}

/**
 * `left op right` (or `op right`) bound and converted.
 * @param {BindContext} ctx
 * @param {any} nameNodes
 * @param {Expr | null} left
 * @param {Expr} right
 * @param {number} location
 * @returns {Expr}
 */
export function operatorCall(ctx, nameNodes, left, right, location) {
  const operator = findOperator(ctx, nameNodes, left === null ? 0 : left.type, right.type, location)
  return applyOperator(ctx, operator, left, right, location)
}

/**
 * @param {BindContext} ctx
 * @param {OperatorInfo} operator
 * @param {Expr | null} left
 * @param {Expr} right
 * @param {number} location
 * @returns {Expr}
 */
function applyOperator(ctx, operator, left, right, location) {
  const args = left === null ? [right] : [left, right]
  const declared = left === null ? [operator.right] : [operator.left, operator.right]
  const { types, result } = solve(ctx, args, declared, operator.result)
  const converted = args.map((arg, at) => convertArgument(ctx, arg, types[at]))
  const func = ctx.catalog.func(operator.funcOid)
  if (!operator.funcOid || !func) throw undefinedFunction(`operator is only a shell: ${operator.name}`, { location })
  return {
    kind: 'op', oid: operator.oid, funcOid: operator.funcOid, args: converted, retset: func.retset, type: result,
    typmod: -1, collation: derivedCollation(ctx, result, converted), location,
    ...withInput(inputCollation(ctx, func, converted)),
  }
}

const SIMPLE_FAMILY = new Set([2277, 2283, 2776, 3500, 3831, 4537])

/**
 * An array of nobody knows what (pg_statistic has such columns, and NULL is one where it is the default of an anyarray)
 * is taken where nothing else depends on what it is.
 * @param {Expr[]} args @param {number[]} declared @param {number} result
 */
function refuseNamelessArray(args, declared, result) {
  if (!args.some((arg, at) => arg.type === ANYARRAY && declared[at] === ANYARRAY)) return
  const others = declared.filter((type) => SIMPLE_FAMILY.has(type)).length > 1
  if (others || (result !== ANYARRAY && SIMPLE_FAMILY.has(result)))
    throw datatypeMismatch('cannot determine element type of "anyarray" argument')
}

/**
 * Polymorphic declared types settled by the arguments. Its errors have no place, as PostgreSQL's.
 * @param {BindContext} ctx
 * @param {Expr[]} args
 * @param {number[]} declared
 * @param {number} result
 * @returns {{ types: number[], result: number }}
 */
export function solve(ctx, args, declared, result) {
  if (!declared.some(isPolymorphic)) return { types: declared, result }
  refuseNamelessArray(args, declared, result)
  const solved = resolvePolymorphic(ctx, args.map((arg) => arg.type), declared)
  if (solved === null) throw datatypeMismatch('arguments declared polymorphic are not all alike')
  if (!solved.element && declared.some((type) => SIMPLE_FAMILY.has(type))) {
    throw datatypeMismatch('could not determine polymorphic type because input has type unknown')
  }
  const types = declared.map((type) => {
    const found = substitute(ctx, type, solved)
    if (found !== 0) return found
    if (type === 2277 || type === 5078) throw undefinedObject(`could not find array type for data type ${ctx.view.typeName(type === 2277 ? solved.element : solved.compatible)}`)
    throw datatypeMismatch(
      `could not determine polymorphic type ${ctx.view.typeName(type)} because input has type unknown`,
    )
  })
  const outcome = substitute(ctx, result, solved)
  if (isPolymorphic(result) && !outcome) {
    if (result === 2277 || result === 5078) throw undefinedObject(`could not find array type for data type ${ctx.view.typeName(result === 2277 ? solved.element : solved.compatible)}`)
    throw datatypeMismatch(
      `could not determine polymorphic type ${ctx.view.typeName(result)} because input has type unknown`,
    )
  }
  return { types, result: outcome }
}

/** @param {BindContext} ctx @param {Expr} arg @param {number} type @returns {Expr} */
export function convertArgument(ctx, arg, type) {
  if (arg.type === type) return arg
  const converted = coerceType(ctx, arg, type, -1, 'implicit', 'implicit', arg.location ?? -1)
  if (!converted)
    throw datatypeMismatch(`cannot convert type ${ctx.view.typeName(arg.type)} to ${ctx.view.typeName(type)}`, {
      location: startOf(arg),
    })
  return converted
}

/**
 * @param {BindContext} ctx
 * @param {unknown[]} nameNodes
 * @param {Expr} left
 * @param {Expr} right an array
 * @param {boolean} all
 * @param {number} location
 * @returns {Expr}
 */
export function arrayOperator(ctx, nameNodes, left, right, all, location) {
  const { view } = ctx
  let element = UNKNOWN
  if (right.type !== UNKNOWN) {
    const array = view.type(view.baseType(right.type))
    element = view.elementType(array.oid) || (array.category === 'A' ? array.elementType : 0)
    if (!element) {
      throw wrongObjectType('op ANY/ALL (array) requires array on right side', { location })
    }
  }
  const operator = findOperator(ctx, nameNodes, left.type, element, location)
  if (operator.result !== BOOL)
    throw wrongObjectType('op ANY/ALL (array) requires operator to yield boolean', { location })
  if (ctx.catalog.func(operator.funcOid)?.retset)
    throw wrongObjectType('op ANY/ALL (array) requires operator not to return a set', { location })
  const probe = /** @type {Expr} */ ({ kind: 'caseTest', type: element, typmod: -1, collation: 0 })
  const { types } = solve(ctx, [left, probe], [operator.left, operator.right], operator.result)
  const converted = convertArgument(ctx, left, types[0])
  const arrayType = isPolymorphic(types[1]) ? right.type : view.arrayType(types[1])
  if (!arrayType)
    throw datatypeMismatch(`could not find array type for data type ${view.typeName(types[1])}`, { location })
  const sameElement = right.type !== UNKNOWN && view.elementType(right.type) === types[1]
  const vector = right.type === 22 || right.type === 30
  const array = sameElement || (vector && element === types[1]) ? right : convertArgument(ctx, right, arrayType)
  const input = inputCollation(ctx, ctx.view.function(operator.funcOid), [converted, array])
  return {
    kind: 'anyall', oid: operator.oid, funcOid: operator.funcOid, all, args: [converted, array], type: BOOL, typmod: -1,
    collation: 0, location, ...withInput(input),
  }
}

/**
 * @param {BindContext} ctx
 * @param {unknown[]} nameNodes
 * @param {Expr} left
 * @param {Expr} right
 * @param {boolean} not
 * @param {number} location
 * @returns {Expr}
 */
export function distinctFrom(ctx, nameNodes, left, right, not, location) {
  /** @type {Expr} */
  let result
  if (isNullLiteral(left) || isNullLiteral(right)) {
    const arg = isNullLiteral(right) ? left : right
    return {
      kind: 'isnull', arg, not: !not, ...(arg.type === 2249 || isComposite(ctx, arg.type) ? { scalar: true } : null),
      type: BOOL, typmod: -1, collation: 0, location,
    }
  } else if (left.kind === 'row' && right.kind === 'row') {
    if (left.args.length !== right.args.length)
      throw syntaxError('unequal number of entries in row expressions', { location })
    const parts = left.args.map((arg, at) => distinctFrom(ctx, nameNodes, arg, right.args[at], false, location))
    result = parts.length === 1 ? parts[0] : { kind: 'or', args: parts, type: BOOL, typmod: -1, collation: 0, location }
  } else {
    const call = operatorCall(ctx, nameNodes, left, right, location)
    if (call.kind !== 'op' || call.type !== BOOL)
      throw datatypeMismatch('IS DISTINCT FROM requires = operator to yield boolean', { location })
    result = {
      kind: 'distinct', oid: call.oid, funcOid: call.funcOid, args: /** @type {[Expr, Expr]} */ (call.args), type: BOOL,
      typmod: -1, collation: 0, location, ...withInput(call.inputCollation ?? 0),
    }
  }
  return not ? { kind: 'not', args: [result], type: BOOL, typmod: -1, collation: 0, location } : result
}

/** @param {Expr} expr */
const isNullLiteral = (expr) => expr.kind === 'const' && expr.value === null && expr.type === UNKNOWN

/**
 * An operator's strategies in btree families; 6 for one whose negator is a family's equality.
 * @param {BindContext} ctx
 * @param {number} oid
 * @returns {number[]}
 */
function strategiesOf(ctx, oid) {
  const ofTrees = (/** @type {number} */ operator) =>
    ctx.catalog.familiesOf(operator).filter((member) => member.method === BTREE).map((member) => member.strategy)
  const own = ofTrees(oid)
  if (own.length > 0) return own
  const negator = ctx.view.operator(oid)?.negator ?? 0
  return negator !== 0 && ofTrees(negator).includes(3) ? [6] : []
}

/**
 * What an operator of another name does in the btree families that hold it.
 * @param {BindContext} ctx
 * @param {Expr[]} calls
 * @param {string} name
 * @param {number} location
 * @returns {string}
 */
function rowStrategy(ctx, calls, name, location) {
  /** @type {number[] | null} */
  let shared = null
  for (const call of calls) {
    const own = strategiesOf(ctx, /** @type {any} */ (call).oid)
    shared = shared === null ? own : shared.filter((strategy) => own.includes(strategy))
  }
  const strategy = shared?.[0]
  if (strategy === undefined) {
    throw notSupportedAt(`could not determine interpretation of row comparison operator ${name}`, {
      location,
      hint: 'Row comparison operators must be associated with btree operator families.',
    })
  }
  return ['<', '<=', '=', '>=', '>', '<>'][strategy - 1]
}

const ROW_OPERATORS = new Set(['=', '<>', '<', '<=', '>', '>='])

/**
 * Row-wise comparison, (a, b) op (c, d).
 * @param {BindContext} ctx
 * @param {unknown[]} nameNodes
 * @param {Expr[]} left
 * @param {Expr[]} right
 * @param {number} location
 * @returns {Expr}
 */
export function rowComparison(ctx, nameNodes, left, right, location) {
  if (left.length !== right.length) throw syntaxError('unequal number of entries in row expressions', { location })
  if (left.length === 0) throw located('0A000', 'cannot compare rows of zero length', { location })
  const name = nameParts(nameNodes).at(-1) ?? '='
  const calls = left.map((arg, at) => operatorCall(ctx, nameNodes, arg, right[at], location))
  for (const call of calls)
    if (call.type !== BOOL)
      throw datatypeMismatch(
        `row comparison operator must yield type boolean, not type ${ctx.view.typeName(call.type)}`,
        { location },
      )
  if (calls.length === 1) return calls[0]
  const written = ROW_OPERATORS.has(name) ? name : rowStrategy(ctx, calls, name, location)
  if (written === '=' || written === '<>')
    return { kind: written === '=' ? 'and' : 'or', args: calls, type: BOOL, typmod: -1, collation: 0, location }
  const ops = calls.map((call) => /** @type {import('../../../catalog/expr.js').OpCall} */ (call))
  return {
    kind: 'rowcompare', op: /** @type {any} */ (written), opOids: ops.map((op) => op.oid),
    funcOids: ops.map((op) => op.funcOid), left: ops.map((op) => op.args[0]), right: ops.map((op) => op.args[1]),
    type: BOOL, typmod: -1, collation: 0, location,
    ...(ops.some((op) => op.inputCollation) ? { inputCollations: ops.map((op) => op.inputCollation ?? 0) } : null),
  }
}

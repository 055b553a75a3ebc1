/**
 * Bound expression -> JavaScript expression. `expression` gives the SQL value (null for NULL) with its nullability;
 * `condition` gives a JavaScript boolean that is true if and only if the SQL value is true. Both may write lines
 * (column reads) before the place where their text will stand; those have no side effects. Anything that can fail or be
 * slow stays inside the text, so AND, OR and CASE are lazy.
 */
import { LONG_LIST } from '../../catalog/wide.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { keyOf } from '../codegen/function.js'
import { literal } from './literals.js'
import {
  compileAnd, compileOr, compileNot, compileNullTest, compileBooleanTest, compileDistinct, conditionOf,
} from './boolean.js'
import { compileCase, compileCoalesce, compileExtreme } from './conditional.js'
import { compileCall, compileNullIf } from './calls.js'
import { compileScalarArray } from './scalar-array.js'
import { compileViaIO, compileArrayCoerce, compileKeyBound, compileRelabel, compileSqlValue } from './casts.js'
import {
  compileArray, compileRow, compileRowCompare, compileRowConvert, compileSubscript, compileField,
} from './composite.js'
import { compileSubscriptAssign } from './array-assign.js'
import { compileFieldAssign } from './field-assign.js'
import { compileSublink } from './sublink.js'
import { compileDomain } from './domain.js'
import { compileWide } from './wide.js'
import { compileLongList, compileOutlined } from './outlined.js'
import { later } from '../../util/later.js'

/** @type {() => typeof import('./xml.js')} */
const xml = later(import.meta.url, './xml.js')

/** @import { Expr } from '../../catalog/expr.js' */

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('../codegen/function.js').Value} Value */

/** V8 has no stack for the text of an expression that is nested much deeper. */
const NESTED_MAX = 200

/** @param {FunctionBuilder} fn @param {any} expr Expr @returns {Value} */
export function expression(fn, expr) {
  if (fn.nesting >= NESTED_MAX && !CHILDLESS.has(expr.kind) && fn.caseTests.length === 0 && fn.subColumns.length === 0)
    return apart(fn, expr)
  if (listOf(expr) >= LONG_LIST) {
    const value = compileLongList(fn, expr)
    if (value !== null) return value
  }
  switch (expr.kind) {
    case 'const': return literal(fn, expr.value)
    case 'param': return fn.param(expr)
    case 'column': return fn.resolve(keyOf(expr))
    case 'slot': return fn.resolve(keyOf(expr))
    case 'func': case 'op': return compileCall(fn, expr)
    case 'anyall': return compileScalarArray(fn, expr)
    case 'distinct': return compileDistinct(fn, expr)
    case 'nullif': return compileNullIf(fn, expr)
    case 'and': return compileAnd(fn, expr.args)
    case 'or': return compileOr(fn, expr.args)
    case 'not': return compileNot(fn, expr.args[0])
    case 'wide': return compileWide(fn, expr)
    case 'outlined': return compileOutlined(fn, expr)
    case 'isnull': return compileNullTest(fn, expr)
    case 'booltest': return compileBooleanTest(fn, expr)
    case 'case': return compileCase(fn, expr)
    case 'caseTest': return fn.caseTests[fn.caseTests.length - 1]
    case 'coalesce': return compileCoalesce(fn, expr)
    case 'greatest': case 'least': return compileExtreme(fn, expr)
    case 'xml': return xml().compileXml(fn, expr)
    case 'relabel': return compileRelabel(fn, expr)
    case 'collate': return expression(fn, expr.arg)
    case 'domain': return compileDomain(fn, expr)
    case 'rowconvert': return compileRowConvert(fn, expr)
    case 'viaio': return compileViaIO(fn, expr)
    case 'arraycoerce': return compileArrayCoerce(fn, expr)
    case 'array': return compileArray(fn, expr)
    case 'row': return compileRow(fn, expr)
    case 'rowcompare': return compileRowCompare(fn, expr)
    case 'subscriptAssign': return compileSubscriptAssign(fn, expr)
    case 'fieldAssign': return compileFieldAssign(fn, expr)
    case 'subscript': return compileSubscript(fn, expr)
    case 'field': return compileField(fn, expr)
    case 'sqlvalue': return compileSqlValue(fn, expr)
    case 'keybound': return compileKeyBound(fn, expr)
    case 'grouping': return groupingBits(fn, expr)
    case 'sublink': return compileSublink(fn, expr)
    case 'subcolumn': return fn.subColumns[fn.subColumns.length - 1][expr.index]
    default: throw featureNotSupported(`expression ${expr.kind}`)
  }
}

const CHILDLESS = new Set(['const', 'param', 'column', 'slot', 'caseTest', 'subcolumn'])

/** In a function of its own. @param {FunctionBuilder} fn @param {Expr} expr @returns {Value} */
function apart(fn, expr) {
  const { module } = fn
  if (module.generator) fn.settle()
  const inner = module.define('nested', fn, (own) => own.line(`return ${own.expression(expr).js}`))
  return { js: inner.call(), nullable: true }
}

/**
 * How long its list is, if it is of those that may be long.
 * @param {import('./outlined.js').Tree} expr
 */
function listOf(expr) {
  switch (expr.kind) {
    case 'and': case 'or': case 'coalesce': case 'greatest': case 'least': return expr.args.length
    case 'case': return expr.whens.length
    default: return 0
  }
}

/** Is it true? @param {FunctionBuilder} fn @param {Expr} expr boolean Expr @returns {string} a JavaScript boolean */
export function condition(fn, expr) {
  return listOf(expr) >= LONG_LIST ? `(${expression(fn, expr).js} === true)` : conditionOf(fn, expr)
}

/**
 * Code that runs only when every given conjunct is true, one `if` each, so that later ones read their columns only
 * then.
 * @param {FunctionBuilder} fn @param {Expr | null} filter Expr or null @param {() => void} body
 */
export function whenTrue(fn, filter, body) {
  if (filter === null || filter === undefined) {
    body()
    return
  }
  const conjuncts = filter.kind === 'and' ? fewest(filter, flattenAnd(filter)) : [filter]
  const count = fn.module.counted.get(filter)
  if (count !== undefined) fn.line(`${count}++`)
  for (const conjunct of conjuncts) fn.open(`if (${condition(fn, conjunct)}) {`)
  if (count !== undefined) fn.line(`${count}--`)
  body()
  for (let open = conjuncts.length; open > 0; open--) fn.close()
}

/**
 * Braces within braces of thousands are more than V8's parser has stack for: the last ones are one condition.
 * @param {Expr} filter
 * @param {Expr[]} conjuncts
 * @returns {any[]}
 */
const fewest = (filter, conjuncts) =>
  conjuncts.length <= IFS_MAX
    ? conjuncts
    : [...conjuncts.slice(0, IFS_MAX - 1), { ...filter, args: conjuncts.slice(IFS_MAX - 1) }]

const IFS_MAX = 64

/** @param {Expr} expr @returns {any[]} */
function flattenAnd(expr) {
  return expr.kind === 'and' ? expr.args.flatMap(flattenAnd) : [expr]
}

/**
 * GROUPING(…): one bit per argument, the first one highest; 1 when the grouping set lacks it.
 * @param {FunctionBuilder} fn
 * @param {any} expr planned: `mask` slot, `keys` places
 */
function groupingBits(fn, expr) {
  const mask = expression(fn, expr.mask).js
  const bits = expr.keys.map(
    (/** @type {number} */ place, /** @type {number} */ at) =>
      `((${mask} >>> ${place} & 1) << ${expr.keys.length - 1 - at})`,
  )
  return { js: `(${bits.join(' | ')})`, nullable: false }
}

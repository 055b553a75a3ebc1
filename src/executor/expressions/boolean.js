/**
 * Three-valued logic: AND, OR, NOT, IS NULL, IS TRUE, IS DISTINCT FROM; and `conditionOf`, which only asks "is it
 * true".
 */
import { RECORD } from '../../types/oids.js'
import { comparisonParts, equalsSource } from './operations.js'
import { eachElement, elementsOf, storedTextTest } from './stored-text.js'

/** @import { BooleanTest, Expr, NullTest, ScalarArrayOp } from '../../catalog/expr.js' */

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('../codegen/function.js').Value} Value */

/** False wins over null. @param {FunctionBuilder} fn @param {Expr[]} args @returns {Value} */
export function compileAnd(fn, args) {
  return connect(fn, args, 'false', '&&')
}

/** True wins over null. @param {FunctionBuilder} fn @param {Expr[]} args @returns {Value} */
export function compileOr(fn, args) {
  return connect(fn, args, 'true', '||')
}

/**
 * @param {FunctionBuilder} fn
 * @param {Expr[]} args
 * @param {'true' | 'false'} decisive
 * @param {'&&' | '||'} operator
 * @returns {Value}
 */
function connect(fn, args, decisive, operator) {
  const values = args.map((arg) => fn.expression(arg))
  if (values.every((value) => !value.nullable))
    return { js: `(${values.map((value) => value.js).join(` ${operator} `)})`, nullable: false }
  const parts = values.map((value) => ({ ...fn.once(value), nullable: value.nullable }))
  const decided = parts.map((part) => `${part.first} === ${decisive}`).join(' || ')
  const unknown = parts.filter((part) => part.nullable).map((part) => `${part.again} === null`).join(' || ')
  return {
    js: `(${decided} ? ${decisive} : ${unknown} ? null : ${decisive === 'true' ? 'false' : 'true'})`,
    nullable: true,
  }
}

/** @param {FunctionBuilder} fn @param {Expr} arg @returns {Value} */
export function compileNot(fn, arg) {
  const value = fn.expression(arg)
  if (!value.nullable) return { js: `!${value.js}`, nullable: false }
  const { first, again } = fn.once(value)
  return { js: `(${first} === null ? null : !${again})`, nullable: true }
}

/** @param {FunctionBuilder} fn @param {NullTest} expr @returns {Value} */
export function compileNullTest(fn, expr) {
  const value = fn.expression(expr.arg)
  const test = expr.not ? '!==' : '==='
  // A row is null when all its fields are, not null when none is.
  if (expr.scalar !== true && isRowType(fn, expr.arg)) {
    const { first, again } = fn.once(value)
    const dropped = droppedFields(fn, expr.arg.type)
    const every =
      dropped === null
        ? `(field) => field ${test} null`
        : `(field, at) => field ${test} null || ${fn.module.constant(dropped, 'dropped')}.includes(at)`
    return { js: `(${first} === null ? ${!expr.not} : ${again}.values.every(${every}))`, nullable: false }
  }
  if (!value.nullable && value.atom) return { js: String(expr.not), nullable: false, atom: true }
  return { js: `(${value.js} ${test} null)`, nullable: false }
}

/**
 * Places of a row type's dropped columns, which count neither way.
 * @param {FunctionBuilder} fn
 * @param {number} type
 * @returns {number[] | null} null: there are none
 */
function droppedFields(fn, type) {
  const { catalog } = fn.module
  if (type === RECORD) return null
  const columns = catalog.relation(catalog.type(catalog.baseType(type))?.relationOid)?.columns ?? []
  const places = columns.flatMap((column, /** @type {number} */ at) => column.dropped ? [at] : [])
  return places.length === 0 ? null : places
}

/** @param {FunctionBuilder} fn @param {Expr} arg */
function isRowType(fn, arg) {
  if (arg.kind === 'row' || arg.type === RECORD) return true
  const { catalog } = fn.module
  return catalog?.type?.(catalog.baseType(arg.type))?.kind === 'c'
}

/** @param {FunctionBuilder} fn @param {BooleanTest} expr @returns {Value} */
export function compileBooleanTest(fn, expr) {
  const value = fn.expression(expr.arg)
  const wanted = expr.test === 'unknown' ? 'null' : expr.test
  return { js: `(${value.js} ${expr.not ? '!==' : '==='} ${wanted})`, nullable: false }
}

/** IS DISTINCT FROM. @param {FunctionBuilder} fn @param {any} expr @returns {Value} */
export function compileDistinct(fn, expr) {
  const left = fn.expression(expr.args[0])
  const right = fn.expression(expr.args[1])
  const a = fn.once(left)
  const b = fn.once(right)
  const equal = equalsSource(fn, expr, a.again, b.again)
  if (!left.nullable && !right.nullable) return { js: `(${a.first}, ${b.first}, !${equal})`, nullable: false }
  return {
    js: `(${a.first}, ${b.first}, ${a.again} === null || ${b.again} === null ? ${a.again} !== ${b.again} : !${equal})`,
    nullable: false,
  }
}

/** Lists longer than this are looked up. */
const FEW = 8

/**
 * `x IN (a, b, c)` of a column and values that are at hand, written out.
 * @param {FunctionBuilder} fn
 * @param {ScalarArrayOp} expr
 * @returns {string | null}
 */
function oneOfFew(fn, expr) {
  const [left, array] = expr.args
  if (
    expr.all || (left.kind !== 'column' && left.kind !== 'slot' && left.kind !== 'relabel')
    || (left.kind === 'relabel' && left.arg.kind !== 'column')
  )
    return null
  // The operator's two sides may be of different types.
  const elements = elementsOf(array, fn.module.catalog?.elementType?.(array.type) || left.type)
  if (elements === null || elements.length === 0 || elements.length > FEW || !elements.every(isAtHand)) return null
  const present = elements.filter((element) => element.kind !== 'const' || element.value !== null)
  const tests = eachElement(expr, present).map((test) => conditionOf(fn, test))
  return present.length === 0 ? 'false' : `(${tests.join(' || ')})`
}

/** @param {Expr} element */
const isAtHand = (element) => element.kind === 'const' || element.kind === 'param'

/** @param {FunctionBuilder} fn @param {any} expr @returns {string} */
export function conditionOf(fn, expr) {
  switch (expr.kind) {
    case 'and': return `(${expr.args.map((/** @type {Expr} */ arg) => conditionOf(fn, arg)).join(' && ')})`
    case 'or': return `(${expr.args.map((/** @type {Expr} */ arg) => conditionOf(fn, arg)).join(' || ')})`
    case 'const': return String(expr.value === true)
    case 'op': {
      const parts = storedTextTest(fn, expr) ?? comparisonParts(fn, expr)
      if (parts !== null) return parts
      break
    }
    case 'anyall': {
      const listed = oneOfFew(fn, expr)
      if (listed !== null) return listed
      break
    }
    default: break
  }
  const value = fn.expression(expr)
  return value.nullable ? `(${value.js} === true)` : value.js
}

/**
 * Looking into a stored jsonb where it lies: `doc->'a'->>'b'`, existence and containment over a column that still lives
 * in pool memory read what they ask for and leave the rest of the document alone; decoding a column copies all of it.
 *
 * What is looked up is computed where the column would otherwise have been read, so that nothing of the page outlives
 * the row; only functions that never fail are looked up so, because a CASE may decide later that the value is not
 * wanted. The same look in the same row is taken once.
 */
import { keyOf } from '../codegen/function.js'
import { baseType, builtin, callName, functionInfo } from './operations.js'
import { exprToText } from '../../catalog/expr-text.js'
import { pathIndex, textOrNull } from '../../functions/json/access.js'
import { elementView, fieldView, followView, keepView, viewOf } from '../../types/json/views.js'
import { FIRST_USER_OID, JSONB } from '../../types/oids.js'
import { utf8Of } from '../../types/strings/text.js'

/** @import { Expr } from '../../catalog/expr.js' */

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('../codegen/function.js').Value} Value */

/** Functions of a jsonb that give something else and never fail. */
const LOOKS = new Set([
  'jsonb_object_field_text', 'jsonb_array_element_text', 'jsonb_extract_path_text', 'jsonb_exists', 'jsonb_contains',
  'jsonb_typeof',
])
/** Functions that give a part of a jsonb, and those that give its text. */
const STEPS = new Set(['jsonb_object_field', 'jsonb_array_element', 'jsonb_extract_path'])
const TEXT_STEPS = new Set(['jsonb_object_field_text', 'jsonb_array_element_text', 'jsonb_extract_path_text'])

/**
 * @param {FunctionBuilder} fn
 * @param {any} expr FuncCall, OpCall or Subscript
 * @returns {Value | null} null: nothing to gain
 */
export function jsonbLook(fn, expr) {
  const isStep = stepOf(fn, expr, STEPS) !== null
  const info = isStep ? null : callInfo(fn, expr)
  if (!isStep && (info === null || !LOOKS.has(info.source) || builtin(fn.module, info.oid).context)) return null
  if (!expr.args?.slice(1).every(isSettled) && expr.kind !== 'subscript') return null
  const root = rootOf(fn, isStep ? expr : expr.args[0])
  if (root === null) return null
  // Of this row: a column bound anew (the newest version of a locked row) is looked into anew.
  const key = `look ${rowNumber(root)} ${exprToText(expr)}`
  const known = fn.peek(key)
  if (known?.js !== undefined) return { js: known.js, nullable: true, atom: true }
  const text = isStep ? null : stepOf(fn, expr, TEXT_STEPS)
  const seen = isStep ? viewed(fn, expr) : viewed(fn, expr.args[0])
  if (seen === null) return null
  const { module } = fn
  let source
  if (isStep) source = `${module.constant(keepView, 'keepView')}(${seen})`
  else if (text !== null) source = `${module.constant(textOrNull, 'textOrNull')}(${text.by(seen)})`
  else {
    const name = module.name('doc')
    fn.line(`const ${name} = ${seen}`)
    const others = expr.args
      .slice(1)
      .map((/** @type {any} */ arg) => (arg.kind === 'param' ? fn.param(arg).js : module.constant(arg.value, 'k')))
    const nulls = [name, ...others].map((other) => `${other} === null`).join(' || ')
    source = `${nulls} ? null : ${callName(fn, expr.kind === 'op' ? expr.funcOid : expr.oid)}(${[name, ...others].join(', ')})`
  }
  const name = module.name('look')
  fn.line(`const ${name} = ${source}`)
  fn.bind(key, { js: name, nullable: true })
  return { js: name, nullable: true, atom: true }
}

/** @type {WeakMap<object, number>} */
const ROWS = new WeakMap()
let rows = 0

/** @param {object} binding of a column */
function rowNumber(binding) {
  let number = ROWS.get(binding)
  if (number === undefined) ROWS.set(binding, number = ++rows)
  return number
}

/**
 * The binding of the column that is looked into.
 * @param {FunctionBuilder} fn
 * @param {Expr} expr
 * @returns {object | null}
 */
function rootOf(fn, expr) {
  if (expr.kind === 'column') return fn.peek(keyOf(expr))
  const step = stepOf(fn, expr, STEPS)
  return step === null ? null : rootOf(fn, step.of)
}

/** Can be read at any time. @param {Expr} arg */
const isSettled = (arg) => arg.kind === 'param' || arg.kind === 'const'

/** @param {FunctionBuilder} fn @param {Expr} expr */
function callInfo(fn, expr) {
  if ((expr.kind !== 'func' && expr.kind !== 'op') || expr.args.length === 0) return null
  const info = functionInfo(fn.module, expr.kind === 'op' ? expr.funcOid : expr.oid)
  return info.oid < FIRST_USER_OID ? info : null
}

/**
 * One step into a document, by constants.
 * @param {FunctionBuilder} fn
 * @param {any} expr
 * @param {Set<string>} names
 * @returns {{ of: any, by: (inner: string) => string } | null}
 */
function stepOf(fn, expr, names) {
  const { module } = fn
  const field = (/** @type {string} */ name) => (/** @type {string} */ inner) =>
    `${module.constant(fieldView, 'fieldView')}(${inner}, ${module.constant(utf8Of(name), 'field')})`
  const follow = (/** @type {any[]} */ steps) => (/** @type {string} */ inner) =>
    `${module.constant(followView, 'followView')}(${inner}, ${module.constant(
      steps.map((step) => ({ name: utf8Of(String(step)), index: pathIndex(String(step)) })),
      'path',
    )})`
  if (expr.kind === 'subscript') {
    if (
      names !== STEPS || expr.lower !== null || baseType(module, expr.arg.type) !== JSONB
      || !expr.upper.every((/** @type {any} */ bound) => bound?.kind === 'const' && bound.value !== null)
    )
      return null
    return { of: expr.arg, by: follow(expr.upper.map((/** @type {any} */ bound) => bound.value)) }
  }
  const info = callInfo(fn, expr)
  if (info === null || !names.has(info.source)) return null
  const [, by] = expr.args
  if (expr.args.length !== 2 || by.kind !== 'const' || by.value === null) return null
  if (info.source.startsWith('jsonb_object_field')) return { of: expr.args[0], by: field(by.value) }
  if (info.source.startsWith('jsonb_array_element'))
    return { of: expr.args[0], by: (inner) => `${module.constant(elementView, 'elementView')}(${inner}, ${by.value})` }
  return by.value.values.includes(null) ? null : { of: expr.args[0], by: follow(by.value.values) }
}

/**
 * A document, or a part of one, where it lies; null when it is not a column's that nobody has read yet.
 * @param {FunctionBuilder} fn
 * @param {Expr} expr
 * @returns {string | null}
 */
function viewed(fn, expr) {
  if (expr.kind === 'column') {
    if (baseType(fn.module, expr.type) !== JSONB) return null
    const binding = fn.peek(keyOf(expr))
    if (binding === null || binding.js !== undefined || binding.raw === undefined) return null
    const { isNull, start, endWord, at, layout, index } = binding.raw
    const view = `${fn.module.constant(viewOf, 'viewOf')}(bytes, view, ${start}, ${at}, ${endWord}, ${layout}, ${index})`
    return isNull === null ? view : `(${isNull} ? null : ${view})`
  }
  const step = stepOf(fn, expr, STEPS)
  if (step === null) return null
  const inner = viewed(fn, step.of)
  return inner === null ? null : step.by(inner)
}

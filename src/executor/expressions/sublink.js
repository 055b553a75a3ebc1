/**
 * Subqueries inside expressions. Each becomes a function of the module; columns of the query around it become parameters, and one that
 * needs none runs at most once per execution. `x = ANY (uncorrelated)` asks a KeySet.
 */
import { expression, once } from './compile.js'
import { baseType, primitiveKey, plainComparison } from './operations.js'
import { makeArray, makeRecord } from './composite.js'
import { produce } from '../operators/produce.js'
import { grown } from '../../functions/gathering.js'
import { KeySet } from '../spill/key-set.js'
import { tooManySubqueryRows } from '../../errors/execution.js'
import { featureNotSupported } from '../../errors/db-error.js'

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('../codegen/function.js').Value} Value */

/** @param {FunctionBuilder} fn @param {any} expr SubLink @returns {Value} */
export function compileSublink(fn, expr) {
  const plan = subplan(expr)
  fn.settle()
  switch (expr.link) {
    case 'exists': return runOnce(fn, expr, (inner) => {
      produce(plan.root, inner, () => inner.line('return true'))
      inner.line('return false')
    }, false)
    case 'expr': return runOnce(fn, expr, (inner) => {
      inner.line('let value = null, found = false')
      produce(plan.root, inner, () => {
        inner.line(`if (found) throw ${inner.module.constant(tooManySubqueryRows, 'tooManyRows')}()`)
        inner.line('found = true')
        inner.line(`value = ${expression(inner, plan.outputs[0]).js}`)
      })
      inner.line('return value')
    }, true)
    case 'multiexpr': return runOnce(fn, expr, (inner) => {
      inner.line('let value = null')
      produce(plan.root, inner, () => {
        inner.line(`if (value !== null) throw ${inner.module.constant(tooManySubqueryRows, 'tooManyRows')}()`)
        const types = inner.module.constant(plan.outputs.map((/** @type {any} */ output) => output.type), 'types')
        inner.line(`value = ${inner.module.constant(makeRecord, 'makeRecord')}(2249, [${plan.outputs.map((/** @type {any} */ output) => expression(inner, output).js).join(', ')}], ${types})`)
      })
      inner.line('return value')
    }, true)
    case 'array': return runOnce(fn, expr, (inner) => {
      const element = inner.module.catalog.elementType(baseType(inner.module, plan.outputs[0].type))
      if (element !== 0) {
        // Arrays become an array with one more dimension, as array_agg makes it.
        const gather = inner.module.constant(inner.module.implementations.aggregate('array_agg(anyarray)'), 'gather')
        inner.line(`let state = ${gather}.init()`)
        produce(plan.root, inner, () => inner.line(`state = ${gather}.step(state, ${expression(inner, plan.outputs[0]).js})`))
        inner.line(`return ${gather}.final(state) ?? ${inner.module.constant(makeArray, 'makeArray')}(${element}, [])`)
        return
      }
      inner.line('const values = []')
      // `bytes` is the pool's memory.
      const size = inner.module.name('size')
      inner.line(`let ${size} = 0`)
      produce(plan.root, inner, () => {
        const value = inner.module.name('value')
        inner.line(`const ${value} = ${expression(inner, plan.outputs[0]).js}`)
        inner.line(`${size} = ${inner.module.constant(grown, 'grown')}(${size}, ${value})`)
        inner.line(`values.push(${value})`)
      })
      const stack = inner.module.constant(makeArray, 'makeArray')
      inner.line(`return ${stack}(${plan.outputs[0].type}, values)`)
    }, false)
    case 'any': case 'all': return hashedAny(fn, expr, plan) ?? quantified(fn, expr, plan)
    default: throw featureNotSupported(`subquery of kind ${expr.link}`)
  }
}

/** @param {any} expr @returns {{ root: any, outputs: any[] }} */
function subplan(expr) {
  const plan = expr.plan
  return { root: plan.root ?? plan.plan, outputs: plan.outputs }
}

/** @param {FunctionBuilder} fn @param {any} expr @param {(inner: FunctionBuilder) => void} body @param {boolean} nullable @returns {Value} */
function runOnce(fn, expr, body, nullable) {
  const sub = fn.module.define(expr.link, fn, body)
  if (sub.params.size > 0) return { js: sub.call(), nullable }
  const state = fn.module.state()
  return { js: `(${state} === undefined ? (${state} = ${sub.call()}) : ${state})`, nullable }
}

/** @param {FunctionBuilder} fn @param {any} expr @param {{ root: any, outputs: any[] }} plan @returns {Value} */
function quantified(fn, expr, plan) {
  const decisive = expr.link === 'any' ? 'true' : 'false'
  return runOnce(fn, expr, (inner) => {
    inner.line('let unknown = false')
    produce(plan.root, inner, () => {
      inner.subColumns.push(plan.outputs.map((/** @type {any} */ output) => {
        const name = inner.module.name('q')
        inner.line(`const ${name} = ${expression(inner, output).js}`)
        return { js: name, nullable: true, atom: true }
      }))
      const name = inner.module.name('test')
      inner.line(`const ${name} = ${expression(inner, expr.test).js}`)
      inner.subColumns.pop()
      inner.line(`if (${name} === ${decisive}) return ${decisive}`)
      inner.line(`if (${name} === null) unknown = true`)
    })
    inner.line(`return unknown ? null : ${decisive === 'true' ? 'false' : 'true'}`)
  }, true)
}

/** x = ANY (…): a KeySet of the subquery's values. @param {FunctionBuilder} fn @param {any} expr @param {{ root: any, outputs: any[] }} plan @returns {Value | null} */
function hashedAny(fn, expr, plan) {
  const test = expr.test
  if (expr.link !== 'any' || plan.outputs.length !== 1 || test?.kind !== 'op' || test.args.length !== 2) return null
  const right = stripRelabel(test.args[1])
  if (right.kind !== 'subcolumn' || plainComparison(fn, test, 'a', 'b') !== 'a === b' || !primitiveKey(fn.module, plan.outputs[0].type)) return null
  const sub = fn.module.define('set', fn, (inner) => {
    inner.line(`const set = new ${inner.module.constant(KeySet, 'KeySet')}(ctx)`)
    produce(plan.root, inner, () => inner.line(`set.add(${expression(inner, plan.outputs[0]).js})`))
    inner.line('return set')
  })
  if (sub.params.size > 0) {
    // Correlated: a set per outer row would cost more than the loop. The function just written stays unused.
    fn.module.functions.pop()
    return null
  }
  const state = fn.module.state()
  const set = fn.temp()
  const left = once(fn, expression(fn, test.args[0]))
  return { js: `(${set} = ${state} === undefined ? (${state} = ${sub.call()}) : ${state}, ${left.first} === null ? (${set}.size === 0 ? false : null) : ${
    set}.has(${left.again}) ? true : ${set}.has(null) ? null : false)`, nullable: true }
}

/** @param {any} expr @returns {any} */
const stripRelabel = (expr) => expr.kind === 'relabel' ? stripRelabel(expr.arg) : expr


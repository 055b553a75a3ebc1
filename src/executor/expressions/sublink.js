/**
 * Subqueries inside expressions. Each becomes a function of the module; columns of the query around it become
 * parameters, and one that needs none runs at most once per execution. `x = ANY (uncorrelated)` asks a TypedSet.
 */
import { baseType, typeOps } from './operations.js'
import { makeArray, makeRecord } from './composite.js'
import { grown } from '../../functions/aggregates/gathering.js'
import { isIntType } from '../spill/columns.js'
import { familyOf } from '../operators/key-code.js'
import { FIRST_USER_OID, INT8, RECORD } from '../../types/oids.js'
import { tooManySubqueryRows } from '../../errors/execution.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { later } from '../../util/later.js'

/** @type {() => typeof import('../operators/set-code.js')} */
const sets = later(import.meta.url, '../operators/set-code.js')

/** @import { Expr, SubLink } from '../../catalog/expr.js' */
/** @import { PlanNode } from '../../planner/plan.js' */
/** @import { OpCall } from '../../catalog/expr.js' */

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('../codegen/function.js').Value} Value */

/** @param {FunctionBuilder} fn @param {SubLink} expr @returns {Value} */
export function compileSublink(fn, expr) {
  const plan = subplan(expr)
  fn.settle()
  switch (expr.link) {
    case 'exists': return runOnce(fn, expr, (inner) => {
      inner.produce(plan.root, () => inner.line('return true'))
      inner.line('return false')
    }, false)
    case 'expr': return expr.test !== null ? comparedRow(fn, expr, plan) : runOnce(fn, expr, (inner) => {
      inner.line('let value = null, found = false')
      inner.produce(plan.root, () => {
        inner.line(`if (found) throw ${inner.module.constant(tooManySubqueryRows, 'tooManyRows')}()`)
        inner.line('found = true')
        inner.line(`value = ${inner.expression(plan.outputs[0]).js}`)
      })
      inner.line('return value')
    }, true)
    case 'multiexpr': return runOnce(fn, expr, (inner) => {
      inner.line('let value = null')
      inner.produce(plan.root, () => {
        inner.line(`if (value !== null) throw ${inner.module.constant(tooManySubqueryRows, 'tooManyRows')}()`)
        const types = inner.module.constant(plan.outputs.map((output) => output.type), 'types')
        inner.line(`value = ${inner.module.constant(makeRecord, 'makeRecord')}(2249, [${plan.outputs.map((output) => inner.expression(output).js).join(', ')}], ${types})`)
      })
      inner.line('return value')
    }, true)
    case 'array': return runOnce(fn, expr, (inner) => {
      const element = inner.module.catalog.elementType(baseType(inner.module, plan.outputs[0].type))
      if (element !== 0) {
        // Arrays become an array with one more dimension, as array_agg makes it.
        const gather = inner.module.constant(inner.module.implementations.aggregate('array_agg(anyarray)'), 'gather')
        inner.line(`let state = ${gather}.init()`)
        inner.produce(plan.root, () =>
          inner.line(`state = ${gather}.step(state, ${inner.expression(plan.outputs[0]).js})`),
        )
        inner.line(`return ${gather}.final(state) ?? ${inner.module.constant(makeArray, 'makeArray')}(${element}, [])`)
        return
      }
      inner.line('const values = []')
      // `bytes` is the pool's memory.
      const size = inner.module.name('size')
      inner.line(`let ${size} = 0`)
      inner.produce(plan.root, () => {
        const value = inner.module.name('value')
        inner.line(`const ${value} = ${inner.expression(plan.outputs[0]).js}`)
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

/** @param {SubLink} expr @returns {{ root: PlanNode, outputs: Expr[] }} */
function subplan(expr) {
  const plan = expr.plan
  return { root: plan.root ?? plan.plan, outputs: plan.outputs }
}

/**
 * @param {FunctionBuilder} fn
 * @param {SubLink} expr
 * @param {(inner: FunctionBuilder) => void} body
 * @param {boolean} nullable
 * @returns {Value}
 */
function runOnce(fn, expr, body, nullable) {
  const sub = fn.module.define(expr.link, fn, body)
  if (sub.params.size > 0) return { js: sub.call(), nullable }
  const state = fn.module.resultState(subplan(expr).root)
  return { js: `(${state} === undefined ? (${state} = ${sub.call()}) : ${state})`, nullable }
}

/**
 * A row compared with the one that a subquery gives; with none the answer is unknown.
 * @param {FunctionBuilder} fn @param {SubLink} expr @param {{ root: PlanNode, outputs: Expr[] }} plan @returns {Value}
 */
function comparedRow(fn, expr, plan) {
  const row = runOnce(fn, expr, (inner) => {
    inner.line('let row = null')
    inner.produce(plan.root, () => {
      inner.line(`if (row !== null) throw ${inner.module.constant(tooManySubqueryRows, 'tooManyRows')}()`)
      inner.line(`row = [${plan.outputs.map((output) => inner.expression(output).js).join(', ')}]`)
    })
    inner.line('return row')
  }, true)
  const name = fn.temp()
  fn.subColumns.push(plan.outputs.map((_, at) => ({ js: `${name}[${at}]`, nullable: true, atom: true })))
  const test = fn.expression(/** @type {Expr} */ (expr.test))
  fn.subColumns.pop()
  return { js: `((${name} = ${row.js}) === null ? null : ${test.js})`, nullable: true }
}

/** @param {FunctionBuilder} fn @param {any} expr @param {{ root: PlanNode, outputs: Expr[] }} plan @returns {Value} */
function quantified(fn, expr, plan) {
  const decisive = expr.link === 'any' ? 'true' : 'false'
  return runOnce(fn, expr, (inner) => {
    inner.line('let unknown = false')
    inner.produce(plan.root, () => {
      inner.subColumns.push(plan.outputs.map((output) => {
        const name = inner.module.name('q')
        inner.line(`const ${name} = ${inner.expression(output).js}`)
        return { js: name, nullable: true, atom: true }
      }))
      const name = inner.module.name('test')
      inner.line(`const ${name} = ${inner.expression(expr.test).js}`)
      inner.subColumns.pop()
      inner.line(`if (${name} === ${decisive}) return ${decisive}`)
      inner.line(`if (${name} === null) unknown = true`)
    })
    inner.line(`return unknown ? null : ${decisive === 'true' ? 'false' : 'true'}`)
  }, true)
}

/**
 * x = ANY (…), (x, y) = ANY (…): a set of the subquery's rows, those with a null left out. Where a null on either side
 * may have made the answer unknown, a single value says so at once; rows are compared one by one.
 * @param {FunctionBuilder} fn
 * @param {SubLink} expr
 * @param {{ root: PlanNode, outputs: Expr[] }} plan
 * @returns {Value | null}
 */
function hashedAny(fn, expr, plan) {
  const { module } = fn
  const tests = expr.test?.kind === 'and' ? expr.test.args : [expr.test]
  if (expr.link !== 'any' || tests.length === 0 || !tests.every((/** @type {any} */ test) => isHashed(fn, test)))
    return null
  const set = new (sets().SetCode)(fn, tests.map((/** @type {any} */ test) => hashedAs(fn, test)))
  const sub = module.define('set', fn, (inner) => {
    inner.line(`const set = ${set.make()}`)
    inner.produce(plan.root, () => {
      inner.subColumns.push(plan.outputs.map((output) => named(inner, inner.expression(output))))
      const values = tests.map((/** @type {any} */ test) => named(inner, inner.expression(test.args[1])))
      inner.subColumns.pop()
      const nulls = values
        .filter((/** @type {Value} */ { nullable }) => nullable)
        .map((/** @type {Value} */ { js }) => `${js} === null`)
        .join(' || ')
      inner.line('set.total++')
      if (nulls !== '') inner.line(`if (${nulls}) set.sawNull = true`)
      inner.line(
        `${nulls === '' ? '' : 'else '}${set.add(
          'set',
          values.map((/** @type {Value} */ { js }) => ({ js, nullable: false })),
        )}`,
      )
    })
    inner.line('return set')
  })
  if (sub.params.size > 0) {
    // Correlated: a set per outer row would cost more than the loop. The function just written stays unused.
    module.functions.pop()
    return null
  }
  set.finish()
  const state = module.resultState(plan.root)
  const made = fn.temp()
  const lefts = tests.map((/** @type {any} */ test) => ({ name: fn.temp(), value: fn.expression(test.args[0]) }))
  const names = lefts.map((/** @type {{ name: string }} */ { name }) => name)
  const head = [
    `${made} = ${state} === undefined ? (${state} = ${sub.call()}) : ${state}`,
    ...lefts.map((/** @type {{ name: string, value: Value }} */ { name, value }) => `${name} = ${value.js}`),
  ].join(', ')
  const isNull = names.map((/** @type {string} */ name) => `${name} === null`).join(' || ')
  if (tests.length === 1) return { js: `(${head}, ${isNull} ? (${made}.total === 0 ? false : null) : ${set.has(made, names)} ? true : ${made}.sawNull ? null : false)`, nullable: true }
  const rest = quantified(fn, expr, plan)
  return { js: `(${head}, ${made}.total === 0 ? false : ${isNull} ? ${rest.js} : ${set.has(made, names)} ? true : ${made}.sawNull ? ${rest.js} : false)`, nullable: true }
}

/** A value under a name. @param {FunctionBuilder} fn @param {Value} value @returns {Value} */
function named(fn, value) {
  if (value.atom) return value
  const name = fn.module.name('q')
  fn.line(`const ${name} = ${value.js}`)
  return { js: name, nullable: value.nullable, atom: true }
}

/**
 * Is it a built-in equality that hashes, of something with the subquery's columns alone?
 * @param {FunctionBuilder} fn
 * @param {OpCall} test
 * @returns {boolean}
 */
function isHashed({ module, module: { catalog } }, test) {
  if (
    test?.kind !== 'op' || test.args.length !== 2 || test.inputCollation === -1 || test.funcOid >= FIRST_USER_OID
    || !catalog?.operator(test.oid)?.canHash
  )
    return false
  const [left, right] = test.args
  if (mentionsSubcolumn(left) || !ofSubcolumns(right)) return false
  const type = baseType(module, left.type)
  if (familyOf(module, type) !== 'canonical') return true
  const element = catalog.elementType?.(type)
  return (
    catalog.hashOps?.(type) !== undefined && typeOps(module, type).category !== 'C' && type !== RECORD
    && (!element || catalog.hashOps(element) !== undefined)
  )
}

/**
 * What both sides are compared as: an int4 equal to an int8 is kept as one.
 * @param {FunctionBuilder} fn
 * @param {any} test
 * @returns {number}
 */
function hashedAs({ module }, test) {
  const type = baseType(module, test.args[0].type)
  if (isIntType(type)) return isIntType(baseType(module, test.args[1].type)) ? type : INT8
  return test.inputCollation ? module.catalog.collatedType(test.args[0].type, test.inputCollation) : test.args[0].type
}

/** @param {Expr} expr @returns {boolean} a sublink's own columns are not told apart from it */
function mentionsSubcolumn(expr) {
  if (expr === null || typeof expr !== 'object' || expr.kind === 'const') return false
  if (expr.kind === 'subcolumn' || expr.kind === 'sublink') return true
  return (Array.isArray(expr) ? expr : Object.values(expr)).some(mentionsSubcolumn)
}

/** A column of the subquery, perhaps converted. @param {Expr} expr @returns {boolean} */
const ofSubcolumns = (expr) =>
  expr.kind === 'subcolumn'
  || ((expr.kind === 'relabel' || expr.kind === 'collate') && ofSubcolumns(expr.arg))
  || (expr.kind === 'func'
    && expr.display !== 'call' && expr.oid < FIRST_USER_OID && expr.args.length === 1
    && ofSubcolumns(expr.args[0]))

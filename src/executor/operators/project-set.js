/** Set-returning functions in a select list: they run in lockstep, the shorter ones give nulls, until all are done. */
import { expression } from '../expressions/compile.js'
import { callSetFunction } from '../expressions/set-functions.js'
import { slotKey } from '../codegen/function.js'
import { functionInfo } from '../expressions/operations.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { PgRecord } from '../../types/record.js'

/** @import { FuncCall } from '../../catalog/expr.js' */
/** @import { ProjectSet } from '../../planner/plan.js' */

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */

/** @param {ProjectSet} node @param {FunctionBuilder} fn @param {() => void} consume */
export function produceProjectSet(node, fn, consume) {
  const { module } = fn
  fn.produce(node.input, () => {
    fn.settle()
    /** @type {{ index: number, iterator: string, step: string, fields: number[], filled: boolean }[]} */
    const sets = []
    node.outputs.forEach((/** @type {any} */ output, /** @type {number} */ index) => {
      if (!output.retset) {
        if (hasSet(output)) throw featureNotSupported('a set-returning function inside an expression')
        fn.bindValue(slotKey({ node: node.id, index }), expression(fn, output))
        return
      }
      const iterator = module.name('set')
      const call = callSetFunction(fn, output)
      fn.line(`const ${iterator} = ${call.js}${call.filled ? '' : '[Symbol.iterator]()'}`)
      sets.push({
        index, iterator, step: module.name('step'), fields: call.filled ? [] : outputFields(module, output),
        filled: call.filled,
      })
    })
    fn.open('for (;;) {')
    fn.loopHead()
    for (const { iterator, step, filled } of sets) {
      if (filled) fn.line(`if (${iterator}.hungry) yield* ${iterator}.fill()`)
      fn.line(`const ${step} = ${iterator}.next()`)
    }
    node.beside.forEach((expr, /** @type {number} */ at) =>
      fn.bindValue(slotKey({ node: node.id, index: node.outputs.length + at }), expression(fn, expr)),
    )
    fn.line(`if (${sets.map(({ step }) => `${step}.done`).join(' && ')}) break`)
    for (const { index, step, fields } of sets) {
      const value =
        fields.length < 2
          ? `${step}.value`
          : `${module.constant(asRecord, 'asRecord')}(${step}.value, ${module.constant(fields, 'fields')})`
      fn.bindValue(slotKey({ node: node.id, index }), { js: `${step}.done ? null : ${value}`, nullable: true })
    }
    consume()
    fn.close()
  })
}

const RECORD = 2249
const ANYARRAYS = new Set([2277, 5078])
const ANYELEMENTS = new Set([2283, 2776, 5077, 5079])

/** @param {unknown[]} values @param {number[]} types of several output columns */
const asRecord = (values, types) => (values === null ? null : new PgRecord(RECORD, values, types))

/**
 * Types of a function's output columns, polymorphic ones as this call has them.
 * @param {import('../codegen/module.js').Module} module
 * @param {FuncCall} call
 * @returns {number[]}
 */
function outputFields(module, call) {
  if (call.kind !== 'func') return []
  const info = functionInfo(module, call.oid)
  const array = call.args[info.argTypes.findIndex((/** @type {number} */ type) => ANYARRAYS.has(type))]?.type ?? 0
  return (info.allArgTypes ?? [])
    .filter((/** @type {number} */ _, /** @type {number} */ at) => 'obt'.includes(info.argModes[at]))
    .map((/** @type {number} */ type) =>
      ANYELEMENTS.has(type) ? (module.catalog.type(array)?.elementType ?? type) : ANYARRAYS.has(type) ? array : type,
    )
}

/** @param {any} expr @returns {boolean} */
function hasSet(expr) {
  if (expr === null || typeof expr !== 'object') return false
  if (Array.isArray(expr)) return expr.some(hasSet)
  if (expr.retset === true) return true
  if (expr.kind === 'const' || expr.kind === 'sublink') return false
  return Object.values(expr).some((value) => typeof value === 'object' && hasSet(value))
}

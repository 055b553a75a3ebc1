/** Set-returning functions in a select list: they run in lockstep, the shorter ones give nulls, until all are done. */
import { expression } from '../expressions/compile.js'
import { callSetFunction } from '../expressions/set-functions.js'
import { slotKey } from '../codegen/function.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { produce } from './produce.js'

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */

/** @param {any} node ProjectSet @param {FunctionBuilder} fn @param {() => void} consume */
export function produceProjectSet(node, fn, consume) {
  const { module } = fn
  produce(node.input, fn, () => {
    fn.settle()
    /** @type {{ index: number, iterator: string, step: string }[]} */
    const sets = []
    node.outputs.forEach((/** @type {any} */ output, /** @type {number} */ index) => {
      if (!output.retset) {
        if (hasSet(output)) throw featureNotSupported('a set-returning function inside an expression')
        fn.bindValue(slotKey({ node: node.id, index }), expression(fn, output))
        return
      }
      const iterator = module.name('set')
      fn.line(`const ${iterator} = ${callSetFunction(fn, output).js}[Symbol.iterator]()`)
      sets.push({ index, iterator, step: module.name('step') })
    })
    fn.open('for (;;) {')
    fn.loopHead()
    for (const { iterator, step } of sets) fn.line(`const ${step} = ${iterator}.next()`)
    fn.line(`if (${sets.map(({ step }) => `${step}.done`).join(' && ')}) break`)
    for (const { index, step } of sets) fn.bindValue(slotKey({ node: node.id, index }), { js: `${step}.done ? null : ${step}.value`, nullable: true })
    consume()
    fn.close()
  })
}

/** @param {any} expr @returns {boolean} */
function hasSet(expr) {
  if (expr === null || typeof expr !== 'object') return false
  if (Array.isArray(expr)) return expr.some(hasSet)
  if (expr.retset === true) return true
  if (expr.kind === 'const' || expr.kind === 'sublink') return false
  return Object.values(expr).some((value) => typeof value === 'object' && hasSet(value))
}

/** A wait in generated code: the generator yields it; a plain body, which has had no effect yet, gives up. */
import { WAITS, WaitSignal } from '../codes.js'

/**
 * @param {import('../codegen/function.js').FunctionBuilder} fn
 * @param {string} wait source of a Wait, or of {promise} with code 4
 * @param {number} [code] of codes.js
 */
export function emitWait(fn, wait, code = 2) {
  const { module } = fn
  if (!module.generator) {
    // An exception costs microseconds, and rows that many clients change make every second statement wait.
    if (module.makesRoom && fn.name === 'statement') fn.line(`return ${WAITS}`)
    else fn.line(`throw new ${module.constant(WaitSignal, 'WaitSignal')}(${wait})`)
    return
  }
  fn.line(`ctx.wait = ${wait}`)
  fn.line(`${module.constant(module.releaseCursors, 'releaseCursors')}(ctx)`)
  fn.line(`yield ${code}`)
}

/** A wait in generated code: the generator yields it; a plain body, which has had no effect yet, throws it. */
import { WaitSignal } from '../codes.js'

/** @param {import('../codegen/function.js').FunctionBuilder} fn @param {string} wait source of a Wait, or of {promise} with code 4 @param {number} [code] of codes.js */
export function emitWait(fn, wait, code = 2) {
  const { module } = fn
  if (!module.generator) {
    fn.line(`throw new ${module.constant(WaitSignal, 'WaitSignal')}(${wait})`)
    return
  }
  fn.line(`ctx.wait = ${wait}`)
  fn.line(`${module.constant(module.releaseCursors, 'releaseCursors')}(ctx)`)
  fn.line(`yield ${code}`)
}

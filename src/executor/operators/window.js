/** Window functions. */
import { featureNotSupported } from '../../errors/db-error.js'

/** @param {any} node WindowAgg @param {import('../codegen/function.js').FunctionBuilder} fn @param {() => void} consume */
export function produceWindowAgg(node, fn, consume) {
  throw featureNotSupported('OVER')
}

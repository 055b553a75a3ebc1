/**
 * Merge join. Both sides come sorted; a push pipeline cannot advance two loops at once, so the inner side is kept in a RowBuffer (sorted as
 * it came, spilling like any other) and read along while the outer side runs. A group of equal inner keys is held for outer rows with the same key.
 */
import { featureNotSupported } from '../../../errors/db-error.js'

/** @param {any} node MergeJoin @param {import('../../codegen/function.js').FunctionBuilder} fn @param {() => void} consume */
export function produceMergeJoin(node, fn, consume) {
  throw featureNotSupported(`merge join (${node.join})`)
}

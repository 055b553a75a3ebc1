/** Chance for identifiers, salts and keys: the cluster's strong source, so that a simulated run repeats itself. */

/** @import { FunctionContext } from '../functions/impl.js' */

/** @param {FunctionContext} ctx @param {number} count @returns {Uint8Array} so many bytes that nobody can guess */
export function chanceBytes(ctx, count) {
  const bytes = new Uint8Array(count)
  const { random } = ctx.session
  for (let at = 0; at < count; at += 4) {
    const word = random.uint32()
    for (let byte = 0; byte < 4 && at + byte < count; byte++) bytes[at + byte] = word >>> (8 * byte)
  }
  return bytes
}

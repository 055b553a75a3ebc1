/** Functions of macaddr and macaddr8. */
import { widened } from '../../types/network/macaddr.js'
import { compareBytes } from '../../types/strings/text.js'
import { Family } from '../impl.js'
import { macaddr8OutOfRange } from '../../errors/values.js'

const family = new Family()
export const hardwareAddressFunctions = family.functions

/** @typedef {Uint8Array} Address */

/** @param {Address} value */
function narrowed(value) {
  if (value[3] !== 0xff || value[4] !== 0xfe) {
    throw macaddr8OutOfRange()
  }
  return Uint8Array.of(value[0], value[1], value[2], value[5], value[6], value[7])
}

/** The manufacturer's part. @param {Address} value */
const truncated = (value) => value.map((byte, at) => (at < 3 ? byte : 0))

for (const name of ['macaddr', 'macaddr8']) {
  family.all({
    [`${name}_eq`]: (a, b) => compareBytes(a, b) === 0,
    [`${name}_ne`]: (a, b) => compareBytes(a, b) !== 0,
    [`${name}_lt`]: (a, b) => compareBytes(a, b) < 0,
    [`${name}_le`]: (a, b) => compareBytes(a, b) <= 0,
    [`${name}_gt`]: (a, b) => compareBytes(a, b) > 0,
    [`${name}_ge`]: (a, b) => compareBytes(a, b) >= 0,
    [`${name}_cmp`]: (a, b) => Math.sign(compareBytes(a, b)),
    [`${name}_not`]: (a) => a.map((/** @type {number} */ byte) => ~byte & 255),
    [`${name}_and`]: (a, b) => a.map((/** @type {number} */ byte, /** @type {number} */ at) => byte & b[at]),
    [`${name}_or`]: (a, b) => a.map((/** @type {number} */ byte, /** @type {number} */ at) => byte | b[at]),
    [`${name}_trunc`]: truncated,
  })
}
family.all({
  macaddrtomacaddr8: widened,
  macaddr8tomacaddr: narrowed,
  macaddr8_set7bit: (value) =>
    value.map((/** @type {number} */ byte, /** @type {number} */ at) => (at === 0 ? byte | 2 : byte)),
})

/** pg_lsn arithmetic, and the file names of positions in the log. */
import { cannotConvertSpecial, invalidParameter } from '../../errors/data.js'
import { nanToLsn } from '../../errors/json.js'
import { toInt8 } from '../../types/numbers/int8.js'
import { addNumeric, fromBig, fromInteger, NAN, negateNumeric } from '../../types/numbers/numeric.js'
import { numericToBigInt } from '../../types/numbers/numeric-rounding.js'
import { Family } from '../impl.js'
/** @import { Numeric } from '../../types/numbers/numeric.js' */

const family = new Family()
export const lsnFunctions = family.functions

/** @param {bigint} position */
function checked(position) {
  if (position < 0n || position > 0xffffffffffffffffn) throw invalidParameter('pg_lsn out of range')
  return toInt8(position)
}

/** @param {Numeric} count @param {string} refusal */
function refuseNaN(count, refusal) {
  if (count.special === NAN) throw nanToLsn(refusal)
}

/** @param {Numeric} count */
function toPosition(count) {
  refuseNaN(count, 'cannot convert NaN to pg_lsn')
  if (count.special !== 0) throw cannotConvertSpecial('infinity', 'pg_lsn')
  return checked(numericToBigInt(count))
}

/** @param {bigint} value @returns {Numeric} */
const toNumeric = (value) => (BigInt.asIntN(64, value) === value ? fromInteger(toInt8(value)) : fromBig(value, 0))

const difference = (/** @type {number | bigint} */ a, /** @type {number | bigint} */ b) =>
  toNumeric(BigInt(a) - BigInt(b))
family.add(['pg_lsn_mi', 'pg_wal_lsn_diff'], difference)
// The sum is rounded, not what is added: a half below goes up again.
family.add('pg_lsn_pli', (position, count) => {
  refuseNaN(count, 'cannot add NaN to pg_lsn')
  return toPosition(addNumeric(toNumeric(BigInt(position)), count))
})
family.add('pg_lsn_mii', (position, count) => {
  refuseNaN(count, 'cannot subtract NaN from pg_lsn')
  return toPosition(addNumeric(toNumeric(BigInt(position)), negateNumeric(count)))
})
family.add('numeric_pg_lsn', toPosition)

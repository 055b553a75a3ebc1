/** pg_lsn arithmetic, and the file names of positions in the log. */
import { cannotConvertSpecial, invalidParameter } from '../../errors/data.js'
import { nanToLsn } from '../../errors/json.js'
import { toInt8 } from '../../types/numbers/int8.js'
import { fromBig, fromInteger, NAN, numericToBigInt } from '../../types/numbers/numeric.js'
import { Family } from '../impl.js'
/** @import { Numeric } from '../../types/numbers/numeric.js' */

const family = new Family()
export const lsnFunctions = family.functions

/** @param {bigint} position */
function checked(position) {
  if (position < 0n || position > 0xffffffffffffffffn) throw invalidParameter('pg_lsn out of range')
  return toInt8(position)
}

/** @param {Numeric} count @param {string} refusal of NaN @returns {bigint} */
function bytesOf(count, refusal) {
  if (count.special === NAN) throw nanToLsn(refusal)
  if (count.special !== 0) throw cannotConvertSpecial('infinity', 'pg_lsn')
  return numericToBigInt(count)
}

/** @param {bigint} value @returns {Numeric} */
const toNumeric = (value) => (BigInt.asIntN(64, value) === value ? fromInteger(toInt8(value)) : fromBig(value, 0))

const difference = (/** @type {number | bigint} */ a, /** @type {number | bigint} */ b) =>
  toNumeric(BigInt(a) - BigInt(b))
family.add(['pg_lsn_mi', 'pg_wal_lsn_diff'], difference)
family.add('pg_lsn_pli', (position, count) => checked(BigInt(position) + bytesOf(count, 'cannot add NaN to pg_lsn')))
family.add('pg_lsn_mii', (position, count) =>
  checked(BigInt(position) - bytesOf(count, 'cannot subtract NaN from pg_lsn'))
)
family.add('numeric_pg_lsn', (count) => checked(bytesOf(count, 'cannot convert NaN to pg_lsn')))

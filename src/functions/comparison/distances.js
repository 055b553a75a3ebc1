/** The distance functions that btree_gist brings: how far two values are apart. */
import { bigintOutOfRange, integerOutOfRange, smallintOutOfRange } from '../../errors/data.js'
import { isInfiniteStamp } from '../../types/datetime/datetime.js'
import { Interval } from '../../types/datetime/interval.js'
import { INT8_MAX, toInt8 } from '../../types/numbers/int8.js'
import { checkFloat4, checkFloat8, FunctionImpl } from '../impl.js'

/** From infinity: the longest interval there is. */
const FARTHEST = new Interval(2147483647, 2147483647, INT8_MAX)

/** @param {(value: number) => boolean} fits @param {() => Error} error @returns {(a: number, b: number) => number} */
const apart = (fits, error) => (a, b) => {
  const distance = Math.abs(a - b)
  if (!fits(distance)) throw error()
  return distance
}

/** @param {number | bigint} a @param {number | bigint} b */
function wideApart(a, b) {
  const difference = BigInt(a) - BigInt(b)
  const distance = difference < 0n ? -difference : difference
  if (distance > INT8_MAX) throw bigintOutOfRange()
  return toInt8(distance)
}

/**
 * @param {{ get: (prosrc: string) => FunctionImpl | undefined }} functions those of dates and times subtract
 * @returns {FunctionImpl[]}
 */
export function distanceFunctions(functions) {
  /** @param {string} name @param {(a: any, b: any) => any} call */
  const made = (name, call) => new FunctionImpl(name, call, { nullable: false })
  const int4 = apart((value) => value <= 2147483647, integerOutOfRange)
  /** @param {string} subtract prosrc @param {(a: any, b: any) => boolean} isLess @returns {(a: any, b: any) => any} */
  const later = (subtract, isLess) => (a, b) => {
    const call = /** @type {FunctionImpl} */ (functions.get(subtract)).call
    return isLess(a, b) ? call(b, a) : call(a, b)
  }
  const plain = (/** @type {any} */ a, /** @type {any} */ b) => a < b
  const stamps = later('timestamp_mi', plain)
  /** @param {number | bigint} a @param {number | bigint} b */
  const stampsApart = (a, b) => isInfiniteStamp(a) || isInfiniteStamp(b) ? FARTHEST : stamps(a, b)
  return [
    made(
      'int2_dist',
      apart((value) => value <= 32767, smallintOutOfRange)
    ),
    made('int4_dist', int4),
    made('date_dist', later('date_mi', plain)),
    made('oid_dist', (a, b) => Math.abs(a - b)),
    made('int8_dist', wideApart),
    made('cash_dist', wideApart),
    made('float4_dist', (a, b) => checkFloat4(Math.abs(a - b), a, b)),
    made('float8_dist', (a, b) => checkFloat8(Math.abs(a - b), a, b)),
    made('ts_dist', stampsApart),
    made('tstz_dist', stampsApart),
    made('time_dist', later('time_mi_time', plain)),
    made(
      'interval_dist',
      later('interval_mi', (a, b) => /** @type {FunctionImpl} */ (functions.get('interval_lt')).call(a, b))
    ),
  ]
}

/**
 * int2, int4, int8 arithmetic and bits, with exact overflow (22003) and division by zero (22012). The hot operators
 * inline.
 */
import { bigintOutOfRange } from '../../errors/data.js'
import {
  int8Add, int8Divide, int8Modulo, int8Multiply, int8Negate, int8Subtract, toInt8,
} from '../../types/numbers/int8.js'
import { checkInt2, checkInt4, Family, int4Divide, int4Modulo } from '../impl.js'

const family = new Family()
export const integerFunctions = family.functions

/**
 * @param {string[]} names
 * @param {(a: number, b: number) => number} call
 * @param {(a: string, b: string) => string} inline
 * @param {string} helper
 */
const inlined = (names, call, inline, helper) => family.add(names, call, { inline, helpers: [helper] })

for (const [suffix, symbol] of [['pl', '+'], ['mi', '-'], ['mul', '*']]) {
  /** @type {(a: number, b: number) => number} */
  const raw = suffix === 'pl' ? (a, b) => a + b : suffix === 'mi' ? (a, b) => a - b : (a, b) => a * b
  for (const name of ['int4', 'int24', 'int42'].map((one) => one + suffix)) {
    inlined([name], (a, b) => checkInt4(raw(a, b), name), (a, b) => `checkInt4(${a} ${symbol} ${b}, '${name}')`,
      'checkInt4')
  }
  const name = `int2${suffix}`
  inlined([name], (a, b) => checkInt2(raw(a, b), name), (a, b) => `checkInt2(${a} ${symbol} ${b}, '${name}')`,
    'checkInt2')
}
for (const name of ['int4div', 'int24div', 'int42div']) {
  inlined([name], (a, b) => int4Divide(a, b, name), (a, b) => `int4Divide(${a}, ${b}, '${name}')`, 'int4Divide')
}
inlined(['int2div'], (a, b) => checkInt2(int4Divide(a, b, 'int2div'), 'int2div'),
  (a, b) => `checkInt2(int4Divide(${a}, ${b}, 'int2div'), 'int2div')`, 'checkInt2')
family.functions[family.functions.length - 1].inlineHelpers = ['checkInt2', 'int4Divide']
for (const name of ['int4mod', 'int2mod']) {
  inlined([name], (a, b) => int4Modulo(a, b, name), (a, b) => `int4Modulo(${a}, ${b}, '${name}')`, 'int4Modulo')
}

/** @type {[string, (a: any, b: any) => any, string][]} */
const WIDE = [
  ['pl', int8Add, 'int8Add'],
  ['mi', int8Subtract, 'int8Subtract'],
  ['mul', int8Multiply, 'int8Multiply'],
  ['div', int8Divide, 'int8Divide'],
]
for (const [suffix, call, helper] of WIDE) {
  inlined(
    ['int8', 'int28', 'int82', 'int48', 'int84'].map((one) => one + suffix),
    call,
    (a, b) => `${helper}(${a}, ${b})`,
    helper
  )
}
inlined(['int8mod'], /** @type {any} */ (int8Modulo), (a, b) => `int8Modulo(${a}, ${b})`, 'int8Modulo')

/** @param {any} value */
const same = (value) => value
family.add(['int2up', 'int4up', 'int8up'], same)
family.all({
  int2um: (a) => checkInt2(0 - a, 'int2um'),
  int4um: (a) => checkInt4(0 - a, 'int4um'),
  int8um: int8Negate,
  int2abs: (a) => checkInt2(Math.abs(a), 'int2abs'),
  int4abs: (a) => checkInt4(Math.abs(a), 'int4abs'),
  int8abs: (a) => (a < 0 ? int8Negate(a) : a),
  int4inc: (a) => checkInt4(a + 1),
  int8inc: (a) => int8Add(a, 1),
  int8dec: (a) => int8Subtract(a, 1),
  int8inc_any: (a) => int8Add(a, 1),
  int8dec_any: (a) => int8Subtract(a, 1),
  int2not: (a) => ~a,
  int4not: (a) => ~a,
  int8not: (a) => toInt8(~BigInt(a)),
  int8and: (a, b) => toInt8(BigInt(a) & BigInt(b)),
  int8or: (a, b) => toInt8(BigInt(a) | BigInt(b)),
  int8xor: (a, b) => toInt8(BigInt(a) ^ BigInt(b)),
  // Shift counts wrap at the width of the machine operation: 32 for int2 and int4, 64 for int8.
  int2shl: (a, b) => ((a << b) << 16) >> 16,
  int2shr: (a, b) => a >> b,
  int4shl: (a, b) => a << b,
  int4shr: (a, b) => a >> b,
  int8shl: (a, b) => toInt8(BigInt.asIntN(64, BigInt(a) << BigInt(b & 63))),
  int8shr: (a, b) => toInt8(BigInt(a) >> BigInt(b & 63)),
  int4gcd: (a, b) => checkInt4(greatestDivisor(a, b)),
  int4lcm: (a, b) => (a === 0 || b === 0 ? 0 : checkInt4(Math.abs(a / greatestDivisor(a, b) * b))),
  int8gcd: (a, b) => checkedMagnitude(bigDivisor(BigInt(a), BigInt(b))),
  int8lcm: (a, b) =>
    a === 0 || b === 0 ? 0 : checkedMagnitude((BigInt(a) / bigDivisor(BigInt(a), BigInt(b))) * BigInt(b)),
})
for (const size of ['int2', 'int4']) {
  family.add(`${size}and`, (a, b) => a & b, { inline: (a, b) => `(${a} & ${b})` })
  family.add(`${size}or`, (a, b) => a | b, { inline: (a, b) => `(${a} | ${b})` })
  family.add(`${size}xor`, (a, b) => a ^ b, { inline: (a, b) => `(${a} ^ ${b})` })
}

/** @param {number} a @param {number} b */
function greatestDivisor(a, b) {
  let left = Math.abs(a)
  let right = Math.abs(b)
  while (right !== 0) [left, right] = [right, left % right]
  return left
}

/** @param {bigint} a @param {bigint} b */
export function bigDivisor(a, b) {
  let left = a < 0n ? -a : a
  let right = b < 0n ? -b : b
  while (right !== 0n) [left, right] = [right, left % right]
  return left
}

/** @param {bigint} value */
function checkedMagnitude(value) {
  const magnitude = value < 0n ? -value : value
  if (magnitude > 9223372036854775807n) throw bigintOutOfRange()
  return toInt8(magnitude)
}

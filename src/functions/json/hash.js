/**
 * jsonb_hash and jsonb_hash_extended with PostgreSQL's bits: hash partitioning shows them. Scalars' hashes are folded
 * in, each after a rotation by one.
 */
import * as B from '../../types/json/jsonb.js'
import { toInt8 } from '../../types/numbers/int8.js'
import { hashBytes } from '../comparison/hash.js'
import { Family } from '../impl.js'
/** @import { FunctionImpl } from '../impl.js' */
/** @import { Jsonb } from '../../types/json/jsonb.js' */

const ARRAY_BIT = 0x40000000
const OBJECT_BIT = 0x20000000
const WIDE_ARRAY = (BigInt(ARRAY_BIT) << 32n) | BigInt(ARRAY_BIT)
const WIDE_OBJECT = (BigInt(OBJECT_BIT) << 32n) | BigInt(OBJECT_BIT)

/**
 * What is folded in, in order: the kind of each container, then keys, values, elements.
 * @param {Jsonb} value
 * @param {(kind: number) => void} container
 * @param {(scalar: Jsonb | string) => void} scalar
 */
function walk(value, container, scalar) {
  if (value.tag === B.ARRAY) {
    container(B.ARRAY)
    for (const element of B.elementsOf(value)) walk(element, container, scalar)
  } else if (value.tag === B.OBJECT) {
    container(B.OBJECT)
    const count = B.countOf(value)
    for (let i = 0; i < count; i++) {
      scalar(B.keyAt(value, i))
      walk(B.valueAt(value, i), container, scalar)
    }
  } else {
    scalar(value)
  }
}

/** @param {Jsonb | string} scalar */
const textBytes = (scalar) =>
  typeof scalar === 'string' ? new TextEncoder().encode(scalar) : scalar.bytes.subarray(scalar.start + 1, scalar.end)

/** @param {{ get: (prosrc: string) => FunctionImpl | undefined }} functions @returns {FunctionImpl[]} */
export function jsonHashFunctions(functions) {
  const family = new Family()
  const call = (/** @type {string} */ prosrc) => /** @type {FunctionImpl} */ (functions.get(prosrc)).call
  const [numeric, wideNumeric, wideChar] = ['hash_numeric', 'hash_numeric_extended', 'hashcharextended'].map(call)
  const isEmpty = (/** @type {Jsonb} */ value) => value.tag >= B.ARRAY && B.countOf(value) === 0

  family.add('jsonb_hash', (value) => {
    if (isEmpty(value)) return 0
    // A scalar at the top is an array of one.
    let hash = value.tag < B.ARRAY ? ARRAY_BIT : 0
    walk(value, (kind) => { hash ^= kind === B.ARRAY ? ARRAY_BIT : OBJECT_BIT }, (scalar) => {
      hash =
        ((hash << 1) | (hash >>> 31))
        ^ (typeof scalar === 'string' || scalar.tag === B.STRING
          ? hashBytes(textBytes(scalar)).low
          : scalar.tag === B.NUMBER
            ? numeric(B.numberOf(scalar))
            : scalar.tag === B.NULL
              ? 1
              : scalar.tag === B.TRUE
                ? 2
                : 4)
    })
    return hash
  })

  family.add('jsonb_hash_extended', (value, seed) => {
    if (isEmpty(value)) return seed
    const start = BigInt(seed)
    let hash = value.tag < B.ARRAY ? WIDE_ARRAY : 0n
    walk(
      value,
      (kind) => {
        hash ^= kind === B.ARRAY ? WIDE_ARRAY : WIDE_OBJECT
      },
      (scalar) => {
        const own = BigInt(
          typeof scalar === 'string' || scalar.tag === B.STRING
            ? hashBytes(textBytes(scalar), start).wide
            : scalar.tag === B.NUMBER
              ? wideNumeric(B.numberOf(scalar), seed)
              : scalar.tag === B.NULL
                ? start + 1n
                : start !== 0n
                  ? wideChar(scalar.tag === B.TRUE ? 1 : 0, seed)
                  : scalar.tag === B.TRUE
                    ? 2n
                    : 4n
        )
        hash = (((hash << 1n) & 0xfffffffefffffffen) | ((hash >> 31n) & 0x100000001n)) ^ BigInt.asUintN(64, own)
      }
    )
    return toInt8(BigInt.asIntN(64, hash))
  })
  return family.functions
}

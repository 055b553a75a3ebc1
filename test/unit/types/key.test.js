/** Key bytes against the order of the values: random pairs and tuples, printed seed. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { encodeKeyPart, keyEncoder, keyRuntime, emitKeyPart, KEY_BUFFER_BYTES } from '../../../src/types/key.js'
import { seededRandom } from '../../../src/util/prng.js'

const seed = Number(process.env.SEED ?? 20240611)
const random = seededRandom(seed)
console.log(`# seed ${seed}`)

/** @param {any[]} list */
const pick = (list) => list[random.below(list.length)]
const bigInt = () => (BigInt(random.uint32()) << 32n | BigInt(random.uint32())) - (1n << 63n)
/** @param {bigint} value */
const normal = (value) => (value >= -(2n ** 53n) + 1n && value < 2n ** 53n ? Number(value) : value)
const int8 = () =>
  pick([() => normal(bigInt()), () => random.below(1000) - 500, () => normal(bigInt() >> BigInt(random.below(60)))])()
const int4 = () => pick([() => random.uint32() | 0, () => random.below(10) - 5, () => 2147483647, () => -2147483648])()
const chars = ['a', 'b', 'A', ' ', '\t', 'z', 'é', 'ß', '漢', '\u{1F600}', '\uFFFD', '\uFFFF', '\u0001']
/** @param {number} lengthMax */
const text = (lengthMax) => Array.from({ length: random.below(lengthMax) }, () => pick(chars)).join('')
const float = () =>
  pick([
    () => NaN, () => Infinity, () => -Infinity, () => 0, () => -0,
    () => (random.double() - 0.5) * 10 ** (random.below(40) - 20), () => Number.MIN_VALUE, () => Number.MAX_VALUE,
    () => random.below(5) - 2,
  ])()
const bytea = () => Uint8Array.from({ length: random.below(6) }, () => pick([0, 1, 254, 255]))
const numeric = () => {
  if (random.below(8) === 0) return { coef: 0, scale: 0, special: 1 + random.below(3) }
  const coef = pick([
    () => int8(),
    () => random.below(200) - 100,
    () => bigInt() * bigInt(),
    () => (random.below(20) - 10) * 10 ** random.below(5),
  ])()
  return { coef: typeof coef === 'bigint' ? normal(coef) : coef, scale: random.below(6), special: 0 }
}

/** @param {any} a @param {any} b */
const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0)
/** @param {Uint8Array} a @param {Uint8Array} b */
const orderBytes = (a, b) => Buffer.compare(a, b)
/** @param {number} a @param {number} b */
const orderFloat = (a, b) => (a !== a ? (b !== b ? 0 : 1) : b !== b ? -1 : order(a, b))
/** @param {any} a @param {any} b */
const orderNumeric = (a, b) => {
  const rank = (/** @type {any} */ value) =>
    value.special === 3 ? 0 : value.special === 0 ? 1 : value.special === 2 ? 2 : 3
  if (rank(a) !== rank(b) || rank(a) !== 1) return rank(a) - rank(b)
  return order(BigInt(a.coef) * 10n ** BigInt(b.scale), BigInt(b.coef) * 10n ** BigInt(a.scale))
}
/** @param {any} value */
const micros = (value) => BigInt(value.micros) + BigInt(value.months * 30 + value.days) * 86400000000n
/** @param {any} a @param {any} b */
const orderArray = (a, b) => {
  for (let i = 0; i < a.values.length && i < b.values.length; i++) {
    const [left, right] = [a.values[i], b.values[i]]
    const result = left === null ? (right === null ? 0 : 1) : right === null ? -1 : order(left, right)
    if (result !== 0) return result
  }
  return a.values.length - b.values.length || a.dims.length - b.dims.length || order(a.dims[0] ?? 0, b.dims[0] ?? 0)
    || order(a.lowerBounds[0] ?? 0, b.lowerBounds[0] ?? 0)
}
const array = () => {
  const values = Array.from({ length: random.below(4) }, () => (random.below(4) === 0 ? null : random.below(3)))
  return {
    elementType: 23,
    dims: values.length === 0 ? [] : [values.length],
    lowerBounds: values.length === 0 ? [] : [1 + random.below(2)],
    values,
  }
}

/** @type {[string, number, () => any, (a: any, b: any) => number][]} */
const TYPES = [
  ['bool', 16, () => random.below(2) === 1, order], ['"char"', 18, () => random.below(256), order],
  ['int2', 21, () => random.below(65536) - 32768, order], ['int4', 23, int4, order], ['date', 1082, int4, order],
  ['int8', 20, int8, order], ['timestamp', 1114, int8, order], ['oid', 26, () => random.uint32(), order],
  ['float8', 701, float, orderFloat], ['float4', 700, () => Math.fround(float()), orderFloat],
  ['text', 25, () => text(6), (a, b) => orderBytes(Buffer.from(a), Buffer.from(b))],
  ['long text', 25, () => 'p'.repeat(300) + text(6), (a, b) => orderBytes(Buffer.from(a), Buffer.from(b))],
  ['name', 19, () => text(4), (a, b) => orderBytes(Buffer.from(a), Buffer.from(b))],
  [
    'bpchar',
    1042,
    () => text(5),
    (a, b) => orderBytes(Buffer.from(a.replace(/ +$/, '')), Buffer.from(b.replace(/ +$/, ''))),
  ],
  ['bytea', 17, bytea, orderBytes],
  ['uuid', 2950, () => Uint8Array.from({ length: 16 }, () => random.below(3)), orderBytes],
  ['numeric', 1700, numeric, orderNumeric],
  ['tid', 27, () => random.below(1e6) * 512 + random.below(512), order],
  [
    'interval',
    1186,
    () => ({
      months: random.below(5) - 2,
      days: random.below(90) - 45,
      micros: pick([0, -1, 86400000000, -86400000000 * 31, int8()]),
    }),
    (a, b) => order(micros(a), micros(b)),
  ],
  ['int4[]', 1007, array, orderArray],
]

/** @param {number} oid @param {any} value @param {boolean} desc @param {boolean} nullsFirst */
function encoded(oid, value, desc, nullsFirst) {
  const out = new Uint8Array(KEY_BUFFER_BYTES)
  return out.slice(0, encodeKeyPart(oid, value, desc, nullsFirst, out, 0))
}

for (const [name, oid, make, compare] of TYPES) {
  test(`${name}: byte order is value order; DESC and NULLS FIRST / LAST`, () => {
    for (let round = 0; round < 3000; round++) {
      const a = random.below(20) === 0 ? null : make()
      const b = random.below(20) === 0 ? null : make()
      for (const desc of [false, true]) {
        for (const nullsFirst of [false, true]) {
          const nulls = nullsFirst ? -1 : 1
          const expected =
            a === null ? (b === null ? 0 : nulls) : b === null ? -nulls : Math.sign(compare(a, b)) * (desc ? -1 : 1)
          const left = encoded(oid, a, desc, nullsFirst)
          const right = encoded(oid, b, desc, nullsFirst)
          assert.equal(
            Buffer.compare(left, right) + 0,
            expected + 0,
            `${JSON.stringify([a, b], String)} desc ${desc} nullsFirst ${nullsFirst}`
          )
          if (expected !== 0)
            assert.ok(!startsWith(left, right) && !startsWith(right, left), 'no key is a prefix of another')
        }
      }
    }
  })

  test(`${name}: compiled encoders write what encodeKeyPart writes`, () => {
    for (const desc of [false, true]) {
      const column = { typeOid: oid, desc, nullsFirst: desc }
      const encode = keyEncoder([column, { typeOid: 23, desc: true, nullsFirst: false }, column])
      const out = new Uint8Array(KEY_BUFFER_BYTES)
      for (let round = 0; round < 200; round++) {
        const a = random.below(5) === 0 ? null : make()
        const b = random.below(5) === 0 ? null : make()
        const middle = random.below(5) === 0 ? null : int4()
        const end = encode(a, middle, b, out, 3)
        assert.deepEqual(Buffer.from(out.subarray(3, end)),
          Buffer.concat([encoded(oid, a, desc, desc), encoded(23, middle, true, false), encoded(oid, b, desc, desc)]))
      }
    }
  })
}

/** @param {Uint8Array} whole @param {Uint8Array} start */
function startsWith(whole, start) {
  return whole.length >= start.length && start.every((byte, index) => whole[index] === byte)
}

test('stored forms: var columns go from tuple bytes to key bytes', () => {
  for (const [oid, make] of /** @type {[number, () => any][]} */ ([
    [25, () => text(9)],
    [1042, () => `${text(5)}   `],
    [17, bytea],
  ])) {
    const column = { typeOid: oid, desc: true, nullsFirst: false }
    const names = {
      out: 'out',
      at: 'at',
      runtime: 'runtime',
      notNull: true,
      stored: { bytes: 'bytes', start: 'start', end: 'end' },
    }
    const encode = new Function(
      'runtime',
      `return (bytes, start, end, out, at) => { ${emitKeyPart(column, '', names)} return at }`
    )(keyRuntime)
    for (let round = 0; round < 300; round++) {
      const value = make()
      const stored = typeof value === 'string' ? new TextEncoder().encode(value) : value
      const out = new Uint8Array(200)
      assert.deepEqual(out.slice(0, encode(stored, 0, stored.length, out, 0)), encoded(oid, value, true, false))
    }
  }
})

test('equal values have equal bytes', () => {
  const same = (/** @type {number} */ oid, /** @type {any} */ a, /** @type {any} */ b) =>
    assert.deepEqual(encoded(oid, a, false, false), encoded(oid, b, false, false))
  same(1700, { coef: 10, scale: 1, special: 0 }, { coef: 100, scale: 2, special: 0 })
  same(1700, { coef: 10n ** 30n, scale: 30, special: 0 }, { coef: 1, scale: 0, special: 0 })
  same(701, -0, 0)
  same(1042, 'ab   ', 'ab')
  same(1186, { months: 1, days: 0, micros: 0 }, { months: 0, days: 29, micros: 86400000000 })
})

test('too little room is reported by the end, and nothing else is harmed', () => {
  const small = new Uint8Array(8)
  assert.equal(encodeKeyPart(25, 'a long enough text', false, false, small, 0), 1 + 18 + 1)
  assert.equal(encodeKeyPart(25, 'x'.repeat(1000), false, false, small, 0), 1 + 1000 + 1)
})

test('a type without an order raises 0A000', () => {
  assert.throws(() => encodeKeyPart(114, '{}', false, false, new Uint8Array(9), 0), { code: '0A000' })
})

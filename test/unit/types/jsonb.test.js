/**
 * jsonb's stored form: what goes in comes out, order and key bytes agree, equal values hash alike, parts are values.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { encodeKeyPart } from '../../../src/types/key.js'
import { compareBytes } from '../../../src/types/strings/text.js'
import * as B from '../../../src/types/json/jsonb.js'
import { compareJsonb, equalJsonb, hashJsonb } from '../../../src/types/json/order.js'
import { parseJson } from '../../../src/types/json/parse.js'
import { JsonbReader } from '../../../src/types/json/reader.js'
import { parseJsonb } from '../../../src/types/json/types.js'
import { formatJsonb, jsonbToJs } from '../../../src/types/json/text-output.js'
import { builtinType } from '../../../src/types/registry.js'
import { seededRandom } from '../../../src/util/prng.js'

const JSONB = 3802

/** @param {import('../../../src/util/prng.js').Random} random @param {number} depth @returns {any} */
function value(random, depth) {
  switch (random.below(depth > 3 ? 5 : 8)) {
    case 0:
      return null
    case 1:
      return random.below(2) === 0
    case 2:
      return ['', 'a', 'ab', 'é', '😀b', '￿', 'x"\\\n\u0001y'][random.below(7)]
    case 3:
      return random.below(200) - 100
    case 4:
      return (random.below(2000) - 1000) / 8
    case 5:
    case 6:
      return Array.from({ length: random.below(4) }, () => value(random, depth + 1))
    default:
      return Object.fromEntries(
        Array.from({ length: random.below(5) }, () => [
          ['a', 'b', 'aa', 'é', '__proto__x', '😀', 'zz', ''][random.below(8)],
          value(random, depth + 1),
        ])
      )
  }
}

test('values survive text, storage and JavaScript', () => {
  const random = seededRandom(11)
  const ops = /** @type {any} */ (builtinType(JSONB))
  for (let round = 0; round < 500; round++) {
    const plain = value(random, 0)
    const jsonb = parseJsonb(JSON.stringify(plain))
    assert.deepEqual(jsonbToJs(jsonb), plain)
    assert.deepEqual(JSON.parse(formatJsonb(jsonb)), plain)
    const bytes = new Uint8Array(ops.encodedBytes(jsonb) + 3)
    const end = ops.encode(jsonb, bytes, new DataView(bytes.buffer), 3)
    assert.equal(end, bytes.length)
    assert.ok(equalJsonb(ops.decode(bytes, new DataView(bytes.buffer), 3, end), jsonb))
  }
})

test('order, equality, hash and key bytes agree', () => {
  const random = seededRandom(12)
  const list = Array.from({ length: 120 }, () => parseJsonb(JSON.stringify(value(random, 0))))
  const keys = list.map((one) => {
    const out = new Uint8Array(65536)
    return out.subarray(0, encodeKeyPart(JSONB, one, false, false, out, 0))
  })
  for (let i = 0; i < list.length; i++) {
    for (let j = 0; j < list.length; j++) {
      const order = Math.sign(compareJsonb(list[i], list[j]))
      assert.ok(order + Math.sign(compareJsonb(list[j], list[i])) === 0)
      assert.equal(order, Math.sign(compareBytes(keys[i], keys[j])), `${formatJsonb(list[i])} ${formatJsonb(list[j])}`)
      if (order === 0) assert.equal(hashJsonb(list[i]), hashJsonb(list[j]))
    }
  }
  assert.equal(hashJsonb(parseJsonb('{"a":1.0,"b":[2]}')), hashJsonb(parseJsonb('{"b":[2.00],"a":1}')))
})

test('members are found by name and place, and are values by themselves', () => {
  const names = Array.from({ length: 300 }, (_, at) => `k${at}${'é'.repeat(at % 5)}`)
  const jsonb = parseJsonb(JSON.stringify(Object.fromEntries(names.map((name, at) => [name, [at, name]]))))
  names.forEach((name, at) => {
    const found = /** @type {B.Jsonb} */ (B.fieldOf(jsonb, name))
    assert.equal(formatJsonb(found), `[${at}, ${JSON.stringify(name)}]`)
    assert.equal(B.stringOf(B.elementAt(found, 1)), name)
    assert.ok(
      found.bytes.length <= 4 * (found.end - found.start) || found.bytes === jsonb.bytes,
      'a small part does not keep the document'
    )
  })
  assert.equal(B.fieldOf(jsonb, 'absent'), null)
})

test('deep nesting is refused, not a crash', () => {
  for (const text of ['['.repeat(20000), '{"a":'.repeat(20000)]) {
    assert.throws(
      () => parseJsonb(text),
      (/** @type {any} */ error) => error.code === '54001' || error instanceof RangeError
    )
  }
})

test('a text is read straight into bytes as it is by way of a tree, and refused alike', () => {
  const random = seededRandom(29)
  const text = () =>
    JSON.stringify(
      ['', 'a', 'b', 'bb', 'key', 'é', '漢字', '😀', 'line\n"q"', 'x'.repeat(random.below(80)), 'aa'][random.below(11)]
    )
  /** @param {number} depth @returns {string} */
  const document = (depth) => {
    switch (random.below(depth > 4 ? 6 : 9)) {
      case 0: return text()
      case 1: return String(random.below(100000))
      case 2: return ['-0', '1.50', '1e5', '-12345678901234567890.5', '0.000'][random.below(5)]
      case 3: return 'true'
      case 4: return 'null'
      case 5: return 'false'
      case 6: return `[${Array.from({ length: random.below(5) }, () => document(depth + 1)).join(random.below(2) === 0 ? ',' : ' , ')}]`
      default: return `{${Array.from({ length: random.below(7) }, () => `${text()}${random.below(2) === 0 ? ':' : ' : '}${document(depth + 1)}`).join(',')}}`
    }
  }
  const outcome = (/** @type {() => import('../../../src/types/json/jsonb.js').Jsonb} */ read) => {
    try {
      const { bytes, start, end } = read()
      return Buffer.from(bytes.subarray(start, end)).toString('hex')
    } catch (error) {
      const { code, message, detail, context } = /** @type {any} */ (error)
      return [code, message, detail, context].join('|')
    }
  }
  for (let round = 0; round < 20000; round++) {
    let written = document(0)
    if (random.below(3) === 0) {
      const at = random.below(written.length + 1)
      written =
        written.slice(0, at) +
        ['', ',', '}', ']', '{', '"', '\\', 'x', '\u0001', ':'][random.below(10)] +
        written.slice(at + random.below(3))
    }
    const wanted = outcome(() => B.encodeJson(parseJson(written)))
    assert.equal(outcome(() => parseJsonb(written)), wanted, written)
    if (round % 50 === 0) {
      const steps = new JsonbReader(written, new Uint8Array(8))
      assert.equal(outcome(() => { while (!steps.read(1)); return steps.result() }), wanted, written)
    }
  }
})

test('an object of very many keys ends in steps', () => {
  const parts = Array.from({ length: 60_000 }, (_, at) => `"${(at * 7919) % 50_000}é": ${at}`)
  const text = `{"x": [{${parts.join(', ')}}, 7], "b": {}}`
  const reader = new JsonbReader(text, new Uint8Array(64))
  let calls = 0
  while (!reader.read(20_000)) calls++
  const read = jsonbToJs(reader.result())
  assert.deepEqual(read, JSON.parse(text))
  assert.deepEqual(Object.keys(read.x[0]).slice(0, 2), Object.keys(JSON.parse(text).x[0]).map(Number.parseFloat)
    .sort((a, b) => a - b).slice(0, 2).map((key) => `${key}é`))
  assert.ok(calls > 60_000 / 20_000 + 10, `${calls} rests`)
})

/**
 * Looking into json and jsonb values: the operators -> ->> #> #>>, members, elements, keys, counts, kinds.
 *
 * A jsonb scalar counts as an array of one where PostgreSQL's does: -> 0 and ? see it, paths do not.
 */
import { jsonInvalid } from '../../errors/json.js'
import * as B from '../../types/json/jsonb.js'
import * as J from '../../types/json/text-nav.js'
import { formatJsonb } from '../../types/json/text-output.js'
import { formatNumeric } from '../../types/numbers/numeric.js'
import { Family } from '../impl.js'
/** @import { Jsonb } from '../../types/json/jsonb.js' */

const family = new Family()
export const jsonAccessFunctions = family.functions

/** A jsonb as ->> gives it: scalars without quotes, null as null. @param {Jsonb} value @returns {string | null} */
export function plainText(value) {
  switch (value.tag) {
    case B.NULL: return null
    case B.STRING: return B.stringOf(value)
    case B.NUMBER: return formatNumeric(B.numberOf(value))
    default: return formatJsonb(value)
  }
}

/** @param {Jsonb} value @param {number} index @returns {Jsonb | null} */
function arrayElement(value, index) {
  const { tag } = value
  if (tag === B.OBJECT) return null
  const count = tag === B.ARRAY ? B.countOf(value) : 1
  const at = index < 0 ? index + count : index
  if (at < 0 || at >= count) return null
  return tag === B.ARRAY ? B.elementAt(value, at) : value
}

/** What strtol reads: an optional sign and digits, as a 32-bit number; NaN for anything else. @param {string} text */
export function pathIndex(text) {
  if (!/^[ \t\n\v\f\r]*[+-]?\d+$/.test(text)) return NaN
  const index = Number(text)
  return index >= -2147483648 && index <= 2147483647 ? index : NaN
}

/** @param {Jsonb} value @param {(string | null)[]} path @returns {Jsonb | null} */
export function followPath(value, path) {
  /** @type {Jsonb | null} */
  let at = value
  for (const step of path) {
    if (at === null || step === null) return null
    if (at.tag === B.OBJECT) {
      at = B.fieldOf(at, step)
    } else if (at.tag === B.ARRAY) {
      const index = pathIndex(step)
      at = index === index ? arrayElement(at, index) : null
    } else {
      return null
    }
  }
  return at
}

/** @param {Jsonb | null} value */
export const textOrNull = (/** @type {Jsonb | null} */ value) => (value === null ? null : plainText(value))

family.all({
  jsonb_object_field: (value, key) => (value.tag === B.OBJECT ? B.fieldOf(value, key) : null),
  jsonb_object_field_text: (value, key) => (value.tag === B.OBJECT ? textOrNull(B.fieldOf(value, key)) : null),
  jsonb_array_element: arrayElement,
  jsonb_array_element_text: (value, index) => textOrNull(arrayElement(value, index)),
  jsonb_extract_path: (value, path) => followPath(value, path.values),
  jsonb_extract_path_text: (value, path) => textOrNull(followPath(value, path.values)),
})

/**
 * @param {string} text
 * @param {(string | null)[]} path
 * @param {boolean} raw json rather than text
 * @returns {string | null}
 */
function followText(text, path, raw) {
  if (path.includes(null)) return null
  const names = /** @type {string[]} */ (path)
  const found = J.follow(text, names, names.map(pathIndex))
  if (found === null) return null
  if (!raw) return found.plain
  // A scalar that is the whole text keeps the blanks before it.
  return names.length === 0 && found.kind !== J.OBJECT_START && found.kind !== J.ARRAY_START
    ? text.slice(0, found.end)
    : found.raw
}

/** @param {string} text @param {string} key */
const field = (text, key) =>
  (J.kindOf(text) === J.OBJECT_START ? J.follow(text, [key], [NaN]) : J.readThrough(text))

/** @param {string} text @param {number} index */
const element = (text, index) =>
  (J.kindOf(text) === J.ARRAY_START ? J.follow(text, [''], [index]) : J.readThrough(text))

family.all({
  json_object_field: (text, key) => field(text, key)?.raw ?? null,
  json_object_field_text: (text, key) => field(text, key)?.plain ?? null,
  json_array_element: (text, index) => element(text, index)?.raw ?? null,
  json_array_element_text: (text, index) => element(text, index)?.plain ?? null,
  json_extract_path: (text, path) => followText(text, path.values, true),
  json_extract_path_text: (text, path) => followText(text, path.values, false),
})

// ---- kinds and counts

const KINDS = ['null', 'boolean', 'boolean', 'string', 'number', 'array', 'object']
const TEXT_KINDS = new Map([
  [J.OBJECT_START, 'object'], [J.ARRAY_START, 'array'], [J.STRING, 'string'], [J.NUMBER, 'number'], [J.TRUE, 'boolean'],
  [J.FALSE, 'boolean'], [J.NULL, 'null'],
])

family.all({
  jsonb_typeof: (value) => KINDS[value.tag],
  json_typeof: (text) => TEXT_KINDS.get(J.kindOf(text)) ?? null,
  jsonb_array_length: (value) => {
    if (value.tag === B.OBJECT) throw jsonInvalid('cannot get array length of a non-array')
    if (value.tag !== B.ARRAY) throw jsonInvalid('cannot get array length of a scalar')
    return B.countOf(value)
  },
  json_array_length: (text) => {
    const kind = J.kindOf(text)
    if (kind === J.OBJECT_START) throw jsonInvalid('cannot get array length of a non-array')
    if (kind !== J.ARRAY_START) throw jsonInvalid('cannot get array length of a scalar')
    return J.elementCount(text)
  },
})

// ---- members and elements

/** @param {Jsonb} value @param {(pair: [string, Jsonb]) => any} shape */
function* pairs(value, shape) {
  const count = B.countOf(value)
  for (let i = 0; i < count; i++) yield shape([B.keyAt(value, i), B.valueAt(value, i)])
}

/** @param {string} name @param {(pair: [string, Jsonb]) => any} shape */
const eachOf = (name, shape) => (/** @type {Jsonb} */ value) => {
  if (value.tag !== B.OBJECT) throw jsonInvalid(`cannot call ${name} on a non-object`)
  return pairs(value, shape)
}
family.add('jsonb_each', eachOf('jsonb_each', (pair) => pair), { set: true })
family.add('jsonb_each_text', eachOf('jsonb_each_text', ([key, value]) => [key, plainText(value)]), { set: true })

/** @param {Jsonb} value @param {boolean} asText */
function* elements(value, asText) {
  const count = B.countOf(value)
  for (let i = 0; i < count; i++) yield asText ? plainText(B.elementAt(value, i)) : B.elementAt(value, i)
}
for (const [name, asText] of /** @type {[string, boolean][]} */ ([
  ['jsonb_array_elements', false],
  ['jsonb_array_elements_text', true],
])) {
  family.add(
    name,
    (value) => {
      if (value.tag === B.OBJECT) throw jsonInvalid('cannot extract elements from an object')
      if (value.tag !== B.ARRAY) throw jsonInvalid('cannot extract elements from a scalar')
      return elements(value, asText)
    },
    { set: true }
  )
}
family.add('jsonb_object_keys', (value) => {
  if (value.tag === B.ARRAY) throw jsonInvalid('cannot call jsonb_object_keys on an array')
  if (value.tag !== B.OBJECT) throw jsonInvalid('cannot call jsonb_object_keys on a scalar')
  return B.keysOf(value)
}, { set: true })

/**
 * @param {string} text
 * @param {(key: string, part: import('../../types/json/text-nav.js').JsonSpan) => any} shape
 * @param {boolean} [strings] whether strings are read
 */
function* mapped(text, shape, strings = true) {
  for (const { key, part } of J.members(text, strings)) yield shape(key, part)
}

/** What a scalar holds is read first, and refused for itself. @param {string} text @param {string} refusal */
function scalar(text, refusal) {
  J.readThrough(text)
  return jsonInvalid(refusal)
}

/** @param {(key: string, part: import('../../types/json/text-nav.js').JsonSpan) => any} shape */
const eachOfText = (shape) => (/** @type {string} */ text) => {
  const kind = J.kindOf(text)
  if (kind === J.ARRAY_START) throw jsonInvalid('cannot deconstruct an array as an object')
  if (kind !== J.OBJECT_START) throw scalar(text, 'cannot deconstruct a scalar')
  return mapped(text, shape)
}
family.add(
  'json_each',
  eachOfText((key, part) => [key, part.raw]),
  { set: true }
)
family.add(
  'json_each_text',
  eachOfText((key, part) => [key, part.plain]),
  { set: true }
)
for (const [name, asText] of /** @type {[string, boolean][]} */ ([
  ['json_array_elements', false],
  ['json_array_elements_text', true],
])) {
  family.add(
    name,
    (text) => {
      const kind = J.kindOf(text)
      if (kind === J.OBJECT_START) throw jsonInvalid(`cannot call ${name} on a non-array`)
      const refusal = `cannot call ${name} on a scalar`
      if (kind !== J.ARRAY_START) throw asText ? scalar(text, refusal) : jsonInvalid(refusal)
      return mapped(text, (_, part) => (asText ? part.plain : part.raw), asText)
    },
    { set: true }
  )
}
family.add('json_object_keys', (text) => {
  const kind = J.kindOf(text)
  if (kind === J.ARRAY_START) throw jsonInvalid('cannot call json_object_keys on an array')
  if (kind !== J.OBJECT_START) throw scalar(text, 'cannot call json_object_keys on a scalar')
  return mapped(text, (key) => key)
}, { set: true })

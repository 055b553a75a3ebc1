/**
 * The types json (the text as it came) and jsonb (json/jsonb.js). Binary format of jsonb: a version byte, 1, then its
 * text.
 */
import { spend } from '../../util/effort.js'
import * as T from '../oids.js'
import { receivedTextInSteps } from '../strings/long-text.js'
import { sendText, textFields } from '../strings/text.js'
import { receivedText } from '../strings/utf8.js'
import { TypeOps } from '../type-ops.js'
import { Jsonb } from './jsonb.js'
import { compareJsonb, equalJsonb, hashJsonb } from './order.js'
import { validateJson, validateJsonInSteps } from './parse.js'
import { JsonbReader } from './reader.js'
import { formatJsonb, formatJsonbInSteps } from './text-output.js'
import { writeJsonb } from './text-writer.js'
import { unsupportedJsonbVersion } from '../../errors/json.js'

export const jsonType = new TypeOps({
  ...textFields(T.JSON, 'json'), category: 'U', compare: undefined, equals: undefined, hash: undefined,
  parse: (text) => {
    validateJson(text)
    return text
  },
  parseSteps: function* (text) {
    yield* validateJsonInSteps(text)
    return text
  },
  receive: (bytes, start, end, typmod, env) => {
    const text = receivedText(bytes, start, end, env)
    validateJson(text)
    return text
  },
  receiveSteps: function* (bytes, start, end, typmod, env) {
    const text = yield* receivedTextInSteps(bytes, start, end, env)
    yield* validateJsonInSteps(text)
    return text
  },
})

/** Values between two looks at the clock. */
const STEPS = 20_000
/** Where documents are read; a large one's room is let go. @type {Uint8Array} */
let room = new Uint8Array(8192)
const ROOM_KEPT = 1 << 20

/** @param {string} text @returns {Jsonb} 22P02, 22P05, 54001 */
export function parseJsonb(text) {
  const reader = new JsonbReader(text, room)
  while (!reader.read(STEPS)) spend(STEPS * VALUE_STEPS)
  room = reader.bytes.length > ROOM_KEPT ? room : reader.bytes
  return reader.result()
}

/** What a value costs, in steps of a regular expression. */
const VALUE_STEPS = 40

/** As parseJsonb, with a rest now and then. @param {string} text @returns {Generator<void, Jsonb, void>} */
export function* parseJsonbInSteps(text) {
  const reader = new JsonbReader(text, new Uint8Array(Math.min(text.length + 64, ROOM_KEPT)))
  while (!reader.read(STEPS)) yield
  return reader.result()
}

export const jsonbType = new TypeOps({
  oid: T.JSONB,
  name: 'jsonb',
  kind: 'var',
  category: 'U',
  parse: parseJsonb,
  parseSteps: parseJsonbInSteps,
  format: formatJsonb,
  formatSteps: formatJsonbInSteps,
  writeText: (value, writer) => writeJsonb(writer, value.bytes, value.start, value.end),
  receive: (bytes, start, end, typmod, env) => {
    if (bytes[start] !== 1 || start === end) throw unsupportedJsonbVersion(start === end ? 0 : bytes[start])
    return parseJsonb(receivedText(bytes, start + 1, end, env))
  },
  receiveSteps: function* (bytes, start, end, typmod, env) {
    if (bytes[start] !== 1) throw unsupportedJsonbVersion(bytes[start])
    return yield* parseJsonbInSteps(yield* receivedTextInSteps(bytes, start + 1, end, env))
  },
  send: (value, writer, env) => {
    writer.u8(1)
    if (env.clientText !== undefined) sendText(formatJsonb(value), writer, env)
    else writeJsonb(writer, value.bytes, value.start, value.end)
  },
  compare: compareJsonb,
  equals: equalJsonb,
  hash: hashJsonb,
  encodedBytes: (value) => value.end - value.start,
  encode: (value, bytes, view, at) => {
    bytes.set(
      value.start === 0 && value.end === value.bytes.length
        ? value.bytes
        : value.bytes.subarray(value.start, value.end),
      at,
    )
    return at + value.end - value.start
  },
  decode: (bytes, view, start, end) => new Jsonb(bytes.slice(start, end), 0, end - start),
})

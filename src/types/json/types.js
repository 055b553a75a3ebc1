/** The types json (the text as it came) and jsonb (json/jsonb.js). Binary format of jsonb: a version byte, 1, then its text. */
import { DbError } from '../../errors/db-error.js'
import * as T from '../oids.js'
import { receiveText, textFields } from '../text.js'
import { TypeOps } from '../type-ops.js'
import { encodeJson, Jsonb } from './jsonb.js'
import { compareJsonb, equalJsonb, hashJsonb } from './order.js'
import { parseJson, validateJson } from './parse.js'
import { formatJsonb } from './text-output.js'
import { writeJsonb } from './text-writer.js'

export const jsonType = new TypeOps({
  ...textFields(T.JSON, 'json'), category: 'U', compare: undefined, equals: undefined, hash: undefined,
  parse: (text) => {
    validateJson(text)
    return text
  },
  receive: (bytes, start, end) => {
    const text = receiveText(bytes, start, end)
    validateJson(text)
    return text
  },
})

/** @param {string} text @returns {Jsonb} 22P02, 22P05 */
export const parseJsonb = (text) => encodeJson(parseJson(text))

export const jsonbType = new TypeOps({
  oid: T.JSONB, name: 'jsonb', kind: 'var', category: 'U',
  parse: parseJsonb,
  format: formatJsonb, writeText: (value, writer) => writeJsonb(writer, value.bytes, value.start, value.end),
  receive: (bytes, start, end) => {
    if (bytes[start] !== 1 || start === end) throw new DbError('XX000', `unsupported jsonb version number ${start === end ? 0 : bytes[start]}`)
    return parseJsonb(receiveText(bytes, start + 1, end))
  },
  send: (value, writer) => {
    writer.u8(1)
    writeJsonb(writer, value.bytes, value.start, value.end)
  },
  compare: compareJsonb, equals: equalJsonb, hash: hashJsonb,
  encodedBytes: (value) => value.end - value.start,
  encode: (value, bytes, view, at) => {
    bytes.set(value.start === 0 && value.end === value.bytes.length ? value.bytes : value.bytes.subarray(value.start, value.end), at)
    return at + value.end - value.start
  },
  decode: (bytes, view, start, end) => new Jsonb(bytes.slice(start, end), 0, end - start),
})

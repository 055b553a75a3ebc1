/**
 * Parameters of the extended protocol: from the bytes of a Bind message to values. The commonest cases (small integers
 * and text, in text format) are read straight from the bytes.
 */
import { unsupportedFormatCode } from '../../../errors/engine.js'
import { ofParameter, protocolViolation } from '../../../errors/protocol.js'
import { anonymousRecordInput } from '../../../errors/values.js'
import { utf8Slice } from '../../../util/buffer-text.js'
import { textInSteps } from '../../../types/strings/long-text.js'
import { receiveText } from '../../../types/strings/utf8.js'
import { FIRST_USER_OID, RECORD } from '../../../types/oids.js'

/** @import { Datum } from '../../../types/datum.js' */
/** @import { Session } from '../../session/session.js' */

const INT2 = 21
const INT4 = 23
const INT8 = 20
const TEXT = 25
const VARCHAR = 1043
const RECORD_ARRAY = 2287

/**
 * The part of a Bind message behind the names: parameter formats, values, result formats.
 * @param {any} reader protocol reader standing behind the statement's name
 * @param {number[]} types parameter type OIDs
 * @param {string} statementName for messages
 * @param {Session} session
 * @param {unknown[] | null} [into] an array of as many values as there are types, to be written over
 * @param {LongValue[] | null} [later] takes long values whose reading has rests
 * @param {string | null} [portalName] for messages; null: the parameters are a function's arguments
 * @returns {Datum[]} values
 */
export function readParameters(reader, types, statementName, session, into = null, later = null, portalName = null) {
  const formatCount = reader.u16()
  let formats = 0
  /** @type {number[] | null} */
  let formatList = null
  if (formatCount === 1) formats = reader.i16()
  else if (formatCount > 1) {
    formatList = []
    for (let index = 0; index < formatCount; index++) formatList.push(reader.i16())
  }
  const count = reader.u16()
  if (formatList !== null && formatList.length !== count)
    throw protocolViolation(`bind message has ${formatList.length} parameter formats but ${count} parameters`)
  if (count !== types.length)
    throw protocolViolation(
      `bind message supplies ${count} parameters, but prepared statement "${statementName}" requires ${types.length}`,
    )
  const values = into ?? new Array(count)
  let index = 0
  let format = 0
  try {
    for (; index < count; index++) {
      const length = reader.i32()
      format = length < 0 ? NO_VALUE : formatList === null ? formats : formatList[index]
      if (length < 0) {
        values[index] = nullOf(types[index], session)
        continue
      }
      reader.need(length)
      const start = reader.at
      reader.at = start + length
      const isLong = later !== null && length > LONG_BYTES
      const steps = isLong ? longValue(reader.bytes, start, start + length, types[index], format, session) : null
      if (steps !== null) later?.push({ index, isText: format === 0, steps })
      else if (format === 0) values[index] = readText(reader.bytes, start, start + length, types[index], session)
      else if (format === 1) values[index] = readBinary(reader.bytes, start, start + length, types[index], session)
      else throw unsupportedFormatCode(format)
    }
  } catch (error) {
    throw ofParameter(error, index, format === 0, portalName)
  }
  return values
}

/** Of a parameter that is null. */
const NO_VALUE = -1

/** Values beyond are read in steps, as far as their type has them. */
const LONG_BYTES = 65536

/** @typedef {{ index: number, isText: boolean, steps: Generator<void, any, void> }} LongValue */

/**
 * @param {Buffer} bytes @param {number} start @param {number} end @param {number} type @param {number} format
 * @param {Session} session
 * @returns {LongValue['steps'] | null} null: its type has none
 */
function longValue(bytes, start, end, type, format, session) {
  const ops = session.typeOps(type)
  if (format === 0) return longText(bytes, start, end, ops, session)
  return format !== 1 || ops.receiveSteps === undefined ? null : ops.receiveSteps(bytes, start, end, -1, session.env)
}

/**
 * @param {Buffer} bytes @param {number} start @param {number} end
 * @param {import('../../../types/type-ops.js').TypeOps} ops @param {Session} session
 * @returns {LongValue['steps']}
 */
function* longText(bytes, start, end, ops, session) {
  const text = yield* textInSteps(bytes, start, end)
  return ops.parseSteps === undefined ? ops.parse(text, -1, session.env) : yield* ops.parseSteps(text, -1, session.env)
}

/** A domain may refuse null. @param {number} type @param {Session} session @returns {null} */
export function nullOf(type, session) {
  if (type >= FIRST_USER_OID && session.catalog().type(type)?.kind === 'd')
    /** @type {any} */ (session.env).checkDomain(type, null)
  return null
}

/** @param {Buffer} bytes @param {number} start @param {number} end @param {number} type @param {Session} session */
function readText(bytes, start, end, type, session) {
  if ((type === INT4 || type === INT2 || type === INT8) && end - start < 10) {
    const value = smallInteger(bytes, start, end)
    if (value === value && (type !== INT2 || (value >= -32768 && value <= 32767))) return value
  }
  const text = utf8Slice(bytes, start, end)
  if (text.includes('\ufffd') || text.includes('\0')) receiveText(bytes, start, end)
  if (type === TEXT || type === VARCHAR) return text
  return session.typeOps(type).parse(text, -1, session.env)
}

/**
 * The value of a small integer parameter; NaN for anything else.
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @param {number} type
 * @param {number} format
 */
export function smallParameter(bytes, start, end, type, format) {
  if (type !== INT4 && type !== INT8 && type !== INT2) return NaN
  if (format === 0) return end - start < 10 ? smallInteger(bytes, start, end) : NaN
  if (end - start === 4) return wordAt(bytes, start)
  return end - start === 8 && wordAt(bytes, start) === wordAt(bytes, start + 4) >> 31 ? wordAt(bytes, start + 4) : NaN
}

/**
 * Up to nine digits with a sign; NaN for anything else.
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
function smallInteger(bytes, start, end) {
  const negative = bytes[start] === 45
  let at = negative ? start + 1 : start
  if (at === end) return NaN
  let value = 0
  for (; at < end; at++) {
    const digit = bytes[at] - 48
    if (digit < 0 || digit > 9) return NaN
    value = value * 10 + digit
  }
  return negative && value !== 0 ? -value : value
}

/**
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 * @param {number} type
 * @param {Session} session
 */
function readBinary(bytes, start, end, type, session) {
  if (type === INT4 && end - start === 4) return wordAt(bytes, start)
  if (type === INT8 && end - start === 8) {
    // Between -2^31 and 2^31 the high half is the low one's sign.
    const low = wordAt(bytes, start + 4)
    if (wordAt(bytes, start) === low >> 31) return low
  }
  if (type === RECORD || type === RECORD_ARRAY) throw anonymousRecordInput()
  const value = session.typeOps(type).receive(bytes, start, end, -1, session.env)
  if (typeof value === 'string' && value.includes('\ufffd')) receiveText(bytes, start, end)
  return value
}

/**
 * @param {Uint8Array} bytes
 * @param {number} at
 * @returns {number} a signed 32-bit integer, most significant byte first
 */
const wordAt = (bytes, at) => (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]

/**
 * Result formats of a Bind message.
 * @param {any} reader
 * @returns {string} '' all text; '1' all binary; else one digit per column
 */
export function readResultFormats(reader) {
  const count = reader.u16()
  if (count === 0) return ''
  if (count === 1) {
    const format = reader.i16()
    if (format === 0) return '0'
    if (format === 1) return '1'
    throw unsupportedFormatCode(format)
  }
  let formats = ''
  for (let index = 0; index < count; index++) {
    const format = reader.i16()
    if (format !== 0 && format !== 1) throw unsupportedFormatCode(format)
    formats += format
  }
  return formats
}

/**
 * @param {string} formats as the client gave them
 * @param {number} columnCount
 * @returns {string} '' when all are text, else one digit per column
 * @throws {DbError} 08P01
 */
export function expandFormats(formats, columnCount) {
  if (formats === '') return ''
  if (formats.length === 1) return formats === '0' || columnCount === 0 ? '' : '1'.repeat(columnCount)
  if (formats.length !== columnCount)
    throw protocolViolation(`bind message has ${formats.length} result formats but query has ${columnCount} columns`)
  return formats.includes('1') ? formats : ''
}

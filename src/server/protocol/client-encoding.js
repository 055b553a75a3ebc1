/**
 * Messages in a client's own encoding. Inside, all is UTF-8: what a client says is converted message by message before
 * it is read, what it is told before it leaves. Only what is text: strings of messages, values in text format, values
 * of text types in binary format.
 */
import { utf8Slice } from '../../util/buffer-text.js'
import { ByteWriter } from '../../util/byte-writer.js'
import { decodeText, encodeText, isConvertible } from '../../types/strings/encodings.js'
import {
  BIND, CLOSE, COMMAND_COMPLETE, COPY_FAIL, DATA_ROW, DESCRIBE, ERROR_RESPONSE, EXECUTE, NOTICE_RESPONSE,
  NOTIFICATION_RESPONSE, PARAMETER_STATUS, PARSE, QUERY, ROW_DESCRIPTION,
} from './message-types.js'

/** @typedef {import('../../types/type-ops.js').TypeOps} TypeOps */
/** @typedef {import('../../engine/session/session.js').Session} Session */

/**
 * What a value's bytes are: not text, text, text behind a byte; or a type's with text inside.
 * @typedef {number | TypeOps} Form
 */
const RAW = 0
const TEXT = 1
const MARKED_TEXT = 2

/** Where values with text inside are written anew. */
const WRITER = new ByteWriter(256)

const JSON = 114
const XML = 142
const UNKNOWN = 705
const CSTRING = 2275
const JSONB = 3802
const JSONPATH = 4072

/**
 * The encoder of a session's messages.
 * @param {string} name as the setting has it
 * @returns {ClientEncoding | null} null: nothing to convert
 */
export const clientEncoding = (name) => isConvertible(name) ? new ClientEncoding(name) : null

export class ClientEncoding {
  /** @param {string} name of a convertible one */
  constructor(name) {
    this.name = name
    /** Of the rows being made, per column; null: all are text. @type {Form[] | null} */
    this.forms = null
    /** The session whose rows they are. @type {Session | null} */
    this.session = null
  }

  // --- what it says

  /**
   * A message's body in UTF-8.
   * @param {number} type
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} end
   * @param {Session} session
   * @returns {Buffer | null} null: as it is @throws {DbError} 22021, 22P05, 0A000
   */
  incoming(type, bytes, start, end, session) {
    let bits = 0
    for (let at = start; at < end; at++) bits |= bytes[at]
    if (bits < 128) return null
    const body = new Body(this.name, bytes, start, end)
    switch (type) {
      case QUERY: case EXECUTE: case COPY_FAIL:
        body.string()
        break
      case PARSE:
        body.string()
        body.string()
        break
      case DESCRIBE: case CLOSE:
        body.keep(1)
        body.string()
        break
      case BIND: {
        body.string()
        const types = session.prepared.get(body.string())?.paramTypes ?? []
        this.parameters(body, types, session)
        break
      }
      default: return null
    }
    body.keep(body.end - body.at)
    return body.made()
  }

  /** @param {Body} body @param {number[]} types @param {Session} session */
  parameters(body, types, session) {
    const formats = Array.from({ length: body.u16() }, () => body.u16())
    const count = body.u16()
    for (let index = 0; index < count; index++) {
      const format = formats.length > 1 ? formats[index] : formats[0] ?? 0
      body.value(format === 0 ? TEXT : binaryForm(session, types[index] ?? 0), session)
    }
  }

  // --- what it is told

  /** @param {Session} session @param {{ type: number }[]} columns @param {ArrayLike<number>} formats per column */
  describe(session, columns, formats) {
    const forms = columns.map(({ type }, at) => formats[at] === 1 ? binaryForm(session, type) : TEXT)
    this.forms = forms.every((form) => form === TEXT) ? null : forms
    this.session = session
  }

  /**
   * Of the rows Execute will make: what Describe told may have been another portal's.
   * @param {Session} session
   * @param {string} name
   */
  describePortal(session, name) {
    this.forms = null
    if (!session.portals.get(name)?.formats.includes('1')) return
    const told = /** @type {any} */ ({
      rowDescription: (
        /** @type {any[]} */ columns,
        /** @type {number[]} */ _sizes,
        /** @type {ArrayLike<number>} */ formats
      ) => this.describe(session, columns, formats),
      noData: () => {},
    })
    session.extended.describePortal(name, told)
  }

  /**
   * Converts the whole messages from a position on. A row that has a character the encoding has not ends it, with all
   * that follows: that is the statement's error.
   * @param {ByteWriter} out @param {number} from @returns {unknown} the error; null: none
   */
  outgoing(out, from) {
    const bytes = Buffer.from(out.bytes.subarray(from, out.at))
    out.at = from
    for (let at = 0; at < bytes.length;) {
      const end = at + 1 + bytes.readInt32BE(at + 1)
      const type = bytes[at]
      const start = out.at
      try {
        if (type === DATA_ROW) this.row(out, bytes, at, end)
        else if (HAS_TEXT.has(type)) this.strings(out, bytes, at, end)
        else out.raw(bytes, at, end)
      } catch (error) {
        out.at = start
        return error
      }
      at = end
    }
    return null
  }

  /** @param {ByteWriter} out @param {Buffer} bytes @param {number} at @param {number} end */
  row(out, bytes, at, end) {
    out.u8(68)
    const mark = out.reserveLength()
    const count = bytes.readInt16BE(at + 5)
    out.i16(count)
    at += 7
    for (let column = 0; column < count; column++) {
      const length = bytes.readInt32BE(at)
      at += 4
      const form = this.forms === null ? TEXT : this.forms[column]
      if (length < 0) out.i32(-1)
      else if (form === RAW || isAscii(bytes, at, at + length)) {
        out.i32(length)
        out.raw(bytes, at, at + length)
      } else if (typeof form === 'object') {
        const { env, clientEnv } = /** @type {Session} */ (this.session)
        const inside = out.reserveLength()
        form.send(form.receive(bytes, at, at + length, -1, env), out, clientEnv)
        out.patchLength(inside)
      } else {
        const marked = form === MARKED_TEXT ? 1 : 0
        const text = encodeText(this.name, utf8Slice(bytes, at + marked, at + length))
        out.i32(text.length + marked)
        if (marked === 1) out.u8(bytes[at])
        out.raw(text)
      }
      at += Math.max(0, length)
    }
    if (at !== end) throw new Error('a row longer than its values')
    out.patchMessage(mark)
  }

  /**
   * Everything but rows is told whatever there is: with question marks.
   * @param {ByteWriter} out
   * @param {Buffer} bytes
   * @param {number} at
   * @param {number} end
   */
  strings(out, bytes, at, end) {
    const type = bytes[at]
    out.u8(type)
    const mark = out.reserveLength()
    at += 5
    const keep = (/** @type {number} */ count) => { out.raw(bytes, at, at + count); at += count }
    const string = () => {
      const zero = bytes.indexOf(0, at)
      out.raw(
        isAscii(bytes, at, zero) ? bytes.subarray(at, zero) : encodeText(this.name, utf8Slice(bytes, at, zero), true)
      )
      out.u8(0)
      at = zero + 1
    }
    if (type === ROW_DESCRIPTION) {
      const columns = bytes.readInt16BE(at)
      keep(2)
      for (let column = 0; column < columns; column++) { string(); keep(18) }
    } else if (type === ERROR_RESPONSE || type === NOTICE_RESPONSE) {
      while (bytes[at] !== 0) { keep(1); string() }
      keep(1)
    } else {
      if (type === NOTIFICATION_RESPONSE) keep(4)
      while (at < end) string()
    }
    out.patchMessage(mark)
  }
}

/** What is nothing but text and what keeps to its place between texts. */
const HAS_TEXT = new Set([
  ROW_DESCRIPTION, ERROR_RESPONSE, NOTICE_RESPONSE, NOTIFICATION_RESPONSE, PARAMETER_STATUS, COMMAND_COMPLETE,
])

/** @param {Uint8Array} bytes @param {number} start @param {number} end */
function isAscii(bytes, start, end) {
  for (let at = start; at < end; at++) if (bytes[at] > 127) return false
  return true
}

/** How a type's binary form holds text. @param {Session} session @param {number} oid @returns {Form} */
function binaryForm(session, oid) {
  const catalog = session.catalog()
  const base = catalog.baseType(oid)
  const type = catalog.type(base)
  if (type === undefined) return RAW
  if (base === JSONB || base === JSONPATH) return MARKED_TEXT
  if (
    type.category === 'S' || type.kind === 'e' || base === JSON || base === XML || base === UNKNOWN || base === CSTRING
  )
    return TEXT
  const inner =
    type.category === 'A' && type.elementType !== 0
      ? [type.elementType]
      : type.kind === 'c'
        ? (catalog
            .relation(type.relationOid)
            ?.columns.filter((/** @type {any} */ column) => !column.dropped)
            .map((/** @type {any} */ column) => column.typeOid) ?? [])
        : type.range
          ? [type.range.subtype]
          : type.name === 'record'
            ? [UNKNOWN]
            : []
  return inner.some((/** @type {number} */ one) => binaryForm(session, one) !== RAW) ? session.typeOps(base) : RAW
}

/** A message's body while it is converted: what is malformed is left as it is, for whoever reads it. */
class Body {
  /** @param {string} encoding @param {Buffer} bytes @param {number} at @param {number} end */
  constructor(encoding, bytes, at, end) {
    this.encoding = encoding
    this.bytes = bytes
    this.at = at
    this.end = end
    /** @type {Buffer[]} */
    this.parts = []
  }

  /** @param {number} count */
  keep(count) {
    const end = Math.min(this.at + Math.max(0, count), this.end)
    this.parts.push(this.bytes.subarray(this.at, end))
    this.at = end
  }

  /** Up to a zero. @returns {string} */
  string() {
    const zero = this.bytes.indexOf(0, this.at)
    if (zero < 0 || zero >= this.end) {
      this.keep(this.end - this.at)
      return ''
    }
    const text = decodeText(this.encoding, this.bytes, this.at, zero)
    this.parts.push(Buffer.from(text))
    this.at = zero
    this.keep(1)
    return text
  }

  u16() {
    const value = this.at + 2 <= this.end ? this.bytes.readUInt16BE(this.at) : 0
    this.keep(2)
    return value
  }

  /** A length and so many bytes. @param {Form} form @param {Session} session */
  value(form, session) {
    const length = this.at + 4 <= this.end ? this.bytes.readInt32BE(this.at) : -1
    if (form === RAW || length <= 0 || this.at + 4 + length > this.end) {
      this.keep(4 + Math.max(0, length))
      return
    }
    const start = this.at + 4
    if (typeof form === 'object') {
      WRITER.reset()
      const mark = WRITER.reserveLength()
      form.send(form.receive(this.bytes, start, start + length, -1, session.clientEnv), WRITER, session.env)
      WRITER.patchLength(mark)
      this.parts.push(Buffer.from(WRITER.copy()))
      this.at = start + length
      return
    }
    const marked = form === MARKED_TEXT ? 1 : 0
    const text = Buffer.from(decodeText(this.encoding, this.bytes, start + marked, start + length))
    const head = Buffer.alloc(4 + marked)
    head.writeInt32BE(text.length + marked)
    if (marked === 1) head[4] = this.bytes[start]
    this.parts.push(head, text)
    this.at = start + length
  }

  made() {
    return Buffer.concat(this.parts)
  }
}

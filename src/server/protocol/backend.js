/**
 * What the server says: one function per message of PostgreSQL's protocol 3.0, under the specification's names, each
 * appending one whole message to a ByteWriter. No sockets, no engine. (PostgreSQL documentation, "Message Formats".)
 *
 *   byte type, i32 length (of itself and what follows), body
 */
import { routineOf } from '../../errors/routine-of.js'

/** @typedef {import('../../util/byte-writer.js').ByteWriter} ByteWriter */
/** @typedef {import('../../planner/plan.js').ResultColumn} ResultColumn */
/** @typedef {import('../../errors/db-error.js').DbError} DbError */

/** @param {ByteWriter} out */
export function AuthenticationOk(out) { out.u8(82); out.i32(8); out.i32(0) }

/** @param {ByteWriter} out */
export function AuthenticationCleartextPassword(out) { out.u8(82); out.i32(8); out.i32(3) }

/** @param {ByteWriter} out @param {Uint8Array} salt four bytes */
export function AuthenticationMD5Password(out, salt) { out.u8(82); out.i32(12); out.i32(5); out.raw(salt) }

/** @param {ByteWriter} out @param {string[]} mechanisms */
export function AuthenticationSASL(out, mechanisms) {
  out.u8(82)
  const mark = out.reserveLength()
  out.i32(10)
  for (const mechanism of mechanisms) out.cstr(mechanism)
  out.u8(0)
  out.patchMessage(mark)
}

/** @param {ByteWriter} out @param {string} data */
export function AuthenticationSASLContinue(out, data) { authentication(out, 11, data) }

/** @param {ByteWriter} out @param {string} data */
export function AuthenticationSASLFinal(out, data) { authentication(out, 12, data) }

/** @param {ByteWriter} out @param {number} code @param {string} data */
function authentication(out, code, data) {
  out.u8(82)
  const mark = out.reserveLength()
  out.i32(code)
  out.utf8(data)
  out.patchMessage(mark)
}

/** @param {ByteWriter} out @param {string} name @param {string} value */
export function ParameterStatus(out, name, value) {
  out.u8(83)
  const mark = out.reserveLength()
  out.cstr(name)
  out.cstr(value)
  out.patchMessage(mark)
}

/** @param {ByteWriter} out @param {number} pid @param {number} secret */
export function BackendKeyData(out, pid, secret) { out.u8(75); out.i32(12); out.i32(pid); out.i32(secret) }

/** @param {ByteWriter} out @param {number} status 'I', 'T' or 'E' as a byte */
export function ReadyForQuery(out, status) { out.u8(90); out.i32(5); out.u8(status) }

/** @param {ByteWriter} out @param {Uint8Array | null} result null: NULL */
export function FunctionCallResponse(out, result) {
  out.u8(86)
  out.i32(result === null ? 8 : 8 + result.length)
  out.i32(result === null ? -1 : result.length)
  if (result !== null) out.raw(result)
}

/** @param {ByteWriter} out */
export function ParseComplete(out) { out.u8(49); out.i32(4) }
/** @param {ByteWriter} out */
export function BindComplete(out) { out.u8(50); out.i32(4) }
/** @param {ByteWriter} out */
export function CloseComplete(out) { out.u8(51); out.i32(4) }
/** @param {ByteWriter} out */
export function NoData(out) { out.u8(110); out.i32(4) }
/** @param {ByteWriter} out */
export function PortalSuspended(out) { out.u8(115); out.i32(4) }
/** @param {ByteWriter} out */
export function EmptyQueryResponse(out) { out.u8(73); out.i32(4) }
/** @param {ByteWriter} out */
export function CopyDone(out) { out.u8(99); out.i32(4) }

/** @param {ByteWriter} out @param {number[]} types OIDs */
export function ParameterDescription(out, types) {
  out.u8(116)
  out.i32(6 + 4 * types.length)
  out.i16(types.length)
  for (const type of types) out.i32(type)
}

/**
 * What was said of a plan's columns: clients that execute a prepared statement mostly have it described each time.
 * @type {WeakMap<ResultColumn[], { typeSizes: number[], formats: number[], bytes: Uint8Array }>}
 */
const descriptions = new WeakMap()

/**
 * @param {ByteWriter} out @param {ResultColumn[]} columns which do not change
 * @param {number[]} typeSizes pg_type.typlen of each column
 * @param {Uint8Array | number[]} formats 0 text, 1 binary, per column
 */
export function RowDescription(out, columns, typeSizes, formats) {
  const known = descriptions.get(columns)
  if (known !== undefined && known.typeSizes === typeSizes && areEqual(known.formats, formats)) {
    out.raw(known.bytes)
    return
  }
  const start = out.at
  describe(out, columns, typeSizes, formats)
  descriptions.set(columns, { typeSizes, formats: Array.from(formats), bytes: out.bytes.slice(start, out.at) })
}

/** @param {number[]} formats @param {Uint8Array | number[]} others of as many columns */
function areEqual(formats, others) {
  for (let index = 0; index < formats.length; index++) if (formats[index] !== others[index]) return false
  return true
}

/**
 * @param {ByteWriter} out @param {ResultColumn[]} columns @param {number[]} typeSizes
 * @param {Uint8Array | number[]} formats
 */
function describe(out, columns, typeSizes, formats) {
  out.u8(84)
  const mark = out.reserveLength()
  out.i16(columns.length)
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index]
    out.cstr(column.name)
    out.i32(column.tableOid)
    out.i16(column.attnum)
    out.i32(column.type)
    out.i16(typeSizes[index])
    out.i32(column.typmod)
    out.i16(formats[index])
  }
  out.patchMessage(mark)
}

/** @param {ByteWriter} out @param {string} tag */
export function CommandComplete(out, tag) {
  out.u8(67)
  const mark = out.reserveLength()
  out.cstr(tag)
  out.patchMessage(mark)
}

/** @param {ByteWriter} out @param {0 | 1} format @param {number} columnCount */
export function CopyInResponse(out, format, columnCount) { copyResponse(out, 71, format, columnCount) }
/** @param {ByteWriter} out @param {0 | 1} format @param {number} columnCount */
export function CopyOutResponse(out, format, columnCount) { copyResponse(out, 72, format, columnCount) }

/** @param {ByteWriter} out @param {number} type @param {0 | 1} format @param {number} columnCount */
function copyResponse(out, type, format, columnCount) {
  out.u8(type)
  out.i32(7 + 2 * columnCount)
  out.u8(format)
  out.i16(columnCount)
  for (let index = 0; index < columnCount; index++) out.i16(format)
}

/** @param {ByteWriter} out @param {Uint8Array} bytes @param {number} start @param {number} end */
export function CopyData(out, bytes, start, end) {
  out.u8(100)
  out.i32(4 + end - start)
  out.raw(bytes, start, end)
}

/** @param {ByteWriter} out @param {number} pid @param {string} channel @param {string} payload */
export function NotificationResponse(out, pid, channel, payload) {
  out.u8(65)
  const mark = out.reserveLength()
  out.i32(pid)
  out.cstr(channel)
  out.cstr(payload)
  out.patchMessage(mark)
}

/** @param {ByteWriter} out @param {number} newestMinor @param {string[]} unrecognized */
export function NegotiateProtocolVersion(out, newestMinor, unrecognized) {
  out.u8(118)
  const mark = out.reserveLength()
  out.i32(newestMinor)
  out.i32(unrecognized.length)
  for (const option of unrecognized) out.cstr(option)
  out.patchMessage(mark)
}

/** Field codes of ErrorResponse and NoticeResponse. @type {[keyof DbError, number][]} */
const ERROR_FIELDS = [
  ['code', 67], //             C
  ['message', 77], //          M
  ['detail', 68], //           D
  ['hint', 72], //             H
  ['position', 80], //         P
  ['internalPosition', 112], // p
  ['internalQuery', 113], //   q
  ['where', 87], //            W
  ['schema', 115], //          s
  ['table', 116], //           t
  ['column', 99], //           c
  ['dataType', 100], //        d
  ['constraint', 110], //      n
  ['routine', 82], //          R
]

/** @param {ByteWriter} out @param {DbError} error */
export function ErrorResponse(out, error) {
  out.discardOpen()
  report(out, 69, error.severity, error)
}

/** @param {ByteWriter} out @param {any} notice {severity, code, message, …} */
export function NoticeResponse(out, notice) {
  const { severity = 'NOTICE', code = '00000', message, position, internalPosition } = notice
  const routine = notice.routine ?? routineOf(code, message, (position ?? internalPosition) !== undefined)
  report(out, 78, severity, { ...notice, routine })
}

/** @param {ByteWriter} out @param {number} type @param {string} severity @param {any} fields */
function report(out, type, severity, fields) {
  out.u8(type)
  const mark = out.reserveLength()
  out.u8(83)
  out.cstr(severity)
  out.u8(86)
  out.cstr(severity)
  for (const [name, code] of ERROR_FIELDS) {
    const value = fields[name]
    if (value === undefined || value === null || value === '') continue
    out.u8(code)
    out.cstr(String(value))
  }
  out.u8(0)
  out.patchMessage(mark)
}

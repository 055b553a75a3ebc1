/**
 * Small results that the engine makes itself: SHOW, EXPLAIN, VACUUM's and other commands' rows.
 */

/** @import { ResultColumn } from '../../../planner/plan.js' */
/** @import { ResultSink } from './result-sink.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { ByteWriter } from '../../../util/byte-writer.js' */

const TEXT = 25

/** @param {string} name @param {number} [type] @returns {ResultColumn} */
export const resultColumn = (name, type = TEXT) => ({ name, type, typmod: -1, tableOid: 0, attnum: 0 })

/**
 * Sends rows of values.
 * @param {Session} session
 * @param {ResultSink} sink
 * @param {ResultColumn[]} columns
 * @param {any[][]} rows
 * @param {string} formats @param {boolean} describe whether the row description is still to be sent
 */
export function sendRows(session, sink, columns, rows, formats, describe) {
  const digits = columns.map((_column, index) => formats === '' ? 0 : formats.charCodeAt(index) - 48)
  if (describe)
    sink.rowDescription(
      columns, columns.map((column) => session.catalog().type(column.type)?.length ?? -1), digits,
    )
  for (const row of rows) {
    if (sink.output === 'rows') /** @type {unknown[][]} */ (sink.rows).push(row)
    else writeDataRow(session, sink.writer, columns, row, digits)
  }
}

/**
 * @param {Session} session
 * @param {ByteWriter} writer
 * @param {ResultColumn[]} columns
 * @param {unknown[]} row
 * @param {number[]} formats
 */
function writeDataRow(session, writer, columns, row, formats) {
  writer.open = writer.at
  writer.u8(68)
  const message = writer.reserveLength()
  writer.i16(columns.length)
  for (let index = 0; index < columns.length; index++) {
    if (row[index] === null) { writer.i32(-1); continue }
    const value = writer.reserveLength()
    const type = session.typeOps(columns[index].type)
    if (formats[index] === 0) type.writeText(row[index], writer, session.env)
    else type.send(row[index], writer, session.env)
    writer.patchLength(value)
  }
  writer.patchMessage(message)
  writer.open = -1
}

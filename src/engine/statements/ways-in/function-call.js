/**
 * FunctionCall: a function by its OID, arguments and result as in Bind and DataRow. Drivers reach large objects by it.
 * It runs as the statement SELECT function($1, …) would.
 */
import { quoteIdentifier } from '../../../catalog/deparse/names.js'
import { USAGE } from '../../../catalog/acl.js'
import { privilegesOn, requireExecute, SCHEMA } from '../../../catalog/guarded.js'
import { notByFastpath } from '../../../errors/engine.js'
import { noFunctionWithOid } from '../../../errors/functions.js'
import { permissionDenied } from '../../../errors/privileges.js'
import { protocolViolation } from '../../../errors/protocol.js'
import { ByteWriter } from '../../../util/byte-writer.js'
import { FAILED } from '../../session/transaction-block.js'
import { drive } from '../../turns/drive.js'
import { readParameters } from '../core/parameters.js'
import { Portal } from '../core/portal.js'
import { makePrepared } from '../core/statement-lookup.js'

/** @import { FuncDesc } from '../../../catalog/descriptors.js' */
/** @import { DbError } from '../../../errors/db-error.js' */
/** @import { Session } from '../../session/session.js' */

/** DataRow's type and length, the number of columns. */
const DATA_ROW_HEAD_BYTES = 7

/** One row is kept for the caller; nothing is told of it. */
class ResultRow {
  output = /** @type {const} */ ('wire')
  writer = new ByteWriter(1024)
  rows = null
  highWater = Infinity
  rowDescription() { /* the caller knows the function */ }
  parameterDescription() { /* likewise */ }
  noData() { /* likewise */ }
  commandComplete() { /* the row is the answer */ }
  emptyQuery() { /* there is a query */ }
  portalSuspended() { /* one row */ }
  drain() { return null }
}

/**
 * @param {Session} session @param {unknown} reader a protocol reader at the message's body
 * @param {(result: Uint8Array | null) => void} answer @returns {Promise<void> | null} null when it is done
 */
export function functionCall(session, reader, answer) {
  const portal = readCall(session, reader)
  session.envelope.begin(portal.prepared.parsed.text)
  return drive(callSteps(session, portal, answer), session.cluster.profile)
}

/** What the message asks for. @param {Session} session @param {any} reader @returns {Portal} @throws {DbError} */
function readCall(session, reader) {
  try {
    if (session.block.state === FAILED) throw session.block.refusal()
    session.block.ensure()
    const oid = reader.i32() >>> 0
    const func = session.catalog().func(oid)
    if (func === undefined) throw noFunctionWithOid(oid)
    if (func.retset || func.kind !== 'f') {
      throw notByFastpath(func.name)
    }
    requireCallable(session, func)
    requireCounts(reader, func.argTypes.length)
    const args = func.argTypes.map((/** @type {number} */ _, /** @type {number} */ at) => `$${at + 1}`).join(', ')
    const schema = session.catalog().namespace(func.namespaceOid)?.name ?? ''
    const text = `SELECT ${quoteIdentifier(schema)}.${quoteIdentifier(func.name)}(${args})`
    const prepared = makePrepared(session, text, func.argTypes)
    const params = readParameters(reader, func.argTypes, '', session)
    const format = reader.i16()
    if (format !== 0 && format !== 1) throw protocolViolation(`unsupported format code: ${format}`)
    reader.finish()
    return new Portal('', prepared, params, String(format))
  } catch (error) {
    throw session.envelope.fail(error)
  }
}

/** Asked before its arguments are looked at. @param {Session} session @param {FuncDesc} func @throws {DbError} 42501 */
function requireCallable(session, func) {
  const catalog = session.catalog()
  if (privilegesOn(catalog, session.roleOid, SCHEMA, func.namespaceOid, USAGE) === 0) {
    throw permissionDenied('schema', catalog.namespace(func.namespaceOid)?.name ?? '')
  }
  requireExecute(catalog, session.roleOid, func.oid)
}

/**
 * As many arguments as the function has.
 * @param {any} reader is left where it is
 * @param {number} wanted
 * @throws {DbError} 08P01
 */
function requireCounts(reader, wanted) {
  const { at } = reader
  const formats = reader.u16()
  reader.need(2 * formats)
  reader.at += 2 * formats
  const count = reader.u16()
  reader.at = at
  if (count !== wanted) {
    throw protocolViolation(`function call message contains ${count} arguments but function requires ${wanted}`)
  }
  if (formats > 1 && formats !== count) {
    throw protocolViolation(`function call message contains ${formats} argument formats but ${count} arguments`)
  }
}

/**
 * @param {Session} session @param {Portal} portal @param {(result: Uint8Array | null) => void} answer
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* callSteps(session, portal, answer) {
  const row = new ResultRow()
  yield* session.envelope.message(rowSteps(session, portal, row))
  const { bytes, view } = row.writer
  const length = view.getInt32(DATA_ROW_HEAD_BYTES)
  answer(length < 0 ? null : bytes.subarray(DATA_ROW_HEAD_BYTES + 4, DATA_ROW_HEAD_BYTES + 4 + length))
}

/**
 * @param {Session} session
 * @param {Portal} portal
 * @param {ResultRow} row
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* rowSteps(session, portal, row) {
  try {
    portal.prepared.prepare(session, true)
    yield* portal.run(session, Infinity, /** @type {any} */ (row))
  } catch (error) {
    portal.close(session)
    throw error
  }
}

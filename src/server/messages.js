/**
 * What a client's messages ask of its session, once it has one: each is read, done and answered. What becomes of an
 * error is the connection's business.
 */
import { fatalProtocolViolation, protocolViolation } from '../errors/protocol.js'
import { rested } from '../engine/turns/steps.js'
import { textInSteps } from '../types/strings/long-text.js'
import * as backend from './protocol/backend.js'
import {
  BIND, CLOSE, COPY_DATA, COPY_DONE, COPY_FAIL, DESCRIBE, EXECUTE, FLUSH, FUNCTION_CALL, PARSE, PORTAL, QUERY,
  STATEMENT, SYNC, TERMINATE,
} from './protocol/message-types.js'

/** @import { Session } from '../engine/session/session.js' */
/** @import { Connection } from './connection.js' */
/** @import { MessageReader } from './protocol/frontend.js' */

/** Longer messages are put together, and read, between the turns of others. */
export const LONG_BYTES = 256 * 1024

/**
 * One message of a client that is ready for the next.
 * @param {Connection} connection whose reader stands at the message's body
 * @param {number} type
 * @param {Session} session
 * @returns {Promise<void> | null} null when it is done
 * @throws {DbError} 08P01, and what the message's work throws
 */
export function handleMessage(connection, type, session) {
  const { reader, out } = connection
  const isLong = reader.end - reader.at > LONG_BYTES
  switch (type) {
    case QUERY:
      if (isLong) return longText(connection, session, (text) => query(connection, text, session))
      return query(connection, reader.cstr(), session)
    case PARSE: {
      const name = reader.cstr()
      if (isLong) return longText(connection, session, (text) => parse(connection, name, text, session))
      return parse(connection, name, reader.cstr(), session)
    }
    case BIND: {
      const pending = session.extended.bind(reader)
      if (pending !== null) return pending.then(() => backend.BindComplete(out))
      backend.BindComplete(out)
      return null
    }
    case DESCRIBE:
      describe(connection, reader, session)
      return null
    case EXECUTE: {
      const name = reader.cstr()
      const rowsMax = reader.i32()
      reader.finish()
      return session.extended.execute(name, rowsMax <= 0 ? Infinity : rowsMax, connection.sink)
    }
    case CLOSE:
      close(reader, session)
      backend.CloseComplete(out)
      return null
    case SYNC:
      reader.finish()
      connection.synced()
      return connection.afterQuery(session.extended.sync())
    case FLUSH:
      reader.finish()
      connection.flush()
      return null
    case TERMINATE:
      connection.end()
      return null
    case COPY_DATA: case COPY_DONE: case COPY_FAIL: // after a COPY that failed: dropped
      return null
    case FUNCTION_CALL:
      return connection.afterQuery(
        session.callFunction(reader, (result) => backend.FunctionCallResponse(out, result))
      )
    default:
      throw fatalProtocolViolation(`invalid frontend message type ${type}`)
  }
}

/**
 * A message whose long text is read between the turns of others.
 * @param {Connection} connection @param {Session} session
 * @param {(text: string) => Promise<void> | null} then the reader stands behind the text
 */
async function longText(connection, session, then) {
  const { reader } = connection
  const { bytes, at, end } = reader
  const zero = reader.stringEnd()
  let text
  try {
    text = await rested(session, textInSteps(bytes, at, zero))
  } catch (error) {
    throw session.envelope.fail(error)
  }
  if (connection.isClosed) return
  reader.open(bytes, zero + 1, end)
  await then(text)
}

/** @param {Connection} connection @param {string} text @param {Session} session */
function query(connection, text, session) {
  connection.reader.finish()
  return connection.afterQuery(session.simpleQuery(text, connection.sink))
}

/** @param {Connection} connection @param {string} name @param {string} text @param {Session} session */
function parse({ reader, out }, name, text, session) {
  const count = reader.u16()
  const types = []
  for (let index = 0; index < count; index++) types.push(reader.i32() >>> 0)
  reader.finish()
  const pending = session.extended.parse(name, text, types)
  if (pending !== null) return pending.then(() => backend.ParseComplete(out))
  backend.ParseComplete(out)
  return null
}

/** @param {Connection} connection @param {MessageReader} reader @param {Session} session */
function describe({ sink }, reader, session) {
  const kind = reader.u8()
  const name = reader.cstr()
  reader.finish()
  if (kind === STATEMENT) session.extended.describeStatement(name, sink)
  else if (kind === PORTAL) session.extended.describePortal(name, sink)
  else throw protocolViolation(`invalid DESCRIBE message subtype ${kind}`)
}

/** @param {MessageReader} reader @param {Session} session */
function close(reader, session) {
  const kind = reader.u8()
  const name = reader.cstr()
  reader.finish()
  if (kind === STATEMENT) session.closeStatement(name)
  else if (kind === PORTAL) session.portals.close(name)
  else throw protocolViolation(`invalid CLOSE message subtype ${kind}`)
}

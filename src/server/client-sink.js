/** What a session says to the client at the other end of a connection, as messages: its ResultSink. */
import * as backend from './protocol/backend.js'

/** @import { Session } from '../engine/session/session.js' */
/** @import { ResultColumn } from '../planner/plan.js' */
/** @import { Connection } from './connection.js' */

/**
 * Bytes of answers after which a running query sends them, the first time (run.js lets them grow), and pauses until the
 * client has read enough.
 */
const OUT_HIGH_WATER = 16 * 1024

export class ClientSink {
  /** @param {Connection} connection */
  constructor(connection) {
    this.connection = connection
    this.out = connection.out
  }

  /** @returns {number} bytes in `writer` after which a query should call drain() */
  get highWater() { return OUT_HIGH_WATER }
  /** @returns {'wire'} */
  get output() { return 'wire' }
  get writer() { return this.out }
  /** @returns {null} */
  get rows() { return null }

  /** @param {ResultColumn[]} columns @param {number[]} typeSizes @param {Uint8Array | number[]} formats */
  rowDescription(columns, typeSizes, formats) {
    const { transcoder, session } = this.connection
    if (transcoder !== null) transcoder.encoding.describe(/** @type {Session} */ (session), columns, formats)
    backend.RowDescription(this.out, columns, typeSizes, formats)
  }

  /** @param {number[]} types */
  parameterDescription(types) { backend.ParameterDescription(this.out, types) }
  noData() { backend.NoData(this.out) }
  /** @param {string} tag */
  commandComplete(tag) {
    this.connection.transcoder?.settleRows()
    backend.CommandComplete(this.out, tag)
  }

  emptyQuery() { backend.EmptyQueryResponse(this.out) }
  portalSuspended() {
    this.connection.transcoder?.settleRows()
    backend.PortalSuspended(this.out)
  }

  /**
   * Sends what is there and waits until the client has taken it.
   * @returns {Promise<void> | null} null: go on at once
   */
  drain() { return this.connection.drain() }

  /** @param {0 | 1} format @param {number} columnCount */
  copyOutBegin(format, columnCount) { backend.CopyOutResponse(this.out, format, columnCount) }
  /** @param {Uint8Array} bytes @param {number} start @param {number} end */
  copyData(bytes, start, end) { backend.CopyData(this.out, bytes, start, end) }
  copyOutEnd() { backend.CopyDone(this.out) }

  /** @param {0 | 1} format @param {number} columnCount */
  copyInBegin(format, columnCount) {
    backend.CopyInResponse(this.out, format, columnCount)
    this.connection.beginCopyIn()
  }

  /**
   * The next piece of COPY data.
   * @returns {Buffer | null | Promise<Buffer | null>} null at its end
   * @throws {DbError} 57014 the client gave up
   */
  copyRead() { return this.connection.copy.read(this.connection.isClosed) }
}

/**
 * One session of a server through pg's client, which connects and authenticates; the statements are ours. One message
 * exchange at a time, from what is sent to ReadyForQuery:
 *
 *   IDLE ── exchange() ──► SENT ── error ──► FAILED ──┐
 *                            └────── ReadyForQuery ◄──┘ ── resolves, or rejects with the first error
 *
 * What comes is given to a sink (engine/statements/core/result-sink.js) as it comes; while the sink has enough the
 * socket is not read.
 */
import { copyFromStdinHere, connectionClosed } from '../errors/library.js'
import { remoteError } from './errors.js'
import { rowWithLongTexts, withLongTexts } from './joined-messages.js'

/** @import { DbError } from '../errors/db-error.js' */
/** @import { ResultColumn } from '../planner/plan.js' */
/** @import { ResultSink } from '../engine/statements/core/result-sink.js' */
/** @import { RemoteTypes } from './types.js' */

/** What the server says of a statement. @typedef {{ columns: ResultColumn[], sizes: number[] }} Description */

/** @param {any} fields of pg's RowDescription @returns {Description} */
const descriptionOf = (fields) => ({
  columns: fields.map((/** @type {any} */ field) => /** @type {ResultColumn} */ ({
    name: field.name, type: field.dataTypeID, typmod: field.dataTypeModifier,
    tableOid: field.tableID, attnum: field.columnID,
  })),
  sizes: fields.map((/** @type {any} */ field) => field.dataTypeSize),
})

/** So many values are made into what the program sees at a stretch, which holds its event loop. */
const VALUES_AT_ONCE = 4096

/** One exchange, as pg's client wants it. */
class Exchange {
  /**
   * @param {Conversation} talk @param {(connection: any) => void} send @param {ResultSink | null} sink
   * @param {(error: DbError | null) => void} settle
   */
  constructor(talk, send, sink, settle) {
    this.talk = talk
    this.send = send
    this.sink = sink
    this.settle = settle
    /** @type {DbError | null} */
    this.error = null
    /** @type {Description | null} */
    this.described = null
    /** Types of all columns so far. @type {number[]} */
    this.seen = []
    /** @type {number[]} */
    this.parameters = []
    /** @type {(((text: string) => any) | null)[]} */
    this.decoders = []
    /** What arrived before the types of its columns are known. @type {(() => void)[] | null} */
    this.held = null
    this.copies = false
  }

  /** @param {any} connection */
  submit(connection) { this.send(connection) }

  /** @param {unknown} error */
  fail(error) { this.error ??= remoteError(error, '08006') }

  /** @param {() => void} work something the program's sink does, which may throw */
  give(work) {
    if (this.held !== null) this.held.push(work)
    else if (this.error === null) try { work() } catch (error) { this.fail(error) }
  }

  /** @param {{ fields: any[] }} message */
  handleRowDescription({ fields }) {
    const described = this.described = descriptionOf(fields)
    const { talk, sink } = this
    if (sink === null) return
    const types = described.columns.map(({ type }) => type)
    this.seen.push(...types)
    if (talk.types.unknown(types).length > 0) this.held ??= []
    this.give(() => {
      this.decoders = types.map((type) => talk.types.decoder(type))
      sink.rowDescription(described.columns, described.sizes, [])
    })
  }

  /** @param {Description} described before, by a Describe of its own */
  expect(described) {
    this.decoders = described.columns.map(({ type }) => this.talk.types.decoder(type))
    this.sink?.rowDescription(described.columns, described.sizes, [])
  }

  /** @param {{ fields: (string | null)[] }} message */
  handleDataRow({ fields }) {
    const { sink } = this
    rowWithLongTexts(this.talk.client.connection.stream, fields)
    if (sink === null || this.error !== null) return
    if (this.held !== null) this.held.push(() => this.row(fields))
    else this.row(fields)
  }

  /** @param {any[]} fields texts, which become datums */
  row(fields) {
    const { decoders, sink } = this
    const rows = /** @type {any[][]} */ (sink?.rows)
    try {
      for (let at = 0; at < fields.length; at++) {
        const decode = decoders[at]
        if (decode !== null && fields[at] !== null) fields[at] = decode(fields[at])
      }
      rows.push(fields)
      const { highWater } = /** @type {ResultSink} */ (sink)
      if (rows.length >= highWater || rows.length * fields.length >= VALUES_AT_ONCE) this.drain()
    } catch (error) {
      this.fail(error)
    }
  }

  drain() {
    const wait = this.sink?.drain(/** @type {any} */ (null)) ?? null
    if (wait === null) return
    const { stream } = this.talk.client.connection
    stream.pause()
    void wait.then(() => stream.resume(), (error) => { this.fail(error); stream.resume() })
  }

  /** @param {{ text: string }} message */
  handleCommandComplete({ text }) {
    this.talk.completed(text)
    this.give(() => this.sink?.commandComplete(text))
  }

  handleEmptyQuery() { this.give(() => this.sink?.emptyQuery()) }
  handlePortalSuspended() { /* no row limits are set */ }

  /** @param {any} connection */
  handleCopyInResponse(connection) { void this.copyIn(connection) }

  /** @param {any} connection */
  async copyIn(connection) {
    const { sink } = this
    const { stream } = connection
    try {
      if (sink === null) throw copyFromStdinHere()
      sink.copyInBegin(0, 0)
      while (this.error === null) {
        const read = sink.copyRead()
        const piece = read instanceof Promise ? await read : read
        if (this.error !== null) return
        if (piece === null) { connection.endCopyFrom(); return }
        connection.sendCopyFromChunk(piece)
        if (stream.writableNeedDrain) await drained(stream)
      }
    } catch (error) {
      // What the program threw is what it hears, not that the server was told of it.
      this.error ??= /** @type {any} */ (error)
      connection.sendCopyFail(error instanceof Error ? error.message : String(error))
    }
  }

  copyOutBegin() {
    this.copies = true
    this.give(() => this.sink?.copyOutBegin(0, 0))
  }

  /** @param {{ chunk: Buffer }} message */
  handleCopyData({ chunk }) {
    this.give(() => {
      this.sink?.copyData(chunk, 0, chunk.length)
      this.drain()
    })
  }

  copyOutEnd() { this.give(() => this.sink?.copyOutEnd()) }

  /** @param {unknown} error */
  handleError(error) {
    this.fail(withLongTexts(this.talk.client.connection.stream, error))
    // Nothing comes any more.
    if (this.talk.isOver || this.error?.severity === 'FATAL') this.finish()
  }

  handleReadyForQuery() { /* `finish`, after errors too */ }

  finish() { void this.replay().then(() => this.settle(this.error)) }

  async replay() {
    const { held, talk } = this
    if (held === null) return
    try {
      await talk.learn(this.seen)
    } catch (error) {
      this.fail(error)
    }
    this.held = null
    for (const work of held) this.give(work)
  }
}

/** @param {any} stream @returns {Promise<void>} */
const drained = (stream) => new Promise((resolve) => {
  const done = () => {
    stream.off('drain', done)
    stream.off('close', done)
    resolve()
  }
  stream.on('drain', done)
  stream.on('close', done)
})

export class Conversation {
  /** @param {any} client pg's, connected @param {RemoteTypes} types */
  constructor(client, types) {
    this.client = client
    this.types = types
    this.status = 'I'
    this.isOver = false
    /** @type {Exchange | null} */
    this.current = null
    /** Told the tag of what was done. @type {(tag: string) => void} */
    this.completed = () => undefined
    /** Told when the connection is gone. @type {() => void} */
    this.lost = () => undefined
    const { connection } = client
    connection.on('readyForQuery', (/** @type {{ status: string }} */ { status }) => {
      this.status = status
      this.finished()
    })
    connection.on('parameterDescription', (/** @type {{ dataTypeIDs: number[] }} */ { dataTypeIDs }) => {
      if (this.current !== null) this.current.parameters = dataTypeIDs
    })
    connection.on('copyOutResponse', () => this.current?.copyOutBegin())
    connection.on('copyDone', () => { if (this.current?.copies) this.current.copyOutEnd() })
    client.on('error', () => this.ended())
    client.on('end', () => this.ended())
  }

  ended() {
    if (this.isOver) return
    this.isOver = true
    this.lost()
    this.current?.handleError(new Error('the connection to the server was lost'))
  }

  finished() {
    const { current } = this
    this.current = null
    current?.finish()
  }

  /**
   * @param {(connection: any, exchange: Exchange) => void} send everything up to a Query or a Sync
   * @param {ResultSink | null} sink
   * @returns {Promise<Exchange>} @throws {DbError}
   */
  exchange(send, sink) {
    return new Promise((resolve, reject) => {
      if (this.isOver) { reject(connectionClosed()); return }
      const exchange = new Exchange(this, (connection) => send(connection, exchange), sink, (error) => {
        if (this.current === exchange) this.current = null
        if (error === null) resolve(exchange)
        else reject(error)
      })
      this.current = exchange
      this.client.query(exchange)
    })
  }

  /** Asks for types that are not known. @param {number[]} types OIDs @returns {Promise<void>} */
  async learn(types) {
    const asked = this.types.unknown(types)
    if (asked.length === 0 || this.status === 'E') return
    /** @type {any[][]} */
    const rows = []
    const list = [...new Set(asked)].join()
    const text = `SELECT oid, typelem, typdelim, typcategory = 'A' FROM pg_catalog.pg_type WHERE oid IN (${list})`
    await this.exchange((connection) => connection.query(text), /** @type {any} */ ({
      rows, highWater: Infinity, rowDescription() { /* known */ }, commandComplete() { /* nobody counts */ },
    }))
    const { foreign } = this.types
    for (const [oid, element, delimiter, isArray] of rows) foreign.set(oid, { element, delimiter, isArray })
    for (const oid of asked) if (!foreign.has(oid)) foreign.set(oid, { element: 0, delimiter: ',', isArray: false })
    await this.learn(rows.filter(([,,, isArray]) => isArray).map(([, element]) => element))
  }
}

/**
 * One session of a server through pg's client, which connects and authenticates; the statements are ours. One message
 * exchange at a time, from what is sent to ReadyForQuery:
 *
 *   IDLE ── exchange() ──► SENT ── error ──► FAILED ──┐
 *                            └────── ReadyForQuery ◄──┘ ── resolves, or rejects with the first error
 *
 * What comes is given to a sink (engine/statements/core/result-sink.js) as it comes; while the sink has enough the
 * socket is not read. What takes long (a row of long values, types that the server is asked for) is done with rests:
 * what comes meanwhile is held until its turn.
 */
import { copyFromStdinHere, connectionClosed } from '../errors/library.js'
import { remoteError } from './errors.js'
import { LongText, parametersOf, rowOf, withLongTexts } from './joined-messages.js'
import { rest, restIsDue } from './rests.js'
import { kept } from './young.js'

/** @import { DbError } from '../errors/db-error.js' */
/** @import { ResultColumn } from '../planner/plan.js' */
/** @import { ResultCollector } from '../library/result.js' */
/** @import { ResultSink } from '../engine/statements/core/result-sink.js' */
/** @import { Fields } from './joined-messages.js' */
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
const VALUES_AT_ONCE = 1024

/** Rows of more bytes are looked through for values that take long to be made. */
const LONG_ROW_BYTES = 16 * 1024
/** Characters of a value that are read at a stretch. */
const PIECE_UNITS = 8 * 1024

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
    /** @type {number[]} */
    this.parameters = []
    /** @type {(((text: string) => any) | null)[]} */
    this.decoders = []
    /** Columns whose values are not only copied. @type {boolean[]} */
    this.areMade = []
    /** What waits for what takes long. @type {(() => Promise<void> | void)[] | null} */
    this.held = null
    /** The socket is not read while what is held has its turn. */
    this.isPaused = false
    /** The server is to be asked for types, which it can be when all else has come. */
    this.mustRead = false
    /** Nothing more comes. */
    this.isOver = false
    /** Told then. @type {(() => void) | null} */
    this.ends = null
    this.copies = false
  }

  /** @param {any} connection */
  submit(connection) { this.send(connection) }

  /** @param {unknown} error */
  fail(error) { this.error ??= remoteError(error, '08006') }

  /**
   * @param {() => Promise<void> | void} work of the program's sink, which may throw; a promise: what comes waits for it
   */
  give(work) {
    if (this.held !== null) { this.held.push(work); return }
    const wait = this.attempt(work)
    if (wait instanceof Promise) void this.goOn(wait)
  }

  /** @param {() => Promise<void> | void} work */
  attempt(work) {
    if (this.error !== null) return undefined
    try {
      return work()
    } catch (error) {
      this.fail(error)
      return undefined
    }
  }

  /** What is held has its turn, in slices. @param {Promise<void>} first what it is held for */
  async goOn(first) {
    /** @type {NonNullable<typeof this.held>} */
    const held = []
    /** @type {Promise<void> | void} */
    let wait = first
    this.held = held
    this.pause()
    restIsDue()
    for (let at = 0; ; at++) {
      if (wait instanceof Promise) await wait.catch((error) => this.fail(error))
      if (restIsDue()) await rest()
      if (at === held.length) break
      wait = this.attempt(held[at])
      held[at] = nothing
    }
    this.held = null
    this.resume()
    if (this.isOver) this.settle(this.error)
  }

  pause() {
    if (this.isOver || this.isPaused || this.mustRead) return
    this.isPaused = true
    this.talk.client.connection.stream.pause()
  }

  resume() {
    if (!this.isPaused) return
    this.isPaused = false
    this.talk.client.connection.stream.resume()
  }

  /** @param {{ fields: any[] }} message */
  handleRowDescription({ fields }) {
    const described = this.described = descriptionOf(fields)
    if (this.sink !== null) this.give(() => this.describe(described))
  }

  /** @param {Description} described @returns {Promise<void> | void} */
  describe(described) {
    const { talk } = this
    const types = described.columns.map(({ type }) => type)
    if (talk.types.unknown(types).length === 0) { this.expect(described); return undefined }
    this.mustRead = true
    this.resume()
    /** @type {Promise<void>} */
    const over = this.isOver ? Promise.resolve() : new Promise((resolve) => { this.ends = resolve })
    return over.then(() => talk.learn(types)).then(() => this.expect(described))
  }

  /** @param {Description} described whose types are known */
  expect(described) {
    const { talk, sink } = this
    const types = described.columns.map(({ type }) => type)
    this.decoders = types.map((type) => talk.types.decoder(type))
    this.areMade = sink !== null && 'reader' in sink ? types.map((type) => talk.types.isMade(type)) : []
    sink?.rowDescription(described.columns, described.sizes, [])
  }

  /** @param {{ fields: (string | null)[], length: number }} message */
  handleDataRow({ fields, length }) {
    const { sink } = this
    const row = rowOf(this.talk.client.connection.stream, fields)
    if (sink === null || this.error !== null) return
    const mayBeLong = length >= LONG_ROW_BYTES || row !== fields
    if (mayBeLong || this.held !== null) this.give(() => mayBeLong ? this.longRow(row) : this.row(fields))
    else {
      const wait = this.row(fields)
      if (wait instanceof Promise) void this.goOn(wait)
    }
  }

  /** @param {any[]} fields texts, which become datums @returns {Promise<void> | void} */
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
      if (rows.length >= highWater || rows.length * fields.length >= VALUES_AT_ONCE) return this.drain()
    } catch (error) {
      this.fail(error)
    }
    return undefined
  }

  /** @param {Fields} fields of a row that is long @returns {Promise<void> | void} */
  longRow(fields) {
    const { areMade } = this
    if (fields.some((field, at) => areMade[at] && field !== null && field.length >= LONG_ROW_BYTES)) {
      return this.rowInPieces(fields)
    }
    return this.row(fields.map((field) => field instanceof LongText ? field.toString() : field))
  }

  /** @param {Fields} fields of which some take long to be made */
  async rowInPieces(fields) {
    const collector = /** @type {ResultCollector} */ (/** @type {unknown} */ (this.sink))
    restIsDue()
    /** @type {unknown[]} */
    const values = []
    for (let at = 0; at < fields.length; at++) {
      const field = fields[at]
      if (field === null) { values.push(null); continue }
      const reader = collector.reader(at, field.length)
      for (const piece of piecesOf(field)) {
        reader.add(piece)
        kept(piece.length)
        if (restIsDue()) await rest()
      }
      const steps = reader.finish?.()
      while (steps?.next().done === false) if (restIsDue()) await rest()
      values.push(reader.end())
    }
    collector.takeRead(values)
    await collector.drain()
  }

  /** @returns {Promise<void> | void} */
  drain() { return this.sink?.drain(/** @type {any} */ (null)) ?? undefined }

  /** @param {{ text: string }} message */
  handleCommandComplete({ text }) {
    this.talk.completed(text)
    this.give(() => {
      const { sink } = this
      if (sink !== null && 'before' in sink && /** @type {ResultCollector} */ (sink).before.length > 0) {
        return this.completeLong(/** @type {ResultCollector} */ (/** @type {unknown} */ (sink)), text)
      }
      return sink?.commandComplete(text)
    })
  }

  /** @param {ResultCollector} collector of many rows @param {string} text @returns {Promise<void>} */
  async completeLong(collector, text) {
    for (const steps = collector.join(); !steps.next().done;) if (restIsDue()) await rest()
    collector.commandComplete(text)
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
        else if (restIsDue()) await rest()
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
      return this.drain()
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

  finish() {
    this.isOver = true
    this.ends?.()
    if (this.held === null) this.settle(this.error)
  }
}

const nothing = () => undefined

/** @param {string | LongText} field @returns {Iterable<string>} what is read of it at a stretch */
function* piecesOf(field) {
  for (const part of field instanceof LongText ? field.parts : [field]) {
    for (let at = 0; at < part.length; at += PIECE_UNITS) yield part.slice(at, at + PIECE_UNITS)
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
      if (this.current !== null) this.current.parameters = parametersOf(connection.stream, dataTypeIDs)
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

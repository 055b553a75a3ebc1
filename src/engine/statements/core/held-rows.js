/**
 * Rows of a statement that runs to its end before its client is told the first: a change with RETURNING, a WITH query
 * that changes, EXECUTE. If it fails, the client hears of the error alone.
 *
 * DataRow messages are kept as bytes, beyond work_mem in a temporary file, and leave when the statement is over: all of
 * them, or as many as each Execute of a portal asks for. A plain body writes its few rows straight to the client's
 * writer; when it fails, `dropRows` takes them back.
 */
import { TempFile } from '../../../executor/spill/temp-file.js'
import { ByteWriter } from '../../../util/byte-writer.js'

/** @import { ResultSink } from './result-sink.js' */
/** @import { Session } from '../../session/session.js' */

const WINDOW_BYTES = 65536
const FIRST_BYTES = 1024
/** Message type and length word. */
const HEADER_BYTES = 5
const ROW_DESCRIPTION = 84
const DATA_ROW = 68

/** Does it run to its end, whatever is asked of its rows? @param {any} planned */
export const runsToEnd = (planned) =>
  planned.command !== 'select' || planned.ctes.some((/** @type {{ modifies: boolean }} */ cte) => cte.modifies)

/**
 * Takes back the rows of a change that failed, and their description; notices stay.
 * @param {ByteWriter} writer
 * @param {number} mark where they begin
 */
export function dropRows(writer, mark) {
  writer.discardOpen()
  const { bytes, view, at: end } = writer
  let to = mark
  for (let at = mark; at < end;) {
    const next = at + 1 + view.getInt32(at + 1)
    if (bytes[at] !== ROW_DESCRIPTION && bytes[at] !== DATA_ROW) {
      bytes.copyWithin(to, at, next)
      to += next - at
    }
    at = next
  }
  writer.at = to
}

export class HeldRows {
  /** @param {Session} session @param {ResultSink} client */
  constructor(session, client) {
    this.session = session
    this.client = client
    const writer = new ByteWriter(FIRST_BYTES)
    this.writer = writer
    /** All rows, if there were too many for `writer`. @type {TempFile | null} */
    this.temp = null
    this.tag = ''
    /** @type {Parameters<ResultSink['rowDescription']> | null} */
    this.description = null
    /**
     * Where the next row is in `bytes`, of which `end` are rows; with a file they are a window of it, and `position` is
     * what follows.
     */
    this.bytes = writer.bytes
    this.at = 0
    this.end = -1
    this.position = 0
    /** What the statement runs with: rows are kept, the rest goes through. @type {any} */
    this.sink = Object.create(client, {
      writer: { value: writer },
      highWater: { value: Math.max(WINDOW_BYTES, session.workMemBytes) },
      holds: { value: true },
      drain: { value: () => this.writeOut() },
      rowDescription: {
        value: (/** @type {Parameters<ResultSink['rowDescription']>} */ ...description) => {
          this.description = description
        },
      },
      commandComplete: { value: (/** @type {string} */ tag) => { this.tag = tag } },
    })
  }

  /** @returns {null} nobody has to be waited for */
  writeOut() {
    const { writer } = this
    this.temp ??= new TempFile(this.session.tempFiles, null)
    this.temp.appendBytes(writer.bytes, 0, writer.at)
    writer.reset()
    return null
  }

  /** Nothing is added any more. */
  settle() {
    const { writer } = this
    if (this.temp === null) {
      this.bytes = writer.bytes
      this.end = writer.at
      return
    }
    this.writeOut()
    writer.release()
    this.temp.flush()
    this.bytes = new Uint8Array(WINDOW_BYTES)
    this.end = 0
  }

  /**
   * Gives the client what is next, and says that it is all or that more is left.
   * @param {number} rowsMax
   * @param {ResultSink} sink
   * @returns {Generator<Promise<unknown>, void, void>}
   */
  *send(rowsMax, sink) {
    const rows = yield* this.rows(rowsMax, sink)
    if (rows === rowsMax) sink.portalSuspended()
    else sink.commandComplete(/^[A-Z]+ \d/.test(this.tag) ? this.tag.replace(/\d+$/, String(rows)) : this.tag)
  }

  /**
   * @param {number} rowsMax
   * @param {ResultSink} sink
   * @returns {Generator<Promise<unknown>, number, void>} how many rows were given
   */
  *rows(rowsMax, sink) {
    if (this.end < 0) this.settle()
    if (this.description !== null) sink.rowDescription(...this.description)
    this.description = null
    let rows = 0
    while (rows < rowsMax) {
      const start = this.at
      let next = this.following()
      while (next > 0 && rows < rowsMax && this.at - start < WINDOW_BYTES) {
        this.at = next
        rows++
        next = this.following()
      }
      sink.writer.raw(this.bytes, start, this.at)
      if (next === 0 && rows < rowsMax && !this.fill()) break
      if (sink.writer.at < sink.highWater) continue
      const pending = sink.drain(this.session)
      if (pending !== null) yield pending
      this.session.checkInterrupts()
    }
    return rows
  }

  /** @returns {number} where the row behind the next begins; 0: the next is not here as a whole */
  following() {
    const { bytes, at, end } = this
    if (end - at < HEADER_BYTES) return 0
    const next = at + 1 + ((bytes[at + 1] << 24) | (bytes[at + 2] << 16) | (bytes[at + 3] << 8) | bytes[at + 4])
    return next > end ? 0 : next
  }

  /** Moves the window on to a whole row. @returns {boolean} false: there is none */
  fill() {
    const { temp } = this
    if (temp === null) return false
    this.bytes.copyWithin(0, this.at, this.end)
    this.end -= this.at
    this.at = 0
    while (this.following() === 0) {
      if (this.end === this.bytes.length) {
        const bytes = new Uint8Array(2 * this.bytes.length)
        bytes.set(this.bytes)
        this.bytes = bytes
      }
      const got = temp.file.readSync(
        this.bytes, this.end, Math.min(this.bytes.length - this.end, temp.flushed - this.position), this.position,
      )
      if (got <= 0) return false
      this.end += got
      this.position += got
    }
    return true
  }

  /** Safe to call twice. */
  close() {
    this.temp?.close()
  }
}

/**
 * Runs what gives rows, and gives them when it is over.
 * @param {Session} session
 * @param {ResultSink} client
 * @param {(sink: ResultSink) => Generator<Promise<unknown>, void, void>} run
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* holding(session, client, run) {
  if (client.output !== 'wire' || client.holds === true) {
    yield* run(client)
    return
  }
  const held = new HeldRows(session, client)
  try {
    yield* run(held.sink)
    yield* held.rows(Infinity, client)
    client.commandComplete(held.tag)
  } finally {
    held.close()
  }
}

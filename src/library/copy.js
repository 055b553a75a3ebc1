/**
 * COPY for programs: rows of text or CSV from any iterable of bytes into a table, and out of a query as an async
 * iterable.
 */
import { ResultCollector } from './result.js'

/** @import { EmbeddedSession } from './session.js' */

/** @typedef {{ format?: 'text' | 'csv', header?: boolean, delimiter?: string, null?: string }} CopyFormat */
/**
 * @typedef {Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>} CopySource pieces of any size; a
 *   Readable is one
 */

/** @param {CopyFormat} format */
function withOptions({ format = 'text', header, delimiter, null: nullText }) {
  const quote = (/** @type {string} */ text) => `'${text.replaceAll("'", "''")}'`
  return `WITH (FORMAT ${format}${header ? ', HEADER' : ''}${delimiter === undefined ? '' : `, DELIMITER ${quote(delimiter)}`}${nullText === undefined ? '' : `, NULL ${quote(nullText)}`})`
}

/** Characters or bytes that go on at a stretch. */
const PIECE_LENGTH = 64 * 1024

class CopyInCollector extends ResultCollector {
  /** @param {import('./values.js').ValueOptions} options @param {CopySource} source */
  constructor(options, source) {
    super(options, false)
    /** Of a piece of the source. @type {string | Uint8Array | null} */
    this.left = null
    this.pieces =
      Symbol.asyncIterator in source
        ? source[Symbol.asyncIterator]()
        : /** @type {Iterable<string | Uint8Array>} */ (source)[Symbol.iterator]()
  }

  /** @returns {any} nothing has to be announced */
  copyInBegin() { return undefined }

  /** @returns {any} */
  copyRead() {
    if (this.left !== null) return this.piece(this.left)
    const step = this.pieces.next()
    return step instanceof Promise ? step.then((told) => this.step(told)) : this.step(step)
  }

  /** @param {IteratorResult<string | Uint8Array>} step @returns {Buffer | null} */
  step(step) { return step.done ? null : this.piece(step.value) }

  /** @param {string | Uint8Array} value of which a piece goes on, and the rest is left @returns {Buffer} */
  piece(value) {
    let end = PIECE_LENGTH
    // Not within a character.
    if (typeof value === 'string' && (value.charCodeAt(end - 1) & 0xfc00) === 0xd800) end++
    this.left = null
    if (value.length <= end) return bytesOf(value)
    this.left = typeof value === 'string' ? value.slice(end) : value.subarray(end)
    return bytesOf(typeof value === 'string' ? value.slice(0, end) : value.subarray(0, end))
  }

  /** Tells the source that nothing more is wanted. */
  async stop() {
    await this.pieces.return?.()
  }
}

/** @param {string | Uint8Array} value */
const bytesOf = (value) => typeof value === 'string' ? Buffer.from(value)
  : Buffer.from(value.buffer, value.byteOffset, value.byteLength)

/**
 * @param {EmbeddedSession} session
 * @param {string} target a table, with columns if not all: `t(a, b)`
 * @param {CopySource} source
 * @param {CopyFormat} [format]
 * @returns {Promise<number>} rows
 */
export async function copyFrom(session, target, source, format = {}) {
  const collector = new CopyInCollector(session.options, source)
  try {
    const [result] = await session.inOrder(() =>
      session.runWith(`COPY ${target} FROM STDIN ${withOptions(format)}`, collector)
    )
    return result.rowCount ?? 0
  } finally {
    await collector.stop()
  }
}

class CopyOutCollector extends ResultCollector {
  /** @param {import('./values.js').ValueOptions} options */
  constructor(options) {
    super(options, false)
    /** @type {Buffer[]} */
    this.pieces = []
    this.bytes = 0
    this.over = false
    /** @type {(() => void) | null} */
    this.wakeReader = null
    /** @type {(() => void) | null} */
    this.wakeWriter = null
  }

  /** @returns {any} */
  copyOutBegin() { return undefined }

  /** @param {Uint8Array} [bytes] @param {number} [start] @param {number} [end] */
  copyData(bytes, start = 0, end = 0) {
    if (bytes === undefined) return
    this.pieces.push(Buffer.from(bytes.slice(start, end)))
    this.bytes += end - start
    this.wakeReader?.()
  }

  /** @returns {Promise<void> | null} */
  drain() {
    if (this.bytes < 65536 || this.over) return null
    return new Promise((resolve) => { this.wakeWriter = resolve })
  }

  end() {
    this.over = true
    this.wakeReader?.()
    this.wakeWriter?.()
  }
}

/**
 * @param {EmbeddedSession} session
 * @param {string} source a table `t(a, b)` or a query in parentheses
 * @param {CopyFormat} [format]
 * @returns {AsyncGenerator<Buffer, void, void>} bytes, in pieces of about a row to 64 kB
 */
export async function* copyTo(session, source, format = {}) {
  const collector = new CopyOutCollector(session.options)
  /** @type {unknown} */
  let failure
  const running = session.inOrder(() => session.runWith(`COPY ${source} TO STDOUT ${withOptions(format)}`, collector))
    .then(() => collector.end(), (error) => { failure = error; collector.end() })
  try {
    for (;;) {
      if (collector.pieces.length > 0) {
        const piece = Buffer.concat(collector.pieces)
        collector.pieces.length = 0
        collector.bytes = 0
        collector.wakeWriter?.()
        await session.door.opened()
        yield piece
      } else if (collector.over) break
      else await new Promise((resolve) => { collector.wakeReader = () => resolve(undefined) })
    }
    if (failure !== undefined) throw failure
  } finally {
    if (!collector.over) session.cancel()
    collector.end()
    await running
  }
}

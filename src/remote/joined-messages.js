/**
 * A server's messages on their way to pg's parser, which keeps what it has of a message in a buffer that it makes twice
 * as large again and again, looks for a text's end byte by byte, and reads it at a stretch. Here the long texts of
 * rows, errors and notices are read piece by piece as they come; in their places the parser gets marks, for which
 * whoever hears of the message asks `texts`. Other long messages get their room when their length is known; short ones
 * go on as they come.
 *
 *   byte type, int32 length (itself included), body
 *   row = int16 count, columns: int32 length (-1: null), bytes       error, notice = fields: byte type, text, 0; 0
 */
import { EventEmitter } from 'node:events'
import { StringDecoder } from 'node:string_decoder'

const HEAD_BYTES = 5
/** Messages, and texts in them, from here on. */
const LONG_BYTES = 128 * 1024

const ROW = 68
const FIELDS = new Set([69, 78]) // error, notice
const PARAMETERS = 116
const COPY_DATA = 100

/** Columns of long rows from here on come in pieces. */
const PIECES_BYTES = 8 * 1024

/** No text of the server's begins so. */
const MARK = '\u0001seawall long text '

/** A row that was read. @typedef {(string | LongText | null)[]} Fields */

/** What was read, by its marks. */
class LongTexts {
  /** @type {Map<string, string | Fields>} */
  #byMark = new Map()
  #made = 0

  /** @param {string | Fields} read @returns {string} its mark */
  add(read) {
    const mark = `${MARK}${++this.#made}`
    this.#byMark.set(mark, read)
    return mark
  }

  get hasSome() { return this.#byMark.size > 0 }

  /** @template T @param {T} text or a mark @returns {T | string | Fields} what the mark stands for, once */
  taken(text) {
    if (this.#byMark.size === 0 || typeof text !== 'string' || !text.startsWith(MARK)) return text
    const known = this.#byMark.get(text)
    if (known === undefined) return text
    this.#byMark.delete(text)
    return known
  }
}

/**
 * Bytes that become one part of a long text: V8 moves strings of less than 128 kB when it collects its young
 * generation, larger ones stay where they are, which these are whatever their script.
 */
const PART_BYTES = 208 * 1024

/** A text that comes in pieces, and is kept in parts, none of which ends within a character. */
export class LongText {
  #decoder = new StringDecoder('utf8')
  /** Bytes of the next part. @type {Buffer} */
  #room
  #used = 0
  /** @type {string[]} */
  parts = []
  length = 0

  /** @param {number} bytes of it, if that is known */
  constructor(bytes = PART_BYTES) { this.#room = Buffer.allocUnsafe(Math.min(bytes, PART_BYTES)) }

  /** @param {Buffer} bytes */
  add(bytes) {
    for (let at = 0; at < bytes.length;) {
      const count = bytes.copy(this.#room, this.#used, at)
      at += count
      this.#used += count
      if (this.#used === this.#room.length) this.#decode()
    }
  }

  #decode() {
    this.#part(this.#decoder.write(this.#room.subarray(0, this.#used)))
    this.#used = 0
  }

  end() {
    if (this.#used > 0) this.#decode()
    this.#part(this.#decoder.end())
    return this
  }

  /** @param {string} part */
  #part(part) {
    if (part === '') return
    this.parts.push(part)
    this.length += part.length
  }

  toString() {
    let text = ''
    for (const part of this.parts) text += part
    return text
  }
}

/** A long message of which all is kept. */
class Whole {
  /** @param {number} length of its body */
  constructor(length) {
    this.left = length
    this.body = Buffer.allocUnsafe(length)
  }

  /** @param {Buffer} bytes of its body, no more than are to come */
  take(bytes) {
    bytes.copy(this.body, this.body.length - this.left)
    this.left -= bytes.length
  }

  end() { return [this.body] }
}

/** Bytes of a COPY, which go on as several messages. */
class Passing {
  /** @param {number} length of its body */
  constructor(length) { this.left = length }

  /** @param {Buffer} bytes */
  take(bytes) { this.left -= bytes.length }

  /** @returns {Buffer[]} */
  end() { return [] }
}

/** A message whose long texts become marks. `part`: what it is made of until there is enough to go on. */
class Marked {
  /** @type {Buffer[]} of the body that the parser gets */
  parts = []
  /** @type {Buffer} bytes that are not yet enough */
  rest = Buffer.alloc(0)
  /** @type {LongText | null} */
  reading = null

  /** @param {LongTexts} texts @param {number} length of its body */
  constructor(texts, length) {
    this.texts = texts
    this.left = length
  }

  /** @param {Buffer} bytes of its body, no more than are to come */
  take(bytes) {
    this.left -= bytes.length
    let piece = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes])
    for (let before = -1; piece.length > 0 && piece.length !== before;) {
      before = piece.length
      piece = piece.subarray(this.step(piece))
    }
    this.rest = Buffer.from(piece)
  }

  /** @param {Buffer} _piece @returns {number} bytes that were read; 0: more are needed */
  step(_piece) { return 0 }

  end() { return this.parts }
}

/** A row, of which the parser gets one column with one mark. */
class MarkedRow extends Marked {
  /** Bytes of a long column that are to come. */
  more = -1
  /** @type {Fields | null} */
  fields = null

  /** @override @param {Buffer} piece @returns {number} */
  step(piece) {
    const { fields } = this
    if (fields === null) {
      if (piece.length < 2) return 0
      this.fields = []
      return 2
    }
    if (this.reading !== null) {
      const count = Math.min(this.more, piece.length)
      this.reading.add(piece.subarray(0, count))
      this.more -= count
      if (this.more > 0) return count
      fields.push(this.reading.end())
      this.reading = null
      return count
    }
    if (piece.length < 4) return 0
    const length = piece.readInt32BE(0)
    if (length >= PIECES_BYTES) {
      this.reading = new LongText(length)
      this.more = length
      return 4
    }
    const end = 4 + Math.max(length, 0)
    if (piece.length < end) return 0
    fields.push(length < 0 ? null : piece.toString('utf8', 4, end))
    return end
  }

  /** @override */
  end() {
    const mark = Buffer.from(this.texts.add(/** @type {Fields} */ (this.fields)))
    return [ONE_COLUMN, int32(mark.length), mark]
  }
}

const ONE_COLUMN = Buffer.from([0, 1])

class MarkedFields extends Marked {
  /** @override @param {Buffer} piece @returns {number} */
  step(piece) {
    if (this.reading !== null) {
      const end = piece.indexOf(0)
      const count = end < 0 ? piece.length : end
      this.reading.add(piece.subarray(0, count))
      if (end < 0) return count
      this.parts.push(Buffer.from(`${this.texts.add(this.reading.end().toString())}\0`))
      this.reading = null
      return count + 1
    }
    if (piece[0] === 0) {
      this.parts.push(piece.subarray(0, 1))
      return 1
    }
    const end = piece.indexOf(0, 1)
    if (end < 0 && piece.length < LONG_BYTES) return 0
    if (end >= 0 && end < LONG_BYTES) {
      this.parts.push(piece.subarray(0, end + 1))
      return end + 1
    }
    this.parts.push(piece.subarray(0, 1))
    this.reading = new LongText()
    return 1
  }
}

/** Types of more parameters than the parser counts: it gets none. */
class Parameters extends Whole {
  /** @param {LongMessages} messages @param {number} length of its body */
  constructor(messages, length) {
    super(length)
    this.messages = messages
  }

  /** @override */
  end() {
    const { body } = this
    const types = []
    for (let at = 2; at < 2 + 4 * body.readUInt16BE(0); at += 4) types.push(body.readUInt32BE(at))
    this.messages.parameters = types
    return [Buffer.alloc(2)]
  }
}

/** @param {number} value */
function int32(value) {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

export class LongMessages {
  texts = new LongTexts()
  /** Of a ParameterDescription that was read here. @type {number[] | null} */
  parameters = null
  /** The beginning of a head. @type {Buffer} */
  head = Buffer.alloc(0)
  /** Bytes of a short message that are to come. */
  left = 0
  type = 0
  /** @type {Whole | Marked | Passing | null} */
  long = null

  /** @param {(bytes: Buffer) => boolean} give on; false: the reader has no room for more */
  constructor(give) {
    this.give = give
  }

  /** @param {Buffer} bytes @returns {boolean} whether there is room for more */
  take(bytes) {
    const piece = this.head.length === 0 ? bytes : Buffer.concat([this.head, bytes])
    this.head = piece.subarray(0, 0)
    let isRoom = true
    let start = 0 // of what goes on as it is
    let at = 0
    while (at < piece.length) {
      if (this.long !== null) {
        const end = Math.min(at + this.long.left, piece.length)
        const bytes = piece.subarray(at, end)
        this.long.take(bytes)
        start = at = end
        if (this.long instanceof Passing) isRoom = this.#give([bytes])
        if (this.long.left > 0) break
        const parts = this.long.end()
        if (parts.length > 0) isRoom = this.#give(parts)
        this.long = null
      } else if (this.left > 0) {
        const count = Math.min(this.left, piece.length - at)
        this.left -= count
        at += count
      } else if (piece.length - at < HEAD_BYTES) break
      else {
        const length = piece.readInt32BE(at + 1)
        if (length < LONG_BYTES) this.left = 1 + length
        else {
          if (at > start) isRoom = this.give(piece.subarray(start, at))
          this.type = piece[at]
          this.long = this.#longOne(length - 4)
          start = at += HEAD_BYTES
        }
      }
    }
    if (at > start) isRoom = this.give(piece.subarray(start, at))
    if (at < piece.length) this.head = Buffer.from(piece.subarray(at))
    return isRoom
  }

  /** @param {Buffer[]} parts of the body of one message @returns {boolean} */
  #give(parts) {
    const length = parts.reduce((sum, part) => sum + part.length, 4)
    return this.give(Buffer.concat([Buffer.from([this.type]), int32(length), ...parts]))
  }

  /** @param {number} length of its body */
  #longOne(length) {
    if (this.type === COPY_DATA) return new Passing(length)
    if (this.type === ROW) return new MarkedRow(this.texts, length)
    if (this.type === PARAMETERS) return new Parameters(this, length)
    return FIELDS.has(this.type) ? new MarkedFields(this.texts, length) : new Whole(length)
  }
}

/**
 * A socket's messages go to pg's parser so. Other streams (./port-end.js) do that themselves.
 * @param {{ stream: MarkedStream, attachListeners: (stream: EventEmitter) => void }} connection pg's, not connected
 */
export function readLongMessages(connection) {
  if (connection.stream.long !== undefined) return
  const { attachListeners } = connection
  // Called when the connection is encrypted, if it will be.
  connection.attachListeners = (/** @type {EventEmitter & MarkedStream} */ stream) => {
    const read = new EventEmitter()
    const long = stream.long = new LongMessages((bytes) => read.emit('data', bytes))
    stream.on('data', (bytes) => long.take(bytes))
    stream.on('end', () => read.emit('end'))
    attachListeners.call(connection, read)
  }
}

/** Of an error, that may be long. */
const TEXTS = ['message', 'detail', 'hint', 'where', 'internalQuery']

/** @typedef {{ long?: LongMessages | null }} MarkedStream what pg's client reads */

/**
 * The texts of an error or a notice in the places of their marks.
 * @template T @param {MarkedStream | null} stream @param {T} told @returns {T}
 */
export function withLongTexts(stream, told) {
  const long = stream?.long
  if (long?.texts.hasSome) {
    const fields = /** @type {Record<string, unknown>} */ (told)
    for (const name of TEXTS) fields[name] = long.texts.taken(fields[name])
  }
  return told
}

/**
 * Types of parameters, that may be more than pg's parser counts.
 * @param {MarkedStream | null} stream @param {number[]} types as it told them @returns {number[]}
 */
export function parametersOf(stream, types) {
  const long = stream?.long
  const read = long?.parameters
  if (!long || !read) return types
  long.parameters = null
  return read
}

/**
 * A row, that may be one that was read here.
 * @param {MarkedStream | null} stream @param {Fields} fields @returns {Fields}
 */
export function rowOf(stream, fields) {
  const long = stream?.long
  if (!long?.texts.hasSome || fields.length !== 1) return fields
  const read = long.texts.taken(fields[0])
  return Array.isArray(read) ? read : fields
}

/**
 * A client that speaks PostgreSQL's protocol byte by byte, for tests: it sends whatever it is told, in whatever pieces,
 * and lists every message that came back. It knows nothing of Seawall's own codec, so the two check each other.
 */
import { connect } from 'node:net'

/** @typedef {{ type: string, body: Buffer }} Message */

/** Type byte, length, body. @param {string} type one character, or '' for a start-up packet @param {Buffer} body */
export function message(type, body) {
  const head = Buffer.alloc(type.length + 4)
  head.write(type, 'latin1')
  head.writeInt32BE(body.length + 4, type.length)
  return Buffer.concat([head, body])
}

/** @param {number} value */
export const i16 = (value) => { const bytes = Buffer.alloc(2); bytes.writeUInt16BE(value & 0xffff); return bytes }
/** @param {number} value */
export const i32 = (value) => { const bytes = Buffer.alloc(4); bytes.writeInt32BE(value | 0); return bytes }
/** @param {string | Buffer} text */
export const cstr = (text) => Buffer.concat([Buffer.from(text), Buffer.from([0])])

/** @param {number} version @param {Record<string, string>} parameters */
export const startup = (version, parameters) =>
  message(
    '',
    Buffer.concat([
      i32(version), ...Object.entries(parameters).flatMap(([name, value]) => [cstr(name), cstr(value)]),
      Buffer.from([0]),
    ]),
  )
/** @param {string | Buffer} text */
export const query = (text) => message('Q', cstr(text))
/** @param {string} name @param {string | Buffer} text @param {number[]} [types] */
export const parse = (name, text, types = []) =>
  message('P', Buffer.concat([cstr(name), cstr(text), i16(types.length), ...types.map(i32)]))
/**
 * @param {string} portal @param {string} statement @param {(string | Buffer | null)[]} [values]
 * @param {number[]} [formats] of parameters @param {number[]} [resultFormats]
 */
export const bind = (portal, statement, values = [], formats = [], resultFormats = []) =>
  message(
    'B',
    Buffer.concat([
      cstr(portal),
      cstr(statement),
      i16(formats.length),
      ...formats.map(i16),
      i16(values.length),
      ...values.flatMap((value) =>
        value === null ? [i32(-1)] : [i32(Buffer.byteLength(value)), Buffer.from(/** @type {string} */ (value))]
      ),
      i16(resultFormats.length),
      ...resultFormats.map(i16),
    ])
  )
/** @param {'S' | 'P'} kind @param {string} name */
export const describe = (kind, name) => message('D', cstr(kind + name))
/** @param {'S' | 'P'} kind @param {string} name */
export const close = (kind, name) => message('C', cstr(kind + name))
/** @param {string} portal @param {number} [rowsMax] */
export const execute = (portal, rowsMax = 0) => message('E', Buffer.concat([cstr(portal), i32(rowsMax)]))
export const sync = () => message('S', Buffer.alloc(0))
export const flush = () => message('H', Buffer.alloc(0))
export const terminate = () => message('X', Buffer.alloc(0))
/** @param {string | Buffer} bytes */
export const copyData = (bytes) => message('d', Buffer.from(/** @type {string} */ (bytes)))
export const copyDone = () => message('c', Buffer.alloc(0))
/** @param {string} reason */
export const copyFail = (reason) => message('f', cstr(reason))

/**
 * The fields of an ErrorResponse or NoticeResponse by their letter.
 * @param {Message} message
 * @returns {Record<string, string>}
 */
export function fields({ body }) {
  /** @type {Record<string, string>} */
  const found = {}
  for (let at = 0; body[at] !== 0 && at < body.length;) {
    const end = body.indexOf(0, at + 1)
    found[String.fromCharCode(body[at])] = body.toString('utf8', at + 1, end)
    at = end + 1
  }
  return found
}

/** The cells of a DataRow. @param {Message} message @returns {(Buffer | null)[]} */
export function cells({ body }) {
  const row = []
  let at = 2
  for (let index = body.readInt16BE(0); index > 0; index--) {
    const length = body.readInt32BE(at)
    at += 4
    row.push(length < 0 ? null : body.subarray(at, at + length))
    if (length > 0) at += length
  }
  return row
}

/** The columns of a RowDescription. @param {Message} message */
export function columns({ body }) {
  const list = []
  let at = 2
  for (let count = body.readInt16BE(0); count > 0; count--) {
    const end = body.indexOf(0, at)
    const name = body.toString('utf8', at, end)
    list.push({
      name,
      table: body.readInt32BE(end + 1),
      attnum: body.readInt16BE(end + 5),
      type: body.readInt32BE(end + 7),
      size: body.readInt16BE(end + 11),
      typmod: body.readInt32BE(end + 13),
      format: body.readInt16BE(end + 17),
    })
    at = end + 19
  }
  return list
}

/** COPY of what the client sends. */
const FROM_CLIENT = /^COPY [^\n]* FROM STDIN[^\n]*\n/

/**
 * A statement's answer; what follows the first line of a COPY FROM STDIN is for it to read.
 * @param {WireClient} client @param {string} text @returns {Promise<Message[]>}
 */
export async function answerTo(client, text) {
  if (!FROM_CLIENT.test(text)) return client.query(text)
  const end = text.indexOf('\n')
  client.send(query(text.slice(0, end)))
  const first = await client.takeEither('G', 'Z')
  if (first.at(-1)?.type === 'Z') return first
  client.send(copyData(text.slice(end + 1)), copyDone())
  return [...first, ...await client.take('Z')]
}

/** All that an error or notice says, its context too. @param {Message} message @returns {string} */
export function describeTold(message) {
  const { S, C, M, D, H, P, p, q, W, s, t, c, d, n } = fields(message)
  const more = Object.entries({ DETAIL: D, HINT: H, at: P, QUERY: q, 'inner at': p, CONTEXT: W, schema: s, table: t,
    column: c, type: d, constraint: n })
  const lines = more.flatMap(([word, value]) => value === undefined ? []
    : `${word} ${value.replaceAll('\n', `\n${' '.repeat(8)}`)}`)
  return [`${message.type} ${S} ${C} ${M}`, ...lines].join(`\n${' '.repeat(6)}`)
}

/** What an error or notice says, and where. @param {Message} message @returns {string} */
export function describeWords(message) {
  const { C: code, M: text, D: detail, H: hint, P: position } = fields(message)
  const more = [['DETAIL', detail], ['HINT', hint], ['at', position]]
    .flatMap(([word, value]) => value === undefined ? [] : ` | ${word} ${value}`)
  return `${message.type} ${code} ${text}${more.join('')}`.replaceAll('\n', ' ')
}

/** One line per message, with what a comparison of two servers cares for. @param {Message} message @returns {string} */
export function describeMessage(message) {
  const { type, body } = message
  switch (type) {
    case 'E': return `E ${fields(message).S} ${fields(message).C}`
    case 'N': return `N ${fields(message).S} ${fields(message).C}`
    case 'D': return `D ${cells(message).map((cell) => cell === null ? '\\N' : JSON.stringify(cell.toString('latin1'))).join(' ')}`
    case 'C': return `C ${body.toString('utf8', 0, body.length - 1)}`
    case 'Z': return `Z ${body.toString('latin1')}`
    case 'T': return `T ${columns(message).map((column) => `${column.name}:${column.type}/${column.size}/${column.typmod}/${column.format}`).join(' ')}`
    case 't': return `t ${Array.from({ length: body.readUInt16BE(0) }, (_, index) => body.readInt32BE(2 + 4 * index)).join(' ')}`
    case 'S': return `S ${body.toString('utf8').split('\0').slice(0, 2).join('=')}`
    case 'A': return `A ${body.toString('utf8', 4).split('\0').slice(0, 2).join(' ')}`
    case 'G': case 'H': return `${type} ${body.toString('hex')}`
    case 'd': return `d ${JSON.stringify(body.toString('latin1'))}`
    case 'R': return `R ${body.readInt32BE(0)}`
    default: return type
  }
}

export class WireClient {
  /** @param {number} port */
  constructor(port) {
    /** @type {Message[]} everything that came back and was not taken yet */
    this.messages = []
    this.input = Buffer.alloc(0)
    this.closed = false
    /** Bytes are kept as they are instead of being cut into messages (after SSLRequest). */
    this.raw = false
    /** @type {(() => void)[]} */
    this.waiters = []
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.socket.on('data', (chunk) => {
      this.input = this.input.length === 0 ? chunk : Buffer.concat([this.input, chunk])
      this.cut()
      this.wake()
    })
    this.socket.on('error', () => { this.closed = true; this.wake() })
    this.socket.on('close', () => { this.closed = true; this.wake() })
  }

  cut() {
    let at = 0
    while (!this.raw && this.input.length - at >= 5) {
      const length = this.input.readInt32BE(at + 1)
      if (this.input.length - at < length + 1) break
      this.messages.push({
        type: String.fromCharCode(this.input[at]),
        body: this.input.subarray(at + 5, at + 1 + length),
      })
      at += length + 1
    }
    this.input = this.input.subarray(at)
  }

  wake() {
    const waiters = this.waiters
    this.waiters = []
    for (const wake of waiters) wake()
  }

  /** @param {...Buffer} parts in one write */
  send(...parts) { this.socket.write(Buffer.concat(parts)) }

  /** Resolves when `found` holds or the connection ended. @param {() => boolean} found */
  async until(found) {
    while (!found() && !this.closed) await new Promise((resolve) => { this.waiters.push(() => resolve(undefined)) })
  }

  /**
   * Takes all messages up to the `count`th of this type; fewer when the connection ends before.
   * @param {string} type
   * @param {number} [count]
   * @returns {Promise<Message[]>}
   */
  async take(type, count = 1) {
    const at = () => {
      let left = count
      return this.messages.findIndex((message) => message.type === type && --left === 0)
    }
    await this.until(() => at() >= 0)
    const end = at()
    return this.messages.splice(0, end < 0 ? this.messages.length : end + 1)
  }

  /**
   * Takes all messages up to the first of one of two types.
   * @param {string} one
   * @param {string} other
   * @returns {Promise<Message[]>}
   */
  async takeEither(one, other) {
    const at = () => this.messages.findIndex(({ type }) => type === one || type === other)
    await this.until(() => at() >= 0)
    const end = at()
    return this.messages.splice(0, end < 0 ? this.messages.length : end + 1)
  }

  /** All that comes until the server hangs up. @returns {Promise<Message[]>} */
  async takeToEnd() {
    await this.until(() => false)
    return this.messages.splice(0)
  }

  /**
   * @param {Record<string, string>} [parameters]
   * @returns {Promise<Message[]>} what the server said up to ReadyForQuery
   */
  start(parameters = {}) {
    this.send(startup(0x30000, { user: 'postgres', database: 'postgres', ...parameters }))
    return this.take('Z')
  }

  /** One simple query to its ReadyForQuery. @param {string | Buffer} text @returns {Promise<Message[]>} */
  query(text) {
    this.send(query(text))
    return this.take('Z')
  }

  /** @param {string} text @returns {Promise<string[]>} as lines */
  async lines(text) { return (await this.query(text)).map(describeMessage) }

  end() { this.socket.destroy() }
}

/** @param {number} port @param {Record<string, string>} [parameters] @returns {Promise<WireClient>} */
export async function connected(port, parameters) {
  const client = new WireClient(port)
  await client.start(parameters)
  return client
}

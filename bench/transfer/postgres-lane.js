/**
 * A connection that sends one prepared statement again and again: Bind, Execute, Sync, many calls per write, answers
 * counted by their ReadyForQuery.
 */
import { once } from 'node:events'

const READY = 90 // 'Z'
const ERROR = 69 // 'E'

export class PostgresLane {
  /**
   * @param {any} task
   * @param {(sentMs: number, error: string | null) => void} answered
   * @param {() => void} fill asks for more to send
   */
  constructor(task, answered, fill) {
    this.task = task
    this.answered = answered
    this.fill = fill
    /** When the calls under way were sent, oldest first. */
    this.sentMs = new Float64Array(task.inflight)
    this.first = 0
    this.count = 0
    /** @type {string | null} */
    this.error = null
    this.template = callMessage(task.test === 2 ? 4 : 3)
    this.out = Buffer.allocUnsafe(this.template.length * task.inflight)
    this.outAt = 0
    /** The beginning of a message that has not come in whole. @type {Buffer} */
    this.rest = Buffer.alloc(0)
    /** @type {any} */
    this.socket = null
  }

  /** @param {typeof import('node:net').connect} connect */
  async open(connect) {
    const socket = connect({ host: '127.0.0.1', port: this.task.port, noDelay: true })
    this.socket = socket
    await once(socket, 'connect')
    socket.write(startup())
    await this.untilReady()
    const { text } = this.task
    const parse = Buffer.from(`call\0${text}\0\0\0`, 'latin1')
    const message = Buffer.alloc(5 + parse.length + 5)
    message.write('P')
    message.writeInt32BE(4 + parse.length, 1)
    parse.copy(message, 5)
    message.write('S', 5 + parse.length)
    message.writeInt32BE(4, 6 + parse.length)
    socket.write(message)
    await this.untilReady()
    socket.on('data', (/** @type {Buffer} */ data) => this.read(data))
    socket.on('error', () => undefined)
  }

  /** @returns {Promise<void>} when the answer to what was sent is over */
  async untilReady() {
    /** @type {Buffer} */
    let all = Buffer.alloc(0)
    for (;;) {
      const [data] = await once(this.socket, 'data')
      all = Buffer.concat([all, data])
      for (let at = 0; at + 5 <= all.length; at += 1 + all.readInt32BE(at + 1)) {
        if (all[at] === ERROR) throw new Error(errorText(all, at))
        if (all[at] === READY && at + 6 <= all.length) return
      }
    }
  }

  /** @param {number} from @param {number} to */
  send(from, to) {
    const { out, template } = this
    template.copy(out, this.outAt)
    out.writeInt32BE(from, this.outAt + FROM_AT)
    out.writeInt32BE(to, this.outAt + FROM_AT + 8)
    this.outAt += template.length
    this.sentMs[(this.first + this.count) % this.sentMs.length] = performance.now()
    this.count++
  }

  flush() {
    if (this.outAt === 0) return
    this.socket.write(Buffer.from(this.out.subarray(0, this.outAt)))
    this.outAt = 0
  }

  /** @param {Buffer} data */
  read(data) {
    if (this.rest.length > 0) data = Buffer.concat([this.rest, data])
    let at = 0
    while (at + 5 <= data.length) {
      const end = at + 1 + data.readInt32BE(at + 1)
      if (end > data.length) break
      if (data[at] === READY) this.done()
      else if (data[at] === ERROR) this.error = errorText(data, at)
      at = end
    }
    this.rest = at === data.length ? EMPTY : data.subarray(at)
    this.fill()
  }

  done() {
    const sentMs = this.sentMs[this.first]
    this.first = (this.first + 1) % this.sentMs.length
    this.count--
    const { error } = this
    this.error = null
    this.answered(sentMs, error)
  }

  close() { this.socket.destroy() }
}

const EMPTY = Buffer.alloc(0)

function startup() {
  const fields = Buffer.from('user\0postgres\0database\0postgres\0\0', 'latin1')
  const message = Buffer.alloc(8 + fields.length)
  message.writeInt32BE(message.length)
  message.writeInt32BE(196608, 4)
  fields.copy(message, 8)
  return message
}

/** Of the first argument's value in a call. */
const FROM_AT = 5 + 1 + 5 + 2 + 2 + 2 + 4

/**
 * Bind (binary arguments: int4, int4, int8 amount 1, and the limit of test 2), Execute, Sync.
 * @param {number} parameters
 */
function callMessage(parameters) {
  const bind = Buffer.alloc(1 + 5 + 2 + 2 + 2 + 8 + 8 + 12 * (parameters - 2) + 2)
  let at = 1 + bind.write('call\0', 1, 'latin1')
  at = bind.writeInt16BE(1, at)
  at = bind.writeInt16BE(1, at)
  at = bind.writeInt16BE(parameters, at)
  for (const place of [0, 0]) {
    at = bind.writeInt32BE(4, at)
    at = bind.writeInt32BE(place, at)
  }
  for (const value of [1n, 1_000_000_000n].slice(0, parameters - 2)) {
    at = bind.writeInt32BE(8, at)
    at = bind.writeBigInt64BE(value, at)
  }
  bind.writeInt16BE(0, at)
  return Buffer.concat([header('B', bind.length), bind, header('E', 5), Buffer.alloc(5), header('S', 0)])
}

/** @param {string} type @param {number} length */
function header(type, length) {
  const bytes = Buffer.alloc(5)
  bytes.write(type)
  bytes.writeInt32BE(4 + length, 1)
  return bytes
}

/** @param {Buffer} data @param {number} at of an ErrorResponse */
function errorText(data, at) {
  const end = Math.min(data.length, at + 1 + data.readInt32BE(at + 1))
  /** @type {Record<string, string>} */
  const fields = {}
  for (let from = at + 5; from < end && data[from] !== 0;) {
    const stop = data.indexOf(0, from + 1)
    fields[String.fromCharCode(data[from])] = data.toString('utf8', from + 1, stop)
    from = stop + 1
  }
  return `${fields.C} ${fields.M}`
}

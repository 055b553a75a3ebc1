/**
 * The transports of the SQLite ladder: one JSON message per transfer, over a WebSocket with its own number, or as the
 * body of an HTTP request.
 */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { FrameReader, handshakeRequest, maskedFrame } from './websocket.js'

export class WebSocketLane {
  /** @param {any} task @param {(sentMs: number, error: string | null) => void} answered @param {() => void} fill */
  constructor(task, answered, fill) {
    this.task = task
    this.answered = answered
    this.fill = fill
    /** @type {Map<number, number>} */
    this.sentMs = new Map()
    this.nextId = 0
    /** @type {Buffer[]} */
    this.out = []
    /** @type {any} */
    this.socket = null
  }

  /** @param {typeof import('node:net').connect} connect */
  async open(connect) {
    const socket = connect({ host: '127.0.0.1', port: this.task.port, noDelay: true })
    this.socket = socket
    await once(socket, 'connect')
    socket.write(handshakeRequest())
    const [answer] = await once(socket, 'data')
    if (!String(answer).startsWith('HTTP/1.1 101')) throw new Error(`no WebSocket: ${answer}`)
    const reader = new FrameReader((text) => {
      const { id, ok, error } = JSON.parse(text)
      const sentMs = this.sentMs.get(id)
      if (sentMs === undefined) return
      this.sentMs.delete(id)
      this.answered(sentMs, ok ? null : String(error))
    })
    socket.on('data', (/** @type {Buffer} */ data) => {
      reader.push(data)
      this.fill()
    })
    socket.on('error', () => undefined)
  }

  /** @param {number} from @param {number} to */
  send(from, to) {
    const id = this.nextId++
    this.sentMs.set(id, performance.now())
    this.out.push(maskedFrame(JSON.stringify({ id, name: 'transfer', args: { amount: 1, from_id: from, to_id: to } })))
  }

  flush() {
    if (this.out.length === 0) return
    this.socket.write(this.out.length === 1 ? this.out[0] : Buffer.concat(this.out))
    this.out.length = 0
  }

  close() { this.socket.destroy() }
}

const agent = new Agent({ keepAlive: true, maxSockets: Infinity })

export class HttpLane {
  /** @param {any} task @param {(sentMs: number, error: string | null) => void} answered @param {() => void} fill */
  constructor(task, answered, fill) {
    this.task = task
    this.answered = answered
    this.fill = fill
  }

  async open() { /* connections are made as they are needed, and kept */ }

  /** @param {number} from @param {number} to */
  send(from, to) {
    const sentMs = performance.now()
    const body = JSON.stringify({ name: 'transfer', args: { amount: 1, from_id: from, to_id: to } })
    const call = request(
      {
        agent,
        host: '127.0.0.1',
        port: this.task.port,
        path: '/rpc',
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        response.resume()
        response.on('end', () => {
          this.answered(sentMs, response.statusCode === 200 ? null : `HTTP ${response.statusCode}`)
          this.fill()
        })
      }
    )
    call.on('error', (error) => {
      this.answered(sentMs, error.message)
      this.fill()
    })
    call.end(body)
  }

  flush() { /* each request leaves by itself */ }
  close() { agent.destroy() }
}

/** As much of WebSocket (RFC 6455) as the transfer bench needs: the handshake, and text frames in one piece. */
import { createHash } from 'node:crypto'

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

export const handshakeRequest = () => 'GET /rpc HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: c2Vhd2FsbC1iZW5jaC0wMQ==\r\nSec-WebSocket-Version: 13\r\n\r\n'

/** @param {string} key of the request */
export const handshakeAnswer = (key) =>
  `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${createHash(
    'sha1'
  )
    .update(key + GUID)
    .digest('base64')}\r\n\r\n`

const MASK = 0x5a

/** From a client. @param {string} text ASCII @returns {Buffer} */
export function maskedFrame(text) {
  const long = text.length > 125
  const frame = Buffer.allocUnsafe((long ? 8 : 6) + text.length)
  frame[0] = 0x81
  let at = 2
  if (long) {
    frame[1] = 0x80 | 126
    at = frame.writeUInt16BE(text.length, 2)
  } else frame[1] = 0x80 | text.length
  frame.fill(MASK, at, at + 4)
  at += 4
  for (let i = 0; i < text.length; i++) frame[at + i] = text.charCodeAt(i) ^ MASK
  return frame
}

/** From a server. @param {string} text ASCII, below 64 kB @returns {Buffer} */
export function plainFrame(text) {
  const long = text.length > 125
  const frame = Buffer.allocUnsafe((long ? 4 : 2) + text.length)
  frame[0] = 0x81
  let at = 2
  if (long) {
    frame[1] = 126
    at = frame.writeUInt16BE(text.length, 2)
  } else frame[1] = text.length
  frame.write(text, at, 'latin1')
  return frame
}

export class FrameReader {
  /** @param {(text: string) => void} take */
  constructor(take) {
    this.take = take
    /** @type {Buffer} */
    this.rest = Buffer.alloc(0)
  }

  /** @param {Buffer} data */
  push(data) {
    if (this.rest.length > 0) data = Buffer.concat([this.rest, data])
    let at = 0
    while (data.length - at >= 2) {
      const masked = (data[at + 1] & 0x80) !== 0
      let length = data[at + 1] & 0x7f
      let from = at + 2
      if (length === 126) {
        if (data.length - at < 4) break
        length = data.readUInt16BE(at + 2)
        from += 2
      }
      const body = from + (masked ? 4 : 0)
      if (data.length < body + length) break
      const isText = (data[at] & 0x0f) === 1
      if (masked) for (let i = 0; i < length; i++) data[body + i] ^= data[from + (i & 3)]
      if (isText) this.take(data.toString('latin1', body, body + length))
      at = body + length
    }
    this.rest = data.subarray(at)
  }
}

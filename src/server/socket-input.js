/**
 * How bytes come from a client's socket to its connection, without the stream between them: Node allocates 64 kB for
 * each read and gives most of it back, and its 'data' event schedules a tick per chunk, together a sixth of the
 * processor time of small statements (docs/decisions/0012).
 *
 * All clients' reads go into one buffer: a read and what is done with it are one turn, and what has to outlive the turn
 * is copied by whoever keeps it (`outlives`). Node offers that as `onread` to sockets that connect; sockets that a
 * server accepted run the same code, but have no public door to it. So it is looked for, and where this Node has no
 * such thing, chunks come from the socket's `push`, by which every Readable is handed its data, in buffers of their
 * own.
 */

/** @typedef {import('node:net').Socket} Socket */

/** As much as libuv reads at a time. */
const READ_BYTES = 65536
const shared = Buffer.alloc(READ_BYTES)
/**
 * Beginnings of it by their length: making one for each read costs as much as a small statement's message.
 * @type {Map<number, Buffer>}
 */
const beginnings = new Map()
const BEGINNINGS_MAX = 4096

/** @param {number} length @returns {Buffer} */
function beginning(length) {
  let found = beginnings.get(length)
  if (found === undefined) {
    found = shared.subarray(0, length)
    if (beginnings.size < BEGINNINGS_MAX) beginnings.set(length, found)
  }
  return found
}

/**
 * Bytes of a read that are kept beyond its turn.
 * @param {Buffer} bytes
 * @returns {Buffer} the same, or a copy where the next read would write over them
 */
export const outlives = (bytes) => bytes.buffer === shared.buffer ? Buffer.from(bytes) : bytes

/**
 * Hands what the socket reads to `receive`, while the socket flows. The end, errors and pauses stay the stream's.
 * @param {Socket} socket
 * @param {(chunk: Buffer) => void} receive which keeps nothing of the chunk but through `outlives`
 * @param {boolean} [mayShare] tests ask for the other way
 * @returns {boolean} whether reads share a buffer
 */
export function hearSocket(socket, receive, mayShare = true) {
  if (mayShare && shareReads(socket, receive)) {
    // What a stream that was read before (TLS, in its handshake) has kept.
    for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) receive(chunk)
    socket.resume()
    return true
  }
  socket.on('data', receive)
  const { push } = socket
  socket.push = (chunk, encoding) => {
    if (chunk === null || socket.isPaused() || !socket.readableFlowing || socket.readableLength > 0)
      return push.call(socket, chunk, encoding)
    receive(chunk)
    return true
  }
  return false
}

/** @param {Socket} socket @param {(chunk: Buffer) => void} receive @returns {boolean} whether this Node can */
function shareReads(socket, receive) {
  const inside = /** @type {any} */ (socket)
  const named = (/** @type {string} */ name) =>
    Object.getOwnPropertySymbols(inside).find((symbol) => symbol.description === name)
  const [buffer, callback, generator] = [named('kBuffer'), named('kBufferCb'), named('kBufferGen')]
  if (
    buffer === undefined ||
    callback === undefined ||
    generator === undefined ||
    typeof inside._handle?.useUserBuffer !== 'function'
  )
    return false
  inside[buffer] = shared
  inside[callback] = (/** @type {number} */ count) => { receive(beginning(count)) }
  inside[generator] = null
  inside._handle.useUserBuffer(shared)
  return true
}

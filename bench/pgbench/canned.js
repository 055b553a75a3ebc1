#!/usr/bin/env node
/**
 * The ceiling: a server whose engine costs nothing. It answers each message of pgbench's own scripts with bytes made
 * beforehand, and COMMIT after a write and an fdatasync it shares with all who wait. What it carries is what Node's
 * sockets and this machine's disk leave to any engine. Started by systems.js with a file to write to as its argument;
 * says its port to its parent.
 */
import { closeSync, fdatasync, openSync, writeSync } from 'node:fs'
import { createServer } from 'node:net'

/** What a durable TPC-B transaction writes to Seawall's log, about. */
const BYTES_PER_COMMIT = 300

const log = openSync(process.argv[2], 'w')

/**
 * @param {string} type
 * @param {...(number[] | string)} parts bytes, or a string to be ended by a zero
 * @returns {Buffer}
 */
function message(type, ...parts) {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : Buffer.from(part)))
  )
  const head = Buffer.from([type.charCodeAt(0), 0, 0, 0, 0])
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** @param {string[]} names integer columns @returns {Buffer} RowDescription */
const columns = (names) =>
  message(
    'T',
    [0, names.length],
    ...names.flatMap((name) => [name, [0, 0, 0, 0, 0, 0, 0, 0, 0, 23, 0, 4, 255, 255, 255, 255, 0, 0]])
  )
/** @param {(string | null)[]} values @returns {Buffer} DataRow */
const row = (values) =>
  message(
    'D',
    [0, values.length],
    ...values.map((value) => (value === null ? [255, 255, 255, 255] : [0, 0, 0, value.length, ...Buffer.from(value)]))
  )

const GREETING = Buffer.concat([
  message('R', [0, 0, 0, 0]),
  message('S', 'server_version', '15.0'),
  message('S', 'client_encoding', 'UTF8'),
  message('S', 'standard_conforming_strings', 'on'),
])
const PARSE_COMPLETE = message('1')
const BIND_COMPLETE = message('2')
const NO_DATA = message('n')
const BALANCE_COLUMN = columns(['abalance'])
/** pgbench asks how the accounts are partitioned before it starts. */
const PARTITIONS = Buffer.concat([
  columns(['n', 'partstrat', 'count']),
  row(['1', null, '0']),
  message('C', 'SELECT 1'),
])
/** By the first letter of the statement. @type {Record<string, Buffer>} */
const ANSWERS = {
  B: message('C', 'BEGIN'),
  E: message('C', 'COMMIT'),
  C: message('C', 'COMMIT'),
  U: message('C', 'UPDATE 1'),
  I: message('C', 'INSERT 0 1'),
  S: Buffer.concat([row(['10']), message('C', 'SELECT 1')]),
}
const READY = { idle: message('Z', [73]), inside: message('Z', [84]) }

/** @type {(() => void)[]} commits that wait for the next sync */
let waiting = []
let syncing = false

/** One write and one sync for everyone who waits; those who come meanwhile share the next. */
function sync() {
  if (syncing || waiting.length === 0) return
  syncing = true
  const answered = waiting
  waiting = []
  writeSync(log, Buffer.alloc(BYTES_PER_COMMIT * answered.length, 1))
  fdatasync(log, () => {
    syncing = false
    for (const answer of answered) answer()
    sync()
  })
}

const server = createServer({ noDelay: true }, (socket) => {
  let rest = Buffer.alloc(0)
  let started = false
  let inside = false
  let bound = 'S'
  /** @type {Map<string, string>} the first letter of each prepared statement */
  const prepared = new Map()
  const output = Buffer.allocUnsafe(1 << 16)
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    const data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let at = 0
    let written = 0
    let commits = false
    const put = (/** @type {Buffer} */ bytes) => { written += bytes.copy(output, written) }
    const execute = (/** @type {string} */ letter) => {
      put(ANSWERS[letter] ?? ANSWERS.U)
      if (letter === 'B') inside = true
      if (letter === 'E' || letter === 'C') {
        inside = false
        commits = true
      }
    }
    const ready = () => put(inside ? READY.inside : READY.idle)
    const letterAt = (/** @type {number} */ offset) => String.fromCharCode(data[offset]).toUpperCase()
    while (data.length - at >= (started ? 5 : 8)) {
      const length = started ? 1 + data.readInt32BE(at + 1) : data.readInt32BE(at)
      if (data.length - at < length) break
      const body = at + 5
      if (!started) {
        if (data.readInt32BE(at + 4) === 196608) {
          started = true
          put(GREETING)
          ready()
        } else {
          put(Buffer.from('N'))
        }
      } else {
        switch (String.fromCharCode(data[at])) {
          case 'Q':
            if (data.subarray(body, at + length).includes('partstrat')) put(PARTITIONS)
            else {
              if (letterAt(body) === 'S') put(BALANCE_COLUMN)
              execute(letterAt(body))
            }
            ready()
            break
          case 'P': {
            const end = data.indexOf(0, body)
            prepared.set(data.toString('latin1', body, end), letterAt(end + 1))
            put(PARSE_COMPLETE)
            break
          }
          case 'B': {
            const name = data.indexOf(0, body) + 1
            bound = prepared.get(data.toString('latin1', name, data.indexOf(0, name))) ?? 'S'
            put(BIND_COMPLETE)
            break
          }
          case 'D': put(bound === 'S' ? BALANCE_COLUMN : NO_DATA); break
          case 'E': execute(bound); break
          case 'S': ready(); break
          case 'X': socket.end(); break
        }
      }
      at += length
    }
    rest = data.subarray(at)
    if (written === 0) return
    const answer = Buffer.from(output.subarray(0, written))
    if (!commits) socket.write(answer)
    else {
      waiting.push(() => socket.write(answer))
      setImmediate(sync)
    }
  })
})
server.listen(0, '127.0.0.1', () =>
  process.send?.({ subject: 'ready', value: /** @type {import('node:net').AddressInfo} */ (server.address()).port })
)
process.on('disconnect', () => {
  closeSync(log)
  process.exit()
})

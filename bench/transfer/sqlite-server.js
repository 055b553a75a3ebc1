/**
 * The SQLite server of the ladder: transfers as JSON over HTTP or WebSocket on better-sqlite3 with prepared statements,
 * WAL and synchronous FULL; with a batch size, all that is queued goes into one transaction whenever so many wait or
 * the time is up. One transaction for a batch is weaker than one per transfer: an item that fails leaves the others in.
 */
import { createServer } from 'node:http'
import { optionalPackage } from '../lab/rivals.js'
import { FrameReader, handshakeAnswer, plainFrame } from './websocket.js'

const { file, accounts, balance, batchSize, batchMs, synchronous } = JSON.parse(process.argv[2])
const Sqlite = (await optionalPackage('better-sqlite3')).default
const db = new Sqlite(file)
const journal = db.pragma('journal_mode = WAL', { simple: true })
db.pragma(`synchronous = ${synchronous}`)
db.exec('CREATE TABLE IF NOT EXISTS accounts (id INTEGER PRIMARY KEY, balance INTEGER NOT NULL); DELETE FROM accounts')
const insert = db.prepare('INSERT INTO accounts VALUES (?, ?)')
db.transaction(() => { for (let id = 0; id < accounts; id++) insert.run(id, balance) })()

const read = db.prepare('SELECT id, balance FROM accounts WHERE id IN (?, ?)')
const write = db.prepare('UPDATE accounts SET balance = ? WHERE id = ?')

/** @param {{ amount: number, from_id: number, to_id: number }} args */
function transfer({ amount, from_id: from, to_id: to }) {
  if (from === to || amount <= 0) return
  const rows = read.all(from, to)
  if (rows.length < 2) throw new Error('account_missing')
  const [source, target] = rows[0].id === from ? rows : [rows[1], rows[0]]
  if (source.balance < amount) return
  write.run(source.balance - amount, from)
  write.run(target.balance + amount, to)
}
const transferAlone = db.transaction(transfer)

/** @typedef {{ args: any, done: (error: string | null) => void }} Item */
/** @type {Item[]} */
let queue = []
/** @type {ReturnType<typeof setTimeout> | null} */
let timer = null

/** @param {Item} item @param {(args: any) => void} run */
function attempt(item, run) {
  try {
    run(item.args)
    return null
  } catch (error) {
    return /** @type {Error} */ (error).message
  }
}

const runBatch = db.transaction((/** @type {Item[]} */ items) => items.map((item) => attempt(item, transfer)))

function flush() {
  if (timer !== null) clearTimeout(timer)
  timer = null
  const items = queue
  queue = []
  if (items.length === 0) return
  const errors = runBatch(items)
  items.forEach((item, at) => item.done(errors[at]))
}

/** @param {Item} item */
function enqueue(item) {
  if (batchSize === 0) { item.done(attempt(item, transferAlone)); return }
  queue.push(item)
  if (queue.length >= batchSize) flush()
  else timer ??= setTimeout(flush, batchMs)
}

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (data) => { body += data })
  request.on('end', () => {
    enqueue({ args: JSON.parse(body).args, done: (error) => {
      response.writeHead(error === null ? 200 : 500, { 'content-type': 'application/json' })
      response.end(JSON.stringify(error === null ? { ok: true } : { ok: false, error }))
    } })
  })
})
server.on('upgrade', (request, socket) => {
  const tcp = /** @type {import('node:net').Socket} */ (socket)
  tcp.setNoDelay(true)
  tcp.write(handshakeAnswer(String(request.headers['sec-websocket-key'])))
  /** @type {Buffer[]} */
  let out = []
  const reader = new FrameReader((text) => {
    const { id, args } = JSON.parse(text)
    enqueue({ args, done: (error) => {
      if (out.length === 0) setImmediate(() => { tcp.write(Buffer.concat(out)); out = [] })
      out.push(plainFrame(JSON.stringify(error === null ? { id, ok: true } : { id, ok: false, error })))
    } })
  })
  tcp.on('data', (data) => reader.push(Buffer.from(data)))
  tcp.on('error', () => undefined)
})
server.listen(0, '127.0.0.1', () => {
  const inForce = ['OFF', 'NORMAL', 'FULL', 'EXTRA'][db.pragma('synchronous', { simple: true })]
  process.send?.({
    subject: 'ready',
    value: {
      port: /** @type {import('node:net').AddressInfo} */ (server.address()).port,
      durability: `journal ${journal}, synchronous ${inForce}`,
      version: db.prepare('SELECT sqlite_version() AS v').get().v,
    },
  })
})
process.on('message', (/** @type {{ question: string }} */ { question }) => {
  if (question === 'sums')
    process.send?.({
      subject: 'sums',
      value: db
        .prepare('SELECT count(*) AS n, sum(balance) AS total, sum(balance <> ?) AS changed FROM accounts')
        .get(balance),
    })
})
process.on('disconnect', () => { db.close(); process.exit() })

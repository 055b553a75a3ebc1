/**
 * Notifications for a listener that cannot take them: their number is bounded, whoever would tell more fails, and all
 * is well once the listener took what waits.
 */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { open } from '../../../src/index.js'

/** @type {any} */
let db
/** @type {any} */
let listener
/** @type {any} */
let teller
/** @type {any[]} */
const notices = []

beforeAll(async () => {
  db = await open(':memory:')
  listener = await db.connect()
  teller = await db.connect()
  teller.session.onNotice = (/** @type {any} */ notice) => notices.push(notice)
  listener.session.database.channels.queueBytesMax = 100000
})
afterAll(async () => {
  await listener.release()
  await teller.release()
  await db.close()
})

const usage = async () => (await teller.query('select pg_notification_queue_usage() as u')).rows[0].u
const tell = "select pg_notify('c', repeat('x', 1000) || g) from generate_series(1, 40) g"

test('a listener in a transaction fills the queue', async () => {
  await listener.query('listen c')
  await listener.query('begin')
  await listener.query('select 1')
  await teller.query(tell)
  assert.equal(notices.length, 0)
  await teller.query(tell)
  assert.match(notices[0].message, /^NOTIFY queue is \d+% full$/)
  assert.ok(await usage() > 0.8)
  await assert.rejects(teller.query(tell), { code: '54000', message: 'too many notifications in the NOTIFY queue' })
  await teller.query('begin')
  await teller.query(tell)
  await assert.rejects(teller.query('commit'), { code: '54000' })
  assert.equal(listener.session.inbox.length, 80)
  await listener.query('commit')
  assert.equal(await usage(), 0)
  await teller.query(tell)
  assert.equal(await usage(), 0)
  await listener.query('unlisten c')
})

test('what a transaction tells a listener is passed on in one go', async () => {
  /** @type {string[][]} */
  const passed = []
  const { onNotification } = listener.session
  await listener.query('listen a')
  await listener.query('listen b')
  listener.session.onNotification = () => {
    passed.push(listener.session.inbox.map((/** @type {any} */ { channel, payload }) => `${channel} ${payload}`))
    onNotification()
  }
  await teller.query('begin')
  await teller.query("notify a, '1'")
  await teller.query("notify b, '2'")
  await teller.query("notify a, '1'")
  await teller.query("notify a, '3'")
  await teller.query('commit')
  await teller.query("notify a, '4'")
  assert.deepEqual(passed, [['a 1', 'b 2', 'a 3'], ['a 4']])
  listener.session.onNotification = onNotification
  await listener.query('unlisten *')
})

test('a client that does not read fills the queue, not the memory of its connection', async () => {
  const { port } = await db.serve({ port: 0 })
  const socket = connect(port, '127.0.0.1')
  await new Promise((resolve) => { socket.once('connect', resolve) })
  const startup = Buffer.from('\0\0\0\0\0\x03\0\0user\0postgres\0database\0postgres\0\0', 'latin1')
  startup.writeInt32BE(startup.length, 0)
  const query = Buffer.from('Q\0\0\0\0listen c\0', 'latin1')
  query.writeInt32BE(query.length - 1, 1)
  socket.write(Buffer.concat([startup, query]))
  const { channels } = listener.session.database
  while (channels.listeners.get('c') === undefined) await new Promise((resolve) => { setTimeout(resolve, 5) })
  socket.pause()
  await assert.rejects(async () => {
    for (let round = 0; round < 5000; round++)
      await teller.query(`select pg_notify('c', repeat('x', 7000) || g) from generate_series(1, 12) g`)
  }, { code: '54000' })
  socket.destroy()
  while (channels.listeners.get('c') !== undefined) await new Promise((resolve) => { setTimeout(resolve, 5) })
  await teller.query(tell)
})

test('what the queue will never hold is refused before it is kept, and so are locks without end', async () => {
  const db = await open(':memory:')
  const { database, cluster } = db.session
  database.channels.queueBytesMax = 10_000
  await assert.rejects(db.query("SELECT count(pg_notify('c', repeat('x', 100) || i)) FROM generate_series(1, 1000) i"),
    { code: '54000' })
  assert.equal(db.session.toldBytes, 0)
  await db.query("SELECT count(pg_notify('c', repeat('x', 100) || i)) FROM generate_series(1, 20) i")
  cluster.txns.advisory.most = 50
  await assert.rejects(db.query('SELECT count(pg_advisory_lock(i)) FROM generate_series(1, 51) i'),
    { code: '53200', message: 'out of shared memory' })
  await db.query('SELECT pg_advisory_unlock_all()')
  await db.query('SELECT count(pg_advisory_xact_lock(i)) FROM generate_series(1, 50) i')
  await db.query('SELECT count(pg_advisory_lock(i)) FROM generate_series(1, 50) i')
  await db.close()
})

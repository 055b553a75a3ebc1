/**
 * Clients that connect and say nothing, half of something, or never let go: they have a time, beyond a number of them
 * the oldest go, and nobody else notices.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import net from 'node:net'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'
import pg from 'pg'
import { open } from '../../src/index.js'
import { ServerProcess, temporaryDirectory } from '../support/server-process.js'

const PROGRAM = fileURLToPath(new URL('../../bin/seawall.js', import.meta.url))
const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * @param {number} port
 * @param {Buffer} [first] what it says
 * @returns {Promise<net.Socket & { isClosed: boolean, heard: string }>}
 */
function connect(port, first) {
  return new Promise((resolve) => {
    const socket = Object.assign(net.connect({ port, host: '127.0.0.1', allowHalfOpen: true }), {
      isClosed: false,
      heard: '',
    })
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => { socket.heard += chunk.toString('latin1') })
    socket.on('end', () => { socket.isClosed = true; resolve(socket) })
    socket.on('close', () => { socket.isClosed = true; resolve(socket) })
    socket.on('connect', () => {
      if (first !== undefined) socket.write(first)
      resolve(socket)
    })
  })
}

/** @param {() => boolean} isTrue @param {string} what */
async function until(isTrue, what) {
  for (let waitedMs = 0; !isTrue(); waitedMs += 10) {
    assert.ok(waitedMs < 15_000, what)
    await pause(10)
  }
}

/** A start-up packet. @param {string} user */
function startup(user) {
  const body = Buffer.from(`\0\x03\0\0user\0${user}\0\0`, 'latin1')
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([length, body])
}

test('the oldest of too many silent clients are closed, and authenticated ones go on', async () => {
  const db = await open(':memory:')
  /** @type {string[]} */
  const log = []
  const server = await db.serve({ port: 0, connectionsMax: 10, log: (line) => log.push(line) })
  const { port } = server
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  await client.connect()
  /** @type {(net.Socket & { isClosed: boolean })[]} */
  const silent = []
  for (let index = 0; index < 60; index++)
    silent.push(await connect(port, index % 2 === 0 ? undefined : Buffer.from([0, 0, 0])))
  await until(() => silent.filter((socket) => socket.isClosed).length >= 50, 'the first are closed')
  assert.equal(silent.filter((socket) => !socket.isClosed).length, 10)
  assert.ok(silent.slice(50).every((socket) => !socket.isClosed), 'the last are not')
  assert.ok(log.some((line) => line.includes('have not authenticated')))
  assert.deepEqual((await client.query('select 1 as one')).rows, [{ one: 1 }])
  const another = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  await another.connect()
  await another.end()
  await client.end()
  for (const socket of silent) socket.destroy()
  await server.close()
  await db.close()
})

test('authentication_timeout', async () => {
  const db = await open(':memory:')
  await db.query("alter role postgres password 'secret'")
  await db.query("alter system set authentication_timeout = '1s'")
  await db.query('select pg_reload_conf()')
  const server = await db.serve({ port: 0, auth: 'scram-sha-256' })
  const { port } = server
  const [silent, halfway] = [await connect(port), await connect(port, startup('postgres'))]
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', password: 'secret' })
  await client.connect()
  await until(() => silent.isClosed && halfway.isClosed, 'both are closed')
  assert.equal(silent.heard, '')
  assert.match(halfway.heard, /FATAL.*57014.*canceling authentication due to timeout/s)
  await pause(200)
  assert.deepEqual(
    (await client.query('select 1 as one')).rows,
    [{ one: 1 }],
    'who has authenticated may take any time'
  )
  await client.end()
  for (const socket of [silent, halfway]) socket.destroy()
  await server.close()
  await db.close()
})

const skip = process.platform === 'linux' ? false : 'ulimit and /proc are asked of Linux: this is NOT tested here'
/**
 * @param {string} dir @param {number} descriptors it may have open
 * @returns {Promise<ServerProcess>}
 */
async function serveWith(dir, descriptors) {
  const command = `exec "${process.execPath}" --conditions=development "${PROGRAM}" serve "${dir}" --port 0`
  const child = spawn('bash', ['-c', `ulimit -n ${descriptors}; ${command}`], { stdio: ['ignore', 'pipe', 'pipe'] })
  const port = await new Promise((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
      const match = /^psql .* -p (\d+) .*\n/m.exec(text)
      if (match) resolve(Number(match[1]))
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  return new ServerProcess(child, port)
}

test('600 silent clients against 400 descriptors', { timeout: 60_000 }, async (context) => {
  if (skip) context.skip(skip)
  const dir = temporaryDirectory()
  const server = await serveWith(dir, 400)
  const client = new pg.Client(server.address)
  client.on('error', () => undefined)
  await client.connect()
  await client.query(
    Array.from({ length: 150 }, (_, index) => `create table t${index + 1} (a int primary key)`).join(';')
  )
  const silent = await Promise.all(
    Array.from({ length: 600 }, (_, index) => connect(server.port, index % 3 === 0 ? Buffer.from([0, 0]) : undefined))
  )
  for (let round = 0; round < 2; round++) {
    for (let table = 1; table <= 150; table += 7) {
      await client.query(`insert into t${table} values ($1)`, [round])
      assert.deepEqual((await client.query(`select count(*)::int n from t${table}`)).rows, [{ n: round + 1 }])
    }
    await client.query('checkpoint')
  }
  const another = new pg.Client(server.address)
  await another.connect()
  assert.deepEqual((await another.query('select count(*)::int n from t1')).rows, [{ n: 2 }])
  await another.end()
  await client.end()
  for (const socket of silent) socket.destroy()
  assert.equal(server.child.exitCode, null, `the process lives\n${server.log}`)
  assert.equal(await server.stop(), 0)
  const again = await open({ path: dir })
  assert.deepEqual((await again.query('select count(*)::int n from t8')).rows, [{ n: 2 }])
  assert.deepEqual((await again.check()).problems, [])
  await again.close()
})

// Node reads the modules of one import some 450 at a time, each an open file: the engine did not load.
test('a server with 64 descriptors', { timeout: 120_000 }, async (context) => {
  if (skip) context.skip(skip)
  const server = await serveWith(temporaryDirectory(), 64)
  const client = new pg.Client(server.address)
  await client.connect()
  for (let table = 1; table <= 40; table++)
    await client.query(`create table t${table} (a int primary key); insert into t${table} values (1)`)
  await client.query('checkpoint')
  assert.equal((await client.query('select count(*)::int n from t1 join t40 using (a)')).rows[0].n, 1)
  await client.end()
  assert.equal(await server.stop(), 0)
})

/** @param {string} text */
function query(text) {
  const body = Buffer.from(`${text}\0`, 'latin1')
  const head = Buffer.alloc(5, 'Q')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

test('clients that close their half of a connection, or reset it: their transactions end', async () => {
  const db = await open(':memory:')
  const server = await db.serve({ port: 0 })
  await db.exec('create table t (a int)')
  const count = async (/** @type {string} */ text) => (await db.query(`select count(*)::int n from ${text}`)).rows[0].n
  const locks = () => count("pg_locks where relation = 't'::regclass and mode <> 'AccessShareLock'")
  const sessions = () => count('pg_stat_activity')
  const before = await sessions()
  /** @type {[string, (socket: net.Socket) => void][]} */
  const ends = [['half closed', (socket) => void socket.end()], ['reset', (socket) => void socket.resetAndDestroy()]]
  for (const [how, end] of ends) {
    for (const [text, held] of /** @type {[string, number][]} */ ([
      ['begin; lock table t', 1], ['begin; lock table t; select pg_sleep(1)', 1], ['lock table only t; begin', 0],
    ])) {
      const socket = await connect(server.port, startup('postgres'))
      await until(() => socket.heard.includes('Z\0\0\0\x05I'), 'it is greeted')
      socket.write(query(text))
      for (let waitedMs = 0; waitedMs < 5000 && await locks() < held; waitedMs += 10) await pause(10)
      end(socket)
      for (let waitedMs = 0; waitedMs < 5000 && await sessions() > before; waitedMs += 10) await pause(10)
      assert.deepEqual([await sessions(), await locks()], [before, 0], `${how}: ${text}`)
      socket.destroy()
    }
  }
  await server.close()
  await db.close()
})

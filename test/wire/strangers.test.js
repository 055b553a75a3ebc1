/**
 * What strangers send and see: messages longer than the server holds, salts of roles that do not exist, addresses that
 * only look like loopback.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { open } from '../../src/index.js'
import {
  WireClient, connected, cstr, describeMessage, i32, message, parse, startup, sync,
} from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'

test('a message that announces a gigabyte is not kept', async () => {
  const server = await startServer()
  const client = await connected(server.port)
  const piece = Buffer.alloc(1 << 20, 97)
  const before = process.memoryUsage().arrayBuffers
  client.send(Buffer.concat([Buffer.from('Q'), i32(4 + 300 * piece.length)]))
  let most = 0
  for (let count = 0; count < 300; count++) {
    client.send(piece)
    while (client.socket.writableLength > 0) await new Promise((resolve) => { setImmediate(resolve) })
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }
  assert.deepEqual((await client.take('Z')).map(describeMessage), ['E ERROR 53200', 'Z I'])
  assert.ok(most < 100 * 1048576, `${most} bytes were held`)
  // In the extended protocol what follows is skipped up to Sync.
  client.send(Buffer.concat([Buffer.from('P'), i32(4 + 257 * piece.length)]))
  for (let count = 0; count < 257; count++) client.send(piece)
  client.send(parse('', 'select 1', []), sync())
  assert.deepEqual((await client.take('Z')).map(describeMessage), ['E ERROR 53200', 'Z I'])
  assert.deepEqual((await client.lines('select 42')).slice(1), ['D "42"', 'C SELECT 1', 'Z I'])
  client.end()
  await server.close()
})

test('what comes behind a wish for encryption is not read, where there is none either', async () => {
  const server = await startServer()
  for (const [code, wish] of /** @type {const} */ ([[80877103, 'SSL'], [80877104, 'GSSAPI encryption']])) {
    const client = new WireClient(server.port)
    client.raw = true
    client.send(Buffer.concat([message('', i32(code)), startup(0x30000, { user: 'postgres', database: 'postgres' })]))
    await client.until(() => false)
    assert.equal(client.input.toString('latin1', 0, 1), 'N')
    assert.ok(client.input.toString('latin1').includes(`08P01\0Mreceived unencrypted data after ${wish} request\0`))
    client.end()
  }
  await server.close()
})

test('the salt of a role that does not exist survives a restart', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'seawall-salt-'))
  try {
    const salts = []
    for (let start = 0; start < 2; start++) {
      const db = await open(directory)
      const { port } = await db.serve({ port: 0, auth: 'scram-sha-256' })
      for (const user of ['nobody', 'somebody']) {
        const client = new WireClient(port)
        client.send(startup(0x30000, { user, database: 'postgres' }))
        await client.take('R')
        const first = Buffer.from('n,,n=,r=abcdefghijklmnopqrstuvwx')
        client.send(message('p', Buffer.concat([cstr('SCRAM-SHA-256'), i32(first.length), first])))
        const [{ body }] = await client.take('R')
        salts.push(/,s=([^,]*)/.exec(body.toString('latin1'))?.[1])
        client.end()
      }
      await db.close()
    }
    assert.deepEqual(salts.slice(0, 2), salts.slice(2))
    assert.notEqual(salts[0], salts[1])
    assert.equal(Buffer.from(String(salts[0]), 'base64').length, 16)
  } finally {
    rmSync(directory, { recursive: true })
  }
})

test('a name that begins like a loopback address is none', async () => {
  const db = await open(':memory:')
  for (const host of ['127.evil.example', '127.0.0.1.example', '127.0.0', '0.0.0.0'])
    await assert.rejects(db.serve({ port: 0, host }), { code: '28000' }, host)
  await (await db.serve({ port: 0, host: '127.0.0.2' })).close()
  await db.close()
})

/** Integer parameters in binary format at the edges of what is read straight from the bytes. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { bind, cells, connected, execute, parse, sync } from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'

test('binary int4 and int8 parameters', async () => {
  const server = await startServer()
  const client = await connected(server.port)
  client.send(parse('small', 'select $1::int4::text'), parse('large', 'select $1::int8::text'), sync())
  await client.take('Z')
  const ask = async (/** @type {string} */ name, /** @type {Buffer} */ bytes) => {
    client.send(bind('', name, [bytes], [1]), execute(''), sync())
    const row = (await client.take('Z')).find((answer) => answer.type === 'D')
    return row === undefined ? 'refused' : String(cells(row)[0])
  }
  for (const value of [0, 1, -1, 127, 128, -129, 65536, 2147483647, -2147483648]) {
    const bytes = Buffer.alloc(4)
    bytes.writeInt32BE(value)
    assert.equal(await ask('small', bytes), String(value))
  }
  for (const value of [
    0n, 1n, -1n, 2147483647n, 2147483648n, -2147483648n, -2147483649n, 4294967295n, 4294967296n, -4294967296n,
    -4294967297n, 9007199254740991n, 9007199254740993n, -9007199254740993n, 9223372036854775807n, -9223372036854775808n,
  ]) {
    const bytes = Buffer.alloc(8)
    bytes.writeBigInt64BE(value)
    assert.equal(await ask('large', bytes), String(value))
  }
  for (const [name, length] of /** @type {[string, number][]} */ ([
    ['small', 3],
    ['small', 8],
    ['large', 4],
    ['large', 9],
  ]))
    assert.equal(await ask(name, Buffer.alloc(length)), 'refused')
  client.end()
  await server.close()
})

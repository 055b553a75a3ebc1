import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { test } from 'vitest'
import { hearSocket, outlives } from '../../../src/server/socket-input.js'

/** A server's socket and the client's other end of it. */
async function pair() {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect(/** @type {import('node:net').AddressInfo} */ (server.address()).port, '127.0.0.1')
  const [socket] = await once(server, 'connection')
  server.close()
  return { client, socket }
}

/** Lets a predicate come true. @param {() => boolean} holds */
async function until(holds) {
  while (!holds()) await new Promise((resolve) => { setTimeout(resolve, 1) })
}

test('this Node lets a server read into one buffer', async () => {
  const { client, socket } = await pair()
  /** @type {Buffer[]} */
  const raw = []
  /** @type {Buffer[]} */
  const kept = []
  assert.equal(hearSocket(socket, (chunk) => { raw.push(chunk); kept.push(outlives(chunk)) }), true)
  for (const text of ['first', 'other']) {
    client.write(text)
    await until(() => raw.length === (text === 'first' ? 1 : 2))
  }
  assert.deepEqual(kept.map(String), ['first', 'other'])
  assert.deepEqual(raw.map(String), ['other', 'other'])
  assert.equal(raw[0], raw[1])
  client.destroy()
})

for (const shares of [true, false]) {
  test(`pauses, the end and errors stay the stream's, ${shares ? 'in one buffer' : 'in buffers of their own'}`, async () => {
    const { client, socket } = await pair()
    let text = ''
    let ended = false
    hearSocket(socket, (chunk) => { text += chunk }, shares)
    socket.on('end', () => { ended = true })
    client.write('a')
    await until(() => text === 'a')
    socket.pause()
    client.write('b')
    await new Promise((resolve) => { setTimeout(resolve, 20) })
    assert.equal(text, 'a')
    socket.resume()
    await until(() => text === 'ab')
    const long = 'x'.repeat(1_000_000)
    const closed = once(socket, 'close')
    client.resume()
    client.end(long)
    await until(() => ended)
    assert.equal(text.length, long.length + 2)
    await closed

    const other = await pair()
    hearSocket(other.socket, () => undefined, shares)
    other.socket.on('error', () => undefined)
    const cut = new Promise((resolve) => { other.socket.on('close', resolve) })
    other.client.resetAndDestroy()
    await cut
  })
}

/** Who sends a parameter that cannot be read is told which one it was. */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { bind, connected, execute, fields, parse, sync } from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server
beforeAll(async () => { server = await startServer() })
afterAll(() => server.close())

/**
 * @param {string} type of the second parameter @param {Buffer} bytes @param {number} format
 * @param {string} [portal]
 */
async function refusal(type, bytes, format, portal = '') {
  const client = await connected(server.port)
  client.send(
    parse('two', `select $1::int, $2::${type}`), bind(portal, 'two', [Buffer.from([0, 0, 0, 7]), bytes], [1, format]),
    execute(portal), sync(),
  )
  const error = (await client.take('Z')).find((answer) => answer.type === 'E')
  client.end()
  if (error === undefined) throw new Error(`${type} was taken`)
  const { C: code, M: message, W: where } = fields(error)
  return [code, message, where]
}

test('a text has the number of its parameter and the name of its portal', async () => {
  const message = 'invalid input syntax for type integer: "x"'
  assert.deepEqual(await refusal('int', Buffer.from('x'), 0), ['22P02', message, "unnamed portal parameter $2 = '...'"])
  assert.deepEqual(
    await refusal('int', Buffer.from('x'), 0, 'p'), ['22P02', message, `portal "p" parameter $2 = '...'`],
  )
  assert.deepEqual(await refusal('jsonb', Buffer.from('{'), 0), [
    '22P02', 'invalid input syntax for type json', "JSON data, line 1: {\nunnamed portal parameter $2 = '...'",
  ])
  const long = Buffer.alloc(100_000, '[')
  assert.equal((await refusal('jsonb', long, 0))[2]?.split('\n').at(-1), "unnamed portal parameter $2 = '...'")
  // Bytes that are no text have not become a value.
  assert.deepEqual(await refusal('text', Buffer.from([0xff]), 0), [
    '22021', 'invalid byte sequence for encoding "UTF8": 0xff', 'unnamed portal parameter $2',
  ])
})

test('bytes that are left over are those of a parameter, an element, a column', async () => {
  const where = 'unnamed portal parameter $2'
  for (const [type, bytes] of /** @type {[string, number[]][]} */ ([
    ['int', [0, 0, 0, 0, 1]], ['bool', [1, 1]], ['bit', [0, 0, 0, 1, 0x80, 0, 0]], ['tsvector', [0, 0, 0, 0, 1]],
  ]))
    assert.deepEqual(
      await refusal(type, Buffer.from(bytes), 1), ['22P03', 'incorrect binary data format in bind parameter 2', where],
    )
  const array = Buffer.from('00000001000000000000001700000001000000010000000500000000aa', 'hex')
  assert.deepEqual(await refusal('int[]', array, 1), ['22P03', 'improper binary format in array element 1', where])
  assert.deepEqual(await refusal('int', Buffer.alloc(2), 1), ['08P01', 'insufficient data left in message', where])
  const record = Buffer.from('00000001000000170000000400000000', 'hex')
  assert.deepEqual(
    await refusal('record', record, 1), ['0A000', 'input of anonymous composite types is not implemented', where],
  )
})

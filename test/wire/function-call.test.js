/**
 * FunctionCall: text and binary arguments, NULL, errors inside and outside a block, a call that waits for another
 * transaction; large objects by it.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { connected, describeWords, fields, i16, i32, message } from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'

/** @param {number} oid @param {(Buffer | null)[]} args @param {number} [format] of arguments and result */
const call = (oid, args, format = 1) => message('F', Buffer.concat([i32(oid), i16(1), i16(format), i16(args.length),
  ...args.flatMap((value) => value === null ? [i32(-1)] : [i32(value.length), value]), i16(format)]))

/**
 * @param {any[]} messages
 * @returns {(string | null)[]} the results as hexadecimal, errors by code, and the last status
 */
const told = (messages) => messages.map((one) => {
  if (one.type === 'V') return one.body.readInt32BE(0) < 0 ? null : one.body.toString('hex', 4)
  return one.type === 'E' ? fields(one).C : `${one.type} ${one.body.toString('latin1')}`
})

const [LO_CREATE, LO_PUT, LO_OPEN, LOREAD, LOWRITE, INT4PL, GENERATE_SERIES, PG_READ_FILE] =
  [715, 3460, 952, 954, 955, 177, 1067, 3826]

test('functions are called by their OIDs', async () => {
  const server = await startServer()
  try {
    const client = await connected(server.port)
    const ask = async (/** @type {Buffer} */ bytes) => {
      client.send(bytes)
      return told(await client.take('Z'))
    }
    assert.deepEqual(await ask(call(INT4PL, [i32(40), i32(2)])), ['0000002a', 'Z I'])
    assert.deepEqual(await ask(call(INT4PL, [Buffer.from('40'), Buffer.from('2')], 0)), ['3432', 'Z I'])
    assert.deepEqual(await ask(call(INT4PL, [i32(40), null])), [null, 'Z I'])
    assert.deepEqual(await ask(call(INT4PL, [i32(0x7fffffff), i32(1)])), ['22003', 'Z I'])
    assert.deepEqual(await ask(call(INT4PL, [i32(1)])), ['08P01', 'Z I'])
    assert.deepEqual(await ask(call(99999, [])), ['42883', 'Z I'])
    assert.deepEqual(await ask(call(GENERATE_SERIES, [i32(1), i32(2)])), ['0A000', 'Z I'])
    assert.deepEqual(await ask(call(LO_CREATE, [i32(7)])), ['00000007', 'Z I'])
    await client.lines('BEGIN')
    assert.deepEqual(await ask(call(LO_OPEN, [i32(7), i32(0x60000)])), ['00000000', 'Z T'])
    assert.deepEqual(await ask(call(LOWRITE, [i32(0), Buffer.from('abc')])), ['00000003', 'Z T'])

    const other = await connected(server.port)
    other.send(call(LO_PUT, [i32(7), Buffer.alloc(8), Buffer.from('X')]))
    await new Promise((resolve) => setTimeout(resolve, 50))
    await client.lines('COMMIT')
    assert.deepEqual(told(await other.take('Z')), ['', 'Z I'])
    other.end()

    await client.lines('BEGIN')
    assert.deepEqual(await ask(call(LO_OPEN, [i32(7), i32(0x40000)])), ['00000000', 'Z T'])
    assert.deepEqual(await ask(call(LOREAD, [i32(0), i32(100)])), [Buffer.from('Xbc').toString('hex'), 'Z T'])
    assert.deepEqual(await ask(call(LOREAD, [i32(9), i32(100)])), ['42704', 'Z E'])
    assert.deepEqual(await ask(call(LOREAD, [i32(0), i32(100)])), ['25P02', 'Z E'])

    // The right to call comes before the arguments.
    await client.lines('ROLLBACK; CREATE ROLE stranger LOGIN')
    const stranger = await connected(server.port, { user: 'stranger' })
    stranger.send(call(PG_READ_FILE, [i32(1), i32(2)]))
    const [refused] = await stranger.take('Z')
    assert.equal(describeWords(refused), 'E 42501 permission denied for function pg_read_file')
    stranger.send(call(INT4PL, [i32(1), i32(2), i32(3)]))
    const [miscounted] = await stranger.take('Z')
    assert.equal(
      describeWords(miscounted), 'E 08P01 function call message contains 3 arguments but function requires 2'
    )
    stranger.end()
    client.end()
  } finally {
    await server.close()
  }
})

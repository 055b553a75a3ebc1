/**
 * Bytes in and out when one side is slow: input beyond what a client may send ahead, answers that the kernel does not
 * take at once, names that are kept from one message to the next.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { bind, cells, connected, execute, parse, query, sync } from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'

test('input that piles up behind a statement is answered in order, and so is what comes after', async () => {
  const server = await startServer()
  const client = await connected(server.port)
  const filler = 'x'.repeat(10_000)
  const count = 400
  for (let round = 0; round < 2; round++) {
    client.send(query('select pg_sleep(0.3)'))
    for (let index = 0; index < count; index++) client.send(query(`select ${index}, length('${filler}')`))
    const answers = await client.take('Z', count + 1)
    const rows = answers.filter((answer) => answer.type === 'D').map((answer) => cells(answer).map(String))
    assert.deepEqual(rows.slice(1), Array.from({ length: count }, (_, index) => [String(index), '10000']))
    assert.deepEqual((await client.lines('select 42')).slice(1), ['D "42"', 'C SELECT 1', 'Z I'])
  }
  client.end()
  await server.close()
})

test('a client that does not read gets every answer as it was made', async () => {
  const server = await startServer()
  const client = await connected(server.port)
  const count = 60
  client.socket.pause()
  for (let index = 0; index < count; index++)
    client.send(query(`select ${index}, repeat(chr(97 + ${index} % 26), 150000)`))
  await new Promise((resolve) => {
    setTimeout(resolve, 300)
  })
  client.socket.resume()
  const answers = await client.take('Z', count)
  const rows = answers.filter((answer) => answer.type === 'D').map(cells)
  assert.equal(rows.length, count)
  rows.forEach(([number, text], index) => {
    assert.equal(String(number), String(index))
    assert.equal(String(text), String.fromCharCode(97 + index % 26).repeat(150000))
  })
  client.end()
  await server.close()
})

test('names of statements that look alike are told apart', async () => {
  const server = await startServer()
  const client = await connected(server.port)
  const names = [
    'é', 'Ã©', 'a', 'b', '', 'P0_1', 'P0_2', 'x'.repeat(24), 'x'.repeat(25),
    ...Array.from({ length: 1500 }, (_, index) => `s${index}`),
  ]
  names.forEach((name, index) => client.send(Buffer.concat([parse(name, `select ${index}`), sync()])))
  await client.take('Z', names.length)
  names.forEach((name) => client.send(Buffer.concat([bind('', name), execute(''), sync()])))
  const answers = await client.take('Z', names.length)
  assert.deepEqual(
    answers.filter((answer) => answer.type === 'D').map((answer) => String(cells(answer)[0])),
    names.map((_, index) => String(index))
  )
  client.end()
  await server.close()
})

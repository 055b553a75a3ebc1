/**
 * What clients send is read into one buffer (src/server/socket-input.js): nothing that outlives a turn may be part of
 * it. The same conversations with reads in buffers of their own are the answers to compare with.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  bind, connected, copyData, copyDone, describeMessage, execute, flush, parse, query, sync,
} from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'

/** @param {boolean} shares */
async function serverThat(shares) {
  const server = await startServer()
  for (const listener of server.db.listeners) /** @type {any} */ (listener).sharesReads = shares
  return server
}

/** Writes over whatever a read before left in the buffer. */
const noise = () => parse('noise', `select '${'~'.repeat(3000)}'`)

test('parameters of a portal that is executed in a later turn are what was sent, in binary of every type', async () => {
  const values = JSON.parse(readFileSync(fileURLToPath(new URL('binary-values.json', import.meta.url)), 'utf8'))
  const server = await serverThat(true)
  const client = await connected(server.port)
  await client.query("set time zone 'UTC'")
  let count = 0
  for (const [type, cases] of Object.entries(values)) {
    for (const { sent, back } of Object.values(
      /** @type {Record<string, { sent?: string, back?: string }>} */ (cases)
    )) {
      if (sent === undefined || back === undefined) continue
      client.send(parse('', `select $1::${type}`), flush())
      if ((await client.takeEither('1', 'E')).some((answer) => answer.type === 'E')) {
        client.send(sync())
        await client.take('Z')
        continue
      }
      client.send(bind('p', '', [Buffer.from(sent, 'hex')], [1]), flush())
      const bound = await client.takeEither('2', 'E')
      if (bound.some((answer) => answer.type === 'E')) { client.send(sync()); await client.take('Z'); continue }
      client.send(noise(), flush())
      await client.take('1')
      client.send(execute('p'), sync())
      const [row] = await client.take('Z')
      assert.equal(
        describeMessage(row),
        `D ${JSON.stringify(Buffer.from(back).toString('latin1'))}`,
        `${type}: ${sent}`
      )
      await client.query('deallocate noise')
      count++
    }
  }
  assert.ok(count > 200, `${count} values`)
  client.end()
  await server.close()
})

test('conversations cut anywhere, behind statements that wait and with COPY data, are answered as from buffers of their own', async () => {
  const script = Buffer.concat([
    query('create temp table t (a int, b text)'),
    parse('put', 'insert into t values ($1, $2)'),
    ...[1, 2, 3].flatMap((a) => [bind('', 'put', [String(a), 'x'.repeat(a * 40)]), execute('')]),
    sync(),
    query('select pg_sleep(0.02)'),
    query('select * from t'),
    query('copy t from stdin'),
    ...Array.from({ length: 500 }, (_, line) => copyData(`${line}\t${String(line).repeat(20)}\n`)),
    copyDone(),
    query("select count(*), sum(a), md5(string_agg(b, ',' order by a, b)) from t"),
    bind('', 'put', ['no number', '']),
    execute(''),
    sync(),
    query('select pg_sleep(0.01); copy t from stdin; select count(*) from t'),
    copyData('7\tseven\n'),
    copyDone(),
    parse('wait', 'select pg_sleep(0.01), $1::bytea'),
    bind('', 'wait', [Buffer.from('deadbeef', 'hex')], [1]),
    execute(''),
    bind('', 'wait', [Buffer.from('beef', 'hex')], [1]),
    execute(''),
    sync(),
    query('select 1'),
  ])
  const ends = 14
  /** @param {boolean} shares @param {number} piece */
  const told = async (shares, piece) => {
    const server = await serverThat(shares)
    const client = await connected(server.port)
    for (let at = 0; at < script.length; at += piece) {
      client.send(script.subarray(at, at + piece))
      if (piece < 5000) await new Promise((resolve) => { setImmediate(resolve) })
    }
    const answers = []
    for (let count = 0; count < ends; count++) {
      answers.push(...(await client.take('Z')).map(describeMessage))
      if (answers.includes('D "1"')) break
    }
    client.end()
    await server.close()
    return answers
  }
  const expected = await told(false, script.length)
  assert.ok(
    expected.includes('D "1"') && expected.filter((line) => line.startsWith('E ')).length === 1,
    expected.join('\n')
  )
  for (const piece of [script.length, 4096, 777, 61])
    assert.deepEqual(await told(true, piece), expected, `pieces of ${piece} bytes`)
})

/**
 * What clients say before they are let in, and what they say wrong there: start-up packets, cancel requests and each
 * message of SCRAM, with PostgreSQL's words for it.
 */
import assert from 'node:assert/strict'
import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import { afterAll, beforeAll, test } from 'vitest'
import { open } from '../../src/index.js'
import { WireClient, cstr, fields, i32, message, startup } from '../support/wire-client.js'

/** @type {import('../../src/index.js').Database} */
let db
/** @type {{ port: number }} */
let trusting
/** @type {{ port: number }} */
let asking
/** @type {{ port: number }} */
let clear
beforeAll(async () => {
  db = await open(':memory:')
  await db.exec("create role scram login password 'pencil'")
  trusting = await db.serve({ port: 0 })
  asking = await db.serve({ port: 0, auth: 'scram-sha-256' })
  clear = await db.serve({ port: 0, auth: 'password' })
})
afterAll(async () => { await db.close() })

/** @param {import('../support/wire-client.js').Message} one @returns {string} */
function told(one) {
  const { type, body } = one
  if (type === 'R') return `R ${body.readInt32BE(0)}`
  if (type === 'v') return `v ${body.readInt32BE(0)} ${body.toString('latin1', 8).split('\0').filter(Boolean)}`
  const { C, M, D } = type === 'E' ? fields(one) : { C: '', M: '', D: undefined }
  return type === 'E' ? [C, M, ...(D === undefined ? [] : [D])].join(' | ') : type
}

/** @param {{ port: number }} server @param {...Buffer} parts in one write @returns {Promise<string[]>} to its end */
async function answers(server, ...parts) {
  const client = new WireClient(server.port)
  client.send(...parts)
  const all = await client.takeToEnd()
  client.end()
  return all.map(told)
}

/** @param {string} body behind the version */
const packet = (body) => message('', Buffer.concat([i32(0x30000), Buffer.from(body, 'latin1')]))

test('who is let in is told so before its session fails to begin', async () => {
  const first = (/** @type {Record<string, string>} */ more) =>
    answers(trusting, startup(0x30000, { user: 'postgres', database: 'postgres', ...more }))
  assert.deepEqual(await first({ user: 'nobody' }), ['R 0', '28000 | role "nobody" does not exist'])
  assert.deepEqual(await first({ database: 'none' }), ['R 0', '3D000 | database "none" does not exist'])
  assert.deepEqual(await first({ role: 'none_such' }), ['R 0', '22023 | role "none_such" does not exist'])
  assert.deepEqual(await first({ replication: 'perhaps' }),
    ['22023 | invalid value for parameter "replication": "perhaps"'])
})

test('stored settings that do not hold any more keep nobody out, and are told', async () => {
  await db.exec('create role goes login; create role high superuser')
  await db.exec("alter role goes set role = high; alter role goes set work_mem = '5MB'")
  const client = new WireClient(trusting.port)
  const all = await client.start({ user: 'goes' })
  assert.deepEqual(all.slice(0, 3).map(({ type }) => type), ['R', 'N', 'S'])
  const { S, C, M } = fields(all[1])
  assert.deepEqual([S, C, M], ['WARNING', '42501', 'permission denied to set role "high"'])
  client.end()
  await db.exec('alter role goes set client_min_messages = error')
  const silent = new WireClient(trusting.port)
  assert.ok((await silent.start({ user: 'goes' })).every(({ type }) => type !== 'N'))
  silent.end()
})

test('start-up packets', async () => {
  const layout = '08P01 | invalid startup packet layout: expected terminator as last byte'
  const noName = '28000 | no PostgreSQL user name specified in startup packet'
  assert.deepEqual(await answers(trusting, packet('user\0postgres\0')), [layout])
  assert.deepEqual(await answers(trusting, packet('user\0postgres\0\0\0')), [layout])
  assert.deepEqual(await answers(trusting, packet('user\0postgres')), [layout])
  assert.deepEqual(await answers(trusting, packet('\0')), [noName])
  assert.deepEqual(await answers(trusting, packet('u')), [noName])
  const [negotiated] = await answers(trusting, packet('user\0nobody\0_pq_.new\0on\0\0'))
  assert.equal(negotiated, 'v 196608 _pq_.new')
})

test('a cancel request of another length cancels nothing, and is told nothing', async () => {
  const code = i32(80877102)
  for (const rest of [Buffer.alloc(0), i32(1), Buffer.alloc(12)])
    assert.deepEqual(await answers(trusting, message('', Buffer.concat([code, rest]))), [])
})

test('what is no proof is not waited for', async () => {
  const begin = startup(0x30000, { user: 'scram', database: 'postgres' })
  const head = (/** @type {string} */ type) => Buffer.concat([Buffer.from(type), i32(1000)])
  assert.deepEqual(await answers(asking, begin, head('Q')),
    ['R 10', '08P01 | expected SASL response, got message type 81'])
  assert.deepEqual(await answers(clear, begin, head('X')),
    ['R 3', '08P01 | expected password response, got message type 88'])
  assert.deepEqual(await answers(clear, begin, message('p', Buffer.alloc(0))),
    ['R 3', '08P01 | invalid password packet size'])
})

/** @param {string} mechanism @param {Buffer} data @param {number} [length] */
const initial = (mechanism, data, length = data.length) =>
  message('p', Buffer.concat([cstr(mechanism), i32(length), data]))

test('the first message of SCRAM', async () => {
  const begin = startup(0x30000, { user: 'scram', database: 'postgres' })
  const said = async (/** @type {Buffer} */ body) => (await answers(asking, begin, body)).slice(1).join()
  assert.equal(await said(message('p', Buffer.from('SCRAM'))), '08P01 | invalid string in message')
  const mechanism = '08P01 | client selected an invalid SASL authentication mechanism'
  assert.equal(await said(message('p', cstr('secret'))), mechanism)
  assert.equal(await said(initial('SCRAM-SHA-256-PLUS', Buffer.from('n,,'))), mechanism)
  const short = '08P01 | insufficient data left in message'
  assert.equal(await said(message('p', cstr('SCRAM-SHA-256'))), short)
  assert.equal(await said(initial('SCRAM-SHA-256', Buffer.from('n'), -2)), short)
  assert.equal(await said(initial('SCRAM-SHA-256', Buffer.from('n'), 2)), short)
  assert.equal(await said(initial('SCRAM-SHA-256', Buffer.from('n'), -1)), '08P01 | invalid message format')
  for (const [first, words] of Object.entries({
    '': 'The message is empty.',
    'n,,n=\0': 'Message length does not match input length.',
    'x,,n=,r=a': 'Unexpected channel-binding flag "\'x\'".',
    n: 'Comma expected, but found character "0x00".',
    'y=,,n=,r=a': 'Comma expected, but found character "\'=\'".',
    'n,': 'Unexpected attribute "0x00" in client-first-message.',
    'n,b=,n=,r=a': 'Unexpected attribute "\'b\'" in client-first-message.',
    'n,,': 'Expected attribute "n" but found "0x00".',
    'n,,n,': 'Expected character "=" for attribute "n".',
    'n,,n=,n=': 'Expected attribute "r" but found "\'n\'".',
    'n,,n=,r=a,1=b': 'Attribute expected, but found invalid character "\'1\'".',
    'n,,n=,r=a,x': 'Expected character "=" for attribute "x".',
  })) {
    const answer = await said(initial('SCRAM-SHA-256', Buffer.from(first)))
    assert.equal(answer, `08P01 | malformed SCRAM message | ${words}`)
  }
  assert.equal(await said(initial('SCRAM-SHA-256', Buffer.from('n,,n=,r=é'))),
    '08P01 | non-printable characters in SCRAM nonce')
})

/**
 * The last message that would be right. @param {string} server server-first-message @param {string} bare
 * @param {string} [more] attributes before the proof
 */
function proven(server, bare, more = '') {
  const [, nonce, salt, iterations] = /^r=([^,]*),s=([^,]*),i=(\d+)$/.exec(server) ?? []
  const hmac = (/** @type {Buffer} */ key, /** @type {string} */ text) =>
    createHmac('sha256', key).update(text).digest()
  const salted = pbkdf2Sync('pencil', Buffer.from(salt, 'base64'), Number(iterations), 32, 'sha256')
  const clientKey = hmac(salted, 'Client Key')
  const without = `c=biws,r=${nonce}${more}`
  const signature = hmac(createHash('sha256').update(clientKey).digest(), `${bare},${server},${without}`)
  const proof = Buffer.from(clientKey.map((byte, at) => byte ^ signature[at])).toString('base64')
  return { nonce, without, proof }
}

test('the last message of SCRAM', async () => {
  const bare = 'n=,r=abc,x=ü'
  /** @param {(right: { nonce: string, without: string, proof: string }) => string} make @param {string} [more] */
  const ends = async (make, more) => {
    const client = new WireClient(asking.port)
    client.send(startup(0x30000, { user: 'scram', database: 'postgres' }))
    await client.take('R')
    client.send(initial('SCRAM-SHA-256', Buffer.from(`n,,${bare}`)))
    const [{ body }] = await client.take('R')
    client.send(message('p', Buffer.from(make(proven(body.toString('utf8', 4), bare, more)))))
    const answer = told((await client.takeEither('R', 'E'))[0])
    client.end()
    return answer
  }
  assert.equal(await ends(({ without, proof }) => `${without},p=${proof}`), 'R 12')
  assert.equal(await ends(({ without, proof }) => `${without},p=${proof}`, ',x=y,z='), 'R 12')
  const malformed = (/** @type {string} */ words) => `08P01 | malformed SCRAM message | ${words}`
  assert.equal(await ends(() => 'xyz'), malformed('Expected attribute "c" but found "\'x\'".'))
  assert.equal(await ends(({ without }) => without), malformed('Attribute expected, but found end of string.'))
  assert.equal(await ends(({ without, proof }) => `${without},p=${proof.slice(4)}`),
    malformed('Malformed proof in client-final-message.'))
  assert.equal(await ends(({ without, proof }) => `${without},p=${proof},p=${proof}`),
    malformed('Garbage found at the end of client-final-message.'))
  assert.equal(await ends(({ nonce, proof }) => `c=biws,r=${nonce}x,p=${proof}`),
    '08P01 | invalid SCRAM response | Nonce does not match.')
  assert.equal(await ends(({ without }) => `${without},p=${Buffer.alloc(32).toString('base64')}`),
    '28P01 | password authentication failed for user "scram"')
})

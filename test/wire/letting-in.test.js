/**
 * Who is let in: the rules of pg_hba.conf, each method with the right answer and a wrong one, TLS, certificates,
 * channel binding and its downgrades, limits. Certificates are made by our own writer.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync, chmodSync, unlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { afterAll, beforeAll, test } from 'vitest'
import pg from 'pg'
import { open } from '../../src/index.js'
import { makeCertificate } from '../../src/server/tls/make-certificate.js'
import { missing } from '../support/server-process.js'
import { WireClient, cstr, fields, i32, message, query, startup } from '../support/wire-client.js'

const FOREVER = { now: new Date(), days: 36500 }
const root = makeCertificate({ ...FOREVER, subject: [['CN', 'Root']], signsOthers: true })
const own = makeCertificate({ ...FOREVER, subject: [['CN', 'localhost']], hosts: ['localhost', '127.0.0.1'],
  signer: root.signer })
const alice = makeCertificate({ ...FOREVER, subject: [['O', 'Sea'], ['OU', 'a,b'], ['CN', 'alice']],
  signer: root.signer })
const stranger = makeCertificate({ ...FOREVER, subject: [['CN', 'alice']] })

const RULES = `
hostssl all alice 127.0.0.1/32 cert
hostssl all mapped 127.0.0.1/32 cert map=m clientname=DN
hostssl all twice all scram-sha-256 clientcert=verify-full
hostssl all tlsonly all trust
hostnossl all plainonly all trust
host all scram all scram-sha-256
host all,nowhere md5,newer,gone,unknown all md5
host all clear all password
host all rejected all reject
host sameuser owner all trust
host samerole part all trust
host all +crew all trust
host all "all" all reject
host all few,postgres,plain localhost trust
host nologins all all trust
`
/** @type {string} */
let directory
/** @type {import('../../src/index.js').Database} */
let db
/** @type {number} */
let port
/** @type {string[]} */
const log = []

/** One after the other. @param {import('../../src/index.js').Database} of @param {string} script */
async function each(of, script) {
  for (const text of script.split(';')) await of.exec(text)
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'seawall-hba-'))
  const first = await open(directory)
  await each(first, `
    create role alice login; create role mapped login; create role tlsonly login; create role plainonly login;
    create role rejected login; create role owner login; create database owner; create role crew;
    create role sailor login in role crew; create role part login; grant crew to part; create database crew;
    create role few login connection limit 1; create role plain login; create role all_others login;
    create database closed allow_connections false; create database narrow connection limit 1;
    create role twice login password 'twice'; create role scram login password 'pencil'; create role "all" login;
    create role newer login password 'newer'; create role gone login password 'gone' valid until '2001-01-01';
    create role clear login password 'clear'; set password_encryption = md5; create role md5 login password 'old'`)
  await first.close()
  writeFileSync(join(directory, 'pg_hba.conf'), RULES)
  writeFileSync(join(directory, 'pg_ident.conf'), 'm "CN=alice,OU=a\\,b,O=Sea" mapped\n')
  writeFileSync(join(directory, 'server.crt'), own.cert)
  writeFileSync(join(directory, 'server.key'), own.key, { mode: 0o600 })
  writeFileSync(join(directory, 'root.crt'), root.cert)
  db = await open(directory, { logger: (line) => log.push(line) })
  await each(db, "alter system set ssl = on; alter system set ssl_ca_file = 'root.crt'")
  await db.exec('select pg_reload_conf()')
  port = (await db.serve({ port: 0, log: (line) => log.push(line) })).port
})
afterAll(async () => {
  await db.close()
  rmSync(directory, { recursive: true })
})

/** @param {Record<string, any>} config @returns {Promise<any>} the session's row of pg_stat_ssl, or the error */
async function attempt(config) {
  const client = new pg.Client({ host: '127.0.0.1', port, database: 'postgres', ...config })
  client.on('error', () => undefined)
  let isEnded = false
  try {
    await client.connect()
    const text = 'select current_user as who, s.* from pg_stat_ssl s where pid = pg_backend_pid()'
    return (await client.query(text)).rows[0]
  } catch (error) {
    // `pg` would wait for the end of a connection that an alert has ended.
    isEnded = String(/** @type {any} */ (error).code).startsWith('ERR_SSL')
    return error
  } finally {
    if (!isEnded) await client.end().catch(() => undefined)
  }
}
const trusting = { ca: root.cert, servername: 'localhost' }
/** @param {{ cert: string, key: string }} made */
const showing = ({ cert, key }) => ({ ...trusting, cert, key })
/** @param {Record<string, any>} config @param {string} code @param {RegExp} words */
async function refused(config, code, words) {
  const error = await attempt(config)
  assert.equal(error.code, code, `${JSON.stringify({ ...config,
    ssl: Boolean(config.ssl) })}: ${error.message ?? 'let in'}`)
  assert.match(error.message, words)
}
/** @param {Record<string, any>} config @returns {Promise<any>} */
async function admitted(config) {
  const row = await attempt(config)
  assert.equal(row.who, config.user, row.message)
  return row
}

test('rules by name, database, membership, encryption; the first one decides', async () => {
  const named = (/** @type {string} */ user, database = 'postgres', how = 'no encryption') =>
    new RegExp(`^no pg_hba.conf entry for host "127.0.0.1", user "${user}", database "${database}", ${how}$`)
  await refused({ user: 'all_others' }, '28000', named('all_others'))
  await refused({ user: 'nobody_at_all' }, '28000', named('nobody_at_all'))
  await refused({ user: 'all_others', ssl: trusting }, '28000', named('all_others', 'postgres', 'SSL encryption'))
  await refused({ user: 'rejected' }, '28000',
    /^pg_hba.conf rejects connection for host "127.0.0.1", user "rejected", database "postgres", no encryption$/)
  await refused({ user: 'all' }, '28000', /^pg_hba.conf rejects/)
  await refused({ user: 'tlsonly' }, '28000', named('tlsonly'))
  assert.equal((await admitted({ user: 'tlsonly', ssl: trusting })).ssl, true)
  await admitted({ user: 'plainonly' })
  await refused({ user: 'plainonly', ssl: trusting }, '28000', named('plainonly', 'postgres', 'SSL encryption'))
  await refused({ user: 'owner' }, '28000', named('owner'))
  await admitted({ user: 'owner', database: 'owner' })
  await admitted({ user: 'part', database: 'crew' })
  await admitted({ user: 'sailor' })
  await refused({ user: 'crew' }, '28000', /^role "crew" is not permitted to log in$/)
  await refused({ user: 'plain', database: 'nowhere' }, '3D000', /^database "nowhere" does not exist$/)
})

test('passwords: in the clear, MD5, SCRAM', async () => {
  for (const [user, password] of [['clear', 'clear'], ['md5', 'old'], ['newer', 'newer'], ['scram', 'pencil']]) {
    await admitted({ user, password })
    await admitted({ user, password, ssl: trusting })
    await refused({ user, password: `${password}x` }, '28P01',
      new RegExp(`^password authentication failed for user "${user}"$`))
  }
  // A role that is not there, or may no more, is asked as one is that is.
  await refused({ user: 'unknown', password: 'x' }, '28P01', /failed for user "unknown"$/)
  await refused({ user: 'gone', password: 'gone' }, '28P01', /failed for user "gone"$/)
  const said = log.join('\n')
  assert.match(said,
    /DETAIL: {2}User "gone" has an expired password\.\n\tConnection matched pg_hba\.conf line 8: "host all,nowhere /)
  assert.match(said, /Role "unknown" does not exist\./)
  assert.match(said, /Password does not match for user "md5"\./)
  assert.ok(!/pencil|oldx/.test(said), 'no password is logged')
})

test('a password that is no text is a wrong one', async () => {
  const client = new WireClient(port)
  client.send(startup(0x30000, { user: 'clear', database: 'postgres' }))
  await client.takeEither('R', 'E')
  client.send(message('p', Buffer.from([0xff, 0xfe, 0])))
  const { C, M } = fields((await client.takeEither('R', 'E'))[0])
  assert.deepEqual([C, M], ['28P01', 'password authentication failed for user "clear"'])
  client.end()
})

test('what is kept of a password follows password_encryption, and hashes are kept as they are', async () => {
  const keptOf = async (/** @type {string} */ role) =>
    (await db.query('select rolpassword as kept from pg_authid where rolname = $1', [role])).rows[0].kept
  const { rows: [{ hash }] } = await db.query("select 'md5' || md5('oldmd5') as hash")
  assert.equal(await keptOf('md5'), hash)
  assert.match(await keptOf('newer'), /^SCRAM-SHA-256\$4096:/)
  await db.exec("create role hashes password 'md5aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'")
  assert.equal(await keptOf('hashes'), 'md5aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')
  // Of nothing, with the role's name, as md5() has it.
  const { rows: [{ empty }] } = await db.query("select 'md5' || md5('hashes') as empty")
  await db.exec(`alter role hashes password '${empty}'`)
  assert.equal(await keptOf('hashes'), null)
  await assert.rejects(db.exec("set password_encryption = 'sha1'"), { code: '22023' })
})

test('certificates: whose they are, who vouches for them, and maps', async () => {
  const row = await admitted({ user: 'alice', ssl: showing(alice) })
  const { version, cipher, bits, client_dn: subject, issuer_dn: issuer } = row
  assert.deepEqual({ version, bits, subject, issuer },
    { version: 'TLSv1.3', bits: 256, subject: '/O=Sea/OU=a\\,b/CN=alice', issuer: '/CN=Root' })
  assert.match(cipher, /^TLS_/)
  assert.match(row.client_serial, /^\d{30,}$/)
  await admitted({ user: 'mapped', ssl: showing(alice) })
  await refused({ user: 'alice', ssl: trusting }, '28000', /^connection requires a valid client certificate$/)
  const mapped = makeCertificate({ ...FOREVER, subject: [['CN', 'mapped']], signer: root.signer })
  await refused({ user: 'alice', ssl: showing(mapped) }, '28000',
    /^certificate authentication failed for user "alice"$/)
  await refused({ user: 'mapped', ssl: showing(mapped) }, '28000',
    /^certificate authentication failed for user "mapped"$/)
  await refused({ user: 'alice', ssl: showing(stranger) }, 'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', /alert unknown ca/)
  await refused({ user: 'scram', password: 'pencil', ssl: showing(stranger) }, 'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', /ca/)
  assert.match(log.join('\n'), /could not accept SSL connection: certificate verify failed/)
  const older = { ...showing(stranger), maxVersion: 'TLSv1.2' }
  await refused({ user: 'alice', ssl: older }, '28000', /^client certificate verification failed$/)
  const both = makeCertificate({ ...FOREVER, subject: [['CN', 'twice']], signer: root.signer })
  await admitted({ user: 'twice', password: 'twice', ssl: showing(both) })
  await refused({ user: 'twice', password: 'no', ssl: showing(both) }, '28P01', /password authentication failed/)
  await refused({ user: 'twice', password: 'twice', ssl: showing(alice) }, '28P01', /password authentication failed/)
  await refused({ user: 'twice', password: 'twice', ssl: trusting }, '28000', /requires a valid client certificate/)
  assert.match(log.join('\n'), /\(clientcert=verify-full\) failed for user "twice": CN mismatch/)
})

/** A TLS connection, after SSLRequest. @param {tls.ConnectionOptions} [options] @returns {Promise<tls.TLSSocket>} */
async function encrypted(options) {
  const socket = connect(port, '127.0.0.1')
  socket.write(message('', i32(80877103)))
  const answer = await new Promise((resolve) => { socket.once('data', resolve) })
  assert.equal(String(answer), 'S')
  const secure = tls.connect({ socket, ca: root.cert, servername: 'localhost', ...options })
  await new Promise((resolve, reject) => { secure.once('secureConnect', () => resolve(undefined)).once('error',
    reject) })
  return secure
}

/** A client of bytes over TLS. @returns {Promise<WireClient>} */
async function secureClient() {
  const client = new WireClient(port)
  client.raw = true
  client.send(message('', i32(80877103)))
  await client.until(() => client.input.length > 0)
  assert.equal(String(client.input), 'S')
  client.input = Buffer.alloc(0)
  client.raw = false
  client.socket.removeAllListeners('data')
  const secure = tls.connect({ socket: client.socket, ca: root.cert, servername: 'localhost' })
  secure.on('data', (chunk) => { client.input = Buffer.concat([client.input, chunk]); client.cut(); client.wake() })
  secure.on('error', () => undefined)
  client.socket = secure
  return client
}

/**
 * @param {WireClient} client
 * @param {string} mechanism
 * @param {string} first
 * @returns {Promise<import('../support/wire-client.js').Message>}
 */
async function begunScram(client, mechanism, first) {
  client.send(startup(0x30000, { user: 'scram', database: 'postgres' }))
  await client.take('R')
  client.send(message('p', Buffer.concat([cstr(mechanism), i32(Buffer.byteLength(first)), Buffer.from(first)])))
  return (await client.takeEither('R', 'E'))[0]
}

test('channel binding is offered, used, and not to be talked out of', async () => {
  await admitted({ user: 'scram', password: 'pencil', ssl: trusting, enableChannelBinding: true })
  const client = await secureClient()
  client.send(startup(0x30000, { user: 'scram', database: 'postgres' }))
  const [{ body }] = await client.take('R')
  assert.equal(body.toString('latin1', 4), 'SCRAM-SHA-256-PLUS\0SCRAM-SHA-256\0\0')
  client.end()
  const bare = 'n=,r=abcdefghijklmnopqrstuvwx'
  for (const [mechanism, first, code, words] of [
    ['SCRAM-SHA-256', `y,,${bare}`, '28000', /channel binding negotiation error/],
    ['SCRAM-SHA-256', `p=tls-server-end-point,,${bare}`, '08P01', /malformed SCRAM message/],
    ['SCRAM-SHA-256-PLUS', `n,,${bare}`, '08P01', /malformed SCRAM message/],
    ['SCRAM-SHA-256-PLUS', `y,,${bare}`, '08P01', /malformed SCRAM message/],
    ['SCRAM-SHA-256-PLUS', `p=tls-unique,,${bare}`, '08P01', /unsupported SCRAM channel-binding type "tls-unique"/],
    ['SCRAM-SHA-256', `n,a=x,${bare}`, '0A000', /authorization identity/],
    ['SCRAM-SHA-256', 'n,,m=x,n=,r=abc', '0A000', /unsupported SCRAM extension/],
    ['SCRAM-SHA-1', `n,,${bare}`, '08P01', /invalid SASL authentication mechanism/],
    ['SCRAM-SHA-256', '', '08P01', /malformed SCRAM message/],
  ]) {
    const one = await secureClient()
    const said = fields(await begunScram(one, String(mechanism), String(first)))
    assert.equal(said.C, code, `${mechanism} ${first}`)
    assert.match(said.M, /** @type {RegExp} */ (words))
    one.end()
  }
  // The wrong certificate, and none at all where one was announced.
  for (const binding of [Buffer.alloc(32), Buffer.alloc(0)]) {
    const one = await secureClient()
    const { body: answer } = await begunScram(one, 'SCRAM-SHA-256-PLUS', `p=tls-server-end-point,,${bare}`)
    const nonce = /r=([^,]+)/.exec(answer.toString('latin1'))?.[1]
    const header = Buffer.concat([Buffer.from('p=tls-server-end-point,,'), binding]).toString('base64')
    one.send(message('p', Buffer.from(`c=${header},r=${nonce},p=${Buffer.alloc(32).toString('base64')}`)))
    const said = fields((await one.takeEither('R', 'E'))[0])
    assert.deepEqual([said.C, said.M], ['28000', 'SCRAM channel binding check failed'])
    one.end()
  }
  // Without TLS it is not offered, and whoever says `y` is right.
  const plain = new WireClient(port)
  const { type, body: answer } = await begunScram(plain, 'SCRAM-SHA-256', `y,,${bare}`)
  assert.equal(type, 'R')
  const nonce = /r=([^,]+)/.exec(answer.toString('latin1'))?.[1]
  plain.send(message('p', Buffer.from(`c=biws,r=${nonce},p=${Buffer.alloc(32).toString('base64')}`)))
  assert.match(fields((await plain.takeEither('R', 'E'))[0]).M, /unexpected SCRAM channel-binding attribute/)
  plain.end()
})

test('what comes unencrypted behind the wish for TLS is not read', async () => {
  const client = new WireClient(port)
  client.raw = true
  client.send(message('', i32(80877103)), startup(0x30000, { user: 'plain', database: 'postgres' }), query('select 1'))
  await client.until(() => false)
  assert.ok(client.closed)
  assert.equal(client.input.toString('latin1', 0, 1), 'S')
  assert.match(client.input.toString('latin1'), /08P01\0Mreceived unencrypted data after SSL request\0/)
  assert.ok(!client.input.includes('SELECT 1'))
  client.end()
})

test('TLS 1.2 is the oldest; a second handshake, and a wish for one within TLS, are refused', async () => {
  const older = await encrypted({ maxVersion: 'TLSv1.2' })
  assert.equal(older.getProtocol(), 'TLSv1.2')
  /** @type {Error | null} */
  const refusal = await new Promise((resolve) => {
    older.once('close', () => resolve(null)).once('error', resolve)
    if (!older.renegotiate({ rejectUnauthorized: true },
      (error) => { if (error !== null) resolve(error) })) resolve(null)
  })
  assert.ok(refusal !== null || older.destroyed)
  older.destroy()
  await assert.rejects(encrypted({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }))
  const secure = await encrypted()
  secure.write(message('', i32(80877103)))
  const answer = await new Promise((resolve) => { secure.once('data', resolve) })
  assert.match(String(answer), /unsupported frontend protocol 1234\.5679/)
  secure.destroy()
})

test('a cancel request comes over TLS too', async () => {
  const client = await secureClient()
  client.send(startup(0x30000, { user: 'tlsonly', database: 'postgres' }))
  const key = (await client.take('Z')).find(({ type }) => type === 'K')?.body ?? Buffer.alloc(0)
  client.send(query('select pg_sleep(60)'))
  const canceller = await encrypted()
  canceller.write(message('', Buffer.concat([i32(80877102), key])))
  assert.deepEqual((await client.take('Z')).filter(({ type }) => type === 'E').map((one) => fields(one).C), ['57014'])
  client.end()
})

test('limits: of a role, of a database, and places kept for superusers', async () => {
  const held = new pg.Client({ host: '127.0.0.1', port, user: 'few', database: 'postgres' })
  await held.connect()
  await refused({ user: 'few' }, '53300', /^too many connections for role "few"$/)
  await held.end()
  await refused({ user: 'plain', database: 'closed' }, '55000',
    /^database "closed" is not currently accepting connections$/)
  await refused({ user: 'postgres', database: 'closed' }, '55000', /not currently accepting/)
  const inside = new pg.Client({ host: '127.0.0.1', port, user: 'plain', database: 'narrow' })
  await inside.connect()
  await refused({ user: 'plain', database: 'narrow' }, '53300', /^too many connections for database "narrow"$/)
  await admitted({ user: 'postgres', database: 'narrow' })
  await inside.end()
  const small = await db.serve({ port: 0, connectionsMax: 5 })
  const clients = []
  for (const user of ['plain', 'plain']) {
    const client = new pg.Client({ host: '127.0.0.1', port: small.port, user, database: 'postgres' })
    await client.connect()
    clients.push(client)
  }
  assert.equal((await clients[0].query('show max_connections')).rows[0].max_connections, '5')
  await refused({ user: 'plain', port: small.port }, '53300',
    /^remaining connection slots are reserved for non-replication superuser connections$/)
  for (let count = 0; count < 3; count++) {
    const client = new pg.Client({ host: '127.0.0.1', port: small.port, user: 'postgres', database: 'postgres' })
    await client.connect()
    clients.push(client)
  }
  await refused({ user: 'postgres', port: small.port }, '53300', /^sorry, too many clients already$/)
  for (const client of clients) await client.end()
  await small.close()
})

test('the files are read again when that is asked for; a broken one changes nothing', async () => {
  const reload = async (/** @type {string} */ text) => {
    writeFileSync(join(directory, 'pg_hba.conf'), text)
    log.length = 0
    await db.query('select pg_reload_conf()')
    return log.join('\n')
  }
  await refused({ user: 'all_others' }, '28000', /no pg_hba.conf entry/)
  const broken = await reload(`host all all_others all trust\nhost all all all nonsense\n`)
  assert.match(broken,
    /LOG: {2}invalid authentication method "nonsense"\n.*CONTEXT: {2}line 2 of configuration file ".*pg_hba\.conf"/)
  assert.match(broken, /LOG: {2}pg_hba\.conf was not reloaded/)
  await refused({ user: 'all_others' }, '28000', /no pg_hba.conf entry/)
  assert.deepEqual((await db.query('select line_number, auth_method, error from pg_hba_file_rules')).rows, [
    { line_number: 1, auth_method: 'trust', error: null },
    { line_number: 2, auth_method: null, error: 'invalid authentication method "nonsense"' },
  ])
  assert.match(await reload('# nothing\n'), /contains no entries\n?.*\n?.*was not reloaded/s)
  assert.equal(await reload(`host all all_others all trust\n${RULES}`), '')
  await admitted({ user: 'all_others' })
  unlinkSync(join(directory, 'pg_hba.conf'))
  log.length = 0
  await db.query('select pg_reload_conf()')
  assert.match(log.join('\n'), /No such file or directory.*was not reloaded/s)
  await refused({ user: 'rejected' }, '28000', /rejects/)
  assert.equal(await reload(RULES), '')
  assert.deepEqual((await db.query('select map_name, sys_name, pg_username, error from pg_ident_file_mappings')).rows,
    [{ map_name: 'm', sys_name: 'CN=alice,OU=a\\,b,O=Sea', pg_username: 'mapped', error: null }])
})

test('certificates are read again too; what cannot be used changes nothing', async () => {
  const fingerprint = async () => {
    const socket = await encrypted({ rejectUnauthorized: false })
    const { subject } = socket.getPeerCertificate()
    socket.destroy()
    return subject.CN
  }
  assert.equal(await fingerprint(), 'localhost')
  const next = makeCertificate({ ...FOREVER, subject: [['CN', 'next']], hosts: ['localhost'], signer: root.signer })
  const put = async (/** @type {string} */ cert, /** @type {string} */ key) => {
    writeFileSync(join(directory, 'server.crt'), cert)
    writeFileSync(join(directory, 'server.key'), key)
    log.length = 0
    await db.query('select pg_reload_conf()')
    return log.join('\n')
  }
  assert.match(await put(next.cert, own.key),
    /check of private key failed: key values mismatch\n.*SSL configuration was not reloaded/s)
  assert.match(await put('nonsense', own.key), /could not load server certificate file ".*server\.crt"/)
  assert.equal(await fingerprint(), 'localhost')
  assert.equal(await put(next.cert, next.key), '')
  assert.equal(await fingerprint(), 'next')
  if (process.getuid !== undefined) {
    chmodSync(join(directory, 'server.key'), 0o644)
    assert.match(await put(own.cert, own.key), /private key file ".*server\.key" has group or world access/)
    chmodSync(join(directory, 'server.key'), 0o600)
    assert.equal(await fingerprint(), 'next')
  }
  assert.equal(await put(own.cert, own.key), '')
  await assert.rejects(db.exec("alter system set ssl_min_protocol_version = 'TLSv1.1'"), { code: '0A000' })
  await each(db, "alter system set ssl_ciphers = 'nonsense'; select pg_reload_conf()")
  assert.match(log.join('\n'), /could not set the cipher list/)
  await each(db, 'alter system reset ssl_ciphers; select pg_reload_conf()')
})

test('without TLS, and in the program itself', async () => {
  const alone = await open(':memory:')
  const { port: plain } = await alone.serve({ port: 0 })
  const client = new WireClient(plain)
  client.raw = true
  client.send(message('', i32(80877103)))
  await client.until(() => client.input.length > 0)
  assert.equal(String(client.input), 'N')
  client.end()
  await assert.rejects(alone.serve({ port: 0, tls: { cert: '/no/such', key: '/no/such' } }), { code: 'F0000' })
  await alone.exec('create role sailor login; create role ghost')
  const { port: secure } = await alone.serve({ port: 0, tls: { cert: own.cert, key: own.key } })
  assert.equal((await attempt({ user: 'sailor', port: secure, ssl: trusting })).ssl, true)
  assert.equal((await alone.query('show ssl')).rows[0].ssl, 'on')
  const session = await alone.connect({ user: 'sailor' })
  assert.equal((await session.query('select current_user as who')).rows[0].who, 'sailor')
  await session.release()
  await assert.rejects(alone.connect({ user: 'ghost' }), { code: '28000', message: /not permitted to log in/ })
  await assert.rejects(alone.connect({ user: 'nobody' }), { code: '28000', message: /does not exist/ })
  await alone.close()
})

test('a certificate that was revoked lets nobody in, whoever gave the server its own', async (context) => {
  const reason = missing('openssl')
  if (reason) context.skip(reason)
  const folder = mkdtempSync(join(tmpdir(), 'seawall-crl-'))
  const at = (/** @type {string} */ name) => join(folder, name)
  for (const [name, text] of Object.entries({
    'ca.crt': root.cert, 'ca.key': root.key, 'alice.crt': alice.cert, index: '', number: '01\n',
    'ca.cnf': `[ca]\ndefault_ca=d\n[d]\ndatabase=${at('index')}\ncrlnumber=${at('number')}\ndefault_md=sha256\n`,
  })) writeFileSync(at(name), text)
  const ca = ['ca', '-config', at('ca.cnf'), '-keyfile', at('ca.key'), '-cert', at('ca.crt')]
  for (const flags of [['-revoke', at('alice.crt')], ['-gencrl', '-crldays', '9', '-out', at('crl.pem')]]) {
    const { status, stderr } = spawnSync('openssl', [...ca, ...flags], { encoding: 'utf8' })
    assert.equal(status, 0, stderr)
  }
  const { port: given } = await db.serve({ port: 0, tls: { cert: own.cert, key: own.key, ca: root.cert } })
  const config = { user: 'alice', port: given, ssl: showing(alice) }
  await admitted(config)
  await each(db, `alter system set ssl_crl_file = '${at('crl.pem')}'; select pg_reload_conf()`)
  // Its root is not one that signs such lists; Node has no name for that.
  await refused(config, 'ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN', /alert certificate unknown/)
  await each(db, 'alter system reset ssl_crl_file; select pg_reload_conf()')
  await admitted(config)
  rmSync(folder, { recursive: true })
})

test('what others do is not shown to who has not their rights', async () => {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'plain', database: 'postgres' })
  await client.connect()
  const seen = async () => (await client.query(`select query, state, client_port, backend_type from pg_stat_activity
    where usename = 'postgres' limit 1`)).rows[0]
  assert.deepEqual(await seen(),
    { query: '<insufficient privilege>', state: null, client_port: null, backend_type: null })
  assert.equal((await client.query('select count(*)::int as known from pg_stat_ssl')).rows[0].known, 1)
  await assert.rejects(client.query('select * from pg_hba_file_rules'), { code: '42501' })
  await assert.rejects(client.query('select pg_reload_conf()'), { code: '42501' })
  for (const text of ['show hba_file', "select current_setting('hba_file', true)"]) {
    await assert.rejects(client.query(text), { code: '42501',
      message: 'must be superuser or have privileges of pg_read_all_settings to examine "hba_file"' })
  }
  const counted = "select count(*)::int as n from pg_settings where name ~ '_file$'"
  const told = async () => (await client.query(counted)).rows[0].n
  const few = await told()
  assert.ok((await client.query('show all')).rows.every((/** @type {any} */ { name }) => name !== 'hba_file'))
  await db.exec('grant pg_read_all_stats, pg_read_all_settings to plain')
  assert.equal((await seen()).backend_type, 'client backend')
  assert.equal((await client.query('show hba_file')).rows[0].hba_file, join(directory, 'pg_hba.conf'))
  assert.ok(await told() > few)
  await client.end()
})

test('a socket\'s directory is made for its owner alone', async () => {
  const alone = await open(':memory:')
  const dir = join(directory, 'sockets')
  const { port: number } = await alone.serve({ port: 0, socketDir: dir })
  assert.equal(statSync(dir).mode & 0o777, 0o700)
  assert.equal((await attempt({ host: dir, port: number, user: 'postgres' })).ssl, false)
  await alone.close()
})

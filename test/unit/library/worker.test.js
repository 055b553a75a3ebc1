/** `open(path, { worker: true })`: the engine in a thread of its own. */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { MessageChannel } from 'node:worker_threads'
import { DbError, open } from '../../../src/index.js'
import { Parser } from 'pg-protocol/dist/parser.js'
import { LongMessages, rowOf, withLongTexts } from '../../../src/remote/joined-messages.js'
import { RemoteEngine } from '../../../src/remote/engine.js'
import { PortEnd } from '../../../src/remote/port-end.js'
import { seededRandom } from '../../../src/util/prng.js'

/** @import { Database } from '../../../src/index.js' */

/** What asks nothing of how the thread was opened has forks of this. @type {Database} */
let thread
beforeAll(async () => { thread = await open(':memory:', { worker: true }) })
afterAll(() => thread.close())

/** @param {(dir: string) => Promise<void>} work */
async function inDirectory(work) {
  const dir = mkdtempSync(join(tmpdir(), 'seawall-worker-'))
  try {
    await work(dir)
  } finally {
    rmSync(dir, { recursive: true })
  }
}

test('who is refused leaves nothing open', () => inDirectory(async (dir) => {
  const path = join(dir, 'data')
  for (const [options, code] of /** @type {const} */ ([[{ user: 'nosuch' }, '28000'],
    [{ database: 'nosuch' }, '3D000'], [{ settings: { work_mem: 'much' } }, '22023']])) {
    await assert.rejects(open(path, { worker: true, ...options }), { code })
  }
  await (await open(path)).close()
}))

test('a directory is the same through a thread, and closed when it is', () => inDirectory(async (dir) => {
  const path = join(dir, 'data')
  const db = await open(path, { worker: true, walSync: 'batch', int8: 'bigint' })
  await db.exec('create table t (a int8); insert into t values (1)')
  await assert.rejects(open(path), { code: '55006' })
  assert.deepEqual((await db.query('show wal_sync')).rows, [{ wal_sync: 'batch' }])
  assert.deepEqual((await db.query('select * from t where a = $1', [1])).rows, [{ a: 1n }])
  await db.checkpoint()
  assert.deepEqual((await db.check()).problems, [])
  await db.close()
  const again = await open(path)
  assert.deepEqual((await again.query('select * from t')).rows, [{ a: '1' }])
  await again.close()
}))

test('who finds the directory taken is a client of who has it, without a thread', () => inDirectory(async (dir) => {
  const path = join(dir, 'data')
  const holder = await open(path, { worker: true })
  await holder.exec('create table t (a int8); insert into t values (1)')
  await assert.rejects(open(path, { worker: true, ifLocked: 'connect' }), { code: '55006' })
  await holder.serve({ port: 0 })
  const client = await open(path, { worker: true, ifLocked: 'connect', int8: 'bigint' })
  assert.deepEqual((await client.query('select a from t')).rows, [{ a: 1n }])
  await client.close()
  await holder.close()
  const again = await open(path, { worker: true, ifLocked: 'connect' })
  assert.deepEqual((await again.query('select a from t')).rows, [{ a: '1' }])
  await again.close()
}))

test('the thread holds no more memory than it is told', async () => {
  const db = await open(':memory:', { worker: true, memoryLimit: '64MB' })
  await assert.rejects(db.query("create table t as select repeat(md5(g::text), 30) from generate_series(1, 100000) g"),
    { code: '53200' })
  assert.deepEqual((await db.query('select 1 as a')).rows, [{ a: 1 }])
  await db.close()
})

test('forks, snapshots, sockets and streams of the thread', async () => {
  const db = await open(':memory:', { worker: true })
  await db.exec('create table t (a int); insert into t values (1)')
  const fork = await db.fork()
  const snapshot = await db.snapshot()
  await fork.exec('insert into t values (2)')
  await db.exec('delete from t')
  await db.restore(snapshot)
  await snapshot.close()
  const listener = await fork.serve({ port: 0 })
  const client = new pg.Client(listener.url)
  await client.connect()
  assert.deepEqual((await client.query('select a from t order by a')).rows, [{ a: 1 }, { a: 2 }])
  await client.end()
  await listener.close()
  const inside = new pg.Client({ stream: db.createConnection(), user: 'postgres', database: 'postgres' })
  await inside.connect()
  assert.deepEqual((await inside.query('select a from t')).rows, [{ a: 1 }])
  await inside.end()
  await fork.close()
  assert.deepEqual((await db.query('select a from t')).rows, [{ a: 1 }])
  await db.close()
  await assert.rejects(db.query('select 1'), { code: '08003' })
})

test('who goes while an answer is on its way leaves the program as it was', async () => {
  const db = await thread.fork()
  for (let round = 0; round < 5; round++) {
    const stream = db.createConnection()
    const client = new pg.Client({ stream, user: 'postgres', database: 'postgres' })
    client.on('error', () => undefined)
    await client.connect()
    const read = new Promise((resolve) => { stream.once('data', resolve) })
    const asked = client.query('copy (select generate_series(1, 100000)) to stdout')
      .catch((/** @type {Error} */ error) => error)
    await read
    stream.pause()
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => { setTimeout(resolve, 1) })
    stream.destroy()
    assert.match((await asked).message, /terminated/)
  }
  assert.deepEqual((await db.query('select 1 as a')).rows, [{ a: 1 }])
  await db.close()
})

test('functions and extensions are named by a module', () => inDirectory(async (dir) => {
  const path = join(dir, 'functions.mjs')
  writeFileSync(path, `export default (db) => {
    db.createFunction('twice', { args: ['int4'], returns: 'int4' }, (n) => 2 * n)
  }`)
  const db = await open(':memory:', { worker: path })
  assert.deepEqual((await db.query('select twice(4) as n')).rows, [{ n: 8 }])
  assert.throws(() => db.createFunction('f', {}, () => 1), { code: '0A000' })
  assert.throws(() => db.prepare('select 1'), { code: '0A000' })
  await db.close()
  const extension = new URL('../../../src/extension.js', import.meta.url)
  const defining = (/** @type {string} */ more) => `import { defineExtension } from ${JSON.stringify(extension)}
    export const extensions = [defineExtension({ name: 'halves', version: '1.0', ${more} functions: {
      half: { args: ['int4'], returns: 'int4', call: (n) => n >> 1 } } })]`
  writeFileSync(join(dir, 'extensions.mjs'), defining(''))
  const extended = await open(':memory:', { worker: join(dir, 'extensions.mjs') })
  await extended.exec('create extension halves')
  assert.deepEqual((await extended.query('select half(9) as n')).rows, [{ n: 4 }])
  await extended.close()
  writeFileSync(join(dir, 'wrong.mjs'), defining('halfs: {},'))
  await assert.rejects(open(':memory:', { worker: join(dir, 'wrong.mjs') }),
    { code: '22023', message: /option "worker" cannot be loaded: extension "halves" cannot be used: .* "halfs"/ })
}))

test('what goes wrong there is told here', () => inDirectory(async (dir) => {
  const error = await open(join(dir, 'none'), { worker: true, create: false }).catch((thrown) => thrown)
  assert.ok(error instanceof DbError)
  assert.equal(error.code, '58P01')
  await assert.rejects(open(':memory:', { worker: join(dir, 'no.mjs') }),
    { code: '22023', message: /option "worker" cannot be loaded: .*no\.mjs/ })
  await assert.rejects(open(':memory:', { worker: true, extensions: [] }), { code: '0A000' })
  /** @type {string[]} */
  const lines = []
  const db = await open(':memory:', { worker: true, slowQueryMs: 0, logger: (line) => lines.push(line) })
  await db.exec('select 17')
  await db.query('select 1')
  assert.ok(lines.some((line) => line.includes('select 17')), lines.join('\n'))
  await db.close()
}))

test('what holds the thread does not hold the program', async () => {
  const db = await thread.fork()
  let turns = 0
  const timer = setInterval(() => { turns++ }, 1)
  // No function of the engine gives way in the middle of one regular expression's match.
  await db.query("select count(*) from generate_series(1, 300000) a, repeat('x', 30) b where b || a ~ 'x*x*7$'", [])
  clearInterval(timer)
  assert.ok(turns > 20, `${turns} turns`)
  await db.close()
})

test('long texts go there in pieces, whole, and a timeout ends them', async () => {
  const db = await thread.fork()
  try {
    // A pair of surrogates stands on every border of two pieces, wherever that is.
    const text = `a${'\u{1f600}'.repeat(100_000)}é${'b'.repeat(70_000)}`
    const sum = (await db.query("select md5(repeat(U&'\\+01F600', 100000)) as sum")).rows[0].sum
    const { rows } = await db.query(
      'select $1::text as a, $2::text as b, md5(substr($3, 2, 100000)) as c, $4::int as d',
      [text, null, text, 4],
    )
    assert.deepEqual(rows[0], { a: text, b: null, c: sum, d: 4 })
    assert.equal((await db.query(`select '${text}' as x, $1::int as n`, [1])).rows[0].x, text)
    assert.equal((await db.exec(`select '${text}' as x; select 2`))[0].rows[0].x, text)
    const bytes = Buffer.from('01ff'.repeat(300_000), 'hex')
    const asked = 'select $1::bytea as a, length($2::bytea) as b, $3::text as c'
    const { rows: [told] } = await db.query(asked, [bytes, bytes, 'x'])
    assert.deepEqual({ ...told, a: Buffer.compare(told.a, bytes) }, { a: 0, b: 600_000, c: 'x' })
    const nul = `${'x'.repeat(200_000)}\0`
    const refused = { code: '22021', message: 'invalid byte sequence for encoding "UTF8": 0x00' }
    await assert.rejects(db.query('select $1::text', [nul]), refused)
    await assert.rejects(db.query('select $1::text', ['\0']), refused)
    await db.query('create table t (a text)')
    const huge = 'x'.repeat(20_000_000)
    await assert.rejects(db.query('insert into t values ($1)', [huge], { timeout: 1 }), { code: '57014' })
    assert.deepEqual((await db.query('select count(*)::int as n from t')).rows, [{ n: 0 }])
  } finally {
    await db.close()
  }
})

test('many values of many types go there in spans, each to its place', async () => {
  const casts = ['int', 'text', 'timestamptz', 'bytea', 'jsonb', 'int[]']
  const values = Array.from({ length: 3000 }, (_, at) => [
    at, `t${at}`, new Date(at * 1000), Buffer.from([at & 255]), { at }, [at, null],
  ][at % 6])
  const places = values.map((_, at) => `($${at + 1}::${casts[at % 6]})::text`)
  const text = `SELECT ARRAY[${places.join(', ')}] AS found`
  await thread.query("SET timezone = 'UTC'")
  const { rows: [{ found }] } = await thread.query(text, values)
  assert.equal(found.length, 3000)
  assert.deepEqual(found.slice(2994), [
    '2994', 't2995', '1970-01-01 00:49:56+00', '\\xb5', '{"at": 2998}', '{2999,NULL}',
  ])
  assert.deepEqual(found.slice(0, 2), ['0', 't1'])
  await assert.rejects(thread.query(text, values.slice(1)), { code: '08P01' })
  await assert.rejects(thread.query(text, values.with(2500, /** @type {any} */ (Symbol('none')))), DbError)
})

test('what is to end a statement and comes late does not end the next', async () => {
  const { cancel } = RemoteEngine.prototype
  const db = await thread.fork()
  const watcher = await db.connect()
  const sleeping = `select from pg_stat_activity
    where query like '%pg_sleep(0.01)%' and state = 'active' and pid <> pg_backend_pid()`
  RemoteEngine.prototype.cancel = async function late(/** @type {unknown} */ client) {
    // It ends by itself before it hears that it is to.
    while ((await watcher.query(sleeping)).rows.length > 0);
    await new Promise((resolve) => { setTimeout(resolve, 20) })
    await cancel.call(this, client)
  }
  try {
    await db.query('select pg_sleep(0.01)', [], { timeout: 1 })
    assert.deepEqual((await db.query('select 1 as n from pg_sleep(0.1)')).rows, [{ n: 1 }])
  } finally {
    RemoteEngine.prototype.cancel = cancel
    await db.close()
  }
})

test('what goes to the thread is cut into messages of a bounded size', async () => {
  const { port1, port2 } = new MessageChannel()
  const [one, other] = [new PortEnd(port1), new PortEnd(port2)]
  /** @type {number[]} */
  const lengths = []
  const { heard } = other
  other.heard = (message) => {
    if (message.bytes !== undefined) lengths.push(message.bytes.length)
    heard.call(other, message)
  }
  const sent = Buffer.from('0123456789'.repeat(100_000))
  one.write('a')
  one.write(sent)
  one.end('z')
  const parts = []
  for await (const part of other) parts.push(part)
  assert.equal(Buffer.concat(parts).toString('latin1'), `a${sent.toString('latin1')}z`)
  assert.ok(lengths.length >= 4 && Math.max(...lengths) <= 256 * 1024, lengths.join())
  one.destroy()
})

test('a piece whose rows take long to read is read in more turns than one, and all of it before the end', async () => {
  const { port1, port2 } = new MessageChannel()
  const [writer, reader] = [new PortEnd(port1), new PortEnd(port2, true)]
  const row = Buffer.from([68, 0, 0, 0, 6, 0, 0])
  const rows = 7000
  let turn = 0
  const timer = setInterval(() => { turn++ }, 0)
  /** Bytes by turn. @type {number[]} */
  const read = []
  reader.on('data', (/** @type {Buffer} */ piece) => {
    read[turn] = (read[turn] ?? 0) + piece.length
    const until = performance.now() + 1
    while (performance.now() < until) { /* as who makes objects of rows */ }
  })
  writer.end(Buffer.concat(Array(rows).fill(row)))
  await new Promise((resolve) => { reader.once('end', () => resolve(null)) })
  clearInterval(timer)
  assert.equal(read.reduce((sum, count) => sum + count, 0), rows * row.length)
  assert.ok(Math.max(...read.filter((count) => count !== undefined)) <= 24 * 1024, read.join())
  writer.destroy()
})

/** Bytes of a COPY one after the other are one. @param {unknown[]} told */
const joined = (told) => told.reduce((/** @type {unknown[]} */ all, one) => {
  const last = all.at(-1)
  if (one instanceof Buffer && last instanceof Buffer) all[all.length - 1] = Buffer.concat([last, one])
  else all.push(one)
  return all
}, [])

test('long texts of rows, errors and notices are read in pieces as they come, whatever the pieces', () => {
  const random = seededRandom(22)
  const text = (/** @type {number} */ length) =>
    'a€😀é\n"'.repeat(length / 7 + 1).slice(0, length).replace(/[\ud800-\udbff]$/, '')
  const lengths = [0, 3, 70_000, 131_071, 131_072, 200_000, 400_000]
  const pick = () => text(lengths[random.below(lengths.length)] + random.below(9))
  /** @param {string} type @param {Buffer[]} parts */
  const message = (type, parts) => {
    const head = Buffer.alloc(5, type)
    head.writeInt32BE(parts.reduce((sum, part) => sum + part.length, 4), 1)
    return Buffer.concat([head, ...parts])
  }
  const int = (/** @type {number} */ value, /** @type {number} */ bytes) => {
    const buffer = Buffer.alloc(bytes)
    buffer.writeIntBE(value, 0, bytes)
    return buffer
  }
  /** @type {unknown[]} */
  const wanted = []
  /** @type {Buffer[]} */
  const sent = []
  for (let at = 0; at < 60; at++) {
    const kind = random.below(4)
    if (kind === 0) {
      const values = Array.from({ length: random.below(5) }, () => random.below(5) === 0 ? null : pick())
      wanted.push(values)
      sent.push(message('D', [int(values.length, 2), ...values.flatMap((value) => value === null ? [int(-1, 4)]
        : [int(Buffer.byteLength(value), 4), Buffer.from(value)])]))
    } else if (kind === 3) {
      const body = Buffer.from(pick())
      wanted.push(body)
      sent.push(message('d', [body]))
    } else {
      const fields = ['S', 'C', 'M', 'D', 'H'].map((name) =>
        [name, name === 'S' ? 'ERROR' : name === 'C' ? '22P02' : pick()])
      wanted.push(fields.map(([, value]) => value))
      const parts = fields.map(([name, value]) => Buffer.from(`${name}${value}\0`))
      sent.push(message(kind === 1 ? 'E' : 'N', [...parts, Buffer.alloc(1)]))
    }
  }
  const parser = new Parser()
  /** @type {unknown[]} */
  const heard = []
  const long = new LongMessages((bytes) => {
    parser.parse(bytes, (/** @type {any} */ told) => {
      if (told.name === 'dataRow') {
        heard.push(rowOf({ long }, told.fields).map((field) => field === null ? null : field.toString()))
      } else if (told.name === 'copyData') heard.push(Buffer.from(told.chunk))
      else {
        const { severity, code, message: words, detail, hint } = withLongTexts({ long }, told)
        heard.push([severity, code, words, detail, hint])
      }
    })
    return true
  })
  const all = Buffer.concat(sent)
  for (let at = 0; at < all.length;) {
    const end = at + 1 + random.below([4, 1000, 262_144][random.below(3)])
    long.take(all.subarray(at, end))
    at = end
  }
  assert.deepEqual(joined(heard), joined(wanted))
  assert.equal(long.texts.hasSome, false)
})

test('values and errors of megabytes come from the thread as they are', async () => {
  const db = await thread.fork()
  const text = 'a€😀é'.repeat(400_000)
  assert.equal((await db.query('SELECT $1::text AS t', [text])).rows[0].t, text)
  const { rows } = await db.query("SELECT repeat('é', 300000) || i AS a, i FROM generate_series(1, 3) i")
  assert.deepEqual(rows, [1, 2, 3].map((i) => ({ a: `${'é'.repeat(300_000)}${i}`, i })))
  await assert.rejects(db.query("SELECT repeat('1.', 500000)::inet"),
    { code: '22P02', message: `invalid input syntax for type inet: "${'1.'.repeat(500_000)}"` })
  await db.close()
})

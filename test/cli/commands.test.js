/** The command line: what it answers to help, to mistakes, and in its exit codes (bin/exit-codes.js). */
import { afterAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

const PROGRAM = fileURLToPath(new URL('../../bin/seawall.js', import.meta.url))
const dir = mkdtempSync(join(tmpdir(), 'seawall-cli-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
// What the environment says of servers is not these tests' business.
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(PG|SEAWALL_)/.test(name)))

/** @param {...string} args */
const seawall = (...args) => spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8', env })

test('help goes to stdout, wrong usage to stderr with 64', () => {
  const help = seawall('serve', '--help')
  assert.equal(help.status, 0)
  assert.match(help.stdout, /^Usage: seawall serve/)
  assert.equal(help.stderr, '')
  for (const [args, complaint] of /** @type {[string[], RegExp][]} */ ([
    [['nosuch'], /unknown command/],
    [['serve', '--port', 'x'], /port number/],
    [['serve', '--connections', 'x'], /whole number/],
    [['serve', '--busy-poll', '-1'], /whole number/],
    [['serve', '--wal-sync', 'never'], /immediate, batch, none/],
  ])) {
    const { status, stdout, stderr } = seawall(...args)
    assert.deepEqual([status, stdout], [64, ''], args.join(' '))
    assert.match(stderr, complaint)
  }
})

test('a directory is made once, checked, and not served by two', async () => {
  const data = join(dir, 'data')
  const missing = seawall('check', data)
  assert.equal(missing.status, 5)
  assert.ok(!existsSync(data), 'check makes nothing')
  const made = seawall('init', data)
  assert.deepEqual([made.status, made.stdout.trim()], [0, data])
  assert.equal(seawall('init', data).status, 1)
  const server = spawn(process.execPath, [PROGRAM, 'serve', data, '--port', '0'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(server.stdout, 'data')
  assert.match(String(line), /^psql -h 127\.0\.0\.1 -p \d+ -U postgres postgres\n$/)
  const second = seawall('check', data)
  assert.equal(second.status, 4, second.stderr)
  server.kill('SIGTERM')
  assert.deepEqual(await once(server, 'exit'), [0, null])
  const sound = seawall('check', data)
  assert.deepEqual([sound.status, /no problem found/.test(sound.stdout)], [0, true])
})

test('a server that never waits awake answers, and so does one that waits long', async () => {
  for (const [index, us] of ['0', '2000'].entries()) {
    const server = spawn(process.execPath, [PROGRAM, 'serve', ':memory:', '--port', '0', '--busy-poll', us], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(server.stdout, 'data')
    const client = new pg.Client({
      host: '127.0.0.1',
      port: Number(/-p (\d+)/.exec(String(line))?.[1]),
      user: 'postgres',
      database: 'postgres',
    })
    await client.connect()
    for (let number = 0; number < 20; number++)
      assert.deepEqual(
        (await client.query({ text: 'select $1::int + 1 as n', values: [number], rowMode: 'array' })).rows,
        [[number + 1]],
        `server ${index}`
      )
    await client.end()
    server.kill('SIGTERM')
    assert.deepEqual(await once(server, 'exit'), [0, null])
  }
})

test('who stops reading ends the program, not with a stack trace', async () => {
  const child = spawn(process.execPath, [PROGRAM, 'bench', 'tpcb', '--help'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  let complaint = ''
  child.stderr.on('data', (text) => { complaint += text })
  const [status] = await once(child, 'exit')
  assert.deepEqual([status, complaint], [0, ''])
})

test('serve brings extensions of modules, and names the one that is broken', async () => {
  const here = join(dir, 'extensions')
  mkdirSync(here)
  const write = (/** @type {string} */ name, /** @type {string} */ text) => {
    writeFileSync(join(here, name), text)
    return join(here, name)
  }
  const words = write('words.mjs', `export const words = { name: 'words', version: '1', functions: {
    twice: { args: ['text'], returns: 'text', call: (text) => text + text } } }`)
  for (const [module, message] of /** @type {[string, RegExp][]} */ ([
    [write('throws.mjs', `throw new Error('out of sorts')`), /throws\.mjs: its module cannot be loaded: out of sorts/],
    [write('none.mjs', 'export const answer = 42'), /none\.mjs: its module exports nothing that defineExtension/],
    [join(here, 'absent.mjs'), /absent\.mjs: its module cannot be loaded/],
    ['no-such-package', /no-such-package: its module cannot be loaded/],
    [write('half.mjs', `export default { name: 'half' }`), /extension "half" cannot be used: it must have a version/],
  ])) {
    const { status, stderr } = seawall('serve', ':memory:', '--port', '0', '--extension', module)
    assert.ok(status !== 0 && status !== null, module)
    assert.match(stderr, message)
  }
  const server = spawn(process.execPath, [PROGRAM, 'serve', ':memory:', '--port', '0', '--extension', words], {
    env, stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(server.stdout, 'data')
  const [, port] = /** @type {RegExpExecArray} */ (/-p (\d+)/.exec(String(line)))
  const client = new pg.Client({ host: '127.0.0.1', port: Number(port), user: 'postgres', database: 'postgres' })
  await client.connect()
  await client.query('CREATE EXTENSION words')
  assert.deepEqual((await client.query(`SELECT twice('ab')`)).rows, [{ twice: 'abab' }])
  await client.end()
  server.kill('SIGTERM')
  assert.deepEqual(await once(server, 'exit'), [0, null])
})

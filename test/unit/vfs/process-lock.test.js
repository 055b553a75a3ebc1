/**
 * One process at a time: other living processes are named, whatever container they are in, dead ones and reused pids
 * are taken over from; who lost its lock is told.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { DiskVfs } from '../../../src/storage/vfs/disk-vfs.js'

const MODULE = new URL('../../../src/storage/vfs/disk-vfs.js', import.meta.url).href
const INDEX = new URL('../../../src/index.js', import.meta.url).href
const CODE = `import { DiskVfs } from '${MODULE}'
  try { await new DiskVfs(process.argv[1]).lock('seawall.lock', 'the other'); console.log('held') } catch (error) { console.log(error.code) }
  setInterval(() => {}, 1000)`

/**
 * @param {string} dir a process that locks `dir`, says "held" or the error, and stays
 * @param {string[]} [within] command it is run by
 */
async function holder(dir, within = []) {
  const [command, ...args] = [...within, process.execPath, '--input-type=module', '-e', CODE, dir]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  return { child, said: String(line).trim() }
}

const makeDir = () => fs.mkdtempSync(join(os.tmpdir(), 'seawall-lock-'))
const namesIn = (/** @type {string} */ dir) =>
  fs.readdirSync(dir).map((name) => name.replace(/\.s[0-9a-f]{12}/, '.TOKEN'))

test('a living process holds it, a killed one does not', async () => {
  const dir = makeDir()
  const vfs = new DiskVfs(dir)
  const first = await holder(dir)
  assert.equal(first.said, 'held')
  await assert.rejects(vfs.lock('seawall.lock', 'me'), {
    code: '55006',
    message: `data directory "${dir}" is in use by process ${first.child.pid} (the other)`,
  })
  assert.equal(fs.readdirSync(dir).length, 2)
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  const release = await vfs.lock('seawall.lock', 'me')
  assert.equal(fs.readdirSync(dir).length, 2)
  await assert.rejects(new DiskVfs(`${dir}/../${dir.slice(os.tmpdir().length + 1)}`).lock('seawall.lock', 'me again'), {
    code: '55006',
  })
  const second = await holder(dir)
  assert.equal(second.said, '55006')
  second.child.kill('SIGKILL')
  release()
  assert.deepEqual(fs.readdirSync(dir), [])
  fs.rmSync(dir, { recursive: true })
})

test('a file of an earlier process with this pid is no obstacle', async (context) => {
  if (!fs.existsSync('/proc/self/stat')) context.skip('no /proc here: who reuses a pid is NOT told apart')
  const dir = makeDir()
  fs.writeFileSync(join(dir, `seawall.lock.${process.pid}.1-00000000`), 'long ago')
  fs.writeFileSync(join(dir, 'seawall.lock.notes'), 'not a lock')
  const release = await new DiskVfs(dir).lock('seawall.lock', 'me')
  release()
  assert.deepEqual(fs.readdirSync(dir), ['seawall.lock.notes'])
  fs.rmSync(dir, { recursive: true })
})

const canUnshare = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0

test('two containers with one pid', async (context) => {
  if (!canUnshare) context.skip('no pid namespaces here: containers are NOT told apart by this test')
  const dir = makeDir()
  const container = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child']
  const first = await holder(dir, container)
  assert.equal(first.said, 'held')
  const second = await holder(dir, container)
  assert.equal(second.said, '55006')
  await assert.rejects(new DiskVfs(dir).lock('seawall.lock', 'me'), { code: '55006' })
  first.child.kill('SIGKILL')
  second.child.kill('SIGKILL')
  await Promise.all([once(first.child, 'exit'), once(second.child, 'exit')])
  for (let tries = 0; ; tries++) {
    try {
      (await new DiskVfs(dir).lock('seawall.lock', 'me'))() // --kill-child takes a moment
      break
    } catch (error) {
      assert.ok(tries < 50, String(error))
      await new Promise((resolve) => { setTimeout(resolve, 100) })
    }
  }
  fs.rmSync(dir, { recursive: true })
})

test('where no socket answers, the holder is watched', async () => {
  const dir = makeDir()
  const file = join(dir, `seawall.lock.1.77-aaaaaaaa.s00000000abcd`)
  const text = JSON.stringify({
    text: 'elsewhere',
    boot: 'another',
    pids: 'pid:[1]',
    host: os.hostname(),
    socket: false,
  })
  fs.writeFileSync(file, text)
  const timer = setInterval(() => {
    const now = new Date()
    fs.utimesSync(file, now, now)
  }, 300)
  await assert.rejects(new DiskVfs(dir).lock('seawall.lock', 'me'), {
    code: '55006',
    message: /process 1 \(elsewhere\)/,
  })
  clearInterval(timer)
  assert.ok(fs.existsSync(file))
  // Silent for long, on this host: it was rebooted.
  fs.utimesSync(file, new Date(0), new Date(0))
  const release = await new DiskVfs(dir).lock('seawall.lock', 'me')
  assert.ok(!fs.existsSync(file))
  release()
  fs.rmSync(dir, { recursive: true })
})

test('a path too long for a socket', async () => {
  const root = makeDir()
  const dir = join(root, 'x'.repeat(120), 'y'.repeat(120))
  fs.mkdirSync(dir, { recursive: true })
  const first = await holder(dir)
  assert.equal(first.said, 'held')
  assert.deepEqual(
    namesIn(dir).filter((name) => name.endsWith('.sock')),
    fs.existsSync('/proc/self/fd') ? ['seawall.lock.TOKEN.sock'] : [],
  )
  assert.equal((await holder(dir).then((other) => { other.child.kill('SIGKILL'); return other })).said, '55006')
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  const release = await new DiskVfs(dir).lock('seawall.lock', 'me')
  release()
  assert.deepEqual(fs.readdirSync(dir), [])
  fs.rmSync(root, { recursive: true })
})

test('a holder whose file is gone stops', async () => {
  const dir = makeDir()
  const code = `import { open } from '${INDEX}'
    const lines = []
    const db = await open({ path: process.argv[1], logger: (line) => lines.push(line) })
    await db.exec('create table t (a int)')
    console.log('open')
    for (;;) {
      const done = await db.query('insert into t values (1)').then(() => 'ok', (error) => error.code)
      if (done !== 'ok') { console.log(done, lines.some((line) => /lock on the data directory is lost/.test(line))); break }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await db.close()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  for (const name of fs.readdirSync(dir)) if (name.startsWith('seawall.lock')) fs.rmSync(join(dir, name))
  const [line] = await once(child.stdout, 'data')
  assert.equal(String(line).trim(), '58030 true')
  const [status] = await once(child, 'exit')
  assert.equal(status, 0)
  fs.rmSync(dir, { recursive: true })
})

test('neither lock nor socket keeps a process alive', async () => {
  const dir = makeDir()
  const code = `import { open } from '${INDEX}'
    const before = process.eventNames().join()
    const db = await open({ path: process.argv[1] })
    console.log(process.eventNames().join() === before)`
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', code, dir], {
    encoding: 'utf8',
    timeout: 60000,
  })
  assert.equal(stdout.trim(), 'true')
  assert.equal(status, 0)
  const release = await new DiskVfs(dir).lock('seawall.lock', 'me')
  release()
  fs.rmSync(dir, { recursive: true })
})

/** One process at a time: other living processes are named, dead ones and reused pids are taken over from. */
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { DiskVfs } from '../../../src/storage/vfs/disk-vfs.js'

const MODULE = new URL('../../../src/storage/vfs/disk-vfs.js', import.meta.url).href

/** @param {string} dir a process that locks `dir`, says "held" or the error, and stays */
async function holder(dir) {
  const code = `import { DiskVfs } from '${MODULE}'
    try { new DiskVfs(process.argv[1]).lock('seawall.lock', 'the other'); console.log('held') } catch (error) { console.log(error.code) }
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, dir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  return { child, said: String(line).trim() }
}

test('a living process holds it, a killed one does not', async () => {
  const dir = fs.mkdtempSync(join(os.tmpdir(), 'seawall-lock-'))
  const vfs = new DiskVfs(dir)
  const first = await holder(dir)
  assert.equal(first.said, 'held')
  assert.throws(() => vfs.lock('seawall.lock', 'me'), { code: '55006', message: `data directory "${dir}" is in use by process ${first.child.pid} (the other)` })
  assert.equal(fs.readdirSync(dir).length, 1)
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  const release = vfs.lock('seawall.lock', 'me')
  assert.equal(fs.readdirSync(dir).length, 1)
  const second = await holder(dir)
  assert.equal(second.said, '55006')
  second.child.kill('SIGKILL')
  release()
  assert.deepEqual(fs.readdirSync(dir), [])
  fs.rmSync(dir, { recursive: true })
})

test('a file of an earlier process with this pid is no obstacle', { skip: fs.existsSync('/proc/self/stat') ? false : 'no /proc here: who reuses a pid is NOT told apart' }, () => {
  const dir = fs.mkdtempSync(join(os.tmpdir(), 'seawall-lock-'))
  fs.writeFileSync(join(dir, `seawall.lock.${process.pid}.1-00000000`), 'long ago')
  fs.writeFileSync(join(dir, 'seawall.lock.notes'), 'not a lock')
  new DiskVfs(dir).lock('seawall.lock', 'me')()
  assert.deepEqual(fs.readdirSync(dir), ['seawall.lock.notes'])
  fs.rmSync(dir, { recursive: true })
})

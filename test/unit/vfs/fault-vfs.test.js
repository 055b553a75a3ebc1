/** The simulated power cut: what must survive, what may not, and that every outcome does occur. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { FaultVfs, PowerCut } from '../../support/disk/fault-vfs.js'

/** @param {FaultVfs} vfs @param {string} path @returns {string | null} content, zeros as '.' */
function content(vfs, path) {
  if (!vfs.exists(path)) return null
  const file = vfs.open(path)
  const bytes = new Uint8Array(file.size())
  file.readSync(bytes, 0, bytes.length, 0)
  file.close()
  return new TextDecoder().decode(bytes.map((byte) => byte || 46))
}
const put = (
  /** @type {import('../../../src/storage/vfs/vfs.js').VfsFile} */ file,
  /** @type {string} */ text,
  position = 0
) => file.writeSync(new TextEncoder().encode(text), 0, text.length, position)

test('synced bytes under a synced name survive; unsynced ones may or may not', () => {
  const vfs = new FaultVfs()
  const file = vfs.open('a', { create: true })
  put(file, 'one')
  file.syncSync()
  vfs.syncDir('')
  put(file, 'TWO', 3)
  const seen = new Set()
  for (let seed = 0; seed < 100; seed++) seen.add(content(vfs.crashImage(seed), 'a'))
  assert.deepEqual([...seen].sort(), ['one', 'oneTWO'])
})

test('a name that was not synced may be gone, with all its synced bytes', () => {
  const vfs = new FaultVfs()
  vfs.mkdir('d')
  const file = vfs.open('d/a', { create: true })
  put(file, 'x')
  file.syncSync()
  const seen = new Set()
  for (let seed = 0; seed < 100; seed++) seen.add(content(vfs.crashImage(seed), 'd/a'))
  assert.deepEqual([...seen].sort(), ['x', null].sort())
  vfs.syncDir('d')
  vfs.syncDir('')
  for (let seed = 0; seed < 100; seed++) assert.equal(content(vfs.crashImage(seed), 'd/a'), 'x')
})

test('a rename is before or after, never both names or none', () => {
  const vfs = new FaultVfs()
  for (const name of ['old', 'new']) {
    const file = vfs.open(name, { create: true })
    put(file, name)
    file.syncSync()
  }
  vfs.syncDir('')
  vfs.rename('new', 'old')
  const seen = new Set()
  for (let seed = 0; seed < 100; seed++) {
    const image = vfs.crashImage(seed)
    seen.add(`${content(image, 'old')} ${content(image, 'new')}`)
  }
  assert.deepEqual([...seen].sort(), ['new null', 'old new'])
})

test('large writes are torn at sectors, and a torn prefix occurs', () => {
  const vfs = new FaultVfs()
  const file = vfs.open('a', { create: true })
  vfs.syncDir('')
  put(file, 'x'.repeat(2048))
  file.syncSync()
  put(file, 'y'.repeat(2048))
  const seen = new Set()
  for (let seed = 0; seed < 300; seed++) {
    const sectors = /** @type {string} */ (content(vfs.crashImage(seed), 'a')).match(/.{512}/g) ?? []
    for (const sector of sectors) assert.ok(/^(x+|y+)$/.test(sector))
    seen.add(sectors.map((sector) => sector[0]).join(''))
  }
  for (const outcome of ['xxxx', 'yyyy', 'yxxx', 'yyyx', 'xyxy']) assert.ok(seen.has(outcome), outcome)
})

test('an asynchronous sync covers what was written before the call', async () => {
  const vfs = new FaultVfs()
  const file = vfs.open('a', { create: true })
  vfs.syncDir('')
  put(file, 'a')
  const syncing = file.sync()
  put(file, 'b', 1)
  assert.ok(
    Array.from({ length: 50 }, (_, seed) => content(vfs.crashImage(seed), 'a')).includes(''),
    'not before it resolves'
  )
  await syncing
  const seen = new Set()
  for (let seed = 0; seed < 50; seed++) seen.add(content(vfs.crashImage(seed), 'a'))
  assert.deepEqual([...seen].sort(), ['a', 'ab'])
})

test('the power stays cut', async () => {
  const vfs = new FaultVfs({ crashAtWrite: 3 })
  const file = vfs.open('a', { create: true })
  put(file, 'a')
  file.syncSync()
  assert.throws(() => put(file, 'b', 1), PowerCut)
  assert.throws(() => file.syncSync(), PowerCut)
  assert.throws(() => vfs.list(''), PowerCut)
  await assert.rejects(file.sync(), PowerCut)
  const bySync = new FaultVfs({ crashAtSync: 1 })
  assert.throws(() => bySync.syncDir(''), PowerCut)
  assert.throws(() => bySync.exists('a'), PowerCut)
})

test('a failed sync loses writes that no later sync brings back', () => {
  const lost = new Set()
  for (let seed = 0; seed < 30; seed++) {
    const vfs = new FaultVfs({ seed, failAtSync: 2 })
    const file = vfs.open('a', { create: true })
    vfs.syncDir('')
    put(file, 'a')
    assert.throws(() => file.syncSync(), { code: '58030', message: 'could not fsync file "a": Input/output error' })
    put(file, 'b', 1)
    file.syncSync()
    lost.add(content(vfs.crashImage(1), 'a'))
  }
  assert.deepEqual([...lost].sort(), ['.b', 'ab'])
  const full = new FaultVfs({ failAtWrite: 2, failWith: 'ENOSPC' })
  const file = full.open('a', { create: true })
  assert.throws(() => put(file, 'a'), { code: '53100' })
  put(file, 'a')
})

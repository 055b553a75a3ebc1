/**
 * The simulated disk's failures, budgets, lies and rot: each call can fail, each outcome occurs, and the same seed
 * gives the same disk.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { CALLS, CODES } from '../../support/disk/faults.js'
import { FaultVfs, PowerCut } from '../../support/disk/fault-vfs.js'
import { cutShort, flipBit, zero } from '../../support/disk/rot.js'
import { simulatedTime } from '../../support/disk/simulated-time.js'
import { seededRandom } from '../../../src/util/prng.js'

/** @import { Call } from '../../support/disk/faults.js' */
/** @import { VfsFile } from '../../../src/storage/vfs/vfs.js' */

const put = (/** @type {VfsFile} */ file, /** @type {string} */ text, position = 0) =>
  file.writeSync(new TextEncoder().encode(text), 0, text.length, position)

/** @param {FaultVfs} vfs @param {string} path @returns {string} content, zeros as '.' */
function content(vfs, path) {
  const file = vfs.open(path)
  const bytes = new Uint8Array(file.size())
  file.readSync(bytes, 0, bytes.length, 0)
  file.close()
  return new TextDecoder().decode(bytes.map((byte) => byte || 46))
}

/** A disk with a file "d/a" of three bytes that is open. @param {number} [seed] */
function disk(seed = 1) {
  const vfs = new FaultVfs({ seed })
  vfs.mkdir('d')
  const file = vfs.open('d/a', { create: true })
  put(file, 'one')
  return { vfs, file }
}

/** What makes each call. @type {Record<Call, (vfs: FaultVfs, file: VfsFile) => unknown>} */
const MAKE = {
  open: (vfs) => vfs.open('d/a').close(),
  create: (vfs) => vfs.open('d/new', { create: true }).close(),
  exists: (vfs) => vfs.exists('d/a'),
  list: (vfs) => vfs.list('d'),
  mkdir: (vfs) => vfs.mkdir('e'),
  rename: (vfs) => vfs.rename('d/a', 'd/b'),
  unlink: (vfs) => vfs.unlink('d/a'),
  lock: (vfs) => vfs.lock('lock', 'me')(),
  temporary: (vfs) => vfs.tempFile().close(),
  read: (_vfs, file) => file.readSync(new Uint8Array(3), 0, 3, 0),
  write: (_vfs, file) => put(file, 'two'),
  truncate: (_vfs, file) => file.truncate(2),
  allocate: (_vfs, file) => file.allocate(9),
  size: (_vfs, file) => file.size(),
  sync: (_vfs, file) => file.syncSync(),
  syncDir: (vfs) => vfs.syncDir('d'),
}

for (const call of CALLS) {
  test(`${call} fails when it is told to, once, and works again`, () => {
    for (const code of CODES[call]) {
      const { vfs, file } = disk()
      const fault = vfs.inject({ call, at: 2, code })
      if (call !== 'rename' && call !== 'unlink' && call !== 'create' && call !== 'allocate') MAKE[call](vfs, file)
      else fault.at = 1
      const before = vfs.openFiles().length
      const files = vfs.allFiles()
      assert.throws(
        () => MAKE[call](vfs, file),
        (/** @type {any} */ error) => error.cause.code === code && /^could not /.test(error.message)
      )
      assert.equal(vfs.openFiles().length, before, 'a failed open leaves no handle')
      if (call !== 'write' && call !== 'allocate') assert.deepEqual(vfs.allFiles(), files, 'no name has changed')
      MAKE[call](vfs, file)
      assert.equal(fault.failed, 1)
    }
  })
}

test('any call from then on, until it heals', () => {
  const { vfs, file } = disk()
  vfs.inject({ at: 3, times: Infinity, code: 'EIO' })
  vfs.list('d')
  file.size()
  for (const make of Object.values(MAKE)) assert.throws(() => make(vfs, file), { code: '58030' })
  vfs.heal()
  vfs.list('d')
})

test('asynchronous calls fail as well', async () => {
  const { vfs, file } = disk()
  for (const call of /** @type {const} */ (['read', 'write', 'sync'])) {
    vfs.inject({ call, path: /^d\// })
    const bytes = new Uint8Array(3)
    await assert.rejects(async () => call === 'sync' ? file.sync() : file[call](bytes, 0, 3, 0), { code: '58030' })
  }
  vfs.inject({ call: 'syncDir' })
  await assert.rejects(vfs.syncDirLater('d'), { code: '58030' })
})

test('a write that fails has written all, nothing or a part', () => {
  const seen = new Set()
  for (let seed = 0; seed < 60; seed++) {
    const { vfs, file } = disk(seed)
    vfs.inject({ call: 'write', code: 'ENOSPC' })
    assert.throws(() => put(file, 'TWO'), { code: '53100' })
    seen.add(content(vfs, 'd/a'))
  }
  assert.deepEqual([...seen].sort(), ['TWO', 'TWe', 'Tne', 'one'])
})

test('a full disk takes what fits, and everything again when room comes back', () => {
  const sizes = new Set()
  for (let seed = 0; seed < 40; seed++) {
    const { vfs, file } = disk(seed)
    const temporary = vfs.tempFile()
    temporary.truncate(100)
    vfs.options.capacityBytes = 105
    assert.throws(() => put(file, '!'.repeat(10), 3), { code: '53100' })
    assert.throws(() => file.allocate(20), { code: '53100' })
    sizes.add(file.size())
    assert.ok(vfs.usedBytes() <= 105)
    put(file, 'ONE') // inside what it has
    temporary.close()
    put(file, '!'.repeat(10), 3)
    assert.equal(file.size(), 13)
  }
  assert.deepEqual([...sizes].sort(), [3, 4, 5])
})

test('the room of an unlinked file comes back when it is closed', () => {
  const { vfs, file } = disk()
  vfs.unlink('d/a')
  assert.equal(vfs.usedBytes(), 3)
  file.close()
  assert.equal(vfs.usedBytes(), 0)
})

test('descriptors have a limit', () => {
  const { vfs, file } = disk()
  vfs.options.descriptorsMax = 2
  const other = vfs.open('d/a')
  assert.deepEqual(vfs.openFiles(), ['d/a', 'd/a'])
  assert.throws(() => vfs.open('d/a'), { code: '53000' })
  assert.throws(() => vfs.open('d/new', { create: true }), { code: '53000' })
  assert.equal(vfs.exists('d/new'), false)
  other.close()
  vfs.tempFile().close()
  file.close()
  assert.deepEqual(vfs.openFiles(), [])
})

test('a lying sync loses what it promised, and the image says so', () => {
  let broken = 0
  for (let seed = 0; seed < 60; seed++) {
    const { vfs, file } = disk(seed)
    vfs.syncDir('')
    vfs.syncDir('d')
    vfs.options.lyingSyncs = 1
    file.syncSync()
    put(file, '!', 3)
    const image = vfs.crashImage(seed)
    const kept = content(image, 'd/a').startsWith('one')
    assert.deepEqual(image.broken, kept ? [] : ['d/a'])
    if (!kept) broken++
  }
  assert.ok(broken > 10 && broken < 50, `${broken} of 60 broken`)
  const { vfs } = disk()
  vfs.options.lyingSyncs = 1
  vfs.syncDir('')
  vfs.syncDir('d')
  const gone = Array.from({ length: 30 }, (_, seed) => vfs.crashImage(seed)).filter((image) => image.broken.length > 0)
  assert.ok(gone.length > 3 && gone.every((image) => !image.exists('d/a')), 'names are promised too')
})

test('writes of several files are kept in order up to a moment, by file, and in any order', () => {
  const seen = new Set()
  const vfs = new FaultVfs()
  const files = ['a', 'b'].map((name) => vfs.open(name, { create: true }))
  vfs.syncDir('')
  for (const position of [0, 1]) for (const file of files) put(file, 'x', position)
  for (let seed = 0; seed < 400; seed++) {
    const image = vfs.crashImage(seed)
    seen.add(`${content(image, 'a')}|${content(image, 'b')}`)
  }
  assert.equal(seen.size, 16, [...seen].join(' '))
})

test('an asynchronous write under way has reached the disk or not', async () => {
  const seen = new Set()
  for (let seed = 0; seed < 30; seed++) {
    const { vfs, file } = disk(seed)
    vfs.syncDir('')
    vfs.syncDir('d')
    file.syncSync()
    const writing = file.write(new TextEncoder().encode('TWO'), 0, 3, 0)
    seen.add(`cut ${content(vfs.crashImage(seed), 'd/a')}`)
    seen.add(`kill ${content(vfs.afterKill({ seed }), 'd/a')}`)
    await assert.rejects(writing, PowerCut)
  }
  assert.deepEqual([...seen].sort(), ['cut TWO', 'cut one', 'kill TWO', 'kill one'])
})

test('4 kB tears occur beside those of 512 bytes', () => {
  const vfs = new FaultVfs()
  const file = vfs.open('a', { create: true })
  vfs.syncDir('')
  put(file, 'x'.repeat(8192))
  file.syncSync()
  put(file, 'y'.repeat(8192))
  const seen = new Set()
  for (let seed = 0; seed < 200; seed++)
    seen.add(
      content(vfs.crashImage(seed), 'a')
        .replace(/x+/g, (run) => `x${run.length}`)
        .replace(/y+/g, (run) => `y${run.length}`)
    )
  for (const outcome of ['x8192', 'y8192', 'x4096y4096', 'y4096x4096']) assert.ok(seen.has(outcome), outcome)
  assert.ok([...seen].some((outcome) => /\b[xy]512[xy]/.test(outcome)))
})

test('bits flip, pages become zeros, files end early', () => {
  const { vfs, file } = disk()
  const flipped = flipBit(vfs, /^d/, seededRandom(3))
  assert.ok(flipped !== null && flipped.path === 'd/a' && flipped.position < 3)
  assert.notEqual(content(vfs, 'd/a'), 'one')
  vfs.syncDir('')
  vfs.syncDir('d')
  file.syncSync()
  put(file, 'one')
  zero(vfs, 'd/a', 1, 1)
  assert.equal(content(vfs, 'd/a'), 'o.e')
  cutShort(vfs, 'd/a', 1)
  assert.equal(content(vfs, 'd/a'), 'o')
  assert.equal(content(vfs.crashImage(1), 'd/a').length < 3, true)
  assert.equal(flipBit(vfs, /^nowhere/, seededRandom(3)), null)
})

test('the power goes before any call', () => {
  const { vfs, file } = disk()
  vfs.options.crashAtCall = vfs.callCount + 2
  file.size()
  assert.throws(() => vfs.list('d'), PowerCut)
  assert.throws(() => file.size(), PowerCut)
})

test('simulated time passes by looks and by turns, the same for a seed', async () => {
  const times = []
  for (let run = 0; run < 2; run++) {
    const { clock, random } = simulatedTime(5)
    const before = clock.monotonicMs()
    assert.ok(clock.monotonicMs() > before)
    /** @type {string[]} */
    const done = []
    clock.setTimer(() => done.push('never'), 5).cancel()
    clock.setTimer(() => done.push('far'), 100_000)
    await new Promise((resolve) => {
      clock.setTimer(() => {
        done.push('later')
        resolve(undefined)
      }, 20)
      clock.setTimer(() => done.push('soon'), 3)
    })
    assert.deepEqual(done, ['soon', 'later'])
    assert.ok(clock.monotonicMs() - before >= 20)
    times.push([clock.nowMicros(), random.uint32()])
  }
  assert.deepEqual(times[0], times[1])
})

/** The three implementations keep the same promises; one list of checks for all of them. */
import { afterAll, test, vi } from 'vitest'
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { DiskVfs } from '../../../src/storage/vfs/disk-vfs.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'
import { MemoryAccount } from '../../../src/util/memory-account.js'
import { BlockStore } from '../../../src/storage/vfs/block-store.js'
import { ImagedVfs } from '../../../src/storage/vfs/imaged-vfs.js'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'
import { seededRandom } from '../../../src/util/prng.js'

/** @import { Vfs } from '../../../src/storage/vfs/vfs.js' */

const root = fs.mkdtempSync(join(os.tmpdir(), 'seawall-vfs-'))
afterAll(() => fs.rmSync(root, { recursive: true }))
let serial = 0

const KINDS = /** @type {Record<string, () => Vfs>} */ ({
  DiskVfs: () => {
    const vfs = new DiskVfs(join(root, `d${serial++}`))
    vfs.mkdir('')
    return vfs
  },
  MemoryVfs: () => new MemoryVfs(),
  FaultVfs: () => new FaultVfs(),
})
const utf8 = (/** @type {string} */ text) => new TextEncoder().encode(text)

for (const [kind, make] of Object.entries(KINDS)) {
  test(`${kind}: names`, () => {
    const vfs = make()
    assert.throws(() => vfs.open('a'), { code: '58P01', message: 'could not open file "a": No such file or directory' })
    assert.throws(() => vfs.open('dir/a', { create: true }), { code: '58P01' })
    vfs.mkdir('dir/inner')
    vfs.mkdir('dir/inner')
    vfs.open('dir/b', { create: true, exclusive: true }).close()
    assert.throws(() => vfs.open('dir/b', { create: true, exclusive: true }), { code: '58P02' })
    vfs.open('dir/a', { create: true }).close()
    assert.deepEqual(vfs.list('dir'), ['a', 'b', 'inner'])
    assert.deepEqual(vfs.list('nowhere'), [])
    vfs.rename('dir/a', 'dir/b')
    assert.deepEqual([vfs.exists('dir/a'), vfs.exists('dir/b'), vfs.exists('dir')], [false, true, true])
    vfs.syncDir('dir')
    vfs.unlink('dir/b')
    assert.throws(() => vfs.unlink('dir/b'), { code: '58P01' })
    assert.throws(() => vfs.rename('dir/b', 'dir/c'), { code: '58P01' })
    assert.throws(() => vfs.open('../outside', { create: true }), /inside the root/)
  })

  test(`${kind}: bytes against a model`, async () => {
    const random = seededRandom(20)
    const file = make().open('f', { create: true })
    let model = new Uint8Array(0)
    const grow = (/** @type {number} */ size) => {
      if (size <= model.length) return
      const larger = new Uint8Array(size)
      larger.set(model)
      model = larger
    }
    for (let step = 0; step < 300; step++) {
      const choice = random.below(10)
      if (choice === 0) {
        const size = random.below(200_000)
        file.truncate(size)
        grow(size)
        model = model.slice(0, size)
      } else if (choice === 1) {
        const size = random.below(200_000)
        file.allocate(size)
        grow(size)
      } else {
        const position = random.below(150_000)
        const bytes = new Uint8Array(random.below(choice === 2 ? 100_000 : 1000)).fill(1 + random.below(255))
        if (random.below(4) === 0) await file.write(bytes, 0, bytes.length, position)
        else file.writeSync(bytes, 0, bytes.length, position)
        if (bytes.length > 0) grow(position + bytes.length)
        model.set(bytes.subarray(0, Math.max(0, model.length - position)), Math.min(position, model.length))
      }
      if (step % 40 === 0) await file.sync()
      assert.equal(file.size(), model.length)
      const from = random.below(model.length + 10)
      const got = new Uint8Array(5000).fill(99)
      const count = random.below(2) ? file.readSync(got, 0, 5000, from) : await file.read(got, 0, 5000, from)
      assert.equal(count, Math.max(0, Math.min(5000, model.length - from)))
      assert.deepEqual(got.subarray(0, count), model.subarray(from, from + count))
    }
    const whole = new Uint8Array(model.length)
    file.readSync(whole, 0, whole.length, 0)
    assert.deepEqual(whole, model)
    file.close()
    assert.throws(() => file.close(), /closed once/)
  })

  test(`${kind}: an unlinked file stays readable through its handle, a temporary one has no name`, () => {
    const vfs = make()
    const file = vfs.open('f', { create: true })
    file.writeSync(utf8('hello'), 0, 5, 0)
    vfs.unlink('f')
    const other = vfs.open('f', { create: true })
    assert.equal(other.size(), 0)
    const got = new Uint8Array(5)
    assert.equal(file.readSync(got, 0, 5, 0), 5)
    assert.deepEqual(got, utf8('hello'))
    const temp = vfs.tempFile()
    temp.writeSync(got, 0, 5, 100_000)
    assert.equal(temp.size(), 100_005)
    assert.deepEqual(vfs.list('temp'), [])
    for (const open of [file, other, temp]) open.close()
  })

  test(`${kind}: the lock has one holder, who is named`, async () => {
    const vfs = make()
    const release = await vfs.lock('seawall.lock', 'listening on 5432')
    await assert.rejects(async () => vfs.lock('seawall.lock', 'me'), {
      code: '55006',
      message: `data directory "${vfs.name}" is in use by process ${process.pid} (listening on 5432)`,
    })
    release()
    const again = await vfs.lock('seawall.lock', 'again')
    again()
  })
}

for (const [kind, make] of Object.entries(KINDS)) {
  test(`${kind}: a file goes in steps`, async () => {
    const vfs = make()
    for (const size of [0, 8192, 5 << 19]) {
      vfs.open('large', { create: true }).allocate(size)
      await vfs.unlinkInSteps('large')
      assert.equal(vfs.exists('large'), false)
    }
    await assert.rejects(vfs.unlinkInSteps('large'), { code: '58P01' })
  })
}

test('DiskVfs: what goes in steps is short when its name goes', async () => {
  const vfs = new DiskVfs(join(root, `d${serial++}`))
  vfs.mkdir('')
  const file = vfs.open('large', { create: true })
  file.allocate(7 << 19)
  await vfs.unlinkInSteps('large')
  assert.equal(file.size(), 1 << 19)
  file.close()
})

test('DiskVfs: a file closed under asynchronous calls lets them finish', async () => {
  const file = KINDS.DiskVfs().open('f', { create: true })
  const bytes = new Uint8Array(1 << 20).fill(7)
  const writing = file.write(bytes, 0, bytes.length, 0)
  const syncing = file.sync()
  file.close()
  await Promise.all([writing, syncing])
})

test('the names of a root that is made are synced, its parents\' too', (t) => {
  if (!fs.existsSync('/proc/self/fd')) t.skip('no /proc here: which directories are synced is NOT seen')
  const top = fs.mkdtempSync(join(os.tmpdir(), 'seawall-root-'))
  /** @type {string[]} */
  const synced = []
  vi.spyOn(fs, 'fsyncSync').mockImplementation((/** @type {number} */ fd) => {
    synced.push(fs.readlinkSync(`/proc/self/fd/${fd}`))
  })
  new DiskVfs(join(top, 'a', 'b', 'data')).mkdir('')
  assert.deepEqual(synced.sort(), [top, join(top, 'a'), join(top, 'a', 'b')])
  new DiskVfs(join(top, 'a', 'b', 'data')).mkdir('')
  assert.equal(synced.length, 4, 'a process that was killed may have left it unsynced')
  fs.rmSync(top, { recursive: true })
})

test('DiskVfs: who holds the lock has files ready', async () => {
  const vfs = /** @type {DiskVfs} */ (KINDS.DiskVfs())
  vfs.mkdir('base')
  vfs.mkdir('temp')
  for (const left of ['temp/ready.7', 'temp/other']) vfs.open(left, { create: true }).close()
  const make = (/** @type {string} */ path) => vfs.open(path, { create: true, exclusive: true })
  make('base/unlocked').close()
  const release = await vfs.lock('seawall.lock', 'me')
  assert.deepEqual(vfs.list('temp'), ['other'], 'of a process that was killed')
  const ready = () => vfs.list('temp').filter((name) => name !== 'other')
  make('base/first').close()
  await vi.waitFor(() => assert.equal(ready().length, 8))
  const waiting = ready()
  const file = make('base/second')
  assert.equal(ready().filter((name) => waiting.includes(name)).length, 7, 'one got its name')
  file.writeSync(utf8('hello'), 0, 5, 0)
  file.close()
  assert.throws(() => make('base/second'), { code: '58P02' })
  assert.throws(() => make('nowhere/third'), { code: '58P01' })
  const again = vfs.open('base/second')
  assert.equal(again.size(), 5)
  again.close()
  make('base/fourth')
  await vfs.rest()
  release()
  assert.deepEqual(vfs.list('temp'), ['other'])
  assert.deepEqual(vfs.list('base'), ['first', 'fourth', 'second', 'unlocked'])
})

test('DiskVfs: the system may read and write less than it is asked for', async () => {
  const file = KINDS.DiskVfs().open('f', { create: true })
  const written = Uint8Array.from({ length: 10_000 }, (_, at) => at % 251)
  const shortly = (/** @type {number} */ length) => Math.max(1, length >> 1)
  const { readSync, writeSync, read, write } = fs
  const part = /** @type {any} */ (fs)
  part.readSync = (/** @type {any[]} */ ...[fd, bytes, start, length, position]) =>
    readSync(fd, bytes, start, shortly(length), position)
  part.writeSync = (/** @type {any[]} */ ...[fd, bytes, start, length, position]) =>
    writeSync(fd, bytes, start, shortly(length), position)
  part.read = (/** @type {any[]} */ ...[fd, bytes, start, length, position, done]) =>
    read(fd, bytes, start, shortly(length), position, done)
  part.write = (/** @type {any[]} */ ...[fd, bytes, start, length, position, done]) =>
    write(fd, bytes, start, shortly(length), position, done)
  try {
    file.writeSync(written, 0, 5000, 0)
    await file.write(written, 5000, 5000, 5000)
    for (const isSync of [true, false]) {
      const found = new Uint8Array(10_100)
      assert.equal(isSync ? file.readSync(found, 0, 10_100, 0) : await file.read(found, 0, 10_100, 0), 10_000)
      assert.deepEqual(found.subarray(0, 10_000), written)
    }
  } finally {
    Object.assign(fs, { readSync, writeSync, read, write })
  }
  file.close()
})

test('BlockStore: blocks beyond its memory are in a file, and in memory again where the disk is full', () => {
  const disk = new MemoryVfs()
  let isFull = false
  const account = new MemoryAccount()
  const tempFile = () => {
    const file = disk.tempFile()
    return Object.assign(Object.create(file), {
      writeSync: (/** @type {Parameters<typeof file.writeSync>} */ ...args) => {
        if (isFull) throw new Error('full')
        file.writeSync(...args)
      },
      readSync: (/** @type {Parameters<typeof file.readSync>} */ ...args) => file.readSync(...args),
      close: () => file.close(),
    })
  }
  const store = new BlockStore({ tempFile, bytesMax: 2 * 8192, account })
  const block = (/** @type {number} */ value) => new Uint8Array(8192).fill(value)
  const places = [1, 2, 3, 4].map((value) => store.add(block(value)))
  assert.deepEqual(places.slice(2), [0, 1])
  const read = () => places.map((place) => {
    const bytes = block(0)
    store.read(place, bytes)
    return bytes[8191]
  })
  assert.deepEqual(read(), [1, 2, 3, 4])
  assert.equal(account.held, 2 * 8192)
  places[2] = store.replace(places[2], block(5))
  isFull = true
  places[3] = store.replace(places[3], block(6))
  places.push(store.add(block(7)))
  assert.deepEqual(read(), [1, 2, 5, 6, 7])
  assert.equal(account.held, 4 * 8192)
  isFull = false
  store.remove(places[0])
  for (const place of places.splice(1)) store.remove(place)
  assert.deepEqual([account.held, store.inFile], [0, 0])
})

test('ImagedVfs: a file whose removal is under way is in no new image', async () => {
  const below = new MemoryVfs()
  below.mkdir('base')
  /** @type {() => void} */
  let go = () => undefined
  const slow = new Promise((resolve) => { go = () => resolve(undefined) })
  const vfs = new ImagedVfs(Object.assign(below, {
    unlinkLater: async (/** @type {string} */ path) => { await slow; below.unlink(path) },
  }))
  for (const name of ['base/1', 'base/2']) vfs.open(name, { create: true }).close()
  const removal = vfs.unlinkLater('base/1')
  const image = vfs.image()
  go()
  await removal
  assert.deepEqual([...image.files.keys()], ['base/2'])
  image.release()
})

test('ImagedVfs: a file that could not grow is as long in the next image as it was', async () => {
  const disk = new FaultVfs({ seed: 1 })
  const vfs = new ImagedVfs(disk)
  vfs.mkdir('base')
  const file = vfs.open('base/1', { create: true })
  file.writeSync(new Uint8Array(8192), 0, 8192, 0)
  vfs.image()
  disk.options.capacityBytes = disk.usedBytes()
  const refused = { code: '53100' }
  const page = new Uint8Array(8192)
  for (const grow of [
    async () => file.allocate(32768), async () => file.writeSync(page, 0, 8192, 16384),
    () => file.write(page, 0, 8192, 8192),
  ]) {
    await assert.rejects(grow, refused)
    const image = vfs.image()
    assert.equal(image.files.get('base/1')?.sizeAt(image.epoch), file.size())
  }
})

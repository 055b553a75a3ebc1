/** Pages that a dead process has left whole in the system's cache, and their copies in the double-write area. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { openAreas, restoreTornPages, sealBatch } from '../../../src/storage/double-write.js'
import {
  CRC_OFFSET, initPage, PAGE_BYTES, PAGE_KINDS, pageCrc, pageProblem, setPageIdentity,
} from '../../../src/storage/page.js'
import { relationPath } from '../../../src/errors/pages.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'

const FILE = 7
const PATH = relationPath(FILE)
const PAGES = 4

/** Pages of one version, behind a page for the header of a batch. @param {number} fill @returns {Uint8Array} */
function pagesOf(fill) {
  const bytes = new Uint8Array((1 + PAGES) * PAGE_BYTES)
  const view = new DataView(bytes.buffer)
  for (let block = 0; block < PAGES; block++) {
    const at = (1 + block) * PAGE_BYTES
    initPage(view, bytes, at, PAGE_KINDS.SEQUENCE)
    bytes.fill(fill, at + 100, at + PAGE_BYTES)
    setPageIdentity(view, at, FILE, block)
    view.setUint32(at + CRC_OFFSET, pageCrc(bytes, at), true)
  }
  return bytes
}

/** @param {FaultVfs} disk @returns {string[]} problems of the pages in place */
function problemsOn(disk) {
  const file = disk.open(PATH)
  const bytes = new Uint8Array(PAGE_BYTES)
  const view = new DataView(bytes.buffer)
  const problems = []
  for (let block = 0; block < PAGES; block++) {
    file.readSync(bytes, 0, PAGE_BYTES, block * PAGE_BYTES)
    problems.push(pageProblem(view, bytes, 0, FILE, block))
  }
  file.close()
  return problems.filter((problem) => problem !== '')
}

/** Killed while the pages of a batch were written in place. @param {number} seed @returns {FaultVfs} */
function killedInPlace(seed) {
  const disk = new FaultVfs({ seed })
  disk.mkdir('base')
  const [area] = openAreas(disk)
  const file = disk.open(PATH, { create: true })
  file.writeSync(pagesOf(1), PAGE_BYTES, PAGES * PAGE_BYTES, 0)
  file.syncSync()
  disk.syncDir('base')
  disk.syncDir('')
  const batch = pagesOf(2)
  sealBatch(batch, new DataView(batch.buffer), 5, 5, PAGES)
  area.writeSync(batch, 0, batch.length, 0)
  area.syncSync()
  file.writeSync(batch, PAGE_BYTES, PAGES * PAGE_BYTES, 0)
  return disk
}

test('a page that is whole in the cache alone survives the loss of its copy', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const disk = killedInPlace(seed).afterKill({ seed })
    assert.deepEqual(restoreTornPages(disk, false), { restored: 0, nextSequence: 6 })
    const [area] = openAreas(disk)
    area.writeSync(new Uint8Array(PAGE_BYTES), 0, PAGE_BYTES, 0) // the next batch begins
    assert.deepEqual(problemsOn(disk.crashImage(seed)), [], `seed ${seed}`)
  }
})

test('a page whose sync had failed is written again before its copy is lost', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const killed = killedInPlace(seed)
    killed.options.failAtSync = killed.syncCount + 1
    const file = killed.open(PATH)
    assert.throws(() => file.syncSync(), { code: '58030' })
    const disk = killed.afterKill({ seed })
    assert.deepEqual(restoreTornPages(disk, false), { restored: 0, nextSequence: 6 })
    const [area] = openAreas(disk)
    area.writeSync(new Uint8Array(PAGE_BYTES), 0, PAGE_BYTES, 0)
    assert.deepEqual(problemsOn(disk.crashImage(seed)), [], `seed ${seed}`)
  }
})

test('a page that a power cut tore is restored, and stays so', () => {
  let restored = 0
  for (let seed = 1; seed <= 40; seed++) {
    const disk = killedInPlace(seed).crashImage(seed)
    restored += restoreTornPages(disk, false).restored
    const [area] = openAreas(disk)
    area.writeSync(new Uint8Array(PAGE_BYTES), 0, PAGE_BYTES, 0)
    assert.deepEqual(problemsOn(disk.crashImage(seed + 1)), [], `seed ${seed}`)
  }
  assert.ok(restored > 0, 'some were torn')
})

test('of two copies of a torn page the newer one counts', () => {
  for (const [older, newer] of [[0, 1], [1, 0]]) {
    const disk = killedInPlace(1)
    const areas = openAreas(disk)
    for (const [area, sequence] of [[older, 8], [newer, 9]]) {
      const batch = pagesOf(sequence)
      sealBatch(batch, new DataView(batch.buffer), sequence, 8, PAGES)
      areas[area].writeSync(batch, 0, batch.length, 0)
    }
    const file = disk.open(PATH)
    file.writeSync(new Uint8Array(512), 0, 512, PAGE_BYTES) // of block 1
    assert.deepEqual(restoreTornPages(disk, false), { restored: 1, nextSequence: 10 })
    const bytes = new Uint8Array(PAGE_BYTES)
    file.readSync(bytes, 0, PAGE_BYTES, PAGE_BYTES)
    assert.equal(bytes[PAGE_BYTES - 1], 9)
  }
})

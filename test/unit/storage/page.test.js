/** Pages: header fields, identity and checksum, and the slotted layout against a model of items. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import * as page from '../../../src/storage/page.js'
import { crc32, crc32Tables } from '../../../src/util/crc32.js'
import { seededRandom } from '../../../src/util/prng.js'

const { PAGE_BYTES } = page

test('crc32: native and tables agree, and match the published check value', () => {
  const random = seededRandom(5)
  const bytes = Uint8Array.from({ length: 9000 }, () => random.below(256))
  assert.equal(crc32(new TextEncoder().encode('123456789'), 0, 9), 0xcbf43926)
  for (let round = 0; round < 200; round++) {
    const start = random.below(4000)
    const end = start + random.below(5000)
    assert.equal(crc32(bytes, start, end, 7), crc32Tables(bytes, start, end, 7))
  }
})

test('header fields do not overlap and hold 48 bits', () => {
  const bytes = new Uint8Array(2 * PAGE_BYTES)
  const view = new DataView(bytes.buffer)
  const base = PAGE_BYTES
  page.setPageIdentity(view, base, 0xfedcba98, 0x89abcdef)
  page.initPage(view, bytes, base, page.PAGE_KINDS.HEAP)
  page.setPageLsn(view, base, 2 ** 47 + 12345)
  page.setPageXid(view, base, 2 ** 48 - 2)
  page.setPageGarbage(view, base, 77)
  assert.equal(page.pageLsn(view, base), 2 ** 47 + 12345)
  assert.equal(page.pageXid(view, base), 2 ** 48 - 2)
  assert.equal(page.pageKind(view, base), page.PAGE_KINDS.HEAP)
  assert.equal(page.pageFileId(view, base), 0xfedcba98)
  assert.equal(page.pageBlockNo(view, base), 0x89abcdef)
  assert.equal(page.pageLower(view, base), 32)
  assert.equal(page.pageUpper(view, base), PAGE_BYTES)
  assert.equal(page.pageGarbage(view, base), 77)
})

test('a page is believed when whole and asked for, or all zero', () => {
  const bytes = new Uint8Array(PAGE_BYTES)
  const view = new DataView(bytes.buffer)
  assert.equal(page.pageProblem(view, bytes, 0, 1, 2), '')
  page.setPageIdentity(view, 0, 1, 2)
  page.initPage(view, bytes, 0, page.PAGE_KINDS.HEAP)
  view.setUint32(page.CRC_OFFSET, page.pageCrc(bytes, 0), true)
  assert.equal(page.pageProblem(view, bytes, 0, 1, 2), '')
  assert.match(page.pageProblem(view, bytes, 0, 1, 3), /says it is block 2/)
  for (const at of [0, 5, 31, 4000, 8191]) {
    bytes[at] ^= 4
    assert.match(page.pageProblem(view, bytes, 0, 1, 2), /checksum/)
    bytes[at] ^= 4
  }
  bytes.fill(0)
  bytes[8191] = 1
  assert.match(page.pageProblem(view, bytes, 0, 1, 2), /checksum/)
})

for (const seed of [1, 2, 3, 4]) {
  test(`slotted page against a model, seed ${seed}`, () => {
    const random = seededRandom(seed)
    const bytes = new Uint8Array(3 * PAGE_BYTES).fill(0xee)
    const view = new DataView(bytes.buffer)
    const base = PAGE_BYTES
    page.initPage(view, bytes, base, page.PAGE_KINDS.HEAP)
    /** @type {Map<number, Uint8Array>} */
    const model = new Map()
    const longest = [60, 400, 3000][seed % 3]
    const some = (/** @type {number} */ length) => Uint8Array.from({ length }, () => random.below(256))
    let refused = 0
    for (let step = 0; step < 4000; step++) {
      const slots = [...model.keys()]
      const held = [...model.values()].reduce((sum, item) => sum + item.length, 0)
      assert.equal(page.freeBytes(view, base), PAGE_BYTES - 32 - held - page.slotCount(view, base) * 4)
      const action = random.below(10)
      if (action < 5 || slots.length === 0) {
        const slotIndex =
          random.below(20) === 0 ? page.slotCount(view, base) + random.below(3) : page.firstEmptySlot(view, base)
        const item = some(1 + random.below(longest))
        if (!page.slotFits(view, base, slotIndex, item.length)) { refused++; continue }
        bytes.set(item, base + page.slotInsert(view, bytes, base, slotIndex, item.length))
        model.set(slotIndex, item)
      } else {
        const slotIndex = slots[random.below(slots.length)]
        const item = /** @type {Uint8Array} */ (model.get(slotIndex))
        if (action < 7) {
          page.slotRemove(view, base, slotIndex)
          model.delete(slotIndex)
        } else if (action < 8) {
          const length = 1 + random.below(item.length)
          page.slotShrink(view, base, slotIndex, length)
          model.set(slotIndex, item.slice(0, length))
        } else if (action < 9) {
          const length = item.length + random.below(longest)
          if (page.freeBytes(view, base) < length - item.length) { refused++; continue }
          const offset = page.slotGrow(view, bytes, base, slotIndex, length)
          assert.deepEqual(bytes.slice(base + offset, base + offset + item.length), item)
          const grown = some(length)
          bytes.set(grown, base + offset)
          model.set(slotIndex, grown)
        } else page.compactPage(view, bytes, base)
      }
      if (step % 20 === 0) for (const [slotIndex, item] of model) {
        const offset = base + page.slotOffset(view, base, slotIndex)
        assert.equal(page.slotLength(view, base, slotIndex), item.length)
        assert.deepEqual(bytes.slice(offset, offset + item.length), item)
      }
    }
    assert.ok(refused > 10, 'the page was full at times')
    assert.ok(
      bytes.subarray(0, base).every((byte) => byte === 0xee) &&
        bytes.subarray(base + PAGE_BYTES).every((byte) => byte === 0xee)
    )
  })
}

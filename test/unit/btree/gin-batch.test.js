import { expect, test } from 'vitest'
import { GinBatch } from '../../../src/storage/gin/batch.js'
import { KeySink } from '../../../src/types/key-sink.js'

/** @param {string} text */
const bytes = (text) => new Uint8Array(Buffer.from(text, 'latin1'))

/** @param {Uint8Array[]} keys */
function sinkOf(keys) {
  const sink = new KeySink()
  for (const key of keys) sink.put(key)
  return sink
}

/** Entries in the order in which they go in. @param {GinBatch} batch @param {number} count @param {number[]} tids */
function entries(batch, count, tids) {
  const found = batch.sort(count, Float64Array.from(tids))
  return Array.from(batch.order.subarray(0, found), (entry) => {
    const key = Buffer.from(batch.bytes.subarray(batch.starts[entry], batch.ends[entry]))
    return `${key.toString('latin1')} ${batch.tids[entry]}`
  })
}

test('entries come by key and tuple id, each once', () => {
  const batch = new GinBatch()
  batch.add(0, sinkOf([bytes('xb'), bytes('xa'), bytes('xb')]))
  batch.addNone(1)
  batch.add(2, sinkOf([bytes('xa'), bytes('x'), bytes('xab')]))
  expect(entries(batch, 3, [70, 60, 50])).toEqual(['x 50', 'xa 50', 'xa 70', 'xab 50', 'xb 70'])
  // what a row has that did not come to be in the batch does not count
  expect(entries(batch, 1, [70])).toEqual(['xa 70', 'xb 70'])
  batch.add(0, sinkOf([bytes('y')]))
  expect(entries(batch, 1, [3])).toEqual(['y 3'])
})

test('thousands of keys that begin alike', () => {
  const batch = new GinBatch()
  let seed = 7
  const random = (/** @type {number} */ below) => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % below
  /** @type {string[]} */
  const expected = []
  const tids = Array.from({ length: 300 }, (_, row) => (row * 7) % 300)
  for (let row = 0; row < 300; row++) {
    const keys = new Set(Array.from({ length: random(60) }, () => `pre${random(4000)}`))
    batch.add(row, sinkOf([...keys].map(bytes)))
    for (const key of keys) expected.push(`${key} ${String(tids[row]).padStart(4)}`)
  }
  const found = entries(batch, 300, tids).map((each) => each.replace(/ (\d+)$/, (_, tid) => ` ${tid.padStart(4)}`))
  expect(found).toEqual(expected.sort())
})

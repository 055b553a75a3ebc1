/** The order of long texts, which are compared in blocks, is that of their UTF-8 bytes. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { compareText } from '../../../src/types/strings/text.js'

test('texts that differ around the ends of blocks', () => {
  const letters = ['a', 'b', 'é', '\ue000', '\ufffd', '\u{1f600}', '\u{1f601}']
  for (const filler of ['x', 'é', '\u{1f600}']) {
    for (const length of [4090, 4094, 4095, 4096, 4097, 8191, 8192, 8193]) {
      const head = filler.repeat(Math.ceil(length / filler.length))
      for (const a of [...letters, '']) {
        for (const b of [...letters, '']) {
          const [left, right] = [head + a + filler.repeat(5000), head + b + filler.repeat(4999)]
          assert.equal(Math.sign(compareText(left, right)), Buffer.compare(Buffer.from(left), Buffer.from(right)))
        }
      }
    }
  }
})

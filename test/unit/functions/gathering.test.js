/**
 * Values made of many: the text that grows is the one concatenation makes, and what would not fit into memory fails
 * before it does not.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { GrowingText, grown } from '../../../src/functions/aggregates/gathering.js'

test('a growing text', () => {
  const text = new GrowingText('first')
  let expected = 'first'
  for (let number = 0; number < 10000; number++) {
    const part = number % 7 === 0 ? '' : `é${number}`
    text.add(part)
    expected += part
    if (number % 2500 === 0) assert.equal(text.toString(), expected)
  }
  assert.equal(text.toString(), expected)
  assert.equal(text.length, expected.length)
})

test('texts and lists have an end', () => {
  const text = new GrowingText('')
  const part = 'x'.repeat(1 << 20)
  assert.throws(() => { for (;;) text.add(part) }, { code: '53200' })
  assert.throws(() => { for (let bytes = 0; ;) bytes = grown(bytes, part) }, { code: '53200' })
  assert.throws(
    () => {
      for (let bytes = 0, many = new Uint8Array(1 << 24); ;) bytes = grown(bytes, many)
    },
    { code: '53200' },
  )
  assert.equal(grown(grown(0, null), 17), 16)
})

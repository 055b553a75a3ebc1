/**
 * Encodings with characters of several bytes: what they write they read, and pieces of COPY's data may end within a
 * character.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { PieceDecoder } from '../../../src/engine/commands/copy/encoding.js'
import { ENCODINGS, decodeText, encodeText } from '../../../src/types/strings/encodings.js'
import { isMultibyte, multibyte } from '../../../src/types/strings/multibyte.js'

/** Whose writing knows more than its reading allows, in PostgreSQL too. */
const READS_LESS = new Set(['JOHAB', 'EUC_TW'])

for (const encoding of ENCODINGS.filter(isMultibyte)) {
  test(`${encoding}: characters survive the way there and back`, () => {
    const characters = [...new Set(multibyte(encoding).characters)].filter((character) => character > 127)
    assert.ok(characters.length > 7000)
    let kept = 0
    for (const character of characters) {
      const text = String.fromCodePoint(character)
      const bytes = encodeText(encoding, text, true)
      if (bytes[0] === 63) continue // read, but written by nobody
      try {
        assert.equal(decodeText(encoding, bytes, 0, bytes.length), text)
        kept++
      } catch (error) {
        if (!READS_LESS.has(encoding)) throw error
      }
    }
    assert.ok(kept > characters.length * 0.9, `${kept} of ${characters.length}`)
  })

  test(`${encoding}: pieces end anywhere`, () => {
    const text = `a${[...new Set(multibyte(encoding).characters)]
      .filter((character) => character > 127 && encodeText(encoding, String.fromCodePoint(character), true)[0] !== 63)
      .map((character) => String.fromCodePoint(character))
      .filter((_, at) => at % 97 === 0)
      .join('b')}`
    const bytes = Buffer.from(encodeText(encoding, text))
    for (const size of [1, 2, 3, 5]) {
      const decoder = new PieceDecoder(encoding)
      let made = ''
      for (let at = 0; at < bytes.length; at += size)
        made += decoder.decode(bytes.subarray(at, at + size), at + size >= bytes.length)
      assert.equal(made, text)
    }
  })
}

test('a character cut off at the end is refused', () => {
  const decoder = new PieceDecoder('EUC_JP')
  assert.equal(String(decoder.decode(Buffer.from([0x61, 0xa4]), false)), 'a')
  assert.throws(() => decoder.decode(Buffer.alloc(0), true), { code: '22021' })
})

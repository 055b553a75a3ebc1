/**
 * Encodings whose characters have up to four bytes, to and from JavaScript's strings, character by character as
 * PostgreSQL has them (multibyte-tables.js, in the form scripts/extract-encodings.js describes). A table is unpacked
 * when its encoding is first used: 4 bytes per possible code, and a map back when something is written.
 */
import { inflateRawSync } from 'node:zlib'
import { hexText, invalidByteSequence, untranslatable } from '../../errors/data.js'
import { codeOf, GB18030_SECOND_PLANE, measureOf, promisedBytes, putCode } from './multibyte-codes.js'
import { MULTIBYTE } from './multibyte-tables.js'

/** @param {string} encoding */
export const isMultibyte = (encoding) => encoding in MULTIBYTE

/** @type {Map<string, Multibyte>} */
const known = new Map()

/** @param {string} encoding one that is known @returns {Multibyte} */
export function multibyte(encoding) {
  let table = known.get(encoding)
  if (table === undefined) known.set(encoding, table = new Multibyte(encoding))
  return table
}

export class Multibyte {
  /** @param {string} encoding */
  constructor(encoding) {
    this.encoding = encoding
    this.measure = measureOf(encoding)
    const packed = new Numbers(inflateRawSync(Buffer.from(MULTIBYTE[encoding], 'base64')))
    const count = packed.next()
    const gaps = packed.many(count)
    const steps = packed.many(count)
    const lengths = packed.many(count)
    let end = 0
    for (let run = 0; run < count; run++) end += gaps[run] + lengths[run]
    /** By code; 0: no character. */
    this.characters = new Uint32Array(end)
    let code = 0
    let character = 0
    for (let run = 0; run < count; run++) {
      code += gaps[run]
      character += steps[run] % 2 === 1 ? -(steps[run] + 1) / 2 : steps[run] / 2
      for (let left = lengths[run]; left > 0; left--) this.characters[code++] = character++
    }
    /** Codes of two characters. @type {Map<number, string>} */
    this.pairs = new Map()
    for (let left = packed.next(); left > 0; left--)
      this.pairs.set(packed.next(), String.fromCodePoint(packed.next(), packed.next()))
    /** Character and code where it is not the lowest one, 0: none. */
    this.exceptions = packed.many(2 * packed.next())
    /**
     * Made when something is written.
     * @type {{ codes: Map<number, number>, pairs: Map<string, number>, firsts: Set<number> } | null}
     */
    this.back = null
  }

  /**
   * How many of the bytes are whole characters, as far as that can be told: the rest may begin one.
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   * @returns {number} where the rest begins
   */
  wholeUntil(bytes, start, end) {
    let at = start
    while (at < end) {
      const length = bytes[at] < 128 ? 1 : this.measure(bytes, at, end)
      if (length > 0) { at += length; continue }
      // What is not valid even with more bytes behind it is for `decode` to refuse.
      if (at + promisedBytes(this.encoding, bytes, at, end) > end || (this.encoding === 'GB18030' && at + 4 > end))
        return at
      return end
    }
    return end
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   * @returns {string}
   * @throws {DbError} 22021, 22P05
   */
  decode(bytes, start, end) {
    const { encoding, measure, characters } = this
    let text = ''
    for (let at = start; at < end;) {
      const byte = bytes[at]
      if (byte < 128) {
        if (byte === 0) throw invalidByteSequence(encoding, '0x00')
        text += String.fromCharCode(byte)
        at++
        continue
      }
      const length = measure(bytes, at, end)
      if (length < 0) throw invalidByteSequence(encoding, hexText(this.#shown(bytes, at, end)))
      const code = codeOf(encoding, bytes, at, at + length)
      const character = code < characters.length ? characters[code] : 0
      if (character !== 0) text += String.fromCodePoint(character)
      else text += this.pairs.get(code) ?? this.#beyond(code) ?? this.#refuse(bytes, at, end)
      at += length
    }
    return text
  }

  /**
   * How many characters, whether they have an equivalent or not.
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   * @returns {number}
   * @throws {DbError} 22021
   */
  count(bytes, start, end) {
    let count = 0
    for (let at = start; at < end; count++) {
      const length = bytes[at] < 128 ? Math.sign(bytes[at]) : this.measure(bytes, at, end)
      if (length < 1) throw invalidByteSequence(this.encoding, hexText(this.#shown(bytes, at, end)))
      at += length
    }
    return count
  }

  /**
   * @param {string} text
   * @param {boolean} lenient a question mark for what it has not
   * @returns {Uint8Array}
   * @throws {DbError} 22P05
   */
  encode(text, lenient) {
    const { encoding } = this
    const { codes, pairs, firsts } = this.back ??= this.#turned()
    const bytes = new Uint8Array(4 * text.length)
    let at = 0
    for (let index = 0; index < text.length; index++) {
      const character = /** @type {number} */ (text.codePointAt(index))
      if (character < 128) { bytes[at++] = character; continue }
      if (character > 0xffff) index++
      if (firsts.has(character) && index + 1 < text.length) {
        const pair = pairs.get(String.fromCodePoint(character, /** @type {number} */ (text.codePointAt(index + 1))))
        if (pair !== undefined) {
          at = putCode(encoding, pair, bytes, at)
          index++
          continue
        }
      }
      const code =
        codes.get(character) ??
        (encoding === 'GB18030' && character > 0xffff ? GB18030_SECOND_PLANE + character - 0x10000 : 0)
      if (code !== 0) at = putCode(encoding, code, bytes, at)
      else if (lenient) bytes[at++] = 63
      else throw untranslatable(Buffer.from(String.fromCodePoint(character)), 'UTF8', encoding)
    }
    return bytes.subarray(0, at)
  }

  /** The lowest code of each character, but for the exceptions. */
  #turned() {
    /** @type {Map<number, number>} */
    const codes = new Map()
    for (let code = this.characters.length - 1; code > 0; code--)
      if (this.characters[code] !== 0) codes.set(this.characters[code], code)
    for (let at = 0; at < this.exceptions.length; at += 2) codes.set(this.exceptions[at], this.exceptions[at + 1])
    const pairs = new Map(Array.from(this.pairs, ([code, text]) => [text, code]))
    return {
      codes,
      pairs,
      firsts: new Set(Array.from(pairs.keys(), (text) => /** @type {number} */ (text.codePointAt(0)))),
    }
  }

  /** @param {number} code @returns {string | undefined} */
  #beyond(code) {
    const character = code - GB18030_SECOND_PLANE + 0x10000
    return this.encoding === 'GB18030' && character >= 0x10000 && character <= 0x10ffff
      ? String.fromCodePoint(character)
      : undefined
  }

  /** @param {Uint8Array} bytes @param {number} at @param {number} end @returns {never} */
  #refuse(bytes, at, end) {
    throw untranslatable(this.#shown(bytes, at, end), this.encoding, 'UTF8')
  }

  /** @param {Uint8Array} bytes @param {number} at @param {number} end */
  #shown(bytes, at, end) {
    return bytes.subarray(at, Math.min(end, at + promisedBytes(this.encoding, bytes, at, end)))
  }
}

/** Numbers of 7 bits a byte. */
class Numbers {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes
    this.at = 0
  }

  next() {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = this.bytes[this.at++]
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }

  /** @param {number} count */
  many(count) {
    const out = new Uint32Array(count)
    for (let at = 0; at < count; at++) out[at] = this.next()
    return out
  }
}

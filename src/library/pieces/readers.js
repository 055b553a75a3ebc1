/**
 * Long values that come in pieces, made into what a program sees, piece by piece: as values.js makes it at once. So
 * that a program's event loop goes on while an array of a million elements becomes one.
 */
import { outputConverter } from '../values.js'
import { ArrayReader } from './array-reader.js'
import { JsonReader } from './json-reader.js'

/** @import { Types } from '../../engine/door/door.js' */
/** @import { ValueOptions } from '../values.js' */
/** @import { Reader } from './array-reader.js' */

const BYTEA = 17
const BACKSLASH = 92
/** int2vector, oidvector: numbers with blanks between them. */
const VECTORS = new Set([22, 30])
const JSON_TYPES = new Set([114, 3802])

/** What is only put together before it is made into something. @implements {Reader} */
class TextReader {
  #text = ''

  /** @param {(text: string) => unknown} make */
  constructor(make) { this.make = make }

  /** @param {string} piece */
  add(piece) { this.#text += piece }

  end() { return this.make(this.#text) }
}

/** `\x01ff`; as bytea_output = escape has it: `\\`, `\001`. @implements {Reader} */
class BytesReader {
  /** @type {Buffer[]} */
  #parts = []
  #rest = ''
  /** @type {boolean | null} */
  #isHex = null

  /** @param {number} length of the text, if it is known: all bytes have their place then */
  constructor(length) {
    this.bytes = Buffer.allocUnsafe(Math.max(0, length - 2) >> 1)
    this.at = 0
  }

  /** @param {string} piece */
  add(piece) {
    let text = this.#rest + piece
    if (this.#isHex === null) {
      if (text.length < 2) { this.#rest = text; return }
      this.#isHex = text.startsWith('\\x')
      if (this.#isHex) text = text.slice(2)
    }
    const used = this.#isHex ? this.#hex(text) : this.#escaped(text)
    this.#rest = text.slice(used)
  }

  /** @param {string} text @returns {number} characters that were read */
  #hex(text) {
    const used = text.length & ~1
    const digits = used === text.length ? text : text.slice(0, used)
    if (this.bytes.length > 0) this.at += this.bytes.write(digits, this.at, 'hex')
    else this.#parts.push(Buffer.from(digits, 'hex'))
    return used
  }

  /** @param {string} text @returns {number} characters that were read */
  #escaped(text) {
    const bytes = Buffer.allocUnsafe(text.length)
    let [at, to] = [0, 0]
    for (; at < text.length; to++) {
      const unit = text.charCodeAt(at)
      const isEscape = unit === BACKSLASH
      const length = !isEscape ? 1 : text.charCodeAt(at + 1) === BACKSLASH ? 2 : 4
      if (at + length > text.length) break
      bytes[to] = length < 4 ? unit : parseInt(text.slice(at + 1, at + 4), 8)
      at += length
    }
    this.#parts.push(bytes.subarray(0, to))
    return at
  }

  end() {
    return this.#parts.length === 0 ? this.bytes.subarray(0, this.at) : Buffer.concat(this.#parts)
  }
}

/** @implements {Reader} */
class VectorReader {
  /** @type {number[]} */
  #all = []
  #rest = ''

  /** @param {string} piece */
  add(piece) {
    const words = (this.#rest + piece).split(' ')
    this.#rest = /** @type {string} */ (words.pop())
    for (const word of words) this.#all.push(Number(word))
  }

  end() {
    if (this.#rest !== '') this.#all.push(Number(this.#rest))
    return this.#all
  }
}

/**
 * @param {number} type OID @param {Types} types of a server @param {ValueOptions} options
 * @returns {(text: string) => unknown} what a text of the server's is to the program
 */
function maker(type, types, options) {
  const decode = types.decoder?.(type) ?? null
  const convert = outputConverter(type, types, options)
  if (decode === null) return convert ?? same
  return convert === null ? decode : (text) => convert(decode(text))
}

/** @template T @param {T} value @returns {T} */
const same = (value) => value

/**
 * @param {number} type OID @param {Types} types of a server @param {ValueOptions} options
 * @param {number} [length] of the text, if it is known
 * @returns {Reader}
 */
export function readerOf(type, types, options, length = 0) {
  if (options.parsers[type] !== undefined) return new TextReader(maker(type, types, options))
  if (JSON_TYPES.has(type)) return new JsonReader()
  if (type === BYTEA) return new BytesReader(length)
  if (VECTORS.has(type)) return new VectorReader()
  const { category, elementType } = types.typeOps(type)
  if (category !== 'A' || elementType === 0) return new TextReader(maker(type, types, options))
  return new ArrayReader(types.typeOps(elementType).delimiter ?? ',', maker(elementType, types, options),
    () => readerOf(elementType, types, options))
}

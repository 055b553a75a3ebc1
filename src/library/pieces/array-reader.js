/**
 * An array's text as a server writes it, `[0:1]={1,NULL,"a \"b\""}`, that comes in pieces: nested arrays of what the
 * program is to see.
 */
import { LongArray, filled } from './long-array.js'

/** @import { Filling } from './long-array.js' */

/** Characters of an element from which on it is read piece by piece itself. */
const LONG_UNITS = 1 << 14

const QUOTE = 34
const BACKSLASH = 92
const OPEN = 123
const CLOSE = 125

/**
 * Of a value that comes in pieces.
 * @typedef {object} Reader
 * @property {(piece: string) => void} add
 * @property {() => unknown} end
 * @property {() => Generator<void, void, void>} [finish] what `end` would do at once, in slices, before it is called
 */

export class ArrayReader {
  /**
   * @param {string} delimiter @param {(text: string) => unknown} element what the program sees of one
   * @param {() => Reader} reader of a long one
   */
  constructor(delimiter, element, reader) {
    this.delimiter = delimiter.charCodeAt(0)
    this.element = element
    this.reader = reader
    this.text = ''
    /** Bounds in front of the braces are passed over. */
    this.hasBegun = false
    /** What is open, the innermost last. @type {LongArray[]} */
    this.arrays = []
    /** It has come whole. @type {LongArray | null} */
    this.outermost = null
    /** @type {unknown[]} */
    this.all = []
    /** @type {Filling[]} */
    this.fillings = []
    /** Of an element that is long. @type {Reader | null} */
    this.long = null
    this.isQuoted = false
  }

  /** @param {string} piece */
  add(piece) {
    this.text += piece
    if (!this.hasBegun) {
      const at = this.text.indexOf('{')
      if (at < 0) return
      this.text = this.text.slice(at)
      this.hasBegun = true
    }
    const { text } = this
    let at = this.long === null ? 0 : this.goOn(0)
    while (at < text.length) {
      const unit = text.charCodeAt(at)
      if (unit === OPEN) this.arrays.push(new LongArray())
      else if (unit === CLOSE) this.close()
      else if (unit !== this.delimiter) {
        const end = this.read(at)
        if (end < 0) break
        at = end
        continue
      }
      at++
    }
    this.text = text.slice(at)
  }

  /** @returns {Generator<void, void, void>} */
  *finish() {
    if (this.outermost === null) return
    yield
    this.all = this.outermost.end(this.fillings)
    this.outermost = null
    yield* filled(this.fillings)
  }

  /** @returns {unknown[]} */
  end() {
    if (!this.hasBegun || this.arrays.length > 0) throw new SyntaxError('Unexpected end of an array')
    for (const steps = this.finish(); !steps.next().done;) { /* at once, where nobody did it before */ }
    return this.all
  }

  close() {
    const array = this.arrays.pop() ?? null
    if (this.arrays.length === 0) this.outermost = array
    else if (array !== null) this.push(array.end(this.fillings))
  }

  /** @param {unknown} value */
  push(value) { this.arrays[this.arrays.length - 1].push(value) }

  /** @param {number} start of an element @returns {number} behind it; negative: more of it has to come */
  read(start) {
    const { text, delimiter } = this
    const { length } = text
    let at = start
    let isEscaped = false
    if (text.charCodeAt(start) === QUOTE) {
      for (at++; at < length; at++) {
        const unit = text.charCodeAt(at)
        if (unit === BACKSLASH) {
          isEscaped = true
          at++
        } else if (unit === QUOTE) {
          const body = text.slice(start + 1, at)
          this.push(this.element(isEscaped ? body.replace(ESCAPES, '$1') : body))
          return at + 1
        }
      }
    } else {
      for (; at < length; at++) {
        const unit = text.charCodeAt(at)
        if (unit !== delimiter && unit !== CLOSE) continue
        const body = text.slice(start, at)
        this.push(body === 'NULL' ? null : this.element(body))
        return at
      }
    }
    if (length - start < LONG_UNITS) return -1
    this.long = this.reader()
    this.isQuoted = text.charCodeAt(start) === QUOTE
    return this.goOn(this.isQuoted ? start + 1 : start)
  }

  /** @param {number} start where a long element goes on @returns {number} behind what could be read of it */
  goOn(start) {
    const { text, delimiter, isQuoted } = this
    const long = /** @type {Reader} */ (this.long)
    let at = start
    let isEscaped = false
    for (; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      if (isQuoted && unit === BACKSLASH) {
        if (at + 1 === text.length) break
        isEscaped = true
        at++
      } else if (isQuoted ? unit === QUOTE : unit === delimiter || unit === CLOSE) {
        long.add(body(text, start, at, isEscaped))
        this.push(long.end())
        this.long = null
        return isQuoted ? at + 1 : at
      }
    }
    long.add(body(text, start, at, isEscaped))
    return at
  }
}

const ESCAPES = /\\(.)/gs

/** @param {string} text @param {number} from @param {number} to @param {boolean} isEscaped */
const body = (text, from, to, isEscaped) =>
  isEscaped ? text.slice(from, to).replace(ESCAPES, '$1') : text.slice(from, to)

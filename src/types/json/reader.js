/**
 * jsonb's reading of a text, straight into stored bytes (jsonb.js): no tree in between, so a document of a hundred
 * megabytes is a buffer and a few short lists. A container's values are written where they come; when it ends they make
 * room for its header, or take the order of their keys. The reading can stop between tokens and go on later.
 */
import { atOnce } from '../../util/effort.js'
import { sortedSteps } from '../../util/sorted-steps.js'
import { encodeNumeric, numericEncodedBytes } from '../numbers/numeric-stored.js'
import { encodeUtf8, utf8Bytes } from '../strings/text.js'
import { ARRAY, FALSE, Jsonb, NULL, NUMBER, OBJECT, STRING, TRUE, writeU32 } from './jsonb.js'
import {
  ARRAY_END, ARRAY_START, COLON, COMMA, END, FALSE as FALSE_TOKEN, JsonLexer, NESTING_MAX, nestedTooDeeply,
  NULL as NULL_TOKEN, NUMBER as NUMBER_TOKEN, OBJECT_END, OBJECT_START, STRING as STRING_TOKEN, TRUE as TRUE_TOKEN,
} from './lexer.js'
import { compareKeys } from './node.js'
import { numberNode } from './parse.js'

/** @template T @typedef {import('../../util/effort.js').Steps<T>} Steps */

/** Shorter stretches are moved byte by byte. */
const SHORT_BYTES = 48
/** An object of more keys ends in steps; keys between two rests. */
const KEYS_AT_ONCE = 20_000
const RESTS = 4096

export class JsonbReader {
  /** @param {string} text @param {Uint8Array} bytes room to begin with */
  constructor(text, bytes) {
    this.lex = new JsonLexer(text, true)
    this.bytes = bytes
    /** end of what is written */
    this.at = 0
    /** Ends of the values of open containers @type {number[]} */
    this.ends = []
    /** Keys of open objects @type {string[]} */
    this.keys = []
    /** Open containers: where their values begin in `bytes`, in `ends`, in `keys` (-1: an array) @type {number[]} */
    this.starts = []
    /** @type {number[]} */
    this.firstEnds = []
    /** @type {number[]} */
    this.firstKeys = []
    /** An object of very many keys that has ended: what is left to do with it. @type {Steps<void> | null} */
    this.closing = null
    this.started = false
    this.done = false
  }

  /**
   * Reads so many values and containers at most.
   * @param {number} steps
   * @returns {boolean} whether it is done; 22P02, 22P05, 54001
   */
  read(steps) {
    const { lex } = this
    if (!this.started) {
      this.started = true
      lex.next()
    }
    while (!this.done && steps-- > 0) {
      if (this.closing !== null) {
        if (this.closing.next().done) {
          this.closing = null
          this.afterValue()
        } else steps -= RESTS
      } else if (this.value()) this.afterValue()
    }
    return this.done
  }

  /**
   * The value whose first token the lexer stands on.
   * @returns {boolean} false: it is a container that holds something, and was entered
   */
  value() {
    const { lex } = this
    switch (lex.token) {
      case STRING_TOKEN: {
        const { value } = lex
        this.ensure(1 + 3 * value.length)
        this.bytes[this.at] = STRING
        this.at = encodeUtf8(value, this.bytes, this.at + 1)
        break
      }
      case NUMBER_TOKEN: {
        const number = numberNode(lex.text.slice(lex.start, lex.end))
        this.ensure(1 + numericEncodedBytes(number))
        this.bytes[this.at] = NUMBER
        this.at = encodeNumeric(number, this.bytes, this.at + 1)
        break
      }
      case TRUE_TOKEN: this.tag(TRUE); break
      case FALSE_TOKEN: this.tag(FALSE); break
      case NULL_TOKEN: this.tag(NULL); break
      case OBJECT_START: {
        this.enter(this.keys.length)
        lex.next()
        if (lex.is(STRING_TOKEN)) {
          this.key()
          return false
        }
        lex.expect(OBJECT_END, 'object')
        this.endObject()
        return true
      }
      case ARRAY_START: {
        this.enter(-1)
        lex.next()
        if (!lex.is(ARRAY_END)) return false
        lex.next()
        this.endArray()
        return true
      }
      default: throw lex.unexpected('value')
    }
    lex.next()
    return true
  }

  /** A value has ended: so do the containers it is the last of. */
  afterValue() {
    const { lex } = this
    for (;;) {
      const depth = this.starts.length
      if (depth === 0) {
        if (!lex.is(END)) throw lex.unexpected('end')
        this.done = true
        return
      }
      this.ends.push(this.at)
      const inArray = this.firstKeys[depth - 1] < 0
      if (lex.is(COMMA)) {
        lex.next()
        if (!inArray) {
          if (!lex.is(STRING_TOKEN)) throw lex.unexpected('string')
          this.key()
        }
        return
      }
      if (inArray) {
        lex.expect(ARRAY_END, 'arrayNext')
        this.endArray()
      } else {
        lex.expect(OBJECT_END, 'objectNext')
        if (this.ends.length - this.firstEnds[depth - 1] > KEYS_AT_ONCE) {
          this.closing = this.endLarge()
          return
        }
        this.endObject()
      }
    }
  }

  key() {
    const { lex } = this
    this.keys.push(lex.value)
    lex.next()
    lex.expect(COLON, 'colon')
  }

  /** @param {number} tag */
  tag(tag) {
    this.ensure(1)
    this.bytes[this.at++] = tag
  }

  /** @param {number} firstKey */
  enter(firstKey) {
    if (this.starts.length > NESTING_MAX) throw nestedTooDeeply()
    this.starts.push(this.at)
    this.firstEnds.push(this.ends.length)
    this.firstKeys.push(firstKey)
  }

  endArray() {
    const start = /** @type {number} */ (this.starts.pop())
    const first = /** @type {number} */ (this.firstEnds.pop())
    this.firstKeys.pop()
    const { ends } = this
    const count = ends.length - first
    const header = 5 + 4 * count
    this.ensure(header)
    const { bytes } = this
    move(bytes, start + header, start, this.at)
    bytes[start] = ARRAY
    writeU32(bytes, start + 1, count)
    for (let i = 0; i < count; i++) writeU32(bytes, start + 5 + 4 * i, ends[first + i] - start)
    this.at += header
    ends.length = first
  }

  endObject() {
    const start = /** @type {number} */ (this.starts.pop())
    const first = /** @type {number} */ (this.firstEnds.pop())
    const firstKey = /** @type {number} */ (this.firstKeys.pop())
    const { ends, keys } = this
    const count = ends.length - first
    let keyUnits = 0
    let isPlain = true
    for (let i = 0; i < count; i++) {
      const key = keys[firstKey + i]
      keyUnits += key.length
      isPlain = isPlain && utf8Bytes(key) === key.length && (i === 0 || compareKeys(keys[firstKey + i - 1], key) < 0)
    }
    if (isPlain) {
      const header = 5 + 8 * count
      this.ensure(header + keyUnits)
      const { bytes } = this
      move(bytes, start + header + keyUnits, start, this.at)
      bytes[start] = OBJECT
      writeU32(bytes, start + 1, count)
      const data = start + header
      let end = data
      for (let i = 0; i < count; i++) {
        end = encodeUtf8(keys[firstKey + i], bytes, end)
        writeU32(bytes, start + 5 + 4 * i, end - data)
      }
      for (let i = 0; i < count; i++) writeU32(bytes, start + 5 + 4 * (count + i), ends[first + i] - start + keyUnits)
      this.at += header + keyUnits
    } else this.inOrder(start, first, firstKey, count, 3 * keyUnits)
    ends.length = first
    keys.length = firstKey
  }

  /** `endObject` with rests. @returns {Steps<void>} */
  * endLarge() {
    const start = /** @type {number} */ (this.starts.pop())
    const first = /** @type {number} */ (this.firstEnds.pop())
    const firstKey = /** @type {number} */ (this.firstKeys.pop())
    const { ends, keys } = this
    const count = ends.length - first
    let keyUnits = 0
    const places = new Array(count)
    for (let i = 0; i < count; i++) {
      keyUnits += keys[firstKey + i].length
      places[i] = i
      if (i % RESTS === 0) yield
    }
    const order = (/** @type {number} */ a, /** @type {number} */ b) =>
      compareKeys(keys[firstKey + a], keys[firstKey + b]) || a - b
    yield* this.putTogether(start, first, firstKey, yield* sortedSteps(places, order), 3 * keyUnits)
    ends.length = first
    keys.length = firstKey
  }

  /**
   * An object whose keys are not ASCII, or come in another order or twice, is put together behind its values and then
   * moved over them.
   * @param {number} start
   * @param {number} first
   * @param {number} firstKey
   * @param {number} count
   * @param {number} keyBytes
   */
  inOrder(start, first, firstKey, count, keyBytes) {
    const { keys } = this
    const places = new Array(count)
    for (let i = 0; i < count; i++) places[i] = i
    places.sort((a, b) => compareKeys(keys[firstKey + a], keys[firstKey + b]) || a - b)
    atOnce(this.putTogether(start, first, firstKey, places, keyBytes))
  }

  /**
   * @param {number} start @param {number} first @param {number} firstKey
   * @param {number[]} places of the values in the order of their keys @param {number} keyBytes at most
   * @returns {Steps<void>}
   */
  * putTogether(start, first, firstKey, places, keyBytes) {
    const { ends, keys } = this
    const count = places.length
    // Of equal keys the last counts.
    let kept = 0
    for (let i = 0; i < count; i++) {
      if (i + 1 === count || keys[firstKey + places[i]] !== keys[firstKey + places[i + 1]]) places[kept++] = places[i]
      if (i % RESTS === RESTS - 1) yield
    }
    const image = this.at
    this.ensure(5 + 8 * kept + keyBytes + (image - start))
    const { bytes } = this
    bytes[image] = OBJECT
    writeU32(bytes, image + 1, kept)
    const data = image + 5 + 8 * kept
    let end = data
    for (let i = 0; i < kept; i++) {
      end = encodeUtf8(keys[firstKey + places[i]], bytes, end)
      writeU32(bytes, image + 5 + 4 * i, end - data)
      if (i % RESTS === RESTS - 1) yield
    }
    for (let i = 0; i < kept; i++) {
      const place = places[i]
      const from = place === 0 ? start : ends[first + place - 1]
      const to = ends[first + place]
      move(bytes, end, from, to)
      end += to - from
      writeU32(bytes, image + 5 + 4 * (kept + i), end - data)
      if (i % RESTS === RESTS - 1) yield
    }
    move(bytes, start, image, end)
    this.at = start + end - image
  }

  /** Room for so many bytes more. @param {number} byteCount */
  ensure(byteCount) {
    if (this.at + byteCount <= this.bytes.length) return
    const bytes = new Uint8Array(Math.max(this.bytes.length * 2, this.at + byteCount))
    bytes.set(this.bytes.subarray(0, this.at))
    this.bytes = bytes
  }

  /** @returns {Jsonb} of its own */
  result() {
    return new Jsonb(this.bytes.slice(0, this.at), 0, this.at)
  }
}


/**
 * bytes[from, to) to `target`.
 * @param {Uint8Array} bytes
 * @param {number} target
 * @param {number} from
 * @param {number} to
 */
function move(bytes, target, from, to) {
  if (to - from > SHORT_BYTES) bytes.copyWithin(target, from, to)
  else if (target > from) for (let i = to - from - 1; i >= 0; i--) bytes[target + i] = bytes[from + i]
  else for (let i = 0; i < to - from; i++) bytes[target + i] = bytes[from + i]
}

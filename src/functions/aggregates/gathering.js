/**
 * Values that gather what comes in: arrays, texts, documents. One value is held in memory whole, so it has an end:
 * max_value_size, where PostgreSQL's is 1 GB. Far beyond, JavaScript would not fail but end the process.
 */
import { charge } from '../../errors/value-size.js'

/** Texts gathered before they become one: a string made of many holds on to all of them, at some 60 bytes each. */
const PARTS_MAX = 4096

/** @param {any} value @returns {number} roughly what it occupies in a list */
function bytesOf(value) {
  switch (typeof value) {
    case 'string':
      return 32 + value.length
    case 'bigint':
      return 32
    case 'object':
      return value === null
        ? 8
        : 72 + (value.values === undefined ? (value.byteLength ?? value.length ?? 0) : 16 * value.values.length)
    default:
      return 8
  }
}

/** @param {number} bytes so far @param {any} value one more @returns {number} @throws {DbError} 54000 */
export function grown(bytes, value) {
  const sum = bytes + bytesOf(value)
  charge(sum, 'a gathered value')
  return sum
}

/** A text that grows. */
export class GrowingText {
  /** @param {string} text */
  constructor(text) {
    this.text = text
    this.length = text.length
    /** @type {string[]} */
    this.parts = []
  }

  /** @param {string} text */
  add(text) {
    this.length += text.length
    charge(this.length, 'a text')
    if (this.parts.push(text) === PARTS_MAX) this.settle()
  }

  settle() {
    this.text += this.parts.join('')
    this.parts.length = 0
  }

  toString() {
    if (this.parts.length > 0) this.settle()
    return this.text
  }
}

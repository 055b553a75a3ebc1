/** JSON of megabytes read in steps: JSON.parse cannot rest. Only of texts that JSON.stringify wrote. */
import { isTired } from './effort.js'

/** @template T @typedef {import('./effort.js').Steps<T>} Steps */
/** @typedef {{ [key: string]: unknown }} JsonObject */

/** Values read between two looks whether to rest. */
const MANY = 2048
/** What a text shorter than this holds is read at once. */
const LONG_TEXT = 200_000
const PLAIN = /[-+.\w]+/y

/**
 * @param {string} text
 * @param {(object: JsonObject) => unknown} revive what stands for an object, its fields being revived
 * @returns {Steps<unknown>}
 */
export function* parseInSteps(text, revive) {
  if (text.length < LONG_TEXT) return revivedAll(JSON.parse(text), revive)
  /** Arrays and objects that are open, and the key each field of those has. @type {(JsonObject | unknown[])[]} */
  const open = []
  /** @type {string[]} */
  const keys = []
  let at = 0
  for (let count = 1; ; count++) {
    if (count % MANY === 0 && isTired()) yield
    /** @type {unknown} */
    let value
    switch (text.charCodeAt(at)) {
      case OBJECT: case ARRAY: {
        const isArray = text.charCodeAt(at++) === ARRAY
        const made = isArray ? [] : {}
        if (text.charCodeAt(at) !== (isArray ? ARRAY_END : OBJECT_END)) {
          open.push(made)
          if (!isArray) at = readKey()
          continue
        }
        at++
        value = isArray ? made : revive(made)
        break
      }
      case QUOTE: {
        const end = stringEnd(text, at)
        value = JSON.parse(text.slice(at, end))
        at = end
        break
      }
      default: {
        PLAIN.lastIndex = at
        const [word] = /** @type {RegExpExecArray} */ (PLAIN.exec(text))
        value = JSON.parse(word)
        at += word.length
      }
    }
    // What is complete belongs to the innermost that is open, which may be complete by that, too.
    for (;;) {
      if (open.length === 0) return value
      const into = open[open.length - 1]
      if (Array.isArray(into)) into.push(value)
      else into[/** @type {string} */ (keys.pop())] = value
      if (text.charCodeAt(at++) === COMMA) {
        if (!Array.isArray(into)) at = readKey()
        break
      }
      open.pop()
      value = Array.isArray(into) ? into : revive(into)
    }
  }

  /** The key at hand. @returns {number} where its value begins */
  function readKey() {
    const end = stringEnd(text, at)
    keys.push(JSON.parse(text.slice(at, end)))
    return end + 1
  }
}

const [QUOTE, COMMA, ARRAY, ARRAY_END, OBJECT, OBJECT_END, BACKSLASH] = [...'",[]{}\\'].map((sign) =>
  sign.charCodeAt(0))

/** Behind the string that begins at `at`. @param {string} text @param {number} at */
function stringEnd(text, at) {
  for (let end = text.indexOf('"', at + 1); ; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++
    if (escapes % 2 === 0) return end + 1
  }
}

/** @param {unknown} value @param {(object: JsonObject) => unknown} revive @returns {unknown} */
function revivedAll(value, revive) {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item) => revivedAll(item, revive))
  const object = /** @type {JsonObject} */ (value)
  for (const key of Object.keys(object))
    if (typeof object[key] === 'object') object[key] = revivedAll(object[key], revive)
  return revive(object)
}

/**
 * Parts of a stored jsonb as stretches of the memory it lies in, for whoever looks at them and lets go before that
 * memory moves.
 */
import { ARRAY, countOf, elementView as elementOf, findKeyBytes, Jsonb, OBJECT, valueView } from './jsonb.js'

/**
 * A column of the tuple at `at` in pool memory.
 * @param {Uint8Array} bytes
 * @param {DataView} view
 * @param {number} start
 * @param {number} at
 * @param {number} endWord bit 15: stored elsewhere
 * @param {any} layout
 * @param {number} index @returns {Jsonb}
 */
export const viewOf = (bytes, view, start, at, endWord, layout, index) =>
  endWord < 32768 ? new Jsonb(bytes, start, at + endWord) : layout.readVar(index, bytes, view, at)

/** @param {Jsonb | null} value @param {Uint8Array} name UTF-8 @returns {Jsonb | null} */
export function fieldView(value, name) {
  if (value === null || value.tag !== OBJECT) return null
  const at = findKeyBytes(value, name)
  return at < 0 ? null : valueView(value, at)
}

/**
 * A scalar counts as an array of one.
 * @param {Jsonb | null} value
 * @param {number} index negative: from the end
 * @returns {Jsonb | null}
 */
export function elementView(value, index) {
  if (value === null || value.tag === OBJECT) return null
  const count = value.tag === ARRAY ? countOf(value) : 1
  const at = index < 0 ? index + count : index
  if (at < 0 || at >= count) return null
  return value.tag === ARRAY ? elementOf(value, at) : value
}

/**
 * @param {Jsonb | null} value
 * @param {{ name: Uint8Array, index: number }[]} path index NaN: no number
 * @returns {Jsonb | null}
 */
export function followView(value, path) {
  for (const { name, index } of path) {
    if (value === null) return null
    if (value.tag === OBJECT) value = fieldView(value, name)
    else value = value.tag === ARRAY && index === index ? elementView(value, index) : null
  }
  return value
}

/** A datum of its own. @param {Jsonb | null} value @returns {Jsonb | null} */
export const keepView = (value) =>
  value === null ? null : new Jsonb(value.bytes.slice(value.start, value.end), 0, value.end - value.start)

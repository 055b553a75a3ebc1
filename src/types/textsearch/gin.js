/**
 * What gin indexes keep of a vector, and what they are asked for a query: a key per lexeme, its bytes and a zero. Of
 * long lexemes only the beginning; the row decides.
 */
import { AND, NOT, OR, PHRASE, WORD } from './query.js'
import { lengthOf } from './vector.js'
/** @import { GinQuery } from '../gin.js' */
/** @import { KeySink } from '../key-sink.js' */
/** @import { QueryNode } from './query.js' */
/** @import { TsVector } from './vector.js' */

/** The class of keys (types/gin.js). */
const LEXEME = 12
const KEPT_BYTES_MAX = 120

/** @param {number} column @param {Uint8Array} bytes @param {number} start @param {number} length of the lexeme */
function lexemeKey(column, bytes, start, length) {
  const kept = length < KEPT_BYTES_MAX ? length : KEPT_BYTES_MAX
  const key = new Uint8Array(3 + kept)
  key[0] = column
  key[1] = LEXEME
  for (let i = 0; i < kept; i++) key[2 + i] = bytes[start + i]
  return key
}

/** @param {TsVector} vector @param {number} column @param {KeySink} keys */
export function collectLexemes(vector, column, keys) {
  const { bytes, count } = vector
  for (let index = 0; index < count; index++) {
    const entry = vector.entry(index)
    const start = vector.start(entry)
    const length = lengthOf(entry)
    const kept = length < KEPT_BYTES_MAX ? length : KEPT_BYTES_MAX
    let to = keys.open(3 + kept)
    const out = keys.bytes
    out[to++] = column
    out[to++] = LEXEME
    for (let at = start; at < start + kept; at++) out[to++] = bytes[at]
    out[to] = 0
  }
}

/**
 * @param {QueryNode | null} root
 * @param {number} column
 * @param {Uint8Array} every the key that every row has
 * @returns {GinQuery}
 */
export function lexemeQuery(root, column, every) {
  if (root === null) return { all: false, keys: [] }
  return asked(root, column) ?? { all: true, keys: [every] }
}

/** @param {QueryNode} node @param {number} column @returns {GinQuery | null} null: any row may satisfy it */
function asked(node, column) {
  if (node.kind === WORD) {
    const { bytes } = node
    const key = lexemeKey(column, bytes, 0, bytes.length)
    if (!node.prefix) return { all: true, keys: [key] }
    const from = key.subarray(0, key.length - 1)
    return { all: false, keys: [], ranges: [[from, from]] }
  }
  if (node.kind === NOT) return null
  const left = asked(/** @type {QueryNode} */ (node.left), column)
  const right = asked(/** @type {QueryNode} */ (node.right), column)
  if (node.kind === OR) return left === null || right === null ? null : joined(false, left, right)
  if (left === null || right === null) return left ?? right
  return joined(node.kind === AND || node.kind === PHRASE, left, right)
}

/** @param {boolean} all @param {GinQuery} left @param {GinQuery} right @returns {GinQuery} */
function joined(all, left, right) {
  const keys = [left, right].flatMap((part) => isPlain(part, all) ? part.keys : [])
  const parts = [left, right].filter((part) => !isPlain(part, all))
  return { all, keys, parts }
}

/**
 * Keys alone, of which all or one are wanted, as of what it is to be part of.
 * @param {GinQuery} part
 * @param {boolean} all
 */
const isPlain = (part, all) =>
  part.parts === undefined && part.ranges === undefined && (part.all === all || part.keys.length === 1)


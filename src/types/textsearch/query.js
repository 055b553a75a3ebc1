/**
 * tsquery: a tree of operators over words. Stored as the binary protocol sends it: nodes in prefix order, an operator's
 * right side before its left one.
 *
 *   query    = u32 node count, node …
 *   word     = 1, weights (u8, bit 3 A … bit 0 D; 0: any), prefix (u8), UTF-8 bytes, 0
 *   operator = 2, kind (u8: 1 not, 2 and, 3 or, 4 phrase), of a phrase: distance (u16)          numbers big-endian
 */
import { malformedBinary, queryValueTooBig } from '../../errors/text-search.js'
import { compareText, utf8Bytes, utf8Of } from '../strings/text.js'
import { decodeUtf8 } from '../strings/utf8.js'
import { quotedWord } from './words.js'

export const WORD = 0
export const NOT = 1
export const AND = 2
export const OR = 3
export const PHRASE = 4

/** Bytes of all words, each with the zero behind it. */
export const WORDS_BYTES_MAX = (1 << 20) - 1
const DEPTH_MAX = 10_000

/** A word or an operator: one shape. NOT has only `left`. */
export class QueryNode {
  /**
   * @param {number} kind
   * @param {QueryNode | null} left @param {QueryNode | null} right
   * @param {string} word @param {number} weights @param {boolean} prefix
   * @param {number} distance
   */
  constructor(kind, left, right, word, weights, prefix, distance) {
    this.kind = kind
    this.left = left
    this.right = right
    this.word = word
    this.weights = weights
    this.prefix = prefix
    this.distance = distance
    /** UTF-8 of the word, when asked for @type {Uint8Array | null} */
    this.utf8 = null
  }

  get bytes() {
    return (this.utf8 ??= utf8Of(this.word))
  }
}

/** @param {string} word @param {number} [weights] @param {boolean} [prefix] */
export const wordNode = (word, weights = 0, prefix = false) =>
  new QueryNode(WORD, null, null, word, weights, prefix, 0)
/** @param {QueryNode} operand */
export const notNode = (operand) => new QueryNode(NOT, operand, null, '', 0, false, 0)
/** @param {number} kind @param {QueryNode} left @param {QueryNode} right @param {number} [distance] */
export const operatorNode = (kind, left, right, distance = 0) =>
  new QueryNode(kind, left, right, '', 0, false, distance)

export class TsQuery {
  /** @param {QueryNode | null} root null: an empty query */
  constructor(root) {
    this.root = root
    /** nodes and bytes of words, when asked for */
    this.nodes = -1
    this.wordBytes = 0
  }

  /** Nodes. */
  get size() {
    if (this.nodes < 0) this.measure()
    return this.nodes
  }

  /** What it occupies in PostgreSQL, which its order goes by. */
  get varSize() {
    return 8 + 12 * this.size + this.wordBytes
  }

  /** For whoever counts memory. */
  get byteLength() {
    return this.varSize
  }

  measure() {
    this.nodes = 0
    this.wordBytes = 0
    walk(this.root, (node) => {
      this.nodes++
      if (node.kind === WORD) this.wordBytes += utf8Bytes(node.word) + 1
    })
  }

  /** @throws {DbError} 54000 @param {string} text it was made of */
  checkSize(text) {
    if (this.size > 0 && this.wordBytes > WORDS_BYTES_MAX) throw queryValueTooBig(text)
  }
}

/**
 * Nodes in stored order.
 * @param {QueryNode | null} root
 * @param {(node: QueryNode) => void} visit
 */
export function walk(root, visit) {
  if (root === null) return
  const stack = [root]
  for (;;) {
    const node = stack.pop()
    if (node === undefined) return
    visit(node)
    if (node.left !== null) stack.push(node.left)
    if (node.right !== null) stack.push(node.right)
  }
}

/** @param {QueryNode | null} root @returns {QueryNode[]} words in stored order */
export function wordsOf(root) {
  /** @type {QueryNode[]} */
  const words = []
  walk(root, (node) => {
    if (node.kind === WORD) words.push(node)
  })
  return words
}

// ---- text

const PRIORITY = [5, 4, 2, 1, 3]
const SIGN = ['', '!', ' & ', ' | ', '']

/** @param {TsQuery} query */
export const formatQuery = ({ root }) => (root === null ? '' : printed(root, -1, false))

/**
 * @param {QueryNode} node
 * @param {number} outer priority of what it stands in
 * @param {boolean} rightOfPhrase a phrase there needs parentheses
 * @returns {string}
 */
function printed(node, outer, rightOfPhrase) {
  const { kind } = node
  if (kind === WORD) return printedWord(node)
  const priority = PRIORITY[kind]
  const left = /** @type {QueryNode} */ (node.left)
  let text = ''
  if (kind === NOT) text = `!${printed(left, priority, false)}`
  else {
    const sign = kind === PHRASE ? (node.distance === 1 ? ' <-> ' : ` <${node.distance}> `) : SIGN[kind]
    const right = printed(/** @type {QueryNode} */ (node.right), priority, kind === PHRASE)
    text = printed(left, priority, false) + sign + right
  }
  return priority < outer || (kind === PHRASE && rightOfPhrase) ? `( ${text} )` : text
}

/** @param {QueryNode} node */
function printedWord({ word, weights, prefix }) {
  if (weights === 0 && !prefix) return quotedWord(word)
  let marks = prefix ? '*' : ''
  for (let bit = 3; bit >= 0; bit--) if (weights & (1 << bit)) marks += 'DCBA'[bit]
  return `${quotedWord(word)}:${marks}`
}

// ---- bytes

/** @param {TsQuery} query */
export function queryBytes(query) {
  let size = 4
  walk(query.root, (node) => {
    size += node.kind === WORD ? 4 + utf8Bytes(node.word) : node.kind === PHRASE ? 4 : 2
  })
  return size
}

/** @param {TsQuery} query @param {Uint8Array} out @param {number} at @returns {number} end */
export function encodeQuery(query, out, at) {
  const count = query.size
  out[at] = count >>> 24
  out[at + 1] = count >>> 16
  out[at + 2] = count >>> 8
  out[at + 3] = count
  at += 4
  walk(query.root, (node) => {
    if (node.kind === WORD) {
      out[at] = 1
      out[at + 1] = node.weights
      out[at + 2] = node.prefix ? 1 : 0
      out.set(node.bytes, at + 3)
      at += 3 + node.bytes.length
      out[at++] = 0
    } else {
      out[at] = 2
      out[at + 1] = node.kind
      at += 2
      if (node.kind === PHRASE) {
        out[at] = node.distance >>> 8
        out[at + 1] = node.distance
        at += 2
      }
    }
  })
  return at
}

/**
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 * @param {(bytes: Uint8Array, start: number, end: number) => string} [text] of a word, as it came from outside
 * @returns {TsQuery}
 * @throws {DbError} 22P03
 */
export function decodeQuery(bytes, start, end, text = decodeUtf8) {
  let at = start + 4
  const count = end - start < 4 ? -1
    : ((bytes[start] << 24) | (bytes[start + 1] << 16) | (bytes[start + 2] << 8) | bytes[start + 3]) >>> 0
  if (count < 0 || count > end - start) throw malformedBinary('invalid size of tsquery')
  let left = count
  const root = count === 0 ? null : node(0)
  if (left !== 0) throw malformedBinary('malformed tsquery: extra nodes')
  if (at !== end) throw malformedBinary('incorrect binary data format')
  return new TsQuery(root)

  /** @param {number} depth @returns {QueryNode} */
  function node(depth) {
    if (left-- <= 0) throw malformedBinary('malformed tsquery: operand not found')
    if (depth > DEPTH_MAX) throw malformedBinary('invalid tsquery: nested too deeply')
    if (at + 2 > end) throw malformedBinary('insufficient data left in message')
    const type = bytes[at]
    if (type === 1) {
      const weights = bytes[at + 1]
      if (weights > 15) throw malformedBinary('invalid tsquery: invalid weight bitmap')
      const prefix = bytes[at + 2] !== 0
      let stop = at + 3
      while (stop < end && bytes[stop] !== 0) stop++
      if (stop >= end) throw malformedBinary('invalid string in message')
      const word = text(bytes, at + 3, stop)
      if (stop - at - 3 > 2047) throw malformedBinary('invalid tsquery: operand too long')
      at = stop + 1
      return wordNode(word, weights, prefix)
    }
    if (type !== 2) throw malformedBinary(`unrecognized tsquery node type: ${type}`)
    const kind = bytes[at + 1]
    if (kind < NOT || kind > PHRASE) throw malformedBinary(`invalid tsquery: unrecognized operator type ${kind}`)
    at += 2
    if (kind === NOT) return notNode(node(depth + 1))
    const distance = kind === PHRASE ? (bytes[at] << 8) | bytes[at + 1] : 0
    if (kind === PHRASE) at += 2
    const right = node(depth + 1)
    return operatorNode(kind, node(depth + 1), right, distance)
  }
}

// ---- order

/** @type {Int32Array | null} */
let table = null

/** PostgreSQL's older CRC-32, which orders words. @param {Uint8Array} bytes @returns {number} signed */
export function wordChecksum(bytes) {
  if (table === null) {
    table = new Int32Array(256)
    for (let i = 0; i < 256; i++) {
      let value = i
      for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
      table[i] = value
    }
  }
  let crc = -1
  for (let i = 0; i < bytes.length; i++) crc = table[((crc >>> 24) ^ bytes[i]) & 255] ^ (crc << 8)
  return ~crc
}

/** @param {TsQuery} a @param {TsQuery} b @returns {number} */
export function compareQueries(a, b) {
  if (a.size !== b.size) return a.size < b.size ? -1 : 1
  if (a.varSize !== b.varSize) return a.varSize < b.varSize ? -1 : 1
  return a.root === null || b.root === null ? 0 : compareNodes(a.root, b.root)
}

/** @param {QueryNode} a @param {QueryNode} b @returns {number} weights and prefixes do not count */
export function compareNodes(a, b) {
  if ((a.kind === WORD) !== (b.kind === WORD)) return a.kind === WORD ? 1 : -1
  if (a.kind === WORD) {
    const one = wordChecksum(a.bytes)
    const other = wordChecksum(b.bytes)
    if (one !== other) return one > other ? -1 : 1
    return Math.sign(compareText(a.word, b.word))
  }
  if (a.kind !== b.kind) return a.kind > b.kind ? -1 : 1
  if (a.kind !== NOT) {
    const order = compareNodes(/** @type {QueryNode} */ (a.right), /** @type {QueryNode} */ (b.right))
    if (order !== 0) return order
  }
  const order = compareNodes(/** @type {QueryNode} */ (a.left), /** @type {QueryNode} */ (b.left))
  if (order !== 0) return order
  return a.distance === b.distance ? 0 : a.distance > b.distance ? -1 : 1
}

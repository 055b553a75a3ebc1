/**
 * Reads a tsquery's text. What becomes of a word is told by who reads: the type keeps it, to_tsquery makes lexemes of
 * it, and what is a stop word leaves the tree.
 */
import { stackTooDeep } from '../../errors/data.js'
import { badDistance, noOperand, queryWordTooLong, queryStackTooSmall } from '../../errors/text-search.js'
import { utf8Bytes } from '../strings/text.js'
import { AND, NOT, OR, PHRASE, QueryNode, TsQuery, notNode, operatorNode, wordNode } from './query.js'
import { LEXEME_BYTES_MAX } from './vector.js'
import { WEIGHTS, WordReader, isDigitAt, isSpaceAt } from './words.js'

/** Stands for a word that is none: `withoutStops` takes it away. */
export const STOP = new QueryNode(-1, null, null, '', 0, false, 0)

const PRIORITY = [5, 4, 2, 1, 3]
const DISTANCE_MAX = 16384
/** Operators that may wait for their right side. */
const STACK_MAX = 32
const DEPTH_MAX = 5000

/** @typedef {(word: string, weights: number, prefix: boolean) => QueryNode} MakeWord */

/** @param {string} text @returns {MakeWord} */
const asItIs = (text) => (word, weights, prefix) => {
  if (utf8Bytes(word) > LEXEME_BYTES_MAX) throw queryWordTooLong(text)
  return wordNode(word, weights, prefix)
}

/**
 * @param {string} text
 * @param {MakeWord} [makeWord]
 * @returns {TsQuery}
 * @throws {DbError} 42601, 22023, 54000
 */
export function parseQuery(text, makeWord = asItIs(text)) {
  const root = new QueryReader(text, makeWord).read()
  const query = new TsQuery(root === null ? null : withoutStops(root))
  query.checkSize(text)
  return query
}

class QueryReader {
  /** @param {string} text @param {MakeWord} makeWord */
  constructor(text, makeWord) {
    this.words = new WordReader(text, 'tsquery')
    this.text = text
    this.makeWord = makeWord
    this.at = 0
    this.depth = 0
    /** operands that are complete @type {QueryNode[]} */
    this.operands = []
    this.isEmpty = true
  }

  /** @returns {QueryNode | null} */
  read() {
    this.group()
    return this.operands.length === 0 ? null : this.operands[0]
  }

  /** Up to the text's end, or the parenthesis that closes what one opened. */
  group() {
    if (++this.depth > DEPTH_MAX) throw stackTooDeep()
    /** @type {{ kind: number, distance: number }[]} */
    const waiting = []
    let wantsOperand = true
    for (;;) {
      while (this.at < this.text.length && isSpaceAt(this.text, this.at)) this.at++
      const letter = this.text[this.at]
      if (wantsOperand) {
        if (letter === '!') {
          this.at++
          this.push(waiting, NOT, 0)
        } else if (letter === '(') {
          this.at++
          this.isEmpty = false
          this.group()
          wantsOperand = false
        } else if (!this.word(waiting)) return
        else wantsOperand = false
        continue
      }
      if (letter === undefined) {
        if (this.depth > 1) throw this.words.error()
        return this.settle(waiting, OR)
      }
      if (letter === ')') {
        this.at++
        if (--this.depth === 0) throw this.words.error()
        return this.settle(waiting, OR)
      }
      if (letter === '&' || letter === '|') {
        this.at++
        this.push(waiting, letter === '&' ? AND : OR, 0)
      } else if (letter === '<') this.push(waiting, PHRASE, this.distance())
      else throw this.words.error()
      wantsOperand = true
    }
  }

  /** @param {{ kind: number }[]} waiting @returns {boolean} false: a query without words ends here */
  word(waiting) {
    const { words, text } = this
    if (text[this.at] === ':') throw words.error()
    words.at = this.at
    if (!words.next()) {
      if (this.isEmpty && this.depth === 1 && waiting.length === 0) return false
      throw noOperand(text)
    }
    this.isEmpty = false
    let weights = 0
    let prefix = false
    let at = words.at
    if (text[at] === ':') {
      for (at++; at < text.length; at++) {
        const weight = WEIGHTS[text[at]]
        if (text[at] === '*') prefix = true
        else if (weight !== undefined) weights |= 1 << weight
        else break
      }
    }
    this.at = at
    this.operands.push(this.makeWord(words.word, weights, prefix))
    return true
  }

  /** <-> or <N>, from its first letter on. */
  distance() {
    const { text } = this
    let at = this.at + 1
    let distance = 1
    if (text[at] === '-') at++
    else {
      if (!isDigitAt(text, at)) throw this.words.error()
      for (distance = 0; isDigitAt(text, at); at++) distance = Math.min(distance * 10 + Number(text[at]), 1e9)
      if (distance > DISTANCE_MAX) throw badDistance()
    }
    // The letter behind it belongs to it, in PostgreSQL's reading: at the text's end there is none.
    if (text[at] !== '>' || at + 1 >= text.length) throw this.words.error()
    this.at = at + 1
    return distance
  }

  /** @param {{ kind: number, distance: number }[]} waiting @param {number} kind @param {number} distance */
  push(waiting, kind, distance) {
    this.settle(waiting, kind)
    if (waiting.length >= STACK_MAX) throw queryStackTooSmall()
    waiting.push({ kind, distance })
  }

  /** Operators that bind at least as tightly get their operands. @param {{ kind: number, distance: number }[]} waiting
   * @param {number} kind */
  settle(waiting, kind) {
    const { operands } = this
    for (;;) {
      const last = waiting[waiting.length - 1]
      if (last === undefined) return
      if (kind === NOT ? PRIORITY[kind] >= PRIORITY[last.kind] : PRIORITY[kind] > PRIORITY[last.kind]) return
      waiting.pop()
      const right = /** @type {QueryNode} */ (operands.pop())
      if (last.kind === NOT) operands.push(notNode(right))
      else operands.push(operatorNode(last.kind, /** @type {QueryNode} */ (operands.pop()), right, last.distance))
    }
  }
}

/**
 * The tree without stop words. Phrases around them keep their distances.
 * @param {QueryNode} root
 * @returns {QueryNode | null}
 */
export const withoutStops = (root) => cleaned(root).node

/**
 * `before` and `after`: words taken away at either end, for the phrase it stands in.
 * @param {QueryNode} node
 * @returns {{ node: QueryNode | null, before: number, after: number }}
 */
function cleaned(node) {
  if (node === STOP) return { node: null, before: 0, after: 0 }
  if (node.left === null) return { node, before: 0, after: 0 }
  if (node.kind === NOT) {
    const inner = cleaned(node.left)
    return { ...inner, node: inner.node === null ? null : inner.node === node.left ? node : notNode(inner.node) }
  }
  const left = cleaned(node.left)
  const right = cleaned(/** @type {QueryNode} */ (node.right))
  const isPhrase = node.kind === PHRASE
  const distance = isPhrase ? node.distance : 0
  if (left.node === null && right.node === null) {
    // What is left of x <N> y, neither of them there: how far it reached.
    const reach = isPhrase ? left.before + distance + right.before : Math.max(left.before, right.before)
    return { node: null, before: reach, after: reach }
  }
  if (left.node === null)
    return { node: right.node, before: isPhrase ? left.before + distance + right.before : right.before,
      after: right.after }
  if (right.node === null)
    return { node: left.node, before: left.before,
      after: isPhrase ? left.after + distance + right.after : left.after }
  if (!isPhrase) {
    const same = left.node === node.left && right.node === node.right
    return { node: same ? node : operatorNode(node.kind, left.node, right.node), before: 0, after: 0 }
  }
  const far = distance + left.after + right.before
  const same = far === distance && left.node === node.left && right.node === node.right
  return {
    node: same ? node : operatorNode(PHRASE, left.node, right.node, far), before: left.before, after: right.after,
  }
}

/** ltxtquery: words that are somewhere in a path, with &, | and !. */
import { stackTooDeep } from '../../errors/data.js'
import { ltxtquerySyntax, ltxtqueryOperand, ltxtqueryModifiers } from '../../errors/ltree.js'
import { isBlank } from '../../util/ascii.js'
import { atOnce, isTired, spend } from '../../util/effort.js'
import { FLAGS, formatWord, isLabelLetter, matchesWord } from './words.js'

/** @import { Steps } from '../../util/effort.js' */
/** @import { Path } from './paths.js' */
/** @import { Word } from './words.js' */

/**
 * words: how many are in it.
 * @typedef {{ words: number } & ({ kind: 'word', word: Word } | { kind: 'not', of: Node }
 *   | { kind: 'and' | 'or', left: Node, right: Node })} Node
 */

const DEPTH_MAX = 3000

/** @param {'and' | 'or'} kind @param {Node} left @param {Node} right @returns {Node} */
const pairOf = (kind, left, right) => ({ kind, left, right, words: left.words + right.words })

class Reader {
  /** @param {string} text */
  constructor(text) {
    this.letters = Array.from(text)
    this.at = 0
    this.depth = 0
  }

  /** @returns {string | undefined} the next that is not blank */
  peek() {
    while (isBlank((this.letters[this.at] ?? '').charCodeAt(0))) this.at++
    return this.letters[this.at]
  }

  /** @returns {Node} */
  either() {
    if (++this.depth > DEPTH_MAX) throw stackTooDeep()
    let node = this.both()
    while (this.peek() === '|') {
      this.at++
      node = pairOf('or', node, this.both())
    }
    this.depth--
    return node
  }

  /** @returns {Node} */
  both() {
    let node = this.operand()
    while (this.peek() === '&') {
      this.at++
      node = pairOf('and', node, this.operand())
    }
    return node
  }

  /** @returns {Node} */
  operand() {
    const letter = this.peek()
    if (letter === '!') {
      this.at++
      const of = this.operand()
      return { kind: 'not', of, words: of.words }
    }
    if (letter === '(') {
      this.at++
      const node = this.either()
      if (this.peek() !== ')') throw ltxtquerySyntax()
      this.at++
      return node
    }
    if (!isLabelLetter(letter)) throw ltxtqueryOperand()
    return { kind: 'word', word: this.word(), words: 1 }
  }

  /** @returns {Word} */
  word() {
    const { letters } = this
    const start = this.at
    while (isLabelLetter(letters[this.at])) this.at++
    const text = letters.slice(start, this.at).join('')
    let flags = 0
    for (; letters[this.at] in FLAGS; this.at++) flags |= FLAGS[letters[this.at]]
    if (isLabelLetter(letters[this.at])) throw ltxtqueryModifiers()
    return { text, flags }
  }
}

/** @param {string} text @returns {Node} @throws {DbError} 42601 */
export function parseLtxtquery(text) {
  const reader = new Reader(text)
  const node = reader.either()
  if (reader.peek() !== undefined) throw ltxtquerySyntax()
  return node
}

/** @param {Node} node @param {boolean} [isFirst] not within another @returns {string} */
export function formatLtxtquery(node, isFirst = true) {
  switch (node.kind) {
    case 'word': return formatWord(node.word)
    case 'not':
      return node.of.kind === 'word' ? `!${formatWord(node.of.word)}` : `!( ${formatLtxtquery(node.of)} )`
    case 'and': return `${formatLtxtquery(node.left, false)} & ${formatLtxtquery(node.right, false)}`
    default: {
      const both = `${formatLtxtquery(node.left, false)} | ${formatLtxtquery(node.right, false)}`
      return isFirst ? both : `( ${both} )`
    }
  }
}

/** Labels that a word is compared with between two rests: less than a millisecond. */
const REST_LABELS = 5000

/** @param {Path} path @param {Word} word @returns {Steps<boolean>} */
function* hasWord(path, word) {
  for (let at = 0; at < path.length; at += REST_LABELS) {
    const end = Math.min(path.length, at + REST_LABELS)
    for (let each = at; each < end; each++) if (matchesWord(path[each], word)) return true
    spend(end - at)
    if (isTired()) yield
  }
  return false
}

/** @param {Path} path @param {Node} node @returns {Steps<boolean>} */
export function* matchesLtxtquerySteps(path, node) {
  switch (node.kind) {
    case 'word': return yield* hasWord(path, node.word)
    case 'not': return !(yield* matchesLtxtquerySteps(path, node.of))
    default: {
      const isLeft = yield* matchesLtxtquerySteps(path, node.left)
      return isLeft === (node.kind === 'or') ? isLeft : yield* matchesLtxtquerySteps(path, node.right)
    }
  }
}

/** What a match costs, as bytes gone through. @param {Path} path @param {Node} node */
export const ltxtqueryWork = (path, node) => node.words * (path.length + 1) * WORD_BYTES
const WORD_BYTES = 16

/** @param {Path} path @param {Node} node @returns {boolean} */
export const matchesLtxtquery = (path, node) => atOnce(matchesLtxtquerySteps(path, node))

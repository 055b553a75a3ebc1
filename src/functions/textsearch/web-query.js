/** websearch_to_tsquery's language: words, "phrases", -excluded, or. Nothing is an error. */
import { isTextLetter } from '../../types/collation/letters.js'
import * as Q from '../../types/textsearch/query.js'
import { STOP } from '../../types/textsearch/query-text.js'
import { isDigitAt, isSpaceAt } from '../../types/textsearch/words.js'
/** @import { Steps } from '../../util/effort.js' */
/** @import { QueryNode } from '../../types/textsearch/query.js' */

/** What is read between two looks at the clock. */
const WORDS_AT_ONCE = 64
const OPERATORS = '!&|()<'

/**
 * @param {string} text
 * @param {(word: string) => QueryNode} makeWord
 * @returns {Steps<QueryNode | null>} null: no words
 */
export function* webQuery(text, makeWord) {
  /** ORs of ANDs of what may be negated. @type {QueryNode | null} */
  let result = null
  /** @type {QueryNode | null} */
  let all = null
  let negations = 0
  let at = 0
  let any = false
  const add = (/** @type {QueryNode} */ node) => {
    for (; negations > 0; negations--) node = Q.notNode(node)
    all = all === null ? node : Q.operatorNode(Q.AND, all, node)
  }
  const endAnd = () => {
    if (all !== null) result = result === null ? all : Q.operatorNode(Q.OR, result, all)
    all = null
  }
  for (let wantsOperand = true, count = 1; ; count++) {
    if (count % WORDS_AT_ONCE === 0) yield
    while (at < text.length && isSpaceAt(text, at)) at++
    const letter = text[at]
    if (!wantsOperand) {
      if (letter === undefined) break
      if (OPERATORS.includes(letter)) {
        at++
        continue
      }
      if (letter !== '"' && isOr(text, at)) {
        at += 2
        endAnd()
      }
      wantsOperand = true
      continue
    }
    if (letter === undefined) {
      // What an operator stands before, and is not there, counts as a stop word.
      if (any) add(STOP)
      break
    }
    if (letter === '-') {
      at++
      any = true
      negations++
    } else if (letter === '"') {
      const end = text.indexOf('"', at + 1)
      add(makeWord(text.slice(at + 1, end < 0 ? text.length : end)))
      at = end < 0 ? text.length : end + 1
      any = true
      wantsOperand = false
    } else if (OPERATORS.includes(letter)) {
      at++
      any = true
    } else {
      const start = at++
      while (at < text.length && text[at] !== ':' && text[at] !== '"' && !isSpaceAt(text, at)
        && !OPERATORS.includes(text[at])) at++
      add(makeWord(text.slice(start, at)))
      any = true
      wantsOperand = false
    }
  }
  endAnd()
  return result
}

/** Whether the word here is "or", with something to come. @param {string} text @param {number} at */
function isOr(text, at) {
  if (text.slice(at, at + 2).toLowerCase() !== 'or') return false
  const next = at + 2
  if (next >= text.length) return false
  if (text[next] === '-' || text[next] === '_' || isDigitAt(text, next)) return false
  if (isTextLetter(/** @type {number} */ (text.codePointAt(next)))) return false
  for (let end = next + 1; end < text.length; end++) if (!isSpaceAt(text, end)) return true
  return false
}

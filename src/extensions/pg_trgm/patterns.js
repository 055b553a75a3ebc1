/** Trigrams that every text has which a LIKE pattern or a regular expression matches. */
import { parseFlags } from '../../functions/regex/compile.js'
import { Parser } from '../../functions/regex/parser.js'
import { lowerText } from '../../types/collation/letters.js'
import { isWordCode, trigramOf } from './trigrams.js'

/** @import { Alternatives, Item } from '../../functions/regex/parser.js' */
/** @import { CharSet } from '../../functions/regex/charset.js' */

/**
 * What is wanted: all of some trigrams and parts, or one of them.
 * @typedef {{ all: boolean, trigrams: number[], parts: Wanted[] }} Wanted
 */

/** @param {string} pattern @returns {number[]} each once */
export function likeTrigrams(pattern) {
  /** @type {Set<number>} */
  const found = new Set()
  // A run of word characters; null stands for a wildcard.
  /** @type {string[]} */
  let word = []
  let afterWildcard = false
  const end = (/** @type {boolean} */ atWildcard) => {
    if (word.length > 0) addAll(found, [...(afterWildcard ? [] : [' ', ' ']), ...word, ...(atWildcard ? [] : [' '])])
    word = []
    afterWildcard = atWildcard
  }
  const letters = Array.from(lowerText(pattern))
  for (let at = 0; at < letters.length; at++) {
    let letter = letters[at]
    if (letter === '%' || letter === '_') { end(true); continue }
    if (letter === '\\' && at + 1 < letters.length) letter = letters[++at]
    if (isWordCode(/** @type {number} */ (letter.codePointAt(0)))) word.push(letter)
    else end(false)
  }
  end(false)
  return [...found]
}

/** @param {Set<number>} found @param {string[]} letters */
function addAll(found, letters) {
  for (let at = 2; at < letters.length; at++) found.add(trigramOf(letters[at - 2], letters[at - 1], letters[at]))
}

// ---- regular expressions: of what must be there, stretches of characters with few choices each

const CHOICES_MAX = 4
const TEXTS_MAX = 32
const DEPTH_MAX = 30

/** @param {string} pattern @param {boolean} ignoreCase @returns {Wanted | null} null: nothing is known */
export function regexTrigrams(pattern, ignoreCase) {
  const wanted = ofAlternatives(new Parser(pattern, { ...parseFlags(''), ignoreCase }).parse(), 0)
  return isNothing(wanted) ? null : wanted
}

/** @param {Wanted} wanted whether it says nothing */
const isNothing = (wanted) => wanted.all && wanted.trigrams.length === 0 && wanted.parts.length === 0

/** @returns {Wanted} */
const nothing = () => ({ all: true, trigrams: [], parts: [] })

/** @param {Alternatives} tree @param {number} depth @returns {Wanted} */
function ofAlternatives(tree, depth) {
  if (depth > DEPTH_MAX) return nothing()
  const parts = tree.branches.map((branch) => ofBranch(branch, depth))
  if (parts.length === 1) return parts[0]
  return parts.some(isNothing) ? nothing() : { all: false, trigrams: [], parts }
}

/** @param {Item[]} items @param {number} depth @returns {Wanted} */
function ofBranch(items, depth) {
  const wanted = nothing()
  /** What may stand in the stretch so far: character by character. @type {string[][]} */
  let stretch = []
  const end = () => {
    const said = ofStretch(stretch)
    if (said !== null) wanted.parts.push(said)
    stretch = []
  }
  for (const item of items) {
    if (item.kind === 'constraint') {
      // Before the text, and before a line, there is no letter.
      if (item.constraint === '^' || item.constraint === 'start') { end(); stretch = [[' '], [' ']] }
      else if (item.constraint === '$' || item.constraint === 'stop') { stretch.push([' ']); end() }
      continue
    }
    if (item.kind !== 'atom') continue
    if (item.min === 0) { end(); continue }
    if (item.atom.kind === 'set') {
      const choices = choicesOf(item.atom.set)
      if (choices === null) { end(); continue }
      const exactly = item.min === item.max
      for (let round = 0; round < item.min; round++) stretch.push(choices)
      if (!exactly) { end(); stretch = [choices] }
      continue
    }
    end()
    if (item.atom.kind === 'group') {
      const inner = ofAlternatives(item.atom.body, depth + 1)
      if (!isNothing(inner)) wanted.parts.push(inner)
    }
  }
  end()
  return wanted.parts.length === 1 ? wanted.parts[0] : wanted
}

/**
 * Characters as trigrams have them: in lower case, all that are no letters a blank.
 * @param {CharSet} set @returns {string[] | null} null: too many
 */
function choicesOf(set) {
  /** @type {Set<string>} */
  const found = new Set()
  for (let at = 0; at < set.length; at += 2) {
    if (set[at + 1] - set[at] >= 2 * CHOICES_MAX) return null
    for (let code = set[at]; code <= set[at + 1]; code++) {
      const letter = isWordCode(code) ? lowerText(String.fromCodePoint(code)) : ' '
      if (Array.from(letter).length > 1) return null
      found.add(letter)
    }
  }
  return found.size <= CHOICES_MAX ? [...found] : null
}

/** @param {string[][]} stretch @returns {Wanted | null} */
function ofStretch(stretch) {
  /** @type {Wanted[]} */
  const windows = []
  for (let at = 2; at < stretch.length; at++) {
    const [a, b, c] = [stretch[at - 2], stretch[at - 1], stretch[at]]
    if (a.length * b.length * c.length > TEXTS_MAX) continue
    const trigrams = new Set()
    let isKnown = true
    for (const x of a) for (const y of b) for (const z of c) {
      // Trigrams are of one word: two blanks may stand before it, none is inside.
      if (y === ' ' && (x !== ' ' || z === ' ')) isKnown = false
      trigrams.add(trigramOf(x, y, z))
    }
    if (isKnown) windows.push({ all: false, trigrams: [...trigrams], parts: [] })
  }
  if (windows.length === 0) return null
  return windows.length === 1 ? windows[0] : { all: true, trigrams: [], parts: windows }
}

/**
 * Regular expressions with PostgreSQL's meaning: compiled once, kept for the next row, run on strings.
 */
import { invalidParameter } from '../../errors/data.js'
import { Alphabet, Automaton } from './automaton.js'
import { applyOption } from './lexer.js'
import { lettersNow } from './letters.js'
import { Matcher } from './matcher.js'
import { Parser } from './parser.js'
import { treeOf } from './tree.js'
/** @import { Alternatives, Item, LookItem } from './parser.js' */
/** @import { RegexFlags } from './lexer.js' */

const CACHED_MAX = 500

/** @returns {RegexFlags} */
const noFlags = () => ({
  global: false, ignoreCase: false, expanded: false, newlineStops: false, newlineAnchors: false, flavor: 'advanced',
})

/** @param {string} text flags argument of the regexp functions @returns {RegexFlags} 22023 */
export function parseFlags(text) {
  const flags = noFlags()
  for (const letter of text) {
    if (letter === 'g') flags.global = true
    else if (!applyOption(flags, letter)) throw invalidParameter(`invalid regular expression option: "${letter}"`)
  }
  return flags
}

/** A match in UTF-16 units. */
export class RegexMatch {
  /** @param {string} text @param {Int32Array} places start and end of the whole and of each group, -1 for none */
  constructor(text, places) {
    this.text = text
    this.places = places
  }

  get index() {
    return this.places[0]
  }

  get end() {
    return this.places[1]
  }

  get groupCount() {
    return this.places.length / 2 - 1
  }

  /** @param {number} number 0: the whole @returns {string | null} */
  group(number) {
    const start = this.places[2 * number]
    return start === undefined || start < 0 ? null : this.text.slice(start, this.places[2 * number + 1])
  }
}

export class Program {
  /** @param {string} pattern @param {RegexFlags} options */
  constructor(pattern, options) {
    const flags = { ...options }
    const parser = new Parser(pattern, flags)
    const written = parser.parse()
    this.ignoreCase = flags.ignoreCase
    this.letters = lettersNow()
    this.groupCount = parser.groups.length - 1
    this.hasBack = parser.hasBack
    const { hasConstraints, hasWords, groups } = parser
    this.alphabet = new Alphabet(setsOf(written), hasConstraints, hasWords, flags.newlineAnchors, groups)
    this.tree = treeOf(written)
    this.searcher = new Automaton(this.alphabet, written, true)
    /** @type {Automaton[]} */
    this.looks = []
    /** what a plain text pattern looks for, or null */
    this.literal = literalOf(written)
  }

  /** @param {LookItem} look @returns {Automaton} */
  lookAutomaton(look) {
    return (this.looks[look.index] ??= new Automaton(this.alphabet, look.body, !look.ahead))
  }

  /** @param {string} text */
  test(text) {
    if (this.literal !== null) return text.includes(this.literal)
    if (!this.hasBack && !this.searcher.hasLooks) {
      const quick = this.searcher.test(text)
      if (quick !== null) return quick
    }
    return new Matcher(this, codesOf(text).codes).test(0)
  }

  /** The first match from a UTF-16 unit on. @param {string} text @param {number} from @returns {RegexMatch | null} */
  exec(text, from) {
    for (const match of this.matches(text, from)) return match
    return null
  }

  /**
   * Every match; where one is empty the search goes on behind the next character.
   * @param {string} text
   * @param {number} [from] UTF-16 unit
   * @param {boolean} [wantsGroups]
   * @returns {Generator<RegexMatch, void, void>}
   */
  *matches(text, from = 0, wantsGroups = true) {
    const { codes, units } = codesOf(text)
    const matcher = new Matcher(this, codes)
    matcher.wantsGroups = wantsGroups
    for (let at = units === null ? from : units.indexOf(from); at >= 0 && at <= codes.length;) {
      if (!matcher.exec(at)) return
      const { groups } = matcher
      yield new RegexMatch(
        text,
        units === null ? groups.slice() : groups.map((place) => (place < 0 ? -1 : units[place])),
      )
      at = groups[1] === groups[0] ? groups[1] + 1 : groups[1]
    }
  }
}

/** Used since that many others were; and before that. @type {Map<string, Program>} */
let recent = new Map()
/** @type {Map<string, Program>} */
let before = new Map()

/** @param {string} pattern @param {RegexFlags} flags @returns {Program} 2201B */
export function compileRegex(pattern, flags) {
  const options = `${flags.ignoreCase ? 'i' : ''}${flags.expanded ? 'x' : ''}${flags.newlineStops ? 's' : ''}`
  const key = `${lettersNow()}${options}${flags.newlineAnchors ? 'a' : ''}${flags.flavor[0]}/${pattern}`
  let program = recent.get(key)
  if (program !== undefined) return program
  program = before.get(key) ?? new Program(pattern, flags)
  if (recent.size >= CACHED_MAX / 2) {
    before = recent
    recent = new Map()
  }
  recent.set(key, program)
  return program
}

/**
 * Code points of a text. `units`: where each begins in UTF-16 units, the end included; null when that is its own
 * number.
 * @param {string} text @returns {{ codes: Uint16Array | Int32Array, units: Int32Array | null }}
 */
function codesOf(text) {
  const count = text.length
  const codes = new Uint16Array(count)
  for (let at = 0; at < count; at++) {
    const unit = text.charCodeAt(at)
    if ((unit & 0xfc00) === 0xd800) return wideCodes(text)
    codes[at] = unit
  }
  return { codes, units: null }
}

/** @param {string} text */
function wideCodes(text) {
  const codes = []
  const units = []
  for (let at = 0; at < text.length;) {
    const code = /** @type {number} */ (text.codePointAt(at))
    codes.push(code)
    units.push(at)
    at += code > 0xffff ? 2 : 1
  }
  units.push(text.length)
  return { codes: Int32Array.from(codes), units: Int32Array.from(units) }
}

/** @param {Alternatives} written @returns {number[][]} */
function setsOf(written) {
  /** @type {number[][]} */
  const sets = []
  /** @param {Item} item */
  const visit = (item) => {
    if (item.kind === 'look') visitAll(item.body)
    else if (item.kind === 'atom') {
      if (item.atom.kind === 'set') sets.push(item.atom.set)
      else if (item.atom.kind === 'group') visitAll(item.atom.body)
    }
  }
  /** @param {Alternatives} body */
  const visitAll = (body) => { for (const branch of body.branches) branch.forEach(visit) }
  visitAll(written)
  return sets
}

/** @param {Alternatives} written @returns {string | null} */
function literalOf(written) {
  if (written.branches.length !== 1) return null
  let text = ''
  for (const item of written.branches[0]) {
    if (item.kind !== 'atom' || item.atom.kind !== 'set' || item.min !== 1 || item.max !== 1) return null
    const { set } = item.atom
    if (set.length !== 2 || set[0] !== set[1]) return null
    text += String.fromCodePoint(set[0])
  }
  return text
}

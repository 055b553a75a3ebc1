/**
 * Tokens to a tree of what is written: alternatives of branches, branches of items, an item an atom with its
 * quantifier, or a constraint.
 */
import { spend } from '../../util/effort.js'
import { charSet, complement } from './charset.js'
import { ASCII_CLASSES, bothCases, bothCasesOf, characterClass } from './letters.js'
import { broken, Lexer } from './lexer.js'
/** @import { CharSet } from './charset.js' */
/** @import { RegexFlags } from './lexer.js' */

/**
 * @typedef {{ kind: 'alternatives', branches: Item[][] }} Alternatives
 * @typedef {{ kind: 'set', set: CharSet }} SetAtom
 * @typedef {{ kind: 'group', body: Alternatives, group: number }} GroupAtom group 0: not capturing
 * @typedef {{ kind: 'back', group: number }} BackAtom
 * @typedef {SetAtom | GroupAtom | BackAtom} Atom
 * @typedef {{ kind: 'atom', atom: Atom, min: number, max: number, prefers: number }} AtomItem prefers: LONGER, SHORTER
 *   or 0 for what the atom does
 * @typedef {'^' | '$' | 'start' | 'stop' | '<' | '>' | 'boundary' | 'notBoundary'} ConstraintKind
 * @typedef {{ kind: 'constraint', constraint: ConstraintKind }} ConstraintItem
 * @typedef {{ kind: 'look', body: Alternatives, ahead: boolean, positive: boolean, index: number }} LookItem
 * @typedef {{ kind: 'empty' }} EmptyItem
 * @typedef {AtomItem | ConstraintItem | LookItem | EmptyItem} Item
 */

export const LONGER = 1
export const SHORTER = 2
const COUNT_MAX = 255
/** What an item costs, as steps of a match. */
const ITEM_STEPS = 20
const NEWLINE = charSet([10, 10])
const CONSTRAINTS = new Set(['^', '$', 'start', 'stop', '<', '>', 'boundary', 'notBoundary'])
/** Those that ask where in a text or a line. */
const PLACES = new Set(['^', '$', 'start', 'stop'])

/** POSIX's names of characters. @type {Map<string, number>} */
const NAMES = new Map()
;['NUL', 'SOH', 'STX', 'ETX', 'EOT', 'ENQ', 'ACK', 'BEL', 'BS', 'HT', 'LF', 'VT', 'FF', 'CR', 'SO', 'SI', 'DLE', 'DC1', 'DC2', 'DC3', 'DC4', 'NAK', 'SYN', 'ETB', 'CAN', 'EM', 'SUB', 'ESC',
  'IS4', 'IS3', 'IS2', 'IS1'].forEach((name, code) => NAMES.set(name, code))
for (const [name, code] of /** @type {[string, number][]} */ ([
  ['alert', 7], ['backspace', 8], ['tab', 9], ['newline', 10], ['vertical-tab', 11], ['form-feed', 12],
  ['carriage-return', 13], ['FS', 28], ['GS', 29], ['RS', 30], ['US', 31], ['space', 32], ['exclamation-mark', 33],
  ['quotation-mark', 34], ['number-sign', 35], ['dollar-sign', 36], ['percent-sign', 37], ['ampersand', 38],
  ['apostrophe', 39], ['left-parenthesis', 40], ['right-parenthesis', 41], ['asterisk', 42], ['plus-sign', 43],
  ['comma', 44], ['hyphen', 45], ['hyphen-minus', 45], ['period', 46], ['full-stop', 46], ['slash', 47],
  ['solidus', 47], ['zero', 48], ['one', 49], ['two', 50], ['three', 51], ['four', 52], ['five', 53], ['six', 54],
  ['seven', 55], ['eight', 56], ['nine', 57], ['colon', 58], ['semicolon', 59], ['less-than-sign', 60],
  ['equals-sign', 61], ['greater-than-sign', 62], ['question-mark', 63], ['commercial-at', 64],
  ['left-square-bracket', 91], ['backslash', 92], ['reverse-solidus', 92], ['right-square-bracket', 93],
  ['circumflex', 94], ['circumflex-accent', 94], ['underscore', 95], ['low-line', 95], ['grave-accent', 96],
  ['left-brace', 123], ['left-curly-bracket', 123], ['vertical-line', 124], ['right-brace', 125],
  ['right-curly-bracket', 125], ['tilde', 126], ['DEL', 127],
]))
  NAMES.set(name, code)

export class Parser {
  /** @param {string} pattern @param {RegexFlags} flags changed by embedded options */
  constructor(pattern, flags) {
    this.flags = flags
    this.lexer = new Lexer(pattern, flags)
    /** bodies of capturing groups that are complete @type {(GroupAtom | undefined)[]} */
    this.groups = [undefined]
    /** @type {LookItem[]} */
    this.looks = []
    this.hasBack = false
    this.hasConstraints = false
    /** some of them ask for words */
    this.hasWords = false
  }

  /** @returns {Alternatives} */
  parse() {
    this.lexer.next()
    const tree = this.alternatives(false, false)
    if (this.lexer.kind !== 'end') throw broken('parenthesis')
    return tree
  }

  /**
   * @param {boolean} inGroup up to a closing parenthesis
   * @param {boolean} inLook where nothing captures
   * @returns {Alternatives}
   */
  alternatives(inGroup, inLook) {
    /** @type {Item[][]} */
    const branches = []
    do {
      if (branches.length > 0) this.lexer.next()
      branches.push(this.branch(inGroup, inLook))
    } while (this.lexer.kind === '|')
    if (inGroup && this.lexer.kind !== ')') throw broken('parenthesis')
    return { kind: 'alternatives', branches }
  }

  /** @param {boolean} inGroup @param {boolean} inLook @returns {Item[]} */
  branch(inGroup, inLook) {
    /** @type {Item[]} */
    const items = []
    for (;;) {
      const { kind } = this.lexer
      if (kind === 'end' || kind === '|' || (inGroup && kind === ')')) return items
      // A long pattern takes long itself.
      spend(ITEM_STEPS)
      items.push(this.item(inLook))
    }
  }

  /** @param {boolean} inLook @returns {Item} */
  item(inLook) {
    const { lexer } = this
    if (CONSTRAINTS.has(lexer.kind)) {
      const constraint = /** @type {ConstraintKind} */ (lexer.kind)
      this.hasConstraints = true
      if (!PLACES.has(constraint)) this.hasWords = true
      lexer.next()
      return { kind: 'constraint', constraint }
    }
    if (lexer.kind === 'look') {
      const { ahead, positive } = lexer.value
      lexer.next()
      const body = this.alternatives(true, true)
      lexer.next()
      const look = /** @type {LookItem} */ ({ kind: 'look', body, ahead, positive, index: this.looks.length })
      this.looks.push(look)
      return look
    }
    const atom = this.atom(inLook)
    const { min, max, prefers } = this.quantifier()
    if (max === 0) return { kind: 'empty' }
    return { kind: 'atom', atom, min, max, prefers }
  }

  /** @param {boolean} inLook @returns {Atom} */
  atom(inLook) {
    const { lexer, flags } = this
    switch (lexer.kind) {
      case 'char': {
        const code = lexer.value
        lexer.next()
        return { kind: 'set', set: flags.ignoreCase ? bothCasesOf(code) : [code, code] }
      }
      case '.':
        lexer.next()
        return { kind: 'set', set: flags.newlineStops ? complement(NEWLINE) : complement([]) }
      case 'class': case 'notClass': {
        const set = characterClass(lexer.value)
        const negated = lexer.kind === 'notClass'
        lexer.next()
        return { kind: 'set', set: negated ? complement(set) : set }
      }
      case '[': return { kind: 'set', set: this.bracket() }
      case 'back': {
        const group = lexer.value
        if (inLook || this.groups[group] === undefined) throw broken('backReference')
        this.hasBack = true
        lexer.next()
        return { kind: 'back', group }
      }
      case '(': {
        const capturing = lexer.value && !inLook
        const group = capturing ? ++lexer.groupCount : 0
        lexer.next()
        const body = this.alternatives(true, inLook)
        const atom = /** @type {GroupAtom} */ ({ kind: 'group', body, group })
        if (capturing) this.groups[group] = atom
        lexer.next()
        return atom
      }
      case ')':
        // In the extended flavor one without an opening is a character.
        if (flags.flavor !== 'extended') throw broken('parenthesis')
        lexer.next()
        return { kind: 'set', set: [41, 41] }
      default: throw broken('repeat')
    }
  }

  /** @returns {{ min: number, max: number, prefers: number }} */
  quantifier() {
    const { lexer } = this
    const { kind } = lexer
    if (kind === '*' || kind === '+' || kind === '?') {
      const prefers = lexer.value ? LONGER : SHORTER
      lexer.next()
      return { min: kind === '+' ? 1 : 0, max: kind === '?' ? 1 : Infinity, prefers }
    }
    if (kind !== '{') return { min: 1, max: 1, prefers: 0 }
    lexer.next()
    const min = this.count()
    let max = min
    let exact = true
    if (this.isNow(',')) {
      lexer.next()
      exact = false
      max = this.isNow('digit') ? this.count() : Infinity
      if (min > max) throw broken('count')
    }
    if (!this.isNow('}')) throw broken('count')
    const prefers = exact ? 0 : lexer.value ? LONGER : SHORTER
    lexer.next()
    return { min, max, prefers }
  }

  /** Whether the lexer stands at such a token. @param {string} kind */
  isNow(kind) {
    return this.lexer.kind === kind
  }

  count() {
    const { lexer } = this
    let count = 0
    while (this.isNow('digit') && count < COUNT_MAX) {
      count = count * 10 + lexer.value
      lexer.next()
    }
    if (this.isNow('digit') || count > COUNT_MAX) throw broken('count')
    return count
  }

  /** [ up to ]. @returns {CharSet} */
  bracket() {
    const { lexer, flags } = this
    const negated = lexer.value
    /** @type {number[]} */
    const ranges = []
    lexer.next()
    while (lexer.kind !== ']') this.bracketPart(ranges)
    lexer.next()
    const set = charSet(ranges)
    if (!negated) return set
    return complement(flags.newlineStops ? charSet([...set, ...NEWLINE]) : set)
  }

  /** @param {number[]} ranges what it is is added */
  bracketPart(ranges) {
    const { lexer } = this
    switch (lexer.kind) {
      case 'className': {
        const name =
          this.flags.ignoreCase && (lexer.value === 'upper' || lexer.value === 'lower') ? 'alpha' : lexer.value
        if (!Object.hasOwn(ASCII_CLASSES, name)) throw broken('className')
        ranges.push(...characterClass(name))
        lexer.next()
        return
      }
      case 'class': case 'notClass':
        ranges.push(...(lexer.kind === 'class' ? characterClass(lexer.value) : complement(characterClass(lexer.value))))
        lexer.next()
        if (this.isNow('range')) throw broken('range')
        return
      case 'equivalence': {
        ranges.push(...this.cases(elementCode(lexer.value)))
        lexer.next()
        return
      }
      default:
    }
    const isPlain = lexer.kind === 'char'
    const low = this.element()
    let high = low
    const isAlone = isPlain && !this.isNow('range')
    if (this.isNow('range')) {
      lexer.next()
      if (this.isNow('range')) {
        high = lexer.value
        lexer.next()
      } else {
        high = this.element()
      }
    }
    if (low > high) throw broken('range')
    ranges.push(...isAlone ? this.cases(low) : this.flags.ignoreCase ? bothCases([low, high]) : [low, high])
  }

  /** @param {number} code @returns {CharSet} */
  cases(code) {
    return this.flags.ignoreCase ? bothCasesOf(code) : [code, code]
  }

  /** @returns {number} */
  element() {
    const { lexer } = this
    if (lexer.kind !== 'char' && lexer.kind !== 'collating') throw broken('range')
    const code = lexer.kind === 'char' ? lexer.value : elementCode(lexer.value)
    lexer.next()
    return code
  }
}

/** @param {string} name @returns {number} */
function elementCode(name) {
  const letters = Array.from(name)
  if (letters.length === 1) return /** @type {number} */ (name.codePointAt(0))
  const code = NAMES.get(name)
  if (code === undefined) throw broken('collating')
  return code
}

/**
 * The words of a dictionary's file with their flags. They lie in the order of their bytes, so that the words that begin
 * with something are a stretch of them: what a compound word is taken apart by.
 */
import { badAlias } from '../../../../errors/text-search.js'
import { isBlank } from '../../../../util/ascii.js'
import { toBytes } from './affix.js'
import { ANYWHERE, FlagSet, ONLY, PLACES, leadingNumber } from './flags.js'
/** @import { DictionaryHost } from '../dictionary.js' */
/** @import { Affixes } from './affix-file.js' */

/** @typedef {{ word: string, flags: string, line: number }} WrittenWord */
/** @typedef {{ set: FlagSet, places: number }} KnownWord */

/** @param {DictionaryHost} host @param {string} name @returns {WrittenWord[]} */
export function readWords(host, name) {
  /** @type {WrittenWord[]} */
  const words = []
  host.eachLine(name, 'dict', 'dictionary', (line, number) => {
    const slash = line.indexOf('/')
    const flags = slash < 0 ? '' : /** @type {string[]} */ (/^[!-~]*/.exec(line.slice(slash + 1)))[0]
    const written = slash < 0 ? line : line.slice(0, slash)
    let end = 0
    while (end < written.length && !isBlank(written.charCodeAt(end))) end++
    words.push({ word: toBytes(host.lower(written.slice(0, end))), flags, line: number })
    return true
  })
  return words
}

/**
 * @param {Affixes} affixes
 * @param {string} text a set, or its number
 * @returns {string} the set
 * @throws {DbError} F0000
 */
export function aliasOf({ aliases, aliasCount }, text) {
  if (aliases === null || text === '') return text
  const read = leadingNumber(text)
  if (read === null || read.number > aliasCount) throw badAlias(text)
  return aliases[read.number] ?? ''
}

/** A word's own, as strictly as a dictionary is read. @param {Affixes} affixes @param {string} text */
function aliasOfWord({ aliases, aliasCount }, text) {
  if (aliases === null || text === '') return text
  const read = leadingNumber(text)
  if (read === null || read.number < 0 || read.number >= aliasCount || read.rest !== '') throw badAlias(text)
  return aliases[read.number] ?? ''
}

export class Words {
  /**
   * @param {WrittenWord[]} written
   * @param {Affixes} affixes
   * @param {(line: number, read: () => void) => void} located errors are told the line
   * @throws {DbError} F0000
   */
  constructor(written, affixes, located) {
    /** ascending by bytes @type {string[]} */
    this.sorted = []
    /** @type {KnownWord[]} */
    this.known = []
    /** @type {Map<string, KnownWord>} */
    this.byWord = new Map()
    /** every set of flags that stands somewhere @type {Map<string, FlagSet>} */
    this.sets = new Map()
    this.affixes = affixes
    affixes.aliases?.forEach((text) => this.setOf(text))
    for (const { word, flags, line } of written) located(line, () => this.add(word, aliasOfWord(affixes, flags)))
    this.sorted.sort((a, b) => a < b ? -1 : 1)
    this.known = this.sorted.map((word) => /** @type {KnownWord} */ (this.byWord.get(word)))
  }

  /** @param {string} text */
  setOf(text) {
    let set = this.sets.get(text)
    if (set === undefined) this.sets.set(text, set = new FlagSet(text, this.affixes.mode))
    return set
  }

  /** A word that stands there twice has the flags of both. @param {string} word @param {string} flags */
  add(word, flags) {
    const set = this.setOf(flags)
    if (word === '') return
    const known = this.byWord.get(word)
    if (known === undefined) {
      this.sorted.push(word)
      this.byWord.set(word, { set, places: this.placesOf(set) })
    } else if (known.set !== set) {
      const stays = known.places & this.placesOf(set, false) & ONLY
      known.set = this.merged(known.set, set)
      known.places = this.placesOf(known.set) & (stays ? -1 : ~ONLY)
    } else known.places = this.placesOf(set)
  }

  /** @param {FlagSet} a @param {FlagSet} b */
  merged(a, b) {
    if (a.text === '') return b
    if (b.text === '') return a
    return this.setOf(a.text + (this.affixes.mode === 'num' ? ',' : '') + b.text)
  }

  /** @param {FlagSet} set @param {boolean} [whole] a part of compound words is one somewhere */
  placesOf(set, whole = true) {
    const places = set.places ??= this.affixes.compounds.placesOf(set.text) & PLACES
    return whole && places & ONLY && !(places & ANYWHERE) ? places | ANYWHERE : places
  }

  /** Whether any word may take an affix. @param {string} flag */
  hasFlag(flag) {
    for (const set of this.sets.values()) if (set.has(flag)) return true
    return false
  }

  /**
   * Whether there is such a word, and it takes the affix.
   * @param {string} word
   * @param {string} flag of the affix, or ''
   * @param {number} place in a compound word, 0: it stands alone
   */
  has(word, flag, place) {
    const known = this.byWord.get(word)
    if (known === undefined) return false
    if (place === 0 ? known.places & ONLY : !(known.places & place)) return false
    return known.set.has(flag)
  }
}

/** The words that begin as a text does, letter after letter. */
export class WordPrefix {
  /** @param {Words} words */
  constructor(words) {
    this.words = words
    this.low = 0
    this.high = words.sorted.length
    this.length = 0
  }

  copy() {
    const copy = new WordPrefix(this.words)
    copy.low = this.low
    copy.high = this.high
    copy.length = this.length
    return copy
  }

  /** Whether any word goes on. */
  get goesOn() {
    return this.low < this.high
  }

  /** @param {string} letter @returns {boolean} some word has it there */
  step(letter) {
    this.low = this.place(letter)
    this.high = this.place(String.fromCharCode(letter.charCodeAt(0) + 1))
    this.length++
    return this.goesOn
  }

  /** The word that ends here, if one does. @returns {KnownWord | null} */
  get word() {
    const { sorted, known } = this.words
    return sorted[this.low].length === this.length ? known[this.low] : null
  }

  /** Whether a word goes on behind here. */
  get isLonger() {
    return this.high - this.low > (this.word === null ? 0 : 1)
  }

  /** The first of the stretch that has this letter or a later one. @param {string} letter */
  place(letter) {
    const { sorted } = this.words
    let { low, high } = this
    while (low < high) {
      const middle = (low + high) >> 1
      const word = sorted[middle]
      if (word.length > this.length && word[this.length] >= letter) high = middle
      else low = middle + 1
    }
    return low
  }
}

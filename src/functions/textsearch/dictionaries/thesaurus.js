/**
 * The template thesaurus: phrases for phrases. Words of both sides go through another dictionary; a rule's words follow
 * one another in the text, and what stands for them is answered when the last of them is there. While longer rules may
 * come true it asks for more.
 */
import {
  dictionaryFile, missingParameter, nestedThesaurus, thesaurusEmpty, thesaurusSampleStop, thesaurusSubstituteStop,
  thesaurusWordUnknown, unrecognizedDictionaryParameter,
} from '../../../errors/text-search.js'
import { isTextSpace } from '../../../types/collation/letters.js'
import { NEXT_PLACE, OptionReader, lexeme } from './dictionary.js'
/** @import { Dictionary, DictionaryHost, Lexeme } from './dictionary.js' */

/** As it is in the file. @typedef {{ words: string[], substitutes: { text: string, asIs: boolean }[] }} WrittenRule */

/**
 * A word of a rule's: it is `place` in the phrase, and one of `count` that the other dictionary makes of it together.
 * @typedef {{ rule: number, place: number, count: number }} Entry
 */
/** What may come true: rules, the one that is looked at first foremost. @typedef {{ place: number, rules: number[] }}
 * Hopes */

/** What stands for stop words. */
const STOP = Symbol('stop')

/** @param {[string, string][]} options @param {DictionaryHost} host @returns {Dictionary} */
export function thesaurusDictionary(options, host) {
  const reader = new OptionReader(options)
  /** @type {WrittenRule[] | null} */
  let written = null
  let name = ''
  for (const [key, value] of options) {
    if (key === 'dictfile') {
      reader.once(key, 'DictFile')
      written = readRules(host, value)
    } else if (key === 'dictionary') {
      reader.once(key, 'Dictionary')
      name = value
    } else throw unrecognizedDictionaryParameter('Thesaurus', key)
  }
  if (written === null) throw missingParameter('DictFile')
  if (!reader.seen.has('dictionary')) throw missingParameter('Dictionary')
  const { lexize } = host.dictionaryNamed(name)
  const entries = entriesOf(written, (word) => lexize(word, null))
  const substitutes = written.map((rule, at) => substituteOf(rule, at + 1, (word) => lexize(word, null)))
  const thesaurus = new Thesaurus(entries, substitutes, written.map((rule) => rule.words.length - 1))
  return {
    wantsMore: true,
    lexize: (word, state) => {
      if (state === null) throw nestedThesaurus()
      if (state.isEnd) return null
      const hopes = thesaurus.after(lexize(word, null), /** @type {Hopes | null} */ (state.kept))
      state.kept = hopes
      state.wantsMore = false
      if (hopes === null) return null
      const { lexemes, isMore } = thesaurus.answer(hopes)
      state.wantsMore = isMore
      return lexemes
    },
  }
}

// ---- the file

/** @param {DictionaryHost} host @param {string} name @returns {WrittenRule[]} @throws {DbError} F0000, with the line */
function readRules(host, name) {
  /** @type {WrittenRule[]} */
  const rules = []
  host.eachLine(name, 'ths', 'thesaurus', (line) => {
    const letters = [...line]
    let from = 0
    while (from < letters.length && isSpace(letters[from])) from++
    if (from < letters.length && letters[from] !== '#') rules.push(readRule(letters.slice(from)))
    return true
  })
  return rules
}

/** @param {string} letter */
const isSpace = (letter) => isTextSpace(Number(letter.codePointAt(0)))

/** @param {string[]} letters of a line @returns {WrittenRule} */
function readRule(letters) {
  const colon = letters.indexOf(':')
  const words = wordsOf(colon < 0 ? letters : letters.slice(0, colon))
  if (colon >= 0 && words.length === 0) throw dictionaryFile('unexpected delimiter')
  // without a colon the last word has no end, and no rule
  const substitutes = colon < 0 ? [] : wordsOf(letters.slice(colon + 1)).map((written) => {
    const asIs = written[0] === '*'
    const text = asIs || written[0] === '\\' ? written.slice(1) : written
    if (text === '') throw dictionaryFile('unexpected end of line or lexeme')
    return { text, asIs }
  })
  if (words.length === 0 || substitutes.length === 0) throw dictionaryFile('unexpected end of line')
  return { words, substitutes }
}

/** Parted by blanks. @param {string[]} letters @returns {string[]} */
function wordsOf(letters) {
  const words = []
  let word = ''
  for (const letter of letters) {
    if (!isSpace(letter)) word += letter
    else if (word !== '') {
      words.push(word)
      word = ''
    }
  }
  if (word !== '') words.push(word)
  return words
}

// ---- rules

/** @typedef {(word: string) => Lexeme[] | null} Lexize */
/** By lexeme, ascending by rule, place and count. @typedef {Map<string | typeof STOP, Entry[]>} Entries */

/** @param {WrittenRule[]} rules @param {Lexize} lexize @returns {Entries} @throws {DbError} F0000 */
function entriesOf(rules, lexize) {
  /** @type {Entries} */
  const entries = new Map()
  const add = (/** @type {string | typeof STOP} */ key, /** @type {Entry} */ entry) => {
    const list = entries.get(key)
    if (list === undefined) entries.set(key, [entry])
    else if (!list.some((each) => compareEntries(each, entry) === 0)) list.push(entry)
  }
  rules.forEach(({ words }, rule) => words.forEach((word, place) => {
    if (word === '?') return add(STOP, { rule, place, count: 1 })
    const lexemes = lexize(word)
    if (lexemes === null) throw thesaurusWordUnknown('sample', word, rule + 1)
    if (lexemes.length === 0) throw thesaurusSampleStop(word, rule + 1)
    for (const variant of variantsOf(lexemes)) {
      for (const { text } of variant) add(text, { rule, place, count: variant.length })
    }
  }))
  for (const list of entries.values()) list.sort(compareEntries)
  return entries
}

/** @param {Entry} a @param {Entry} b */
const compareEntries = (a, b) => a.rule - b.rule || a.place - b.place || a.count - b.count

/** Lexemes that stand together for a word. @param {Lexeme[]} lexemes @returns {Lexeme[][]} */
function variantsOf(lexemes) {
  /** @type {Lexeme[][]} */
  const variants = []
  for (const each of lexemes) {
    const last = variants[variants.length - 1]
    if (last !== undefined && last[0].variant === each.variant) last.push(each)
    else variants.push([each])
  }
  return variants
}

/**
 * @param {WrittenRule} rule
 * @param {number} number
 * @param {Lexize} lexize
 * @returns {Lexeme[]}
 * @throws {DbError} F0000
 */
function substituteOf({ substitutes }, number, lexize) {
  /** @type {Lexeme[]} */
  const all = []
  substitutes.forEach(({ text, asIs }, at) => {
    const lexemes = asIs ? [{ ...lexeme(text), variant: at }] : lexize(text)
    if (lexemes === null) throw thesaurusWordUnknown('substitute', text, number)
    if (lexemes.length === 0) throw thesaurusSubstituteStop(text, number)
    lexemes.forEach((each, index) => {
      all.push(index === 0 && all.length > 0 ? { ...each, flags: each.flags | NEXT_PLACE } : { ...each })
    })
  })
  if (all.length === 0) throw thesaurusEmpty(number)
  return all
}

class Thesaurus {
  /** @param {Entries} entries @param {Lexeme[][]} substitutes @param {number[]} lastPlaces by rule */
  constructor(entries, substitutes, lastPlaces) {
    this.entries = entries
    this.substitutes = substitutes
    this.lastPlaces = lastPlaces
  }

  /**
   * Rules that go on with a word.
   * @param {Lexeme[] | null} lexemes of the word
   * @param {Hopes | null} before of the words before it; null: it is the first
   * @returns {Hopes | null}
   */
  after(lexemes, before) {
    if (lexemes === null) return null
    const place = before === null ? 0 : before.place + 1
    /** @type {number[]} */
    let rules = []
    /** @type {(string | typeof STOP)[][]} */
    const variants = lexemes.length === 0 ? [[STOP]]
      : variantsOf(lexemes).map((each) => each.map(({ text }) => text))
    for (const variant of variants) {
      const found = this.withAll(variant, place).filter((rule) =>
        (before === null || before.rules.includes(rule)) && !rules.includes(rule))
      rules = [...found.reverse(), ...rules]
    }
    return rules.length === 0 ? null : { place, rules }
  }

  /**
   * Rules in which all of a variant's lexemes stand for the word at that place, ascending.
   * @param {(string | typeof STOP)[]} variant
   * @param {number} place
   * @returns {number[]}
   */
  withAll(variant, place) {
    /** @type {number[] | null} */
    let rules = null
    for (const key of variant) {
      const here = (this.entries.get(key) ?? [])
        .filter((entry) => entry.place === place && entry.count === variant.length).map(({ rule }) => rule)
      const known = new Set(here)
      rules = rules === null ? [...known] : rules.filter((rule) => known.has(rule))
    }
    return rules ?? []
  }

  /** The first rule that is complete; whether others may come true behind it. @param {Hopes} hopes */
  answer({ place, rules }) {
    const at = rules.findIndex((rule) => this.lastPlaces[rule] === place)
    if (at < 0) return { lexemes: null, isMore: true }
    return { lexemes: this.substitutes[rules[at]], isMore: rules.length > 1 }
  }
}

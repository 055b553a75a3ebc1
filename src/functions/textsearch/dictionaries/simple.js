/** The templates simple, snowball and synonym: a word by itself. */
import {
  missingParameter, noStemmer, unrecognizedDictionaryParameter,
} from '../../../errors/text-search.js'
import { utf8Bytes } from '../../../types/strings/text.js'
import { ownFile } from '../files.js'
import { compileStemmer } from '../snowball/generate.js'
import { OptionReader, PREFIX, booleanOption, lexeme, remembering, wordsOfLine } from './dictionary.js'
/** @import { Dictionary, DictionaryHost, Lexeme } from './dictionary.js' */

/** @typedef {[string, string][]} Options */

/** Longer ones are no words of a language. */
const STEMMED_BYTES_MAX = 1000

/** @param {Options} options @param {DictionaryHost} host @returns {Dictionary} */
export function simpleDictionary(options, host) {
  const reader = new OptionReader(options)
  /** @type {Set<string>} */
  let stops = new Set()
  let accept = true
  for (const [key, value] of options) {
    if (key === 'stopwords') {
      reader.once(key, 'StopWords')
      stops = host.stopWords(value)
    } else if (key === 'accept') {
      reader.once(key, 'Accept')
      accept = booleanOption(key, value)
    } else throw unrecognizedDictionaryParameter('simple dictionary', key)
  }
  return remembering((word) => {
    const text = host.lower(word)
    return text === '' || stops.has(text) ? [] : accept ? [lexeme(text)] : null
  }, true)
}

/** @type {Map<string, (word: string) => string>} by language */
const stemmers = new Map()

/** Of PostgreSQL 15, and Porter's for English. */
const LANGUAGES = new Set(['arabic', 'armenian', 'basque', 'catalan', 'danish', 'dutch', 'english', 'finnish', 'french',
  'german', 'greek', 'hindi', 'hungarian', 'indonesian', 'irish', 'italian', 'lithuanian', 'nepali', 'norwegian',
  'porter', 'portuguese', 'romanian', 'russian', 'serbian', 'spanish', 'swedish', 'tamil', 'turkish', 'yiddish'])

/** @param {string} language @returns {(word: string) => string} @throws {DbError} 42704 */
export function stemmerOf(language) {
  const name = language.toLowerCase()
  let stem = stemmers.get(name)
  if (stem === undefined) {
    const source = LANGUAGES.has(name) ? ownFile(`${name}.sbl`) : null
    if (source === null) throw noStemmer(language)
    stem = compileStemmer(new TextDecoder().decode(source))
    stemmers.set(name, stem)
  }
  return stem
}

/** @param {Options} options @param {DictionaryHost} host @returns {Dictionary} */
export function snowballDictionary(options, host) {
  const reader = new OptionReader(options)
  /** @type {Set<string>} */
  let stops = new Set()
  /** @type {((word: string) => string) | null} */
  let stem = null
  for (const [key, value] of options) {
    if (key === 'stopwords') {
      reader.once(key, 'StopWords')
      stops = host.stopWords(value)
    } else if (key === 'language') {
      reader.once(key, 'Language')
      stem = stemmerOf(value)
    } else throw unrecognizedDictionaryParameter('Snowball', key)
  }
  if (stem === null) throw missingParameter('Language')
  const stemmed = stem
  return remembering((word) => {
    const text = host.lower(word)
    if (utf8Bytes(text) > STEMMED_BYTES_MAX) return [lexeme(text)]
    return text === '' || stops.has(text) ? [] : [lexeme(stemmed(text))]
  }, true)
}

/** @param {Options} options @param {DictionaryHost} host @returns {Dictionary} */
export function synonymDictionary(options, host) {
  let file = null
  let caseSensitive = false
  for (const [key, value] of options) {
    if (key === 'synonyms') file = value
    else if (key === 'casesensitive') caseSensitive = booleanOption(key, value)
    else throw unrecognizedDictionaryParameter('synonym', key)
  }
  if (file === null) throw missingParameter('Synonyms')
  /** @type {Map<string, Lexeme[]>} */
  const synonyms = new Map()
  const fold = caseSensitive ? (/** @type {string} */ text) => text : host.lower
  for (const line of host.lines(file, 'syn', 'synonym')) {
    const [word, synonym] = wordsOfLine(line)
    if (word === '' || synonym === undefined) continue
    const isPrefix = synonym.endsWith('*') && synonym.length > 1
    const text = fold(isPrefix ? synonym.slice(0, -1) : synonym)
    if (!synonyms.has(fold(word))) synonyms.set(fold(word), [lexeme(text, isPrefix ? PREFIX : 0)])
  }
  return { wantsMore: false, lexize: (word) => synonyms.get(fold(word)) ?? null }
}

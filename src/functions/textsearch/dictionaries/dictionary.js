/**
 * What a dictionary is. It is given a word and answers its lexemes: none for a stop word, null for one it does not
 * know. A dictionary of phrases asks for the words that follow first.
 */
import { ownText } from '../../../util/own-text.js'
import { multipleParameters, notABoolean } from '../../../errors/text-search.js'
import { trimSqlSpaces } from '../../../util/ascii.js'
import { eachLine, fileLines, locatedIn } from '../files.js'
/** @import { Vfs } from '../../../storage/vfs/vfs.js' */

/** The lexeme is one more word, behind the one before. */
export const NEXT_PLACE = 1
/** It stands for all that begin with it. */
export const PREFIX = 2
/** The dictionaries that follow get it in the word's place. */
export const FILTER = 4

/** @typedef {{ text: string, flags: number, variant: number }} Lexeme variants: other ways to part the word */

/** Of one run of words through a dictionary. */
export class LexizeState {
  constructor() {
    this.isEnd = false
    this.wantsMore = false
    /** what the dictionary keeps in between @type {unknown} */
    this.kept = null
  }
}

/** @typedef {(word: string, state: LexizeState | null) => Lexeme[] | null} Lexize state: null: by itself */
/**
 * @typedef {object} Dictionary
 * @property {Lexize} lexize
 * @property {(word: string) => Lexeme[] | null} [anew] of one that remembers what costs it little: without that
 * @property {boolean} wantsMore may ask for the words that follow
 */

/** What dictionaries are made with. */
export class DictionaryHost {
  /**
   * @param {Vfs} vfs of the data directory
   * @param {(text: string) => string} lower
   * @param {(code: number) => boolean} isLetter
   * @param {(name: string) => Dictionary} dictionaryNamed 42704
   */
  constructor(vfs, lower, isLetter, dictionaryNamed) {
    this.vfs = vfs
    this.lower = lower
    this.isLetter = isLetter
    this.dictionaryNamed = dictionaryNamed
  }

  /** @param {string} name @param {string} ending @param {string} what */
  lines(name, ending, what) {
    return fileLines(this.vfs, name, ending, what)
  }

  /**
   * Each line until one is answered by false; errors are told which it is.
   * @param {string} name @param {string} ending @param {string} what
   * @param {(line: string, number: number) => boolean} read
   */
  eachLine(name, ending, what, read) {
    eachLine(this.vfs, name, ending, what, read)
  }

  /** An error is told the line.
   * @param {string} name @param {string} ending @param {number} line @param {() => void} read */
  located(name, ending, line, read) {
    locatedIn(this.vfs, name, ending, line, null, read)
  }

  /** Words of a file, up to the first blank of each line. @param {string} name @returns {Set<string>} */
  stopWords(name) {
    const words = this.lines(name, 'stop', 'stop-word').map((line) => this.lower(wordsOfLine(line)[0]))
    return new Set(words.filter((word) => word !== ''))
  }
}

/** Split at blanks; at least one, perhaps empty. @param {string} line */
export const wordsOfLine = (line) => trimSqlSpaces(line).split(/[ \t\n\r\f\v]+/)

/** @param {string} text @param {number} [flags] @returns {Lexeme} */
export const lexeme = (text, flags = 0) => ({ text, flags, variant: 0 })

/** Options as they are read one by one; each may stand there once. */
export class OptionReader {
  /** @param {[string, string][]} options */
  constructor(options) {
    this.options = options
    /** @type {Set<string>} */
    this.seen = new Set()
  }

  /** @param {string} key as given @param {string} name as errors say it */
  once(key, name) {
    if (this.seen.has(key)) throw multipleParameters(name)
    this.seen.add(key)
  }
}

/** As the option of a command. @param {string} key @param {string} value */
export function booleanOption(key, value) {
  switch (value.toLowerCase()) {
    case 'true': case 'on': case '1': return true
    case 'false': case 'off': case '0': return false
    default: throw notABoolean(key)
  }
}

/** Words whose lexemes are kept. */
const KEPT = 30_000

/**
 * A dictionary of single words that remembers what it answered: texts repeat their words.
 * @param {(word: string) => Lexeme[] | null} lexize
 * @param {boolean} isCheap who remembers its words need not have it remember them, too
 * @returns {Dictionary}
 */
export function remembering(lexize, isCheap) {
  /** @type {Map<string, Lexeme[] | null>} */
  const known = new Map()
  return {
    wantsMore: false,
    anew: isCheap ? lexize : undefined,
    lexize: (word) => {
      let found = known.get(word)
      if (found === undefined) {
        if (word.length > 64) return lexize(word)
        const own = ownText(word)
        found = lexize(own)
        if (known.size >= KEPT) known.clear()
        known.set(own, found)
      }
      return found
    },
  }
}

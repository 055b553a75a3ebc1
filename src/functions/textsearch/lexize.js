/**
 * A text to lexemes: the parser's tokens, each through the dictionaries of its type until one knows it. A dictionary of
 * phrases may ask for more words; when it comes to nothing, they are gone through again without it.
 */
import { wordNotIndexed } from '../../errors/text-search.js'
import { charge } from '../../errors/value-size.js'
import { utf8Bytes } from '../../types/strings/text.js'
import { limitedPlace } from '../../types/textsearch/vector.js'
import { atOnce } from '../../util/effort.js'
import { FILTER, LexizeState, NEXT_PLACE, PREFIX } from './dictionaries/dictionary.js'
import { KNOWN_LENGTH_MAX, hashed } from './known-words.js'
import { ASCII_WORD, Parser } from './parser.js'
/** @import { Steps } from '../../util/effort.js' */
/** @import { KnownWords } from './known-words.js' */
/** @import { Dictionary, Lexeme } from './dictionaries/dictionary.js' */

/** What a word takes while a document is read. */
const WORD_BYTES = 8
/** Tokens of more bytes are left out. */
const TOKEN_BYTES_MAX = 2046

/**
 * @typedef {object} Configuration
 * @property {Dictionary[][]} byType dictionaries by type of token
 * @property {boolean} single no dictionary asks for more words
 * @property {boolean} plainLetters
 * @property {KnownWords} known words of ASCII letters, through their dictionaries
 */
/** @typedef {{ text: string, place: number, variant: number, isPrefix: boolean }} ParsedWord */
/** @typedef {(notice: { severity: string, code: string, message: string }) => void} Notify */

/** What texts are parsed into. */
export class ParsedText {
  constructor() {
    /** @type {ParsedWord[]} */
    this.words = []
    /** of the last one */
    this.place = 0
  }

  /** @param {Lexeme[]} lexemes */
  add(lexemes) {
    this.place++
    for (let i = 0; i < lexemes.length; i++) {
      const { text, flags, variant } = lexemes[i]
      if (flags & NEXT_PLACE) this.place++
      this.words.push({ text, place: limitedPlace(this.place), variant, isPrefix: (flags & PREFIX) !== 0 })
    }
  }
}

/** Tokens between two looks at the clock. */
const TOKENS_AT_ONCE = 64

/**
 * @param {Configuration} config
 * @param {ParsedText} parsed what is added to
 * @param {string} text
 * @param {Notify} notify
 */
export const parseText = (config, parsed, text, notify) => atOnce(parseTextSteps(config, parsed, text, notify))

/**
 * The same with a rest now and then.
 * @param {Configuration} config @param {ParsedText} parsed @param {string} text @param {Notify} notify
 * @returns {Steps<void>}
 */
export function* parseTextSteps(config, parsed, text, notify) {
  const parser = new Parser(text, config.plainLetters)
  if (config.single) {
    while (readWords(config, parsed, parser, notify)) {
      charge(parsed.words.length * WORD_BYTES, 'the words of a document')
      yield
    }
    return
  }
  const lexizer = new Lexizer(config)
  const emit = (/** @type {Lexeme[] | null} */ lexemes) => {
    if (lexemes !== null) parsed.add(lexemes)
  }
  for (let count = 1; parser.next(); count++) {
    if (count % TOKENS_AT_ONCE === 0) {
      charge(parsed.words.length * WORD_BYTES, 'the words of a document')
      yield
    }
    const { length, type } = parser
    if (length * 3 > TOKEN_BYTES_MAX && utf8Bytes(parser.token) > TOKEN_BYTES_MAX) {
      notify(wordNotIndexed())
      continue
    }
    lexizer.add(type, parser.token, emit)
  }
  lexizer.end(emit)
}

/**
 * The next words of a text, each of which its dictionaries know by itself.
 * @param {Configuration} config @param {ParsedText} parsed @param {Parser} parser @param {Notify} notify
 * @returns {boolean} there may be more
 */
export function readWords({ byType, known }, parsed, parser, notify) {
  for (let count = 0; count < TOKENS_AT_ONCE; count++) {
    if (!parser.next()) return false
    const { length, type } = parser
    const dictionaries = byType[type]
    if (type === ASCII_WORD && length <= KNOWN_LENGTH_MAX) {
      const hash = copyWord(parser.text, parser.start, length)
      if (!known.find(word, 0, length, hash)) known.keep(word, 0, length, lexizeNew(dictionaries, parser.token))
      const lexemes = known.lexemesThere()
      if (lexemes !== null) parsed.add(lexemes)
    } else if (length * 3 > TOKEN_BYTES_MAX && utf8Bytes(parser.token) > TOKEN_BYTES_MAX) notify(wordNotIndexed())
    else if (dictionaries.length > 0) {
      const lexemes = lexizeWord(dictionaries, parser.token)
      if (lexemes !== null) parsed.add(lexemes)
    }
  }
  return true
}

const word = new Uint8Array(KNOWN_LENGTH_MAX)

/** @param {string} text @param {number} start @param {number} length of ASCII letters @returns {number} their hash */
function copyWord(text, start, length) {
  let hash = 0
  for (let i = 0; i < length; i++) hash = hashed(hash, word[i] = text.charCodeAt(start + i))
  return hash
}

const ALONE = new LexizeState()

/** @param {Dictionary[]} dictionaries none of which asks for more words @param {string} word */
export function lexizeWord(dictionaries, word) {
  for (let i = 0; i < dictionaries.length; i++) {
    const lexemes = dictionaries[i].lexize(word, ALONE)
    if (lexemes === null) continue
    if (lexemes.length > 0 && lexemes[0].flags & FILTER) word = lexemes[0].text
    else return lexemes
  }
  return null
}

/** The same of a word that is remembered by who asks. @type {typeof lexizeWord} */
export function lexizeNew(dictionaries, word) {
  for (let i = 0; i < dictionaries.length; i++) {
    const { lexize, anew } = dictionaries[i]
    const lexemes = anew === undefined ? lexize(word, ALONE) : anew(word)
    if (lexemes === null) continue
    if (lexemes.length > 0 && lexemes[0].flags & FILTER) word = lexemes[0].text
    else return lexemes
  }
  return null
}

/** @typedef {{ type: number, token: string }} Token type 0: the end */
/** @typedef {(lexemes: Lexeme[] | null, tokens: Token[]) => void} Emit tokens: gone through for them; null:
 * nobody knew */

/** Tokens on their way through dictionaries, some of which ask for more. */
export class Lexizer {
  /** @param {Configuration} config */
  constructor(config) {
    this.config = config
    /** tokens not done with @type {Token[]} */
    this.tokens = []
    /** of the first token: dictionaries that had it already */
    this.tried = 0
    /** who asked for more @type {Dictionary | null} */
    this.asking = null
    /** tokens it was given */
    this.given = 0
    /** what it knew already, and of how many tokens @type {Lexeme[] | null} */
    this.found = null
    this.foundCount = 0
    this.state = new LexizeState()
    /** tokens that were done with since the last lexemes @type {Token[]} */
    this.done = []
  }

  /** @param {number} type @param {string} token @param {Emit} emit */
  add(type, token, emit) {
    this.tokens.push({ type, token })
    this.work(emit)
  }

  /** Tokens that came to nothing, if no others wait. @param {Emit} emit */
  flush(emit) {
    if (this.tokens.length > 0 || this.done.length === 0) return
    emit(null, this.done)
    this.done = []
  }

  /** @param {Emit} emit */
  end(emit) {
    this.add(0, '', emit)
    if (this.done.length > 0) emit(null, this.done)
  }

  /** @param {Emit} emit */
  work(emit) {
    for (;;) {
      const lexemes = this.next()
      if (lexemes === null) return
      const tokens = this.done
      this.done = []
      emit(lexemes, tokens)
    }
  }

  /** @returns {Lexeme[] | null} null: more tokens are needed */
  next() {
    for (;;) {
      if (this.asking === null) {
        const lexemes = this.single()
        if (lexemes !== null) return lexemes
        if (this.asking === null) return null
      }
      const answer = this.more()
      if (answer !== undefined) return answer
    }
  }

  /** @param {number} count of tokens that are done with */
  drop(count) {
    this.done.push(...this.tokens.splice(0, count))
    this.tried = 0
  }

  /** The first token by itself, until it is known or somebody asks for more. @returns {Lexeme[] | null} */
  single() {
    while (this.tokens.length > 0) {
      const { type, token } = this.tokens[0]
      const dictionaries = this.config.byType[type] ?? []
      let word = token
      for (let at = this.tried; at < dictionaries.length; at++) {
        const state = new LexizeState()
        const lexemes = dictionaries[at].lexize(word, state)
        if (state.wantsMore) {
          this.asking = dictionaries[at]
          this.state = state
          this.tried = at + 1
          this.given = 1
          this.found = lexemes
          this.foundCount = lexemes === null ? 0 : 1
          return null
        }
        if (lexemes === null) continue
        if (lexemes.length > 0 && lexemes[0].flags & FILTER) {
          word = lexemes[0].text
          continue
        }
        this.drop(1)
        return lexemes
      }
      this.drop(1)
    }
    return null
  }

  /** @returns {Lexeme[] | null | undefined} null: more tokens are needed; undefined: it came to nothing */
  more() {
    const asking = /** @type {Dictionary} */ (this.asking)
    while (this.given < this.tokens.length) {
      const { type, token } = this.tokens[this.given]
      if (type !== 0) {
        const dictionaries = this.config.byType[type] ?? []
        if (dictionaries.length === 0) {
          this.given++
          continue
        }
        if (!dictionaries.includes(asking)) {
          this.asking = null
          return undefined
        }
      }
      this.state.isEnd = type === 0
      this.state.wantsMore = false
      const lexemes = asking.lexize(token, this.state)
      if (this.state.wantsMore) {
        this.given++
        if (lexemes !== null) {
          this.found = lexemes
          this.foundCount = this.given
        }
        continue
      }
      this.asking = null
      const known = lexemes ?? this.found
      if (known === null) return undefined
      this.drop(lexemes === null ? this.foundCount : this.given + 1)
      this.found = null
      return known
    }
    return null
  }
}

/**
 * ts_headline: the part of a text that shows why it was found. A cover is a stretch of tokens that satisfies the
 * query; the best one is lengthened to a good end, or several are shown as fragments.
 */
import { unrecognizedHeadlineParameter, textSearchParameter } from '../../errors/text-search.js'
import { DEFAULT_ENV } from '../../types/type-ops.js'
import { int4Type } from '../../types/numbers/integers.js'
import { compareText, utf8Bytes } from '../../types/strings/text.js'
import { NO, YES, evaluate } from '../../types/textsearch/match.js'
import { wordsOf } from '../../types/textsearch/query.js'
import { limitedPlace } from '../../types/textsearch/vector.js'
import { charge } from '../../errors/value-size.js'
import { atOnce, spend } from '../../util/effort.js'
import { NEXT_PLACE } from './dictionaries/dictionary.js'
import { Lexizer } from './lexize.js'
import { readOptions } from './options.js'
import { Parser } from './parser.js'
import { TOKEN_TYPES } from './parser-states.js'
/** @import { Steps } from '../../util/effort.js' */
/** @import { Configuration } from './lexize.js' */
/** @import { Lexeme } from './dictionaries/dictionary.js' */
/** @import { QueryNode, TsQuery } from '../../types/textsearch/query.js' */

/** @param {string[]} aliases */
const typesOf = (...aliases) => new Set(aliases.map((alias) => TOKEN_TYPES.findIndex(([each]) => each === alias) + 1))
const TAG = typesOf('tag')
/** Tokens whose parts follow as tokens of their own. */
const WHOLE = typesOf('url', 'numhword', 'asciihword', 'hword')
const NO_WORD = typesOf('blank', 'tag', 'url', 'numhword', 'asciihword', 'hword')
const NO_END = typesOf('blank', 'tag', 'url', 'numhword', 'asciihword', 'hword', 'sfloat', 'version', 'float', 'int',
  'uint', 'protocol', 'entity')

/** What a token takes. */
const TOKEN_BYTES = 16

/** A token, or the same one again for another word of the query. */
class Token {
  /** @param {string} text @param {number} type */
  constructor(text, type) {
    this.text = text
    this.type = type
    this.length = utf8Bytes(text)
    /** the query's word that it is @type {QueryNode | null} */
    this.item = null
    this.place = 0
    this.repeated = false
    this.shown = false
    this.selected = false
    this.blank = false
    this.skipped = false
  }

  get isWord() {
    return !NO_WORD.has(this.type)
  }

  get interests() {
    return this.item !== null && !this.repeated
  }
}

const MARK_BYTES_MAX = 32_767
const YES_WORDS = new Set(['1', 'on', 'true', 't', 'y', 'yes'])

export class HeadlineOptions {
  /** @param {string} text @throws {DbError} 22023, 22P02, 42601 */
  constructor(text) {
    this.minWords = 15
    this.maxWords = 35
    this.shortWord = 3
    this.maxFragments = 0
    this.highlightAll = false
    this.start = '<b>'
    this.stop = '</b>'
    this.delimiter = ' ... '
    const integer = (/** @type {string} */ value) => int4Type.parse(value, -1, DEFAULT_ENV)
    for (const [key, value] of readOptions(text)) {
      switch (key.toLowerCase()) {
        case 'maxwords': this.maxWords = integer(value); break
        case 'minwords': this.minWords = integer(value); break
        case 'shortword': this.shortWord = integer(value); break
        case 'maxfragments': this.maxFragments = integer(value); break
        case 'startsel': this.start = value; break
        case 'stopsel': this.stop = value; break
        case 'fragmentdelimiter': this.delimiter = value; break
        case 'highlightall': this.highlightAll = YES_WORDS.has(value.toLowerCase()); break
        default: throw unrecognizedHeadlineParameter(key)
      }
    }
    if (!this.highlightAll) this.checkCounts()
    const marks = { StartSel: this.start, StopSel: this.stop, FragmentDelimiter: this.delimiter }
    for (const [name, mark] of Object.entries(marks)) {
      if (mark.length * 3 > MARK_BYTES_MAX && utf8Bytes(mark) > MARK_BYTES_MAX)
        throw textSearchParameter(`value for "${name}" is too long`)
    }
  }

  /** @throws {DbError} 22023 */
  checkCounts() {
    if (this.minWords >= this.maxWords) throw textSearchParameter('MinWords should be less than MaxWords')
    if (this.minWords <= 0) throw textSearchParameter('MinWords should be positive')
    if (this.shortWord < 0) throw textSearchParameter('ShortWord should be >= 0')
    if (this.maxFragments < 0) throw textSearchParameter('MaxFragments should be >= 0')
  }
}

/**
 * @param {Configuration} config
 * @param {string} text
 * @param {TsQuery} query
 * @param {HeadlineOptions} options
 * @returns {string}
 */
export const headline = (config, text, query, options) => atOnce(headlineSteps(config, text, query, options))

/** Of tokens, or covers, between two looks at the clock. */
const AT_ONCE = 64

/**
 * The same with a rest now and then.
 * @param {Configuration} config @param {string} text @param {TsQuery} query @param {HeadlineOptions} options
 * @returns {Steps<string>}
 */
export function* headlineSteps(config, text, query, options) {
  const made = new Headline(query, options)
  yield* made.read(config, text)
  if (options.maxFragments !== 0) yield* made.markFragments()
  else if (options.highlightAll) made.mark(0, made.tokens.length - 1)
  else yield* made.markBest()
  return made.text()
}

class Headline {
  /** @param {TsQuery} query @param {HeadlineOptions} options */
  constructor(query, options) {
    this.options = options
    this.root = query.root
    this.maxCover = Math.max(options.maxWords * 10, 100) * Math.max(options.maxFragments, 1)
    /** @type {Token[]} */
    this.tokens = []
    this.words = wordsOf(query.root)
    this.place = 0
  }

  /** @param {Configuration} config @param {string} text @returns {Steps<void>} */
  *read(config, text) {
    const parser = new Parser(text, config.plainLetters)
    const lexizer = new Lexizer(config)
    const add = (/** @type {Lexeme[] | null} */ lexemes, /** @type {{ type: number, token: string }[]} */ tokens) =>
      this.add(lexemes, tokens)
    for (let count = 1; parser.next(); count++) if (parser.length < 2047) {
      if (count % AT_ONCE === 0) {
        charge(this.tokens.length * TOKEN_BYTES, 'the words of a document')
        yield
      }
      lexizer.add(parser.type, parser.token, add)
      lexizer.flush(add)
    }
    lexizer.end(add)
  }

  /** @param {Lexeme[] | null} lexemes @param {{ type: number, token: string }[]} tokens */
  add(lexemes, tokens) {
    if (lexemes !== null) this.place++
    let { place } = this
    for (const { type, token } of tokens) {
      if (type > 0) this.tokens.push(new Token(token, type))
      place = this.place
      for (const { text, flags } of lexemes ?? []) {
        if (flags & NEXT_PLACE) place++
        this.find(text, place)
      }
    }
    this.place = place
  }

  /** @param {string} lexeme @param {number} place */
  find(lexeme, place) {
    const last = this.tokens[this.tokens.length - 1]
    if (last === undefined) return
    last.place = limitedPlace(place)
    for (const word of this.words) {
      if (word.prefix ? !lexeme.startsWith(word.word) : compareText(word.word, lexeme) !== 0) continue
      if (last.item === null) last.item = word
      else {
        const again = new Token(last.text, last.type)
        again.place = last.place
        again.item = word
        again.repeated = true
        this.tokens.push(again)
      }
    }
  }

  /** @param {number} from @returns {number} the next token that is a word of the query; -1: none */
  nextItem(from) {
    for (let at = from; at < this.tokens.length; at++) if (this.tokens[at].item !== null) return at
    return -1
  }

  /** @param {number} from @returns {{ start: number, end: number } | null} */
  cover(from) {
    for (let start = this.nextItem(from); start >= 0; start = this.nextItem(start + 1)) {
      for (let end = start; end >= 0 && end - start < this.maxCover; end = this.nextItem(end + 1)) {
        spend(20 + end - start)
        if (this.satisfies(start, end)) return { start, end }
      }
    }
    return null
  }

  /** @param {number} start @param {number} end */
  satisfies(start, end) {
    if (this.root === null) return false
    return evaluate(this.root, (node, places) => {
      /** @type {number[]} */
      const found = []
      for (let at = start; at <= end; at++) {
        const { item, place } = this.tokens[at]
        if (item !== node) continue
        if (places === null) return YES
        if (found[found.length - 1] !== place) found.push(place)
      }
      if (places !== null) places.at = found
      return found.length > 0 ? YES : NO
    }, false) !== NO
  }

  /** @param {number} at */
  isBadEnd(at) {
    const token = this.tokens[at]
    return (NO_END.has(token.type) || token.length <= this.options.shortWord) && !token.interests
  }

  /** @param {number} start @param {number} end */
  mark(start, end) {
    const all = this.options.highlightAll
    for (let at = start; at <= end && at < this.tokens.length; at++) {
      const token = this.tokens[at]
      if (token.item !== null) token.selected = true
      if (!all && TAG.has(token.type)) token.blank = true
      else if (WHOLE.has(token.type)) token.skipped = true
      token.shown = !token.repeated
    }
  }

  /** The first words, where nothing was found. */
  markFirst() {
    let end = 0
    for (let at = 0, words = 0; at < this.tokens.length && words < this.options.minWords; at++) {
      if (this.tokens[at].isWord) words++
      end = at
    }
    this.mark(0, end)
  }

  /** @returns {Steps<void>} */
  *markBest() {
    let best = { start: 0, end: -1, interest: -1, covers: false }
    for (let from = 0, count = 0; ;) {
      const cover = this.cover(from)
      if (cover === null) break
      const { start, end, interest } = this.fitted(cover)
      const covers = start <= cover.start && end >= cover.end
      if (Number(covers) > Number(best.covers) || (covers === best.covers && (interest > best.interest
        || (interest === best.interest && !this.isBadEnd(end) && this.isBadEnd(best.end)))))
        best = { start, end, interest, covers }
      from = cover.start + 1
      if (++count % AT_ONCE === 0) yield
    }
    if (best.interest < 0) this.markFirst()
    else this.mark(best.start, best.end)
  }

  /** A cover made as long as it may be, and ending well. @param {{ start: number, end: number }} cover */
  fitted(cover) {
    const { tokens } = this
    const { minWords, maxWords } = this.options
    let words = 0
    let interest = 0
    let start = cover.start
    let end = cover.start
    let at = cover.start
    for (; at <= cover.end && words < maxWords; at++) {
      if (tokens[at].isWord) words++
      if (tokens[at].interests) interest++
      end = at
    }
    if (words >= maxWords) {
      for (at = Math.min(at, cover.end); words > minWords && this.isBadEnd(at); at--) {
        if (tokens[at].isWord) words--
        if (tokens[at].interests) interest--
        end = at - 1
      }
      return { start, end, interest }
    }
    for (at--; at < tokens.length && words < maxWords; at++) {
      if (at > cover.end) {
        if (tokens[at].isWord) words++
        if (tokens[at].interests) interest++
      }
      end = at
      if (!this.isBadEnd(at) && words >= minWords) break
    }
    if (words < minWords) {
      for (at = cover.start - 1; at >= 0; at--) {
        if (tokens[at].isWord) words++
        if (tokens[at].interests) interest++
        if (words >= maxWords || (!this.isBadEnd(at) && words >= minWords)) break
      }
      start = Math.max(at, 0)
    }
    return { start, end, interest }
  }

  /** @typedef {{ start: number, end: number, words: number, interest: number, used: boolean }} Fragment */

  /** The next part of a cover, with a word of the query at either end. @param {number} from @param {number} to
   * @returns {Fragment} */
  fragment(from, to) {
    const { tokens } = this
    let start = from
    for (let at = from; at <= to; at++) {
      start = at
      if (tokens[at].interests) break
    }
    let words = 0
    let interest = 0
    let at = start
    for (; at <= to && words < this.options.maxWords; at++) {
      if (tokens[at].isWord) words++
      if (tokens[at].interests) interest++
    }
    let end = to
    if (to > at) {
      end = at
      for (; at >= start; at--) {
        end = at
        if (tokens[at].interests) break
        if (tokens[at].isWord) words--
      }
    }
    return { start, end, words, interest, used: false }
  }

  /** @returns {Steps<void>} */
  *markFragments() {
    /** @type {Fragment[]} */
    const fragments = []
    for (let from = 0, count = 0; ;) {
      const cover = this.cover(from)
      if (cover === null) break
      for (let start = cover.start; start <= cover.end;) {
        const fragment = this.fragment(start, cover.end)
        fragments.push(fragment)
        start = fragment.end + 1
      }
      from = cover.start + 1
      if (++count % AT_ONCE === 0) yield
    }
    let marked = 0
    for (; marked < this.options.maxFragments; marked++) {
      yield
      /** @type {Fragment | null} */
      let best = null
      for (const each of fragments) {
        if (each.used) continue
        if (best === null ? each.interest > 0 || each.words < 0x7fffffff : each.interest > best.interest
          || (each.interest === best.interest && each.words < best.words)) best = each
      }
      if (best === null) break
      const { start, end } = this.stretched(best)
      this.mark(start, end)
      for (const each of fragments)
        if (each === best || (each.start >= start && each.start <= end) || (each.end >= start && each.end <= end))
          each.used = true
    }
    if (marked === 0) this.markFirst()
  }

  /** @param {Fragment} fragment */
  stretched({ start, end, words }) {
    const { tokens } = this
    const { maxWords } = this.options
    if (words >= maxWords) return { start, end }
    const most = Math.trunc((maxWords - words) / 2)
    let at = start
    for (let count = 0; at > 0 && count < most && !tokens[at - 1].shown; at--) {
      if (!tokens[at - 1].isWord) continue
      words++
      count++
    }
    for (; at < start && this.isBadEnd(at); at++) if (tokens[at].isWord) words--
    const first = at
    at = end
    while (at + 1 < tokens.length && words < maxWords && !tokens[at + 1].shown) if (tokens[++at].isWord) words++
    for (; at > end && this.isBadEnd(at); at--) if (tokens[at].isWord) words--
    return { start: first, end: at }
  }

  text() {
    const { start, stop, delimiter } = this.options
    let text = ''
    let fragments = 0
    let inside = false
    for (const token of this.tokens) {
      if (token.repeated) continue
      if (!token.shown) {
        inside = false
        continue
      }
      if (!inside && fragments++ > 0) text += delimiter
      inside = true
      if (token.blank) text += ' '
      else if (!token.skipped) text += token.selected ? start + token.text + stop : token.text
    }
    return text
  }
}

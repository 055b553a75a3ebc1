/**
 * The default parser: a text as tokens. A state machine (parser-states.js) that remembers places it may have to come
 * back to. Most of most texts are plain words and blanks: these have a way of their own.
 */
import { isTextLetter, isTextSpace } from '../../types/collation/letters.js'
import { spend } from '../../util/effort.js'
import { isMark } from './marks.js'
import { STATES, TOKEN_TYPES } from './parser-states.js'

export const ASCII_WORD = 1
export const BLANK = 12

const NEXT = 0
const PUSH = 1
const POP = 2
const CLEAR = 3
const RERUN = 4
const MERGE = 5
const CLEAR_ALL = 6

const CLASSES = ['end', 'ascii', 'alpha', 'digit', 'hex', 'alnum', 'other', 'mark', 'space', 'url', 'ignored', 'host',
  'path', 'stop', 'any']
const [END, ASCII, ALPHA, DIGIT, HEX, ALNUM, OTHER, MARK, SPACE, URL_LETTER, IGNORED, HOST, PATH, STOP] =
  CLASSES.map((_, index) => index)

class Rule {
  /** @param {string} text @param {string[]} names of states */
  constructor(text, names) {
    const named = CLASSES.find((name) => text.startsWith(name) && text.length > name.length)
    /** a class, or -1: the letter `code` */
    this.test = named === undefined ? -1 : CLASSES.indexOf(named)
    this.code = named === undefined ? text.charCodeAt(0) : 0
    const [action, special = ''] = text.slice(named === undefined ? 1 : named.length).split('#')
    this.special = special
    /** a token of this type ends */
    this.token = 0
    this.to = -1
    this.action = NEXT
    const stateOf = (/** @type {string} */ name) => names.indexOf(name)
    if (action[0] === '!') {
      const [, mark, type, to] = /** @type {RegExpExecArray} */ (/^!([!=]?)(\w+)(?:>(\w+))?$/.exec(action))
      this.token = TOKEN_TYPES.findIndex(([alias]) => alias === type) + 1
      this.action = mark === '!' ? CLEAR_ALL : mark === '=' ? CLEAR : NEXT
      this.to = stateOf(to ?? 'Base')
    } else if (action === '<') this.action = POP
    else if (action === '&') this.action = MERGE
    else if (action !== '.') {
      this.action = { '+': NEXT, '^': PUSH, '=': CLEAR, '~': RERUN }[action[0]] ?? NEXT
      this.to = stateOf(action.slice(1))
    }
  }
}

const NAMES = Object.keys(STATES)
const BASE = NAMES.indexOf('Base')
const URL_PATH_FIRST = NAMES.indexOf('UrlPathFirst')
/** By state. @type {Rule[][]} */
let rules = []

/** A place: where the token has come to, and in which state. */
class Place {
  /** @param {Place | null} before @param {number} at @param {number} length of the token so far @param {number}
   * state */
  constructor(before, at, length, state) {
    this.before = before
    this.at = at
    this.length = length
    this.state = state
    /** Rules there that were tried. */
    this.tried = 0
  }
}

/** By code: 1 a plain letter, 2 a blank that ends words and belongs to the next blank. */
export const PLAIN = new Uint8Array(256)
for (const letter of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ') PLAIN[letter.charCodeAt(0)] = 1
for (const letter of ' \n\t\r\v\f,;!?()[]{}*=$%^"\'`|') PLAIN[letter.charCodeAt(0)] = 2

export class Parser {
  /** @param {string} text @param {boolean} [plainLetters] the database's letters are ASCII's */
  constructor(text, plainLetters = false) {
    if (rules.length === 0) rules = NAMES.map((name) => STATES[name].split(' ').map((rule) => new Rule(rule, NAMES)))
    this.text = text
    this.plainLetters = plainLetters
    this.place = new Place(null, 0, 0, BASE)
    this.wantsHost = false
    this.ignores = false
    /** of the last token */
    this.type = 0
    this.start = 0
    this.length = 0
  }

  /** The last token. */
  get token() {
    return this.text.slice(this.start, this.start + this.length)
  }

  /** The last token is done with, and what follows has nothing to do with it. */
  get isBetween() {
    const { place } = this
    return place.state === BASE && place.before === null && !this.ignores
  }

  /** @returns {boolean} false: there are no more tokens */
  next() {
    const { place } = this
    if (place.at >= this.text.length) return false
    if (this.isBetween && this.plain(place)) return true
    return this.run()
  }

  /** A word of ASCII letters between blanks, or blanks before such a word. @param {Place} place */
  plain(place) {
    const { text } = this
    const kind = PLAIN[text.charCodeAt(place.at)]
    if (kind === 0 || kind === undefined) return false
    let end = place.at + 1
    while (end < text.length && PLAIN[text.charCodeAt(end)] === kind) end++
    if (end < text.length && PLAIN[text.charCodeAt(end)] !== 3 - kind) return false
    this.type = kind === 1 ? ASCII_WORD : BLANK
    this.start = place.at
    this.length = end - place.at
    place.at = end
    return true
  }

  run() {
    const { text } = this
    this.start = this.place.at
    this.place.tried = 0
    for (let steps = 0; this.place.at <= text.length; steps++) {
      if ((steps & 1023) === 1023) spend(1024 * 4)
      const place = this.place
      const { at } = place
      const code = at < text.length ? /** @type {number} */ (text.codePointAt(at)) : -1
      const ofState = rules[place.state]
      let index = place.tried
      place.tried = 0
      while (!this.holds(ofState[index], code)) index++
      const rule = ofState[index]
      if (rule.special !== '') this.special(rule.special)
      if (rule.token > 0) {
        this.type = rule.token
        this.length = place.length
        place.length = 0
      }
      this.act(rule.action, index)
      if (rule.to >= 0) this.place.state = rule.to
      if (rule.token > 0) return true
      if (this.place.at >= text.length && rule.action !== RERUN) break
      if (rule.action === RERUN || rule.action === POP) continue
      const step = code > 0xffff ? 2 : 1
      this.place.at += step
      this.place.length += step
    }
    return false
  }

  /** @param {number} action @param {number} index of the rule */
  act(action, index) {
    const { place } = this
    switch (action) {
      case POP:
        this.place = /** @type {Place} */ (place.before)
        return
      case PUSH:
        place.tried = index + 1
        this.place = new Place(place, place.at, place.length, place.state)
        return
      case CLEAR:
        place.before = place.before?.before ?? null
        return
      case CLEAR_ALL:
        place.before = null
        return
      case MERGE: {
        const before = /** @type {Place} */ (place.before)
        before.at = place.at
        before.length = place.length
        before.tried = 0
        this.place = before
      }
    }
  }

  /** @param {Rule} rule @param {number} code -1: the end */
  holds(rule, code) {
    switch (rule.test) {
      case -1: return rule.code === code
      case END: return code < 0
      case ASCII: return (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
      case ALPHA: return this.isAlpha(code)
      case DIGIT: return code >= 48 && code <= 57
      case HEX: return (code >= 48 && code <= 57) || (code >= 97 && code <= 102) || (code >= 65 && code <= 70)
      case ALNUM: return (code >= 48 && code <= 57) || this.isAlpha(code)
      case OTHER: return code >= 0 && !((code >= 48 && code <= 57) || this.isAlpha(code))
      case MARK: return code > 127 && isMark(code)
      case SPACE: return isBlank(code)
      case URL_LETTER: return code > 0x20 && code < 0x7f && !'"<>\\^`{|}'.includes(String.fromCharCode(code))
      case IGNORED: return this.ignores
      case STOP: {
        const wanted = this.wantsHost
        this.wantsHost = false
        return wanted
      }
      case HOST: return this.follows(BASE, 'host', true)
      case PATH: return this.follows(URL_PATH_FIRST, 'url_path', false)
      default: return true
    }
  }

  /** @param {number} code */
  isAlpha(code) {
    if (code < 128) return (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
    return this.plainLetters || isTextLetter(code)
  }

  /**
   * Whether a whole token follows; it is passed then.
   * @param {number} state @param {string} alias @param {boolean} host nothing but a host is wanted
   */
  follows(state, alias, host) {
    const { place } = this
    if (place.at >= this.text.length) return false
    const inner = new Parser(this.text, this.plainLetters)
    inner.wantsHost = host
    const start = new Place(null, place.at, 0, BASE)
    inner.place = host ? start : new Place(start, place.at, 0, state)
    if (!inner.run() || TOKEN_TYPES[inner.type - 1][0] !== alias) return false
    place.at += inner.length
    place.length += inner.length
    return true
  }

  /** @param {string} what */
  special(what) {
    const { place } = this
    if (what === 'tags') {
      const head = this.text.slice(this.start, this.start + place.length).toLowerCase()
      if (head === '</script' || head === '</style') this.ignores = false
      else if (head === '<script' || head === '<style') this.ignores = true
      return
    }
    place.at -= place.length
    if (what === 'url') this.wantsHost = true
    if (what === 'version') place.length = 0
  }
}

/** @param {number} code */
const isBlank = (code) => (code >= 9 && code <= 13) || code === 32 || (code > 127 && isTextSpace(code))

/**
 * Finding one's way in the text of a json value: the text of a part is what the author wrote. Strings on the way are
 * checked as they are for reading (surrogates, U+0000), the value as a whole was checked when it came in.
 */
import { skipInSteps, skipValue } from './parse.js'
import {
  ARRAY_END, ARRAY_START, COLON, COMMA, FALSE, JsonLexer, NESTING_MAX, nestedTooDeeply, NULL, NUMBER, OBJECT_END,
  OBJECT_START, STRING, TRUE,
} from './lexer.js'
import { quoteJson } from './text-output.js'

export { ARRAY_START, FALSE, NULL, NUMBER, OBJECT_START, STRING, TRUE }

/** A part of a text. */
export class JsonSpan {
  /**
   * @param {string} text the whole
   * @param {number} kind the token the part begins with
   * @param {number} start
   * @param {number} end
   * @param {string} value of a string, unescaped
   */
  constructor(text, kind, start, end, value) {
    this.text = text
    this.kind = kind
    this.start = start
    this.end = end
    this.value = value
  }

  /** As written. */
  get raw() {
    return this.text.slice(this.start, this.end)
  }

  /** A scalar's text, a container as written; null for null. @returns {string | null} */
  get plain() {
    return this.kind === NULL ? null : this.kind === STRING ? this.value : this.raw
  }
}

/** The value at the lexer, which moves behind it. @param {JsonLexer} lex */
function span(lex) {
  const { token, start, value } = lex
  skipValue(lex)
  return new JsonSpan(lex.text, token, start, lex.before, token === STRING ? value : '')
}

/** A lexer on the first token. @param {string} text @param {boolean} [strings] whether it unescapes */
function open(text, strings = true) {
  const lex = new JsonLexer(text, strings)
  lex.next()
  return lex
}

/** @param {string} text of a value that was checked when it came in @returns {JsonSpan} */
export function whole(text) {
  const lex = open(text)
  // Nothing but blanks is behind it: a long list need not be read to be handed on.
  if (lex.token !== ARRAY_START && lex.token !== OBJECT_START) return span(lex)
  let end = text.length
  while (isJsonBlank(text.charCodeAt(end - 1))) end--
  return new JsonSpan(text, lex.token, lex.start, end, '')
}

/** @param {number} unit */
const isJsonBlank = (unit) => unit === 32 || (unit >= 9 && unit <= 10) || unit === 13

/** The kind of value (its first token) without reading on. @param {string} text */
export const kindOf = (text) => {
  const lex = new JsonLexer(text, false)
  return lex.next()
}

/**
 * Pairs of an object, or elements of an array (with key ''), in the order written. Nothing for a scalar.
 * @param {string} text
 * @param {boolean} [strings] false: strings are not read, so that what they hold is not refused
 * @returns {Generator<{ key: string, part: JsonSpan }>}
 */
export function* members(text, strings = true) {
  for (const member of membersInSteps(text, strings)) if (member !== null) yield member
}

/**
 * The same of a text that may be long, null where it has to rest.
 * @param {string} text
 * @param {boolean} [strings]
 * @returns {Generator<{ key: string, part: JsonSpan } | null>}
 */
export function* membersInSteps(text, strings = true) {
  const lex = open(text, strings)
  const isObject = lex.is(OBJECT_START)
  if (!isObject && !lex.is(ARRAY_START)) return
  lex.next()
  while (!lex.is(isObject ? OBJECT_END : ARRAY_END)) {
    let key = ''
    if (isObject) {
      key = lex.value
      lex.next()
      lex.expect(COLON, 'colon')
    }
    const { token, start, value } = lex
    if (token !== OBJECT_START && token !== ARRAY_START) skipValue(lex)
    else for (const steps = skipInSteps(lex); steps.next().done !== true;) yield null
    yield { key, part: new JsonSpan(lex.text, token, start, lex.before, token === STRING ? value : '') }
    if (lex.is(COMMA)) lex.next()
  }
}

/** Nothing is found, but what cannot be read is refused. @param {string} text @returns {null} */
export function readThrough(text) {
  skipValue(open(text))
  return null
}

/** Elements of an array. @param {string} text */
export function elementCount(text) {
  let count = 0
  const lex = new JsonLexer(text, false)
  lex.next()
  lex.next()
  while (!lex.is(ARRAY_END)) {
    skipValue(lex)
    count++
    if (lex.is(COMMA)) lex.next()
  }
  return count
}

/**
 * The part a path leads to: of several members with the name, the last that leads on. The whole text is read.
 * @param {string} text
 * @param {string[]} names
 * @param {number[]} indexes the same steps as array positions (negative: from the end), NaN where they are none
 * @returns {JsonSpan | null}
 */
export function follow(text, names, indexes) {
  const lex = open(text)
  return find(lex, 0)

  /** @param {JsonLexer} at @param {number} step @returns {JsonSpan | null} */
  function find(at, step) {
    if (step === names.length) return span(at)
    if (step > NESTING_MAX) throw nestedTooDeeply()
    /** @type {JsonSpan | null} */
    let found = null
    if (at.is(OBJECT_START)) {
      at.next()
      while (!at.is(OBJECT_END)) {
        const key = at.value
        at.next()
        at.expect(COLON, 'colon')
        if (key === names[step]) found = find(at, step + 1) ?? found
        else skipValue(at)
        if (at.is(COMMA)) at.next()
      }
      at.next()
    } else if (at.is(ARRAY_START)) {
      let index = indexes[step]
      if (index < 0) index += elementCount(text.slice(at.start))
      at.next()
      for (let position = 0; !at.is(ARRAY_END); position++) {
        if (position === index) found = find(at, step + 1)
        else skipValue(at)
        if (at.is(COMMA)) at.next()
      }
      at.next()
    } else {
      at.next()
    }
    return found
  }
}

/** The text without blanks and without members of objects that are null. @param {string} text @returns {string} */
export function withoutNulls(text) {
  const lex = open(text)
  return value(0)

  /** @param {number} depth @returns {string} */
  function value(depth) {
    if (depth > NESTING_MAX) throw nestedTooDeeply()
    if (lex.is(OBJECT_START)) {
      const parts = []
      lex.next()
      while (!lex.is(OBJECT_END)) {
        const key = quoteJson(lex.value)
        lex.next()
        lex.expect(COLON, 'colon')
        const isNull = lex.is(NULL)
        const inside = value(depth + 1)
        if (!isNull) parts.push(`${key}:${inside}`)
        if (lex.is(COMMA)) lex.next()
      }
      lex.next()
      return `{${parts.join(',')}}`
    }
    if (lex.is(ARRAY_START)) {
      const parts = []
      lex.next()
      while (!lex.is(ARRAY_END)) {
        parts.push(value(depth + 1))
        if (lex.is(COMMA)) lex.next()
      }
      lex.next()
      return `[${parts.join(',')}]`
    }
    const shown = lex.is(STRING) ? quoteJson(lex.value) : lex.text.slice(lex.start, lex.end)
    lex.next()
    return shown
  }
}

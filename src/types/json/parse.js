/** JSON's grammar over the lexer: checking a text, skipping over a value, reading one into a tree (node.js). */
import { parseNumeric } from '../numbers/numeric-input.js'
import { Numeric } from '../numbers/numeric.js'
import {
  ARRAY_END, ARRAY_START, COLON, COMMA, END, FALSE, JsonLexer, NESTING_MAX, nestedTooDeeply, NULL, NUMBER, OBJECT_END,
  OBJECT_START, STRING, TRUE,
} from './lexer.js'
import { atOnce } from '../../util/effort.js'
import { objectNode } from './node.js'
/** @import { JsonNode } from './node.js' */

/** Texts shorter than this cannot nest too deeply. */
const SHALLOW_CHARS = 2 * NESTING_MAX

/** json input: the text is kept as it came; 22P02 when it is not JSON. @param {string} text */
export function validateJson(text) {
  if (text.length < SHALLOW_CHARS) {
    try {
      JSON.parse(text)
      return
    } catch {
      // Not JSON: the walk below says why.
    }
  }
  atOnce(validateJsonInSteps(text))
}

/** Values between two looks at the clock. */
const STEPS = 20_000

/**
 * As validateJson, with a rest now and then.
 * @param {string} text @returns {import('../../util/effort.js').Steps<void>}
 */
export function* validateJsonInSteps(text) {
  const lex = new JsonLexer(text, false)
  lex.next()
  /** @type {number[]} */
  const open = []
  while (!skipSome(lex, open, STEPS)) yield
  if (!lex.is(END)) throw lex.unexpected('end')
}

/** Moves a lexer that stands on a value's first token behind the value. @param {JsonLexer} lex */
export function skipValue(lex) {
  if (lex.token === OBJECT_START || lex.token === ARRAY_START) skipSome(lex, [], Infinity)
  else skipScalar(lex)
}

/**
 * As skipValue, with a rest now and then.
 * @param {JsonLexer} lex @returns {import('../../util/effort.js').Steps<void>}
 */
export function* skipInSteps(lex) {
  /** @type {number[]} */
  const open = []
  while (!skipSome(lex, open, STEPS)) yield
}

/** @param {JsonLexer} lex */
function skipScalar(lex) {
  if (lex.token < STRING || lex.token > NULL) throw lex.unexpected('value')
  lex.next()
}

/**
 * Moves behind so many values, or behind the whole of which they are parts.
 * @param {JsonLexer} lex on a value's first token
 * @param {number[]} open first tokens of the arrays and objects around it, from the whole on
 * @param {number} count
 * @returns {boolean} whether the whole is over; else once more
 */
function skipSome(lex, open, count) {
  for (; count > 0; count--) {
    const first = lex.token
    if (first !== OBJECT_START && first !== ARRAY_START) skipScalar(lex)
    else {
      if (open.length > NESTING_MAX) throw nestedTooDeeply()
      lex.next()
      if (first === OBJECT_START ? lex.is(STRING) : !lex.is(ARRAY_END)) {
        open.push(first)
        if (first === OBJECT_START) skipName(lex)
        continue
      }
      lex.expect(first === OBJECT_START ? OBJECT_END : ARRAY_END, first === OBJECT_START ? 'object' : 'arrayNext')
    }
    for (; open.length > 0 && !lex.is(COMMA); open.pop()) {
      const isObject = open[open.length - 1] === OBJECT_START
      lex.expect(isObject ? OBJECT_END : ARRAY_END, isObject ? 'objectNext' : 'arrayNext')
    }
    if (open.length === 0) return true
    lex.next()
    if (open[open.length - 1] === OBJECT_START) skipName(lex)
  }
  return false
}

/** A member's name and the colon. @param {JsonLexer} lex */
function skipName(lex) {
  if (!lex.is(STRING)) throw lex.unexpected('string')
  lex.next()
  lex.expect(COLON, 'colon')
}

/** jsonb's reading of a text. @param {string} text @returns {JsonNode} 22P02, 22P05 */
export function parseJson(text) {
  const lex = new JsonLexer(text, true)
  lex.next()
  const node = readValue(lex, 0)
  if (!lex.is(END)) throw lex.unexpected('end')
  return node
}

/**
 * The value whose first token the lexer stands on; moves behind it.
 * @param {JsonLexer} lex
 * @param {number} depth
 * @returns {JsonNode}
 */
function readValue(lex, depth) {
  switch (lex.token) {
    case STRING: {
      const { value } = lex
      lex.next()
      return value
    }
    case NUMBER: {
      const value = numberNode(lex.text.slice(lex.start, lex.end))
      lex.next()
      return value
    }
    case TRUE: lex.next(); return true
    case FALSE: lex.next(); return false
    case NULL: lex.next(); return null
    case OBJECT_START: return readObject(lex, depth)
    case ARRAY_START: {
      if (depth > NESTING_MAX) throw nestedTooDeeply()
      /** @type {JsonNode[]} */
      const elements = []
      lex.next()
      if (!lex.is(ARRAY_END)) {
        elements.push(readValue(lex, depth + 1))
        while (lex.is(COMMA)) {
          lex.next()
          elements.push(readValue(lex, depth + 1))
        }
      }
      lex.expect(ARRAY_END, 'arrayNext')
      return elements
    }
    default: throw lex.unexpected('value')
  }
}

/** @param {JsonLexer} lex @param {number} depth */
function readObject(lex, depth) {
  if (depth > NESTING_MAX) throw nestedTooDeeply()
  /** @type {string[]} */
  const keys = []
  /** @type {JsonNode[]} */
  const values = []
  lex.next()
  if (lex.is(STRING)) {
    for (;;) {
      if (!lex.is(STRING)) throw lex.unexpected('string')
      keys.push(lex.value)
      lex.next()
      lex.expect(COLON, 'colon')
      values.push(readValue(lex, depth + 1))
      if (!lex.is(COMMA)) break
      lex.next()
    }
    lex.expect(OBJECT_END, 'objectNext')
  } else {
    lex.expect(OBJECT_END, 'object')
  }
  return objectNode(keys, values)
}

/** @param {string} text a JSON number */
export function numberNode(text) {
  if (text.length < 16 && /^-?\d+$/.test(text)) return new Numeric(Number(text) + 0, 0, 0)
  return parseNumeric(text)
}

/**
 * Cells of a row that are computed: calls of functions and operators with literals in them, as dumps, seeds and query
 * builders write them between literals.
 *
 *   now()                              nothing but what each row has
 *   to_tsvector('english', 'a text')   two literals
 *   now() - interval '3 days'          one, with its type
 *
 * A literal there means the same as a parameter of its type does: an unknown one for a string, the narrowest type for
 * a number, which the other rows must have, too (it decides which function is called). Whatever is not names,
 * parentheses, commas, the operators below, casts without parentheses and literals is not understood; neither are
 * names that begin something else than a call. What a parameter may not stand for (a precision, "any") has no plan,
 * and the text is then planned as it is written.
 */
import { BIGINT, INT, NUMBER, numberClass, plainNumberEnd, STRING } from './literals.js'
import { spacesEnd, stringEnd } from './tokens.js'

/**
 * @typedef {object} CallForm
 * @property {string[]} parts the texts around the literals, one more than there are
 * @property {number[]} kinds classes of the literals
 * @property {boolean[]} signs whether a literal may have a sign
 * @property {string[]} texts the cell with parameters: what is before each, and behind the last
 * @property {string[]} casts what is behind each parameter
 */
/**
 * Where literals go: LiteralScan.
 * @typedef {{ text: string, add(kind: number, start: number, end: number): void }} Literals
 */

const PART = String.raw`(?:[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|"[^"\0]+")`
const NAME = new RegExp(String.raw`${PART}(?:\.${PART})*`, 'y')
const CAST = /(?:::[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?(?:\[\])?)*/y
/** Names that stand alone. */
const ALONE = new Set(['null', 'true', 'false', 'current_date', 'current_time', 'current_timestamp', 'localtime',
  'localtimestamp', 'current_user', 'session_user', 'current_role', 'user', 'current_catalog', 'current_schema'])
/** Before a parenthesis, these begin no call. */
const NO_CALL = new Set(['row', 'values', 'array', 'select', 'with', 'table', 'exists', 'not', 'any', 'all', 'some',
  'in', 'and', 'or', 'case', 'cast', 'default', 'grouping', 'setof', 'interval'])
const TYPE_NAMES = /** @type {Record<number, string>} */ ({
  [INT]: '::pg_catalog.int4', [BIGINT]: '::pg_catalog.int8', [NUMBER]: '::pg_catalog.numeric',
})
/** Strings with their type before them. An interval's text is read where it is used: a parameter's has fields. */
const TYPED = new Map(['date', 'timestamp', 'timestamptz', 'json', 'jsonb', 'uuid', 'interval'].map((name) =>
  /** @type {[string, string]} */ ([name, `${name === 'interval' ? '::pg_catalog.text' : ''}::pg_catalog.${name}`])))
const AS_INTERVAL = /^::interval(?![\w.[])/i
const OPERATOR = /(?:\|\||[-+*/%])(?![-+*/%|<>=~!@#&^?$`])/y
/** A row has few levels; a text that has many is not a dump's. */
const DEPTH_MAX = 16

/** The first row's cell. */
class CallScan {
  /** @param {Literals} into */
  constructor(into) {
    this.into = into
    /** Behind the last literal. */
    this.from = 0
    /** @type {CallForm} */
    this.form = { parts: [], kinds: [], signs: [], texts: [], casts: [] }
  }

  /** @param {number} at @returns {number} behind the cell; -1: not understood */
  cell(at) {
    this.from = at
    const end = this.#expression(at, 0)
    if (end < 0) return -1
    const last = this.into.text.slice(this.from, end)
    this.form.parts.push(last)
    this.form.texts.push(last)
    return end
  }

  /** Values with operators between them. @param {number} at @param {number} depth @returns {number} */
  #expression(at, depth) {
    const { text } = this.into
    if (depth > DEPTH_MAX) return -1
    at = this.#value(at, depth, true)
    while (at >= 0) {
      OPERATOR.lastIndex = spacesEnd(text, at)
      if (!OPERATOR.test(text)) break
      at = this.#value(spacesEnd(text, OPERATOR.lastIndex), depth, false)
    }
    return at
  }

  /** @param {number} at @param {number} depth @param {boolean} signed it may have a sign @returns {number} */
  #value(at, depth, signed) {
    const { text } = this.into
    if (text.charCodeAt(at) === 40) {
      at = this.#expression(spacesEnd(text, at + 1), depth + 1)
      if (at >= 0) at = spacesEnd(text, at)
      return at >= 0 && text.charCodeAt(at) === 41 ? castEnd(text, at + 1) : -1
    }
    const end = literalEnd(text, at)
    if (end < 0) return end === NO_LITERAL ? this.#named(at, depth) : -1
    const cast = castEnd(text, end)
    // -1::int is -(1::int), and what a minus after an operator is the lexer decides.
    if (text.charCodeAt(at) === 45 && (cast > end || !signed)) return -1
    this.#literal(at, at, end, AS_INTERVAL.test(text.slice(end, cast)) ? '::pg_catalog.text' : TYPE_NAMES[found] ?? '')
    this.form.signs.push(signed && cast === end)
    return cast
  }

  /** @param {number} before where the parameter goes @param {number} at @param {number} end @param {string} cast */
  #literal(before, at, end, cast) {
    const { text } = this.into
    this.form.parts.push(text.slice(this.from, at))
    this.form.texts.push(text.slice(this.from, before))
    this.form.kinds.push(found)
    this.form.casts.push(cast)
    this.into.add(found, at, end)
    this.from = end
  }

  /** A call, a string with its type, or a name that stands alone. @param {number} at @param {number} depth */
  #named(at, depth) {
    const { text } = this.into
    NAME.lastIndex = at
    if (!NAME.test(text)) return -1
    const behind = NAME.lastIndex
    const name = text.slice(at, behind).toLowerCase()
    const next = spacesEnd(text, behind)
    if (text.charCodeAt(next) === 39) return this.#typed(at, next, TYPED.get(name))
    if (text.charCodeAt(behind) !== 40)
      return ALONE.has(name) && text.charCodeAt(behind) !== 36 ? castEnd(text, behind) : -1
    if (NO_CALL.has(name)) return -1
    at = spacesEnd(text, behind + 1)
    if (text.charCodeAt(at) === 41) return castEnd(text, at + 1)
    for (;;) {
      at = this.#expression(at, depth + 1)
      if (at < 0) return -1
      at = spacesEnd(text, at)
      const unit = text.charCodeAt(at)
      if (unit === 41) return castEnd(text, at + 1)
      if (unit !== 44) return -1
      at = spacesEnd(text, at + 1)
    }
  }

  /** @param {number} before where its type is @param {number} at @param {string | undefined} cast */
  #typed(before, at, cast) {
    const end = cast === undefined ? -1 : literalEnd(this.into.text, at)
    if (end < 0 || cast === undefined) return -1
    this.#literal(before, at, end, cast)
    this.form.signs.push(false)
    return end
  }
}

const NO_LITERAL = -2
/** Class of the literal that was found last. */
let found = 0

/**
 * @param {string} text
 * @param {number} at
 * @returns {number} behind a literal, whose class is `found`; NO_LITERAL: another thing begins there; -1: one that is
 *   not understood
 */
function literalEnd(text, at) {
  const unit = text.charCodeAt(at)
  if (unit === 39) {
    found = STRING
    return stringEnd(text, at)
  }
  const digits = unit === 45 ? at + 1 : at
  const digit = text.charCodeAt(digits)
  if (!(digit >= 48 && digit <= 57)) return unit === 45 ? -1 : NO_LITERAL
  const end = plainNumberEnd(text, digits)
  if (end < 0) return -1
  found = numberClass(text, digits, end)
  // Zero has no sign to see in the tree; the edges of the types belong with a minus to another.
  return TYPE_NAMES[found] === undefined || (unit === 45 && !/[1-9]/.test(text.slice(digits, end))) ? -1 : end
}

/** @param {string} text @param {number} at @returns {number} behind the casts that stand there */
function castEnd(text, at) {
  if (text.charCodeAt(at) !== 58) return at
  CAST.lastIndex = at
  CAST.test(text)
  return CAST.lastIndex
}

/**
 * @param {Literals} into
 * @param {number} at
 * @returns {{ end: number, form: CallForm } | null} behind a cell of the first row; null: not understood
 */
export function firstCall(into, at) {
  const scan = new CallScan(into)
  const end = scan.cell(at)
  return end < 0 ? null : { end, form: scan.form }
}

/**
 * @param {Literals} into
 * @param {number} at
 * @param {CallForm} form of the first row's cell
 * @returns {number} behind a cell that differs from it in its literals alone; -1: another
 */
export function sameCall(into, at, { parts, kinds, signs }) {
  const { text } = into
  for (let literal = 0; literal < kinds.length; literal++) {
    if (!text.startsWith(parts[literal], at)) return -1
    at += parts[literal].length
    const end = literalEnd(text, at)
    if (end < 0 || found !== kinds[literal]) return -1
    if (text.charCodeAt(at) === 45 && !signs[literal]) return -1
    into.add(found, at, end)
    at = end
  }
  const last = parts[kinds.length]
  return text.startsWith(last, at) ? at + last.length : -1
}

/**
 * The cell with parameters for its literals.
 * @param {CallForm} form
 * @param {number} first its first parameter's number
 * @returns {string}
 */
export const callText = ({ texts, casts }, first) =>
  texts.map((text, at) => (at === casts.length ? text : `${text}$${first + at}${casts[at]}`)).join('')

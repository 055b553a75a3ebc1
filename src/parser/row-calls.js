/**
 * Cells of a row that are computed: calls of functions with literals in them, as dumps and query builders write them
 * between literals.
 *
 *   now()                              nothing but what each row has
 *   to_tsvector('english', 'a text')   two literals
 *   md5(upper('x'))::uuid              one
 *
 * A literal between parentheses and commas means the same as a parameter of its type does: an unknown one for a
 * string, the narrowest type for a number, which the other rows must have, too (it decides which function is called).
 * Whatever is not names, parentheses, commas, casts without parentheses and literals is not understood; neither are
 * names that begin something else than a call. What a parameter may not stand for (a precision, "any") has no plan,
 * and the text is then planned as it is written.
 */
import { BIGINT, INT, NUMBER, numberClass, plainNumberEnd, STRING } from './literals.js'
import { spacesEnd, stringEnd } from './tokens.js'

/**
 * The texts around a cell's literals, one more than there are, and the literals' classes.
 * @typedef {{ parts: string[], kinds: number[] }} CallForm
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
    this.form = { parts: [], kinds: [] }
  }

  /** @param {number} at @returns {number} behind the call and its casts; -1: it is none */
  call(at) {
    this.from = at
    const end = this.#named(at, 0)
    if (end >= 0) this.form.parts.push(this.into.text.slice(this.from, end))
    return end
  }

  /** @param {number} at @param {number} depth @returns {number} */
  #value(at, depth) {
    const { text } = this.into
    const end = literalEnd(text, at)
    if (end < 0) return end === NO_LITERAL ? this.#named(at, depth) : -1
    const cast = castEnd(text, end)
    if (cast > end && text.charCodeAt(at) === 45) return -1 // -1::int is -(1::int)
    this.form.parts.push(text.slice(this.from, at))
    this.form.kinds.push(found)
    this.into.add(found, at, end)
    this.from = end
    return cast
  }

  /** A call, or a name that stands alone. @param {number} at @param {number} depth @returns {number} */
  #named(at, depth) {
    const { text } = this.into
    NAME.lastIndex = at
    if (depth > DEPTH_MAX || !NAME.test(text)) return -1
    const behind = NAME.lastIndex
    const name = text.slice(at, behind).toLowerCase()
    if (text.charCodeAt(behind) !== 40)
      return ALONE.has(name) && !/['$]/.test(text[behind] ?? '') ? castEnd(text, behind) : -1
    if (NO_CALL.has(name)) return -1
    at = spacesEnd(text, behind + 1)
    if (text.charCodeAt(at) === 41) return castEnd(text, at + 1)
    for (;;) {
      at = this.#value(at, depth + 1)
      if (at < 0) return -1
      at = spacesEnd(text, at)
      const unit = text.charCodeAt(at)
      if (unit === 41) return castEnd(text, at + 1)
      if (unit !== 44) return -1
      at = spacesEnd(text, at + 1)
    }
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
  const end = scan.call(at)
  return end < 0 ? null : { end, form: scan.form }
}

/**
 * @param {Literals} into
 * @param {number} at
 * @param {CallForm} form of the first row's cell
 * @returns {number} behind a cell that differs from it in its literals alone; -1: another
 */
export function sameCall(into, at, { parts, kinds }) {
  const { text } = into
  for (let literal = 0; literal < kinds.length; literal++) {
    if (!text.startsWith(parts[literal], at)) return -1
    at += parts[literal].length
    const end = literalEnd(text, at)
    if (end < 0 || found !== kinds[literal]) return -1
    if (text.charCodeAt(at) === 45 && parts[literal + 1].startsWith('::')) return -1
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
export const callText = ({ parts, kinds }, first) =>
  parts.map((part, at) => (at === kinds.length ? part : `${part}$${first + at}${TYPE_NAMES[kinds[at]] ?? ''}`)).join('')

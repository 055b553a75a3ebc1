/**
 * Functions that go by a collation, for those that are not C's: what runs in place of the ordinary function (which has
 * C's order and ASCII's letters). Functions that are not here do the same under every collation.
 */
import { indeterminate, nondeterministicFor } from '../../errors/ddl/collations.js'
import { collatedType } from '../../types/collation/types.js'
import { arrayOf, PgArray } from '../../types/array.js'
import * as T from '../../types/oids.js'
import { hashText } from '../../types/strings/text.js'
import { splitText } from '../arrays.js'
import { foldedLike } from './pattern.js'
import { ICU, withLetters } from '../regex/letters.js'
/** @import { Collator } from '../../types/collation/collator.js' */

/** @typedef {(...args: any[]) => any} Call */

const COMPARISON = /^(?:text|name|bpchar)_?(eq|ne|lt|le|gt|ge)(?:text|name)?$/
const THREE_WAY = new Set(['bttextcmp', 'btnamecmp', 'btnametextcmp', 'bttextnamecmp', 'bpcharcmp'])
const REGEX = /^(?:(?:text|name|bpchar)(?:ic)?regex(?:eq|ne)|textregex.*|regexp_.*)$/
const LIKE = /^(?:text|name|bpchar)n?like$/
const ILIKE = /^(?:text|name|bpchar)ic(n?)like$/
const SUBSTRINGS = new Set(['textpos', 'replace_text', 'split_part', 'text_starts_with'])
const SPLITTING = /^text_to_(array|table)(?:_null)?$/
const CASES = /** @type {const} */ (['lower', 'upper', 'initcap'])
const ARRAYS = new Set([
  'array_eq', 'array_ne', 'array_lt', 'array_le', 'array_gt', 'array_ge', 'btarraycmp', 'array_larger', 'array_smaller',
  'array_position', 'array_position_start', 'array_positions', 'array_remove', 'array_replace', 'arrayoverlap',
  'arraycontains', 'arraycontained', 'width_bucket_array', 'hash_array',
])

/** @type {Record<string, (order: number) => boolean>} */
const HOLDS = {
  lt: (order) => order < 0, le: (order) => order <= 0, gt: (order) => order > 0, ge: (order) => order >= 0,
}

/**
 * @param {string} source pg_proc.prosrc
 * @param {Collator} collator
 * @param {(source: string) => any} lookup the ordinary implementation
 * @returns {Call | null} null: the ordinary one is right
 */
export function collatedFunction(source, collator, lookup) {
  const blank = source.startsWith('bpchar')
  const compare = blank ? collator.compareBlank : collator.compare
  const compared = COMPARISON.exec(source)?.[1]
  if (compared === 'eq' || compared === 'ne') {
    if (collator.deterministic) return null
    const equals = blank ? collator.equalsBlank : collator.equals
    return compared === 'eq' ? equals : (a, b) => !equals(a, b)
  }
  if (compared !== undefined) {
    const holds = HOLDS[compared]
    return (a, b) => holds(compare(a, b))
  }
  if (THREE_WAY.has(source)) return (a, b) => Math.sign(compare(a, b))
  if (source === 'text_larger' || source === 'bpchar_larger')
    return (a, b) => (compare(a, b) > 0 || (blank && compare(a, b) === 0) ? a : b)
  if (source === 'text_smaller' || source === 'bpchar_smaller')
    return (a, b) => (compare(a, b) < 0 || (blank && compare(a, b) === 0) ? a : b)
  for (const name of CASES) if (source === name) return (text) => collator.casing[name](text)
  if (REGEX.test(source)) return collator.deterministic ? regex(lookup(source)) : refusing('regular expressions')
  if (LIKE.test(source)) return collator.deterministic ? null : refusing('LIKE')
  const insensitive = ILIKE.exec(source)
  if (insensitive !== null) {
    if (!collator.deterministic) return refusing('ILIKE')
    const like = foldedLike((text) => collator.casing.lower(text))
    return insensitive[1] === '' ? like : (text, pattern) => !like(text, pattern)
  }
  if (SUBSTRINGS.has(source)) return collator.deterministic ? null : refusing('substring searches')
  const splitting = SPLITTING.exec(source)?.[1]
  if (splitting !== undefined && !collator.deterministic) {
    const refuse = refusing('substring searches')
    return (text, separator, nullText = null) => {
      if (text === null) return splitting === 'array' ? null : []
      if (separator !== null && separator !== '' && text !== '') refuse()
      const parts = splitText(text, separator, nullText, collator.equals)
      return splitting === 'array' ? arrayOf(T.TEXT, parts) : parts
    }
  }
  if (ARRAYS.has(source)) return overElements(collator, lookup(source))
  if (source === 'hashtext' || source === 'hashbpchar')
    return collator.deterministic
      ? null
      : (text) => hashText(blank ? collator.canonicalBlank(text) : collator.canonical(text))
  return null
}

/** What a function does that was given texts whose collations disagree. @param {string} source @returns {Call} */
export function indeterminateFunction(source) {
  const purpose = CASES.some((name) => name === source)
    ? `${source}() function`
    : ILIKE.test(source)
      ? 'ILIKE'
      : REGEX.test(source)
        ? 'regular expression'
        : 'string comparison'
  return () => { throw indeterminate(purpose) }
}

/** @param {string} what @returns {Call} */
const refusing = (what) => () => { throw nondeterministicFor(what) }

/** @param {any} impl of a regular expression function @returns {Call | null} */
function regex(impl) {
  const call = impl?.call
  return call === undefined ? null : (...args) => withLetters(ICU, () => call(...args))
}

/**
 * An array function over arrays whose elements are those of a collation.
 * @param {Collator} collator
 * @param {any} impl
 * @returns {Call | null}
 */
function overElements(collator, impl) {
  const call = impl?.call
  if (call === undefined || impl.context || impl.typed) return null
  const inside = (/** @type {any} */ value) =>
    value instanceof PgArray && isText(value.elementType)
      ? new PgArray(collatedType(value.elementType, collator), value.dims, value.lowerBounds, value.values)
      : value
  return (...args) => {
    const given = args.find((arg) => arg instanceof PgArray)
    const result = call(...args.map(inside))
    return result instanceof PgArray && result.elementType < 0
      ? new PgArray(/** @type {PgArray} */ (given).elementType, result.dims, result.lowerBounds, result.values)
      : result
  }
}

/** @param {number} type */
const isText = (type) => type === T.TEXT || type === T.VARCHAR || type === T.BPCHAR || type === T.NAME

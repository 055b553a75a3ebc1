/**
 * Bounds of an index's keys that follow from a value which is no key: the texts that a pattern matches lie from its
 * fixed beginning on, a timestamptz at or behind a date is at or behind that date's midnight here. They leave out no
 * row that the condition holds for; it is asked of each row that is found.
 */
import { MICROS_PER_DAY } from './datetime/calendar.js'
import {
  DATE_INFINITY, DATE_MINUS_INFINITY, TIMESTAMP_INFINITY, TIMESTAMP_MINUS_INFINITY, dateToTimestamp, timestampToDate,
  timestampToTimestamptz, timestamptzToTimestamp,
} from './datetime/datetime.js'
import { DATE, TIMESTAMP, TIMESTAMPTZ } from './oids.js'

/** @import { TypeEnv } from './type-ops.js' */
/** @typedef {'from' | 'to'} End the lower bound or the upper one; both are inclusive but for a text's upper one */

/** Longer texts bound no better. */
const PREFIX_MAX = 200

/**
 * What matching texts begin with, by the prosrc of the operator's function.
 * @type {Map<string, (pattern: string) => string>}
 */
const PREFIXES = new Map([['textlike', likePrefix], ['textregexeq', regexPrefix], ['text_starts_with', (text) => text]])

/** @param {string | undefined} source prosrc of a function of a text and a pattern */
export const isPrefixing = (source) => source !== undefined && PREFIXES.has(source)

/**
 * The texts that a pattern matches.
 * @param {string} source isPrefixing @param {string} pattern
 * @returns {{ from: string, to: string | null } | null} to: the least text behind them, null where there is none;
 *   null: they may begin with anything
 */
export function textBounds(source, pattern) {
  const found = /** @type {(pattern: string) => string} */ (PREFIXES.get(source))(pattern)
  const prefix = [...found].slice(0, PREFIX_MAX).join('')
  return prefix === '' ? null : { from: prefix, to: following(prefix) }
}

/** What every text begins with that the pattern matches. @param {string} pattern @returns {string} */
function likePrefix(pattern) {
  let prefix = ''
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === '%' || pattern[at] === '_') break
    if (pattern[at] === '\\') at++
    prefix += pattern[at] ?? ''
  }
  return prefix
}

/**
 * The same of a regular expression: plain letters behind ^, but for one that may be missing.
 * @param {string} pattern @returns {string}
 */
function regexPrefix(pattern) {
  const found = /^\^([A-Za-z0-9 _@/,:;'"<>=&%#~-]+)(.?)/u.exec(pattern)
  if (found === null || pattern.includes('|')) return ''
  return '*?{'.includes(found[2]) && found[2] !== '' ? [...found[1]].slice(0, -1).join('') : found[1]
}

/**
 * The least text behind all that begin with this one, in the order of UTF-8.
 * @param {string} prefix @returns {string | null}
 */
function following(prefix) {
  const points = [...prefix].map((character) => /** @type {number} */ (character.codePointAt(0)))
  while (points.length > 0) {
    const last = /** @type {number} */ (points.pop())
    if (last >= 0x10ffff) continue
    return String.fromCodePoint(...points, last + 1 >= 0xd800 && last < 0xe000 ? 0xe000 : last + 1)
  }
  return null
}

/** @typedef {(value: never, env: TypeEnv) => unknown} KeyBound of a value of the kind's type, not null */
/**
 * Which one: of a pattern (`source` is prosrc of its function), which must have a fixed beginning; or of a time, from
 * one type to another.
 * @typedef {{ end: End, source: string } | { end: End, keyType: number, valueType: number }} KeyBoundKind
 */

/** @param {KeyBoundKind} kind @returns {KeyBound} */
export function keyBound(kind) {
  if ('source' in kind) return (pattern) => {
    const bound = textBounds(kind.source, pattern)?.[kind.end]
    if (typeof bound !== 'string') throw new Error('a plan for patterns of a fixed beginning met another one')
    return bound
  }
  return /** @type {KeyBound} */ (timeBound(kind.keyType, kind.valueType, kind.end))
}

/**
 * Of two of date, timestamp and timestamptz: what bounds keys of one that are compared with a value of the other. Which
 * local time an instant has is not in the order of instants where clocks are set back, nor are all local times
 * instants: where the key is the less exact one, a day more is read.
 * @param {number} keyType @param {number} valueType @param {End} end
 * @returns {KeyBound | null} null: not of these types, or of one
 */
export function timeBound(keyType, valueType, end) {
  switch (`${keyType} ${valueType}`) {
    case `${TIMESTAMP} ${DATE}`: return midnight
    case `${TIMESTAMPTZ} ${DATE}`: return (date, env) => instant(midnight(date), env)
    case `${TIMESTAMPTZ} ${TIMESTAMP}`: return instant
    case `${TIMESTAMP} ${TIMESTAMPTZ}`: return (stamp, env) => dayFurther(localOf(stamp, env, end), end)
    case `${DATE} ${TIMESTAMP}`: return (stamp) => dateFurther(timestampToDate(stamp), end)
    case `${DATE} ${TIMESTAMPTZ}`: return (stamp, env) => dateFurther(timestampToDate(localOf(stamp, env, end)), end)
    default: return null
  }
}

/** Beside what it is compared with, it may be out of range. @param {number} date */
const midnight = (date) => dateToTimestamp(date, false)

/** The same. @param {number | bigint} stamp local @param {TypeEnv} env */
const instant = (stamp, env) => timestampToTimestamptz(stamp, env, false)

/**
 * @param {number | bigint} stamp @param {TypeEnv} env @param {End} end
 * @returns {number | bigint} of one that is centuries away: farEnd
 */
const localOf = (stamp, env, end) => typeof stamp === 'bigint' ? farEnd(stamp, end) : timestamptzToTimestamp(stamp, env)

/** @param {number | bigint} stamp local @param {End} end */
function dayFurther(stamp, end) {
  if (typeof stamp === 'bigint') return farEnd(stamp, end)
  const moved = end === 'from' ? stamp - MICROS_PER_DAY : stamp + MICROS_PER_DAY
  return Number.isSafeInteger(moved) ? moved : farEnd(BigInt(moved), end)
}

/** A bound that leaves nothing out, of a stamp before 1715 or behind 2285. @param {bigint} stamp @param {End} end */
function farEnd(stamp, end) {
  if (end === 'from') return stamp > 0n ? Number.MAX_SAFE_INTEGER : TIMESTAMP_MINUS_INFINITY
  return stamp < 0n ? -Number.MAX_SAFE_INTEGER : TIMESTAMP_INFINITY
}

/** @param {number} date @param {End} end */
const dateFurther = (date, end) =>
  date === DATE_INFINITY || date === DATE_MINUS_INFINITY ? date : end === 'from' ? date - 1 : date + 1

/**
 * The shape of a statement's text: what is left when every literal is replaced by its class. Clients that paste values
 * into SQL send texts that differ in their literals alone; the shape is what such texts share.
 *
 * `scanShape` reads a text once, without allocating beyond the key. It says no (false) to everything it does not fully
 * understand: other statements than SELECT, INSERT, UPDATE and DELETE, several statements, parameters, dollar quotes,
 * strings with a prefix or continued on another line, numbers PostgreSQL would refuse. So a yes means: the literals are
 * exactly the numbers and plain strings the grammar would find.
 */
import { LIST_MIN, listSize } from './in-list.js'
import {
  commentEnd, continuation, CONTROL, DASH, DIGIT, DOLLAR, DOT, DOUBLE, isDigit, KIND, lineEnd, NAME, nameEnd, numberEnd,
  OTHER, QUOTE, quotedNameEnd, SLASH, SPACE, spacesEnd, stringEnd,
} from './tokens.js'

/**
 * Up to 2147483647; then up to 9223372036854775807; then other numbers; strings; numbers whose class depends on the
 * sign before them.
 */
export const INT = 1
export const BIGINT = 2
export const NUMBER = 3
export const STRING = 4
export const ODD = 5
/**
 * A long IN list of whole numbers up to 2147483647, up to 9223372036854775807, of strings: one literal, from the first
 * element's beginning to the last one's end.
 */
export const INT_LIST = 9
export const BIGINT_LIST = 10
export const STRING_LIST = 11

const LITERALS_MAX = 4000
const SEMICOLON = 59
const CLASS_MARKS = ['', '\u0001', '\u0002', '\u0003', '\u0004', '\u0005']
const INT_LIMIT = '2147483647'
const BIGINT_LIMIT = '9223372036854775807'

/** What the last successful scan found; overwritten by the next. */
export const shape = {
  key: '',
  count: 0,
  starts: new Int32Array(LITERALS_MAX),
  ends: new Int32Array(LITERALS_MAX),
  kinds: new Uint8Array(LITERALS_MAX),
  /** Elements of its list, if it has one. */
  listCount: 0,
}

const list = { start: 0, end: 0, kind: 0, count: 0 }

/**
 * A list of at least LIST_MIN literals of one kind behind IN: `list` says where.
 * @param {string} text
 * @param {number} at behind IN
 */
function scanList(text, at) {
  at = spacesEnd(text, at)
  if (text.charCodeAt(at) !== 40) return false
  at = list.start = spacesEnd(text, at + 1)
  const isText = text.charCodeAt(at) === 39
  list.kind = isText ? STRING_LIST : INT_LIST
  for (list.count = 1; ; list.count++) {
    const end = isText
      ? text.charCodeAt(at) === 39
        ? stringEnd(text, at)
        : -1
      : isDigit(text.charCodeAt(at))
        ? plainNumberEnd(text, at)
        : -1
    if (end < 0) return false
    if (!isText) {
      const of = numberClass(text, at, end)
      if (of === BIGINT) list.kind = BIGINT_LIST
      else if (of !== INT) return false
    }
    list.end = end
    at = spacesEnd(text, end)
    const after = text.charCodeAt(at)
    if (after === 41) return list.count >= LIST_MIN
    if (after !== 44) return false
    at = spacesEnd(text, at + 1)
  }
}

/**
 * The elements of a list that was scanned, strings as they are written.
 * @param {string} text
 * @param {number} literal its number
 * @param {any[]} into they are added to
 */
export function readList(text, literal, into) {
  const last = shape.ends[literal]
  const isText = shape.kinds[literal] === STRING_LIST
  for (let at = shape.starts[literal]; at < last; at = spacesEnd(text, spacesEnd(text, at) + 1)) {
    const end = isText ? stringEnd(text, at) : numberEnd(text, at)
    into.push(isText ? stringContent(text, at, end) : wholeNumber(text.slice(at, end)))
    at = end
  }
}

/**
 * What a string that is written there says.
 * @param {string} text
 * @param {number} start of its quote
 * @param {number} end behind the other
 */
export function stringContent(text, start, end) {
  const written = text.slice(start + 1, end - 1)
  return written.includes("'") ? written.replaceAll("''", "'") : written
}

/**
 * As int4 and int8 values are: a number where it is exact.
 * @param {string} written digits, perhaps with a sign
 * @returns {number | bigint}
 */
export function wholeNumber(written) {
  const value = Number(written)
  return Number.isSafeInteger(value) ? value : BigInt(written)
}

/**
 * @param {string} text
 * @returns {boolean} whether it has a shape with literals; `shape` holds it until the next call
 */
export function scanShape(text) {
  if (!beginsLiftable(text)) return false
  const length = text.length
  let key = ''
  let copied = 0
  let count = 0
  let at = 0
  let listed = false
  while (at < length) {
    const unit = text.charCodeAt(at)
    const kind = unit < 128 ? KIND[unit] : NAME
    if (kind === SPACE) { at++; continue }
    if (kind === OTHER) {
      at++
      if (unit !== SEMICOLON) continue
      if (spacesEnd(text, at) < length) return false
      break
    }
    if (kind === NAME) {
      const start = at
      at = nameEnd(text, at + 1)
      if (text.charCodeAt(at) === 39) return false
      if (
        at - start === 2 &&
        !listed &&
        (unit | 32) === 105 &&
        (text.charCodeAt(start + 1) | 32) === 110 &&
        scanList(text, at) &&
        count < LITERALS_MAX
      ) {
        listed = true
        shape.starts[count] = list.start
        shape.ends[count] = list.end
        shape.kinds[count++] = list.kind
        shape.listCount = list.count
        key += `${text.slice(copied, list.start)}\u0006${list.kind} ${listSize(list.count)}`
        copied = at = list.end
      }
      continue
    }
    if (kind === DIGIT || (kind === DOT && isDigit(text.charCodeAt(at + 1)))) {
      const end = plainNumberEnd(text, at)
      if (end < 0 || count === LITERALS_MAX) return false
      const of = numberClass(text, at, end)
      shape.starts[count] = at
      shape.ends[count] = end
      shape.kinds[count++] = of
      key += text.slice(copied, at) + CLASS_MARKS[of]
      copied = at = end
      continue
    }
    if (kind === QUOTE) {
      const end = stringEnd(text, at)
      if (end < 0 || count === LITERALS_MAX || continuation(text, end) >= 0) return false
      shape.starts[count] = at
      shape.ends[count] = end
      shape.kinds[count++] = STRING
      key += text.slice(copied, at) + CLASS_MARKS[STRING]
      copied = at = end
      continue
    }
    if (kind === DOT) { at++; continue }
    if (kind === DOUBLE) {
      at = quotedNameEnd(text, at)
      if (at < 0) return false
      continue
    }
    if (kind === DASH) {
      if (text.charCodeAt(at + 1) === 45) at = lineEnd(text, at + 2)
      else at++
      continue
    }
    if (kind === SLASH) {
      if (text.charCodeAt(at + 1) === 42) {
        at = commentEnd(text, at)
        if (at < 0) return false
      } else at++
      continue
    }
    return false
  }
  if (count === 0) return false
  shape.key = copied < length ? key + text.slice(copied) : key
  shape.count = count
  return true
}

/** SELECT, INSERT, UPDATE or DELETE comes first. @param {string} text */
function beginsLiftable(text) {
  switch (text.charCodeAt(0) | 32) {
    case 115: return /^select[ \t\n\f\r]/i.test(text)
    case 105: return /^insert[ \t\n\f\r]/i.test(text)
    case 117: return /^update[ \t\n\f\r]/i.test(text)
    case 100: return /^delete[ \t\n\f\r]/i.test(text)
    default: return false
  }
}

/**
 * @param {string} text
 * @param {number} at of its first digit or dot
 * @returns {number} -1: not a number PostgreSQL 15 takes, or something is stuck to it
 */
export function plainNumberEnd(text, at) {
  const end = numberEnd(text, at)
  const after = text.charCodeAt(end)
  return after < 128 ? STICKS[after] === 1 ? -1 : end : after >= 128 ? -1 : end
}

const STICKS = KIND.map((kind) => [DOT, NAME, DOLLAR, CONTROL, QUOTE].includes(kind) ? 1 : 0)

/** @param {string} text @param {number} start @param {number} end @returns {number} */
export function numberClass(text, start, end) {
  const length = end - start
  if (length < 10) {
    for (let at = start; at < end; at++) if (!isDigit(text.charCodeAt(at))) return NUMBER
    return INT
  }
  const written = text.slice(start, end)
  if (!/^\d+$/.test(written)) return NUMBER
  const digits = written.replace(/^0+(?=\d)/, '')
  if (digits.length < 10 || (digits.length === 10 && digits <= INT_LIMIT)) return INT
  // One more than a limit belongs, with a minus before it, to the smaller class.
  if (digits === '2147483648' || digits === '9223372036854775808') return ODD
  return digits.length < 19 || (digits.length === 19 && digits <= BIGINT_LIMIT) ? BIGINT : NUMBER
}

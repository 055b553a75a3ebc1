/**
 * Characters of several bytes: how long each is, as PostgreSQL verifies it, and the number it has in tables.
 *
 *   bytes                              number
 *   b1                                 b1
 *   b1 b2                              b1 b2
 *   8f b2 b3          (EUC_JP …)       1 b2 b3
 *   8e b2 b3 b4       (EUC_TW)         (b2 - a0) b3 b4
 *   b1 b2 b3 b4       (GB18030)        10000 + its place among all of four bytes
 */

/** Of four bytes, in GB18030. */
const FOUR = 0x10000

/** @param {number} byte */
const inEuc = (byte) => byte >= 0xa1 && byte <= 0xfe

/**
 * @typedef {(bytes: Uint8Array, at: number, end: number) => number} Measure bytes of the character there, which begins
 *   with a byte above 127; -1: it is not valid
 */

/** @type {Measure} */
function eucJp(bytes, at, end) {
  const first = bytes[at]
  if (first === 0x8e) return at + 2 <= end && bytes[at + 1] >= 0xa1 && bytes[at + 1] <= 0xdf ? 2 : -1
  if (first === 0x8f) return at + 3 <= end && inEuc(bytes[at + 1]) && inEuc(bytes[at + 2]) ? 3 : -1
  return eucKr(bytes, at, end)
}

/** @type {Measure} */
const eucKr = (bytes, at, end) => at + 2 <= end && inEuc(bytes[at]) && inEuc(bytes[at + 1]) ? 2 : -1

/** @type {Measure} */
function eucTw(bytes, at, end) {
  if (bytes[at] === 0x8e)
    return at + 4 <= end &&
      bytes[at + 1] >= 0xa1 &&
      bytes[at + 1] <= 0xa7 &&
      inEuc(bytes[at + 2]) &&
      inEuc(bytes[at + 3])
      ? 4
      : -1
  return bytes[at] !== 0x8f && at + 2 <= end && inEuc(bytes[at + 1]) ? 2 : -1
}

/** @type {Measure} */
function johab(bytes, at, end) {
  const length = bytes[at] === 0x8f ? 3 : 2
  if (at + length > end) return -1
  for (let part = at + 1; part < at + length; part++) if (!inEuc(bytes[part])) return -1
  return length
}

/** @type {Measure} */
function shiftJis(bytes, at, end) {
  const first = bytes[at]
  if (first >= 0xa1 && first <= 0xdf) return 1
  const isHead = (first >= 0x81 && first <= 0x9f) || (first >= 0xe0 && first <= 0xfc)
  const last = at + 2 <= end ? bytes[at + 1] : 0
  return isHead && last >= 0x40 && last <= 0xfc && last !== 0x7f ? 2 : -1
}

/** @type {Measure} */
const twoBytes = (bytes, at, end) => at + 2 <= end && bytes[at + 1] !== 0 ? 2 : -1

/** @type {Measure} */
function gb18030(bytes, at, end) {
  const first = bytes[at]
  const second = at + 2 <= end ? bytes[at + 1] : 0
  if (first < 0x81 || first > 0xfe) return -1
  if (at + 4 <= end && second >= 0x30 && second <= 0x39)
    return bytes[at + 2] >= 0x81 && bytes[at + 2] <= 0xfe && bytes[at + 3] >= 0x30 && bytes[at + 3] <= 0x39 ? 4 : -1
  return second >= 0x40 && second <= 0xfe && second !== 0x7f ? 2 : -1
}

/** @type {Record<string, Measure>} */
const MEASURES = {
  EUC_JP: eucJp, EUC_JIS_2004: eucJp, EUC_CN: eucKr, EUC_KR: eucKr, EUC_TW: eucTw, JOHAB: johab, SJIS: shiftJis,
  SHIFT_JIS_2004: shiftJis, BIG5: twoBytes, GBK: twoBytes, UHC: twoBytes, GB18030: gb18030,
}

/** @param {string} encoding @returns {Measure} */
export const measureOf = (encoding) => MEASURES[encoding]

/**
 * How many bytes the first one promises: what messages show of a character that is not valid.
 * @param {string} encoding
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {number} end
 */
export function promisedBytes(encoding, bytes, at, end) {
  const first = bytes[at]
  if (first < 128) return 1
  switch (encoding) {
    case 'SJIS': case 'SHIFT_JIS_2004': return first >= 0xa1 && first <= 0xdf ? 1 : 2
    case 'BIG5': case 'GBK': case 'UHC': return 2
    case 'GB18030': return at + 1 < end && bytes[at + 1] >= 0x30 && bytes[at + 1] <= 0x39 ? 4 : 2
    case 'EUC_TW': return first === 0x8e ? 4 : first === 0x8f ? 3 : 2
    case 'EUC_CN': return 2
    default: return first === 0x8f ? 3 : 2
  }
}

/**
 * @param {string} encoding
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {number} end of one character
 * @returns {number}
 */
export function codeOf(encoding, bytes, at, end) {
  const first = bytes[at]
  switch (end - at) {
    case 1:
      return first
    case 2:
      return (first << 8) | bytes[at + 1]
    case 3:
      return 0x10000 | (bytes[at + 1] << 8) | bytes[at + 2]
    default:
      return encoding === 'GB18030'
        ? FOUR + (((first - 0x81) * 10 + bytes[at + 1] - 0x30) * 126 + bytes[at + 2] - 0x81) * 10 + bytes[at + 3] - 0x30
        : ((bytes[at + 1] - 0xa0) << 16) | (bytes[at + 2] << 8) | bytes[at + 3]
  }
}

/**
 * Writes a character.
 * @param {string} encoding
 * @param {number} code
 * @param {Uint8Array} bytes
 * @param {number} at
 * @returns {number} the end
 */
export function putCode(encoding, code, bytes, at) {
  if (code >= FOUR) {
    if (encoding === 'GB18030') {
      const place = code - FOUR
      bytes[at++] = 0x81 + Math.floor(place / 12600)
      bytes[at++] = 0x30 + Math.floor(place / 1260) % 10
      bytes[at++] = 0x81 + Math.floor(place / 10) % 126
      bytes[at++] = 0x30 + place % 10
      return at
    }
    if (encoding === 'EUC_TW') {
      bytes[at++] = 0x8e
      bytes[at++] = 0xa0 + (code >> 16)
    } else bytes[at++] = 0x8f
  }
  if (code >= 256) bytes[at++] = code >> 8 & 255
  bytes[at++] = code & 255
  return at
}

/** Characters of GB18030 beyond the first plane follow each other, from this one on. */
export const GB18030_SECOND_PLANE = FOUR + 189000

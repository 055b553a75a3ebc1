/** `name=value, …`: how messages are written, and what is expected of those that are read. */
import { cipherId, digestId } from './algorithms.js'
import { illegalArgument } from '../../../errors/pgcrypto.js'
import { ITERATED, SALTED, SIMPLE, bytesOfCode } from './password-keys.js'

/**
 * What pgcrypto's options say of a message. expected: what a message that is read should be like, by the name that
 * notices have for it.
 * @typedef {object} Options
 * @property {number} cipher @property {number} compression @property {number} level @property {boolean} convertLines
 * @property {boolean} unchecked no digest is written behind the data @property {boolean} sessionKey
 * @property {boolean} unicode @property {number} mode @property {number} count bytes; 0: not said
 * @property {number} digest @property {number} keyCipher 0: the other one @property {boolean} debug
 * @property {Map<string, number>} expected
 */

/** @returns {Options} */
const usual = () => ({
  cipher: 7, compression: 0, level: 6, convertLines: false, unchecked: false, sessionKey: false, unicode: false,
  mode: ITERATED, count: 0, digest: 2, keyCipher: 0, debug: false, expected: new Map(),
})

const COUNT_MIN = 1024
const COUNT_MAX = 65011712
const COMPRESSIONS_MAX = 3
const LEVEL_MAX = 9

/** As C's atoi. @param {string} text */
const numberOf = (text) => Number(/^[ \t\n\v\f\r]*([+-]?\d+)/.exec(text)?.[1] ?? 0)

/** @param {number} value @param {boolean} isRight @returns {number} @throws {DbError} 39000 */
function checked(value, isRight) {
  if (!isRight) throw illegalArgument()
  return value
}

/** @type {Record<string, (options: Options, value: string) => void>} */
const TAKE = {
  'cipher-algo': (options, value) => { options.cipher = cipherId(value) },
  'disable-mdc': (options, value) => { options.unchecked = numberOf(value) !== 0 },
  'sess-key': (options, value) => { options.sessionKey = numberOf(value) !== 0 },
  's2k-mode': (options, value) => {
    const mode = numberOf(value)
    options.mode = checked(mode, [SIMPLE, SALTED, ITERATED].includes(mode))
  },
  's2k-count': (options, value) => {
    const count = numberOf(value)
    options.count = checked(count, options.mode === ITERATED && count >= COUNT_MIN && count <= COUNT_MAX)
  },
  's2k-digest-algo': (options, value) => { options.digest = digestId(value) },
  's2k-cipher-algo': (options, value) => { options.keyCipher = cipherId(value) },
  'compress-algo': (options, value) => {
    const algorithm = numberOf(value)
    options.compression = checked(algorithm, algorithm >= 0 && algorithm <= COMPRESSIONS_MAX)
  },
  'compress-level': (options, value) => {
    const level = numberOf(value)
    options.level = checked(level, level >= 0 && level <= LEVEL_MAX)
  },
  'convert-crlf': (options, value) => { options.convertLines = numberOf(value) !== 0 },
  'unicode-mode': (options, value) => { options.unicode = numberOf(value) !== 0 },
}

/** What says something of messages that are read alone. @type {typeof TAKE} */
const EXPECT = {
  debug: (options, value) => { options.debug = numberOf(value) !== 0 },
  'expect-cipher-algo': (options, value) => { options.expected.set('cipher_algo', cipherId(value)) },
  'expect-disable-mdc': (options, value) => { options.expected.set('disable_mdc', numberOf(value)) },
  'expect-sess-key': (options, value) => { options.expected.set('use_sess_key', numberOf(value)) },
  'expect-s2k-mode': (options, value) => { options.expected.set('s2k_mode', numberOf(value)) },
  'expect-s2k-count': (options, value) => { options.expected.set('s2k_count', numberOf(value)) },
  'expect-s2k-digest-algo': (options, value) => { options.expected.set('s2k_digest_algo', digestId(value)) },
  'expect-s2k-cipher-algo': (options, value) => { options.expected.set('s2k_cipher_algo', cipherId(value)) },
  'expect-compress-algo': (options, value) => { options.expected.set('compress_algo', numberOf(value)) },
  'expect-unicode-mode': (options, value) => { options.expected.set('unicode_mode', numberOf(value)) },
}

/** Names of what is expected, in the order in which notices tell. */
export const EXPECTED = ['cipher_algo', 's2k_mode', 's2k_count', 's2k_digest_algo', 'use_sess_key', 's2k_cipher_algo',
  'disable_mdc', 'compress_algo', 'unicode_mode']

/** @param {string} text @returns {Options} @throws {DbError} 39000 */
export function readOptions(text) {
  const options = usual()
  let rest = text.toLowerCase()
  while (rest !== '') {
    const match = OPTION.exec(rest)
    if (match === null) throw illegalArgument()
    const [whole, name, value] = match
    const table = Object.hasOwn(TAKE, name) ? TAKE : Object.hasOwn(EXPECT, name) ? EXPECT : null
    if (table === null) throw illegalArgument()
    table[name](options, value)
    rest = rest.slice(whole.length)
  }
  return options
}

const OPTION = /^[ \t\n]*([^ \t\n=,]+)[ \t\n]*=[ \t\n]*([^ \t\n,]+)[ \t\n]*(?:,|$)/

/**
 * The code of how many bytes a digest gets.
 * @param {number} count 0: not said @param {(count: number) => Uint8Array} chance
 */
export function countCode(count, chance) {
  if (count === 0) return 96 + (chance(1)[0] & 31)
  let code = 0
  while (code < 255 && bytesOfCode(code) < count) code++
  return code
}

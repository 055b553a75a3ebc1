/** What the targets share: how inputs are damaged, and which errors are nobody's fault but ours. */
import { DbError } from '../../src/errors/db-error.js'

/** @import { Random } from '../../src/util/prng.js' */

/** @typedef {{ random: Random, tried: (count?: number) => void }} Episode tried: counts inputs */
/**
 * @typedef {(episode: Episode, input?: any) => Promise<void>} Target runs one episode, or one input of the corpus;
 *   throws a complaint
 */

/** @template T @param {Random} random @param {readonly T[]} items @returns {T} */
export const pick = (random, items) => items[random.below(items.length)]

/**
 * Some bytes changed, doubled, dropped or put in.
 * @param {Buffer} bytes
 * @param {Random} random
 * @param {number} [from] the first that may be
 * @returns {Buffer}
 */
export function damaged(bytes, random, from = 0) {
  for (let count = 1 + random.below(4); count > 0 && bytes.length > from; count--) {
    const at = from + random.below(bytes.length - from)
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
    switch (random.below(7)) {
      case 0:
        bytes = Buffer.concat([before, Buffer.from([random.below(256)]), after.subarray(1)])
        break
      case 1:
        bytes = Buffer.concat([before, Buffer.from([after[0] ^ (1 << random.below(8))]), after.subarray(1)])
        break
      case 2:
        bytes = Buffer.concat([before, after.subarray(random.below(9))])
        break
      case 3:
        bytes = Buffer.concat([
          before,
          Buffer.from(Array.from({ length: random.below(20) }, () => random.below(256))),
          after,
        ])
        break
      case 4:
        bytes = Buffer.concat([before, after.subarray(0, random.below(30)), after])
        break
      case 5:
        bytes = Buffer.concat([before, Buffer.from(pick(random, EDGES)), after.subarray(random.below(5))])
        break
      default:
        bytes = Buffer.from(before)
    }
  }
  return bytes
}

/** Bytes at which lengths, numbers and texts have their ends. */
const EDGES = [
  [0xff, 0xff, 0xff, 0xff], [0x7f, 0xff, 0xff, 0xff], [0x80, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1], [0x7f, 0xff],
  [0x80, 0], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xc0, 0x80], [0xef, 0xbb, 0xbf], [0x5c, 0x2e, 0x0a],
  [0x0d, 0x0a], [0x22], [0x27],
]

/** What PostgreSQL itself answers with XX000 or 58P01, as golden files show: it has no code of its own for these. */
const ITS_OWN = new RegExp(`^(${[
  'could not access file', 'could not open collator for locale',
  'role "pg_database_owner" cannot (have explicit members|be a member of any role)',
  'unsupported json(b|path) version number',
  'currtid cannot handle ', "ctid isn't of type TID", 'cannot look at latest visible tid for relation ',
  '(\\w+: )?expected \\d-element \\w+ array', 'unrecognized (object class|weight): ',
  'querytree is no longer implemented', '(\\w+: )?not fired by trigger manager', 'expected source encoding ',
  'Unexpected end of string', 'Syntax error near ', 'cache lookup failed for text search ',
].join('|')})`)

/**
 * What must never be told to anybody: an internal error, an I/O error where no disk failed, or what is no DbError at
 * all.
 * @param {unknown} error
 * @param {string} about
 */
export function acceptable(error, about) {
  if (error instanceof DbError && (!/^(XX|58)/.test(error.code) || ITS_OWN.test(error.message))) return
  const said = error instanceof DbError ? `${error.code} ${error.message}` : String(error)
  throw new Error(`${said}\n    ${about}`, { cause: error })
}

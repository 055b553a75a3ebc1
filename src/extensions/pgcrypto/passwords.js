/**
 * crypt and gen_salt: the kinds bf (bcrypt, by bcryptjs), md5 (the MD5 of FreeBSD's crypt, which Poul-Henning Kamp
 * described in its source), des and xdes (des-passwords.js).
 */
import { createHash } from 'node:crypto'
import bcrypt from 'bcryptjs'
import { featureNotSupported } from '../../errors/db-error.js'
import { FunctionImpl } from '../../functions/impl.js'
import { invalidSalt, noHash, unknownSalt, wrongRounds } from '../../errors/pgcrypto.js'
import { atOnce } from '../../util/effort.js'
import { EXTENDED_SETTING, desCrypt, desSalt, extendedDesCrypt, extendedDesSalt } from './des-passwords.js'

/** @import { Hash } from 'node:crypto' */
/** @import { FunctionContext } from '../../functions/impl.js' */

/** crypt's own alphabet: six bits a letter. */
const LETTERS = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** bcrypt has the same letters in another order. */
const BF_ROUNDS = { least: 4, most: 31, usual: 6 }
/** Of a password the first 72 bytes count; no letter is cut in front of them. */
const BF_UNITS = 128

/** @param {string} password @param {string} setting of the kind $2a$ @returns {string} */
const bfCrypt = (password, setting) => bcrypt.hashSync(password, setting)
/** The same on a thread: each round more takes twice as long, from a few milliseconds to days. */
export const BF_CRYPT = new FunctionImpl('bf_crypt', bfCrypt, {})

const ASCII = /^[\0-\x7f]*$/

/**
 * @param {FunctionContext} ctx @param {string} password
 * @param {string} setting a salt, or a whole hash, of which the salt is taken
 * @returns {Generator<Promise<unknown>, string, void>} the hash; what takes long is made between the turns of others
 * @throws {DbError} 22023 invalid salt; 39000 there is none
 */
export function* crypt(ctx, password, setting) {
  const kind = setting.slice(0, 4)
  if (kind === '$2a$' || kind === '$2x$') {
    const match = /^\$2[ax]\$(\d\d)\$[./A-Za-z0-9]{22}/.exec(setting)
    const rounds = Number(match?.[1])
    if (match === null || rounds < BF_ROUNDS.least || rounds > BF_ROUNDS.most) throw invalidSalt()
    // $2x$ is what an old error made of other letters.
    if (kind === '$2x$' && !ASCII.test(password)) {
      throw featureNotSupported('crypt() of the kind $2x$ with letters beyond ASCII')
    }
    const args = [password.slice(0, BF_UNITS), `$2a$${match[0].slice(4)}`]
    const isHere = rounds < BF_ROUNDS.usual || ctx.session === null
    const hash = isHere ? bfCrypt(args[0], args[1]) : yield* ctx.session.longCall(BF_CRYPT, args)
    return kind + String(hash).slice(4)
  }
  if (setting.startsWith('$1$')) {
    const work = md5Crypt(Buffer.from(password, 'utf8'), setting)
    return password.length < MD5_LONG ? atOnce(work) : yield* betweenTurns(ctx, work)
  }
  const bytes = Buffer.from(password, 'utf8')
  if (setting.startsWith('_')) {
    if (setting.length < EXTENDED_SETTING) throw invalidSalt()
    const hash = yield* betweenTurns(ctx, extendedDesCrypt(bytes, setting))
    if (hash === null) throw noHash()
    return hash
  }
  if (setting.length < 2) throw invalidSalt()
  return desCrypt(bytes, setting)
}

/**
 * @template T @param {FunctionContext} ctx @param {Generator<void, T, void>} work
 * @returns {Generator<Promise<unknown>, T, void>} @throws {DbError} 57014
 */
function* betweenTurns(ctx, work) {
  return /** @type {T} */ (yield* ctx.session.longCall({ steps: () => work }, []))
}

/** @returns {never} */
const wrong = () => { throw wrongRounds() }

/**
 * @param {string} kind @param {number | null} rounds null: the usual @param {(count: number) => Uint8Array} chance
 * @returns {string} @throws {DbError} 22023
 */
export function salt(kind, rounds, chance) {
  switch (kind.toLowerCase()) {
    case 'bf': {
      const wanted = rounds ?? BF_ROUNDS.usual
      if (wanted < BF_ROUNDS.least || wanted > BF_ROUNDS.most) throw wrongRounds()
      const letters = bcrypt.encodeBase64(chance(16), 16)
      return `$2a$${String(wanted).padStart(2, '0')}$${letters}`
    }
    case 'md5': {
      if (rounds !== null && rounds !== 0 && rounds !== 1000) throw wrongRounds()
      return `$1$${Array.from(chance(8), (byte) => LETTERS[byte & 63]).join('')}`
    }
    case 'des': return desSalt(rounds, chance) ?? wrong()
    case 'xdes': return extendedDesSalt(rounds, chance) ?? wrong()
    default: throw unknownSalt()
  }
}

const MD5_ROUNDS = 1000
/** A password whose hash takes more than a few milliseconds. */
const MD5_LONG = 4096
/** Rounds between two rests. */
const MD5_REST = 100
/** Which three bytes of the digest make four letters, the first of them the highest. */
const MD5_GROUPS = [[0, 6, 12], [1, 7, 13], [2, 8, 14], [3, 9, 15], [4, 10, 5]]

/** Bytes that are hashed between two rests: a fraction of a millisecond. */
const PIECE_BYTES = 1 << 16

/** @param {Hash} hash @param {Uint8Array} bytes @returns {Generator<void, void, void>} */
function* addSteps(hash, bytes) {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    hash.update(bytes.subarray(at, at + PIECE_BYTES))
    if (bytes.length > PIECE_BYTES) yield
  }
}

/** @param {Uint8Array[]} parts @returns {Generator<void, Buffer, void>} */
function* md5Steps(parts) {
  const hash = createHash('md5')
  for (const part of parts) yield* addSteps(hash, part)
  return hash.digest()
}

/**
 * @param {Uint8Array} key @param {string} setting `$1$salt`, perhaps more
 * @returns {Generator<void, string, void>}
 */
function* md5Crypt(key, setting) {
  const saltText = setting.slice(3).split('$', 1)[0].slice(0, 8)
  const bytes = Buffer.from(saltText, 'utf8')
  const inner = yield* md5Steps([key, bytes, key])
  const first = createHash('md5')
  for (const part of [key, Buffer.from('$1$'), bytes]) yield* addSteps(first, part)
  // The inner digest again and again, as many bytes as the key has.
  yield* addSteps(first, Buffer.alloc(key.length, inner))
  const zero = Buffer.alloc(1)
  for (let bits = key.length; bits > 0; bits >>= 1) first.update(bits & 1 ? zero : key.subarray(0, 1))
  /** @type {Buffer} */
  let digest = first.digest()
  for (let round = 0; round < MD5_ROUNDS; round++) {
    digest = yield* md5Steps([
      round & 1 ? key : digest,
      ...(round % 3 ? [bytes] : []),
      ...(round % 7 ? [key] : []),
      round & 1 ? digest : key,
    ])
    if (round % MD5_REST === 0) yield
  }
  let text = `$1$${saltText}$`
  for (const [high, middle, low] of MD5_GROUPS) {
    text += letters((digest[high] << 16) | (digest[middle] << 8) | digest[low], 4)
  }
  return text + letters(digest[11], 2)
}

/** @param {number} value @param {number} count lowest six bits first */
function letters(value, count) {
  let text = ''
  for (; count > 0; count--, value >>>= 6) text += LETTERS[value & 63]
  return text
}

/**
 * crypt and gen_salt: the kinds bf (bcrypt, by bcryptjs), md5 (the MD5 of FreeBSD's crypt, which Poul-Henning Kamp
 * described in its source), des and xdes (des-passwords.js).
 */
import { createHash } from 'node:crypto'
import bcrypt from 'bcryptjs'
import { featureNotSupported } from '../../errors/db-error.js'
import { invalidSalt, noHash, unknownSalt, wrongRounds } from '../../errors/pgcrypto.js'
import { EXTENDED_SETTING, desCrypt, desSalt, extendedDesCrypt, extendedDesSalt } from './des-passwords.js'

/** @import { FunctionContext } from '../../functions/impl.js' */

/** crypt's own alphabet: six bits a letter. */
const LETTERS = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** bcrypt has the same letters in another order. */
const BF_ROUNDS = { least: 4, most: 31, usual: 6 }

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
    let hash = ''
    yield bcrypt.hash(password, `$2a$${match[0].slice(4)}`).then((made) => { hash = made })
    return kind + hash.slice(4)
  }
  if (setting.startsWith('$1$')) return md5Crypt(password, setting)
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

const TURN_MS = 5

/**
 * @template T @param {FunctionContext} ctx @param {Generator<void, T, void>} work
 * @returns {Generator<Promise<unknown>, T, void>} @throws {DbError} 57014
 */
function* betweenTurns(ctx, work) {
  for (let endsMs = performance.now() + TURN_MS; ;) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() < endsMs) continue
    yield new Promise((resolve) => { setImmediate(resolve) })
    ctx.session.checkInterrupts()
    endsMs = performance.now() + TURN_MS
  }
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
/** Which three bytes of the digest make four letters, the first of them the highest. */
const MD5_GROUPS = [[0, 6, 12], [1, 7, 13], [2, 8, 14], [3, 9, 15], [4, 10, 5]]

/** @param {string} password @param {string} setting `$1$salt`, perhaps more @returns {string} */
function md5Crypt(password, setting) {
  const key = Buffer.from(password, 'utf8')
  const saltText = setting.slice(3).split('$', 1)[0].slice(0, 8)
  const bytes = Buffer.from(saltText, 'utf8')
  const md5 = (/** @type {Uint8Array[]} */ parts) => createHash('md5').update(Buffer.concat(parts)).digest()
  const inner = md5([key, bytes, key])
  const parts = [key, Buffer.from('$1$'), bytes]
  for (let left = key.length; left > 0; left -= 16) parts.push(inner.subarray(0, Math.min(16, left)))
  const zero = Buffer.alloc(1)
  for (let bits = key.length; bits > 0; bits >>= 1) parts.push(bits & 1 ? zero : key.subarray(0, 1))
  let digest = md5(parts)
  for (let round = 0; round < MD5_ROUNDS; round++) {
    digest = md5([
      round & 1 ? key : digest,
      ...(round % 3 ? [bytes] : []),
      ...(round % 7 ? [key] : []),
      round & 1 ? digest : key,
    ])
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

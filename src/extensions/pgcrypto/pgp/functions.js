/** pgcrypto's OpenPGP functions. */
import { receiveText } from '../../../types/strings/utf8.js'
import { atOnce } from '../../../util/effort.js'
import { chanceBytes } from '../../chance.js'
import { illegalArgument } from '../../../errors/pgcrypto.js'
import { Family } from '../../../functions/impl.js'
import { keyId, readKey } from './keys.js'
import { EXPECTED, readOptions } from './options.js'
import { MessageReader } from './read.js'
import { encryptedByKey, encryptedByPassword } from './write.js'

/** @import { FunctionContext } from '../../../functions/impl.js' */
/** @import { Steps } from '../../../util/effort.js' */
/** @import { Options } from './options.js' */

/** @typedef {string | Uint8Array} Data texts and bytea */

/** @param {Data} value */
const bytesOf = (value) => typeof value === 'string' ? Buffer.from(value, 'utf8') : value

/** @param {Data} password @throws {DbError} 39000 it is empty */
function passwordOf(password) {
  const bytes = bytesOf(password)
  if (bytes.length === 0) throw illegalArgument()
  return bytes
}

/** @param {FunctionContext} ctx @param {string} message */
const notice = (ctx, message) => ctx.session.notice({ severity: 'NOTICE', code: '00000', message })

/**
 * @param {FunctionContext} ctx @param {MessageReader} reader @param {Uint8Array} message @param {Options} options
 * @returns {Generator<void, Uint8Array, void>}
 */
function* read(ctx, reader, message, { expected }) {
  try {
    return yield* reader.read(message)
  } finally {
    for (const name of EXPECTED) {
      const wanted = expected.get(name)
      const found = reader.found[/** @type {keyof typeof reader.found} */ (name)]
      if (name === 's2k_cipher_algo' && reader.found.use_sess_key === 0) continue
      if (wanted !== undefined && wanted !== found) {
        notice(ctx, `pgp_decrypt: unexpected ${name}: expected ${wanted} got ${found}`)
      }
    }
  }
}

/** @param {FunctionContext} ctx @param {Options} options */
const debugOf = (ctx, options) => (/** @type {string} */ message) => {
  if (options.debug) notice(ctx, `dbg: ${message}`)
}

/** @param {Uint8Array} bytes @param {boolean} isText */
const valueOf = (bytes, isText) => isText ? receiveText(bytes, 0, bytes.length) : Uint8Array.from(bytes)

/** Bytes gone through once that the work on a number of a public key is worth. */
const KEY_WORK = 1 << 20
/** What a message costs for its size: it is encrypted, and its digest is taken. */
const MESSAGE_WORK = 4

/** What a password's key may cost. @param {string} [text] of options */
const passwordWork = (text) => text?.includes('s2k-count') ? 1 << 20 : 0

export function pgpFunctions() {
  const family = new Family()
  /**
   * @template T @param {string} name
   * @param {(ctx: FunctionContext, data: Data, key: Data, more?: string, options?: string) => Steps<T>} steps
   * @param {(data: Data, key: Data, options?: string) => number} work
   */
  const add = (name, steps, work) => {
    family.context(name, (ctx, data, key, ...more) => atOnce(steps(ctx, data, key, ...more)),
      { steps, work, nullable: false })
  }
  for (const isText of [true, false]) {
    const kind = isText ? 'text' : 'bytea'
    add(`pgp_sym_encrypt_${kind}`, function* (ctx, data, password, options = '') {
      const how = readOptions(options)
      return yield* encryptedByPassword(bytesOf(data), passwordOf(password), isText, how, chanceOf(ctx))
    }, (data, _password, options) => data.length * MESSAGE_WORK + passwordWork(options))
    add(`pgp_sym_decrypt_${kind}`, function* (ctx, message, password, options = '') {
      const how = readOptions(options)
      const reader = new MessageReader(passwordOf(password), null, { isText, convertLines: how.convertLines },
        debugOf(ctx, how))
      return valueOf(yield* read(ctx, reader, bytesOf(message), how), isText)
    }, (message) => message.length * MESSAGE_WORK + countOfMessage(message))
    add(`pgp_pub_encrypt_${kind}`, function* (ctx, data, key, options = '') {
      const how = readOptions(options)
      return yield* encryptedByKey(bytesOf(data), yield* readKey(bytesOf(key), false, null), isText, how, chanceOf(ctx))
    }, (data) => data.length * MESSAGE_WORK + KEY_WORK)
    add(`pgp_pub_decrypt_${kind}`, function* (ctx, message, key, password, options = '') {
      const how = readOptions(options)
      const secret = yield* readKey(bytesOf(key), true, password === undefined ? null : bytesOf(password))
      const reader = new MessageReader(null, secret, { isText, convertLines: how.convertLines }, debugOf(ctx, how))
      return valueOf(yield* read(ctx, reader, bytesOf(message), how), isText)
    }, (message) => message.length * MESSAGE_WORK + KEY_WORK)
  }
  family.add('pgp_key_id_w', keyId)
  return family.functions
}

/** @param {FunctionContext} ctx */
const chanceOf = (ctx) => (/** @type {number} */ count) => chanceBytes(ctx, count)

/** Where the code of a message's count is, if it begins as such messages do. */
const COUNT_AT = 14
/** Codes from here on are of a megabyte and more. */
const LARGE_CODE = 160

/** What the key of a message costs. @param {Data} message */
const countOfMessage = (message) =>
  message.length > COUNT_AT && message[4] === 3 && Number(message[COUNT_AT]) >= LARGE_CODE ? 1 << 20 : 0

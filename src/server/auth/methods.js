/**
 * How clients prove who they are, by the method of the rule that holds for them. Each is one conversation: it asks,
 * waits for the client's message, and returns why the client is not believed, or null.
 */
import { randomBytes } from 'node:crypto'
import { emptyPassword, malformedScram } from '../../errors/authentication.js'
import { fatalProtocolViolation } from '../../errors/protocol.js'
import { receiveText } from '../../types/strings/utf8.js'
import { isMd5 } from '../../engine/commands/databases/password.js'
import {
  AuthenticationCleartextPassword, AuthenticationMD5Password, AuthenticationSASL, AuthenticationSASLContinue,
  AuthenticationSASLFinal,
} from '../protocol/backend.js'
import { PROOF } from '../protocol/message-types.js'
import { PLAIN, PLUS, ScramExchange, parseVerifier } from './scram.js'
import { isPassword, isSame, keptSecret, saltedMd5 } from './secrets.js'

/** @import { ByteWriter } from '../../util/byte-writer.js' */
/** @import { Cluster } from '../../engine/cluster/cluster.js' */
/** @import { Kept } from './secrets.js' */

/** A message of the client's while it proves who it is. @typedef {{ type: number, body: Buffer }} Answer */
/**
 * @typedef {object} Conversation
 * @property {ByteWriter} out what is asked
 * @property {() => Promise<Answer>} answer sends that, and waits
 * @property {() => Promise<void>} patience before what was answered is looked at
 * @property {Cluster} cluster @property {string} user
 * @property {Buffer} secret the server's, of which salts of unknown users are made
 * @property {Buffer | null} binding the hash of our certificate; null: not encrypted, or there is none
 */
/** Not believed, and what the log says of it. @typedef {{ why: string | null }} Doubt */

/** A nonce has so many random bytes. */
const NONCE_BYTES = 18
const SALT_BYTES = 4

/** @param {Conversation} talk @returns {Promise<Doubt | null>} */
export async function byPassword(talk) {
  AuthenticationCleartextPassword(talk.out)
  const password = passwordOf(await talk.answer())
  await talk.patience()
  const kept = keptSecret(talk.cluster, talk.user)
  const isRight = await isPassword(kept, talk.user, password, talk.secret)
  return isRight ? null : { why: kept.why ?? differs(talk.user) }
}

/**
 * Of who has an MD5 hash by that, of all others by SCRAM. @param {Conversation} talk @returns {Promise<Doubt | null>}
 */
export function byMd5(talk) {
  const kept = keptSecret(talk.cluster, talk.user)
  const asksForMd5 = kept.secret === null
    ? talk.cluster.serverSettings.values.get('password_encryption') === 'md5' : isMd5(kept.secret)
  return asksForMd5 ? byMd5Hash(talk, kept) : byScram(talk)
}

/** @param {Conversation} talk @param {Kept} kept @returns {Promise<Doubt | null>} */
async function byMd5Hash(talk, { secret, why }) {
  const salt = randomBytes(SALT_BYTES)
  AuthenticationMD5Password(talk.out, salt)
  const said = passwordOf(await talk.answer())
  await talk.patience()
  const isRight = isSame(said, saltedMd5(secret ?? '', salt)) && secret !== null
  return isRight ? null : { why: why ?? differs(talk.user) }
}

/** @param {Conversation} talk @returns {Promise<Doubt | null>} */
export async function byScram(talk) {
  const { binding, out, user } = talk
  const kept = keptSecret(talk.cluster, user)
  const verifier = parseVerifier(kept.secret, user, talk.secret)
  AuthenticationSASL(out, binding === null ? [PLAIN] : [PLUS, PLAIN])
  const { isPlus, data } = initialResponse(saslBody(await talk.answer()), binding !== null)
  let first = data
  if (first === null) {
    AuthenticationSASLContinue(out, '')
    first = saslBody(await talk.answer())
  }
  const nonce = randomBytes(NONCE_BYTES).toString('base64')
  const exchange = new ScramExchange(verifier, nonce, { binding, isPlus })
  AuthenticationSASLContinue(out, exchange.first(messageOf(first)))
  const final = messageOf(saslBody(await talk.answer()))
  await talk.patience()
  const verdict = exchange.final(final)
  if (verdict === null) {
    const isOther = kept.secret !== null && !verifier.real
    return { why: isOther ? `User "${user}" does not have a valid SCRAM secret.` : kept.why }
  }
  AuthenticationSASLFinal(out, verdict)
  return null
}

/** @param {string} user */
const differs = (user) => `Password does not match for user "${user}".`

/** @param {Answer} answer @returns {string} @throws {DbError} 08P01, 28P01 */
function passwordOf({ type, body }) {
  if (type !== PROOF) throw fatalProtocolViolation(`expected password response, got message type ${type}`)
  if (body.length === 0 || body.indexOf(0) !== body.length - 1)
    throw fatalProtocolViolation('invalid password packet size')
  if (body.length === 1) throw emptyPassword()
  try {
    return receiveText(body, 0, body.length - 1)
  } catch {
    // Bytes that are no text are as wrong as any other password.
    return randomBytes(NONCE_BYTES).toString('base64')
  }
}

/** @param {Answer} answer @returns {Buffer} @throws {DbError} 08P01 */
function saslBody({ type, body }) {
  if (type !== PROOF) throw fatalProtocolViolation(`expected SASL response, got message type ${type}`)
  return body
}

/** @param {Buffer} body @returns {Buffer} @throws {DbError} 08P01 */
function messageOf(body) {
  if (body.includes(0)) throw malformedScram('Message length does not match input length.')
  if (body.length === 0) throw malformedScram('The message is empty.')
  return body
}

/**
 * @param {Buffer} body @param {boolean} mayBind PLUS was offered
 * @returns {{ isPlus: boolean, data: Buffer | null }} @throws {DbError} 08P01
 */
function initialResponse(body, mayBind) {
  const end = body.indexOf(0)
  if (end < 0) throw fatalProtocolViolation('invalid string in message')
  const mechanism = body.toString('latin1', 0, end)
  if (mechanism !== PLAIN && (mechanism !== PLUS || !mayBind))
    throw fatalProtocolViolation('client selected an invalid SASL authentication mechanism')
  if (body.length < end + 5) throw fatalProtocolViolation('insufficient data left in message')
  const length = body.readInt32BE(end + 1)
  const rest = body.subarray(end + 5)
  // -1: the client says nothing yet.
  if (length < -1 || length > rest.length) throw fatalProtocolViolation('insufficient data left in message')
  if (rest.length !== Math.max(length, 0)) throw fatalProtocolViolation('invalid message format')
  return { isPlus: mechanism === PLUS, data: length < 0 ? null : rest }
}

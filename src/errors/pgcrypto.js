/** What pgcrypto says: of messages, keys and options, salts, ciphers. */
import { DbError } from './db-error.js'

/** @param {string} message @returns {DbError} 39000 */
export const pgpError = (message) => new DbError('39000', message)

/** All that a wrong key may cause says the same, so that nobody learns of a message by trying. */
export const corruptData = () => pgpError('Wrong key or corrupt data')
export const wrongKey = () => pgpError('Wrong key')
export const illegalArgument = () => pgpError('Illegal argument to function')
export const corruptKey = () => pgpError('Corrupt key packet')

export const invalidSalt = () => new DbError('22023', 'invalid salt')
export const wrongRounds = () => new DbError('22023', 'gen_salt: Incorrect number of rounds')
export const unknownSalt = () => new DbError('22023', 'gen_salt: Unknown salt algorithm')
export const noHash = () => new DbError('39000', 'crypt(3) returned NULL')

/** @param {string} what the function @param {string} why @returns {DbError} 39000 */
export const cipherFailed = (what, why) => new DbError('39000', `${what} error: ${why}`)

/** 39000 */
export const corruptArmor = () => new DbError('39000', 'Corrupt ascii-armor')

/** 2202E */
export const wrongArmorSubscripts = () => new DbError('2202E', 'wrong number of array subscripts')

/** 2202E */
export const mismatchedArmorDimensions = () => new DbError('2202E', 'mismatched array dimensions')

/** 22004. @param {string} what */
export const nullHeader = (what) => new DbError('22004', `null value not allowed for header ${what}`)

/** 22023: an argument that the functions do not take. @param {string} message */
export const refusedArgument = (message) => new DbError('22023', message)

/** 39000 */
export const randomLengthOutOfRange = () => new DbError('39000', 'Length not in range')

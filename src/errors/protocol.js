/** Conditions of the wire: what a client sent is not the protocol, or not allowed in. */
import { ofValue } from './data.js'
import { DbError } from './db-error.js'

/** 08P01. @param {string} message */
export const protocolViolation = (message) => new DbError('08P01', message)

/**
 * An error in the value of a parameter, of which messages have the number.
 * @param {unknown} error
 * @param {number} index from 0
 * @param {boolean} isText whether its text was there to be read
 * @param {string | null} portalName null: an argument of a function that is called by its number
 * @returns {unknown} error
 */
export function ofParameter(error, index, isText, portalName) {
  if (portalName === null) return ofValue(error, `incorrect binary data format in function argument ${index + 1}`)
  ofValue(error, `incorrect binary data format in bind parameter ${index + 1}`)
  if (!(error instanceof DbError)) return error
  const portal = portalName === '' ? 'unnamed portal' : `portal "${portalName}"`
  // log_parameter_max_length_on_error is 0: values are not told.
  const value = isText && error.code !== '22021' ? " = '...'" : ''
  error.where = `${error.where === undefined ? '' : `${error.where}\n`}${portal} parameter $${index + 1}${value}`
  return error
}

/** 08P01. */
export const badStartupLayout = () =>
  protocolViolation('invalid startup packet layout: expected terminator as last byte')

/** 08P01, fatal: the stream cannot be followed any more. @param {string} message */
export const fatalProtocolViolation = (message) => new DbError('08P01', message, { severity: 'FATAL' })

/** 28000. @param {string} user */
export const roleMayNotLogin = (user) =>
  new DbError('28000', `role "${user}" is not permitted to log in`, { severity: 'FATAL' })

/** 28000. @param {string} user */
export const roleDoesNotExist = (user) => new DbError('28000', `role "${user}" does not exist`, { severity: 'FATAL' })

/** 53300. */
export const tooManyConnections = () => new DbError('53300', 'sorry, too many clients already', { severity: 'FATAL' })

/** 57014. */
export const authenticationTimeout = () =>
  new DbError('57014', 'canceling authentication due to timeout', { severity: 'FATAL', routine: 'ProcessInterrupts' })

/** 57P01. */
export const adminShutdown = () =>
  new DbError('57P01', 'terminating connection due to administrator command', {
    severity: 'FATAL',
    routine: 'ProcessInterrupts',
  })

/** 25P03. */
export const idleInTransactionTimeout = () =>
  new DbError('25P03', 'terminating connection due to idle-in-transaction timeout', {
    severity: 'FATAL',
    routine: 'ProcessInterrupts',
  })

/** 57P05. */
export const idleSessionTimeout = () =>
  new DbError('57P05', 'terminating connection due to idle-session timeout', {
    severity: 'FATAL',
    routine: 'ProcessInterrupts',
  })

/** 0A000. @param {number} major @param {number} minor */
export const unsupportedProtocol = (major, minor) => new DbError('0A000',
  `unsupported frontend protocol ${major}.${minor}: server supports 3.0 to 3.0`, { severity: 'FATAL' })

/** 53200. @param {number} bytes @param {number} bytesMax */
export const messageTooLarge = (bytes, bytesMax) =>
  new DbError('53200', `out of memory: a message of ${Math.ceil(bytes / 1048576)} MB`, {
    detail: `A message may have ${Math.floor(bytesMax / 1048576)} MB.`,
    hint: 'The setting "max_value_size" says how much one value may take, and a message eight times that.',
  })

export const replicationNotSupported = () =>
  new DbError('0A000', 'replication connections are not supported', { severity: 'FATAL' })

/** 22023. @param {string} value of the start-up packet's `replication` */
export const invalidReplication = (value) =>
  new DbError('22023', `invalid value for parameter "replication": "${value}"`, {
    severity: 'FATAL', hint: 'Valid values are: "false", 0, "true", 1, "database".',
  })

export const noUserName = () =>
  new DbError('28000', 'no PostgreSQL user name specified in startup packet', { severity: 'FATAL' })

/** @param {string} word of the startup packet's `options` */
export const unknownArgument = (word) =>
  new DbError('42601', `invalid command-line argument for server process: ${word}`, {
    severity: 'FATAL', hint: 'Try "postgres --help" for more information.',
  })

/** @param {string} word of the startup packet's `options` */
export const argumentWithoutValue = (word) =>
  new DbError('42601', `${word} requires a value`, { severity: 'FATAL' })

/** The client gave up. @param {string} why */
export const copyFailed = (why) => new DbError('57014', `COPY from stdin failed: ${why}`)

/** @param {unknown} cause anything but a DbError */
export const internalError = (cause) =>
  new DbError('XX000', `internal error: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })

/** 28000. @param {string} host */
export const trustOnOpenAddress = (host) =>
  new DbError(
    '28000',
    `refusing to listen on ${host} with trust authentication: anybody who reaches it would be let in`,
    { hint: 'Use --auth scram-sha-256, write a pg_hba.conf, or listen on 127.0.0.1.' }
  )

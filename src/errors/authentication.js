/** Conditions of letting in: rules, passwords, certificates. All of them end the connection. */
import { DbError } from './db-error.js'

/** @param {string} code @param {string} message @param {import('./db-error.js').DbErrorFields} [fields] */
const fatal = (code, message, fields) => new DbError(code, message, { severity: 'FATAL', ...fields })

/**
 * Where a client is, as refusals name it. @typedef {{ host: string, user: string, database: string, isEncrypted:
 * boolean }} ClientName
 */

/** @param {ClientName} client */
const named = ({ host, user, database, isEncrypted }) =>
  `host "${host}", user "${user}", database "${database}", ${isEncrypted ? 'SSL encryption' : 'no encryption'}`

/** 28000. @param {ClientName} client */
export const noHbaEntry = (client) =>
  fatal('28000', `no pg_hba.conf entry for ${named(client)}`, { routine: 'ClientAuthentication' })

/** 28000. @param {ClientName} client */
export const hbaRejects = (client) =>
  fatal('28000', `pg_hba.conf rejects connection for ${named(client)}`, { routine: 'ClientAuthentication' })

/** 28000. @param {string} method @param {string} user */
export const authenticationFailed = (method, user) => fatal('28000',
  `${method === 'trust' ? '"trust"' : 'certificate'} authentication failed for user "${user}"`,
  { routine: 'auth_failed' })

/** 28P01. @param {string} user */
export const passwordFailed = (user) =>
  fatal('28P01', `password authentication failed for user "${user}"`, { routine: 'auth_failed' })

/** 28P01. */
export const emptyPassword = () =>
  fatal('28P01', 'empty password returned by client', { routine: 'recv_password_packet' })

/** 28000. */
export const certificateRequired = () =>
  fatal('28000', 'connection requires a valid client certificate', { routine: 'ClientAuthentication' })

/** 28000. @param {string} why */
export const certificateRefused = (why) =>
  fatal('28000', 'client certificate verification failed', { detail: `The certificate could not be verified: ${why}.` })

/** F0000. */
export const noRootCertificates = () => fatal('F0000',
  'client certificates can only be checked if a root certificate store is available',
  { routine: 'ClientAuthentication' })

/** 28000. */
export const bindingDowngraded = () => fatal('28000', 'SCRAM channel binding negotiation error', {
  detail: 'The client supports SCRAM channel binding but thinks the server does not.  '
    + 'However, this server does support channel binding.',
})

/** 28000. */
export const bindingDiffers = () => fatal('28000', 'SCRAM channel binding check failed')

/** 08P01. @param {string} [detail] */
export const malformedScram = (detail) => fatal('08P01', 'malformed SCRAM message', { detail })

/** 08P01. @param {string} detail */
export const invalidScramResponse = (detail) => fatal('08P01', 'invalid SCRAM response', { detail })

/** 08P01. */
export const unprintableNonce = () => fatal('08P01', 'non-printable characters in SCRAM nonce')

/** 08P01. @param {string} type */
export const unsupportedBinding = (type) => fatal('08P01', `unsupported SCRAM channel-binding type "${type}"`)

/** 08P01. */
export const unexpectedBinding = () =>
  fatal('08P01', 'unexpected SCRAM channel-binding attribute in client-final-message')

/** 0A000. */
export const authorizationIdentity = () =>
  fatal('0A000', 'client uses authorization identity, but it is not supported')

/** 0A000. */
export const scramExtension = () => fatal('0A000', 'client requires an unsupported SCRAM extension')

/** 08P01. @param {'SSL' | 'GSSAPI encryption'} wish */
export const plaintextAfterRequest = (wish) => fatal('08P01', `received unencrypted data after ${wish} request`, {
  detail: 'This could be either a client-software bug or evidence of an attempted man-in-the-middle attack.',
  routine: 'ProcessStartupPacket',
})

/** F0000. @param {string} file */
export const couldNotLoad = (file, hint = 'See server log for details.') =>
  fatal('F0000', `could not load ${file}`, { hint })

/** F0000: certificates, keys. @param {string} message @param {import('./db-error.js').DbErrorFields} [fields] */
export const tlsConfiguration = (message, fields) => fatal('F0000', message, fields)

/** 53300. */
export const slotsReserved = () => fatal('53300',
  'remaining connection slots are reserved for non-replication superuser connections', { routine: 'InitPostgres' })

/** 42501. A role without REPLICATION asks to be sent the log. */
export const mayNotReplicate = () => fatal('42501', 'must be superuser or replication role to start walsender')

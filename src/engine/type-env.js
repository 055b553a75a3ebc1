/** The session's TypeEnv: what text input and output depend on. One object for the session's life; settings write into it. */

import { checkDomain } from '../executor/domain-check.js'

/** @param {import('./session.js').Session} session @returns {import('../types/type-ops.js').TypeEnv & { session: any }} */
export function makeTypeEnv(session) {
  return {
    dateStyle: 'ISO, MDY', timeZone: 'UTC', extraFloatDigits: 1, byteaOutput: 'hex', intervalStyle: 'postgres', get now() { return session.transactionStart }, catalog: undefined, session,
    checkDomain: (typeOid, value) => checkDomain(session, typeOid, value),
  }
}

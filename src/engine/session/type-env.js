/**
 * The session's TypeEnv: what text input and output depend on. One object for the session's life; settings write into
 * it.
 */

import { checkDomain } from '../../executor/domain-check.js'

/** @import { Datum } from '../../types/datum.js' */
/** @import { TypeEnv } from '../../types/type-ops.js' */

/** A class for the reason that executor/context.js gives. A copy by `...` has no `now`. @implements {TypeEnv} */
class SessionTypeEnv {
  /** @param {import('./session.js').Session} session */
  constructor(session) {
    this.dateStyle = 'ISO, MDY'
    this.timeZone = 'UTC'
    this.extraFloatDigits = 1
    /** @type {TypeEnv['byteaOutput']} */
    this.byteaOutput = 'hex'
    /** @type {TypeEnv['intervalStyle']} */
    this.intervalStyle = 'postgres'
    /** @type {TypeEnv['xmlBinary']} */
    this.xmlBinary = 'base64'
    /** @type {TypeEnv['xmlOption']} */
    this.xmlOption = 'content'
    this.arrayNulls = true
    /** @type {unknown} CatalogSnapshot */
    this.catalog = undefined
    this.session = session
    /** @param {number} typeOid @param {Datum} value */
    this.checkDomain = (typeOid, value) => checkDomain(session, typeOid, value)
    /** @type {NonNullable<TypeEnv['notice']>} */
    this.notice = (notice) => session.notice(notice)
  }

  get now() { return this.session.transactionStart }
}

/** @param {import('./session.js').Session} session @returns {TypeEnv & { session: any }} */
export const makeTypeEnv = (session) => new SessionTypeEnv(session)

/** What a server, or the way to it, reports, as the engine's own error; and what cannot be had there. */
import { notOverConnection } from '../errors/library.js'
import { DbError } from '../errors/db-error.js'

const SQLSTATE = /^[0-9A-Z]{5}$/

/**
 * @param {any} error of pg's
 * @param {string} otherwise the code of what is no answer of a server's
 * @returns {DbError}
 */
export function remoteError(error, otherwise) {
  if (error instanceof DbError) return error
  if (error?.severity === undefined || !SQLSTATE.test(String(error.code))) {
    const message = error instanceof Error ? error.message : String(error)
    return new DbError(otherwise, message === '' ? String(error?.code ?? 'no connection') : message, { cause: error })
  }
  const number = (/** @type {unknown} */ value) => value === undefined ? undefined : Number(value)
  return new DbError(error.code, error.message, {
    severity: error.severity, detail: error.detail, hint: error.hint, position: number(error.position),
    internalPosition: number(error.internalPosition), internalQuery: error.internalQuery, where: error.where,
    schema: error.schema, table: error.table, column: error.column, dataType: error.dataType,
    constraint: error.constraint, routine: error.routine,
  })
}

/** 0A000: to a server, or to the engine's thread. @param {string} what @param {string} why */
const refused = (what, why) => notOverConnection(what, why)

export const refuseSync = () => refused('the synchronous API',
  'An answer from there has to be waited for: use query().')
export const refuseFunctions = () => refused('createFunction()',
  'Code of this program runs in this program: a procedure of createProcedure() does, called by its handle.')
export const refuseFork = () => refused('fork()', 'It shares the pages of a database that is open in this process.')
export const refuseIntercept = () => refused('intercept()',
  'Statements are handed out in the process that runs them: a program rewrites what it sends itself.')
export const refuseCheck = () => refused('check()', 'It reads the files of a database; amcheck reads a server\'s.')
export const refuseStats = () => refused('stats()',
  'A server\'s counters are in its views: pg_stat_database and others.')
export const refuseServe = () => refused('serving', 'Clients reach the server itself.')
export const refuseSalvage = () => refused('salvage', 'It reads the files of a database.')

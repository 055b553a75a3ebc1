/** What a session's client is told beside its answers: notices, warnings, and who hears of them. */
import { logsNotice } from './log-messages.js'

/** @import { Session } from './session.js' */

/** Letters of a message that take a moment to send. */
const LONG_MESSAGE = 65536

/** What clients are told, least first. */
const LEVELS = ['debug5', 'debug4', 'debug3', 'debug2', 'debug1', 'log', 'notice', 'warning', 'error']

/** @param {string} severity as messages say it: RAISE DEBUG is of level debug1 */
const levelOf = (severity) => LEVELS.indexOf(severity === 'DEBUG' ? 'debug1' : severity.toLowerCase())

/**
 * As messages have it: severity, code, message, detail and so on.
 * @typedef {{ severity?: string, message: string, where?: string, [field: string]: unknown }} Said
 */

/** @param {Session} session @param {Said} notice */
export function tellNotice(session, notice) {
  const severity = notice.severity ?? 'NOTICE'
  const level = levelOf(severity)
  // The script of an extension is nobody's: what it is told of its steps goes nowhere.
  if (session.extensionOid !== 0 && level < LEVELS.indexOf('warning')) return
  const { run } = session.procedures.host.program
  // Said while a body's statement runs, of which it then says that it did.
  if (run !== null && notice.where === undefined) {
    const where = [run.under, run.stackLines()].filter((line) => line !== '').join('\n')
    if (where !== '') notice = { ...notice, where }
  }
  logsNotice(session, notice)
  if (!isToldOf(session, severity, level)) return
  session.gate.raiseToNewest()
  session.onNotice(notice)
  if (notice.message.length > LONG_MESSAGE) session.tire()
}

/**
 * Whether the client hears of such a message: client_min_messages.
 * @param {Session} session @param {string} severity @param {number} [level] its own
 */
export function isToldOf(session, severity, level = levelOf(severity)) {
  return severity === 'INFO' || level >= LEVELS.indexOf(String(session.settings.get('client_min_messages')))
}

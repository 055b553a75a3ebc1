/**
 * What goes wrong, in the server's log: log_min_messages, log_min_error_statement, log_error_verbosity, log_lock_waits.
 * PostgreSQL logs errors unless told otherwise; here log_min_messages is `log` unless somebody wants more, as a program
 * that has the engine inside hears of its errors anyway.
 */
import { DbError, namedRoutine } from '../../errors/db-error.js'
import { routineOf } from '../../errors/routine-of.js'
import { isLogged } from './log-levels.js'
import { logAbout, say } from './server-log.js'

/** @import { Session } from './session.js' */
/** @import { Wait } from '../../txn/wait.js' */

/**
 * A message as it is told to a client.
 * @typedef {{ severity?: string, code?: string, message: string, detail?: string, hint?: string, where?: string,
 *   position?: number, internalQuery?: string, internalPosition?: number, routine?: string }} Notice
 */

/**
 * An error ends a statement. What is no DbError (the disk's own errors, faults of a program's function) is logged as an
 * internal one.
 * @param {Session} session @param {DbError | Error} error
 */
export function logsError(session, error) {
  const { severity = 'ERROR', code = 'XX000' } = /** @type {Partial<DbError>} */ (error)
  const routine = error instanceof DbError ? namedRoutine(error) : undefined
  logsMessage(session, severity, { .../** @type {Notice} */ (error), message: error.message, code, routine })
}

/** Something is told. @param {Session} session @param {Notice} notice */
export function logsNotice(session, notice) {
  logsMessage(session, String(notice.severity ?? 'NOTICE'), notice)
}

/** Whether such a message goes to the log. @param {Session} session @param {string} severity */
export const logs = (session, severity) => isLogged(levelOf(severity), String(session.settings.get('log_min_messages')))

/** @param {string} severity */
const levelOf = (severity) => severity === 'DEBUG' ? 'debug1' : severity.toLowerCase()

/** @param {Session} session @param {string} severity @param {Notice} message */
function logsMessage(session, severity, message) {
  if (!logs(session, severity)) return
  const { settings } = session
  const level = levelOf(severity)
  const { code = '00000', detail, hint, where, position, internalQuery, internalPosition } = message
  const verbosity = settings.get('log_error_verbosity')
  const place = position ?? internalPosition
  const at = place === undefined ? '' : ` at character ${place}`
  const text = `${verbosity === 'verbose' ? `${code}: ` : ''}${message.message}${at}`
  const more = verbosity === 'terse' ? {} : { detail, hint, query: internalQuery, context: where }
  const isAsked = session.query !== '' && isLogged(level, String(settings.get('log_min_error_statement')))
  logAbout(session, severity, text, {
    ...more, code,
    ...(verbosity === 'verbose' ? location(message) : {}),
    ...(isAsked ? { statement: session.query } : {}),
  })
}

/** @param {Notice} message */
function location({ code = '00000', message, routine, position, internalPosition }) {
  const known = routine ?? routineOf(code, message, (position ?? internalPosition) !== undefined)
  return known === undefined ? {} : { location: known }
}

/**
 * A wait that may be told of, once it has lasted deadlock_timeout.
 * @param {Session} session @param {Wait} wait
 * @returns {{ over(isGranted: boolean): void } | null} null: it is not
 */
export function logsWait(session, wait) {
  const { settings, pid, cluster: { clock } } = session
  if (settings.get('log_lock_waits') !== true) return null
  const startMs = clock.monotonicMs()
  let isTold = false
  const passed = () => `after ${(clock.monotonicMs() - startMs).toFixed(3)} ms`
  const timer = clock.setTimer(() => {
    isTold = true
    const others = wait.place.blockersOf(wait).map((txn) => txn.pid)
    const queue = wait.place.waits?.().map(({ txn }) => txn.pid) ?? [pid]
    say(session, `process ${pid} still waiting for ${wait.place.describe(wait)} ${passed()}`, {
      detail: `Process${others.length === 1 ? '' : 'es'} holding the lock: ${others.join(', ')}. `
        + `Wait queue: ${queue.join(', ')}.`,
    })
  }, Number(settings.get('deadlock_timeout')))
  return {
    over(isGranted) {
      timer.cancel()
      if (isTold && isGranted) say(session, `process ${pid} acquired ${wait.place.describe(wait)} ${passed()}`)
    },
  }
}

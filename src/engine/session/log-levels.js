/** How bad a message is, to who reads the server's log. */

/** LOG stands apart: it is more than an error there. */
const LEVELS = [
  'debug5', 'debug4', 'debug3', 'debug2', 'debug1', 'info', 'notice', 'warning', 'error', 'log', 'fatal', 'panic',
]

/**
 * Whether a message is logged.
 * @param {string} level of the message, in small letters
 * @param {string} least log_min_messages or log_min_error_statement
 */
export const isLogged = (level, least) => LEVELS.indexOf(level) >= LEVELS.indexOf(least)

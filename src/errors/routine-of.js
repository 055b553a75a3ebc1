/** PostgreSQL's function that reports an error, by its code and message: of a table that is loaded when it is asked. */
import { later } from '../util/later.js'

/** @type {() => typeof import('./routines/index.js')} */
const routines = later(import.meta.url, './routines/index.js')

/**
 * @param {string} code SQLSTATE @param {string} message
 * @param {boolean} placed it has a position in the statement's text
 * @returns {string | undefined} undefined: nobody knows, or the table cannot be loaded just now (no descriptor, no
 *   stack, a Node that requires no ES modules before a database is open): what is told is told without it
 */
export function routineOf(code, message, placed) {
  try {
    return routines().routineOf(code, message, placed)
  } catch {
    return undefined
  }
}

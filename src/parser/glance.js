/** What is looked for in a whole text, whatever its tree: of a long text, on the thread that makes its tree. */
import { maySayLater } from './later-clauses.js'
import { noticesAhead } from './notices.js'

/** @typedef {{ isSuspect: boolean, notices: import('./notices.js').NoticesAhead }} Glance */

/** @param {string} text @returns {Glance} */
export const glanceAt = (text) => ({ isSuspect: maySayLater(text), notices: noticesAhead(text) })

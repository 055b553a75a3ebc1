/** What hstore's input and functions refuse. Messages as PostgreSQL 15 words them. */
import { DbError } from './db-error.js'

/** XX000. @param {string} character @param {number} position */
export const hstoreSyntaxNear = (character, position) =>
  new DbError('XX000', `Syntax error near "${character}" at position ${position}`)

/** XX000 */
export const hstoreEndsEarly = () => new DbError('XX000', 'Unexpected end of string')

/** 54000. @param {number} count @param {number} most */
export const tooManyPairs = (count, most) =>
  new DbError('54000', `number of pairs (${count}) exceeds the maximum allowed (${most})`)

/** 22004 */
export const nullHstoreKey = () => new DbError('22004', 'null value not allowed for hstore key')

/** A name may say its database when that is the session's own. */
import { crossDatabaseReference } from '../../errors/ddl/catalog.js'
import { placed, withPosition } from '../../errors/syntax.js'

/** @import { ParsedStatement } from '../../parser/parser.js' */
/** @import { Session } from './session.js' */

/**
 * @param {Session} session
 * @param {ParsedStatement} parsed
 * @param {string} sourceText what locations in it count from
 * @throws {import('../../errors/db-error.js').DbError} 0A000
 */
export function requireOwnDatabases(session, { databases }, sourceText) {
  if (databases === undefined) return
  const { name: own } = session.database
  const other = databases.find(({ database }) => database !== own)
  if (other === undefined) return
  throw withPosition(placed(crossDatabaseReference(other.name), other.location), sourceText)
}

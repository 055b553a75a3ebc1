/** COPY: rows between a table or a query and the client, as text, CSV or binary. The formats are in ../copy. */
import { featureNotSupported } from '../../../errors/db-error.js'
import { EXECUTE_SERVER_PROGRAM, hasPrivsOf, READ_SERVER_FILES, WRITE_SERVER_FILES } from '../../../catalog/roles.js'
import { copyFilesDenied } from '../../../errors/privileges.js'
import { copyFrom } from './copy-from.js'
import { copyTo } from './copy-to.js'

/** @import { DbError } from '../../../errors/db-error.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { Tree } from '../../../parser/tree.js' */

/**
 * Files and programs are the server's own user's. @param {Session} session
 * @param {Tree<import('@pgsql/types').CopyStmt>} node @throws {DbError} 42501
 */
function requireFiles(session, node) {
  const [role, name, what] = node.is_program
    ? [EXECUTE_SERVER_PROGRAM, 'pg_execute_server_program', 'to or from an external program']
    : node.is_from ? [READ_SERVER_FILES, 'pg_read_server_files', 'from a file']
      : [WRITE_SERVER_FILES, 'pg_write_server_files', 'to a file']
  if (!hasPrivsOf(session.catalog(), session.roleOid, role)) throw copyFilesDenied(name, what)
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').CopyStmt>} node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runCopy(session, node, call) {
  if (node.filename || node.is_program) {
    requireFiles(session, node)
    throw featureNotSupported('COPY with a file of the server')
  }
  session.block.ensure()
  if (node.is_from) yield* copyFrom(session, node, call)
  else yield* copyTo(session, node, call)
}

/**
 * COPY: rows between a table or a query and the client, or a file of the server, as text, CSV or binary. The formats
 * are in ../copy.
 */
import { featureNotSupported } from '../../../errors/db-error.js'
import { EXECUTE_SERVER_PROGRAM, hasPrivsOf, READ_SERVER_FILES, WRITE_SERVER_FILES } from '../../../catalog/roles.js'
import { copyFilesDenied } from '../../../errors/privileges.js'
import { copyFrom } from './copy-from.js'
import { copyTo } from './copy-to.js'
import { FileToRead, FileToWrite, requireServerFiles } from '../copy/server-file.js'

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
  if (node.filename !== undefined) {
    requireFiles(session, node)
    if (node.is_program) throw featureNotSupported('COPY with a program')
    requireServerFiles(session)
  }
  session.block.ensure()
  const { filename } = node
  if (node.is_from) {
    const file = filename === undefined ? null : new FileToRead(session, filename)
    yield* closing(file, copyFrom(session, node, call, file))
  } else {
    const file = filename === undefined ? null : new FileToWrite(filename)
    yield* closing(file, copyTo(session, node, call, file))
  }
}

/**
 * @param {FileToRead | FileToWrite | null} file @param {Generator<Promise<unknown>, void, void>} work
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* closing(file, work) {
  try {
    yield* work
  } finally {
    file?.abandon()
  }
}

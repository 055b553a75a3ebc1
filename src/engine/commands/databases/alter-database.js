/** ALTER DATABASE … CONNECTION LIMIT, ALLOW_CONNECTIONS, IS_TEMPLATE. */
import { featureNotSupported } from '../../../errors/db-error.js'
import { disallowsOwn } from '../../../errors/ddl/roles.js'
import { conflictingOptions } from '../../../errors/ddl/sequences.js'
import { syntaxError } from '../../../errors/syntax.js'
import { beginDdl, endDdl } from '../../session/ddl.js'
import { flagOf } from '../routines/definition.js'
import { limitOf } from './database-options.js'
import { databaseNamed, requireDatabaseOwner } from './stored-settings.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { ParseNode, Tree } from '../../../parser/tree.js' */

/**
 * @param {Session} session @param {Tree<import('@pgsql/types').AlterDatabaseStmt>} node @param {UtilityCall} call
 * @throws {DbError} 3D000, 42501, 42601, 22023; 0A000 for tablespaces
 */
export function runAlterDatabase(session, node, call) {
  const { values, refused } = changedBy(node.options ?? [])
  const oid = databaseNamed(session, node.dbname)
  requireDatabaseOwner(session, oid, node.dbname)
  if (refused !== null) throw featureNotSupported(refused)
  if (values.datallowconn === false && oid === session.database.oid) throw disallowsOwn()
  const ddl = beginDdl(session)
  if (Object.keys(values).length > 0)
    ddl.update('pg_database', ddl.one('pg_database', 'pg_database_oid_index', [oid]), values)
  endDdl(session, ddl)
  call.sink.commandComplete('ALTER DATABASE')
}

/**
 * ALTER DATABASE … REFRESH COLLATION VERSION: locales of databases have no version that could change.
 * @param {Session} session @param {Tree<import('@pgsql/types').AlterDatabaseRefreshCollStmt>} node
 * @param {UtilityCall} call @throws {DbError} 3D000, 42501
 */
export function runRefreshDatabaseCollation(session, node, call) {
  requireDatabaseOwner(session, databaseNamed(session, node.dbname), node.dbname)
  session.notice({ severity: 'NOTICE', code: '00000', message: 'version has not changed' })
  call.sink.commandComplete('ALTER DATABASE')
}

/**
 * @param {ParseNode[]} options DefElem nodes
 * @returns {{ values: Record<string, unknown>, refused: string | null }} values: columns of pg_database
 */
function changedBy(options) {
  /** @type {Record<string, unknown>} */
  const values = {}
  let refused = null
  const seen = new Set()
  for (const { DefElem: item } of options) {
    if (seen.has(item.defname)) throw conflictingOptions(item.location)
    seen.add(item.defname)
    const isDefault = item.arg === undefined
    switch (item.defname) {
      case 'allow_connections': values.datallowconn = isDefault || flagOf(item); break
      case 'connection_limit': values.datconnlimit = isDefault ? -1 : limitOf(item); break
      case 'is_template': values.datistemplate = !isDefault && flagOf(item); break
      case 'tablespace': refused = 'ALTER DATABASE with TABLESPACE'; break
      default: throw syntaxError(`option "${item.defname}" not recognized`, item)
    }
  }
  return { values, refused }
}

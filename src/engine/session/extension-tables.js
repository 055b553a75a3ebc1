/** What the script of an extension says of its tables while it runs (pg_extension_config_dump). */
import { extensionOf, setTableDumped } from '../../catalog/ddl/extensions.js'
import { CLASS } from '../../catalog/ddl/context.js'
import { address } from '../../catalog/ddl/dependencies.js'
import { noTableOfOid, notMemberYet, onlyInExtensionScript } from '../../errors/extensions.js'
import { beginDdl } from './ddl-context.js'

/** @import { Session } from './session.js' */

/**
 * @param {Session} session @param {number} tableOid @param {string} condition
 * @throws {DbError} 0A000 no script runs, 42P01, 55000
 */
export function dumpExtensionTable(session, tableOid, condition) {
  const { extensionOid } = session
  if (extensionOid === 0) throw onlyInExtensionScript('pg_extension_config_dump')
  const relation = session.catalog().relation(tableOid)
  if (relation === undefined) throw noTableOfOid(tableOid)
  const ddl = beginDdl(session)
  if (extensionOf(ddl, address(CLASS.RELATION, tableOid)) !== extensionOid) throw notMemberYet(relation.name)
  setTableDumped(ddl, extensionOid, tableOid, condition)
  session.block.txn.nextCommand()
}

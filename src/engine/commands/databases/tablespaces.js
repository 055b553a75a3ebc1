/**
 * CREATE, ALTER and DROP TABLESPACE, ALTER … ALL IN TABLESPACE: there are the two tablespaces PostgreSQL brings, and no
 * files anywhere else. LOAD: there are no libraries either.
 */
import { requireOwner } from '../../../catalog/ddl/may-change.js'
import { TABLESPACE } from '../../../catalog/guarded.js'
import { asker } from '../../session/access.js'
import { denied } from '../../../errors/privileges.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import {
  undefinedTablespace, quotedLocation, relativeLocation, reservedTablespaceName, duplicateTablespace,
  unknownTablespaceParameter, tablespaceDenied, noMoveIntoGlobal, inaccessibleFile,
} from '../../../errors/commands/tablespaces.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { requireAlone } from '../alone.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { ParseNode, Tree } from '../../../parser/tree.js' */

const OPTIONS = new Set(['random_page_cost', 'seq_page_cost', 'effective_io_concurrency', 'maintenance_io_concurrency'])
const MOVED = /** @type {Record<string, string>} */ ({
  OBJECT_TABLE: 'ALTER TABLE', OBJECT_INDEX: 'ALTER INDEX', OBJECT_MATVIEW: 'ALTER MATERIALIZED VIEW',
})

/** @param {Session} session @param {string} name @returns {number} OID, 0: none */
function tablespace(session, name) {
  const [row] = session.catalog().rowsWith('pg_tablespace', 'spcname', name)
  return row === undefined ? 0 : row[catalogShape('pg_tablespace').at.oid]
}

/** @param {string} name */
const missing = (name) => undefinedTablespace(name)

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').CreateTableSpaceStmt>} node
 * @param {UtilityCall} call
 * @throws {DbError} 42602, 42P17, 42939, 42710, 0A000 when nothing is wrong with it
 */
export function runCreateTablespace(session, node, call) {
  requireAlone(session, call, 'CREATE TABLESPACE')
  const { tablespacename: name, location = '' } = node
  if (!session.superuser) {
    throw denied(`permission denied to create tablespace "${name}"`, {
      hint: 'Must be superuser to create a tablespace.',
    })
  }
  if (location.includes("'")) throw quotedLocation()
  if (!location.startsWith('/')) throw relativeLocation()
  if (name.startsWith('pg_')) throw reservedTablespaceName(name)
  if (tablespace(session, name) !== 0) throw duplicateTablespace(name)
  checkOptions(node.options ?? [])
  throw featureNotSupported('CREATE TABLESPACE')
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').AlterTableSpaceOptionsStmt>} node
 * @throws {DbError} 42704, 22023, 0A000 when nothing is wrong with it
 */
export function runAlterTablespaceOptions(session, node) {
  const oid = tablespace(session, node.tablespacename)
  if (oid === 0) throw missing(node.tablespacename)
  requireOwner(asker(session), { classId: TABLESPACE, objectId: oid, subId: 0 })
  checkOptions(node.options ?? [])
  throw featureNotSupported('ALTER TABLESPACE … SET')
}

/** @param {ParseNode[]} options DefElem */
function checkOptions(options) {
  for (const { DefElem: { defname } } of options) if (!OPTIONS.has(defname)) throw unknownTablespaceParameter(defname)
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').DropTableSpaceStmt>} node
 * @param {UtilityCall} call
 * @throws {DbError} 42704, 42501
 */
export function runDropTablespace(session, node, call) {
  requireAlone(session, call, 'DROP TABLESPACE')
  const { tablespacename: name } = node
  const oid = tablespace(session, name)
  if (oid !== 0) requireOwner(asker(session), { classId: TABLESPACE, objectId: oid, subId: 0 })
  if (oid !== 0) throw tablespaceDenied(name)
  if (!node.missing_ok) throw missing(name)
  session.notice({ severity: 'NOTICE', code: '00000', message: `tablespace "${name}" does not exist, skipping` })
  call.sink.commandComplete('DROP TABLESPACE')
}

/**
 * Everything is in pg_default, and stays there.
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').AlterTableMoveAllStmt>} node
 * @param {UtilityCall} call
 * @throws {DbError} 42704, 22023
 */
export function runMoveAll(session, node, call) {
  const from = node.orig_tablespacename
  const to = node.new_tablespacename
  for (const name of [from, to]) if (tablespace(session, name) === 0) throw missing(name)
  if (from !== to) throw noMoveIntoGlobal()
  call.sink.commandComplete(MOVED[node.objtype])
}

/** @param {Session} session @param {Tree<import('@pgsql/types').LoadStmt>} node @throws {DbError} 58P01, 42501 */
export function runLoad(session, node) {
  // What stands there is for everybody.
  const isPlugin = /^\$libdir\/plugins\/[^/]*$/.test(node.filename ?? '')
  if (!session.superuser && !isPlugin) throw denied(`access to library "${node.filename}" is not allowed`)
  throw inaccessibleFile(node.filename)
}

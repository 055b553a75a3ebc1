/** CREATE DATABASE, DROP DATABASE. */
import { hasPrivsOf } from '../../../catalog/roles.js'
import { denied, mustBeOwner } from '../../../errors/privileges.js'
import { forgetDatabase } from '../../../catalog/ddl/owners.js'
import {
  currentDatabaseDropped, duplicateDatabase, unlikeTemplate, templateDropped, startingDatabaseDropped, databaseInUse,
} from '../../../errors/commands/databases.js'
import { undefinedDatabase } from '../../../errors/functions.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { requireAlone } from '../alone.js'
import { USUAL_LOCALE } from '../../../types/collation/locale-names.js'
import { dropStoredSettings } from '../../session/stored-settings.js'
import { databaseOptions, templateOf } from './database-options.js'
import { requireMember } from '../../session/access.js'
import { beginDdl, endDdl } from '../../session/ddl.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { Tree } from '../../../parser/tree.js' */

/** @param {Session} session @param {Tree<import('@pgsql/types').CreatedbStmt>} node @param {UtilityCall} call */
export function runCreateDatabase(session, node, call) {
  requireAlone(session, call, 'CREATE DATABASE')
  const role = session.identity.roles().byOid.get(session.roleOid)
  if (role?.superuser !== true && role?.createDb !== true) throw denied('permission denied to create database')
  const options = databaseOptions(session, node.options ?? [])
  requireMember(session, options.owner)
  createDatabase(session, node.dbname, templateOf(session, options))
  call.sink.commandComplete('CREATE DATABASE')
}

/** @param {Session} session @param {Tree<import('@pgsql/types').DropdbStmt>} node @param {UtilityCall} call */
export function runDropDatabase(session, node, call) {
  requireAlone(session, call, 'DROP DATABASE')
  const found = session.catalog().databaseByName(node.dbname)
  if (found !== undefined && !hasPrivsOf(session.catalog(), session.roleOid, found.ownerOid)) {
    throw mustBeOwner('database', node.dbname)
  }
  if (node.dbname === session.database.name) throw currentDatabaseDropped()
  const force = (node.options ?? []).some((option) => option.DefElem.defname === 'force')
  const dropped = dropDatabase(session, node.dbname, { missingOk: node.missing_ok === true, force })
  if (!dropped)
    session.notice({ severity: 'NOTICE', code: '00000', message: `database "${node.dbname}" does not exist, skipping` })
  call.sink.commandComplete('DROP DATABASE')
}

/**
 * A row of pg_database and catalogs of its own, in the session's transaction. Its number in file ids of system catalogs
 * is kept in datminmxid, which means nothing here (multixacts do not exist).
 * @param {Session} session
 * @param {string} name
 * @param {import('./database-options.js').DatabaseOptions} options
 * @throws {DbError} 42P04, 54000; 22023; 0A000 when template1 holds objects that would have to be copied
 */
function createDatabase(session, name, { owner, connectionLimit, allowConnections, isTemplate, template, ...locale }) {
  const { cluster } = session
  const ddl = beginDdl(session)
  const { shared } = cluster.anyDatabase().catalog
  if (shared.databaseByName(name) !== undefined) throw duplicateDatabase(name)
  if (template === 'template1' && cluster.templateHoldsObjects()) throw templateNotEmpty()
  const from = shared.databaseByName(template)
  const usual = { collate: from?.collate ?? USUAL_LOCALE, ctype: from?.ctype ?? USUAL_LOCALE }
  const { collate, ctype } = localeOf(locale, usual, template)
  const slot = cluster.newSlot()
  const oid = ddl.newOid()
  ddl.insert('pg_database', {
    oid, datname: name, datdba: owner.oid, encoding: 6, datlocprovider: 99, datistemplate: isTemplate,
    datallowconn: allowConnections, datconnlimit: connectionLimit, datfrozenxid: 0, datminmxid: slot,
    dattablespace: 1663, datcollate: collate, datctype: ctype,
  })
  cluster.copyCatalogs(slot, session.block.txn)
  endDdl(session, ddl)
}

/**
 * @param {{ collate: string | null, ctype: string | null }} asked @param {{ collate: string, ctype: string }} from the
 *   template's @param {string} template
 * @returns {{ collate: string, ctype: string }} @throws {DbError} 22023 what is in the template may go by its own
 */
function localeOf(asked, from, template) {
  const collate = asked.collate ?? from.collate
  const ctype = asked.ctype ?? from.ctype
  if (template !== 'template0') {
    if (collate !== from.collate) throw otherLocale('collation', 'collation', collate, from.collate)
    if (ctype !== from.ctype) throw otherLocale('LC_CTYPE', 'LC_CTYPE', ctype, from.ctype)
  }
  return { collate, ctype }
}

/** @param {string} what @param {string} whose @param {string} asked @param {string} own */
const otherLocale = (what, whose, asked, own) => unlikeTemplate(what, asked, whose, own)

const templateNotEmpty = () => featureNotSupported('CREATE DATABASE from a template1 that holds objects',
  { hint: 'Use TEMPLATE template0, or drop what was made in template1.' })

/**
 * @param {Session} session
 * @param {string} name
 * @param {{ missingOk: boolean, force: boolean }} options
 * @returns {boolean} false: there was none
 * @throws {DbError} 3D000, 42809, 55006
 */
function dropDatabase(session, name, { missingOk, force }) {
  const { cluster } = session
  const desc = cluster.anyDatabase().catalog.shared.databaseByName(name)
  if (desc === undefined) {
    if (missingOk) return false
    throw undefinedDatabase(name)
  }
  if (desc.isTemplate) throw templateDropped()
  if (desc.oid === cluster.anyDatabase().oid) throw startingDatabaseDropped()
  const within = [...cluster.sessions].filter((other) => other.database.oid === desc.oid)
  const users = within.filter((other) => !other.isBackground)
  if (users.length > 0 && !force) {
    throw databaseInUse(name, users.length)
  }
  for (const user of within) user.terminate()
  const dropped = cluster.database(name)
  // Its files are there until its drop is durable and nobody looks at them: this process gives their ids to no other
  // database.
  cluster.lastSlot = Math.max(cluster.lastSlot, dropped.storage.databaseSlot)
  const ddl = beginDdl(session)
  const [found] = ddl.find('pg_database', 'pg_database_oid_index', [desc.oid])
  ddl.remove('pg_database', found)
  dropStoredSettings(session, ddl, { databaseOid: desc.oid })
  forgetDatabase(ddl, desc.oid)
  cluster.heapEnv.releasePins()
  for (const fileId of dropped.allFiles()) cluster.storage.files.dropAtCommit(fileId, session.block.txn)
  dropped.storage.close()
  session.block.txn.onCommit(() => {
    const gone = cluster.databases.get(desc.oid)
    if (gone !== undefined) cluster.roles.catalogs.delete(gone.catalog)
    cluster.databases.delete(desc.oid)
  })
  endDdl(session, ddl)
  return true
}

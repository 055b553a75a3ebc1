/** CREATE DATABASE, DROP DATABASE. */
import { hasPrivsOf } from '../../../catalog/roles.js'
import { denied, mustBeOwner } from '../../../errors/privileges.js'
import { copySharedDependencies, forgetDatabase } from '../../../catalog/ddl/owners.js'
import {
  currentDatabaseDropped, currentDatabaseRenamed, duplicateDatabase, unlikeTemplate, templateDropped,
  startingDatabaseDropped, databaseInUse, templateInUse,
} from '../../../errors/commands/databases.js'
import { undefinedDatabase } from '../../../errors/functions.js'
import { requireAlone } from '../alone.js'
import { dropStoredSettings } from '../../session/stored-settings.js'
import { databaseOptions, templateNamed } from './database-options.js'
import { requireMember } from '../../session/access.js'
import { ACCESS_EXCLUSIVE, SHARE, beginDdl, endDdl, lockOid } from '../../session/ddl.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import { sharedLockKey } from '../../../txn/table-locks.js'
import { sleep } from '../../turns/sleep.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { DatabaseDesc } from '../../../catalog/descriptors.js' */
/** @import { Tree } from '../../../parser/tree.js' */

/** How long who is in a template has to leave, as with PostgreSQL. */
const ROUNDS = 50
const ROUND_MS = 100

/** @param {Session} session @param {Tree<import('@pgsql/types').CreatedbStmt>} node @param {UtilityCall} call */
export function* runCreateDatabase(session, node, call) {
  requireAlone(session, call, 'CREATE DATABASE')
  requireCreateDatabase(session, 'permission denied to create database')
  const options = databaseOptions(session, node.options ?? [])
  requireMember(session, options.owner)
  yield* createDatabase(session, node.dbname, options, templateNamed(session, options.template))
  call.sink.commandComplete('CREATE DATABASE')
}

/** Who owns a database may still not do all with it. @param {Session} session @param {string} message */
export function requireCreateDatabase(session, message) {
  const role = session.identity.roles().byOid.get(session.roleOid)
  if (role?.superuser !== true && role?.createDb !== true) throw denied(message)
}

/** @param {Session} session @param {Tree<import('@pgsql/types').DropdbStmt>} node @param {UtilityCall} call */
export function* runDropDatabase(session, node, call) {
  requireAlone(session, call, 'DROP DATABASE')
  const found = session.catalog().databaseByName(node.dbname)
  if (found !== undefined && !hasPrivsOf(session.catalog(), session.roleOid, found.ownerOid)) {
    throw mustBeOwner('database', node.dbname)
  }
  if (node.dbname === session.database.name) throw currentDatabaseDropped()
  if (found !== undefined) yield* lockOid(session, databaseLock(found.oid), ACCESS_EXCLUSIVE)
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
 * @param {DatabaseDesc} from
 * @returns {Generator<Promise<unknown>, void, void>}
 * @throws {DbError} 42P04, 54000; 22023, 55006, 53100
 */
function* createDatabase(session, name, { owner, connectionLimit, allowConnections, isTemplate, ...locale }, from) {
  const { cluster } = session
  const { collate, ctype } = localeOf(locale, from)
  const { shared } = cluster.anyDatabase().catalog
  if (shared.databaseByName(name) !== undefined) throw duplicateDatabase(name)
  yield* lockOid(session, databaseLock(from.oid), SHARE)
  yield* untilAlone(session, from, templateInUse)
  const ddl = beginDdl(session)
  const slot = cluster.newSlot()
  const oid = ddl.newOid()
  ddl.insert('pg_database', {
    oid, datname: name, datdba: owner.oid, encoding: 6, datlocprovider: 99, datistemplate: isTemplate,
    datallowconn: allowConnections, datconnlimit: connectionLimit, datfrozenxid: 0, datminmxid: slot,
    dattablespace: 1663, datcollate: collate, datctype: ctype,
  })
  yield* cluster.fillDatabase(session, from, { oid, name, slot })
  copySharedDependencies(ddl, from.oid, oid)
  endDdl(session, ddl)
}

/**
 * ALTER DATABASE … RENAME TO.
 * @param {Session} session @param {import('../../../catalog/ddl/context.js').DdlContext} ddl @param {number} oid
 * @param {string} name @returns {Generator<Promise<unknown>, void, void>} @throws {DbError} 42501, 42P04, 0A000, 55006
 */
export function* renameDatabase(session, ddl, oid, name) {
  const { cluster } = session
  yield* lockOid(session, databaseLock(oid), ACCESS_EXCLUSIVE)
  requireCreateDatabase(session, 'permission denied to rename database')
  if (session.catalog().databaseByName(name) !== undefined) throw duplicateDatabase(name)
  if (oid === session.database.oid) throw currentDatabaseRenamed()
  const { row } = ddl.byOid('pg_database', oid)
  yield* untilAlone(session, { oid, name: row[catalogShape('pg_database').at.datname] }, databaseInUse)
  ddl.update('pg_database', ddl.byOid('pg_database', oid), { datname: name })
  session.block.txn.onCommit(() => {
    const renamed = cluster.databases.get(oid)
    if (renamed !== undefined) renamed.name = name
  })
}

/**
 * Nobody else is in a database that is to be copied or renamed: who is leaving has time to, as with PostgreSQL.
 * @param {Session} session @param {{ oid: number, name: string }} from
 * @param {typeof templateInUse} inUse @returns {Generator<Promise<unknown>, void, void>} @throws {DbError} 55006
 */
function* untilAlone(session, from, inUse) {
  for (let round = 0; ; round++) {
    const others = [...session.cluster.sessions].filter((one) => one !== session && one.database.oid === from.oid)
    if (others.length === 0) return
    if (round === ROUNDS || session.synchronous) throw inUse(from.name, others.length)
    for (const other of others) if (other.isBackground) other.cancel()
    yield* sleep(session, ROUND_MS)
  }
}

/**
 * @param {{ collate: string | null, ctype: string | null }} asked @param {DatabaseDesc} from
 * @returns {{ collate: string, ctype: string }} @throws {DbError} 22023 what is in the template may go by its own
 */
function localeOf(asked, from) {
  const collate = asked.collate ?? from.collate
  const ctype = asked.ctype ?? from.ctype
  if (from.name !== 'template0') {
    if (collate !== from.collate) throw otherLocale('collation', 'collation', collate, from.collate)
    if (ctype !== from.ctype) throw otherLocale('LC_CTYPE', 'LC_CTYPE', ctype, from.ctype)
  }
  return { collate, ctype }
}

/** @param {string} what @param {string} whose @param {string} asked @param {string} own */
const otherLocale = (what, whose, asked, own) => unlikeTemplate(what, asked, whose, own)

/** Who copies or drops a database keeps others from dropping it. @param {number} oid */
const databaseLock = (oid) => sharedLockKey(catalogShape('pg_database').oid, oid)

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
    cluster.txns.locks.spaces.delete(desc.oid)
  })
  endDdl(session, ddl)
  return true
}

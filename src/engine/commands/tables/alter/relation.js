/**
 * ALTER TABLE's subcommands about the table as a whole: options, owner, cluster index, replica identity, persistence,
 * row security.
 */
import { requireCreateIn } from '../../../../catalog/ddl/may-change.js'
import { requireMember } from '../../../session/access.js'
import { setTriggersEnabled } from '../create-trigger.js'
import { setOptions } from '../../../../catalog/ddl/tables/alter.js'
import { char } from '../../../../catalog/ddl/context.js'
import { changeRule, findRule } from '../../../../catalog/ddl/tables/rules.js'
import {
  changeRelationOwner, setClusterIndex, setPersistence, setReplicaIdentity,
} from '../../../../catalog/ddl/tables/relation-changes.js'
import { catalogShape } from '../../../../catalog/store/shapes.js'
import { tableMethod } from '../../../session/access-methods.js'
import { changeTableMethod } from '../../routines/create-access-method.js'
import { loadQuery } from '../../../../catalog/stored-query.js'
import { isNamedByPublication } from '../../../../catalog/publications.js'
import { unloggedPublished } from '../../../../errors/ddl/publications.js'
import { notUpdatable } from '../../../../catalog/updatable.js'
import { checkOptionNotSupported } from '../../../../errors/ddl/views.js'
import {
  noSuchIndexForTable, indexOwnerFixed, notIndexForTable, methodCannotCluster, partialCannotCluster,
  invalidCannotCluster, clusteredPartitioned, noReplicaIdentityBy, nullableReplicaIdentity, temporaryPersistence,
  persistenceOfReferenced, accessMethodOfPartitioned, twoAccessMethods,
} from '../../../../errors/ddl/alter.js'
import { undefinedTablespace } from '../../../../errors/commands/tablespaces.js'
import { undefinedRule } from '../../../../errors/ddl/rules.js'
import { resetOptions, storageOptions } from '../../../session/ddl.js'
import { roleOf } from '../../databases/role-spec.js'
import { REWRITE } from './rewrite-reasons.js'
import { requireUsualTablespace } from '../../../session/tablespaces.js'
import { BTREE, GIST } from '../../../../types/oids.js'

/** @import { IndexDesc } from '../../../../catalog/relation.js' */
/** @import { TableWork } from './work.js' */
/** @import { Tree } from '../../../../parser/tree.js' */


/** @param {TableWork} work @param {Tree<import('@pgsql/types').AlterTableCmd>} command */
export function alterOptions(work, command) {
  if (command.subtype === 'AT_ResetRelOptions') setOptions(work.ddl, work.oid, {}, resetOptions(command.def.List.items))
  else {
    const options = storageOptions(command.def.List.items)
    setOptions(work.ddl, work.oid, options)
    if (work.relation?.kind === 'v' && options.check_option !== undefined) checkUpdatable(work)
  }
}

/** A check option is for views that are written like tables. @param {TableWork} work @throws {DbError} 0A000 */
function checkUpdatable(work) {
  const { query } = loadQuery(/** @type {string} */ (work.relation.viewSql), (oid) => work.ddl.view.relation(oid))
  const reason = notUpdatable(query, true)
  if (reason !== null) throw checkOptionNotSupported(reason)
}

/** @param {TableWork} work @param {any} command */
export function alterOwner(work, command) {
  const index = work.ddl.view.index(work.oid)
  if (index !== undefined && work.ddl.view.relation(index.relationOid)?.kind === 'p') {
    throw indexOwnerFixed(index.name)
  }
  const owner = roleOf(work.session, command.newowner.RoleSpec ?? command.newowner)
  if (index !== undefined) {
    if (work.ddl.view.relation(index.relationOid)?.ownerOid === owner.oid) return
    const { code, message, hint } = indexOwnerFixed(index.name)
    return work.session.notice({ severity: 'WARNING', code, message, hint })
  }
  const relation = work.ddl.view.relation(work.oid)
  if (relation !== undefined && relation.ownerOid !== owner.oid && !work.session.superuser) {
    requireMember(work.session, owner)
    requireCreateIn({ view: work.ddl.view, userOid: owner.oid }, relation.namespaceOid)
  }
  changeRelationOwner(work.ddl, work.oid, owner.oid)
}

/**
 * An index of the table by name.
 * @param {TableWork} work
 * @param {string} name
 * @returns {IndexDesc}
 * @throws {DbError} 42704
 */
function indexNamed(work, name) {
  const { relation } = work
  const index = relation.indexes.find((candidate) => candidate.name === name)
  if (index !== undefined) return index
  const oid = work.ddl.view.source.relationOid(relation.namespaceOid, name)
  if (oid !== 0) throw notIndexForTable(name, relation.name)
  throw noSuchIndexForTable(name, relation.name)
}

/** @param {TableWork} work @param {Tree<import('@pgsql/types').AlterTableCmd>} command */
export function alterClusterOn(work, command) {
  const index = indexNamed(work, command.name)
  checkClusterable(index)
  refusePartitioned(work)
  setClusterIndex(work.ddl, work.relation, index.oid)
}

/** @param {IndexDesc} index @throws {DbError} 0A000, 42809 */
export function checkClusterable(index) {
  if (index.method !== BTREE && index.method !== GIST) throw methodCannotCluster(index.name)
  if (index.predicate !== null) throw partialCannotCluster(index.name)
  if (!index.valid) throw invalidCannotCluster(index.name)
}

/** @param {TableWork} work */
export function alterDropCluster(work) {
  refusePartitioned(work)
  setClusterIndex(work.ddl, work.relation, 0)
}

/** @param {TableWork} work @throws {DbError} 0A000 */
function refusePartitioned({ relation }) {
  if (relation.kind === 'p') throw clusteredPartitioned()
}

/** @param {TableWork} work @param {any} command */
export function alterReplicaIdentity(work, command) {
  const { identity_type: type, name } = command.def.ReplicaIdentityStmt
  const { relation } = work
  if (type !== 'i') {
    setReplicaIdentity(work.ddl, relation, type, 0)
    return
  }
  const index = indexNamed(work, name)
  const refuse = (/** @type {string} */ what, code = '42809') => noReplicaIdentityBy(code, what)
  if (!index.unique) throw refuse(`non-unique index "${index.name}"`)
  if (!index.immediate) throw refuse(`non-immediate index "${index.name}"`, '0A000')
  if (index.keys.some((key) => key.expr !== null)) throw refuse(`expression index "${index.name}"`, '0A000')
  if (index.predicate !== null) throw refuse(`partial index "${index.name}"`, '0A000')
  for (const attnum of index.keyAttnums) {
    const column = relation.columns[attnum - 1]
    if (!column.notNull) throw nullableReplicaIdentity(index.name, column.name)
  }
  setReplicaIdentity(work.ddl, relation, 'i', index.oid)
}

/**
 * Rows are copied, as in PostgreSQL; unlogged ones are logged here like any.
 * @param {TableWork} work
 * @param {Tree<import('@pgsql/types').AlterTableCmd>} command
 */
export function alterPersistence(work, command) {
  const { before, ddl } = work
  const wanted = command.subtype === 'AT_SetLogged' ? 'p' : 'u'
  if (before.persistence === 't') {
    throw temporaryPersistence(before.name, work.schemaName)
  }
  if (before.persistence === wanted) return
  if (wanted === 'u' && isNamedByPublication(ddl.view, before.oid)) throw unloggedPublished(before.name)
  // A logged table never refers to one whose rows a crash may take.
  const others =
    wanted === 'p'
      ? before.foreignKeys.map((key) => ({ key, oid: key.referencedOid }))
      : before.referencedBy.map((key) => ({ key, oid: key.relationOid }))
  for (const { key, oid } of others) {
    const other = ddl.view.relation(oid)
    if (oid === before.oid || other?.persistence === wanted) continue
    const [from, to] = wanted === 'p' ? ['logged', 'unlogged'] : ['unlogged', 'logged']
    throw persistenceOfReferenced(before.name, from, to, other?.name, { schema: work.schemaName, constraint: key.name })
  }
  setPersistence(ddl, work.relation, wanted)
  work.startRewrite(REWRITE.PERSISTENCE)
}

/** @param {TableWork} work @param {Tree<import('@pgsql/types').AlterTableCmd>} command */
export function alterTablespace(work, command) {
  const { at } = catalogShape('pg_tablespace')
  const row = work.ddl.view.rowsWith('pg_tablespace', 'spcname', command.name)[0]
  if (row === undefined) throw undefinedTablespace(command.name)
  requireUsualTablespace(work.session, row[at.spcname])
}

/** @param {TableWork} work @param {Tree<import('@pgsql/types').AlterTableCmd>} command */
export function alterAccessMethod(work, command) {
  if (work.relation.kind === 'p') throw accessMethodOfPartitioned()
  if (work.methodChanged) throw twoAccessMethods()
  work.methodChanged = changeTableMethod(work.ddl, work.oid, tableMethod(work.session, command.name))
}

/**
 * @param {TableWork} work
 * @param {Tree<import('@pgsql/types').AlterTableCmd>} command
 * @param {{ recurse: boolean }} reach
 */
export function alterTriggers(work, command, { recurse }) {
  setTriggersEnabled(work.ddl, work.relation, command, recurse)
}

/** @param {TableWork} work @param {Tree<import('@pgsql/types').AlterTableCmd>} command */
export function alterRules(work, command) {
  const found = findRule(work.ddl, work.oid, command.name)
  if (found === undefined) throw undefinedRule(command.name, work.relation.name)
  changeRule(work.ddl, found, { ev_enabled: char(RULE_FIRES[command.subtype]) })
}

/** pg_rewrite.ev_enabled. */
const RULE_FIRES = /** @type {Record<string, string>} */ ({
  AT_EnableRule: 'O', AT_DisableRule: 'D', AT_EnableAlwaysRule: 'A', AT_EnableReplicaRule: 'R',
})

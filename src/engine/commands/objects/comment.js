/** COMMENT ON objects of every kind. */
import { requireOwner } from '../../../catalog/ddl/may-change.js'
import { setComment } from '../../../catalog/ddl/comments.js'
import { address } from '../../../catalog/ddl/dependencies.js'
import { hasCreateRole, isSuperuser } from '../../../catalog/roles.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import { undefinedTableConstraint } from '../../../errors/ddl/catalog.js'
import { roleDenied } from '../../../errors/ddl/roles.js'
import { columnUnqualified, noCommentOn, noConstraintForDomain } from '../../../errors/commands/objects.js'
import { notADomainQuoted } from '../../../errors/commands/types.js'
import { undefinedColumn } from '../../../errors/functions.js'
import { typeOfName } from '../../../planner/table-expressions.js'
import { SHARE_UPDATE_EXCLUSIVE, beginDdl, endDdl, lockRelation } from '../../session/ddl.js'
import { asker } from '../../session/access.js'
import { findNamed, findObject, namesOf, requireNamedOwner } from './object-address.js'
import { kindOf, RELATION_TYPES, requireKind } from './relation-kind.js'

/** @import { ObjectAddress } from '../../../catalog/ddl/context.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { Tree } from '../../../parser/tree.js' */
/** @import { ColumnDesc } from '../../../catalog/relation.js' */

const RELATION = 1259

const PARTS_OF_TABLES = new Set(['OBJECT_RULE', 'OBJECT_TRIGGER', 'OBJECT_POLICY'])
/** What has no columns to comment on. */
const COLUMNLESS = /** @type {Record<string, string>} */ ({
  i: 'indexes', I: 'partitioned indexes', S: 'sequences', t: 'TOAST tables',
})

/** A part is its relation's owner's to comment on. @param {Session} session @param {number} oid */
const ofTheRelation = (session, oid) => requireOwner(asker(session), address(RELATION, oid), { word: 'relation' })

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').CommentStmt>} node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runComment(session, node, call) {
  const object = yield* commented(session, node)
  if (object !== null) {
    if (node.objtype === 'OBJECT_ROLE') requireRoleChanger(session, object.objectId)
    const ddl = beginDdl(session)
    requireNamedOwner(session, node.objtype, node.object, object)
    setComment(ddl, object, node.comment ?? null)
    endDdl(session, ddl)
  }
  call.sink.commandComplete('COMMENT')
}

/**
 * @param {Session} session
 * @param {any} node
 * @returns {Generator<Promise<unknown>, ObjectAddress | null, void>} null: nothing to do
 */
function* commented(session, { objtype, object }) {
  if (objtype in RELATION_TYPES) {
    const rangeVar = rangeOf(namesOf(object))
    const oid = yield* lockRelation(session, rangeVar, SHARE_UPDATE_EXCLUSIVE)
    requireKind(session, objtype, oid, rangeVar.relname)
    return address(RELATION, oid)
  }
  if (objtype === 'OBJECT_COLUMN') return yield* column(session, namesOf(object))
  if (objtype === 'OBJECT_TABCONSTRAINT' || PARTS_OF_TABLES.has(objtype)) {
    const names = namesOf(object)
    const rangeVar = rangeOf(names.slice(0, -1))
    const name = /** @type {string} */ (names.at(-1))
    const oid = yield* lockRelation(session, rangeVar, SHARE_UPDATE_EXCLUSIVE, false, ofTheRelation)
    if (objtype !== 'OBJECT_TABCONSTRAINT') return findObject(session, objtype, { relation: rangeVar, subname: name })
    const constraint = session
      .catalog()
      .relation(oid)
      ?.constraints.find((/** @type {any} */ candidate) => candidate.name === name)
    if (constraint === undefined) throw undefinedTableConstraint(name, rangeVar.relname)
    return address(2606, constraint.oid)
  }
  if (objtype === 'OBJECT_DOMCONSTRAINT') return domainConstraint(session, object.List.items)
  session.block.ensure()
  if (objtype === 'OBJECT_DATABASE' && session.catalog().databaseByName(object.String.sval) === undefined) {
    session.notice({ severity: 'WARNING', code: '3D000', message: `database "${object.String.sval}" does not exist` })
    return null
  }
  return findNamed(session, objtype, object)
}

/** @param {Session} session @param {number} oid of a role @throws {DbError} 42501 */
function requireRoleChanger(session, oid) {
  const view = session.identity.view()
  if (isSuperuser(view, oid)) {
    if (!session.superuser) throw roleDenied('must be superuser')
  } else if (!hasCreateRole(view, session.roleOid)) throw roleDenied('must have CREATEROLE privilege')
}

/** @param {string[]} names */
const rangeOf = (names) => ({
  relname: /** @type {string} */ (names.at(-1)), schemaname: names.at(-2), catalogname: names.at(-3),
})

/** @param {Session} session @param {string[]} names @returns {Generator<Promise<unknown>, ObjectAddress, void>} */
function* column(session, names) {
  if (names.length < 2) throw columnUnqualified()
  const rangeVar = rangeOf(names.slice(0, -1))
  const name = /** @type {string} */ (names.at(-1))
  const oid = yield* lockRelation(session, rangeVar, SHARE_UPDATE_EXCLUSIVE, false, ofTheRelation)
  const kind = kindOf(session, oid)
  if (COLUMNLESS[kind] !== undefined) throw noCommentOn(rangeVar.relname, COLUMNLESS[kind])
  const found = session
    .catalog()
    .relation(oid)
    ?.columns.find((/** @type {ColumnDesc} */ candidate) => candidate.name === name && !candidate.dropped)
  if (found === undefined) throw undefinedColumn(name, rangeVar.relname)
  return address(RELATION, oid, found.attnum)
}

/** @param {Session} session @param {any[]} items the domain's type, the constraint's name @returns {ObjectAddress} */
function domainConstraint(session, [typeItem, nameItem]) {
  const catalog = session.catalog()
  const { type } = typeOfName(catalog, typeItem.TypeName)
  const name = nameItem.String.sval
  const shown = catalog.type(type)?.name ?? ''
  if (catalog.type(type)?.kind !== 'd') throw notADomainQuoted(shown)
  const { at } = catalogShape('pg_constraint')
  requireOwner(asker(session), address(1247, type))
  const row = catalog
    .rowsWith('pg_constraint', 'contypid', type)
    .find((/** @type {any[]} */ candidate) => candidate[at.conname] === name)
  if (row === undefined) throw noConstraintForDomain(name, shown)
  return address(2606, row[at.oid])
}

/**
 * ALTER … RENAME TO, SET SCHEMA and OWNER TO of objects of every kind. Relations and types carry others along and have
 * primitives of their own; of any other object only its row changes, by the table of object-classes.js.
 */
import { isSuperuser, hasPrivsOf } from '../../../catalog/roles.js'
import { eventTriggerOwnerDenied } from '../../../errors/event-triggers.js'
import { CLASS } from '../../../catalog/ddl/context.js'
import { renameType } from '../../../catalog/ddl/tables/alter.js'
import { isAlready, requireCreateIn, requireCreateInDatabase, requireOwner } from '../../../catalog/ddl/may-change.js'
import { requireMember } from '../../session/access.js'
import { renameNamespace } from '../../../catalog/ddl/namespace.js'
import {
  changeTypeOwner, moveDependency, moveRelation, moveType, changeRelationOwner,
} from '../../../catalog/ddl/tables/relation-changes.js'
import { describeObject, OBJECT_CLASSES } from '../../../catalog/object-classes.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import { temporarySchemas, toastSchema } from '../../../errors/ddl/alter.js'
import { undefinedSchema } from '../../../errors/ddl/catalog.js'
import { isRowType } from '../../../errors/commands/types.js'
import {
  arrayTypeOf, functionExistsInSchema, objectExists, indexSchemaFixed, ownedSequenceMoved,
} from '../../../errors/commands/objects.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { ACCESS_EXCLUSIVE, beginDdl, endDdl, lockRelation } from '../../session/ddl.js'
import { commandTag, findObject } from './object-address.js'
import { kindOf } from './relation-kind.js'
import { checkRelation } from './may-change.js'
import { renameDatabase, requireCreateDatabase } from '../databases/databases.js'
import { roleOf } from '../databases/role-spec.js'
import { renameRole } from '../databases/roles.js'

import { SERVER, USER_MAPPING, WRAPPER } from '../../../catalog/foreign.js'
import { requireForeignOwner } from './foreign-data.js'
import { PUBLICATION, publicationDesc, schemasNamed } from '../../../catalog/publications.js'
import { publicationOwnerDenied } from '../../../errors/ddl/publications.js'
import { FIRST_USER_OID } from '../../../types/oids.js'
import { guarded } from '../../../catalog/guarded.js'
import { tablespaceDenied } from '../../../errors/commands/tablespaces.js'

const EVENT_TRIGGER = 3466

/** @import { DdlContext, ObjectAddress } from '../../../catalog/ddl/context.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { Tree } from '../../../parser/tree.js' */
/** @import { TypeDesc } from '../../../catalog/descriptors.js' */

const LARGE_OBJECT = 2613
const RELATIONS = new Set([
  'OBJECT_TABLE', 'OBJECT_VIEW', 'OBJECT_SEQUENCE', 'OBJECT_MATVIEW', 'OBJECT_FOREIGN_TABLE', 'OBJECT_INDEX',
])

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').RenameStmt>} node of something that is no relation
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* renameObject(session, node, call) {
  const ddl = beginDdl(session)
  if (node.renameType === 'OBJECT_ROLE') {
    renameRole(session, ddl, node.subname, node.newname)
    endDdl(session, ddl)
    call.sink.commandComplete('ALTER ROLE')
    return
  }
  const object = findObject(session, node.renameType, node)
  if (node.renameType === 'OBJECT_TABLESPACE') {
    const owner = guarded(ddl.view, object.classId, object.objectId)?.owner ?? 0
    if (!hasPrivsOf(ddl.view, ddl.userOid, owner)) throw tablespaceDenied(node.subname)
  } else requireOwner(ddl, object, { plain: true })
  if (node.renameType === 'OBJECT_SCHEMA') requireCreateInDatabase(ddl)
  if (node.renameType === 'OBJECT_SCHEMA') renameNamespace(ddl, object.objectId, node.newname)
  else {
    refuseBuiltin(ddl, object)
    if (object.classId === CLASS.DATABASE) yield* renameDatabase(session, ddl, object.objectId, node.newname)
    else if (object.classId === CLASS.TYPE) renameTypeObject(ddl, object.objectId, node.newname)
    else renameRow(ddl, object, node.newname)
  }
  endDdl(session, ddl)
  call.sink.commandComplete(commandTag(node.renameType))
}

/** @param {DdlContext} ddl @param {ObjectAddress} object */
function refuseBuiltin(ddl, object) {
  // A large object may have any number.
  if (
    (ddl.isPinned(object.objectId) && object.classId !== LARGE_OBJECT)
    || (object.classId === CLASS.COLLATION && object.objectId < FIRST_USER_OID)
  )
    throw featureNotSupported(`changing the built-in ${describeObject(ddl.view, object)}`)
}

/** @param {DdlContext} ddl @param {number} oid @param {string} name */
function renameTypeObject(ddl, oid, name) {
  const type = /** @type {import('../../../catalog/descriptors.js').TypeDesc} */ (ddl.view.type(oid))
  refuseRowType(ddl, type, name)
  if (type.kind === 'c') throw featureNotSupported('ALTER TYPE RENAME of a composite type')
  renameType(ddl, oid, type.namespaceOid, name)
}

/** @param {DdlContext} ddl @param {TypeDesc} type @param {string} _name */
function refuseRowType(ddl, type, _name) {
  const relation = type.relationOid === 0 ? undefined : ddl.view.relation(type.relationOid)
  if (relation !== undefined && relation.kind !== 'c') {
    throw isRowType(type.name)
  }
  const element = type.elementType === 0 ? undefined : ddl.view.type(type.elementType)
  if (element !== undefined && element.arrayType === type.oid) {
    throw arrayTypeOf(type.name, element.name)
  }
}

/** @param {DdlContext} ddl @param {ObjectAddress} object @param {string} name */
function renameRow(ddl, object, name) {
  const kind = /** @type {import('../../../catalog/object-classes.js').ObjectClass} */ (
    OBJECT_CLASSES.get(object.classId)
  )
  const { at } = catalogShape(kind.catalog)
  const found = ddl.byOid(kind.catalog, object.objectId)
  const column = /** @type {string} */ (kind.name)
  if (kind.namespace !== undefined) requireCreateIn(ddl, found.row[at[kind.namespace]])
  refuseTwin(ddl, object, { [column]: name })
  ddl.update(kind.catalog, found, { [column]: name })
  touchNames(ddl, kind.catalog, object, found.row[at[column]], name)
}

/** What catalogs' objects of one name are kept under. @type {Record<string, string>} */
const FOUND_BY_NAME = { pg_proc: 'f', pg_collation: 'l', pg_operator: 'o' }

/**
 * @param {DdlContext} ddl
 * @param {string} catalog
 * @param {ObjectAddress} object
 * @param {string} from
 * @param {string} to
 */
function touchNames(ddl, catalog, object, from, to) {
  const namespace =
    catalog === 'pg_collation' ? [ddl.byOid(catalog, object.objectId).row[catalogShape(catalog).at.collnamespace]] : []
  const letter = FOUND_BY_NAME[catalog]
  ddl.touch([object.objectId, ...namespace], letter === undefined ? [] : [`${letter}:${from}`, `${letter}:${to}`])
}

/** Columns that, with name and schema, make objects of a catalog different. */
const PARTS = /** @type {Record<string, string[]>} */ ({
  pg_proc: ['proargtypes'], pg_operator: ['oprleft', 'oprright'], pg_opclass: ['opcmethod'], pg_opfamily: ['opfmethod'],
  pg_rewrite: ['ev_class'], pg_trigger: ['tgrelid'], pg_policy: ['polrelid'], pg_constraint: ['conrelid', 'contypid'],
})

/**
 * @param {DdlContext} ddl
 * @param {ObjectAddress} object
 * @param {Record<string, any>} changes
 * @throws {DbError} 42710, 42723
 */
function refuseTwin(ddl, object, changes) {
  const kind = /** @type {import('../../../catalog/object-classes.js').ObjectClass} */ (
    OBJECT_CLASSES.get(object.classId)
  )
  const { at } = catalogShape(kind.catalog)
  const { row } = ddl.byOid(kind.catalog, object.objectId)
  const keys = [
    /** @type {string} */ (kind.name), ...(kind.namespace === undefined ? [] : [kind.namespace]),
    ...(PARTS[kind.catalog] ?? []),
  ]
  const wanted = keys.map((column) => comparable(changes[column] ?? row[at[column]]))
  const twin = ddl
    .scan(kind.catalog)
    .find(
      ({ row: other }) =>
        other[at.oid] !== object.objectId
        && keys.every((column, index) => comparable(other[at[column]]) === wanted[index]),
    )
  if (twin === undefined) return
  const name = changes[keys[0]] ?? row[at[keys[0]]]
  const schema =
    kind.namespace === undefined ? null : ddl.view.namespace(changes[kind.namespace] ?? row[at[kind.namespace]])?.name
  if (kind.catalog === 'pg_proc') {
    const types = describeObject(ddl.view, { ...object, objectId: row[at.oid] }).replace(/^function [^(]*/, '')
    throw functionExistsInSchema(name, types, schema)
  }
  throw objectExists(kind.word, name, kind.catalog === 'pg_constraint' ? null : schema)
}

/** @param {any} value */
const comparable = (value) =>
  value !== null && typeof value === 'object' ? String(value.values ?? value) : String(value)

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').AlterObjectSchemaStmt>} node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runSetSchema(session, node, call) {
  const tag = commandTag(node.objectType)
  if (RELATIONS.has(node.objectType)) {
    const oid = yield* lockRelation(session, node.relation, ACCESS_EXCLUSIVE, node.missing_ok === true)
    if (oid === 0)
      session.notice({
        severity: 'NOTICE', code: '00000', message: `relation "${node.relation.relname}" does not exist, skipping`,
      })
    else {
      yield* checkRelation(session, node.relation.relname, oid, node.objectType)
      const kind = kindOf(session, oid)
      if (kind === 'i' || kind === 'I') throw indexSchemaFixed(node.relation.relname)
      const ddl = beginDdl(session)
      refuseOwned(ddl, oid, node.relation.relname, kind)
      moveRelation(
        ddl, oid, targetSchema(session, ddl, node.newschema, session.catalog().relation(oid)?.namespaceOid ?? 0),
      )
      endDdl(session, ddl)
    }
    call.sink.commandComplete(tag)
    return
  }
  const ddl = beginDdl(session)
  const object = findObject(session, node.objectType, node)
  const { namespace = '', catalog } = /** @type {import('../../../catalog/object-classes.js').ObjectClass} */ (
    OBJECT_CLASSES.get(object.classId)
  )
  const from = namespace === '' ? 0 : ddl.byOid(catalog, object.objectId).row[catalogShape(catalog).at[namespace]]
  // Whoever may make things there may move one to where it is.
  if (targetSchema(session, ddl, node.newschema, from) !== from) {
    requireOwner(ddl, object, { plain: true })
    refuseBuiltin(ddl, object)
    moveObject(session, ddl, object, node.newschema)
  }
  endDdl(session, ddl)
  call.sink.commandComplete(tag)
}

/**
 * A sequence goes where its table goes.
 * @param {DdlContext} ddl
 * @param {number} oid
 * @param {string} name
 * @param {string} kind
 */
function refuseOwned(ddl, oid, name, kind) {
  if (kind !== 'S') return
  const { at } = catalogShape('pg_depend')
  for (const { row } of ddl.find('pg_depend', 'pg_depend_depender_index', [1259, oid, 0])) {
    if (row[at.refclassid] !== 1259 || row[at.refobjsubid] === 0) continue
    throw ownedSequenceMoved(name, ddl.view.relation(row[at.refobjid])?.name)
  }
}

/** @param {Session} session @param {DdlContext} ddl @param {ObjectAddress} object @param {string} schema */
export function moveObject(session, ddl, object, schema) {
  const kind = /** @type {import('../../../catalog/object-classes.js').ObjectClass} */ (
    OBJECT_CLASSES.get(object.classId)
  )
  if (kind.namespace === undefined) throw featureNotSupported(`SET SCHEMA of a ${kind.word}`)
  const { at } = catalogShape(kind.catalog)
  const { row } = ddl.byOid(kind.catalog, object.objectId)
  const from = row[at[kind.namespace]]
  const to = targetSchema(session, ddl, schema, from)
  if (to === from) return
  if (object.classId === 1247) {
    const type = /** @type {import('../../../catalog/descriptors.js').TypeDesc} */ (ddl.view.type(object.objectId))
    refuseRowType(ddl, type, '')
    if (type.relationOid !== 0) moveRelation(ddl, type.relationOid, to)
    else moveType(ddl, object.objectId, to)
    return
  }
  refuseTwin(ddl, object, { [kind.namespace]: to })
  ddl.update(kind.catalog, ddl.byOid(kind.catalog, object.objectId), { [kind.namespace]: to })
  moveDependency(ddl, object.classId, object.objectId, from, to)
  const name = row[at[/** @type {string} */ (kind.name)]]
  touchNames(ddl, kind.catalog, object, name, name)
}

/**
 * @param {Session} session
 * @param {Parameters<typeof requireCreateIn>[0]} ddl
 * @param {string} name
 * @param {number} from
 * @returns {number}
 * @throws {DbError} 3F000, 0A000
 */
export function targetSchema(session, ddl, name, from) {
  const oid = session.catalog().namespaceOid(name)
  if (name === 'pg_temp') throw temporarySchemas()
  if (oid === 0) throw undefinedSchema(name)
  requireCreateIn(ddl, oid)
  if (oid === from) return oid
  const isTemporary = (/** @type {number} */ namespace) =>
    /^pg_(toast_)?temp_/.test(ddl.view.namespace(namespace)?.name ?? '')
  if (isTemporary(oid) || isTemporary(from)) throw temporarySchemas()
  if (oid === 99 || from === 99) throw toastSchema()
  return oid
}

/** @param {Session} session @param {any} node AlterOwnerStmt @param {UtilityCall} call */
export function runOwner(session, node, call) {
  const ddl = beginDdl(session)
  const object = findObject(session, node.objectType, node)
  const newOwner = roleOf(session, node.newowner.RoleSpec ?? node.newowner)
  const owner = newOwner.oid
  if (object.classId === WRAPPER) requireForeignOwner(session, object, owner)
  if (object.classId === CLASS.TYPE)
    refuseRowType(ddl, /** @type {TypeDesc} */ (ddl.view.type(object.objectId)), '')
  // Nobody is asked for what stays as it is.
  if (isAlready(ddl, object, owner)) {
    call.sink.commandComplete(commandTag(node.objectType))
    return
  }
  requireOwner(ddl, object, { plain: true })
  requireReceiver(session, ddl, object, newOwner)
  if (object.classId === CLASS.DATABASE) requireCreateDatabase(session, 'permission denied to change owner of database')
  const kind = /** @type {import('../../../catalog/object-classes.js').ObjectClass} */ (OBJECT_CLASSES.get(object.classId))
  if (kind.owner === undefined) throw featureNotSupported(`OWNER TO of a ${kind.word}`)
  if (object.classId !== CLASS.NAMESPACE && object.classId !== CLASS.DATABASE) refuseBuiltin(ddl, object)
  changeOwner(ddl, object, owner)
  endDdl(session, ddl)
  call.sink.commandComplete(commandTag(node.objectType))
}

/**
 * Its new owner may make one like it. @param {Session} session @param {DdlContext} ddl @param {number} oid
 * @param {number} owner @throws {DbError} 42501
 */
function requirePublicationOwner(session, ddl, oid, owner) {
  if (session.superuser) return
  requireCreateInDatabase({ view: ddl.view, userOid: owner })
  if (isSuperuser(ddl.view, owner)) return
  const { name, allTables } = publicationDesc(ddl.byOid('pg_publication', oid).row)
  if (allTables) throw publicationOwnerDenied(name, 'FOR ALL TABLES')
  if (schemasNamed(ddl.view, oid).length > 0) throw publicationOwnerDenied(name, 'FOR TABLES IN SCHEMA')
}

/**
 * Who gives an object to a role acts for it, and that may have made it where it is; some belong to superusers alone.
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {ObjectAddress} object
 * @param {{ oid: number, name: string }} owner
 * @throws {DbError} 42501
 */
export function requireReceiver(session, ddl, object, owner) {
  const { classId, objectId } = object
  const kind = OBJECT_CLASSES.get(classId)
  if (classId === WRAPPER) requireForeignOwner(session, object, owner.oid)
  if (!session.superuser) requireMember(session, owner)
  if (classId === SERVER) requireForeignOwner(session, object, owner.oid)
  // Here the one who gives it is asked, not the one who is to have it.
  if (classId === CLASS.NAMESPACE && !session.superuser) requireCreateInDatabase(ddl)
  if (classId === PUBLICATION) requirePublicationOwner(session, ddl, objectId, owner.oid)
  if (classId === EVENT_TRIGGER && !isSuperuser(ddl.view, owner.oid)) {
    const { at } = catalogShape('pg_event_trigger')
    throw eventTriggerOwnerDenied(ddl.byOid('pg_event_trigger', objectId).row[at.evtname])
  }
  if (session.superuser || kind?.namespace === undefined) return
  const { row } = ddl.byOid(kind.catalog, objectId)
  requireCreateIn({ view: ddl.view, userOid: owner.oid }, row[catalogShape(kind.catalog).at[kind.namespace]])
}

/**
 * Of an object of any kind that has one, and of what goes with it.
 * @param {DdlContext} ddl
 * @param {import('../../../catalog/object-classes.js').ObjectAddress} object
 * @param {number} owner
 */
export function changeOwner(ddl, object, owner) {
  if (object.classId === 1259) return changeRelationOwner(ddl, object.objectId, owner)
  // A mapping is about its user and stays so.
  if (object.classId === USER_MAPPING) return
  if (object.classId === 1247) {
    const type = /** @type {import('../../../catalog/descriptors.js').TypeDesc} */ (ddl.view.type(object.objectId))
    if (type.relationOid === 0) changeTypeOwner(ddl, object.objectId, owner)
    else changeRelationOwner(ddl, type.relationOid, owner)
    return
  }
  const kind = /** @type {import('../../../catalog/object-classes.js').ObjectClass} */ (OBJECT_CLASSES.get(object.classId))
  ddl.update(kind.catalog, ddl.byOid(kind.catalog, object.objectId), { [/** @type {string} */ (kind.owner)]: owner })
  const { at } = catalogShape(kind.catalog)
  const name = kind.name === undefined ? '' : ddl.byOid(kind.catalog, object.objectId).row[at[kind.name]]
  touchNames(ddl, kind.catalog, object, name, name)
}

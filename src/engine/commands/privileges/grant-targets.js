/** The objects a GRANT or REVOKE names, and those it means by ALL … IN SCHEMA. */
import {
  DATABASE, FUNCTION, LANGUAGE, LARGE_OBJECT, PARAMETER, RELATION, SCHEMA, SERVER, TABLESPACE, TYPE, WRAPPER,
} from '../../../catalog/guarded.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import { settingDefinition } from '../../../config/settings.js'
import { undefinedSchema } from '../../../errors/ddl/catalog.js'
import { invalidGrantOperation, invalidParameterName, wrongKind } from '../../../errors/privileges.js'
import { invalidSettingName } from '../../../errors/settings.js'
import { findNamed } from '../objects/object-address.js'
import { relationOidOf, undefinedRelation } from '../../session/ddl.js'

/** @import { CatalogRow } from '../../../catalog/descriptors.js' */
/** @import { GrantNode, ObjectNode } from './privilege-words.js' */
/** @import { Session } from '../../session/session.js' */

/**
 * @typedef {{ classId: number, oid: number, name: string }} Target name: as messages call it; oid 0: a parameter
 *   nobody was granted yet
 */

/** @type {Record<string, number>} */
const CLASS_OF = {
  OBJECT_DATABASE: DATABASE, OBJECT_LANGUAGE: LANGUAGE, OBJECT_LARGEOBJECT: LARGE_OBJECT, OBJECT_SCHEMA: SCHEMA,
  OBJECT_TABLESPACE: TABLESPACE, OBJECT_FDW: WRAPPER, OBJECT_FOREIGN_SERVER: SERVER, OBJECT_FUNCTION: FUNCTION,
  OBJECT_PROCEDURE: FUNCTION, OBJECT_ROUTINE: FUNCTION, OBJECT_TYPE: TYPE, OBJECT_DOMAIN: TYPE,
}

/** @param {Session} session @param {GrantNode} node GrantStmt @returns {Target[]} */
export function targetsOf(session, node) {
  if (node.targtype === 'ACL_TARGET_ALL_IN_SCHEMA') return allInSchemas(session, node)
  return (node.objects ?? []).map((object) => named(session, node.objtype, object))
}

/** @param {Session} session @param {string} type OBJECT_… @param {ObjectNode} object @returns {Target} */
function named(session, type, object) {
  if (type === 'OBJECT_TABLE' || type === 'OBJECT_SEQUENCE') {
    const oid = relationOidOf(session, object.RangeVar)
    if (oid === 0) throw undefinedRelation(session, object.RangeVar)
    return { classId: RELATION, oid, name: object.RangeVar.relname }
  }
  if (type === 'OBJECT_PARAMETER_ACL') return parameter(session, object)
  const classId = CLASS_OF[type]
  const isType = classId === TYPE
  const list = object.List?.items ?? object.TypeName?.names
  const { objectId } = isType && list ? findNamed(session, 'OBJECT_TYPE', { TypeName: { names: list } })
    : findNamed(session, type === 'OBJECT_FUNCTION' ? 'OBJECT_ROUTINE' : type, object)
  if (type === 'OBJECT_FUNCTION' && session.catalog().func(objectId)?.kind === 'p') findNamed(session, type, object)
  const name = nameOf(session, classId, objectId)
  if (classId === LANGUAGE) refuseUntrusted(session, objectId, name)
  if (isType) refuseOfTypes(session, type, objectId)
  return { classId, oid: objectId, name }
}

/** @param {Session} session @param {number} classId @param {number} oid */
function nameOf(session, classId, oid) {
  const catalog = session.catalog()
  switch (classId) {
    case LARGE_OBJECT: return String(oid)
    case FUNCTION: return catalog.func(oid)?.name ?? ''
    case TYPE: return catalog.type(oid)?.name ?? ''
    case SCHEMA: return catalog.namespace(oid)?.name ?? ''
    case DATABASE: return catalog.database(oid)?.name ?? ''
    default: {
      const [name, column] = CATALOG_NAMES[classId]
      return catalog.rowsWith(name, 'oid', oid)[0][catalogShape(name).at[column]]
    }
  }
}

/** @type {Record<number, [string, string]>} */
const CATALOG_NAMES = {
  [LANGUAGE]: ['pg_language', 'lanname'], [TABLESPACE]: ['pg_tablespace', 'spcname'],
  [WRAPPER]: ['pg_foreign_data_wrapper', 'fdwname'], [SERVER]: ['pg_foreign_server', 'srvname'],
}

/** @param {Session} session @param {number} oid @param {string} name @throws {DbError} 42809 */
function refuseUntrusted(session, oid, name) {
  const row = session.catalog().rowsWith('pg_language', 'oid', oid)[0]
  if (row[catalogShape('pg_language').at.lanpltrusted]) return
  throw wrongKind(`language "${name}" is not trusted`, {
    detail: 'GRANT and REVOKE are not allowed on untrusted languages, '
      + 'because only superusers can use untrusted languages.',
  })
}

/** @param {Session} session @param {string} type @param {number} oid @throws {DbError} 0LP01, 42809 */
function refuseOfTypes(session, type, oid) {
  const desc = session.catalog().type(oid)
  if (desc?.elementType && desc.category === 'A') {
    throw invalidGrantOperation('cannot set privileges of array types', {
      hint: 'Set the privileges of the element type instead.',
    })
  }
  if (type === 'OBJECT_DOMAIN' && desc?.kind !== 'd') throw wrongKind(`"${desc?.name}" is not a domain`)
}

/**
 * @param {Session} session @param {ObjectNode} object a List or a String @returns {Target}
 * @throws {DbError} 42704, 42602
 */
function parameter(session, object) {
  const items = object.List?.items ?? [object]
  const written = items.map((item) => item.String.sval).join('.')
  const name = (settingDefinition(written)?.name ?? written).toLowerCase()
  const row = session.catalog().rowsWith('pg_parameter_acl', 'parname', name)[0]
  if (row !== undefined) return { classId: PARAMETER, oid: row[catalogShape('pg_parameter_acl').at.oid], name }
  if (settingDefinition(name) === undefined) {
    if (!name.includes('.')) throw invalidParameterName(name)
    if (!CUSTOM_NAME.test(name)) throw invalidSettingName(name)
  }
  return { classId: PARAMETER, oid: 0, name }
}

const CUSTOM_NAME = /^[a-z_\u0080-\uffff][\w$\u0080-\uffff]*(\.[a-z_\u0080-\uffff][\w$\u0080-\uffff]*)+$/i

/** @param {Session} session @param {GrantNode} node @returns {Target[]} */
function allInSchemas(session, { objtype, objects = [] }) {
  /** @type {Target[]} */
  const targets = []
  for (const { String: { sval: schema } } of objects) {
    const oid = session.catalog().namespaceOid(schema)
    if (oid === 0) throw undefinedSchema(schema)
    targets.push(...objtype === 'OBJECT_TABLE' || objtype === 'OBJECT_SEQUENCE'
      ? relationsIn(session, oid, objtype === 'OBJECT_TABLE' ? 'rvmfp' : 'S') : routinesIn(session, oid, objtype))
  }
  return targets
}

/** @param {Session} session @param {number} schema @param {string} kinds @returns {Target[]} */
function relationsIn(session, schema, kinds) {
  const { at } = catalogShape('pg_class')
  return session.catalog().rowsWith('pg_class', 'relnamespace', schema)
    .filter((/** @type {CatalogRow} */ row) => kinds.includes(String.fromCharCode(row[at.relkind])))
    .map((/** @type {CatalogRow} */ row) => ({ classId: RELATION, oid: row[at.oid], name: row[at.relname] }))
}

/** @param {Session} session @param {number} schema @param {string} objectType @returns {Target[]} */
function routinesIn(session, schema, objectType) {
  const { at } = catalogShape('pg_proc')
  const procedure = 'p'.charCodeAt(0)
  return session.catalog().rowsWith('pg_proc', 'pronamespace', schema)
    .filter((/** @type {CatalogRow} */ row) => objectType === 'OBJECT_ROUTINE'
      || (row[at.prokind] === procedure) === (objectType === 'OBJECT_PROCEDURE'))
    .map((/** @type {CatalogRow} */ row) => ({ classId: FUNCTION, oid: row[at.oid], name: row[at.proname] }))
}

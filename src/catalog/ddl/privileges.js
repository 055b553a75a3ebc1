/**
 * Grants as rows: an object's list written, and in pg_shdepend (deptype a) the roles it names but for its owner, which
 * has a row of its own (owners.js). What a new object begins with: ALTER DEFAULT PRIVILEGES.
 */
import {
  aclOf, changedAcl, defaultAcl, membersOf, readAcl, sameAcl, sortedAcl, withNewOwner, writeAcl,
} from '../acl.js'
import { guarded, GUARDED_CATALOGS, GUARDED_CLASSES, guardedColumn, PARAMETER, RELATION, SCHEMA } from '../guarded.js'
import { catalogShape } from '../store/shapes.js'
import { keepRole } from './owners.js'
import { FIRST_UNPINNED_OID } from '../../types/oids.js'

/** @import { DdlContext, ObjectAddress } from './context.js' */
/** @import { Acl } from '../acl.js' */
/** @import { CatalogRow } from '../descriptors.js' */
/** @import { GuardedClass } from '../guarded.js' */
/** @import { PgArray } from '../../types/array.js' */
/** @typedef {Parameters<DdlContext['insert']>[1]} Values */

const CATALOG = 'pg_shdepend'
const DEPENDER_INDEX = 'pg_shdepend_depender_index'
const ROLE_CLASS = 1260
export const DEFAULT_ACL_CLASS = 826
const ACL = 'a'.charCodeAt(0)

/**
 * @param {DdlContext} ddl @param {number} classId @param {number} objectId @param {number} subId column
 * @param {Acl | null} acl null: the default
 */
export function setAcl(ddl, classId, objectId, subId, acl) {
  const value = acl === null ? null : writeAcl(acl)
  if (subId !== 0) {
    const found = ddl.one('pg_attribute', 'pg_attribute_relid_attnum_index', [objectId, subId])
    ddl.update('pg_attribute', found, { attacl: value })
  } else {
    const { catalog, acl: column } = /** @type {GuardedClass} */ (GUARDED_CLASSES.get(classId))
    ddl.update(catalog, ddl.byOid(catalog, objectId), { [column]: value })
  }
  if (ddl.extensionOid !== 0) noteInitial(ddl, classId, objectId, subId, value)
  ddl.touch([objectId])
  // Who may use a schema finds its objects on the path, and others do not.
  if (classId === SCHEMA && subId === 0) ddl.touch([], [`n:${ddl.view.namespace(objectId)?.name}`])
}

const INITIAL = 'pg_init_privs'
const OF_EXTENSION = 'e'.charCodeAt(0)

/**
 * What an extension's script grants is as the extension wants it: pg_dump leaves it out.
 * @param {DdlContext} ddl @param {number} classId @param {number} objectId @param {number} subId
 * @param {PgArray | null} acl
 */
function noteInitial(ddl, classId, objectId, subId, acl) {
  forgetInitial(ddl, (object) => object.objectId === objectId && object.classId === classId && object.subId === subId)
  if (acl === null) return
  ddl.insert(INITIAL, { objoid: objectId, classoid: classId, objsubid: subId, privtype: OF_EXTENSION, initprivs: acl })
}

/**
 * Of extensions that go, and of what is granted anew: seldom enough to look at all rows.
 * @param {DdlContext} ddl @param {(object: ObjectAddress) => boolean} goes
 */
export function forgetInitial(ddl, goes) {
  const { at } = catalogShape(INITIAL)
  for (const found of [...ddl.scan(INITIAL)]) {
    const { [at.objoid]: objectId, [at.classoid]: classId, [at.objsubid]: subId } = found.row
    if (goes({ classId, objectId, subId })) ddl.remove(INITIAL, found)
  }
}

/** @typedef {{ classId: number, objectId: number, subId: number, owner: number, acl: PgArray | null }} Listed */

/**
 * @param {DdlContext} ddl @param {string} catalog @param {CatalogRow} row
 * @returns {Listed | null} null: it has no list
 */
function listedIn(ddl, catalog, row) {
  const { at } = catalogShape(catalog)
  if (catalog === 'pg_attribute') {
    const acl = row[at.attacl]
    if (acl === null) return { classId: RELATION, objectId: row[at.attrelid], subId: row[at.attnum], owner: 0, acl }
    const [table] = ddl.find('pg_class', 'pg_class_oid_index', [row[at.attrelid]])
    const owner = table === undefined ? 0 : table.row[catalogShape('pg_class').at.relowner]
    return { classId: RELATION, objectId: row[at.attrelid], subId: row[at.attnum], owner, acl }
  }
  if (catalog === 'pg_default_acl') {
    const { [at.oid]: objectId, [at.defaclrole]: owner, [at.defaclacl]: acl } = row
    return { classId: DEFAULT_ACL_CLASS, objectId, subId: 0, owner, acl }
  }
  const found = GUARDED_CATALOGS.get(catalog)
  if (found === undefined) return null
  const { classId, entry } = found
  const owner = entry.owner === null ? 10 : row[at[entry.owner]]
  return { classId, objectId: row[at.oid], subId: 0, owner, acl: row[at[entry.acl]] }
}

/** Whether any row of a catalog has a list. @param {string} catalog */
const hasLists = (catalog) =>
  GUARDED_CATALOGS.has(catalog) || catalog === 'pg_attribute' || catalog === 'pg_default_acl'

/**
 * A row appears, changes or goes. @param {DdlContext} ddl @param {string} catalog
 * @param {CatalogRow | null} before @param {CatalogRow | null} after
 */
export function noteAcl(ddl, catalog, before, after) {
  if (!hasLists(catalog)) return
  const old = before === null ? null : listedIn(ddl, catalog, before)
  const now = after === null ? null : listedIn(ddl, catalog, after)
  if ((old === null || old.acl === null) && (now === null || now.acl === null)) return
  const object = /** @type {Listed} */ (now ?? old)
  const members = now === null ? new Set() : membersOf(now.acl)
  const dbid = catalogShape(catalog).shared ? 0 : ddl.catalog.databaseOid
  const { at } = catalogShape(CATALOG)
  const there = new Set()
  for (const found of ddl.find(CATALOG, DEPENDER_INDEX, [dbid, object.classId, object.objectId])) {
    const { row } = found
    if (row[at.deptype] !== ACL || row[at.objsubid] !== object.subId || row[at.refclassid] !== ROLE_CLASS) continue
    if (members.has(row[at.refobjid]) && row[at.refobjid] !== object.owner) there.add(row[at.refobjid])
    else ddl.catalog.store.remove(ddl.txn, CATALOG, found.tid)
  }
  for (const role of members) {
    if (role === object.owner || role < FIRST_UNPINNED_OID || there.has(role)) continue
    keepRole(ddl, role)
    ddl.insert(CATALOG, {
      dbid, classid: object.classId, objid: object.objectId, objsubid: object.subId, refclassid: ROLE_CLASS,
      refobjid: role, deptype: ACL,
    })
  }
}

/** Relations by whether default privileges speak of tables or of sequences. @type {Record<string, string>} */
const RELATION_KINDS = { r: 'r', v: 'r', m: 'r', f: 'r', p: 'r', S: 'S' }

/** @param {DdlContext} ddl @param {number} relationOid @returns {boolean} of CREATE TYPE, no table */
function isComposite(ddl, relationOid) {
  const [found] = ddl.find('pg_class', 'pg_class_oid_index', [relationOid])
  return found !== undefined && found.row[catalogShape('pg_class').at.relkind] === 'c'.charCodeAt(0)
}

/**
 * What a row that is about to be inserted has as its list. @param {DdlContext} ddl @param {string} catalog
 * @param {Values} values @returns {Record<string, unknown>} the column, where it is not the usual
 */
export function beginningAcl(ddl, catalog, values) {
  switch (catalog) {
    case 'pg_class': {
      const kind = RELATION_KINDS[String.fromCharCode(values.relkind)]
      return kind === undefined ? {} : { relacl: initialAcl(ddl, kind, values.relowner, values.relnamespace) }
    }
    case 'pg_proc': return { proacl: initialAcl(ddl, 'f', values.proowner, values.pronamespace) }
    case 'pg_namespace': {
      const isTemporary = /^pg_(toast_)?temp_\d+$/.test(values.nspname)
      return isTemporary ? {} : { nspacl: values.nspacl ?? initialAcl(ddl, 'n', values.nspowner, 0) }
    }
    case 'pg_type': {
      // Arrays and rows of tables are what their elements and tables are.
      const follows = (values.typelem ?? 0) !== 0 && values.typcategory === 65
        || ((values.typrelid ?? 0) !== 0 && !isComposite(ddl, values.typrelid))
      return follows ? {} : { typacl: initialAcl(ddl, 'T', values.typowner, values.typnamespace) }
    }
    default: return {}
  }
}

/**
 * The columns of an owner's change: his list with it. @param {string} catalog
 * @param {CatalogRow} row before @param {number} owner @returns {Record<string, unknown>}
 */
export function ownerChange(catalog, row, owner) {
  const found = GUARDED_CATALOGS.get(catalog)
  if (found === undefined || found.entry.owner === null) return {}
  const { at } = catalogShape(catalog)
  const { entry } = found
  const acl = row[at[entry.acl]]
  const from = row[at[/** @type {string} */ (entry.owner)]]
  if (acl === null || from === owner) return {}
  return { [entry.acl]: writeAcl(withNewOwner(readAcl(acl), from, owner)) }
}

/**
 * What default privileges say of a kind. @param {DdlContext} ddl @param {number} role
 * @param {number} schema 0: everywhere @param {string} kind @returns {Acl | null} null: nothing
 */
function storedDefault(ddl, role, schema, kind) {
  const [found] = ddl.find('pg_default_acl', 'pg_default_acl_role_nsp_obj_index', [role, schema, kind.charCodeAt(0)])
  return found === undefined ? null : readAcl(found.row[catalogShape('pg_default_acl').at.defaclacl])
}

/**
 * With what it depends on, or its schema would take it along once more.
 * @param {DdlContext} ddl
 * @param {import('../store/contract.js').Found} found of pg_default_acl
 */
export function removeDefaultPrivileges(ddl, found) {
  const { at } = catalogShape('pg_default_acl')
  ddl.removeAll('pg_depend', 'pg_depend_depender_index', [DEFAULT_ACL_CLASS, found.row[at.oid]])
  ddl.remove('pg_default_acl', found)
}

/**
 * Takes out of an object's list what its owner granted a role, and what that granted in turn (DROP OWNED BY).
 * @param {DdlContext} ddl @param {{ classId: number, objectId: number, subId: number }} object @param {number} role
 */
export function withoutRole(ddl, { classId, objectId, subId }, role) {
  if (classId === DEFAULT_ACL_CLASS) {
    const found = ddl.byOid('pg_default_acl', objectId)
    const { at } = catalogShape('pg_default_acl')
    const owner = found.row[at.defaclrole]
    const acl = withoutGrantee(ddl, readAcl(found.row[at.defaclacl]), role, owner)
    const kind = DEFAULT_KINDS[String.fromCharCode(found.row[at.defaclobjtype])]
    const usual = found.row[at.defaclnamespace] === 0 ? defaultAcl(kind, owner) : []
    if (sameAcl(acl, usual)) removeDefaultPrivileges(ddl, found)
    else ddl.update('pg_default_acl', found, { defaclacl: writeAcl(acl) })
    return
  }
  const guard = subId === 0 ? guarded(ddl.view, classId, objectId) : guardedColumn(ddl.view, objectId, subId)
  if (guard === null || guard.acl === null) return
  const acl = withoutGrantee(ddl, aclOf(guard), role, guard.owner)
  if (classId === PARAMETER && sameAcl(acl, defaultAcl('p', guard.owner))) {
    ddl.remove('pg_parameter_acl', ddl.byOid('pg_parameter_acl', objectId))
    ddl.touch([objectId])
    return
  }
  setAcl(ddl, classId, objectId, subId, subId !== 0 && acl.length === 0 ? null : acl)
}

/**
 * As REVOKE ALL … CASCADE in the owner's name: what others granted stays, and with it what the role granted on.
 * @param {DdlContext} ddl @param {Acl} acl @param {number} role @param {number} owner @returns {Acl}
 */
function withoutGrantee(ddl, acl, role, owner) {
  const all = (1 << 14) - 1
  const change = { isGrant: false, optionOnly: false, cascade: true, grantees: [role], privileges: all }
  return changedAcl(ddl.view, acl, change, owner, owner)
}

/** Kinds of pg_default_acl and what acldefault() calls them. @type {Record<string, string>} */
export const DEFAULT_KINDS = { r: 'r', S: 's', f: 'f', T: 'T', n: 'n' }

/**
 * What a new object of the kind begins with.
 * @param {DdlContext} ddl @param {string} kind r, S, f, T or n @param {number} owner
 * @param {number} schema 0: it has none
 * @returns {PgArray | null} aclitem[]; null: the usual
 */
export function initialAcl(ddl, kind, owner, schema) {
  const everywhere = storedDefault(ddl, owner, 0, kind)
  const here = schema === 0 ? null : storedDefault(ddl, owner, schema, kind)
  if (everywhere === null && here === null) return null
  const usual = defaultAcl(DEFAULT_KINDS[kind], owner)
  const merged = (everywhere ?? usual).map((item) => ({ ...item }))
  for (const item of here ?? []) {
    const twin = merged.find(({ grantee, grantor }) => grantee === item.grantee && grantor === item.grantor)
    if (twin === undefined) merged.push({ ...item })
    else {
      twin.privileges |= item.privileges
      twin.options |= item.options
    }
  }
  return sameAcl(merged, usual) ? null : writeAcl(sortedAcl(merged))
}

/**
 * Objects that have an owner and grants: where their catalogs keep both, and what a role may do with one. The questions
 * every check asks (planner, commands, has_*_privilege) end here, with the rules that are more than a list: superusers,
 * system catalogs, pg_read_all_data, temporary schemas, arrays.
 */
import { catalogShape } from './store/shapes.js'
import {
  ACL_KINDS, aclOf, DELETE, EXECUTE, INSERT, optionsIn, privilegesIn, SELECT, TEMPORARY, TRUNCATE, UPDATE, USAGE,
} from './acl.js'
import { mustBeOwner, permissionDenied } from '../errors/privileges.js'
import { hasPrivsOf, isSuperuser, PUBLIC, READ_ALL_DATA, WRITE_ALL_DATA } from './roles.js'
import { FIRST_UNPINNED_OID } from '../types/oids.js'

/** @import { CatalogRow } from './descriptors.js' */
/** @import { CatalogSnapshot } from './snapshot.js' */
/** @import { Guarded } from './acl.js' */

/**
 * Where a kind of object keeps what; `word` is what messages call it. No owner: the bootstrap superuser.
 * @typedef {{ catalog: string, owner: string | null, acl: string, kind: string, word: string, name: string }}
 *   GuardedClass
 */

export const RELATION = 1259, FUNCTION = 1255, TYPE = 1247, SCHEMA = 2615, DATABASE = 1262, LANGUAGE = 2612
export const LARGE_OBJECT = 2613, TABLESPACE = 1213, WRAPPER = 2328, SERVER = 1417, PARAMETER = 6243

/** @type {Map<number, GuardedClass>} */
export const GUARDED_CLASSES = new Map([
  [RELATION, { catalog: 'pg_class', owner: 'relowner', acl: 'relacl', kind: 'r', word: 'table', name: 'relname' }],
  [FUNCTION, { catalog: 'pg_proc', owner: 'proowner', acl: 'proacl', kind: 'f', word: 'function', name: 'proname' }],
  [TYPE, { catalog: 'pg_type', owner: 'typowner', acl: 'typacl', kind: 'T', word: 'type', name: 'typname' }],
  [SCHEMA, { catalog: 'pg_namespace', owner: 'nspowner', acl: 'nspacl', kind: 'n', word: 'schema', name: 'nspname' }],
  [DATABASE, { catalog: 'pg_database', owner: 'datdba', acl: 'datacl', kind: 'd', word: 'database', name: 'datname' }],
  [LANGUAGE, {
    catalog: 'pg_language', owner: 'lanowner', acl: 'lanacl', kind: 'l', word: 'language', name: 'lanname',
  }],
  [LARGE_OBJECT, {
    catalog: 'pg_largeobject_metadata', owner: 'lomowner', acl: 'lomacl', kind: 'L', word: 'large object', name: 'oid',
  }],
  [TABLESPACE, {
    catalog: 'pg_tablespace', owner: 'spcowner', acl: 'spcacl', kind: 't', word: 'tablespace', name: 'spcname',
  }],
  [WRAPPER, {
    catalog: 'pg_foreign_data_wrapper', owner: 'fdwowner', acl: 'fdwacl', kind: 'F', word: 'foreign-data wrapper',
    name: 'fdwname',
  }],
  [SERVER, {
    catalog: 'pg_foreign_server', owner: 'srvowner', acl: 'srvacl', kind: 'S', word: 'foreign server', name: 'srvname',
  }],
  [PARAMETER, {
    catalog: 'pg_parameter_acl', owner: null, acl: 'paracl', kind: 'p', word: 'parameter', name: 'parname',
  }],
])

/** By the catalog's name. @type {Map<string, { classId: number, entry: GuardedClass }>} */
export const GUARDED_CATALOGS = new Map(
  [...GUARDED_CLASSES].map(([classId, entry]) => [entry.catalog, { classId, entry }])
)

const BOOTSTRAP = 10
const SEQUENCE = 'S'.charCodeAt(0)
const VIEW = 'v'.charCodeAt(0)
const PG_CATALOG = 11
const PG_TOAST = 99
const ARRAY_CATEGORY = 65

/** @param {GuardedClass} entry @param {CatalogRow} row @returns {Guarded} */
export function guardedOf(entry, row) {
  const { at } = catalogShape(entry.catalog)
  const kind = entry.kind === 'r' && row[at.relkind] === SEQUENCE ? 's' : entry.kind
  return { owner: entry.owner === null ? BOOTSTRAP : row[at[entry.owner]], acl: row[at[entry.acl]], kind }
}

/**
 * @param {CatalogSnapshot} catalog @param {number} classId @param {number} oid
 * @returns {CatalogRow | undefined} its row
 */
export const guardedRow = (catalog, classId, oid) =>
  catalog.rowsWith(/** @type {GuardedClass} */ (GUARDED_CLASSES.get(classId)).catalog, 'oid', oid)[0]

/**
 * @param {CatalogSnapshot} catalog @param {number} classId @param {number} oid
 * @returns {Guarded | null} null: there is none
 */
export function guarded(catalog, classId, oid) {
  const entry = /** @type {GuardedClass} */ (GUARDED_CLASSES.get(classId))
  const row = guardedRow(catalog, classId, oid)
  return row === undefined ? null : guardedOf(entry, row)
}

/**
 * @param {CatalogSnapshot} catalog @param {number} role @param {Guarded} object @param {number} mask
 * @returns {number} of it
 */
const listed = (catalog, role, object, mask) => {
  if (role !== PUBLIC && isSuperuser(catalog, role)) return mask
  return privilegesIn(catalog, aclOf(object), role, mask)
}

/** What belongs to the system: catalogs, not views over them. @param {CatalogRow} row of pg_class */
function isSystemTable(row) {
  const { at } = catalogShape('pg_class')
  return row[at.oid] < FIRST_UNPINNED_OID && row[at.relnamespace] === PG_CATALOG && row[at.relkind] !== VIEW
    || row[at.relnamespace] === PG_TOAST
}

/** @param {CatalogSnapshot} catalog @param {number} role @param {CatalogRow} row of pg_class @param {number} mask */
function onRelation(catalog, role, row, mask) {
  if (role !== PUBLIC && isSuperuser(catalog, role)) return mask
  const wanted = (mask & (INSERT | UPDATE | DELETE | TRUNCATE | USAGE)) !== 0 && isSystemTable(row)
    ? mask & ~(INSERT | UPDATE | DELETE | TRUNCATE | USAGE) : mask
  const object = guardedOf(/** @type {GuardedClass} */ (GUARDED_CLASSES.get(RELATION)), row)
  let found = listed(catalog, role, object, wanted)
  if (role === PUBLIC) return found
  if ((wanted & SELECT & ~found) !== 0 && hasPrivsOf(catalog, role, READ_ALL_DATA)) found |= SELECT
  const writes = wanted & (INSERT | UPDATE | DELETE) & ~found
  if (writes !== 0 && hasPrivsOf(catalog, role, WRITE_ALL_DATA)) found |= writes
  return found
}

/**
 * @param {CatalogSnapshot} catalog @param {number} role @param {CatalogRow} row of pg_namespace @param {number} mask
 */
function onSchema(catalog, role, row, mask) {
  const { at } = catalogShape('pg_namespace')
  if (role !== PUBLIC && isSuperuser(catalog, role)) return mask
  if (row[at.oid] === catalog.temporaryNamespace) {
    const mayMake = privilegesOn(catalog, role, DATABASE, catalog.databaseOid, TEMPORARY) !== 0
    return mask & (mayMake ? ACL_KINDS.n.all : USAGE)
  }
  let found = listed(catalog, role, guardedOf(/** @type {GuardedClass} */ (GUARDED_CLASSES.get(SCHEMA)), row), mask)
  if ((mask & USAGE & ~found) !== 0 && role !== PUBLIC
    && (hasPrivsOf(catalog, role, READ_ALL_DATA) || hasPrivsOf(catalog, role, WRITE_ALL_DATA))) found |= USAGE
  return found
}

/**
 * An array is its elements' type. @param {CatalogSnapshot} catalog @param {number} oid
 * @returns {CatalogRow | undefined} row of pg_type
 */
function typeRow(catalog, oid) {
  const row = guardedRow(catalog, TYPE, oid)
  if (row === undefined) return undefined
  const { at } = catalogShape('pg_type')
  const isArray = row[at.typcategory] === ARRAY_CATEGORY && row[at.typelem] !== 0
  return isArray ? guardedRow(catalog, TYPE, row[at.typelem]) ?? row : row
}

/**
 * Which of the privileges a role holds on an object; all for a superuser.
 * @param {CatalogSnapshot} catalog @param {number} role 0: everybody @param {number} classId @param {number} oid
 * @param {number} mask @returns {number} -1: there is no such object
 */
export function privilegesOn(catalog, role, classId, oid, mask) {
  const row = classId === TYPE ? typeRow(catalog, oid) : guardedRow(catalog, classId, oid)
  if (row === undefined) return -1
  if (classId === RELATION) return onRelation(catalog, role, row, mask)
  if (classId === SCHEMA) return onSchema(catalog, role, row, mask)
  return listed(catalog, role, guardedOf(/** @type {GuardedClass} */ (GUARDED_CLASSES.get(classId)), row), mask)
}

/**
 * Which of them it may grant to others. @param {CatalogSnapshot} catalog
 * @param {number} role @param {number} classId @param {number} oid @param {number} mask
 * @returns {number} -1: there is no such object
 */
export function optionsOn(catalog, role, classId, oid, mask) {
  const object = guarded(catalog, classId, oid)
  return object === null ? -1 : optionsIn(catalog, aclOf(object), role, object.owner, mask)
}

/**
 * @param {CatalogSnapshot} catalog @param {number} role @param {number} classId @param {number} oid
 * @param {number} mask
 */
export const holdsAll = (catalog, role, classId, oid, mask) => privilegesOn(catalog, role, classId, oid, mask) === mask

/**
 * Columns' own grants. @param {CatalogSnapshot} catalog @param {number} oid of the relation
 * @param {number} attnum @returns {Guarded | null}
 */
export function guardedColumn(catalog, oid, attnum) {
  const { at } = catalogShape('pg_attribute')
  const row = catalog.rows('pg_attribute', 'pg_attribute_relid_attnum_index', [oid, attnum])[0]
  if (row === undefined || row[at.attisdropped]) return null
  const relation = guarded(catalog, RELATION, oid)
  return relation === null ? null : { owner: relation.owner, acl: row[at.attacl], kind: 'c' }
}

/**
 * Of a column alone, not of its table. @param {CatalogSnapshot} catalog @param {number} role
 * @param {number} oid @param {number} attnum @param {number} mask @returns {number} -1: there is none
 */
export function privilegesOnColumn(catalog, role, oid, attnum, mask) {
  const object = guardedColumn(catalog, oid, attnum)
  if (object === null) return -1
  return object.acl === null ? 0 : privilegesIn(catalog, aclOf(object), role, mask)
}

/** Whether a function was granted to all. @param {CatalogSnapshot} catalog @param {number} oid */
export const isEverybodys = (catalog, oid) => privilegesOn(catalog, PUBLIC, FUNCTION, oid, EXECUTE) > 0

/** Whether a role may call a function. @param {CatalogSnapshot} catalog @param {number} role @param {number} oid */
export const mayExecute = (catalog, role, oid) =>
  isSuperuser(catalog, role) || privilegesOn(catalog, role, FUNCTION, oid, EXECUTE) !== 0

/**
 * @param {CatalogSnapshot} catalog @param {number} role @param {number} oid of a function, aggregate or procedure
 * @param {string} [name] as it was written @throws {DbError} 42501
 */
export function requireExecute(catalog, role, oid, name) {
  if (mayExecute(catalog, role, oid)) return
  const func = catalog.func(oid)
  const word = func?.kind === 'a' ? 'aggregate' : func?.kind === 'p' ? 'procedure' : 'function'
  throw permissionDenied(word, name ?? func?.name ?? '')
}

/**
 * @param {CatalogSnapshot} catalog @param {number} role @param {number} oid of an index @throws {DbError} 42501
 */
export function requireIndexOwner(catalog, role, oid) {
  const owner = guarded(catalog, RELATION, oid)?.owner
  if (owner === undefined || hasPrivsOf(catalog, role, owner)) return
  throw mustBeOwner('index', catalog.index(oid)?.name ?? '')
}

/**
 * @param {CatalogSnapshot} catalog @param {number} oid of a relation or an index
 * @returns {string | undefined} undefined: there is none
 */
export const relationNameAt = (catalog, oid) =>
  guardedRow(catalog, RELATION, oid)?.[catalogShape('pg_class').at.relname]

/**
 * @param {CatalogSnapshot} catalog @param {number} oid of a relation
 * @returns {string} as messages of a refusal call it
 */
export function relationWord(catalog, oid) {
  const row = guardedRow(catalog, RELATION, oid)
  const kind = row === undefined ? 'r' : String.fromCharCode(row[catalogShape('pg_class').at.relkind])
  return RELATION_WORDS[kind] ?? 'table'
}

/** @type {Record<string, string>} */
const RELATION_WORDS = { S: 'sequence', v: 'view', m: 'materialized view', f: 'foreign table', i: 'index', I: 'index' }

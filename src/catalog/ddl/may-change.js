/**
 * Whether the role that runs a statement may change what there is: an object is its owner's to change, or of whoever
 * has the owner's privileges; parts of a relation are the relation's owner's. To drop, the schema's owner may as well.
 */
import { CREATE, TEMPORARY, USAGE } from '../acl.js'
import { DATABASE, LANGUAGE, privilegesOn, relationWord, SCHEMA, TYPE } from '../guarded.js'
import { OBJECT_CLASSES, objectRow } from '../object-classes.js'
import { hasPrivsOf, isSuperuser } from '../roles.js'
import { catalogShape } from '../store/shapes.js'
import { denied, mustBeOwner, permissionDenied } from '../../errors/privileges.js'
import { formatType } from '../deparse/types.js'

/** @import { ObjectAddress } from './context.js' */
/** Who asks, and by what it sees: a DdlContext is one. @typedef {{ view: CatalogSnapshot, userOid: number }} Asker */
/** @import { CatalogSnapshot } from '../snapshot.js' */

const RELATION = 1259
/** Parts of relations, and of types: where they say whose. @type {Record<string, string[]>} */
const PART_OF = {
  pg_constraint: ['conrelid', 'contypid'], pg_trigger: ['tgrelid'], pg_rewrite: ['ev_class'], pg_policy: ['polrelid'],
  pg_attrdef: ['adrelid'],
}
/** @type {Record<string, string>} */
const ROUTINE_WORDS = { a: 'aggregate', p: 'procedure' }
/** Words of messages, where they are not the table's of kinds. @type {Record<string, string>} */
const WORDS = { pg_foreign_server: 'foreign server', pg_proc: 'function' }

/** Nobody owns them. */
const SUPERUSERS = new Set(['pg_am', 'pg_ts_parser', 'pg_ts_template'])

/** @param {CatalogSnapshot} view @param {string} catalog @param {import('../descriptors.js').CatalogRow} row */
function wordOf(view, catalog, row) {
  const { at } = catalogShape(catalog)
  if (catalog === 'pg_class') return relationWord(view, row[at.oid])
  if (catalog === 'pg_proc') return ROUTINE_WORDS[String.fromCharCode(row[at.prokind])] ?? 'function'
  return WORDS[catalog] ?? ''
}

/**
 * @param {Asker} ddl @param {ObjectAddress} object
 * @param {{ dropping?: boolean, plain?: boolean, word?: string, name?: string }} [how] plain: routines of all kinds are
 *   called functions; word and name: what a refusal calls it
 * @throws {DbError} 42501
 */
export function requireOwner(ddl, object, { dropping = false, plain = false, word, name: written } = {}) {
  const { view, userOid } = ddl
  if (isSuperuser(view, userOid)) return
  const kind = OBJECT_CLASSES.get(object.classId)
  const row = kind === undefined ? undefined : objectRow(view, kind, object.objectId)
  if (kind === undefined || row === undefined) return
  const { at } = catalogShape(kind.catalog)
  for (const column of PART_OF[kind.catalog] ?? []) {
    if (!row[at[column]]) continue
    requirePartOwner(ddl, column === 'contypid' ? TYPE : RELATION, row[at[column]])
    return
  }
  if (kind.catalog === 'pg_cast') {
    requireTypeOwner(ddl, row[at.castsource], row[at.casttarget])
    return
  }
  if (SUPERUSERS.has(kind.catalog)) throw denied('must be superuser')
  if (kind.owner === undefined) return
  if (hasPrivsOf(view, userOid, row[at[kind.owner]])) return
  if (dropping && object.subId === 0 && kind.namespace !== undefined && ownsSchema(ddl, row[at[kind.namespace]])) return
  const name = kind.name === undefined ? String(object.objectId) : row[at[kind.name]]
  const shown = kind.catalog === 'pg_type' ? formatType(view, object.objectId) : name
  const own = plain && kind.catalog === 'pg_proc' ? WORDS.pg_proc : wordOf(view, kind.catalog, row) || kind.word
  throw mustBeOwner(word ?? own, written ?? shown)
}

/**
 * Whose an object is. @param {Asker} ddl @param {ObjectAddress} object
 * @returns {number} 0: it is not there, or nobody's
 */
export function objectOwner({ view }, { classId, objectId }) {
  const kind = OBJECT_CLASSES.get(classId)
  const row = kind?.owner === undefined ? undefined : objectRow(view, kind, objectId)
  return kind?.owner === undefined || row === undefined ? 0 : row[catalogShape(kind.catalog).at[kind.owner]]
}

/**
 * OWNER TO whose it is: nothing is asked and nothing changes, but event triggers are told.
 * @param {import('./context.js').DdlContext} ddl @param {ObjectAddress} object @param {number} owner
 * @returns {boolean} false: it is somebody else's
 */
export function isAlready(ddl, object, owner) {
  if (objectOwner(ddl, object) !== owner) return false
  const kind = OBJECT_CLASSES.get(object.classId)
  const row = kind === undefined ? undefined : objectRow(ddl.view, kind, object.objectId)
  if (kind !== undefined && row !== undefined) ddl.events?.changed(kind.catalog, row, 'changed')
  return true
}

/** @param {Asker} ddl @param {number} oid */
const ownsSchema = (ddl, oid) => hasPrivsOf(ddl.view, ddl.userOid, ddl.view.namespace(oid)?.ownerOid ?? 0)

/** @param {Asker} ddl @param {number} oid of a type */
function ownsType(ddl, oid) {
  const { at } = catalogShape('pg_type')
  const [row] = ddl.view.rowsWith('pg_type', 'oid', oid)
  return row !== undefined && hasPrivsOf(ddl.view, ddl.userOid, row[at.typowner])
}

/** A cast is of who owns one of its types. @param {Asker} ddl @param {number} source @param {number} target */
export function requireTypeOwner(ddl, source, target) {
  if (ownsType(ddl, source) || ownsType(ddl, target)) return
  throw denied(`must be owner of type ${formatType(ddl.view, source)} or type ${formatType(ddl.view, target)}`)
}

/** @param {Asker} ddl @param {number} classId @param {number} oid @throws {DbError} 42501 */
function requirePartOwner(ddl, classId, oid) {
  const { view, userOid } = ddl
  if (classId === TYPE) {
    if (!ownsType(ddl, oid)) throw mustBeOwner('type', formatType(view, oid))
    return
  }
  const { at } = catalogShape('pg_class')
  const [row] = view.rowsWith('pg_class', 'oid', oid)
  if (row !== undefined && !hasPrivsOf(view, userOid, row[at.relowner])) throw mustBeOwner('relation', row[at.relname])
}

/** Something new is to be in a schema. @param {Asker} ddl @param {number} oid @throws {DbError} 42501 */
export function requireCreateIn(ddl, oid) {
  if (privilegesOn(ddl.view, ddl.userOid, SCHEMA, oid, CREATE) !== 0) return
  throw permissionDenied('schema', ddl.view.namespace(oid)?.name ?? '')
}

/** A new schema or an extension. @param {Asker} ddl @throws {DbError} 42501 */
export function requireCreateInDatabase(ddl) {
  const { view, userOid } = ddl
  if (privilegesOn(view, userOid, DATABASE, view.databaseOid, CREATE) !== 0) return
  throw permissionDenied('database', view.database(view.databaseOid)?.name ?? '')
}

/** Temporary tables. @param {Asker} ddl @throws {DbError} 42501 */
export function requireTemporary(ddl) {
  const { view, userOid } = ddl
  if (privilegesOn(view, userOid, DATABASE, view.databaseOid, TEMPORARY) !== 0) return
  const name = view.database(view.databaseOid)?.name ?? ''
  throw denied(`permission denied to create temporary tables in database "${name}"`)
}

/** A type is used in something new. @param {Asker} ddl @param {number} oid @throws {DbError} 42501 */
export function requireTypeUsage(ddl, oid) {
  if (oid === 0 || isSuperuser(ddl.view, ddl.userOid)) return
  if (privilegesOn(ddl.view, ddl.userOid, TYPE, oid, USAGE) !== 0) return
  const type = ddl.view.type(oid)
  const element = type?.category === 'A' ? type.elementType : 0
  throw permissionDenied('type', formatType(ddl.view, element || oid))
}

/** A function is written in a language. @param {Asker} ddl @param {number} oid @throws {DbError} 42501 */
export function requireLanguage(ddl, oid) {
  if (isSuperuser(ddl.view, ddl.userOid)) return
  const { at } = catalogShape('pg_language')
  const [row] = ddl.view.rowsWith('pg_language', 'oid', oid)
  if (row === undefined) return
  if (row[at.lanpltrusted] && privilegesOn(ddl.view, ddl.userOid, LANGUAGE, oid, USAGE) !== 0) return
  throw permissionDenied('language', row[at.lanname])
}

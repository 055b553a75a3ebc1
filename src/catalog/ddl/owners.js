/**
 * pg_shdepend: which objects of which database a role owns. The rows follow from the owner columns: whoever writes a
 * row of a catalog that has one (context.js) writes them too. As in PostgreSQL there are none for built-in roles, nor
 * what follows another object's owner: indexes, row types, array types.
 *
 * A row keeps its role: whoever writes one holds the role's lock (ACCESS SHARE) until its transaction ends, and has
 * seen that the role is there; who drops a role takes that lock alone (ACCESS EXCLUSIVE), then looks for rows.
 */
import { roleDroppedMeanwhile } from '../../errors/ddl/roles.js'
import { ACCESS_SHARE } from '../../txn/lock-modes.js'
import { sharedLockKey } from '../../txn/table-locks.js'
import { OBJECT_CLASSES } from '../object-classes.js'
import { catalogShape } from '../store/shapes.js'
import { FIRST_UNPINNED_OID } from '../../types/oids.js'

/** @import { DdlContext } from './context.js' */
/** @import { Found } from '../store/contract.js' */

const CATALOG = 'pg_shdepend'
const DEPENDER_INDEX = 'pg_shdepend_depender_index'
const REFERENCE_INDEX = 'pg_shdepend_reference_index'
const ROLE_CLASS = 1260
const OWNER = 'o'.charCodeAt(0)

/** @type {Map<string, { classId: number, owner: string }>} */
export const OWNED = new Map(
  [...OBJECT_CLASSES.values()].flatMap(({ catalog, classId, owner }) =>
    owner === undefined ? [] : [[catalog, { classId, owner }]]
  )
)

/**
 * @typedef {{ classId: number, objectId: number, subId: number, databaseOid: number, kind: string }} SharedDependent
 *   kind: deptype, o of an owner
 */

/** The lock of a role. @param {number} roleOid */
export const roleLock = (roleOid) => sharedLockKey(ROLE_CLASS, roleOid)

/**
 * Nobody drops the role before the transaction ends. @param {DdlContext} ddl @param {number} roleOid
 * @throws {CatalogWait} somebody is dropping it @throws {DbError} 42704 somebody has
 */
export function keepRole(ddl, roleOid) {
  if (roleOid < FIRST_UNPINNED_OID) return
  ddl.catalog.store.lock(ddl.txn, roleLock(roleOid), ACCESS_SHARE)
  if (ddl.find('pg_authid', 'pg_authid_oid_index', [roleOid]).length === 0) throw roleDroppedMeanwhile(roleOid)
}

/**
 * A row appears, changes or goes.
 * @param {DdlContext} ddl
 * @param {string} catalog
 * @param {any[] | null} before null: it is new
 * @param {any[] | null} after null: it goes
 */
export function noteOwner(ddl, catalog, before, after) {
  const kind = OWNED.get(catalog)
  if (kind === undefined) return
  const shape = catalogShape(catalog)
  const { at } = shape
  const old = before === null ? 0 : before[at[kind.owner]]
  const now = after === null ? 0 : after[at[kind.owner]]
  if (old === now || (old < FIRST_UNPINNED_OID && now < FIRST_UNPINNED_OID)) return
  const row = /** @type {any[]} */ (after ?? before)
  const databaseOid = shape.shared ? 0 : ddl.catalog.databaseOid
  const key = [databaseOid, kind.classId, row[at.oid]]
  if (old >= FIRST_UNPINNED_OID) removeOwner(ddl, key)
  if (now < FIRST_UNPINNED_OID || followsAnother(ddl, catalog, row)) return
  keepRole(ddl, now)
  ddl.insert(CATALOG, {
    dbid: databaseOid, classid: kind.classId, objid: row[at.oid], objsubid: 0, refclassid: ROLE_CLASS, refobjid: now,
    deptype: OWNER,
  })
}

/** Grants of the object and of its columns stay (privileges.js). @param {DdlContext} ddl @param {number[]} key */
function removeOwner(ddl, key) {
  const { at } = catalogShape(CATALOG)
  for (const found of ddl.find(CATALOG, DEPENDER_INDEX, key)) {
    const { row, tid } = found
    if (row[at.deptype] === OWNER && row[at.objsubid] === 0) ddl.catalog.store.remove(ddl.txn, CATALOG, tid)
  }
}

/**
 * Whether its owner, and the extension that it is of, is another object's.
 * @param {DdlContext} ddl
 * @param {string} catalog
 * @param {any[]} row
 */
export function followsAnother(ddl, catalog, row) {
  const { at } = catalogShape(catalog)
  if (catalog === 'pg_class') return 'iItc'.includes(String.fromCharCode(row[at.relkind]))
  if (catalog !== 'pg_type') return false
  const kind = String.fromCharCode(row[at.typtype])
  if (kind === 'b') return row[at.typelem] !== 0 && row[at.typcategory] === 65
  if (kind !== 'c') return false
  const [relation] = ddl.find('pg_class', 'pg_class_oid_index', [row[at.typrelid]])
  return relation === undefined || relation.row[catalogShape('pg_class').at.relkind] !== 99
}

/**
 * Of a database that is a copy: what depends on roles there does here.
 * @param {DdlContext} ddl @param {number} from @param {number} to databases
 * @throws {CatalogWait} somebody is dropping a role
 */
export function copySharedDependencies(ddl, from, to) {
  const { at } = catalogShape(CATALOG)
  for (const { row } of ddl.scan(CATALOG)) {
    if (row[at.dbid] !== from) continue
    if (row[at.refclassid] === ROLE_CLASS) keepRole(ddl, row[at.refobjid])
    const copy = row.slice()
    copy[at.dbid] = to
    ddl.catalog.store.insert(ddl.txn, CATALOG, copy)
  }
}

/**
 * What depends on a role, by its number.
 * @param {DdlContext} ddl
 * @param {number} roleOid
 * @returns {SharedDependent[]}
 */
export function dependentsOfRole(ddl, roleOid) {
  const { at } = catalogShape(CATALOG)
  return ddl
    .find(CATALOG, REFERENCE_INDEX, [ROLE_CLASS, roleOid])
    .map(({ row }) => ({
      classId: row[at.classid],
      objectId: row[at.objid],
      subId: row[at.objsubid],
      databaseOid: row[at.dbid],
      kind: String.fromCharCode(row[at.deptype]),
    }))
    .sort((a, b) => a.objectId - b.objectId || a.classId - b.classId || a.subId - b.subId)
}

/**
 * Roles that an object names, all of one kind: those of a policy.
 * @param {DdlContext} ddl
 * @param {number} classId
 * @param {number} objectId
 * @param {string} kind deptype
 * @param {number[]} roles OIDs; PUBLIC and roles of the system are not noted
 */
export function setSharedDependencies(ddl, classId, objectId, kind, roles) {
  const { at } = catalogShape(CATALOG)
  const dbid = ddl.catalog.databaseOid
  const deptype = kind.charCodeAt(0)
  for (const found of ddl.find(CATALOG, DEPENDER_INDEX, [dbid, classId, objectId]))
    if (found.row[at.deptype] === deptype) ddl.remove(CATALOG, found)
  for (const refobjid of new Set(roles)) {
    if (refobjid < FIRST_UNPINNED_OID) continue
    keepRole(ddl, refobjid)
    const own = { dbid, classid: classId, objid: objectId, objsubid: 0 }
    ddl.insert(CATALOG, { ...own, refclassid: ROLE_CLASS, refobjid, deptype })
  }
}

/** A database goes with all that is in it. @param {DdlContext} ddl @param {number} databaseOid */
export const forgetDatabase = (ddl, databaseOid) => ddl.removeAll(CATALOG, DEPENDER_INDEX, [databaseOid])

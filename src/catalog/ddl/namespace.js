/** Schemas: CREATE SCHEMA, ALTER SCHEMA RENAME. Dropping is in drop.js. */
import { duplicateSchema, reservedSchemaName } from '../../errors/ddl/catalog.js'

/** @import { DdlContext } from './context.js' */

/**
 * @param {DdlContext} ddl
 * @param {string} name
 * @param {{ ownerOid?: number, temporary?: boolean }} [options] temporary: a session's own pg_temp_N
 * @returns {number} OID @throws {DbError} 42P06 exists, 42939 reserved name
 */
export function createNamespace(ddl, name, { ownerOid = ddl.userOid, temporary = false } = {}) {
  if (name.startsWith('pg_') && !temporary) throw reservedSchemaName(name)
  if (ddl.view.namespaceOid(name) !== 0) throw duplicateSchema(name)
  const oid = ddl.newOid()
  ddl.insert('pg_namespace', { oid, nspname: name, nspowner: ownerOid, nspacl: null })
  ddl.touch([oid], [`n:${name}`])
  return oid
}

/** @param {DdlContext} ddl @param {number} oid @param {string} name @throws {DbError} 42P06, 42939 */
export function renameNamespace(ddl, oid, name) {
  if (name.startsWith('pg_')) throw reservedSchemaName(name)
  if (ddl.view.namespaceOid(name) !== 0) throw duplicateSchema(name)
  const old = ddl.view.namespace(oid)
  ddl.update('pg_namespace', ddl.one('pg_namespace', 'pg_namespace_oid_index', [oid]), { nspname: name })
  ddl.touch([oid], [`n:${name}`, `n:${old?.name}`])
}

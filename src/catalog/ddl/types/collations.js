/** CREATE COLLATION, ALTER COLLATION … REFRESH VERSION, and how one leaves the catalog. */
/** @import { DbError } from '../../../errors/db-error.js' */
import { catalogShape } from '../../store/shapes.js'
import { CLASS, char } from '../context.js'
import { address, recordDependencies } from '../dependencies.js'
import { collationAlreadyExists, collationIsRequired } from '../../../errors/ddl/definitions.js'
import { FIRST_USER_OID } from '../../../types/oids.js'

/** @import { DdlContext } from '../context.js' */

const UTF8 = 6
const ANY_ENCODING = -1

/**
 * @typedef {object} CollationDefinition
 * @property {string} name
 * @property {number} namespaceOid
 * @property {'i' | 'c'} provider
 * @property {boolean} deterministic
 * @property {number} encoding -1: any
 * @property {string | null} collate @property {string | null} ctype of provider c
 * @property {string | null} icuLocale of provider i
 * @property {string | null} version
 */

/**
 * Whether a schema has one of that name that goes with the database's encoding.
 * @param {DdlContext} ddl
 * @param {string} name
 * @param {number} namespaceOid
 */
export function collationExists(ddl, name, namespaceOid) {
  return [ANY_ENCODING, UTF8].some(
    (encoding) => ddl.find('pg_collation', 'pg_collation_name_enc_nsp_index', [name, encoding, namespaceOid]).length > 0
  )
}

/** @param {DdlContext} ddl @param {CollationDefinition} definition @returns {number} OID @throws {DbError} 42710 */
export function createCollation(ddl, definition) {
  const { name, namespaceOid } = definition
  if (collationExists(ddl, name, namespaceOid)) throw collationAlreadyExists(name)
  const oid = ddl.newOid()
  ddl.insert('pg_collation', {
    oid, collname: name, collnamespace: namespaceOid, collowner: ddl.userOid, collprovider: char(definition.provider),
    collisdeterministic: definition.deterministic, collencoding: definition.encoding, collcollate: definition.collate,
    collctype: definition.ctype, colliculocale: definition.icuLocale, collversion: definition.version,
  })
  recordDependencies(ddl, address(CLASS.COLLATION, oid), [address(CLASS.NAMESPACE, namespaceOid)], 'n')
  ddl.touch([oid, namespaceOid], [`l:${name}`])
  return oid
}

/** @param {DdlContext} ddl @param {number} oid @param {string} version */
export function setCollationVersion(ddl, oid, version) {
  const found = ddl.one('pg_collation', 'pg_collation_oid_index', [oid])
  ddl.update('pg_collation', found, { collversion: version })
  ddl.touch([oid], [`l:${found.row[catalogShape('pg_collation').at.collname]}`])
}

/** @param {DdlContext} ddl @param {number} oid */
export function removeCollation(ddl, oid) {
  if (oid < FIRST_USER_OID)
    throw collationIsRequired(ddl.view.collation(oid)?.name)
  const found = ddl.one('pg_collation', 'pg_collation_oid_index', [oid])
  ddl.remove('pg_collation', found)
  ddl.touch([oid], [`l:${found.row[catalogShape('pg_collation').at.collname]}`])
}

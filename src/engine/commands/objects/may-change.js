/** Whether ALTER … RENAME, SET SCHEMA or OWNER may change a relation. */
import { isNot } from '../../../errors/ddl/alter.js'
import { systemCatalog } from '../../../errors/ddl/row-security.js'
import { isACompositeType } from '../../../errors/commands/objects.js'
import { ACCESS_EXCLUSIVE, lockOid } from '../../session/ddl.js'
import { refuseWhileInUse } from '../in-use.js'
import { indexTable, kindOf } from './relation-kind.js'
import { FIRST_USER_OID } from '../../../types/oids.js'

/** @import { Session } from '../../session/session.js' */

export const RENAME_TAGS = /** @type {Record<string, string>} */ ({
  OBJECT_TABLE: 'ALTER TABLE', OBJECT_INDEX: 'ALTER INDEX', OBJECT_VIEW: 'ALTER VIEW',
  OBJECT_SEQUENCE: 'ALTER SEQUENCE', OBJECT_MATVIEW: 'ALTER MATERIALIZED VIEW',
  OBJECT_FOREIGN_TABLE: 'ALTER FOREIGN TABLE', OBJECT_TYPE: 'ALTER TYPE',
})
/** What a statement that names a kind takes, and how it says so; an index takes any. */
const OF_KIND = /** @type {Record<string, [string, string]>} */ ({
  OBJECT_VIEW: ['v', 'a view'], OBJECT_SEQUENCE: ['S', 'a sequence'], OBJECT_MATVIEW: ['m', 'a materialized view'],
  OBJECT_FOREIGN_TABLE: ['f', 'a foreign table'], OBJECT_TYPE: ['c', 'a composite type'],
})

/** That the statement may change this relation.
 * @param {Session} session
 * @param {string} name
 * @param {number} oid
 * @param {string} objectType
 * @param {boolean} [isPart] a column or constraint of it is meant
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* checkRelation(session, name, oid, objectType, isPart = false) {
  if (oid < FIRST_USER_OID) throw systemCatalog(name)
  const kind = kindOf(session, oid)
  const wanted = OF_KIND[objectType]
  // Columns of anything may be renamed as if it were something else.
  if (wanted !== undefined && !wanted[0].includes(kind) && (!isPart || objectType === 'OBJECT_TYPE'))
    throw isNot(name, wanted[1])
  if (kind === 'c' && !isPart && objectType !== 'OBJECT_TYPE') throw isACompositeType(name)
  if (kind === 'i' || kind === 'I') yield* lockOid(session, indexTable(session, oid), ACCESS_EXCLUSIVE)
  refuseWhileInUse(session, [oid], RENAME_TAGS[objectType] ?? 'ALTER TABLE')
}

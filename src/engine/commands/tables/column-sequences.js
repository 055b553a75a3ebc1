/**
 * Sequences behind columns: serial types and GENERATED … AS IDENTITY, as CREATE TABLE and ADD COLUMN make them. ALTER
 * COLUMN is in alter/identity.js.
 */
import { chooseRelationName } from '../../../catalog/ddl/names.js'
import { createSequence, ownSequence, setSequenceOwner } from '../../../catalog/ddl/tables/sequences.js'
import { sequenceDefault } from '../../../catalog/sequences.js'
import { conflictingOptions } from '../../../errors/ddl/sequences.js'
import { notSupportedAt } from '../../../errors/syntax.js'
import { readSequenceOptions } from './sequences.js'
import { requireNewTablespace } from '../../session/tablespaces.js'

/** @import { Session } from '../../session/session.js' */
/** @import { ColumnDefinition } from '../../../catalog/ddl/tables/table.js' */
/** @import { ReadOptions } from './sequences.js' */
/** @import { DdlContext } from '../../../catalog/ddl/context.js' */
/** @import { Tree } from '../../../parser/tree.js' */

/**
 * A sequence that comes with a column. identity: '' for serial; isElsewhere: not in the table's schema.
 * @typedef {{ column: ColumnDefinition, identity: '' | 'a' | 'd', options: ReadOptions, oid: number,
 *   isElsewhere?: boolean }} ColumnSequence
 */
/**
 * Where the column's table is.
 * @typedef {{ name: string, namespaceOid: number, persistence: 'p' | 'u' | 't', ownerOid?: number }} Place
 */

const SERIALS = /** @type {Record<string, number>} */ ({
  smallserial: 21, serial2: 21, serial: 23, serial4: 23, bigserial: 20, serial8: 20,
})

/**
 * The integer type under a serial one, 0: it is none.
 * @param {Tree<import('@pgsql/types').TypeName>} typeName
 * @returns {number}
 * @throws {DbError} 0A000 an array of them
 */
export function serialType(typeName) {
  if (typeName.names?.length !== 1 || typeName.pct_type) return 0
  const type = SERIALS[typeName.names[0].String.sval] ?? 0
  if (type !== 0 && typeName.arrayBounds?.length)
    throw notSupportedAt('array of serial is not implemented', { location: typeName.location })
  return type
}

/**
 * GENERATED … AS IDENTITY.
 * @param {Session} session
 * @param {ColumnDefinition} column
 * @param {any} constraint
 * @returns {ColumnSequence}
 */
export function readIdentity(session, column, constraint) {
  const options = readSequenceOptions(session, constraint.options)
  if (options.typeOid !== undefined || options.ownedBy !== undefined) throw conflictingOptions(-1)
  column.identity = constraint.generated_when
  column.notNull = true
  return { column, identity: constraint.generated_when, options, oid: 0 }
}

/**
 * Makes the sequence, before its table or beside it; a serial column gets its default.
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {Place} place
 * @param {ColumnSequence} sequence
 */
export function makeColumnSequence(session, ddl, place, sequence) {
  requireNewTablespace(session, undefined, place.persistence === 't')
  const { column, identity, options } = sequence
  const name =
    options.name?.at(-1) ?? chooseRelationName(ddl, place.name, column.name, 'seq', place.namespaceOid, false)
  const namespaceOid =
    options.name !== undefined && options.name.length > 1
      ? ddl.view.namespaceOid(options.name[options.name.length - 2])
      : place.namespaceOid
  sequence.isElsewhere = namespaceOid !== place.namespaceOid
  sequence.oid = createSequence(ddl, {
    name, namespaceOid, persistence: place.persistence, ownerOid: place.ownerOid,
    options: { typeOid: column.typeOid, ...options }, identity: identity !== '',
  })
  if (identity === '') column.default = sequenceDefault(sequence.oid, column.typeOid)
}

/**
 * It goes with its column from here on.
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {number} attnum
 * @param {ColumnSequence} sequence
 */
export function attachColumnSequence(ddl, relationOid, attnum, { oid, identity, isElsewhere }) {
  const attach = isElsewhere ? setSequenceOwner : ownSequence
  attach(ddl, oid, { relationOid, attnum }, identity === '' ? 'a' : 'i')
}

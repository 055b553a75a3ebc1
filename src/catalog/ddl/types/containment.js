/** A composite type must not hold itself: in a column, in an array, behind a domain, as the bounds of a range. */
/** @import { DbError } from '../../../errors/db-error.js' */
import { opsOf } from '../../user-types.js'
import { formatType } from '../../deparse/types.js'
import { compositeOfItself } from '../../../errors/ddl/definitions.js'
import { FIRST_USER_OID } from '../../../types/oids.js'

/** @import { DdlContext } from '../context.js' */

/**
 * @param {DdlContext} ddl
 * @param {number} rowType of the relation that gets the column
 * @param {number} typeOid the column's
 * @throws {DbError} 42P16
 */
export function requireNoCycle(ddl, rowType, typeOid) {
  if (rowType === 0) return
  const seen = new Set()
  const visit = (/** @type {number} */ oid) => {
    if (oid === rowType)
      throw compositeOfItself(formatType(ddl.view, rowType))
    const type = ddl.view.type(oid)
    if (type === undefined || oid < FIRST_USER_OID || seen.has(oid)) return
    seen.add(oid)
    if (type.kind === 'd') visit(type.baseType)
    else if (type.kind === 'r' || type.kind === 'm') visit(opsOf(ddl.view, oid)?.range.subtype ?? 0)
    else if (type.kind === 'c') {
      for (const column of ddl.view.relation(type.relationOid)?.columns ?? [])
        if (!column.dropped) visit(column.typeOid)
    } else if (type.elementType !== 0) visit(type.elementType)
  }
  visit(typeOid)
}

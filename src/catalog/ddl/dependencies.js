/**
 * pg_depend: who needs whom. Rows are written for objects that can go (not for pinned ones); dropping walks them.
 *
 *   n  normal: RESTRICT refuses to drop what is referenced      a  automatic: goes along silently
 *   i  internal: part of what it references; dropping the part alone is refused
 */
import { walkExpr } from '../expr-text.js'
import { CLASS, char } from './context.js'

/** @import { Expr } from '../expr.js' */
/** @import { DdlContext, ObjectAddress } from './context.js' */

/** @param {number} classId @param {number} objectId @param {number} [subId] @returns {ObjectAddress} */
export const address = (classId, objectId, subId = 0) => ({ classId, objectId, subId })

/** @param {DdlContext} ddl @param {ObjectAddress} depender @param {ObjectAddress[]} referenced @param {'n' | 'a' | 'i' | 'P' | 'S' | 'e'} type */
export function recordDependencies(ddl, depender, referenced, type) {
  const seen = new Set()
  ddl.insertMany('pg_depend', referenced.filter((target) => {
    const key = `${target.classId},${target.objectId},${target.subId}`
    if (ddl.isPinned(target.objectId) || seen.has(key)) return false
    seen.add(key)
    return true
  }).map((target) => ({ classid: depender.classId, objid: depender.objectId, objsubid: depender.subId, refclassid: target.classId,
    refobjid: target.objectId, refobjsubid: target.subId, deptype: char(type) })))
}

/**
 * What an expression over one relation needs: functions, operators, types, and columns of the relation.
 * @param {Expr | Expr[]} expr @param {number} relationOid @param {{ type: (oid: number) => { relationOid: number } | undefined }} types @returns {{ columns: ObjectAddress[], others: ObjectAddress[] }}
 */
export function expressionDependencies(expr, relationOid, types) {
  /** @type {ObjectAddress[]} */
  const columns = []
  /** @type {ObjectAddress[]} */
  const others = []
  walkExpr(expr, (node) => {
    switch (node.kind) {
      case 'column': columns.push(address(CLASS.RELATION, relationOid, Math.max(node.attnum, 0))); break
      case 'func': others.push(address(CLASS.PROC, node.oid)); break
      case 'op': case 'anyall': case 'distinct': case 'nullif': others.push(address(CLASS.OPERATOR, node.oid)); break
      case 'const': case 'relabel': case 'viaio': case 'rowconvert': case 'arraycoerce': case 'row': others.push(address(CLASS.TYPE, node.type)); break
      case 'field': {
        const rows = types.type(node.arg.type)?.relationOid ?? 0
        if (rows !== 0) others.push(address(CLASS.RELATION, rows, node.attnum))
        break
      }
      case 'collate': others.push(address(CLASS.COLLATION, node.collation)); break
    }
    // A constant of type regclass names a relation: nextval('seq') keeps its sequence.
    if (node.kind === 'const' && node.type === 2205 && node.value !== null) others.push(address(CLASS.RELATION, node.value))
  })
  return { columns, others }
}

/** @param {DdlContext} ddl @param {ObjectAddress} object */
export function removeDependenciesOf(ddl, object) {
  ddl.removeAll('pg_depend', 'pg_depend_depender_index', object.subId === 0 ? [object.classId, object.objectId]
    : [object.classId, object.objectId, object.subId])
}

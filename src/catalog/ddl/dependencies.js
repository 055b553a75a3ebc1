/**
 * pg_depend: who needs whom. Rows are written for objects that can go (not for pinned ones); dropping walks them.
 *
 *   n  normal: RESTRICT refuses to drop what is referenced      a  automatic: goes along silently
 *   i  internal: part of what it references; dropping the part alone is refused
 */
import { regroleConstant } from '../../errors/ddl/catalog.js'
import * as T from '../../types/oids.js'
import { walkExpr } from '../expr-text.js'
import { CLASS, char } from './context.js'

/** @import { Expr } from '../expr.js' */
/** @import { DdlContext, ObjectAddress } from './context.js' */

/** @param {number} classId @param {number} objectId @param {number} [subId] @returns {ObjectAddress} */
export const address = (classId, objectId, subId = 0) => ({ classId, objectId, subId })

/**
 * @param {DdlContext} ddl
 * @param {ObjectAddress} depender
 * @param {ObjectAddress[]} referenced
 * @param {'n' | 'a' | 'i' | 'P' | 'S' | 'e' | 'x'} type
 */
export function recordDependencies(ddl, depender, referenced, type) {
  const targets = referenced.filter(({ objectId }) => !ddl.isPinned(objectId))
  if (targets.length === 0) return
  const seen = new Set()
  ddl.insertMany(
    'pg_depend',
    targets
      .filter((target) => {
        const key = `${target.classId},${target.objectId},${target.subId}`
        if (seen.has(key)) return false
        seen.add(key)
        return true
      })
      .map((target) => ({
        classid: depender.classId,
        objid: depender.objectId,
        objsubid: depender.subId,
        refclassid: target.classId,
        refobjid: target.objectId,
        refobjsubid: target.subId,
        deptype: char(type),
      }))
  )
}

/**
 * What an expression over one relation needs: functions, operators, types, and columns of the relation.
 * @param {Expr | Expr[]} expr
 * @param {number} relationOid
 * @param {{ type: (oid: number) => { relationOid: number } | undefined }} types
 * @returns {{ columns: ObjectAddress[], others: ObjectAddress[] }}
 */
export function expressionDependencies(expr, relationOid, types) {
  /** @type {ObjectAddress[]} */
  const columns = []
  /** @type {ObjectAddress[]} */
  const others = []
  walkExpr(expr, (node) => {
    switch (node.kind) {
      case 'column':
        columns.push(address(CLASS.RELATION, relationOid, Math.max(node.attnum, 0)))
        break
      case 'func':
        others.push(address(CLASS.PROC, node.oid))
        break
      case 'op':
      case 'anyall':
      case 'distinct':
      case 'nullif':
        others.push(address(CLASS.OPERATOR, node.oid))
        break
      case 'const':
      case 'relabel':
      case 'viaio':
      case 'rowconvert':
      case 'arraycoerce':
      case 'row':
        others.push(address(CLASS.TYPE, node.type))
        break
      case 'field': {
        const rows = types.type(node.arg.type)?.relationOid ?? 0
        if (rows !== 0) others.push(address(CLASS.RELATION, rows, node.attnum))
        break
      }
      case 'collate': others.push(address(CLASS.COLLATION, node.collation)); break
    }
    others.push(...namedByConstant(node))
  })
  return { columns, others }
}

/** What constants of the reg* types name: nextval('seq') keeps its sequence. */
const NAMED_CLASS = new Map([
  [T.REGCLASS, CLASS.RELATION], [T.REGPROC, CLASS.PROC], [T.REGPROCEDURE, CLASS.PROC], [T.REGOPER, CLASS.OPERATOR],
  [T.REGOPERATOR, CLASS.OPERATOR], [T.REGTYPE, CLASS.TYPE], [T.REGNAMESPACE, CLASS.NAMESPACE],
  [T.REGCOLLATION, CLASS.COLLATION], [T.REGCONFIG, 3602], [T.REGDICTIONARY, 3600],
])

/**
 * @param {Expr} node
 * @returns {ObjectAddress[]} one or none
 * @throws {DbError} 0A000 for a role: those are of no one database
 */
export function namedByConstant(node) {
  if (node.kind !== 'const' || node.value === null) return []
  if (node.type === T.REGROLE) throw regroleConstant()
  const classId = NAMED_CLASS.get(node.type)
  return classId === undefined ? [] : [address(classId, node.value)]
}

/** @param {DdlContext} ddl @param {ObjectAddress} object */
export function removeDependenciesOf(ddl, object) {
  ddl.removeAll('pg_depend', 'pg_depend_depender_index', object.subId === 0 ? [object.classId, object.objectId]
    : [object.classId, object.objectId, object.subId])
}

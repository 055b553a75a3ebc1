/**
 * pg_depend: who needs whom. Rows are written for objects that can go (not for pinned ones); dropping walks them.
 *
 *   n  normal: RESTRICT refuses to drop what is referenced      a  automatic: goes along silently
 *   i  internal: part of what it references; dropping the part alone is refused
 */
import { regroleConstant } from '../../errors/ddl/catalog.js'
import * as T from '../../types/oids.js'
import { inAttempts } from '../../util/attempts.js'
import { walkExpr } from '../expr-text.js'
import { CLASS, char } from './context.js'

/** @import { Expr } from '../expr.js' */
/** @template T @typedef {import('../../util/effort.js').Steps<T>} Steps */
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

/** @typedef {{ type: (oid: number) => { relationOid: number } | undefined }} RowTypes */

/**
 * What an expression over one relation needs: functions, operators, types, and columns of the relation.
 * @param {Expr | Expr[]} expr
 * @param {number} relationOid
 * @param {RowTypes} types
 * @returns {{ columns: ObjectAddress[], others: ObjectAddress[] }} each once
 */
export function expressionDependencies(expr, relationOid, types) {
  const found = new Dependencies(relationOid, types)
  walkExpr(expr, (node) => { found.look(node) })
  return found
}

/**
 * The same with rests.
 * @param {Expr | Expr[]} expr @param {number} relationOid @param {RowTypes} types @returns {Steps<Dependencies>}
 */
export function* expressionDependencySteps(expr, relationOid, types) {
  const found = new Dependencies(relationOid, types)
  yield* inAttempts(() => { walkExpr(expr, (node) => { found.look(node) }) })
  return found
}

class Dependencies {
  /** @type {ObjectAddress[]} */
  columns = []
  /** @type {ObjectAddress[]} */
  others = []
  /** Of the columns, negative ones of system columns. @type {Set<number>} */
  attnums = new Set()
  #seen = new Set()

  /** @param {number} relationOid @param {RowTypes} types */
  constructor(relationOid, types) {
    this.relationOid = relationOid
    this.types = types
  }

  /** @param {Expr} node */
  look(node) {
    switch (node.kind) {
      case 'column':
        this.attnums.add(node.attnum)
        this.#add(this.columns, CLASS.RELATION, this.relationOid, Math.max(node.attnum, 0))
        break
      case 'func': this.#add(this.others, CLASS.PROC, node.oid); break
      case 'op': case 'anyall': case 'distinct': case 'nullif':
        this.#add(this.others, CLASS.OPERATOR, node.oid)
        break
      case 'const': case 'relabel': case 'viaio': case 'rowconvert': case 'arraycoerce': case 'row':
        this.#add(this.others, CLASS.TYPE, node.type)
        break
      case 'field': {
        const rows = this.types.type(node.arg.type)?.relationOid ?? 0
        if (rows !== 0) this.#add(this.others, CLASS.RELATION, rows, node.attnum)
        break
      }
      case 'collate': this.#add(this.others, CLASS.COLLATION, node.collation); break
    }
    for (const { classId, objectId, subId } of namedByConstant(node)) this.#add(this.others, classId, objectId, subId)
  }

  /** @param {ObjectAddress[]} to @param {number} classId @param {number} objectId @param {number} [subId] */
  #add(to, classId, objectId, subId = 0) {
    const key = `${classId},${objectId},${subId}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    to.push(address(classId, objectId, subId))
  }
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

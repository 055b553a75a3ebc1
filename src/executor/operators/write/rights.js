/**
 * Leave to call what a table's rows are held to: CHECKs, bounds and keys of partitions, keys and predicates of indexes.
 * As in PostgreSQL, it is asked when the first row gets there: a statement without rows needs none. Of tables that call
 * what everybody may, nothing is asked. What a plan knows to be called is asked before it runs (planner/needs.js).
 */
import { isEverybodys } from '../../../catalog/guarded.js'
import { partitionConstraint } from '../../../catalog/partitions/constraint.js'
import { FIRST_USER_OID } from '../../../types/oids.js'
import { calledBy, rightsToCallAll } from '../../call-rights.js'
import { condition } from '../../expressions/compile.js'
import { retarget } from '../scan/index-keys.js'

/** @import { KeptColumn } from '../../../catalog/kept-keys.js' */
/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { RelationDesc } from '../../../catalog/relation.js' */
/** @import { WriteTarget } from '../../../catalog/query.js' */

/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */
/**
 * A Modify, or a clause of a Merge.
 * @typedef {{ checks: (WriteTarget['checks'][number] & { partition?: boolean })[], shownOf?: RelationDesc }} Written
 *   shownOf: of a row of a table below the statement's, that one
 */

/**
 * @param {FunctionBuilder} fn @param {(Expr | null)[]} exprs that are about to be computed of the row at hand
 * @param {boolean} [isBelow] of a table below the statement's: nobody asked for what is built in
 */
export function emitRights(fn, exprs, isBelow = false) {
  const source = rightsSource(fn, exprs, isBelow)
  if (source !== '') fn.line(source)
}

/**
 * @param {FunctionBuilder} fn @param {(Expr | null)[]} exprs @param {boolean} isBelow
 * @returns {string} '': there is nothing to ask for
 */
function rightsSource({ module }, exprs, isBelow) {
  const called = calledBy(exprs.filter((expr) => expr !== null))
  // Users' functions may be revoked while the statement is kept.
  const oids = called.filter((oid) => oid >= FIRST_USER_OID || (isBelow && !isEverybodys(module.catalog, oid)))
  return oids.length === 0 ? '' : `${module.constant(rightsToCallAll(oids), 'rights')}(ctx)`
}

/**
 * Of a row that an INSERT or UPDATE checks, behind NOT NULL.
 * @param {FunctionBuilder} fn @param {Written} node @param {RelationDesc} relation
 */
export function emitCheckRights(fn, node, relation) {
  // As planned, too: functions in them have taken their calls' places.
  const planned = node.checks.filter(({ view, policy, partition }) => !view && policy === undefined && !partition)
  emitRights(fn, [...relation.checks, ...planned].map(({ expr }) => expr), node.shownOf !== undefined)
}

/** Of a row of a partition. @param {FunctionBuilder} fn @param {RelationDesc} relation */
export function emitBoundRights(fn, relation) {
  if (relation.isPartition && relation.kind !== 'p')
    emitRights(fn, partitionConstraint(fn.module.catalog, relation))
}

/**
 * Of a row that is entered into indexes: all of them, but for keys of those with a predicate (`emitKeptRights`).
 * @param {FunctionBuilder} fn @param {Written} node @param {RelationDesc} relation
 */
export const emitIndexRights = (fn, node, { indexes }) =>
  emitRights(fn, indexes.flatMap(({ predicate, keys }) =>
    predicate === null ? keys.map(({ expr }) => expr) : [predicate]), node.shownOf !== undefined)

/**
 * Of a key that a row keeps if its index has it.
 * @param {FunctionBuilder} fn @param {number} rt of the row @param {KeptColumn} column
 */
export function emitKeptRights(fn, rt, { within, expr }) {
  const source = within === null ? '' : rightsSource(fn, [expr], false)
  if (within !== null && source !== '') fn.line(`if (${condition(fn, retarget(within, rt))}) ${source}`)
}

/**
 * Of a row that COPY brings; other statements asked before.
 * @param {FunctionBuilder} fn @param {RelationDesc} relation
 */
export const emitGeneratedRights = (fn, { columns }) =>
  emitRights(fn, columns.filter(({ generated }) => generated === 's').map((column) => column.default))

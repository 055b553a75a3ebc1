/**
 * UPDATE and DELETE of a tree of tables. The rows to change come from one scan of the whole tree; the code that changes
 * a row of one member (its layout, indexes,
 * checks) is a function of its own, written when the first of its rows arrives, so that what is never reached costs
 * nothing. It is the code of a plain UPDATE
 * or DELETE of that member: the plan node, with the member's columns in place of the tree's.
 *
 * Such a function is plain JavaScript that runs to its end unless its expressions read tables. A wait for another
 * transaction comes before the row has changed: it is
 * thrown, waited for by the loop around, and the row begun again.
 */
import { FunctionBuilder, columnKey } from '../../codegen/function.js'
import { MovedKeys } from '../../events/moved-key.js'
import { movedUnderReference } from '../../../errors/ddl/foreign-key-parts.js'
import { mapExpr } from '../../../catalog/expr-text.js'
import { partitionConstraint } from '../../../catalog/partitions/constraint.js'
import { expression } from '../../expressions/compile.js'
import { PartitionInserts } from './tree-insert.js'
import { mayYield, references } from '../references.js'
import { relationOf } from '../scan/access.js'
import { retarget } from '../scan/index-keys.js'
import {
  RowWriters, callWriter, bindResult, memberModule, overMember, wantedOfMember, returnWanted, insertsYield, checksYield,
  memberChecks, placeColumns,
} from './tree-members.js'
import { ofNewRow } from './constraints.js'
import { changeRow } from './modify.js'
import { finish } from './returning.js'
import { keysToAct } from './foreign-keys.js'
import { memberStops } from './listeners.js'
import { removeRow } from './remove-row.js'
/** @import { Tid } from '../../../util/identifiers.js' */
/** @import { Datum } from '../../../types/datum.js' */
/** @import { KnownCatalog } from '../../../catalog/snapshot.js' */
/** @import { Column, Expr } from '../../../catalog/expr.js' */

/** @typedef {import('../../../catalog/relation.js').RelationDesc} RelationDesc */
/** @typedef {import('../../codegen/module.js').Module} Module */
/** @typedef {import('./tree-members.js').RowWriter} RowWriter */

/** @param {any} node Modify with `tree` @param {FunctionBuilder} fn @param {() => void} consume */
export function produceTreeModify(node, fn, consume) {
  const { module } = fn
  const top = /** @type {RelationDesc} */ (module.catalog.relation(node.relationOid))
  const relations = node.tree.members.map((/** @type {any} */ member) => relationOf(module, member.relationOid))
  const maps = new Map(node.tree.members.map((/** @type {any} */ member) => [member.relationOid, member.map]))
  const { inside, wanted } = exchanged(node, module)
  /** What the members' code needs from around, found where that is at hand. @type {string[]} */
  let outer = []
  const asks = [node.assignments, node.recheck, node.kept]
  const yields = module.generator && (memberStops(node, module) || mayYield(asks) || checksYield(node))
  const referring = node.tree.moves ? keysToAct(top, node.changedAttnums) : []
  const place = referring.length === 0 ? [] : placeColumns(node.returningRt)
  const inserts = node.tree.moves
    ? module.constant(
        new PartitionInserts({ ...node, movesIn: true, movedBy: 'update' }, module, top, [...wanted, ...place]),
        'inserts',
      )
    : null
  const moves =
    referring.length === 0
      ? null
      : { keys: module.constant(new MovedKeys(referring, top, module.catalog), 'movedKeys'), at: wanted.length }
  const make = (/** @type {any} */ relation) =>
    memberWriter(
      memberNode(node, top, relation, maps.get(relation.oid)), module, top, relation, outer, wanted,
      maps.get(relation.oid), yields,
    )
  const writers = module.constant(new RowWriters(make, relations), 'writers')
  fn.produce(node.input, () => {
    fn.settle()
    const tid = fn.resolve(columnKey({ rt: node.rt, attnum: -1 })).js
    const oid = fn.resolve(columnKey({ rt: node.rt, attnum: -6 })).js
    outer = inside.filter((key) => fn.knows(key))
    const args = ['ctx', tid, ...outer.map((key) => fn.resolve(key).js)].join(', ')
    let result = callWriter(fn, `${writers}.of(${oid})`, args, yields)
    if (inserts !== null) result = insertMoved(fn, inserts, result, moves, insertsYield(node, module))
    fn.open(`if (${result} !== null) {`)
    bindResult(fn, node, wanted, result)
    finish(node, fn, consume)
    fn.close()
  })
}

/** A new version that belongs to another partition: deleted where it was, now to be inserted where it belongs. */
class MovedRow {
  /** @param {Datum[]} values of the top's columns @param {Tid} tid @param {number} relationOid where it was */
  constructor(values, tid, relationOid) {
    this.values = values
    this.tid = tid
    this.relationOid = relationOid
  }
}

/** @param {FunctionBuilder} fn
 * @param {string} inserts
 * @param {string} result of the member's function
 * @param {{ keys: string, at: number } | null} moves foreign keys that are to know; where in the result its new place
 *   is
 * @param {boolean} yields the inserting functions are generators
 * @returns {string} name of the columns of the row wherever it is now
 */
export function insertMoved(fn, inserts, result, moves, yields) {
  const { module } = fn
  const now = module.name('now')
  fn.line(`let ${now} = ${result}`)
  fn.open(`if (${result} instanceof ${module.constant(MovedRow, 'MovedRow')}) {`)
  fn.line(
    `${now} = ${callWriter(fn, `${inserts}.writerFor(ctx, ...${result}.values)`, `ctx, ...${result}.values`, yields)}`,
  )
  // Where a BEFORE trigger skips it, it is gone, and nothing is told of it.
  if (moves !== null) {
    const gone = `${result}.relationOid, ${result}.tid`
    fn.line(`if (${now} !== null) ${moves.keys}.queue(ctx, ${gone}, ${now}[${moves.at + 1}], ${now}[${moves.at}])`)
  }
  fn.close()
  return now
}

/**
 * Code that takes a row out of its partition when its new version does not belong there.
 * @param {RelationDesc} relation
 * @param {any} node
 * @param {RelationDesc} top
 * @param {number[] | null} map
 */
const leaving =
  (relation, node, top, map) =>
  (
    /** @type {FunctionBuilder} */ fn, /** @type {{ at: string, tid: string, skip: string }} */ row,
    /** @type {string[]} */ texts,
  ) => {
    const { module } = fn
    const conditions = partitionConstraint(module.catalog, relation).map(
      (condition) =>
        `${expression(fn, ofNewRow(retarget(condition, node.returningRt), node.returningRt, relation)).js} === false`,
    )
    if (conditions.length === 0) return
    const values = top.columns.map((column) =>
      column.dropped ? 'null' : texts[(map === null ? column.attnum : map[column.attnum - 1]) - 1],
    )
    fn.open(`if (${conditions.join(' || ')}) {`)
    const between = keyedAncestor(module.catalog, relation, top)
    if (between !== null) fn.line(`throw ${module.constant(movedUnderReference, 'movedUnderReference')}(${JSON.stringify(between.name)}, ${JSON.stringify(top.name)})`)
    removeRow(fn, { ...node, doorMap: map }, relation, row, { leaves: true })
    fn.line(`return new ${module.constant(MovedRow, 'MovedRow')}([${values.join(', ')}], ${row.tid}, ${relation.oid})`)
    fn.close()
  }

/**
 * A partitioned table above a leaf and below the statement's that a foreign key refers to directly.
 * @param {KnownCatalog} catalog
 * @param {RelationDesc} relation
 * @param {RelationDesc} top
 */
function keyedAncestor(catalog, relation, top) {
  for (
    let above = catalog.relation(relation.parents[0]);
    above !== undefined && above.oid !== top.oid;
    above = catalog.relation(above.parents[0])
  ) {
    if (above.referencedBy.some((/** @type {any} */ key) => key.parentOid === 0)) return above
  }
  return null
}

/** What may go into a member's function (columns and slots of other relations) and comes out of it (columns of the row,
 * for RETURNING and what is above).
 * @param {any} node @param {Module} module @returns {{ inside: string[], wanted: any[] }}
 */
function exchanged(node, module) {
  const own = (/** @type {Column} */ expr) =>
    expr.kind === 'column' && (expr.rt === node.rt || expr.rt === node.returningRt)
  const inside = references([node.assignments, node.recheck])
  const outside = references([node.returning, module.outputs])
  return {
    inside: [...inside].filter(([, expr]) => !own(expr)).map(([key]) => key),
    wanted: [...outside.values()].filter(own),
  }
}

/**
 * The function for rows of one member: (ctx, tid, outer values) -> null when the row was left alone, else the wanted
 * columns.
 * @param {any} node of the member
 * @param {Module} root of the statement
 * @param {RelationDesc} top
 * @param {RelationDesc} relation
 * @param {string[]} outer
 * @param {any[]} wanted
 * @param {number[] | null} map
 * @param {boolean} yields
 * @returns {RowWriter}
 */
function memberWriter(node, root, top, relation, outer, wanted, map, yields) {
  const module = memberModule(root, yields)
  const fn = new FunctionBuilder(module, 'row', null)
  fn.ownParams = ['tid', ...outer]
  fn.bind(columnKey({ rt: node.rt, attnum: -1 }), { js: 'tid', nullable: false })
  for (const key of outer) fn.bind(key, { js: key, nullable: true })
  const columns = wantedOfMember(wanted, top, relation, map)
  module.outputs = columns
  changeRow({ ...node, returning: columns }, fn, relation, () => returnWanted(fn, columns))
  fn.line('return null')
  module.functions.push(fn.text())
  return module.build('row')
}

/**
 * The node as a plain change of one member.
 * @param {any} node
 * @param {RelationDesc} top
 * @param {RelationDesc} relation
 * @param {number[] | null} map
 */
export function memberNode(node, top, relation, map) {
  const over = (/** @type {Expr} */ expr) => overMember(expr, [node.rt, node.returningRt], top, relation, map)
  const assignments = node.assignments === null ? null : memberAssignments(node, relation, over, map)
  const changed = new Set(assignments?.map((item) => item.attnum))
  return {
    ...node,
    tree: null,
    doorMap: map,
    relationOid: relation.oid,
    assignments,
    recheck: node.recheck === null ? null : over(node.recheck),
    checks: node.operation === 'delete' ? [] : memberChecks(node, top, relation, map),
    notNull:
      node.operation === 'delete'
        ? []
        : relation.columns
            .filter((column) => column.notNull && !column.dropped && changed.has(column.attnum))
            .map((column) => column.attnum),
    changedAttnums: [...changed],
    leave: node.tree.moves ? leaving(relation, node, top, map) : undefined,
    shownOf: top,
    printed: map ?? top.columns.map((column) => (column.dropped ? 0 : column.attnum)),
  }
}

/**
 * SET as the member has its columns; its generated columns are its own.
 * @param {any} node
 * @param {RelationDesc} relation
 * @param {(expr: any) => any} over
 * @param {number[] | null} map
 * @returns {{ attnum: number, expr: Expr }[]}
 */
function memberAssignments(node, relation, over, map) {
  const plain = node.assignments
    .map((/** @type {any} */ item) => ({
      attnum: map === null ? item.attnum : map[item.attnum - 1],
      expr: over(item.expr),
    }))
    .filter((/** @type {any} */ item) => relation.columns[item.attnum - 1].generated !== 's')
  const generated = relation.columns.flatMap((column) => {
    if (column.generated !== 's' || column.dropped || column.default === null) return []
    let touched = false
    const expr = mapExpr(column.default, (child) => {
      if (child.kind !== 'column') return undefined
      const assigned = plain.find((/** @type {any} */ item) => item.attnum === child.attnum)
      if (assigned === undefined) return { ...child, rt: node.rt }
      touched = true
      return assigned.expr
    })
    return touched ? [{ attnum: column.attnum, expr }] : []
  })
  return [...plain, ...generated]
}

/**
 * INSERT into a partitioned table: each row is routed to its leaf and written by that leaf's function, which is the
 * code of a plain INSERT into it. An UPDATE that
 * moves a row to another partition inserts it by the same functions.
 */
import { bindNewRow } from './new-row.js'
import { FunctionBuilder, columnKey } from '../../codegen/function.js'
import { partitionChanged } from '../../../errors/ddl/partitions.js'
import { WaitSignal } from '../../codes.js'
import { references } from '../references.js'
import { relationOf } from '../scan/access.js'
import { makeRoute } from './partition-route.js'
import {
  RowWriters, bindResult, callWriter, insertsYield, memberChecks, memberModule, overMember, returnWanted, wantedOfMember
} from './tree-members.js'
import { finish } from './returning.js'
import { insertRow } from './insert-row.js'
/** @import { ExecContext } from '../../context.js' */
/** @import { Modify } from '../../../planner/plan.js' */
/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { Target } from '../../../catalog/query.js' */

/** @typedef {import('../../../catalog/relation.js').RelationDesc} RelationDesc */
/** @typedef {import('../../codegen/module.js').Module} Module */

const ROW_EXCLUSIVE = 3

/** What the arguments of a leaf's function are called in expressions: a range-table entry of nobody. */
const ARGUMENT_RT = -1

/** The leaves' functions and the way to them. */
export class PartitionInserts {
  /**
   * @param {any} node Modify with `tree`, as an insert
   * @param {Module} root
   * @param {RelationDesc} top
   * @param {any[]} wanted columns of the row to hand back
   */
  constructor(node, root, top, wanted) {
    this.root = root
    this.top = top
    const maps = new Map(node.tree.members.map((/** @type {any} */ member) => [member.relationOid, member.map]))
    const relations = node.tree.members.map((/** @type {any} */ member) => relationOf(root, member.relationOid))
    this.writers = new RowWriters(
      (relation) => leafWriter(node, root, top, relation, maps.get(relation.oid), wanted),
      relations,
    )
    /** Which of the execution's state says what is locked. */
    this.slot = root.stateCount++
    /** @type {import('./partition-route.js').Route | null} */
    this.route = null
  }

  /**
   * @param {ExecContext} ctx
   * @param {...any} values of the top's columns
   * @returns {import('./tree-members.js').RowWriter}
   */
  writerFor(ctx, ...values) {
    this.route ??= makeRoute(this.root, this.top)
    const oid = this.route(ctx, ...values)
    const held = ctx.state[this.slot] ??= new Set()
    if (!held.has(oid)) this.lock(ctx, oid, held)
    return this.writers.of(oid)
  }

  /**
   * A leaf is locked when its first row comes. What was planned must still be so then.
   * @param {ExecContext} ctx
   * @param {number} oid
   * @param {Set<number>} held
   * @throws {WaitSignal} someone alters it @throws {DbError} 40001 it was altered since
   */
  lock(ctx, oid, held) {
    const relation = this.writers.relations.get(oid)
    const wait = relation.heap.env.txns.locks?.acquire(ctx.txn, oid, ROW_EXCLUSIVE) ?? null
    if (wait !== null) throw new WaitSignal(wait)
    if (ctx.catalog !== null && ctx.catalog.version(oid) !== relation.version) throw partitionChanged(relation.name)
    held.add(oid)
  }
}

/** @param {any} node Modify @param {FunctionBuilder} fn @param {() => void} consume */
export function produceRoutedInsert(node, fn, consume) {
  const { module } = fn
  const top = /** @type {RelationDesc} */ (module.catalog.relation(node.relationOid))
  const wanted = [...references([node.returning, module.outputs]).values()].filter(
    (expr) => expr.kind === 'column' && expr.rt === node.returningRt,
  )
  const inserts = module.constant(new PartitionInserts(node, module, top, wanted), 'inserts')
  fn.produce(node.input, () => {
    fn.settle()
    fn.open('{')
    bindNewRow(node, fn)
    const values = top.columns.map(
      (column) => fn.resolve(columnKey({ rt: node.returningRt, attnum: column.attnum })).js,
    )
    const args = ['ctx', ...values].join(', ')
    const result = callWriter(fn, `${inserts}.writerFor(${args})`, args, insertsYield(node, module))
    fn.open(`if (${result} !== null) {`)
    bindResult(fn, node, wanted, result)
    finish(node, fn, consume)
    fn.close()
    fn.close()
  })
}

/**
 * (ctx, values of the top's columns) -> the wanted columns, null when ON CONFLICT left the row out.
 * @param {any} node
 * @param {Module} root
 * @param {RelationDesc} top
 * @param {RelationDesc} relation
 * @param {number[] | null} map
 * @param {any[]} wanted
 */
function leafWriter(node, root, top, relation, map, wanted) {
  const module = memberModule(root, insertsYield(node, root))
  const fn = new FunctionBuilder(module, 'row', null)
  fn.ownParams = top.columns.map((column) => `v${column.attnum}`)
  const attnumOf = (/** @type {number} */ attnum) => map === null ? attnum : map[attnum - 1]
  /** @type {Map<number, any>} leaf's attnum -> column of the top */
  const sources = new Map()
  for (const column of top.columns) {
    if (column.dropped) continue
    sources.set(attnumOf(column.attnum), column)
    fn.bind(columnKey({ rt: ARGUMENT_RT, attnum: column.attnum }), { js: `v${column.attnum}`, nullable: true })
  }
  const values = relation.columns.map((column) => {
    const source = sources.get(column.attnum)
    return source === undefined
      ? { kind: 'const', value: null, type: 23, typmod: -1, collation: 0 }
      : {
          kind: 'column',
          rt: ARGUMENT_RT,
          attnum: source.attnum,
          type: source.typeOid,
          typmod: source.typmod,
          collation: source.collation,
        }
  })
  const columns = wantedOfMember(wanted, top, relation, map)
  module.outputs = columns
  const leaf = {
    ...node,
    tree: null,
    doorMap: map,
    operation: 'insert',
    relationOid: relation.oid,
    values,
    assignments: null,
    recheck: null,
    returning: columns,
    onConflict: leafConflict(node, root, top, relation, map),
    checks: memberChecks(node, top, relation, map),
    notNull: relation.columns
      .filter((column) => column.notNull && !column.dropped)
      .map((column) => column.attnum),
    shownOf: top,
    printed: map ?? top.columns.map((column) => (column.dropped ? 0 : column.attnum)),
  }
  insertRow(leaf, fn, relation, () => returnWanted(fn, columns))
  fn.line('return null')
  module.functions.push(fn.text())
  return module.build('row')
}

/**
 * ON CONFLICT of the partitioned table as its leaf has it.
 * @param {Modify} node
 * @param {Module} root
 * @param {RelationDesc} top
 * @param {RelationDesc} relation
 * @param {number[] | null} map
 */
function leafConflict(node, root, top, relation, map) {
  const conflict = node.operation === 'insert' ? node.onConflict : null
  if (!conflict) return null
  const over = (/** @type {Expr} */ expr) =>
    overMember(expr, [conflict.rt, conflict.excludedRt, node.returningRt], top, relation, map)
  const assignments = conflict.assignments.map((/** @type {Target} */ item) => ({
    attnum: map === null ? item.attnum : map[item.attnum - 1],
    expr: over(item.expr),
  }))
  return {
    ...conflict,
    indexOids: relation.indexes
      .filter((index) =>
        conflict.indexOids.some((/** @type {number} */ oid) => root.catalog.isPartitionIndexOf(index.oid, oid)),
      )
      .map((index) => index.oid),
    assignments,
    where: conflict.where === null ? null : over(conflict.where),
    changedAttnums: assignments.map((/** @type {any} */ item) => item.attnum),
  }
}

/**
 * Tables of a tree as a statement that changes its rows sees them: their functions, and expressions over the tree as
 * each of them has its columns.
 */
import { mapExpr } from '../../../catalog/expr-text.js'
import { keyOf } from '../../codegen/function.js'
import { Module } from '../../codegen/module.js'
import { WaitSignal } from '../../codes.js'
import { expression } from '../../expressions/compile.js'
import { mayYield } from '../references.js'
import { retarget } from '../scan/index-keys.js'
import { rowOf } from './constraints.js'
import { memberStops } from './listeners.js'
import { OID, TID } from '../../../types/oids.js'

/** @import { PlanNode } from '../../../planner/plan.js' */
/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { Modify } from '../../../planner/plan.js' */
/** @typedef {import('../../../catalog/relation.js').RelationDesc} RelationDesc */
/** @typedef {import('../../../catalog/query.js').WriteTarget['checks'][number]} Check */
/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */

/** @typedef {(ctx: any, ...values: any[]) => any} RowWriter */

/**
 * Where a row stands: its place, and in which table.
 * @param {number} rt @returns {Expr[]}
 */
export const placeColumns = (rt) => [[-1, TID], [-6, OID]].map(([attnum, type]) =>
  ({ kind: 'column', rt, attnum, type, typmod: -1, collation: 0, location: -1 }))

/** A member whose rows are read one column at a time, wherever those are. */
export class TreeMember {
  /** @param {RelationDesc} relation @param {number[] | null} map */
  constructor(relation, map) {
    this.heap = relation.heap
    this.map = map
  }

  /** @param {number} attnum of the tree @param {number} at where the tuple is in pool memory */
  read(attnum, at) {
    const { pool, layout } = { pool: this.heap.env.pool, layout: this.heap.layout }
    return layout.read((this.map === null ? attnum : this.map[attnum - 1]) - 1, pool.bytes, pool.view, at)
  }
}

/** The functions of a statement's members, by table OID. */
export class RowWriters {
  /** @param {(relation: any) => RowWriter} make @param {any[]} relations */
  constructor(make, relations) {
    this.make = make
    this.relations = new Map(relations.map((relation) => [relation.oid, relation]))
    /** @type {Map<number, RowWriter>} */
    this.made = new Map()
  }

  /** @param {number} oid @returns {RowWriter} */
  of(oid) {
    const known = this.made.get(oid)
    if (known !== undefined) return known
    const made = this.make(this.relations.get(oid))
    this.made.set(oid, made)
    return made
  }
}

/**
 * Calls a row's writer, waiting as it asks.
 * @param {FunctionBuilder} fn
 * @param {string} writer
 * @param {string} args
 * @param {boolean} yields it is a generator
 * @returns {string} name of what it returned
 */
export function callWriter(fn, writer, args, yields) {
  const { module } = fn
  const result = module.name('result')
  if (yields) fn.line(`const ${result} = yield* ${writer}(${args})`)
  else if (!module.generator) fn.line(`const ${result} = ${writer}(${args})`)
  else {
    fn.line(`let ${result} = null`)
    fn.open('for (;;) {')
    fn.line('let wait = null')
    fn.line(`try { ${result} = ${writer}(${args}); break } catch (error) { wait = ${module.constant(waitOf, 'waitOf')}(error) }`)
    fn.line('ctx.wait = wait')
    fn.line(`${module.constant(module.releaseCursors, 'releaseCursors')}(ctx)`)
    fn.line('yield 2')
    fn.close()
  }
  return result
}

/** @param {unknown} error @returns {any} what to wait for; anything else goes on its way */
function waitOf(error) {
  if (error instanceof WaitSignal) return error.wait
  throw error
}

/** @param {FunctionBuilder} fn @param {PlanNode} node @param {unknown[]} wanted @param {string} result */
export function bindResult(fn, node, wanted, result) {
  wanted.forEach((expr, at) => fn.bind(keyOf(expr), { read: `${result}[${at}]`, nullable: true }))
}

/**
 * A module beside the statement's: its own code, the same catalog and running state.
 * @param {Module} root
 * @param {boolean} generator
 */
export function memberModule(root, generator) {
  const module = new Module({ generator, catalog: root.catalog, functions: root.implementations })
  module.ctes = root.ctes
  module.writes = true
  module.ownsState = root.ownsState
  module.state = () => root.state()
  return module
}

/**
 * The tree's columns as a member has them.
 * @param {Expr} expr
 * @param {number[]} rts that mean rows of the tree
 * @param {number[] | null} map
 */
function atMember(expr, rts, map) {
  if (map === null) return expr
  return mapExpr(expr, (node) =>
    node.kind === 'column' && rts.includes(node.rt) && node.attnum > 0
      ? { ...node, attnum: map[node.attnum - 1] }
      : undefined,
  )
}

/**
 * An expression over the tree as one over a member, whose whole rows are the tree's.
 * @param {Expr} expr
 * @param {number[]} rts that mean rows of the tree
 * @param {RelationDesc} top
 * @param {RelationDesc} relation
 * @param {number[] | null} map
 */
export const overMember = (expr, rts, top, relation, map) =>
  atMember(relation.oid === top.oid ? expr : ofTop(expr, rts, top), rts, map)

/**
 * What a row of a member is asked for.
 * @param {any[]} wanted columns of the tree
 * @param {RelationDesc} top
 * @param {RelationDesc} relation
 * @param {number[] | null} map
 */
export const wantedOfMember = (wanted, top, relation, map) =>
  wanted.map((expr) => overMember(expr, [expr.rt], top, relation, map))

/** The answer to that. @param {FunctionBuilder} fn @param {unknown[]} columns */
export const returnWanted = (fn, columns) =>
  fn.line(`return [${columns.map((expr) => expression(fn, expr).js).join(', ')}]`)

/**
 * Policies, and the conditions of views the statement came through: the tree's, whatever member a row is in.
 * @param {Modify} node
 */
export const treeChecks = (node) => node.operation === 'delete' ? []
  : /** @type {Check[]} */ (node.checks ?? []).filter((check) => check.view || check.policy !== undefined)

/** Whether they read tables, or call what may. @param {Parameters<typeof treeChecks>[0]} node */
export const checksYield = (node) => mayYield(treeChecks(node).map((check) => check.expr))

/** Whether functions that insert into a member read tables. @param {any} node Modify @param {Module} module */
export const insertsYield = (node, module) =>
  module.generator && (memberStops(node, module) || checksYield(node) || mayYield(node.kept ?? []))

/**
 * What a row of a member is held to: the member's own checks, and those of the tree.
 * @param {Modify} node
 * @param {RelationDesc} top
 * @param {RelationDesc} relation
 * @param {number[] | null} map
 */
export function memberChecks(node, top, relation, map) {
  const own = relation.checks.map((check) => ({ name: check.name, expr: retarget(check.expr, node.returningRt) }))
  return [
    ...own,
    ...treeChecks(node).map((check) => ({
      ...check,
      expr: overMember(check.expr, [node.returningRt, node.rt], top, relation, map),
    })),
  ]
}

/**
 * An expression with the tree's whole rows spelt out: the member's are of another type.
 * @param {Expr} expr
 * @param {number[]} rts
 * @param {RelationDesc} top
 */
const ofTop = (expr, rts, top) =>
  mapExpr(expr, (node) =>
    node.kind === 'column' && rts.includes(node.rt) && node.attnum === 0 ? rowOf(top, node.rt, node.type) : undefined,
  )

/** What RETURNING and the operators above want of the row that is written. */
import { expression } from '../../expressions/compile.js'
import { columnKey, slotKey } from '../../codegen/function.js'
import { references } from '../references.js'

/** @import { Modify } from '../../../planner/plan.js' */
/** @import { RelationDesc } from '../../../catalog/relation.js' */
/** @import { FunctionBuilder } from '../../codegen/function.js' */

/**
 * System columns of a row that this transaction writes.
 * @param {FunctionBuilder} fn
 * @param {number} rt
 * @param {RelationDesc} relation
 */
export function bindWriter(fn, rt, relation) {
  const own = { js: '(ctx.txn.xid % 4294967296)', nullable: false }
  const none = { js: '0', nullable: false }
  for (const [attnum, value] of /** @type {const} */ ([
    [-2, own], [-3, none], [-4, none], [-5, none], [-6, { js: String(relation.oid), nullable: false }],
  ]))
    fn.bind(columnKey({ rt, attnum }), value)
}

/** @param {import('./index-changes.js').KeyAtHand[]} keys */
export const rechecks = (keys) => keys.flatMap(({ recheck }) => recheck === null ? [] : [recheck])

/**
 * What RETURNING and the operators above want of the row is read before its bytes change.
 * @param {any} node
 * @param {FunctionBuilder} fn
 * @param {number} rt
 */
export function readReturning(node, fn, rt) {
  for (const [key, expr] of references([node.returning, fn.module.outputs])) {
    if (expr.kind === 'column' && (expr.rt === node.returningRt || expr.rt === rt) && fn.peek(key) !== null)
      fn.resolve(key)
  }
}

/** What RETURNING names without computing anything: only the rest become slots. */
const PLAIN = new Set(['column', 'slot', 'const', 'param'])

/**
 * @param {Modify} node
 * @param {FunctionBuilder} fn
 * @param {() => void} consume
 * @param {boolean} [replaced] ON CONFLICT found the row there: its lock shows in xmax
 */
export function finish(node, fn, consume, replaced = false) {
  if (replaced || node.operation === 'delete')
    fn.bind(columnKey({ rt: node.returningRt, attnum: -4 }), { js: 'ctx.txn.xid', nullable: false })
  const returning = node.returning ?? []
  if (node.operation === 'delete' && node.returningRt !== node.rt) {
    for (const [key, expr] of references([returning, fn.module.outputs])) {
      if (expr.kind !== 'column' || expr.rt !== node.returningRt) continue
      fn.bind(key, { js: fn.resolve(columnKey({ rt: node.rt, attnum: expr.attnum })).js, nullable: true })
    }
  }
  returning.forEach((expr, /** @type {number} */ index) => {
    if (!PLAIN.has(expr.kind)) fn.bindValue(slotKey({ node: node.id, index }), expression(fn, expr))
  })
  consume()
}

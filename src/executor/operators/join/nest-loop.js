/**
 * Nested loop: the inner plan's code stands inside the outer's loop. Outer columns are in locals by then (`settle`), so
 * the inner plan, its index bounds included, just uses them.
 */
import { expression, whenTrue } from '../../expressions/compile.js'
import { keyOf } from '../../codegen/function.js'
import { RowSpool } from '../../spill/row-spool.js'
import { Carry } from '../carry.js'
import { RowCode } from '../row-code.js'

/** @import { NestLoop, PlanNode } from '../../../planner/plan.js' */
/** @import { Expr } from '../../../catalog/expr.js' */

/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */

/** @param {NestLoop} node @param {FunctionBuilder} fn @param {() => void} consume */
export function produceNestLoop(node, fn, consume) {
  fn.produce(node.outer, () => {
    fn.settle()
    if (node.join === 'inner') innerJoin(node, fn, consume)
    else if (node.join === 'left') leftJoin(node, fn, consume)
    else existence(node, fn, consume)
  })
}

/**
 * A unique key has one partner, the first where a snapshot sees two with it: what PostgreSQL gives too. So a semi join
 * that became an inner join stays one.
 * @param {NestLoop} node @param {FunctionBuilder} fn @param {() => void} consume
 */
function innerJoin(node, fn, consume) {
  const label = isLookup(node.inner) ? fn.label() : null
  if (label !== null) fn.open(`${label}: {`)
  fn.produce(node.inner, () => whenTrue(fn, node.on, () => whenTrue(fn, node.filter, () => {
    consume()
    if (label !== null) fn.line(`break ${label}`)
  })))
  if (label !== null) fn.close()
}

/**
 * Semi and anti join: the inner loop stops at the first match.
 * @param {NestLoop} node
 * @param {FunctionBuilder} fn
 * @param {() => void} consume
 */
function existence(node, fn, consume) {
  const label = fn.label()
  const hit = fn.module.name('hit')
  fn.line(`let ${hit} = false`)
  fn.open(`${label}: {`)
  fn.produce(node.inner, () => whenTrue(fn, node.on, () => {
    fn.line(`${hit} = true`)
    fn.line(`break ${label}`)
  }))
  fn.close()
  fn.open(`if (${node.join === 'semi' ? '' : '!'}${hit}) {`)
  whenTrue(fn, node.filter, consume)
  fn.close()
}

/**
 * Matches are put down first, so that what follows the join is written once for them and for the row of nulls.
 * @param {NestLoop} node
 * @param {FunctionBuilder} fn
 * @param {() => void} consume
 */
function leftJoin(node, fn, consume) {
  if (singleRow(node.inner)) {
    const hit = fn.module.name('hit')
    /** @type {Map<string, { name: string, expr: Expr }>} */
    const columns = new Map()
    for (const expr of node.nullable)
      if (!columns.has(keyOf(expr))) columns.set(keyOf(expr), { name: fn.module.name(`${keyOf(expr)}_`), expr })
    fn.line(`let ${[`${hit} = false`, ...[...columns.values()].map(({ name }) => `${name} = null`)].join(', ')}`)
    const label = isLookup(node.inner) ? fn.label() : null
    if (label !== null) fn.open(`${label}: {`)
    fn.produce(node.inner, () => whenTrue(fn, node.on, () => {
      for (const { name, expr } of columns.values()) fn.line(`${name} = ${expression(fn, expr).js}`)
      fn.line(`${hit} = true`)
      if (label !== null) fn.line(`break ${label}`)
    }))
    if (label !== null) fn.close()
    fn.open('{')
    for (const [key, { name }] of columns) fn.bind(key, { js: name, nullable: true })
    whenTrue(fn, node.filter, consume)
    fn.close()
    return
  }
  const { module } = fn
  const carry = new Carry(fn, node.nullable)
  const code = new RowCode(fn, carry.exprs().map((expr) => expr.type))
  const [matches, reader, row, space, none] = ['matches', 'reader', 'row', 'space', 'none'].map((hint) =>
    module.name(hint),
  )
  const state = module.state()
  // One for all outer rows: the next comes when this one's matches have been given out.
  fn.line(`const ${matches} = ${state} === undefined ? (${state} = new ${module.constant(RowSpool, 'RowSpool')}(ctx)) : ${state}`)
  fn.line(`${matches}.clear()`)
  fn.produce(node.inner, () =>
    whenTrue(fn, node.on, () => code.store(`${matches}.space`, carry.stored(), (at) => `${matches}.push(${at})`)),
  )
  code.finishStored()
  fn.line(`const ${reader} = ${matches}.reader()`)
  fn.open(`for (let ${row} = ${reader}.next(), ${none} = ${row} < 0; ${row} >= 0 || ${none}; ${none} = false, ${row} = ${reader}.next()) {`)
  fn.loopHead()
  fn.line(`const ${space} = ${reader}.space`)
  for (const [key, { place }] of carry.places)
    fn.bind(key, { read: `${row} < 0 ? null : ${code.read(place, space, row)}`, nullable: true })
  whenTrue(fn, node.filter, consume)
  fn.close()
  fn.line(`if (${matches}.temp !== null) ${matches}.clear()`)
}

/** @param {PlanNode} node */
const isLookup = (node) => node.node === 'indexScan' && node.uniqueMatch

/** @param {PlanNode} node */
function singleRow(node) {
  if (isLookup(node)) return true
  if (node.node === 'aggregate') return node.strategy === 'plain' && node.groupingSets === null
  if (node.node === 'filter' || node.node === 'project' || node.node === 'subqueryScan') return singleRow(node.input)
  return node.node === 'result'
}

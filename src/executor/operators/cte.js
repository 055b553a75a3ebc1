/**
 * WITH queries: evaluated once per execution into a RowSpool, when first read; recursive ones by rounds over a work
 * table.
 */
import { expression, whenTrue } from '../expressions/compile.js'
import { columnKey, slotKey } from '../codegen/function.js'
import { RowSpool } from '../spill/row-spool.js'
import { storedValue } from './carry.js'
import { RowCode } from './row-code.js'
import { SetCode } from './set-code.js'
import { featureNotSupported } from '../../errors/db-error.js'

/** @import { CteScan, RecursiveUnion, WorkTableScan } from '../../planner/plan.js' */
/** @import { Expr } from '../../catalog/expr.js' */
/** @import { PlanNode } from '../../planner/plan.js' */

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('../codegen/module.js').Module} Module */

/**
 * Text that gives the RowSpool of a CTE. One that uses columns of a query around its own is made anew when they have
 * other values.
 * @param {FunctionBuilder} fn @param {number} index into PlannedStatement.ctes @returns {string}
 */
export function cteRows(fn, index) {
  const { module } = fn
  const cte = module.ctes[index]
  if (cte.made === undefined) {
    /** @type {RowCode[]} */
    const codes = []
    const fill = module.define('cte', fn, (inner) => {
      inner.manyCallers = true
      const code = new RowCode(inner, cte.plan.types)
      codes.push(code)
      inner.line(`const rows = new ${module.constant(RowSpool, 'RowSpool')}(ctx)`)
      inner.produce(cte.plan.plan, () =>
        code.store(
          'rows.space', cte.plan.outputs.map((/** @type {Expr} */ output) => storedValue(inner, output)),
          (at) => `rows.push(${at})`,
        ),
      )
      code.finishStored()
      inner.line('return rows')
    })
    cte.made = { state: module.resultState(cte.plan.plan), fill, outer: [...fill.params.keys()], code: codes[0] }
  }
  const { state, fill, outer } = cte.made
  if (outer.length === 0) return `(${state} === undefined ? (${state} = ${fill.call()}) : ${state})`
  const values = outer.map((/** @type {string} */ key) => fn.resolve(key).js)
  const stale = values
    .map((/** @type {string} */ value, /** @type {number} */ at) => `${state}.outer[${at}] !== ${value}`)
    .join(' || ')
  return `(${state} === undefined || ${stale} ? (${state} = ${module.constant(remake, 'remake')}(${state}, ${fill.callWith(values)}, [${values.join(', ')}])) : ${state}).rows`
}

/** @param {{ rows: RowSpool } | undefined} before @param {RowSpool} rows @param {unknown[]} outer */
function remake(before, rows, outer) {
  before?.rows.clear()
  return { rows, outer }
}

/**
 * @param {FunctionBuilder} fn
 * @param {CteScan | WorkTableScan} node
 * @param {string} rows a RowSpool
 * @param {RowCode} code of its rows
 * @param {() => void} consume
 */
function readRows(fn, node, rows, code, consume) {
  const [reader, row, space] = ['reader', 'row', 'space'].map((hint) => fn.module.name(hint))
  fn.line(`const ${reader} = ${rows}.reader()`)
  fn.open(`for (let ${row} = ${reader}.next(); ${row} >= 0; ${row} = ${reader}.next()) {`)
  fn.loopHead()
  fn.line(`const ${space} = ${reader}.space`)
  node.types.forEach((/** @type {number} */ _, /** @type {number} */ at) =>
    fn.bind(columnKey({ rt: node.rt, attnum: at + 1 }), {
      read: code.read(at, space, row), nullable: code.nullable[at], text: code.textCell(at, space, row),
    }),
  )
  whenTrue(fn, node.filter, consume)
  fn.close()
}

/** @param {CteScan} node @param {FunctionBuilder} fn @param {() => void} consume */
export function produceCteScan(node, fn, consume) {
  const rows = cteRows(fn, node.cte)
  readRows(fn, node, rows, fn.module.ctes[node.cte].made.code, consume)
}

/** @param {WorkTableScan} node @param {FunctionBuilder} fn @param {() => void} consume */
export function produceWorkTableScan(node, fn, consume) {
  const recursion = fn.module.recursions.get(node.recursion)
  if (recursion === undefined) throw featureNotSupported('a recursive reference outside its recursive term')
  readRows(fn, node, recursion.work, recursion.code, consume)
}

/** Whether a plan, or a WITH query it reads, reads a work table.
 * @param {Module} module
 * @param {any} node a plan or part of one
 * @param {number} recursion
 * @param {Set<number>} [known] WITH queries looked at
 * @returns {boolean}
 */
function readsWorkTable(module, node, recursion, known = new Set()) {
  if (node === null || typeof node !== 'object' || node instanceof Uint8Array || node.kind === 'const') return false
  if (Array.isArray(node)) return node.some((item) => readsWorkTable(module, item, recursion, known))
  if (node.node === 'workTableScan' && node.recursion === recursion) return true
  if (node.node === 'cteScan' && !known.has(node.cte)) {
    known.add(node.cte)
    if (readsWorkTable(module, module.ctes[node.cte].plan.plan, recursion, known)) return true
  }
  return Object.values(node).some((value) => readsWorkTable(module, value, recursion, known))
}

/**
 * The base term's rows, then the step's over the rows of the round before, until a round gives none. Each row is handed
 * on as soon as it is found: a LIMIT above ends a round that has no end. UNION (not ALL) drops rows that were given out
 * before: a TypedSet knows them.
 * @param {RecursiveUnion} node @param {FunctionBuilder} fn @param {() => void} consume
 */
export function produceRecursiveUnion(node, fn, consume) {
  const { module } = fn
  const work = module.state()
  const code = new RowCode(fn, node.types)
  code.begin()
  module.recursions.set(node.recursion, { work, code })
  const spool = module.constant(RowSpool, 'RowSpool')
  const next = module.name('next')
  const seen = module.name('seen')
  fn.line(`let ${next} = new ${spool}(ctx)`)
  const set = new SetCode(fn, node.all ? [] : node.types)
  if (!node.all) fn.line(`const ${seen} = ${set.make()}`)
  /** @param {{ input: PlanNode, outputs: Expr[] }} branch */
  const run = (branch) => fn.produce(branch.input, () => {
    const values = branch.outputs.map((/** @type {unknown} */ output) => {
      const name = module.name('v')
      const { js, nullable } = expression(fn, output)
      fn.line(`const ${name} = ${js}`)
      return { js: name, nullable }
    })
    const names = values.map((/** @type {{ js: string }} */ { js }) => js)
    if (node.all) fn.open('{')
    else fn.open(`if (${set.add(seen, values)}) {`)
    fn.line(`${next}.push(${code.stored(`${next}.space`, names)})`)
    names.forEach((/** @type {string} */ name, /** @type {number} */ index) =>
      fn.bind(slotKey({ node: node.id, index }), { js: name, nullable: true }),
    )
    consume()
    fn.close()
  })
  fn.open('{')
  run(node.base)
  fn.close()
  fn.open(`while (${next}.length > 0) {`)
  fn.line(`${work} = ${next}`)
  fn.line(`${next} = new ${spool}(ctx)`)
  const at = fn.lines.length
  fn.line('')
  run(node.step)
  // What was made of this work table, by WITH queries, subqueries or to be read again and again, is new in every round.
  const stale = module.results
    .filter(({ plan }) => readsWorkTable(module, plan, node.recursion))
    .map(({ state }) => `${state} = undefined`)
  fn.lines[at] = stale.join('; ')
  fn.line(`${work}.clear()`)
  fn.close()
  if (node.all) return
  set.finish()
  fn.line(`${seen}.clear()`)
}

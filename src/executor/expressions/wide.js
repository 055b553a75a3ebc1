/** Thousands of alike terms connected by AND or OR: one function for the term, and a loop over their literals. */
import { Module } from '../codegen/module.js'
/** @import { Expr, WideCondition } from '../../catalog/expr.js' */

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('../codegen/function.js').Value} Value */

/** Terms that weigh as much as a step of a loop. */
const TERMS_A_STEP = 16

/** @param {FunctionBuilder} fn @param {WideCondition} expr @returns {Value} */
export function compileWide(fn, expr) {
  const { module } = fn
  const { template, lists, count } = expr.value
  const columns = expr.args.map((/** @type {Expr} */ arg) => fn.expression(arg))
  const test = module.memo(expr.value, () => termFunction(module, template, columns, lists.length))
  const names = columns.map((/** @type {Value} */ _, /** @type {number} */ at) => `a${at}`)
  const literals = lists.map((/** @type {Expr[]} */ list) => `${module.constant(list, 'literals')}[at]`)
  const decisive = expr.op === 'or' ? 'true' : 'false'
  const helper = module.helper('wide', ['ctx', ...names].join(', '), `  let unknown = false
  for (let at = 0; at < ${count}; at++) {
    const result = ${module.constant(test, 'term')}(${['ctx', ...names, ...literals].join(', ')})
    if (result === ${decisive}) return ${decisive}
    if (result === null) unknown = true
  }
  ctx.fuel -= ${Math.floor(count / TERMS_A_STEP)}
  return unknown ? null : ${decisive === 'true' ? 'false' : 'true'}`)
  return { js: `${helper}(${['ctx', ...columns.map((/** @type {Value} */ { js }) => js)].join(', ')})`, nullable: true }
}

/**
 * The term over its columns and literals.
 * @param {Module} module
 * @param {any} template
 * @param {Value[]} columns
 * @param {number} literals how many
 * @returns {(ctx: any, ...values: any[]) => boolean | null}
 */
function termFunction(module, template, columns, literals) {
  const own = new Module({ generator: false, catalog: module.catalog, functions: module.implementations })
  own.define('term', null, (fn) => {
    const values = Array.from({ length: columns.length + literals }, (_, at) => ({
      js: `v${at}`, nullable: at < columns.length && columns[at].nullable, atom: true,
    }))
    fn.ownParams = values.map(({ js }) => js)
    fn.subColumns.push(values)
    fn.line(`return ${fn.expression(template).js}`)
  })
  return own.build(own.lastName)
}

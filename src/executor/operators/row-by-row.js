/** Operators that keep no rows: Filter, Project, Limit. */
import { expression, whenTrue } from '../expressions/compile.js'
import { comparedAs, compareSource } from '../expressions/operations.js'
import { slotKey } from '../codegen/function.js'
import { negativeLimit, negativeOffset } from '../../errors/execution.js'

/** @import { Filter, Project } from '../../planner/plan.js' */

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */

/** @param {Filter} node @param {FunctionBuilder} fn @param {() => void} consume */
export function produceFilter(node, fn, consume) {
  fn.produce(node.input, () => whenTrue(fn, node.filter, consume))
}

/** @param {Project} node @param {FunctionBuilder} fn @param {() => void} consume */
export function produceProject(node, fn, consume) {
  fn.produce(node.input, () => {
    node.outputs.forEach((/** @type {unknown} */ output, /** @type {number} */ index) => {
      fn.bindValue(slotKey({ node: node.id, index }), expression(fn, output))
    })
    consume()
  })
}

/**
 * LIMIT and OFFSET stop the loops below by a labelled break. WITH TIES goes on while the sort keys equal those of the
 * last row.
 * @param {any} node Limit @param {FunctionBuilder} fn @param {() => void} consume
 */
export function produceLimit(node, fn, consume) {
  const { module } = fn
  const label = fn.label()
  const skip = module.name('skip')
  const left = module.name('left')
  const check = module.constant(limitValue, 'limitValue')
  if (node.offset !== null) fn.line(`let ${skip} = ${check}(${expression(fn, node.offset).js}, false)`)
  if (node.count !== null) fn.line(`let ${left} = ${check}(${expression(fn, node.count).js}, true)`)
  const ties = node.withTies === null || node.withTies === undefined ? [] : node.withTies.map(() => module.name('tie'))
  if (ties.length > 0) fn.line(`let ${ties.join(' = null, ')} = null`)
  fn.open(`${label}: {`)
  if (node.count !== null) fn.line(`if (${left} <= 0) break ${label}`)
  fn.produce(node.input, () => {
    if (node.offset !== null) fn.open(`if (${skip} > 0) ${skip}--; else {`)
    if (node.count !== null && ties.length > 0) {
      const values = node.withTies.map((/** @type {any} */ key) => {
        const name = module.name('key')
        fn.line(`const ${name} = ${expression(fn, key.expr).js}`)
        return name
      })
      const differ = node.withTies
        .map(
          (/** @type {any} */ key, /** @type {number} */ at) =>
            `(${values[at]} === null || ${ties[at]} === null ? ${values[at]} !== ${ties[at]} : ${compareSource(
              module,
              comparedAs(module, key.expr, key.collation),
              values[at],
              ties[at],
            )} !== 0)`,
        )
        .join(' || ')
      fn.line(`if (${left} <= 0 && (${differ})) break ${label}`)
      fn.line(`if (${left} > 0) { ${ties.map((/** @type {string} */ tie, /** @type {number} */ at) => `${tie} = ${values[at]}`).join('; ')} }`)
      fn.line(`${left}--`)
      consume()
    } else {
      consume()
      if (node.count !== null) fn.line(`if (--${left} <= 0) break ${label}`)
    }
    if (node.offset !== null) fn.close()
  })
  fn.close()
}

/** @param {unknown} value int8 or null @param {boolean} isCount */
export function limitValue(value, isCount) {
  if (value === null) return isCount ? Infinity : 0
  const count = Number(value)
  if (count < 0) throw isCount ? negativeLimit() : negativeOffset()
  return count
}

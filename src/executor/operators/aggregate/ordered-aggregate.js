/**
 * Aggregation of an input that comes in the order of its groups, from an index or a sort below: one group is at hand,
 * and it is given out when the first row of the next one is there. So a LIMIT above ends the input, and nothing is kept
 * but one group's states.
 *
 * As in PostgreSQL, of the row that begins a group only the keys are computed before the group behind it is given out.
 */
import { expression, whenTrue } from '../../expressions/compile.js'
import { comparedAs } from '../../expressions/operations.js'
import { slotKey } from '../../codegen/function.js'
import { sameValue } from '../carry.js'

/** @import { Aggregate } from '../../../planner/plan.js' */

/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('./aggregate-code.js').AggregateCode} AggregateCode */

/**
 * @param {Aggregate} node
 * @param {FunctionBuilder} fn
 * @param {AggregateCode[]} aggregates
 * @param {() => void} consume
 */
export function orderedGroups(node, fn, aggregates, consume) {
  const { module } = fn
  const keyCount = node.groupBy.length
  const begun = module.name('begun')
  const keys = node.groupBy.map(() => module.name('key'))
  fn.line(`let ${[`${begun} = false`, ...keys.map((/** @type {string} */ key) => `${key} = null`)].join(', ')}`)
  const states = aggregates.map((aggregate) => {
    aggregate.oneAtATime = true
    const initial = aggregate.initial()
    const name = module.name('state')
    fn.line(`let ${name} = ${initial}`)
    return { name, initial }
  })
  const giveOut = () => {
    keys.forEach((/** @type {string} */ js, /** @type {number} */ index) =>
      fn.bind(slotKey({ node: node.id, index }), { js, nullable: true }),
    )
    aggregates.forEach((aggregate, at) =>
      aggregate.finish(states[at].name, slotKey({ node: node.id, index: keyCount + at })),
    )
    whenTrue(fn, node.filter, consume)
  }
  fn.produce(node.input, () => {
    // What stands above may move cursors before the row at hand is counted.
    fn.settle()
    const values = node.groupBy.map((/** @type {unknown} */ expr) => {
      const value = expression(fn, expr)
      if (value.atom) return value.js
      const name = module.name('k')
      fn.line(`const ${name} = ${value.js}`)
      return name
    })
    const same = node.groupBy.map((expr, /** @type {number} */ at) =>
      sameValue(fn, comparedAs(module, expr), values[at], keys[at]),
    )
    fn.open(`if (!${begun} || !(${same.join(' && ')})) {`)
    fn.open(`if (${begun}) {`)
    giveOut()
    aggregates.forEach((aggregate, at) => {
      if (!aggregate.first) fn.line(`${states[at].name} = ${states[at].initial}`)
    })
    fn.close()
    fn.line(`${begun} = true`)
    keys.forEach((/** @type {string} */ key, /** @type {number} */ at) => fn.line(`${key} = ${values[at]}`))
    aggregates.forEach((aggregate, at) => {
      if (aggregate.first) fn.line(`${states[at].name} = ${expression(fn, aggregate.call.args[0]).js}`)
    })
    fn.close()
    aggregates.forEach((aggregate, at) => {
      if (aggregate.first) return
      fn.open('{')
      aggregate.step(aggregate.inputs(), states[at].name)
      fn.close()
    })
  })
  fn.open(`if (${begun}) {`)
  giveOut()
  fn.close()
}

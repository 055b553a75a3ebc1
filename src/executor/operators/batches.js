/**
 * Rows of an input in batches (spill/row-batches.js). The input is a generator of its own, in the plain body too, which
 * stops where a batch is full: what reads the batches is one loop around one copy of all that stands above.
 *
 * A row's values are compared with those of the row before, until now the last one: rows that are equal in `ends` are
 * never parted.
 */
import { expression } from '../expressions/compile.js'
import { comparedAs } from '../expressions/operations.js'
import { limitValue } from './row-by-row.js'
import { finishSorter, sameValue } from './carry.js'
import { RowBatches } from '../spill/row-batches.js'
import { fillRows } from './sort-input.js'

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */

/** What the input says where a batch is full; nothing that the engine is told (codes.js). */
const BATCH = 0

/**
 * @param {any} node Sort; without keys rows keep the order they come in @param {FunctionBuilder} fn
 * @param {unknown[]} ends keys that the rows come in the order of; rows which are equal in them are in one batch. None:
 *   a batch may end anywhere
 * @param {unknown[]} apart those of a partition, which may go on in the next batch
 * @param {(carry: import('./carry.js').Carry) => import('./row-code.js').RowKey[]} [others] more that rows will be
 *   compared by
 */
export function openBatches(node, fn, ends, apart, others) {
  const { module } = fn
  const batches = module.name('batches')
  /** @type {any} */
  let made
  const input = module.define('batch', fn, (inner) => {
    inner.resumable = true
    inner.ownParams.push('batches')
    const sorter = module.name('sorter')
    const watched = [...ends, ...apart]
      .filter((expr, at, all) => all.findIndex((other) => sameColumn(other, expr)) === at)
      .map((expr) => ({ expr, before: module.name('before') }))
    inner.line(`let ${[`${sorter} = batches.filling`, ...watched.map(({ before }) => `${before} = null`)].join(', ')}`)
    made = fillRows(node, inner, sorter, others, (store) => {
      const values = watched.map(({ expr }) => {
        const value = expression(inner, expr)
        if (value.atom) return value.js
        const name = module.name('k')
        inner.line(`const ${name} = ${value.js}`)
        return name
      })
      /** @param {any[]} exprs */
      const same = (exprs) => exprs.map((expr) => {
        const at = watched.findIndex((item) => sameColumn(item.expr, expr))
        return sameValue(inner, comparedAs(module, expr), values[at], watched[at].before)
      }).join(' && ') || 'true'
      const turned = module.name('turned')
      inner.line(`const ${turned} = ${sorter}.pushed >= batches.size${ends.length === 0 ? '' : ` && !(${same(ends)})`}`)
      inner.line(`if (${turned}) ${sorter} = batches.turn(${same(apart)})`)
      watched.forEach(({ before }, at) => inner.line(`${before} = ${values[at]}`))
      store()
      inner.line(`if (${turned}) yield ${BATCH}`)
    })
  })
  made.carry.fn = fn
  made.code.fn = fn
  const bound = node.limit
    ? `, ${module.constant(limitValue, 'limitValue')}(${expression(fn, node.limit).js}, true)`
    : ''
  fn.line(`const ${batches} = new ${module.constant(RowBatches, 'RowBatches')}(ctx, ${made.order}${bound})`)
  /** The loop over the batches. @param {(sorter: string) => void} body */
  const each = (body) => {
    const [rows, step, sorter] = ['rows', 'step', 'sorter'].map((hint) => module.name(hint))
    fn.line(`const ${rows} = ${input.name}(${['ctx', batches, ...input.params.values()].join(', ')})`)
    fn.open('for (;;) {')
    fn.line(`let ${step} = ${rows}.next()`)
    if (module.generator)
      fn.line(`while (!${step}.done && ${step}.value !== ${BATCH}) ${step} = ${rows}.next(yield ${step}.value)`)
    fn.line(`const ${sorter} = ${step}.done ? ${batches}.last() : ${batches}.full`)
    finishSorter(fn, sorter)
    body(sorter)
    fn.line(`if (${step}.done) break`)
    fn.close()
  }
  return { ...made, batches, each }
}

/** @param {any} a @param {any} b */
const sameColumn = (a, b) =>
  a === b
  || (a.kind === b.kind
    && (a.kind === 'column'
      ? a.rt === b.rt && a.attnum === b.attnum
      : a.kind === 'slot' && a.node === b.node && a.index === b.index))

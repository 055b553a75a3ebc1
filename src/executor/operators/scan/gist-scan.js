/**
 * Scans of a gist index: entries whose keys may satisfy the conditions, in no order, or by distance from a value. An
 * entry is believed if the fetched version has its key; then all conditions are looked at again on the row.
 */
import { isGistIndex } from '../../../types/gist/keys.js'
import { KEY_BUFFER_BYTES } from '../../../types/key.js'
import { expression, whenTrue } from '../../expressions/compile.js'
import { bindTuple, openFetch } from './access.js'
import { putKey } from './index-keys.js'

/** @import { ExecContext } from '../../context.js' */
/** @import { FromNode } from '../../../catalog/query.js' */
/** @import { IndexDesc, RelationDesc } from '../../../catalog/relation.js' */
/** @import { IndexScan } from '../../../planner/plan.js' */

/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */

/** @param {IndexDesc} index */
export const isGist = (index) => isGistIndex(index)

/**
 * @param {ExecContext} ctx
 * @param {any} tree
 * @param {number[]} columns
 * @param {number[]} strategies
 * @param {unknown[]} values of the conditions' right sides
 * @param {boolean} patient
 * @returns {any} null: one is null, no row
 */
function openGist(ctx, tree, columns, strategies, values, patient) {
  tree.counters.scans++
  const test = tree.keys.test(columns, strategies, values, ctx.session)
  if (test === null) return null
  const scan = tree.scan(test)
  scan.patient = patient
  return scan
}

/**
 * By distance.
 * @param {ExecContext} ctx
 * @param {any} tree
 * @param {number[]} columns
 * @param {number[]} strategies
 * @param {unknown[]} values
 * @param {number} column
 * @param {number} strategy of the distance
 * @param {FromNode} from
 */
function openNearest(ctx, tree, columns, strategies, values, column, strategy, from) {
  tree.counters.scans++
  const test = tree.keys.test(columns, strategies, values, ctx.session)
  if (test === null) return null
  return tree.nearest(test, from === null ? () => NaN : tree.keys.distance(column, from, strategy))
}

/** @param {any} scan GistScan @param {Uint8Array} key @param {number} end */
function sameEntry(scan, key, end) {
  const { bytes, keyAt, keyEnd } = scan
  if (keyEnd - keyAt !== end) return false
  for (let at = 0; at < end; at++) if (bytes[keyAt + at] !== key[at]) return false
  return true
}

/**
 * @param {IndexScan} node over a gist index
 * @param {FunctionBuilder} fn
 * @param {() => void} consume
 * @param {RelationDesc} relation
 * @param {IndexDesc} index
 */
export function produceGistScan(node, fn, consume, relation, index) {
  const { module } = fn
  const scan = module.name('gist')
  const fetch = openFetch(fn, relation)
  fn.line(`if (ctx.txn.serializable !== null) ctx.txn.serializable.readFile(${relation.heap.fileId})`)
  const tid = module.name('tid')
  const at = module.name('at')
  const constant = (/** @type {any} */ value, /** @type {string} */ name) => module.constant(value, name)
  const { orderBy } = node
  const values = node.keys.map((key) => (key.value === null ? 'null' : expression(fn, key.value).js))
  const wanted = `ctx, ${constant(index.tree, 'tree')}, ${constant(node.keys.map((key) => key.column), 'columns')}, `
    + `${constant(node.keys.map((key) => key.strategy), 'strategies')}, [${values.join(', ')}]`
  fn.open('{')
  if (orderBy) fn.line(`const ${scan} = ${constant(openNearest, 'openNearest')}(${wanted}, ${orderBy.column}, ${orderBy.strategy}, ${expression(fn, orderBy.value).js})`)
  else fn.line(`const ${scan} = ${constant(openGist, 'openGist')}(${wanted}, ${module.generator})`)
  fn.open(`if (${scan} !== null) {`)
  fn.open('for (;;) {')
  fn.loopHead()
  fn.line(`const ${tid} = ${scan}.next()`)
  if (module.generator && !orderBy) {
    fn.open(`if (${tid} < 0) {`)
    fn.line(`if (${tid} === -1) break`)
    fn.line(`if (ctx.session?.synchronous) { ${scan}.readNow(); continue }`)
    fn.line(`ctx.wait = { promise: ${scan}.prefetch() }`)
    fn.line(`${constant(module.releaseCursors, 'releaseCursors')}(ctx)`)
    fn.line('yield 4')
    fn.line('continue')
    fn.close()
  } else fn.line(`if (${tid} < 0) break`)
  fn.line(`const ${at} = ${fetch}.fetch(${tid}, ctx.snapshot)`)
  fn.line(`if (${at} < 0) continue`)
  bindTuple(fn, node.rt, relation, at, tid)
  const own = constant(new Uint8Array(KEY_BUFFER_BYTES), 'own')
  const end = module.name('end')
  fn.line(`let ${end} = 0`)
  putKey(fn, index, node.rt, own, end)
  fn.line(`if (!${constant(sameEntry, 'sameEntry')}(${scan}, ${own}, ${end})) continue`)
  fn.line(`${constant(index.tree.counters, 'counters')}.rows++`)
  bindTuple(fn, node.rt, relation, at, tid)
  whenTrue(fn, node.recheck, () => whenTrue(fn, node.filter, consume))
  fn.close()
  fn.close()
  fn.close()
}

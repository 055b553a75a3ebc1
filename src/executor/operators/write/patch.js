/**
 * In-place update: the assigned columns are fixed-width, in no index, and null neither before nor after, so the range
 * of bytes from the first to the
 * last of them is overwritten, logged as before and after. Rows that turn out to involve a null take the general way.
 */
import { heapNames } from '../scan/access.js'
import { copyWithin } from '../../../storage/heap/heap-env.js'
import { writeInt8 } from '../../../storage/heap/tuple.js'

/** @typedef {import('../../../catalog/relation.js').RelationDesc} RelationDesc */
/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */

/**
 * @param {RelationDesc} relation
 * @param {number[]} assigned attnums
 * @param {unknown[]} touched indexes that have one of them
 */
export function patchable(relation, assigned, touched) {
  const { layout } = relation.heap
  return (
    assigned.length > 0 && touched.length === 0 && !layout.hasAdded()
    && assigned.every((attnum) => !layout.columns[attnum - 1].isVar)
  )
}

/** Scratch bytes new values are put into; used and done with before anything else runs. @type {WeakMap<any, number>} */
const scratchOf = new WeakMap()

/**
 * @param {FunctionBuilder} fn @param {RelationDesc} relation @param {{ heap: string, layout: string }} names
 * @param {{ at: string, tid: string, newValues: Map<number, { js: string, nullable: boolean }>, general: () => void }}
 *   row
 */
export function emitPatch(fn, relation, names, { at, tid, newValues, general }) {
  const { heap } = relation
  const { pool } = heap.env
  const { layout } = heap
  heapNames(fn.module, relation)
  let scratch = scratchOf.get(pool)
  if (scratch === undefined) scratchOf.set(pool, scratch = pool.scratch())
  const columns = [...newValues.keys()]
    .sort((a, b) => a - b)
    .map((attnum) => ({ attnum, ...layout.columns[attnum - 1] }))
  const from = columns[0].offset
  const last = columns[columns.length - 1]
  const byteCount = last.offset + last.width - from
  const tests = []
  for (const { attnum } of columns) {
    const value = /** @type {any} */ (newValues.get(attnum))
    if (value.nullable) tests.push(`${value.js} !== null`)
    if (!relation.columns[attnum - 1].notNull) tests.push(`!${layout.emitIsNull(attnum - 1, at, names.layout)}`)
  }
  if (tests.length > 0) fn.open(`if (${tests.join(' && ')}) {`)
  const covered = columns.reduce((sum, column) => sum + column.width, 0) === byteCount
  if (!covered)
    fn.line(`${fn.module.constant(copyWithin, 'copyWithin')}(view, bytes, ${scratch}, ${at} + ${from}, ${byteCount})`)
  for (const column of columns) {
    const value = /** @type {any} */ (newValues.get(column.attnum))
    fn.line(writeSource(fn, column, names.layout, column.attnum - 1, value.js, scratch + column.offset - from))
  }
  fn.line(`${names.heap}.patch(ctx.txn, ${tid}, ${from}, ${byteCount}, ${scratch})`)
  if (tests.length > 0) {
    fn.swap()
    general()
    fn.close()
  }
}

/**
 * Source: stores a value of a fixed column.
 * @param {FunctionBuilder} fn
 * @param {any} column LayoutColumn
 * @param {string} layout
 * @param {number} index
 * @param {string} value
 * @param {number | string} at
 */
export function writeSource(fn, column, layout, index, value, at) {
  switch (column.kind) {
    case 'bool': return `bytes[${at}] = ${value} ? 1 : 0`
    case 'char': return `bytes[${at}] = ${value}`
    case 'int2': return `view.setInt16(${at}, ${value}, true)`
    case 'int4': return `view.setInt32(${at}, ${value}, true)`
    case 'uint4': return `view.setUint32(${at}, ${value}, true)`
    case 'float4': return `view.setFloat32(${at}, ${value}, true)`
    case 'float8': return `view.setFloat64(${at}, ${value}, true)`
    case 'int8': return `${fn.module.constant(writeInt8, 'writeInt8')}(view, ${at}, ${value})`
    default: return `${layout}.columns[${index}].ops.encode(${value}, bytes, view, ${at})`
  }
}

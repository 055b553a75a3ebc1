/**
 * Values in locals become a tuple in scratch memory, without an array in between: fixed columns are stored at constant
 * offsets, variable ones one
 * after the other. A row that may be too long to stay on its page goes through heap.formTuple, which puts its longest
 * values out of line.
 */
import { heapNames } from '../scan/access.js'
import { writeSource } from './patch.js'
import { ATTRIBUTES_AT, OUT_OF_LINE, TUPLE_BYTES_TARGET, TUPLE_HEADER_BYTES } from '../../../storage/heap/tuple.js'

/** @typedef {import('../../../catalog/relation.js').RelationDesc} RelationDesc */
/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */
/**
 * @typedef {import('../../codegen/function.js').Value & { raw?: import('../../codegen/function.js').RawRange }} Value
 *   raw: stored bytes of a variable column, to be copied as they are; `js` then reads the value
 */

/** UTF-16 code units become at most so many bytes. */
const UTF8_BYTES_MAX = 3

/**
 * @param {FunctionBuilder} fn
 * @param {RelationDesc} relation
 * @param {Value[]} values atoms (or raw), one per column of the layout; dropped ones are null
 * @returns {string} name of the tuple's length; the tuple is at heap.tupleAt
 */
export function emitForm(fn, relation, values) {
  const { module } = fn
  const { heap } = relation
  const { layout } = heap
  const names = heapNames(module, relation)
  const at = heap.tupleAt
  const size = module.name('size')
  const bounds = layout.columns.flatMap((/** @type {any} */ column, /** @type {number} */ index) =>
    column.isVar && values[index].js !== 'null' ? [boundOf(fn, column, values[index])] : [],
  )
  const general = `${names.heap}.formTuple(ctx.txn, [${values.map((value) => value.js).join(', ')}])`
  if (layout.varStart > TUPLE_BYTES_TARGET) {
    fn.line(`const ${size} = ${general}`)
    return size
  }
  if (bounds.length > 0) {
    fn.line(`let ${size} = ${layout.varStart} + ${bounds.join(' + ')}`)
    fn.open(`if (${size} <= ${TUPLE_BYTES_TARGET}) {`)
  }
  fn.line(`view.setFloat64(${at}, 0)`)
  fn.line(`view.setFloat64(${at + 8}, 0)`)
  fn.line(`view.setUint16(${at + ATTRIBUTES_AT}, ${layout.columnCount}, true)`)
  for (let byte = 0; byte < layout.bitmapBytes; byte++)
    fn.line(`bytes[${at + TUPLE_HEADER_BYTES + byte}] = ${nullBits(values, 8 * byte)}`)
  layout.columns.forEach((/** @type {any} */ column, /** @type {number} */ index) => {
    if (column.isVar) return
    const value = values[index]
    const put = writeSource(fn, column, names.layout, index, value.js, at + column.offset)
    if (value.js === 'null') fn.line(zeros(at + column.offset, column.width))
    else
      fn.line(
        value.nullable ? `if (${value.js} !== null) ${put}; else { ${zeros(at + column.offset, column.width)} }` : put,
      )
  })
  if (layout.varCount > 0) {
    const end = module.name('end')
    fn.line(`let ${end} = ${at + layout.varStart}`)
    layout.columns.forEach((/** @type {any} */ column, /** @type {number} */ index) => {
      if (!column.isVar) return
      const value = values[index]
      const { raw } = value
      const put = raw !== undefined ? `${end} = ${module.constant(copyBytes, 'copyBytes')}(bytes, ${raw.start}, ${raw.at} + ${raw.endWord}, ${end})`
        : `${end} = ${module.constant(column.ops, 'type')}.encode(${value.js}, bytes, view, ${end})`
      if (value.js !== 'null') fn.line(value.nullable ? `if (!${nullTest(value)}) ${put}` : put)
      fn.line(`view.setUint16(${at + layout.endsAt + 2 * column.varIndex}, ${end} - ${at}, true)`)
    })
    if (bounds.length > 0) fn.line(`${size} = ${end} - ${at}`)
  }
  if (bounds.length > 0) fn.close(`} else ${size} = ${general}`)
  else fn.line(`const ${size} = ${layout.varStart}`)
  return size
}

/** Source: no fewer bytes than the value takes. @param {FunctionBuilder} fn @param {any} column @param {Value} value */
function boundOf(fn, column, value) {
  const { raw } = value
  if (raw !== undefined) {
    // What is out of line is not copied: the tuple is formed from values.
    const copied = `(${raw.endWord} < ${OUT_OF_LINE} ? ${raw.at} + ${raw.endWord} - ${raw.start} : ${TUPLE_BYTES_TARGET + 1})`
    return raw.isNull === null ? copied : `(${raw.isNull} ? 0 : ${copied})`
  }
  const bytes = column.ops.textIsStored
    ? `${UTF8_BYTES_MAX} * ${value.js}.length`
    : `${fn.module.constant(column.ops, 'type')}.encodedBytes(${value.js})`
  return value.nullable ? `(${value.js} === null ? 0 : ${bytes})` : bytes
}

/** Source: one byte of the null bitmap. @param {Value[]} values @param {number} from */
function nullBits(values, from) {
  const bits = []
  let always = 0
  for (let bit = 0; bit < 8 && from + bit < values.length; bit++) {
    const value = values[from + bit]
    if (value.js === 'null') always |= 1 << bit
    else if (value.nullable) bits.push(`(${nullTest(value)} ? ${1 << bit} : 0)`)
  }
  if (always !== 0 || bits.length === 0) bits.push(String(always))
  return bits.join(' | ')
}

/** Source: is the value null? @param {Value} value */
const nullTest = ({ js, raw }) => raw === undefined ? `(${js} === null)` : raw.isNull ?? 'false'

/**
 * @param {Uint8Array} bytes
 * @param {number} from
 * @param {number} stop
 * @param {number} to
 * @returns {number} end of the copy
 */
function copyBytes(bytes, from, stop, to) {
  if (stop - from > 48) {
    bytes.copyWithin(to, from, stop)
    return to + stop - from
  }
  while (from < stop) bytes[to++] = bytes[from++]
  return to
}

/** @param {number} at @param {number} width */
function zeros(at, width) {
  const puts = []
  let left = width
  for (; left >= 4; left -= 4) puts.push(`view.setInt32(${at + width - left}, 0)`)
  for (; left > 0; left--) puts.push(`bytes[${at + width - left}] = 0`)
  return puts.join('; ')
}

/**
 * COPY FROM's usual rows, from the client's bytes to a tuple without values in between: a function written for the
 * table reads the fields of a line and stores
 * each where the layout has it. It takes lines of text or CSV format that need no second look: no escapes and quotes,
 * integers of few digits, text short enough for its column.
 * Every other line it leaves where it is (NOT_PLAIN), and the general reader takes it, with its errors. So it never
 * decides that something is wrong.
 *
 * The reader's side is `RowReader.plainEnd` (engine/commands/copy): lines that begin at or before it end at a newline
 * that is there.
 */
import { writeSource } from './patch.js'
import { isEnforced } from './index-changes.js'
import { keysToCheck } from './foreign-keys.js'
import { isGin } from '../scan/gin-scan.js'
import { isGist } from '../scan/gist-scan.js'
import { heapNames } from '../scan/access.js'
import { ATTRIBUTES_AT, TUPLE_BYTES_TARGET, TUPLE_HEADER_BYTES } from '../../../storage/heap/tuple.js'

/** @import { Modify } from '../../../planner/plan.js' */
/** @import { IndexDesc } from '../../../catalog/relation.js' */
/** @typedef {import('../../../catalog/relation.js').RelationDesc} RelationDesc */
/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */

const INT2 = 21
const INT4 = 23
const INT8 = 20
const FLOAT8 = 701
const TEXT = 25
const VARCHAR = 1043
const BPCHAR = 1042
/** Longest run of digits that is exact in a number whatever they are. */
const DIGITS_MAX = 15
/** Copied by a loop up to here. */
const LOOP_BYTES_MAX = 48

/**
 * May rows of this insert be read that way?
 * @param {any} node Modify @param {RelationDesc} relation
 */
export function readsPlainRows(node, relation) {
  const { input } = node
  if (node.kept?.length > 0) return false
  if (input.node !== 'external' || node.checks.length > 0 || keysToCheck(relation, null).length > 0) return false
  const { layout } = relation.heap
  if (layout.varStart > TUPLE_BYTES_TARGET || layout.hasAdded() || layout.columnCount !== node.values.length)
    return false
  let last = 0
  for (const value of node.values) {
    if (value.kind === 'const' && value.value === null) continue
    // The fields come in the order of the columns.
    if (value.kind !== 'column' || value.rt !== input.rt || value.attnum !== last + 1) return false
    last = value.attnum
  }
  return last === input.types.length && last > 0 && relation.indexes.every((index) => isPlainIndex(index, node))
}

/** Whether a row's tuple alone says what entry it wants. @param {IndexDesc} index @param {Modify} node */
function isPlainIndex(index, node) {
  if (isGin(index) || isGist(index)) return false
  if (!isEnforced(index)) return true
  return (
    !index.exclusion
    && (index.nullsNotDistinct || index.keys.every((key) => key.attnum > 0 && node.notNull.includes(key.attnum)))
  )
}

/**
 * Writes the function (reader, bytes, view, to) -> length of the tuple at bytes[to], or -1.
 * @param {FunctionBuilder} fn @param {any} node @param {RelationDesc} relation @returns {string} its name
 */
export function plainRowReader(fn, node, relation) {
  const { module } = fn
  const { layout } = relation.heap
  const names = heapNames(module, relation)
  /** @type {string[]} */
  const lines = []
  const line = (/** @type {string} */ text) => lines.push(`  ${text}`)
  line('const text = reader.bytes, delimiter = reader.options.delimiter, quote = reader.plainQuote, slash = reader.plainSlash, nullIsEmpty = reader.nullIsEmpty')
  line('let at = reader.at, from = 0, value = 0, digits = 0, high = 0, isNull = false, other = null')
  line('let c = text[at]')
  line('if (c === 92) return -1') // it may be the end marker
  for (let word = 0; word < TUPLE_HEADER_BYTES; word += 8) line(`view.setFloat64(to + ${word}, 0)`)
  line(`view.setUint16(to + ${ATTRIBUTES_AT}, ${layout.columnCount}, true)`)
  for (let byte = 0; byte < layout.bitmapBytes; byte++) line(`let nulls${byte} = 0`)
  line(`let end = to + ${layout.varStart}`)
  const fields = node.input.types.length
  layout.columns.forEach((/** @type {any} */ column, /** @type {number} */ index) => {
    const value = node.values[index]
    const setNull = `nulls${index >>> 3} |= ${1 << (index & 7)}`
    if (value.kind === 'const') line(setNull)
    else {
      const isLast = value.attnum === fields
      const mayBeNull = !node.notNull.includes(index + 1)
      line('isNull = false')
      line(`if (nullIsEmpty) { if (c === delimiter || c === 10) ${mayBeNull ? 'isNull = true' : 'return -1'} }`)
      line(`else if (c === 92) { ${mayBeNull ? `if (text[at + 1] !== 78) return -1; at += 2; c = text[at]; if (c !== ${isLast ? '10' : 'delimiter'}) return -1; isNull = true` : 'return -1'} }`)
      if (mayBeNull) line('if (!isNull) {')
      field(line, fn, relation, column, index, names)
      if (mayBeNull) line(`} else ${setNull}`)
      line(`if (c !== ${isLast ? '10' : 'delimiter'}) return -1`)
      line(isLast ? 'at++' : 'c = text[++at]')
    }
    if (column.isVar) line(`view.setUint16(to + ${layout.endsAt + 2 * column.varIndex}, end - to, true)`)
    else {
      const zero = zeros(column)
      if (value.kind === 'const') line(zero)
      else if (!node.notNull.includes(index + 1)) line(`if (isNull) { ${zero} }`)
    }
  })
  for (let byte = 0; byte < layout.bitmapBytes; byte++) line(`bytes[to + ${TUPLE_HEADER_BYTES + byte}] = nulls${byte}`)
  line('reader.at = at')
  line('return end - to')
  return module.helper('plainRow', 'reader, bytes, view, to', lines.join('\n'))
}

/**
 * The field at hand, stored; `c` is the byte behind it then.
 * @param {(text: string) => void} line
 * @param {FunctionBuilder} fn
 * @param {RelationDesc} relation
 * @param {any} column of the layout
 * @param {number} index
 * @param {{ layout: string }} names
 */
function field(line, fn, relation, column, index, names) {
  const { typeOid, typmod } = relation.columns[index]
  const place = `to + ${column.offset}`
  if (typeOid === INT4 || typeOid === INT2 || typeOid === INT8) {
    integer(line, typeOid === INT2 ? 4 : typeOid === INT4 ? 9 : DIGITS_MAX)
    line(
      typeOid === INT2
        ? `view.setInt16(${place}, value, true)`
        : typeOid === INT4
          ? `view.setInt32(${place}, value, true)`
          : writeSource(fn, column, names.layout, index, 'value', place),
    )
    return
  }
  const bpchar = typeOid === BPCHAR && typmod > 4
  if (typeOid === TEXT || ((typeOid === VARCHAR || typeOid === BPCHAR) && (typmod < 0 || typmod > 4))) {
    span(line)
    line('digits = at - from')
    line('if (high < 128) {')
    if (typmod > 4 && typeOid !== TEXT) line(`if (digits > ${typmod - 4}) return -1`)
    const stored = bpchar ? String(typmod - 4) : 'digits'
    line(`if (end - to + ${stored} > ${TUPLE_BYTES_TARGET}) return -1`)
    line(`if (digits > ${LOOP_BYTES_MAX}) bytes.set(text.subarray(from, at), end); else for (let i = 0; i < digits; i++) bytes[end + i] = text[from + i]`)
    if (bpchar) line(`if (digits < ${typmod - 4}) bytes.fill(32, end + digits, end + ${typmod - 4})`)
    line(`end += ${stored}`)
    line('} else {')
    general(line, fn, relation, column, index)
    line('}')
    return
  }
  if (typeOid === FLOAT8) {
    // Digits, and digits behind a point: both exact, so one division gives the nearest number.
    line('{ const start = at')
    integer(line, DIGITS_MAX, false)
    line('let scale = 0')
    line('if (c === 46) { from = at + 1; c = text[++at]; let low = Math.abs(value); while (c >= 48 && c <= 57) { low = low * 10 + (c - 48); c = text[++at] }')
    line(`scale = at - from; digits += scale; if (text[start] === 45) low = -low; value = low }`)
    line(`if (digits > 0 && digits <= ${DIGITS_MAX} && (c === delimiter || c === 10)) view.setFloat64(${place}, value === 0 && text[start] === 45 ? -0 : value / ${fn.module.constant(POWERS, 'powers')}[scale], true)`)
    line('else { at = start; c = text[at]')
    span(line)
    general(line, fn, relation, column, index)
    line('} }')
    return
  }
  span(line)
  general(line, fn, relation, column, index)
}

const POWERS = Float64Array.from({ length: DIGITS_MAX + 1 }, (_, power) => 10 ** power)

/**
 * Sign and digits to `value`, their count to `digits`.
 * @param {(text: string) => void} line
 * @param {number} most
 * @param {boolean} [strict] leave the line where there are none or more
 */
function integer(line, most, strict = true) {
  line('{ const negative = c === 45; if (negative) c = text[++at]; from = at; value = 0')
  line(`while (c >= 48 && c <= 57) { value = value * 10 + (c - 48); c = text[++at] }`)
  line('digits = at - from')
  if (strict) line(`if (digits === 0 || digits > ${most}) return -1`)
  line('if (negative && value !== 0) value = -value }')
}

/**
 * The field's bytes: from `from` to `at`; `high` is above 127 where one of them is.
 * @param {(text: string) => void} line
 */
function span(line) {
  line('from = at; high = 0')
  line('while (c !== delimiter && c !== 10) { if (c === slash || c === quote || c === 13 || c === 0) return -1; high |= c; c = text[++at] }')
}

/**
 * By the column's type, from the bytes of `span`.
 * @param {(text: string) => void} line
 * @param {FunctionBuilder} fn
 * @param {RelationDesc} relation
 * @param {any} column
 * @param {number} index
 */
function general(line, fn, relation, column, index) {
  const ops = fn.module.constant(column.ops, 'type')
  const given = fn.module.constant(
    {
      name: relation.columns[index].name, type: relation.columns[index].typeOid, typmod: relation.columns[index].typmod,
      ops: column.ops,
    },
    'copyColumn',
  )
  line(`other = reader.value(${given}, text, from, at)`)
  if (!column.isVar) {
    line(writeSource(fn, column, heapNames(fn.module, relation).layout, index, 'other', `to + ${column.offset}`))
    return
  }
  line(`if (end - to + ${ops}.encodedBytes(other) > ${TUPLE_BYTES_TARGET}) return -1`)
  line(`end = ${ops}.encode(other, bytes, view, end)`)
}

/** @param {any} column fixed */
function zeros({ offset, width }) {
  const puts = []
  let left = width
  for (; left >= 4; left -= 4) puts.push(`view.setInt32(to + ${offset + width - left}, 0)`)
  for (; left > 0; left--) puts.push(`bytes[to + ${offset + width - left}] = 0`)
  return puts.join('; ')
}

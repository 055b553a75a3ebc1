/**
 * Where rows go. 'wire' builds DataRow messages in the connection's writer, 'rows' pushes arrays, 'objects' what the
 * program sees, 'none' only counts.
 *
 *   DataRow   byte 'D', int32 length of the message without the byte, int16 column count, per column int32 length (-1 null) and bytes
 *
 * Integers are printed without strings; a text column that nothing has decoded yet is copied from page bytes to message
 * bytes.
 */
import { expression } from './expressions/compile.js'
import { baseType, typeOps } from './expressions/operations.js'
import { keyOf } from './codegen/function.js'
import { largeOutput } from './expressions/large-calls.js'

/** @import { Expr } from '../catalog/expr.js' */
/** @import { TypeEnv, TypeOps } from '../types/type-ops.js' */

/** @typedef {import('./codegen/function.js').FunctionBuilder} FunctionBuilder */

/**
 * @param {FunctionBuilder} fn
 * @param {{ outputs: Expr[], columns: { name: string }[] }} planned
 * @param {'wire' | 'rows' | 'objects' | 'none'} output
 * @param {number[] | null} formats per column; one for all; none: text
 */
export function emitRow(fn, { outputs, columns }, output, formats) {
  if (output === 'wire') wireRow(fn, outputs, formats)
  else if (output === 'rows') fn.line(`ctx.rows.push([${outputs.map((expr) => expression(fn, expr).js).join(', ')}])`)
  else if (output === 'objects') fn.line(`ctx.rows.push(${objectOf(fn, outputs, columns, formats ?? [])})`)
  fn.line('ctx.rowCount++')
  if (!fn.module.generator || output === 'none') return
  const full = output === 'wire' ? 'ctx.writer.at >= ctx.highWater' : 'ctx.rows.length >= ctx.highWater'
  fn.line(`if (ctx.rowCount >= ctx.rowLimit || ${full}) { ${fn.module.constant(fn.module.releaseCursors, 'releaseCursors')}(ctx); yield 3 }`)
}

/**
 * A literal: all rows of a statement are of one shape. Of columns with the same name the last wins.
 * @param {FunctionBuilder} fn
 * @param {Expr[]} outputs
 * @param {{ name: string }[]} columns
 * @param {number[]} converted 1 where ctx.convert has work
 */
function objectOf(fn, outputs, columns, converted) {
  const values = outputs.map((expr, at) => {
    const { js, nullable, atom } = expression(fn, expr)
    if (atom && converted[at] !== 1) return js
    const name = atom ? js : fn.module.name('out')
    if (!atom) fn.line(`const ${name} = ${js}`)
    return converted[at] !== 1 ? name : `${nullable ? `${name} === null ? null : ` : ''}ctx.convert[${at}](${name})`
  })
  const last = new Map(columns.map(({ name }, at) => [name, at]))
  return `{ ${[...last].map(([name, at]) => `${propertyOf(name)}: ${values[at]}`).join(', ')} }`
}

/** A property of an object literal. @param {string} name */
export const propertyOf = (name) => name === '__proto__' ? '["__proto__"]' : JSON.stringify(name)

/** @param {FunctionBuilder} fn @param {Expr[]} outputs @param {number[] | null} formats */
function wireRow(fn, outputs, formats) {
  const { module } = fn
  // Values first: an expression that fails must not leave half a message.
  const columns = outputs.map((expr, at) =>
    column(fn, expr, formats === null || formats.length === 0 ? 0 : formats.length === 1 ? formats[0] : formats[at]),
  )
  const writer = module.name('w')
  const mark = module.name('mark')
  fn.line(`const ${writer} = ctx.writer`)
  // Printing and sending values may fail, too.
  const mayFail = columns.some(({ fails }) => fails)
  if (mayFail) fn.line(`${writer}.open = ${writer}.at`)
  fn.line(`${writer}.u8(68)`)
  fn.line(`const ${mark} = ${writer}.reserveLength()`)
  fn.line(`${writer}.i16(${outputs.length})`)
  for (const { isNull, put } of columns) {
    if (isNull === '') put(writer)
    else {
      fn.open(`if (${isNull}) ${writer}.i32(-1); else {`)
      put(writer)
      fn.close()
    }
  }
  // unlike a column's, the message's length counts its own word
  fn.line(`${writer}.view.setInt32(${mark}, ${writer}.at - ${mark})`)
  if (mayFail) fn.line(`${writer}.open = -1`)
}

/**
 * @param {FunctionBuilder} fn
 * @param {Expr} expr
 * @param {number} format
 * @returns {{ isNull: string, put: (writer: string) => void, fails: boolean }}
 */
function column(fn, expr, format) {
  const { module } = fn
  const ops = typeOps(module, expr.type)
  const plain = stripRelabel(expr)
  const raw = plain.kind === 'column' && ops.textIsStored ? fn.peek(keyOf(plain))?.raw : undefined
  if (raw !== undefined && fn.peek(keyOf(plain))?.js === undefined) {
    return { isNull: raw.isNull ?? '', fails: false, put: (writer) => {
      const end = module.name('end')
      fn.line(`const ${end} = ${raw.endWord}`)
      fn.line(`if (${end} < 32768) ${module.constant(copyStored, 'copyStored')}(${writer}, view, bytes, ${raw.start}, ${raw.at} + ${end})`)
      fn.line(`else { const value = ${raw.layout}.varBytes(${raw.index}, bytes, view, ${raw.at}); ${module.constant(copyValue, 'copyValue')}(${writer}, value) }`)
    } }
  }
  const binding = ops.textIsStored && (plain.kind === 'column' || plain.kind === 'slot') ? fn.peek(keyOf(plain)) : null
  if (binding !== null && binding.text !== undefined && binding.js === undefined) {
    const { space, at, cell, nullable } = binding.text
    return {
      isNull: nullable ? `${space}.view.getUint32(${at} + ${cell}, true) === 0` : '', fails: false,
      put: (writer) => fn.line(`${module.constant(copyCell, 'copyCell')}(${writer}, ${space}, ${at}, ${cell})`),
    }
  }
  const value = expression(fn, expr)
  let name = value.js
  if (!value.atom) {
    name = module.name('out')
    fn.line(`const ${name} = ${value.js}`)
  }
  const isNull = value.nullable ? `${name} === null` : ''
  const large = format === 1 ? null : largeOutput(fn, ops)
  if (large !== null) {
    const written = module.name('text')
    fn.line(`const ${written} = ${isNull === '' ? '' : `${isNull} ? null : `}${large([name])}`)
    const small = text(fn, ops, baseType(module, expr.type), name)
    return { isNull, fails: true, put: (writer) => {
      fn.open(`if (${written} !== null) ${module.constant(putString, 'putString')}(${writer}, ${written}); else {`)
      small(writer)
      fn.close()
    } }
  }
  const put = format === 1 ? binary(fn, ops, name) : text(fn, ops, baseType(module, expr.type), name)
  return {
    isNull, put,
    fails: !(format === 1 ? PLAIN_BINARY : PLAIN_TEXT).has(format === 1 ? ops.oid : baseType(module, expr.type)),
  }
}

/** Types whose values are written here. */
const PLAIN_BINARY = new Set([23, 1082, 21, 20, 1114, 1184, 16, 701])
const PLAIN_TEXT = new Set([21, 23, 26, 16])

/** @param {FunctionBuilder} fn @param {TypeOps} ops @param {string} name @returns {(writer: string) => void} */
function binary(fn, ops, name) {
  switch (ops.oid) {
    case 23: case 1082: return (writer) => fn.line(`${writer}.i32(4); ${writer}.i32(${name})`)
    case 21: return (writer) => fn.line(`${writer}.i32(2); ${writer}.i16(${name})`)
    case 20: case 1114: case 1184: return (writer) => fn.line(`${writer}.i32(8); ${writer}.i64(${name})`)
    case 16: return (writer) => fn.line(`${writer}.i32(1); ${writer}.u8(${name} ? 1 : 0)`)
    case 701: return (writer) => fn.line(`${writer}.i32(8); ${writer}.f64(${name})`)
    default: return (writer) => fn.line(`${fn.module.constant(putBinary, 'putBinary')}(${writer}, ${fn.module.constant(ops, 'type')}, ${name}, ctx.env)`)
  }
}

/**
 * @param {FunctionBuilder} fn
 * @param {TypeOps} ops
 * @param {number} type
 * @param {string} name
 * @returns {(writer: string) => void}
 */
function text(fn, ops, type, name) {
  if (type === 21 || type === 23 || type === 26)
    return (writer) => fn.line(`${fn.module.constant(putInteger, 'putInteger')}(${writer}, ${name})`)
  if (type === 16) return (writer) => fn.line(`${writer}.i32(1); ${writer}.u8(${name} ? 116 : 102)`)
  return (writer) =>
    fn.line(
      `${fn.module.constant(putText, 'putText')}(${writer}, ${fn.module.constant(ops, 'type')}, ${name}, ctx.env)`,
    )
}

/**
 * @param {import('../util/byte-writer.js').ByteWriter} writer
 * @param {DataView} view
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
function copyStored(writer, view, bytes, start, end) {
  writer.i32(end - start)
  writer.stored(view, bytes, start, end - start)
}

/** @param {import('../util/byte-writer.js').ByteWriter} writer @param {Uint8Array} value */
function copyValue(writer, value) {
  writer.i32(value.length)
  writer.raw(value)
}

/**
 * @param {import('../util/byte-writer.js').ByteWriter} writer
 * @param {import('./spill/row-space.js').RowSpace} space
 * @param {number} at
 * @param {number} cell
 */
function copyCell(writer, { bytes, view }, at, cell) {
  const start = at + view.getUint32(at + cell, true)
  const count = view.getUint32(at + cell + 4, true)
  writer.i32(count)
  writer.stored(view, bytes, start, count)
}

/** @param {import('../util/byte-writer.js').ByteWriter} writer @param {number} value */
export function putInteger(writer, value) {
  const mark = writer.at
  writer.i32(0)
  writer.decimal(value)
  writer.view.setInt32(mark, writer.at - mark - 4)
}

/**
 * @param {import('../util/byte-writer.js').ByteWriter} writer
 * @param {TypeOps} ops
 * @param {unknown} value
 * @param {TypeEnv} env
 */
export function putText(writer, ops, value, env) {
  const mark = writer.at
  writer.i32(0)
  ops.writeText(value, writer, env)
  writer.view.setInt32(mark, writer.at - mark - 4)
}

/** @param {import('../util/byte-writer.js').ByteWriter} writer @param {string} text */
function putString(writer, text) {
  const mark = writer.at
  writer.i32(0)
  writer.utf8(text)
  writer.view.setInt32(mark, writer.at - mark - 4)
}

/**
 * @param {import('../util/byte-writer.js').ByteWriter} writer
 * @param {TypeOps} ops
 * @param {unknown} value
 * @param {TypeEnv} env
 */
export function putBinary(writer, ops, value, env) {
  const mark = writer.at
  writer.i32(0)
  ops.send(value, writer, env)
  writer.view.setInt32(mark, writer.at - mark - 4)
}

/** @param {Expr} expr @returns {any} */
const stripRelabel = (expr) => expr.kind === 'relabel' ? stripRelabel(expr.arg) : expr

/**
 * Texts of a table compared where they are stored: `column = constant`, `<>` and short IN lists over a column nobody
 * has read yet look at its bytes, and decode nothing. What they are compared with is made bytes once an execution. Only
 * equality, and of types and collations where equal texts have equal bytes (but for bpchar's blanks).
 */
import { keyOf } from '../codegen/function.js'
import { OUT_OF_LINE } from '../../storage/heap/tuple.js'
import { baseType, collatedCall } from './operations.js'
/** @import { Expr, OpCall } from '../../catalog/expr.js' */

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */

const encoder = new TextEncoder()
/** text, varchar; name has a limit of its own */
const TEXTS = new Set([25, 1043])
const BPCHAR = 1042
/** prosrc of the operators' functions */
const EQUAL = new Map([['texteq', ''], ['textne', '!'], ['bpchareq', ''], ['bpcharne', '!']])

/**
 * Source of "column = value is true", or null: values are to be compared.
 * @param {FunctionBuilder} fn @param {OpCall} expr OpCall of two arguments @returns {string | null}
 */
export function storedTextTest(fn, expr) {
  const source = fn.module.catalog?.function?.(expr.funcOid)?.source
  const sign = EQUAL.get(source)
  if (sign === undefined || expr.args.length !== 2 || (expr.inputCollation && collatedCall(fn, expr) !== null))
    return null
  const [a, b] = expr.args
  const [column, value] = isFixed(b) ? [plain(a), b] : [plain(b), a]
  if (column.kind !== 'column' || !isFixed(value)) return null
  const isBlank = source.startsWith('bpchar')
  const base = baseType(fn.module, column.type)
  if (isBlank ? base !== BPCHAR : !TEXTS.has(base)) return null
  const binding = fn.peek(keyOf(column))
  if (binding?.raw === undefined || binding.js !== undefined) return null
  const { isNull, at, start, endWord, layout, index } = binding.raw
  const bytes = bytesOf(fn, value, isBlank)
  const same = `${fn.module.constant(isBlank ? isBlankPadded : isText, isBlank ? 'isBlankPadded' : 'isText')}(bytes, view, ${at}, ${start}, ${endWord}, ${layout}, ${index}, ${bytes})`
  const tests = [
    ...(isNull === null ? [] : [`!(${isNull})`]), ...(value.kind === 'const' ? [] : [`${bytes} !== null`]),
    `${sign}${same}`,
  ]
  return `(${tests.join(' && ')})`
}

/**
 * A comparison of a column with an array's elements, as one each; null: another way is better.
 * @param {any} expr ScalarArrayOp
 * @param {any[]} elements
 */
export const eachElement = (expr, elements) =>
  elements.map((element) => ({ ...expr, kind: 'op', args: [expr.args[0], element] }))

/** Of an array that is written out. @param {Expr} array @param {number} elementType @returns {any[] | null} */
export function elementsOf(array, elementType) {
  if (array.kind === 'array') return array.multidims ? null : array.elements
  if (array.kind !== 'const' || array.value === null) return null
  return array.value.values.map((/** @type {unknown} */ value) => ({
    kind: 'const', value, type: elementType, typmod: -1, collation: array.collation, location: -1,
  }))
}

/** @param {any} expr @returns {any} without casts that change no byte */
const plain = (expr) => expr.kind === 'relabel' || expr.kind === 'collate' ? plain(expr.arg) : expr

/** @param {any} expr */
export const isFixed = (expr) => (expr.kind === 'const' && typeof expr.value === 'string') || expr.kind === 'param'

/**
 * Name of the bytes that a value is compared by, null for NULL.
 * @param {FunctionBuilder} fn
 * @param {any} value
 * @param {boolean} isBlank
 */
function bytesOf(fn, value, isBlank) {
  const { module } = fn
  if (value.kind === 'const')
    return module.memo(`bytes of ${isBlank} ${value.value}`, () =>
      module.constant(textBytes(value.value, isBlank), 'text'),
    )
  const { js } = fn.param(value)
  const name = `${js}${isBlank ? 'trimmed' : 'bytes'}`
  const known = module.memo(name, () => ({ state: module.state() }))
  if (!fn.bytesLoaded.has(name)) {
    fn.bytesLoaded.add(name)
    fn.prologue.push(`const ${name} = ${known.state} === undefined ? (${known.state} = ${module.constant(textBytes, 'textBytes')}(${js}, ${isBlank})) : ${known.state}`)
  }
  return name
}

/** @param {string | null} text @param {boolean} isBlank @returns {Uint8Array | null} */
function textBytes(text, isBlank) {
  return text === null ? null : encoder.encode(isBlank ? text.replace(/ +$/, '') : text)
}

/**
 * @param {Uint8Array} bytes
 * @param {DataView} view
 * @param {number} at the tuple
 * @param {number} start of the column's bytes
 * @param {number} endWord
 * @param {any} layout
 * @param {number} index
 * @param {Uint8Array} text
 */
function isText(bytes, view, at, start, endWord, layout, index, text) {
  let stop = at + endWord
  if (endWord >= OUT_OF_LINE) {
    bytes = layout.varBytes(index, bytes, view, at)
    start = 0
    stop = bytes.length
  }
  const count = text.length
  if (stop - start !== count) return false
  for (let place = 0; place < count; place++) if (bytes[start + place] !== text[place]) return false
  return true
}

/**
 * The same without the blanks at the end.
 * @param {Uint8Array} bytes
 * @param {DataView} view
 * @param {number} at
 * @param {number} start
 * @param {number} endWord
 * @param {any} layout
 * @param {number} index
 * @param {Uint8Array} text
 */
function isBlankPadded(bytes, view, at, start, endWord, layout, index, text) {
  let stop = at + endWord
  if (endWord >= OUT_OF_LINE) {
    bytes = layout.varBytes(index, bytes, view, at)
    start = 0
    stop = bytes.length
  }
  const count = text.length
  if (stop - start < count) return false
  for (let place = 0; place < count; place++) if (bytes[start + place] !== text[place]) return false
  for (let place = start + count; place < stop; place++) if (bytes[place] !== 32) return false
  return true
}

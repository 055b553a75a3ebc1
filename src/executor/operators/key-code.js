/**
 * Sources that hash a key, keep it in a cell of Columns and compare it with one, by the type's family; hash joins and
 * groups are built of them. Values are kept as they are: 1.0 and 1.00, texts with and without trailing blanks have one
 * hash and are the same key. Only what is none of these families (arrays, jsonb, texts of a collation that is not
 * deterministic …) is kept and compared as the text that canonical-key.js makes of it.
 */
import { baseType, isEnum } from '../expressions/operations.js'
import { canonicalKey } from '../canonical-key.js'
import {
  ANY, BOOL, BYTES, INT, INT_OR_NULL, NUMERIC, TEXT, WIDE, isIntType, kindOfCell, wideCell,
} from '../spill/columns.js'
import { APART, hashBlankPadded, hashBytes, hashText, isBlankPadded, isBytes, isText } from '../spill/arena.js'
import { hashOf } from '../spill/group-table.js'
import { compareNumeric, hashNumeric } from '../../types/numbers/numeric.js'
import { equalBpchar } from '../../types/strings/text.js'
import { BPCHAR, BYTEA, NUMERIC as NUMERIC_TYPE, UUID } from '../../types/oids.js'
import { typeOrNull } from './carry.js'

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('../codegen/module.js').Module} Module */
/**
 * @typedef {'int' | 'plain' | 'float' | 'numeric' | 'text' | 'blank' | 'bytes' | 'canonical'} Family plain: equal by
 *   ===, as numbers, bools and BigInts
 */

const FLOATS = new Set([700, 701])
const TEXTS = new Set([19, 25, 1043])
const BYTE_STRINGS = new Set([BYTEA, UUID])

/** @param {Module} module @param {number} type @returns {Family} */
export function familyOf(module, type) {
  const base = baseType(module, type)
  if (isIntType(base)) return 'int'
  if (FLOATS.has(base)) return 'float'
  if (base === NUMERIC_TYPE) return 'numeric'
  if (base === BPCHAR) return 'blank'
  if (BYTE_STRINGS.has(base)) return 'bytes'
  if (!module.primitiveKey(type)) return 'canonical'
  return base < 0 || TEXTS.has(base) ? 'text' : 'plain'
}

/** @param {Module} module @param {number} type @param {boolean} nullable @returns {number} kind of a key's cell */
export function kindOfKey(module, type, nullable) {
  switch (familyOf(module, type)) {
    case 'text': case 'blank': return TEXT
    case 'bytes': return BYTES
    case 'canonical': return ANY
    default: {
      const base = baseType(module, type)
      return isEnum(module, base) ? INT_OR_NULL : kindOfCell(base, nullable)
    }
  }
}

/**
 * Source of what a value is kept and compared as.
 * @param {FunctionBuilder} fn
 * @param {string} name of the value
 * @param {number} type
 * @returns {string}
 */
export function keptAs(fn, name, type) {
  if (familyOf(fn.module, type) !== 'canonical') return name
  return `(${name} === null ? null : ${fn.module.constant(canonicalKey(baseType(fn.module, type), typeOrNull(fn, type)), 'canonical')}(${name}))`
}

/**
 * @param {Module} module
 * @param {number} type
 * @param {string} key a name
 * @param {boolean} nullable
 * @returns {string} source of an int32
 */
export function hashSource(module, type, key, nullable) {
  const family = familyOf(module, type)
  if (family === 'int' && !nullable) return key
  const functions = { numeric: hashNumeric, text: hashText, blank: hashBlankPadded, bytes: hashBytes }
  if (!(family in functions)) return `${module.named('hashOf', hashOf)}(${key})`
  const found = functions[/** @type {keyof typeof functions} */ (family)]
  const hash = `${module.constant(found, found.name)}(${key})`
  return nullable ? `(${key} === null ? ${NULL_HASH} : ${hash})` : hash
}
const NULL_HASH = 0x5bd1e995

/**
 * Is the cell's key this one?
 * @param {Module} module
 * @param {number} type
 * @param {number} kind of the cell
 * @param {string} key a name
 * @param {boolean} nullable either may be null
 * @param {{ rows: string, at: number, column: string, row: string }} cell @returns {string}
 */
export function sameKeySource(module, type, kind, key, nullable, { rows, at, column, row }) {
  const cell = `${column}[${row}]`
  const isFloat = familyOf(module, type) === 'float'
  switch (kind) {
    case INT: return `${cell} === ${key}`
    case INT_OR_NULL: return nullable ? `(${cell} === ${key} || (${key} === null && ${cell} !== ${cell}))` : `${cell} === ${key}`
    case BOOL: return `${cell} === (${nullable ? `${key} === null ? 2 : ` : ''}${key} ? 1 : 0)`
    // a BigInt, NaN or an infinity is behind a cell that is Infinity
    case WIDE: return `(${cell} === ${key} && ${key} !== Infinity || (${cell} - ${cell} !== 0 && ${module.named('isWide', isWide)}(${rows}, ${at}, ${row}, ${cell}, ${key})))`
    case NUMERIC: return `${module.named('isNumeric', isNumeric)}(${rows}, ${at}, ${row}, ${cell}, ${key})`
    case TEXT: return familyOf(module, type) === 'blank' ? `${module.named('isBlankPaddedCell', isBlankPaddedCell)}(${rows}, ${at}, ${row}, ${cell}, ${key})`
      : `${module.named('isTextCell', isTextCell)}(${rows}, ${at}, ${row}, ${cell}, ${key})`
    case BYTES: return `${module.named('isBytesCell', isBytesCell)}(${rows}, ${at}, ${row}, ${cell}, ${key})`
    default: return isFloat ? `(${cell} === ${key} || (${key} !== ${key} && ${cell} !== ${cell}))` : `${cell} === ${key}`
  }
}

/** @typedef {import('../spill/columns.js').Columns} Columns */

/** @param {Columns} rows @param {number} at @param {number} row @param {number} cell not finite @param {unknown} key */
function isWide(rows, at, row, cell, key) {
  const held = wideCell(rows, at, row, cell)
  return held === key || (held !== held && key !== key)
}

/**
 * @param {Columns} rows
 * @param {number} at
 * @param {number} row
 * @param {number} cell
 * @param {import('../../types/numbers/numeric.js').Numeric | null} key
 */
function isNumeric(rows, at, row, cell, key) {
  if (key === null || cell !== cell) return key === null && cell !== cell
  if (cell === key.coef && rows.scales[at][row] === key.scale) return key.special === 0
  return compareNumeric(rows.read(at, row), key) === 0
}

/** @param {Columns} rows @param {number} at @param {number} row @param {number} cell @param {string | null} key */
function isTextCell(rows, at, row, cell, key) {
  if (cell < APART) return key !== null && isText(rows.arena, cell, key)
  return rows.read(at, row) === key
}

/** @param {Columns} rows @param {number} at @param {number} row @param {number} cell @param {string | null} key */
function isBlankPaddedCell(rows, at, row, cell, key) {
  if (cell < APART) return key !== null && isBlankPadded(rows.arena, cell, key)
  const held = rows.read(at, row)
  return held === null || key === null ? held === key : equalBpchar(held, key)
}

/** @param {Columns} rows @param {number} at @param {number} row @param {number} cell @param {Uint8Array | null} key */
function isBytesCell(rows, at, row, cell, key) {
  if (cell < APART) return key !== null && isBytes(rows.arena, cell, key)
  const held = rows.read(at, row)
  return held === null || key === null
    ? held === key
    : held.length === key.length
        && held.every((/** @type {number} */ byte, /** @type {number} */ place) => byte === key[place])
}

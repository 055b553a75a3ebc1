/**
 * Statements that differ in constants only are one: their text has $1, $2 … for the constants, behind the parameters
 * it has, and their number is made of the tree without constants, places and the names of output columns.
 */
import { parse } from '../../parser/parser.js'
import { hash32 } from '../index-keys.js'
import { toUtf8 } from '../../types/strings/text.js'

/** @typedef {import('../../parser/parser.js').ParsedStatement['stmt']} Tree */
/** @typedef {{ queryId: bigint, text: string }} Fingerprint */
/** @typedef {{ A_Const?: { location?: number, ival?: object, fval?: { fval: string }, sval?: object,
 *   boolval?: object, bsval?: object, isnull?: boolean }, ParamRef?: { number?: number } }} Leaf */

/** Where a number is a column. */
const COLUMN_LISTS = new Set(['groupClause', 'distinctClause'])
/** What says where something stands. */
const PLACES = new Set(['location', 'stmt_location', 'stmt_len'])

class Walk {
  constructor() {
    /** Byte offsets of constants. @type {Set<number>} */
    this.constants = new Set()
    this.parametersMax = 0
    /** @type {string[]} */
    this.parts = []
  }

  /** @param {Tree} tree @param {string} key it is found by @param {string} tag of the node around it */
  visit(tree, key, tag) {
    if (Array.isArray(tree)) {
      this.parts.push('[')
      for (const item of tree) this.visit(item, key, tag)
      this.parts.push(']')
      return
    }
    if (typeof tree !== 'object') {
      this.parts.push(String(tree), ';')
      return
    }
    const { A_Const: constant, ParamRef: parameter } = /** @type {Leaf} */ (tree)
    // A number in ORDER BY or GROUP BY is a column, in a type its length.
    const isColumn = constant?.ival !== undefined && (tag === 'SortBy' || COLUMN_LISTS.has(key))
    if (constant !== undefined && !isColumn && key !== 'typmods') {
      this.constants.add(constant.location ?? 0)
      this.parts.push(kindOf(constant))
      return
    }
    if (parameter !== undefined) this.parametersMax = Math.max(this.parametersMax, parameter.number ?? 0)
    for (const name of Object.keys(tree)) {
      if (PLACES.has(name) || (name === 'name' && key === 'targetList' && tag === 'SelectStmt')) continue
      this.parts.push(name, ':')
      const child = tree[name]
      const isNode = /^[A-Z]/.test(name)
      this.visit(child, isNode ? key : name, isNode && name !== 'ResTarget' ? name : tag)
    }
  }
}

/** @param {NonNullable<Leaf['A_Const']>} constant @returns {string} of which type it is */
function kindOf({ ival, fval, sval, boolval, bsval }) {
  if (ival !== undefined) return '?i'
  if (fval !== undefined) return /^-?[0-9]+$/.test(fval.fval) ? '?l' : '?n'
  if (boolval !== undefined) return '?b'
  return sval !== undefined ? '?s' : bsval !== undefined ? '?x' : '?0'
}

const SPACE = '(?:[ \\t\\n\\r\\f\\v]|--[^\\n]*\\n|/\\*.*?\\*/)*'
const CONSTANT = new RegExp(
  `(?:-${SPACE})?(?:0[xX][0-9a-fA-F]+|(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][-+]?[0-9]+)?)` +
  "|[eE]'(?:[^'\\\\]|''|\\\\.)*'|(?:[nNbBxX]|[uU]&)?'(?:[^']|'')*'" +
  '|\\$([A-Za-z_\\x80-\\xff][\\w\\x80-\\xff]*)?\\$.*?\\$\\1\\$|[A-Za-z]+', 'sy')

/** @param {string} text @param {Set<number>} constants @param {number} last parameter */
function withoutConstants(text, constants, last) {
  // One letter a byte: places count bytes.
  const letters = Buffer.from(text).toString('latin1')
  let made = ''
  let from = 0
  for (const at of [...constants].sort((a, b) => a - b)) {
    if (at < from) continue
    CONSTANT.lastIndex = at
    const match = CONSTANT.exec(letters)
    if (match === null) continue
    made += `${letters.slice(from, at)}$${++last}`
    from = at + match[0].length
  }
  return Buffer.from(made + letters.slice(from), 'latin1').toString()
}

/** @param {string} of @returns {bigint} 64 bits, signed, not 0 */
function numberOf(of) {
  const bytes = toUtf8(of)
  const number = BigInt.asIntN(64, (BigInt(hash32(bytes, 0)) << 32n) | BigInt(hash32(bytes, 0x5bd1e995)))
  return number === 0n ? 1n : number
}

/** A statement's own text has none, but what a program hands over may. */
const BLANK_ENDS = /^[ \t\n\r\f\v]+|[ \t\n\r\f\v;]+$/g

/** @param {string} text of one statement @param {boolean} isUtility it is known by its text @returns {Fingerprint} */
export function fingerprintOf(text, isUtility) {
  const own = text.replace(BLANK_ENDS, '')
  if (isUtility) return { queryId: numberOf(own), text: own }
  const [parsed] = parse(own)
  if (parsed === undefined) return { queryId: numberOf(own), text: own }
  const walk = new Walk()
  const inner = parsed.tag === 'PrepareStmt' ? parsed.node.query : parsed.stmt
  walk.visit(inner, '', '')
  return {
    queryId: numberOf(walk.parts.join('')), text: withoutConstants(own, walk.constants, walk.parametersMax),
  }
}

/**
 * What a SQL/JSON path works on. Items: null, boolean, string, Numeric; Jsonb for arrays and objects (stretches of the
 * document or variable they belong to); PathDatetime. Their kinds, their comparison, and like_regex's patterns.
 */
import * as B from '../../../types/json/jsonb.js'
import * as N from '../../../types/numbers/numeric.js'
import { compareText } from '../../../types/strings/text.js'
import { compileRegex, parseFlags } from '../../regex/compile.js'
import { compareDatetimes, PathDatetime } from './datetime.js'
/** @import { JsonNode } from '../../../types/json/node.js' */
/** @import { TypeEnv } from '../../../types/type-ops.js' */

const { Jsonb } = B
const { Numeric } = N

/** @typedef {null | boolean | string | N.Numeric | B.Jsonb | PathDatetime} Item */
/** @typedef {true | false | null} Truth null: unknown */

/** A part of a document as an item. @param {B.Jsonb} value @returns {Item} */
export const itemOf = (value) => (value.tag >= B.ARRAY ? value : /** @type {Item} */ (B.shallowNode(value)))

/** @param {Item} item */
export const isArray = (item) => item instanceof Jsonb && item.tag === B.ARRAY
/** @param {Item} item */
export const isObject = (item) => item instanceof Jsonb && item.tag === B.OBJECT

/** An item as part of a result. @param {Item} item @returns {JsonNode} */
export const nodeOf = (item) => (item instanceof PathDatetime ? item.text : item)

/** @param {Item} item */
export function typeName(item) {
  if (item === null) return 'null'
  if (typeof item === 'boolean') return 'boolean'
  if (typeof item === 'string') return 'string'
  if (item instanceof Numeric) return 'number'
  return item instanceof Jsonb ? (item.tag === B.ARRAY ? 'array' : 'object') : item.typeName
}

/**
 * @param {string} kind of the comparison
 * @param {Item} a
 * @param {Item} b
 * @param {TypeEnv | null} env
 * @returns {Truth}
 */
export function compareItems(kind, a, b, env) {
  let order
  if (a === null || b === null) {
    // A null equals only null, and is neither less nor greater than anything else.
    if (a !== b) return kind === '!='
    order = 0
  } else if (typeof a === 'boolean' && typeof b === 'boolean') {
    order = Number(a) - Number(b)
  } else if (typeof a === 'string' && typeof b === 'string') {
    order = compareText(a, b)
  } else if (a instanceof Numeric && b instanceof Numeric) {
    order = N.compareNumeric(a, b)
  } else if (a instanceof PathDatetime && b instanceof PathDatetime) {
    order = compareDatetimes(a, b, env)
    if (order === null) return null
  } else {
    return null
  }
  switch (kind) {
    case '==': return order === 0
    case '!=': return order !== 0
    case '<': return order < 0
    case '>': return order > 0
    case '<=': return order <= 0
    default: return order >= 0
  }
}

/** @param {string} pattern @param {string} flags of ismxq */
export function pathRegex(pattern, flags) {
  // Without s the dot stops at line ends (p); m makes ^ and $ match at lines (w); both: n.
  const quoted = flags.includes('q')
  const lines = quoted ? '' : flags.includes('s') ? (flags.includes('m') ? 'w' : '') : flags.includes('m') ? 'n' : 'p'
  return compileRegex(pattern, parseFlags((flags.includes('i') ? 'i' : '') + (quoted ? 'q' : '') + lines))
}

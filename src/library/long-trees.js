/**
 * Long trees of `pgsql-ast-parser`, whose parser takes seconds for a list of some ten thousand constants. Whether a
 * tree is printed well is asked of a smaller one: of lists it has a few of those constants and parameters that are said
 * by themselves, each as its printer writes it and its parser reads it wherever it stands, and all that is anything
 * else.
 */

/** @import { AstParser, Node } from './ast.js' */

/** Of what is said by itself, so many stay in a list. */
const STAY = 16

/**
 * @param {AstParser} parser @param {unknown} node of a tree
 * @returns {any} the same, without most of what its lists have of constants
 */
export function sampleOf(parser, node) {
  if (Array.isArray(node)) {
    let found = 0
    const kept = node.filter((item) => !isAlone(parser, item) || ++found <= STAY)
    return kept.map((item) => sampleOf(parser, item))
  }
  if (node === null || typeof node !== 'object') return node
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, sampleOf(parser, value)]))
}

/** @param {AstParser} parser @param {unknown} item of a list: a constant, or a row of them @returns {boolean} */
function isAlone(parser, item) {
  if (Array.isArray(item)) return item.length > 0 && item.every((value) => isConstant(parser, value))
  return isConstant(parser, item)
}

/** @param {AstParser} parser @param {unknown} item @returns {boolean} */
function isConstant(parser, item) {
  if (item === null || typeof item !== 'object' || Array.isArray(item)) return false
  const said = saidAs(item)
  return said !== null && parser.toSql.expr(item) === `(${said})`
}

const FIELDS = new Set(['type', 'value', 'name', '_location'])

/** @param {string} value */
const quoted = (value) => `'${value.replaceAll("'", "''")}'`

/** @param {Node} node @returns {string | null} the text that is read as this node alone; null: it is not looked at */
function saidAs(node) {
  const { type, value, name } = node
  if (Object.keys(node).some((field) => !FIELDS.has(field))) return null
  switch (type) {
    case 'integer': return Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0) ? String(value) : null
    case 'string': return typeof value === 'string' && /^[^\\\0]*$/.test(value) ? quoted(value) : null
    case 'boolean': return typeof value === 'boolean' ? String(value) : null
    case 'parameter': return /^\$[1-9]\d*$/.test(name) ? name : null
    default: return null
  }
}

/**
 * A SQL/JSON path as PostgreSQL prints it: every key and variable quoted, parentheses where precedence asks for them.
 */
import { formatNumeric } from '../numbers/numeric.js'
import { quoteJson } from '../json/text-output.js'
import { LEVELS_MAX } from './parser.js'
/** @import { PathItem } from './parser.js' */

const OPERATORS = /** @type {Record<string, string>} */ ({ and: '&&', or: '||', startsWith: 'starts with' })
const PRIORITY = /** @type {Record<string, number>} */ ({
  or: 0, and: 1, '==': 2, '!=': 2, '<': 2, '>': 2, '<=': 2, '>=': 2, startsWith: 2, '+': 3, '-': 3, '*': 4, '/': 4,
  '%': 4, plus: 5, minus: 5,
})

/** @param {PathItem} item */
const priority = (item) => PRIORITY[item.kind] ?? 6

/** @param {{ lax: boolean, root: PathItem }} path */
export const printPath = ({ lax, root }) => (lax ? '' : 'strict ') + print(root, false, true)

/** @param {PathItem} item @param {boolean} inKey behind another step @param {boolean} brackets @returns {string} */
function print(item, inKey, brackets) {
  return own(item, inKey, brackets) + (item.next === null ? '' : print(item.next, true, true))
}

/** @param {PathItem} item @param {boolean} inKey @param {boolean} brackets @returns {string} */
function own(item, inKey, brackets) {
  const { kind } = item
  const wrapped = (/** @type {string} */ text) => (brackets ? `(${text})` : text)
  const arg = () => print(/** @type {PathItem} */ (item.arg), false, false)
  const operand = (/** @type {PathItem | null | undefined} */ side) =>
    print(/** @type {PathItem} */ (side), false, priority(/** @type {PathItem} */ (side)) <= priority(item))
  switch (kind) {
    case 'null': return 'null'
    case 'key': return (inKey ? '.' : '') + quoteJson(item.value)
    case 'string': return quoteJson(item.value)
    case 'variable': return `$${quoteJson(item.value)}`
    case 'numeric': return item.next === null ? formatNumeric(item.value) : `(${formatNumeric(item.value)})`
    case 'bool': return String(item.value)
    case 'likeRegex': return wrapped(`${operand(item.arg)} like_regex ${quoteJson(item.pattern ?? '')}${item.flags === '' ? '' : ` flag "${item.flags}"`}`)
    case 'plus': case 'minus': return wrapped((kind === 'plus' ? '+' : '-') + operand(item.arg))
    case 'filter': return `?(${arg()})`
    case 'not': return `!(${arg()})`
    case 'isUnknown': return `(${arg()}) is unknown`
    case 'exists': return `exists (${arg()})`
    case 'current': return '@'
    case 'root': return '$'
    case 'last': return 'last'
    case 'anyArray': return '[*]'
    case 'anyKey': return inKey ? '.*' : '*'
    case 'indexArray': return `[${(item.ranges ?? []).map(({ from, to }) => print(from, false, false) + (to === null ? '' : ` to ${print(to, false, false)}`)).join(',')}]`
    case 'any': return (inKey ? '.' : '') + levels(item.first ?? 0, item.last ?? 0)
    case 'datetime': return `.datetime(${item.arg ? arg() : ''})`
    case 'type': case 'size': case 'abs': case 'floor': case 'ceiling': case 'double': case 'keyvalue': return `.${kind}()`
    default: return wrapped(`${operand(item.left)} ${OPERATORS[kind] ?? kind} ${operand(item.right)}`)
  }
}

/** @param {number} first @param {number} last */
function levels(first, last) {
  const shown = (/** @type {number} */ level) => (level === LEVELS_MAX ? 'last' : String(level))
  if (first === 0 && last === LEVELS_MAX) return '**'
  return first === last ? `**{${shown(first)}}` : `**{${shown(first)} to ${shown(last)}}`
}

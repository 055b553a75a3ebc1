/** XPath 1.0 computed over a tree: values are sets of nodes in document order, texts, numbers and truths. */
import { featureNotSupported } from '../../../errors/db-error.js'
import { xpathFails } from '../../../errors/xml.js'
import { spend } from '../../../util/effort.js'
import { numberText } from './number-text.js'
import { isDeclaration, localName, namespaceOf, prefixOf, stringValue } from './tree.js'

/** @import { XmlNode } from './tree.js' */
/** @import { XpathExpr, XpathPath, XpathStep } from './parse.js' */

/** @typedef {XmlNode[] | string | number | boolean} XpathValue */
/**
 * Where an expression stands: a node, its place among those that are looked at (-1: none are), and what prefixes mean
 * to the query.
 * @typedef {{ node: XmlNode, position: number, size: number, namespaces: Map<string, string> }} Here
 */

/** @param {XpathExpr} expr @param {Here} here @returns {XpathValue} */
export function evaluate(expr, here) {
  switch (expr.kind) {
    case 'number': case 'string': return expr.value
    case 'minus': return -toNumber(evaluate(expr.arg, here))
    case 'call': return call(expr.name, expr.args, here)
    case 'path': return path(expr, here)
    default: return binary(expr.operator, expr.left, expr.right, here)
  }
}

// ---- conversions

/** @param {XpathValue} value @returns {string} */
export function toText(value) {
  if (Array.isArray(value)) return value.length === 0 ? '' : stringValue(value[0])
  return typeof value === 'number' ? numberText(value) : String(value)
}

/** @param {XpathValue} value @returns {number} */
export function toNumber(value) {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  const text = toText(value).replaceAll(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN
}

/** @param {XpathValue} value @returns {boolean} */
const toTruth = (value) => Array.isArray(value) ? value.length > 0
  : typeof value === 'number' ? value !== 0 && !Number.isNaN(value) : typeof value === 'string' ? value !== '' : value

// ---- operators

/**
 * @param {string} operator @param {XpathExpr} left @param {XpathExpr} right @param {Here} here
 * @returns {XpathValue}
 */
function binary(operator, left, right, here) {
  if (operator === 'or') return toTruth(evaluate(left, here)) || toTruth(evaluate(right, here))
  if (operator === 'and') return toTruth(evaluate(left, here)) && toTruth(evaluate(right, here))
  const [a, b] = [evaluate(left, here), evaluate(right, here)]
  switch (operator) {
    case '|': return inOrder([...nodes(a), ...nodes(b)])
    case '+': return toNumber(a) + toNumber(b)
    case '-': return toNumber(a) - toNumber(b)
    case '*': return toNumber(a) * toNumber(b)
    case 'div': return toNumber(a) / toNumber(b)
    case 'mod': return toNumber(a) % toNumber(b)
    default: return compare(operator, a, b)
  }
}

/** @param {XpathValue} value @returns {XmlNode[]} @throws {DbError} XX000 */
function nodes(value) {
  if (!Array.isArray(value)) throw xpathFails('Invalid type')
  return value
}

/**
 * Of a set: whether one of its nodes compares so.
 * @param {string} operator @param {XpathValue} a @param {XpathValue} b @returns {boolean}
 */
function compare(operator, a, b) {
  if (typeof a === 'boolean' || typeof b === 'boolean') {
    return operator === '=' || operator === '!=' ? holds(operator, toTruth(a), toTruth(b))
      : holds(operator, Number(toTruth(a)), Number(toTruth(b)))
  }
  if (Array.isArray(a)) return a.some((node) => compare(operator, asBeside(b, stringValue(node)), b))
  if (Array.isArray(b)) return b.some((node) => compare(operator, a, asBeside(a, stringValue(node))))
  const isText = (operator === '=' || operator === '!=') && typeof a === 'string' && typeof b === 'string'
  return isText ? holds(operator, a, b) : holds(operator, toNumber(a), toNumber(b))
}

/** What a node's text is compared as. @param {XpathValue} other @param {string} text */
const asBeside = (other, text) => typeof other === 'number' ? toNumber(text) : text

/** @template {string | number | boolean} T @param {string} operator @param {T} a @param {T} b */
function holds(operator, a, b) {
  switch (operator) {
    case '=': return a === b
    case '!=': return a !== b
    case '<': return a < b
    case '<=': return a <= b
    case '>': return a > b
    default: return a >= b
  }
}

// ---- paths

/** @param {XmlNode[]} found @returns {XmlNode[]} each once, as the document has them */
function inOrder(found) {
  spend(found.length * NODE_STEPS)
  return [...new Set(found)].sort((a, b) => a.order - b.order)
}

/** @param {XpathPath} expr @param {Here} here @returns {XmlNode[]} */
function path({ from, filters, steps }, here) {
  let found = from === 'here' ? [here.node] : from === 'root' ? [rootOf(here.node)] : nodes(evaluate(from, here))
  for (const filter of filters) found = filtered(found, filter, here)
  for (const step of steps) {
    const prefix = prefixOf(step.test)
    if (prefix !== '' && !here.namespaces.has(prefix)) throw xpathFails('Undefined namespace prefix')
    const next = found.flatMap((node) => stepFrom(node, step, here))
    found = found.length > 1 || REVERSE.has(step.axis) ? inOrder(next) : next
  }
  return found
}

/** @param {XmlNode} node */
function rootOf(node) {
  let at = node
  while (at.parent !== null) at = at.parent
  return at
}

const REVERSE = new Set(['ancestor', 'ancestor-or-self', 'preceding', 'preceding-sibling'])

/** What looking at a node costs, as steps (util/effort.js). */
const NODE_STEPS = 20

/** @param {XmlNode} node @param {XpathStep} step @param {Here} here @returns {XmlNode[]} nearest first */
function stepFrom(node, step, here) {
  // Of all the axes it is the one that is walked from many nodes.
  const among = step.axis === 'child' ? node.children : [...along(node, step.axis)]
  let found = among.filter((one) => {
    spend(NODE_STEPS)
    return passes(one, step, here.namespaces)
  })
  for (const filter of step.filters) found = filtered(found, filter, here)
  return found
}

/** @param {XmlNode[]} found @param {XpathExpr} filter @param {Here} here @returns {XmlNode[]} */
function filtered(found, filter, { namespaces }) {
  return found.filter((node, at) => {
    const value = evaluate(filter, { node, position: at + 1, size: found.length, namespaces })
    return typeof value === 'number' ? value === at + 1 : toTruth(value)
  })
}

/** @param {XmlNode} node @returns {Generator<XmlNode, void, void>} */
function* descendants(node) {
  for (const child of node.children) {
    spend(NODE_STEPS)
    yield child
    yield* descendants(child)
  }
}

/** @param {XmlNode} node @returns {Generator<XmlNode, void, void>} nearest first */
function* ancestors(node) {
  for (let at = node.parent; at !== null; at = at.parent) yield at
}

/** @param {XmlNode} node @param {boolean} isAfter @returns {XmlNode[]} nearest first */
function siblings(node, isAfter) {
  if (node.parent === null || node.kind === 'attribute') return []
  const { children } = node.parent
  const at = children.indexOf(node)
  spend(children.length)
  return isAfter ? children.slice(at + 1) : children.slice(0, at).reverse()
}

/** @param {XmlNode} node @param {string} axis @returns {Iterable<XmlNode>} */
function* along(node, axis) {
  switch (axis) {
    case 'self': yield node; return
    case 'child': yield* node.children; return
    case 'parent': if (node.parent !== null) yield node.parent; return
    case 'attribute': yield* node.attributes.filter((one) => !isDeclaration(one)); return
    case 'descendant': yield* descendants(node); return
    case 'descendant-or-self': yield node; yield* descendants(node); return
    case 'ancestor': yield* ancestors(node); return
    case 'ancestor-or-self': yield node; yield* ancestors(node); return
    case 'following-sibling': yield* siblings(node, true); return
    case 'preceding-sibling': yield* siblings(node, false); return
    case 'following':
      for (const at of [node, ...ancestors(node)]) {
        for (const next of siblings(at, true)) { yield next; yield* descendants(next) }
      }
      return
    default:
      for (const at of [node, ...ancestors(node)]) {
        for (const before of siblings(at, false)) { yield* [...descendants(before)].reverse(); yield before }
      }
  }
}

/** @param {XmlNode} node @param {XpathStep} step @param {Map<string, string>} namespaces @returns {boolean} */
function passes(node, { axis, test, target }, namespaces) {
  switch (test) {
    case 'node()': return true
    case 'text()': return node.kind === 'text' || node.kind === 'section'
    case 'comment()': return node.kind === 'comment'
    case 'processing-instruction()': return node.kind === 'instruction' && (target === null || node.name === target)
    default:
  }
  if (node.kind !== (axis === 'attribute' ? 'attribute' : 'element')) return false
  if (test === '*') return true
  const prefix = prefixOf(test)
  const wanted = prefix === '' ? '' : namespaces.get(prefix)
  const local = localName(test)
  return (local === '*' || local === localName(node.name)) && uri(node) === wanted
}

/** A node's namespace; an attribute without a prefix has none. @param {XmlNode} node @returns {string} */
function uri(node) {
  const prefix = prefixOf(node.name)
  return prefix === '' && node.kind === 'attribute' ? '' : namespaceOf(node, prefix)
}

// ---- functions

/** @type {Record<string, { least: number, most: number, run: (here: Here, args: XpathValue[]) => XpathValue }>} */
const FUNCTIONS = {
  last: { least: 0, most: 0, run: ({ size }) => known(size) },
  position: { least: 0, most: 0, run: ({ position }) => known(position) },
  count: { least: 1, most: 1, run: (_, [set]) => nodes(set).length },
  'local-name': { least: 0, most: 1, run: (here, [set]) => named(here, set, (node) => localName(node.name)) },
  'namespace-uri': { least: 0, most: 1, run: (here, [set]) => named(here, set, uri) },
  name: { least: 0, most: 1, run: (here, [set]) => named(here, set, (node) => node.name) },
  string: { least: 0, most: 1, run: ({ node }, [value = [node]]) => toText(value) },
  concat: { least: 2, most: Infinity, run: (_, values) => values.map(toText).join('') },
  'starts-with': { least: 2, most: 2, run: (_, [text, part]) => toText(text).startsWith(toText(part)) },
  contains: { least: 2, most: 2, run: (_, [text, part]) => toText(text).includes(toText(part)) },
  'substring-before': { least: 2, most: 2, run: (_, [text, part]) => before(toText(text), toText(part)) },
  'substring-after': { least: 2, most: 2, run: (_, [text, part]) => after(toText(text), toText(part)) },
  substring: {
    least: 2, most: 3,
    run: (_, [text, from, count = Infinity]) => substring(toText(text), toNumber(from), toNumber(count)),
  },
  'string-length': { least: 0, most: 1, run: ({ node }, [value = [node]]) => [...toText(value)].length },
  'normalize-space': { least: 0, most: 1, run: ({ node }, [value = [node]]) => words(toText(value)) },
  translate: {
    least: 3, most: 3, run: (_, [text, from, to]) => translate(toText(text), [...toText(from)], [...toText(to)]),
  },
  boolean: { least: 1, most: 1, run: (_, [value]) => toTruth(value) },
  not: { least: 1, most: 1, run: (_, [value]) => !toTruth(value) },
  true: { least: 0, most: 0, run: () => true },
  false: { least: 0, most: 0, run: () => false },
  lang: { least: 1, most: 1, run: ({ node }, [wanted]) => isLanguage(node, toText(wanted)) },
  number: { least: 0, most: 1, run: ({ node }, [value = [node]]) => toNumber(value) },
  sum: { least: 1, most: 1, run: (_, [set]) => nodes(set).reduce((sum, node) => sum + toNumber(stringValue(node)), 0) },
  floor: { least: 1, most: 1, run: (_, [value]) => Math.floor(toNumber(value)) },
  ceiling: { least: 1, most: 1, run: (_, [value]) => Math.ceil(toNumber(value)) },
  round: { least: 1, most: 1, run: (_, [value]) => Math.round(toNumber(value)) },
}

/** Outside filters there is no place. @param {number} place @throws {DbError} XX000 */
function known(place) {
  if (place < 0) throw xpathFails('Invalid context position')
  return place
}

/** @param {string} name @param {XpathExpr[]} args @param {Here} here @returns {XpathValue} */
function call(name, args, here) {
  if (name === 'id') throw featureNotSupported('XPath\'s id()')
  const found = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
  if (found === undefined) throw xpathFails('Unregistered function')
  if (args.length < found.least || args.length > found.most) throw xpathFails('Invalid number of arguments')
  return found.run(here, args.map((arg) => evaluate(arg, here)))
}

/** @param {Here} here @param {XpathValue | undefined} set @param {(node: XmlNode) => string} of */
function named({ node }, set, of) {
  const [first] = set === undefined ? [node] : nodes(set)
  return first === undefined || !['element', 'attribute', 'instruction'].includes(first.kind) ? '' : of(first)
}

/** @param {string} text */
const words = (text) => text.split(/[ \t\r\n]+/).filter((word) => word !== '').join(' ')

/** @param {string} text @param {string} part */
const before = (text, part) => text.slice(0, Math.max(0, text.indexOf(part)))

/** @param {string} text @param {string} part */
function after(text, part) {
  const at = text.indexOf(part)
  return at < 0 ? '' : text.slice(at + part.length)
}

/** By characters, from 1; rounded as XPath rounds. @param {string} text @param {number} from @param {number} count */
function substring(text, from, count) {
  const start = Math.round(from)
  const end = start + Math.round(count)
  return [...text].filter((_, at) => at + 1 >= start && at + 1 < end).join('')
}

/** @param {string} text @param {string[]} from @param {string[]} to */
const translate = (text, from, to) => [...text].map((character) => {
  const at = from.indexOf(character)
  return at < 0 ? character : to[at] ?? ''
}).join('')

/** @param {XmlNode} node @param {string} wanted */
function isLanguage(node, wanted) {
  for (const at of [node, ...ancestors(node)]) {
    const own = at.attributes.find(({ name }) => name === 'xml:lang')
    if (own !== undefined) return `${own.value.toLowerCase()}-`.startsWith(`${wanted.toLowerCase()}-`)
  }
  return false
}

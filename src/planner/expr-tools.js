/**
 * Walking, comparing and rebuilding bound expressions. Pure; knows every kind through the shape alone: a node is an
 * object with `kind`, its
 * children are the objects and arrays in its fields.
 */
import { OutlinedBody } from '../catalog/wide.js'
import { PgMultirange } from '../types/range/multirange.js'
import { PgRange } from '../types/range/range.js'
/** @import { ParseNode } from '../parser/tree.js' */

/** @typedef {import('../catalog/expr.js').Expr} Expr */

/** Fields that hold no child expressions. */
const LEAF_FIELDS = new Set(['relation', 'tree', 'cte', 'kind', 'type', 'typmod', 'collation', 'location'])
/** Kinds of nodes that never have a node below them: most of those there are. */
export const CHILDLESS = new Set(['column', 'const', 'param', 'slot'])
/**
 * A constant's value holds none; the value of an index bound (which has no kind) is one.
 * @param {Expr} node
 * @param {string} field
 */
const isLeaf = (node, field) => LEAF_FIELDS.has(field) || (field === 'value' && node.kind !== undefined)

/**
 * Calls `visit` on a node and everything below it, sublinks' bound queries included.
 * @param {any} node
 * @param {(node: any) => void | boolean} visit true: do not go below
 */
export function walk(node, visit) {
  if (node === null || typeof node !== 'object') return
  if (Array.isArray(node)) { for (let at = 0; at < node.length; at++) walk(node[at], visit); return }
  if (typeof node.kind === 'string' && (visit(node) === true || CHILDLESS.has(node.kind))) return
  for (const field in node) {
    const value = node[field]
    if (value !== null && typeof value === 'object' && !isLeaf(node, field)) walk(value, visit)
  }
}

/**
 * Where an expression begins, which is where PostgreSQL's errors point: an operator's place is that of its name.
 * @param {any} expr
 * @returns {number} -1: not known
 */
export function startOf(expr) {
  let start = expr.location ?? -1
  const take = (/** @type {ParseNode} */ part) => {
    const at = part ? startOf(part) : -1
    if (at >= 0 && (start < 0 || at < start)) start = at
  }
  if (BEGINS_WITH_ARGS.has(expr.kind)) for (const arg of expr.args ?? []) take(arg)
  else if (BEGINS_WITH_ARG.has(expr.kind)) take(expr.arg ?? expr.test)
  return start
}

const BEGINS_WITH_ARGS = new Set(['op', 'func', 'and', 'or', 'not', 'nullif', 'distinct', 'anyall'])
const BEGINS_WITH_ARG = new Set([
  'relabel', 'viaio', 'arraycoerce', 'collate', 'isnull', 'booltest', 'field', 'subscript', 'domain', 'rowconvert',
  'sublink',
])

/**
 * @param {unknown} node
 * @returns {import('../catalog/expr.js').Column[]} every column reference, of inner and outer queries alike
 */
export function columnsOf(node) {
  /** @type {import('../catalog/expr.js').Column[]} */
  const found = []
  walk(node, (child) => { if (child.kind === 'column') found.push(child) })
  return found
}

/** @param {unknown} node @returns {Set<number>} the range-table numbers it refers to and does not itself define */
export function freeRts(node) {
  const used = new Set()
  const defined = new Set()
  walk(node, (child) => {
    if (child.kind === 'column') used.add(child.rt)
    if (child.rt !== undefined && child.kind !== 'column' && child.kind !== 'entry') defined.add(child.rt)
  })
  for (const rt of defined) used.delete(rt)
  return used
}

/** Whether a node of one of these kinds is inside. @param {unknown} node @param {(node: any) => boolean} test */
export function contains(node, test) {
  let found = false
  walk(node, (child) => { if (found) return true; if (test(child)) { found = true; return true } return false })
  return found
}

/**
 * A copy with nodes replaced: `replace` returns the node to use instead, or undefined to go on below. Unchanged parts
 * are shared.
 * @template T @param {T} node @param {(node: any) => any} replace @returns {T}
 */
export function rebuild(node, replace) {
  if (node === null || typeof node !== 'object') return node
  if (Array.isArray(node)) {
    let copy = null
    for (let at = 0; at < node.length; at++) {
      const next = rebuild(node[at], replace)
      if (next !== node[at] && copy === null) copy = node.slice()
      if (copy !== null) copy[at] = next
    }
    return /** @type {any} */ (copy ?? node)
  }
  const object = /** @type {any} */ (node)
  if (typeof object.kind === 'string') {
    const replaced = replace(object)
    if (replaced !== undefined) return replaced
    if (CHILDLESS.has(object.kind)) return object
  }
  let copy = null
  for (const field in object) {
    const value = object[field]
    if (value === null || typeof value !== 'object' || isLeaf(object, field)) continue
    const next = rebuild(value, replace)
    if (next !== value) { copy ??= { ...object }; copy[field] = next }
  }
  return copy ?? object
}

/** @type {WeakMap<object, string>} */
const KEYS = new WeakMap()

/**
 * Left out of an expression's key: places in the source, ways of writing, descriptors (of which the OID says enough).
 */
const UNKEYED = new Set([
  'location', 'inlinedFrom', 'syn', 'display', 'sqlSyntax', 'written', 'slot', 'tree', 'names', 'level',
])

/**
 * A text that is equal for equal expressions (places in the source and ways of writing apart). A subquery's own
 * range-table numbers count from its start: written
 * twice it is the same.
 * @param {any} node @returns {string}
 */
export const exprKey = (node) => keyIn(node, undefined)

/**
 * @param {Expr} node
 * @param {Map<number, string> | undefined} rts those of the subqueries around it
 * @returns {string}
 */
function keyIn(node, rts) {
  if (node === null || typeof node !== 'object')
    return typeof node === 'bigint' ? `${node}n` : (JSON.stringify(node) ?? 'undefined')
  if (Array.isArray(node)) return `[${node.map((item) => keyIn(item, rts)).join()}]`
  if (node.kind === 'column') return `c${rts?.get(node.rt) ?? node.rt}.${node.attnum}`
  if (node.kind === 'slot') return `s${node.node}.${node.index}`
  if (node.kind === 'param') return `$${node.number}:${node.type}`
  if (node.kind === 'const') return `k${node.type}:${node.typmod}:${valueKey(node.value)}`
  const cached = rts === undefined ? KEYS.get(node) : undefined
  if (cached !== undefined) return cached
  const inside = node.kind === 'sublink' && !node.plan ? withOwn(node.query, rts) : rts
  let text = '{'
  for (const field in node) if (!UNKEYED.has(field)) text += `${field}:${fieldKey(node, field, inside)};`
  text += '}'
  if (rts === undefined && Object.isFrozen(node)) KEYS.set(node, text)
  return text
}

/** @param {any} node @param {string} field @param {Map<number, string> | undefined} rts @returns {string | number} */
function fieldKey(node, field, rts) {
  const value = node[field]
  if (field === 'value') return valueKey(value)
  if (field === 'rt') return rts?.get(value) ?? value
  if (field === 'relation') return value?.oid ?? 0
  // A recursive WITH query leads back to itself.
  return field === 'cte' && value ? value.id ?? value : keyIn(value, rts)
}

/**
 * @param {any} query
 * @param {Map<number, string> | undefined} outer
 * @returns {Map<number, string>} with the range-table numbers that the query defines, numbered as they come
 */
function withOwn(query, outer) {
  const rts = new Map(outer)
  walk(query, (node) => {
    if (node.rt !== undefined && node.kind !== 'column' && node.kind !== 'entry' && !rts.has(node.rt))
      rts.set(node.rt, `q${rts.size}`)
  })
  return rts
}

/** @param {any} value @returns {string} */
function valueKey(value) {
  if (value === null || value === undefined || typeof value === 'number' || typeof value === 'boolean')
    return Object.is(value, -0) ? '-0' : String(value)
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'string') return JSON.stringify(value)
  if (value instanceof Uint8Array)
    return `x${Buffer.from(value.buffer, value.byteOffset, value.length).toString('hex')}`
  if (value instanceof PgRange) return `range(${value.kind.oid},${value.isEmpty},${valueKey(value.lower)},${valueKey(value.upper)},${value.lowerInc},${value.upperInc})`
  if (value instanceof PgMultirange) return `multirange(${value.kind.oid},${value.ranges.map(valueKey).join()})`
  if (value instanceof OutlinedBody) return (value.key ??= exprKey(value.expr))
  if (value.values?.length > LONG_VALUE) return `long(${identityOf(value)})`
  return `${value.constructor?.name}(${Object.keys(value)
    .map(
      (field) => `${field}=${Array.isArray(value[field]) ? value[field].map(valueKey).join() : valueKey(value[field])}`,
    )
    .join()})`
}

/** Arrays beyond are told apart by which they are: their text would be longer than the statement. */
const LONG_VALUE = 1000
/** @type {WeakMap<object, number>} */
const identities = new WeakMap()
let identityCount = 0

/** @param {object} value @returns {number} */
function identityOf(value) {
  let known = identities.get(value)
  if (known === undefined) identities.set(value, known = ++identityCount)
  return known
}

/** @param {Expr} a @param {Expr} b */
export const sameExpr = (a, b) => a === b || (!surelyDiffer(a, b) && exprKey(a) === exprKey(b))

/**
 * Whether keys need not be made to tell that two expressions are not the same: lists of hundreds are compared each with
 * each.
 * @param {any} a @param {any} b @returns {boolean} false: they may be the same
 */
function surelyDiffer(a, b) {
  if (a.kind !== b.kind) return true
  switch (a.kind) {
    case 'column': return a.attnum !== b.attnum || a.rt !== b.rt
    case 'const': return a.type !== b.type
      || (typeof a.value === 'number' && typeof b.value === 'number' && !Object.is(a.value, b.value))
    case 'op': case 'func':
      return a.oid !== b.oid || a.type !== b.type || a.args.length !== b.args.length
        || a.args.some((/** @type {unknown} */ arg, /** @type {number} */ at) => surelyDiffer(arg, b.args[at]))
    default: return false
  }
}

/** The conjuncts of a condition. @param {Expr | null} expr @returns {Expr[]} */
export function conjuncts(expr) {
  if (expr === null) return []
  return expr.kind === 'and' ? expr.args.flatMap(conjuncts) : [expr]
}

/** @param {Expr[]} list @returns {Expr | null} */
export function conjunction(list) {
  if (list.length === 0) return null
  return list.length === 1 ? list[0] : { kind: 'and', args: list, type: 16, typmod: -1, collation: 0, location: -1 }
}

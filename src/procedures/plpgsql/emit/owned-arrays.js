/**
 * `v := v || x` and `v[i] := x` in place, where nobody but the variable has the array: `o3` is the array that the
 * local `v3` has alone. Expressions that may keep what they are given read `(o3 = null, v3)`.
 */
import { UNKNOWN } from '../../../types/oids.js'
import { appended, joined, replacedElement } from '../../../executor/expressions/owned-array.js'

/** @typedef {import('../../host.js').Value} Value */
/** @typedef {import('./emitter.js').Emitter} Emitter */
/** @typedef {import('../parse/names.js').Datum} Datum */

/** array_append, array_cat. */
const APPEND = 378
const JOIN = 383
/**
 * Functions that look at an array and give a number: array_upper, array_lower, array_length, cardinality, array_ndims.
 */
const LOOKS = new Set([2091, 2092, 2176, 3179, 748])

/**
 * Parameters that an expression may keep or hand on, by number.
 * @param {Value} expr @returns {Set<number>}
 */
export function keptParams(expr) {
  /** @type {Set<number>} */
  const kept = new Set()
  visit(expr, kept)
  return kept
}

/** @param {Value} node @param {Set<number>} kept */
function visit(node, kept) {
  if (node === null || typeof node !== 'object') return
  if (Array.isArray(node)) {
    for (const item of node) visit(item, kept)
    return
  }
  if (node.kind === 'param') {
    kept.add(node.number)
    return
  }
  const looks = (node.kind === 'subscript' && node.lower === null) || node.kind === 'isnull'
  for (const key in node) {
    const part = node[key]
    if (part === null || typeof part !== 'object') continue
    if (looks && key === 'arg' && part.kind === 'param') continue
    if (key === 'args' && node.kind === 'func' && LOOKS.has(node.oid) && part[0]?.kind === 'param') {
      visit(part.slice(1), kept)
      continue
    }
    if (key !== 'value') visit(part, kept)
  }
}

/**
 * An assignment that changes an array in place, if it is one.
 * @param {Emitter} emitter @param {Datum} target @param {import('../query.js').Query} query @returns {boolean}
 */
export function emitOwnArray(emitter, target, query) {
  if (target.kind !== 'var' || emitter.slice !== null) return false
  const expr = emitter.bound(query)?.expr
  if (expr === undefined || expr.type !== target.type) return false
  const isTarget = (/** @type {Value} */ node) => node?.kind === 'param' && query.datums[node.number - 1] === target
    && node.type === target.type
  const part = (/** @type {Value} */ node) => emitter.inlined.code.value(node, emitter.localsOf(query, node))
  /** @type {(string | null)[]} */
  let given
  /** @type {Value} */
  let make
  let elementType = ''
  if (expr.kind === 'subscriptAssign') {
    if (expr.lower !== null || !isTarget(expr.arg) || !emitter.inlined.hasElements(expr.type)) return false
    const indexes = expr.upper.map(part)
    given = [indexes.includes(null) ? null : `[${indexes.join(', ')}]`, part(expr.source)]
    make = replacedElement
    elementType = `, ${expr.elementType}`
  } else {
    const callee = expr.kind === 'op' ? expr.funcOid : expr.kind === 'func' ? expr.oid : 0
    if ((callee !== APPEND && callee !== JOIN) || !isTarget(expr.args[0])) return false
    if (expr.args[1].type === UNKNOWN) return false
    given = [part(expr.args[1])]
    make = callee === APPEND ? appended : joined
    if (callee === APPEND) elementType = `, ${expr.args[1].type}`
  }
  if (given.includes(null)) return false
  emitter.owners.add(target.no)
  const [name, own] = [emitter.variable(target), `o${target.no}`]
  const made = `${emitter.constant(make)}(${given.join(', ')}, ${name}, ${own}${elementType})`
  emitter.line(`${name} = ${own} = ${made}`)
  return true
}

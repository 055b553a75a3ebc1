/**
 * Bound expressions as text: what pg_attrdef.adbin, pg_constraint.conbin, pg_index.indexprs and indpred hold. JSON of the nodes of expr.js, except
 * that a constant's value goes through its type's text output and comes back through its input, so exact numbers, bytes and dates survive.
 * Locations are not stored.
 */
import { builtinType } from '../types/registry.js'
import { DEFAULT_ENV } from '../types/type-ops.js'
import { featureNotSupported } from '../errors/db-error.js'

/** @import { Expr } from './expr.js' */

/** @param {Expr | Expr[]} expr @returns {string} */
export function exprToText(expr) {
  return JSON.stringify(stored(expr))
}

/** @param {string} text @returns {any} the Expr, or the list of them, that was stored */
export function exprFromText(text) {
  return restored(JSON.parse(text))
}

/** Every node below and including `expr`, parents first. @param {Expr | Expr[] | null} expr @param {(node: Expr) => void} visit */
export function walkExpr(expr, visit) {
  if (expr === null || typeof expr !== 'object') return
  if (Array.isArray(expr)) {
    for (const item of expr) walkExpr(item, visit)
    return
  }
  if (typeof expr.kind === 'string') visit(expr)
  if (expr.kind === 'const') return
  for (const value of Object.values(expr)) if (value !== null && typeof value === 'object') walkExpr(value, visit)
}

/**
 * A copy with every node replaced by what `change` gives for it (undefined: keep, and look below).
 * @param {any} expr @param {(node: Expr) => Expr | undefined} change @returns {any}
 */
export function mapExpr(expr, change) {
  if (expr === null || typeof expr !== 'object') return expr
  if (Array.isArray(expr)) return expr.map((item) => mapExpr(item, change))
  const replaced = typeof expr.kind === 'string' ? change(expr) : undefined
  if (replaced !== undefined) return replaced
  if (expr.kind === 'const') return expr
  return Object.fromEntries(Object.entries(expr).map(([key, value]) => [key, mapExpr(value, change)]))
}

/** Whether some node is a reference to column `attnum`. @param {Expr | Expr[] | null} expr @param {number} attnum */
export function usesColumn(expr, attnum) {
  let found = false
  walkExpr(expr, (node) => { if (node.kind === 'column' && node.attnum === attnum) found = true })
  return found
}

/** The columns an expression refers to, ascending. @param {Expr | Expr[] | null} expr @returns {number[]} */
export function columnsOf(expr) {
  const attnums = new Set()
  walkExpr(expr, (node) => { if (node.kind === 'column') attnums.add(node.attnum) })
  return [...attnums].sort((a, b) => a - b)
}

/** @param {any} node @returns {any} */
function stored(node) {
  if (node === null || typeof node !== 'object') return node
  if (Array.isArray(node)) return node.map(stored)
  /** @type {Record<string, any>} */
  const copy = {}
  for (const [key, value] of Object.entries(node)) {
    if (key === 'location') continue
    copy[key] = key === 'value' && node.kind === 'const' ? valueText(node.type, value) : stored(value)
  }
  return copy
}

/** @param {any} node @returns {any} */
function restored(node) {
  if (node === null || typeof node !== 'object') return node
  if (Array.isArray(node)) return node.map(restored)
  if (node.kind === 'const') return { ...node, value: node.value === null ? null : parsedValue(node.type, node.value) }
  for (const key of Object.keys(node)) if (typeof node[key] === 'object') node[key] = restored(node[key])
  return node
}

/** @param {number} typeOid @param {any} value @returns {string | null} */
function valueText(typeOid, value) {
  if (value === null) return null
  const type = builtinType(typeOid)
  if (type !== undefined) return type.format(value, DEFAULT_ENV)
  if (typeof value === 'string') return value
  throw featureNotSupported(`a stored constant of type ${typeOid}`)
}

/** @param {number} typeOid @param {string} text */
function parsedValue(typeOid, text) {
  const type = builtinType(typeOid)
  return type === undefined ? text : type.parse(text, -1, DEFAULT_ENV)
}

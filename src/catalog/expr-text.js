/**
 * Bound expressions as text: what pg_attrdef.adbin, pg_constraint.conbin, pg_index.indexprs and indpred hold. JSON of
 * the nodes of expr.js, without locations.
 *
 * A constant keeps its value and never a spelling that may come to mean something else. Of a built-in type it goes
 * through the type's text output and comes back through its input (`value`), so exact numbers, bytes and dates survive;
 * those texts depend on no setting, and an OID's is its digits. Of any other type (enums, whose labels are renamed;
 * composites, whose attributes come and go; their arrays, ranges and domains) it is the stored form that rows have, in
 * hexadecimal digits (`datum`), and is read whenever somebody asks for it, by the type as it is then. Directories of
 * earlier versions have texts of such types, too: they are read, and ddl/stored-constants.js puts values in their place
 * before a text changes its meaning.
 */
import { columnKey, OutlinedBody, WideBody } from './wide.js'
import { builtinType } from '../types/registry.js'
import { isBuiltinType } from '../types/lookup.js'
import { DEFAULT_ENV, viewOf } from '../types/type-ops.js'
import { parseBytea, toHex } from '../types/strings/text.js'
import { featureNotSupported } from '../errors/db-error.js'
import { eachOf, inAttempts } from '../util/attempts.js'
import { parseInSteps } from '../util/json-steps.js'

/** @import { Expr } from './expr.js' */
/** @template T @typedef {import('../util/effort.js').Steps<T>} Steps */

/** In such a text: the OID of what users made, which may be another thing by now, or elsewhere. */
export const SPEAKS_OF_USERS =
  /"(?:oid|funcOid|type|collation|inputCollation)":(?:1638[4-9]|1639\d|16[4-9]\d\d|1[7-9]\d{3}|[2-9]\d{4}|\d{6,})/

/** @param {Expr | Expr[]} expr @returns {string} */
export function exprToText(expr) {
  return JSON.stringify(stored(expr))
}

/** @param {string} text @returns {any} the Expr, or the list of them, that was stored */
export function exprFromText(text) {
  return restored(JSON.parse(text))
}

/** The same, with rests. @param {string} text @returns {Steps<Expr>} */
export const exprFromTextSteps = (text) => /** @type {Steps<Expr>} */ (
  parseInSteps(text, (node) => node.kind === 'const' ? restoredConstant(node) : node))

/** As exprToText, with rests. @param {Expr | Expr[]} expr @returns {Steps<string>} */
export const exprTextSteps = (expr) => inAttempts(() => textOf(expr))

/** @param {unknown} node @returns {string} */
function textOf(node) {
  if (node === null || typeof node !== 'object') return JSON.stringify(node) ?? 'null'
  if (Array.isArray(node)) return `[${eachOf(node, textOf).join()}]`
  if ('kind' in node && node.kind === 'const') return exprToText(/** @type {Expr} */ (node))
  let text = ''
  for (const [key, value] of Object.entries(node)) {
    if (key === 'location' || value === undefined) continue
    text += `${text === '' ? '' : ','}"${key}":${textOf(value)}`
  }
  return `{${text}}`
}

const SHARED_MAX = 1000
const SHARED_TEXT_MAX = 500
/** @type {Map<string, Expr>} */
const shared = new Map()

/**
 * As exprFromText, for who changes nothing in it: the same text gives the same object as long as few others were asked
 * for. A table's defaults are read again after each change of the table, and mostly are `''`, 0 and now().
 * @param {string} text @returns {Expr}
 */
export function sharedExprFromText(text) {
  const known = shared.get(text)
  if (known !== undefined) return known
  const expr = exprFromText(text)
  if (text.length > SHARED_TEXT_MAX) return expr
  if (shared.size >= SHARED_MAX) shared.clear()
  shared.set(text, expr)
  return expr
}

/**
 * Every node below and including `expr`, parents first; in attempts (util/attempts.js) some of them several times.
 * @param {Expr | Expr[] | null} expr
 * @param {(node: Expr) => void} visit
 */
export function walkExpr(expr, visit) {
  if (expr === null || typeof expr !== 'object') return
  if (Array.isArray(expr)) {
    eachOf(expr, (item) => { walkExpr(item, visit) })
    return
  }
  if (typeof expr.kind === 'string') visit(expr)
  if (expr.kind === 'const') return
  for (const value of Object.values(expr)) if (value !== null && typeof value === 'object') walkExpr(value, visit)
}

/** The function that a node by itself calls. @param {Expr} node @returns {number} OID; 0: none */
export const calledBy = (node) => node.kind === 'func' ? node.oid : 'funcOid' in node ? node.funcOid : 0

/**
 * A copy with every node replaced by what `change` gives for it (undefined: keep, and look below).
 * @param {any} expr @param {(node: Expr) => Expr | undefined} change @returns {any}
 */
export function mapExpr(expr, change) {
  if (expr === null || typeof expr !== 'object') return expr
  if (Array.isArray(expr)) return expr.map((item) => mapExpr(item, change))
  const replaced = typeof expr.kind === 'string' ? change(expr) : undefined
  if (replaced !== undefined) return replaced
  if (expr.kind === 'const' || expr instanceof OutlinedBody || expr instanceof WideBody) return expr
  return Object.fromEntries(Object.entries(expr).map(([key, value]) => [key, mapExpr(value, change)]))
}

/**
 * An expression with a long list as it was written, with what stands for its columns by now.
 * @param {import('./expr.js').Outlined} outlined @returns {Expr}
 */
export function inlined({ args, value: { expr, keys } }) {
  /** @type {(node: Expr) => Expr | undefined} */
  const put = (node) => {
    if (node.kind === 'column') return args[keys.indexOf(columnKey(node))]
    return node.kind === 'outlined' ? inlined({ ...node, args: mapExpr(node.args, put) }) : undefined
  }
  return mapExpr(expr, put)
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
    if (key === 'value' && node.kind === 'const') storeValue(copy, node.type, value)
    else copy[key] = stored(value)
  }
  return copy
}

/** @param {Record<string, any>} copy of the constant, so far @param {number} typeOid @param {any} value */
function storeValue(copy, typeOid, value) {
  const type = value === null ? undefined : builtinType(typeOid)
  if (type === undefined) {
    if (value !== null && typeof value !== 'string') throw featureNotSupported(`a stored constant of type ${typeOid}`)
    copy.value = value
  } else if (isBuiltinType(typeOid)) copy.value = type.format(value, DEFAULT_ENV)
  else {
    const bytes = new Uint8Array(type.encodedBytes(value))
    type.encode(value, bytes, viewOf(bytes), 0)
    copy.datum = toHex(bytes)
  }
}

/** @param {any} node @returns {any} */
function restored(node) {
  if (node === null || typeof node !== 'object') return node
  if (Array.isArray(node)) return node.map(restored)
  if (node.kind === 'const') return restoredConstant(node)
  for (const key of Object.keys(node)) if (typeof node[key] === 'object') node[key] = restored(node[key])
  return node
}

/** @param {any} node */
function restoredConstant(node) {
  if (node.value === null) return node
  if (isBuiltinType(node.type))
    return { ...node, value: /** @type {any} */ (builtinType(node.type)).parse(node.value, -1, DEFAULT_ENV) }
  const { datum, value: text, ...rest } = node
  return Object.defineProperty(rest, 'value', {
    enumerable: true,
    get: () => (datum === undefined ? valueOfText(node.type, text) : valueOfDatum(node.type, datum)),
  })
}

/** @param {number} typeOid @param {string} text */
function valueOfText(typeOid, text) {
  const type = builtinType(typeOid)
  return type === undefined ? text : type.parse(text, -1, DEFAULT_ENV)
}

/** @param {number} typeOid @param {string} datum */
function valueOfDatum(typeOid, datum) {
  const type = builtinType(typeOid)
  if (type === undefined) throw featureNotSupported(`a stored constant of type ${typeOid}`)
  const bytes = parseBytea(`\\x${datum}`)
  return type.decode(bytes, viewOf(bytes), 0, bytes.length)
}

/**
 * Whether evaluating an expression can raise an error. What cannot may be put off, or left out, without anybody
 * noticing. A list of what cannot: anything else may.
 *
 * numeric's +, - and * count as what cannot: they overflow only beyond 131072 digits before the point.
 */
import { freeRts } from './expr-tools.js'
import { FIRST_USER_OID } from '../types/oids.js'

/** @import { CatalogSnapshot } from '../catalog/snapshot.js' */

/** @typedef {import('../catalog/expr.js').Expr} Expr */

const BOOL = 16
const TEXT = 25
/** Kinds that raise nothing themselves. */
const SAFE_KINDS = new Set([
  'and', 'or', 'not', 'isnull', 'booltest', 'case', 'coalesce', 'greatest', 'least', 'relabel', 'collate', 'row',
  'field', 'subscript', 'rowconvert',
])
/** Kinds that call one function. */
const CALLS = new Set(['func', 'op', 'distinct', 'nullif', 'anyall'])
/** pg_proc.prosrc of functions of one type's order or equality. */
const COMPARISON = /(eq|ne|lt|le|gt|ge)$/
/** pg_proc.prosrc of others that raise nothing. */
const SAFE = new Set([
  'textcat', 'upper', 'lower', 'initcap', 'textlen', 'bpcharlen', 'textoctetlen', 'btrim', 'btrim1', 'ltrim', 'ltrim1',
  'rtrim', 'rtrim1', 'text_left', 'text_right', 'text_reverse', 'replace_text', 'md5_text', 'textpos', 'ascii',
  'text_substr_no_len', 'int48', 'i2toi4', 'int28', 'i4tod', 'i8tod', 'i2tod', 'ftod', 'int4_numeric', 'int8_numeric',
  'int2_numeric', 'numeric_add', 'numeric_sub', 'numeric_mul', 'numeric_uminus', 'numeric_abs', 'numeric_ceil',
  'numeric_floor', 'numeric_sign', 'float8abs', 'float8um', 'dround', 'dceil', 'dfloor', 'dtrunc', 'dsign',
  'json_object_field', 'json_object_field_text', 'json_array_element', 'json_array_element_text', 'json_extract_path',
  'json_extract_path_text', 'jsonb_object_field', 'jsonb_object_field_text', 'jsonb_array_element',
  'jsonb_array_element_text', 'jsonb_extract_path', 'jsonb_extract_path_text', 'jsonb_typeof', 'json_typeof',
  'jsonb_contains', 'jsonb_exists', 'array_length', 'array_cardinality', 'array_upper', 'array_lower', 'arraycontains',
  'arraycontained', 'arrayoverlap', 'timestamp_date', 'now', 'statement_timestamp', 'clock_timestamp', 'hashtext',
])

/** @param {CatalogSnapshot} catalog @param {Expr | null} expr */
export const mayFail = (catalog, expr) => expr !== null && fails(catalog, expr)

/** @param {CatalogSnapshot} catalog @param {any} node @returns {boolean} */
function fails(catalog, node) {
  if (Array.isArray(node)) return node.some((item) => item !== null && typeof item === 'object' && fails(catalog, item))
  switch (node.kind) {
    case 'const': case 'column': case 'param': case 'slot': case 'caseTest': case 'sqlvalue': case 'subcolumn': return false
    // One that looks at no row runs once, whenever that is.
    case 'sublink': return freeRts(node.query).size > 0 || (node.test !== null && fails(catalog, node.test))
    case 'viaio': return node.type !== TEXT || node.arg.type >= FIRST_USER_OID || fails(catalog, node.arg)
    case 'rowcompare': return node.funcOids.some((/** @type {number} */ oid) => callFails(catalog, oid)) || fails(catalog, [...node.left, ...node.right])
    case 'array': return node.multidims || fails(catalog, node.elements)
    default:
  }
  if (CALLS.has(node.kind))
    return (
      node.retset === true || callFails(catalog, node.kind === 'func' ? node.oid : node.funcOid)
      || fails(catalog, node.args)
    )
  return !SAFE_KINDS.has(node.kind) || partsFail(catalog, node)
}

/** @param {CatalogSnapshot} catalog @param {any} node */
function partsFail(catalog, node) {
  for (const field of ['arg', 'args', 'upper', 'lower', 'else'])
    if (node[field] !== null && typeof node[field] === 'object' && fails(catalog, node[field])) return true
  return (
    node.kind === 'case'
    && node.whens.some((/** @type {any} */ branch) => fails(catalog, branch.when) || fails(catalog, branch.then))
  )
}

/** @param {CatalogSnapshot} catalog @param {number} oid */
function callFails(catalog, oid) {
  if (oid >= FIRST_USER_OID) return true
  const func = catalog.func(oid)
  if (func === undefined) return true
  return (
    !SAFE.has(func.source) && !(func.returnType === BOOL && func.source !== 'record_eq' && COMPARISON.test(func.source))
  )
}

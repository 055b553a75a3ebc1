/**
 * Literals: what a constant in the text is before and after it meets a type. A quoted string is `unknown` until its
 * context names a type; then
 * that type's input function reads it, once, at bind time. What the reading depended on is noted: the session's
 * settings (a time zone,
 * names on the search path) or the clock ('now', 'today'), so that the engine knows who may share the plan.
 */
import { builtinType } from '../../../types/registry.js'
import { isBuiltinType } from '../../../types/lookup.js'
import { toInt8 } from '../../../types/numbers/int8.js'
import {
  UNKNOWN, INT4, INT8, NUMERIC, BOOL, BIT, INTERVAL, DATE, TIME, TIMETZ, TIMESTAMP, TIMESTAMPTZ, CSTRING, REGCLASS,
  XML,
} from '../../../types/oids.js'
import { asksNothing, coerceTypmod, inSystemView } from './coerce.js'
import { withLocation } from '../context.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { blanksEnd } from '../../../util/ascii.js'

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../context.js').BindContext} BindContext */

/** Types whose input reads the session's settings or the clock. */
const DATETIME = new Set([DATE, TIME, TIMETZ, TIMESTAMP, TIMESTAMPTZ, INTERVAL])
/**
 * Types whose input looks names up in the catalog. What names text search's objects means the same as long as the
 * search
 * path and the database's schemaEpoch stay, which are part of a plan's identity.
 */
const NAMED = new Set([24, 2202, 2203, 2204, 2205, 2206, 4089, 4096, 4191])
const CLOCK_WORDS = /now|today|tomorrow|yesterday/i
const FIXED_DATE = /^[ \t-\r]*\d{4}-\d{1,2}-\d{1,2}/
/**
 * A timestamp with time zone that says the same under all settings, or all but TimeZone where its offset is not there.
 */
const ZONED = /^[ \t-\r]*\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)? ?(?:Z|[+-]\d\d(?::?\d\d)?)?)?[ \t-\r]*$/
const OFFSET = /(?:Z|[+-]\d\d(?::?\d\d)?)[ \t-\r]*$/

/** A constant of the parse tree. @param {BindContext} ctx @param {any} node A_Const @returns {Expr} */
export function bindConstant(ctx, node) {
  if (node.lifted !== undefined)
    return /** @type {Expr} */ ({ ...bindConstant(ctx, { ...node, lifted: undefined }), lifted: node.lifted })
  const location = node.location ?? 0
  if (node.isnull) return { kind: 'const', value: null, type: UNKNOWN, typmod: -2, collation: 0, location }
  if (node.ival) return { kind: 'const', value: node.ival.ival ?? 0, type: INT4, typmod: -1, collation: 0, location }
  if (node.sval)
    return { kind: 'const', value: node.sval.sval ?? '', type: UNKNOWN, typmod: -2, collation: 0, location }
  if (node.boolval)
    return { kind: 'const', value: node.boolval.boolval === true, type: BOOL, typmod: -1, collation: 0, location }
  if (node.fval) return number(ctx, node.fval.fval, location)
  return {
    kind: 'const', value: inputValue(ctx, BIT, bits(node.bsval?.bsval ?? 'b'), -1, location), type: BIT, typmod: -1,
    collation: 0, location,
  }
}

/** @param {BindContext} ctx @param {string} text @param {number} location @returns {Expr} */
function number(ctx, text, location) {
  const integer = /^-?\d+$/.test(text) ? BigInt(text) : null
  if (integer !== null && BigInt.asIntN(64, integer) === integer) {
    const value = toInt8(integer)
    return { kind: 'const', value, type: value === -2147483648 ? INT4 : INT8, typmod: -1, collation: 0, location }
  }
  return {
    kind: 'const', value: inputValue(ctx, NUMERIC, text, -1, location), type: NUMERIC, typmod: -1, collation: 0,
    location,
  }
}

/** b101 and x1f as the bit type's input takes them. @param {string} written */
const bits = (written) => written

/**
 * An unknown literal read as a type. Null when the text must wait for run time is never returned: a type whose input is
 * not built in becomes {kind:'viaio'}.
 * @param {BindContext} ctx
 * @param {import('../../../catalog/expr.js').Const} literal
 * @param {number} to
 * @param {number} typmod
 * @param {'implicit' | 'assignment' | 'explicit'} context @param {'cast' | 'implicit'} display @returns {Expr}
 */
export function literalValue(ctx, literal, to, typmod, context, display) {
  const info = ctx.view.type(to)
  const location = literal.location ?? -1
  if (info.kind === 'd') {
    const base = ctx.view.baseType(to)
    const baseTypmod = ctx.view.baseTypmod(to)
    const read = literalValue(ctx, literal, base, baseTypmod, context, 'implicit')
    const sized = inSystemView(ctx) ? read : coerceTypmod(ctx, read, base, baseTypmod, context, 'implicit')
    const kind = asksNothing(ctx, info) ? 'relabel' : 'domain'
    return /** @type {Expr} */ ({
      kind, arg: sized, type: to, typmod: -1, collation: info.collation, display, location,
    })
  }
  if (literal.value === null)
    return { kind: 'const', value: null, type: to, typmod: -1, collation: info.collation, location }
  if (builtinType(to) === undefined) {
    return {
      kind: 'viaio', arg: { ...literal, type: CSTRING, typmod: -1 }, type: to, typmod: -1, collation: info.collation,
      display: 'implicit', location,
    }
  }
  // An interval's fields are its input's business; every other length is applied by its own function, as for any value.
  const inputTypmod = to === INTERVAL ? typmod : -1
  const value = inputValue(ctx, to, literal.value, inputTypmod, location)
  const { lifted } = literal
  return {
    kind: 'const', value, type: to, typmod: inputTypmod, collation: info.collation, location,
    ...(lifted === undefined ? null : { lifted }),
  }
}

/** User-defined types may hold dates; enums and arrays of them do not. @param {BindContext} ctx @param {number} type */
function readsSettings(ctx, type) {
  if (isBuiltinType(type)) return false
  const info = ctx.view.type(type)
  return info.kind !== 'e' && (info.elementType === 0 || ctx.view.type(info.elementType).kind !== 'e')
}

/**
 * A relation's OID: as good as the search path, which is part of a plan's identity, and the relation.
 * @param {BindContext} ctx
 * @param {string} text
 * @param {number} location
 */
function relationNamed(ctx, text, location) {
  try {
    const oid = /** @type {import('../../../types/type-ops.js').TypeOps} */ (builtinType(REGCLASS)).parse(
      text, -1, ctx.env,
    )
    if (/^(\d+|-)$/.test(text)) return oid
    const relation = ctx.catalog.relation(oid)
    if (relation === undefined) ctx.sessionDependent = true
    else ctx.view.dependsOnNamed(relation, text.includes('.') ? '' : null)
    return oid
  } catch (error) {
    throw withLocation(error, location)
  }
}

/**
 * @param {BindContext} ctx
 * @param {number} type
 * @param {string} text
 * @param {number} typmod
 * @param {number} location
 */
function inputValue(ctx, type, text, typmod, location) {
  if (type === REGCLASS) return relationNamed(ctx, text, location)
  if (NAMED.has(type) || type === XML || readsSettings(ctx, type)) ctx.sessionDependent = true
  else if (DATETIME.has(type) || DATETIME.has(ctx.view.type(type).elementType)) {
    if (CLOCK_WORDS.test(text)) ctx.clockDependent = true
    // Of an interval, what a minus at its start holds for depends on IntervalStyle.
    if (type === TIMESTAMPTZ && ZONED.test(text)) ctx.zoneDependent ||= !text.includes(':') || !OFFSET.test(text)
    else if (
      type === INTERVAL
        ? text[blanksEnd(text, 0)] === '-'
        : type === TIMESTAMPTZ || type === TIMETZ || !FIXED_DATE.test(text)
    )
      ctx.sessionDependent = true
  }
  const ops = builtinType(type)
  if (ops === undefined) throw featureNotSupported(`a value of type ${ctx.view.typeName(type)}`)
  try {
    return ops.parse(text, typmod, ctx.env)
  } catch (error) {
    throw withLocation(error, location)
  }
}

/**
 * From one type to another, by PostgreSQL's rules: whether a conversion exists in a context (implicit, assignment,
 * explicit), and the expression that does it. Unknown literals are read here by their target type's input function;
 * parameters of unknown type learn theirs.
 */
import { descendsFrom } from '../../../catalog/inheritance.js'
import {
  ANY, ANYARRAY, ANYENUM, ANYRANGE, ANYMULTIRANGE, BOOL, BPCHAR, INT4, RECORD, TEXT, UNKNOWN, VARCHAR, NUMERIC, BIT,
  VARBIT, INTERVAL, TIME, TIMETZ, TIMESTAMP, TIMESTAMPTZ, FIRST_USER_OID,
} from '../../../types/oids.js'
import { cannotCoerce, datatypeMismatch } from '../../../errors/syntax.js'
import { keptCollation } from './collation.js'
import { literalValue } from './literal.js'
import { single } from './sets.js'
import { startOf } from '../../expr-tools.js'
import { POLYMORPHIC, resolvePolymorphic } from './polymorphic.js'

/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { BindContext } from '../context.js' */

/** @typedef {'implicit' | 'assignment' | 'explicit'} CastContext */

/**
 * @typedef {object} Settled what the polymorphic types of a call stand for; 0 where nothing says
 * @property {number} element @property {number} array @property {number} range @property {number} multirange
 * @property {number} compatible @property {number} compatibleRange @property {number} compatibleMultirange
 */

const CONTEXT_RANK = { i: 0, a: 1, e: 2 }
const RANK = { implicit: 0, assignment: 1, explicit: 2 }
const DEFAULT_COLLATION = 100

/**
 * How to get from one type to another, or null.
 * @param {BindContext} ctx @param {number} from @param {number} to @param {CastContext} context
 * @returns {{ way: 'relabel' | 'func' | 'io' | 'array', funcOid: number } | null}
 */
export function pathway(ctx, from, to, context) {
  const { view } = ctx
  const source = view.baseType(from)
  const target = view.baseType(to)
  if (source === target) return { way: 'relabel', funcOid: 0 }
  const cast = view.cast(source, target)
  if (cast) {
    if (RANK[context] < CONTEXT_RANK[/** @type {'i' | 'a' | 'e'} */ (cast.context)]) return null
    if (cast.method === 'f') return { way: 'func', funcOid: cast.funcOid }
    return cast.method === 'i' ? { way: 'io', funcOid: 0 } : { way: 'relabel', funcOid: 0 }
  }
  const targetElement = target === 30 || target === 22 ? 0 : view.elementType(target)
  const sourceElement = targetElement ? view.elementType(source) : 0
  if (targetElement && sourceElement) {
    const inner = pathway(ctx, sourceElement, targetElement, context)
    if (inner)
      return inner.way === 'relabel' && view.type(targetElement).kind !== 'd'
        ? { way: 'relabel', funcOid: 0 }
        : { way: 'array', funcOid: inner.funcOid }
  }
  // Text conversion of anything: implicitly never, towards the string category by assignment, from it explicitly.
  if (RANK[context] >= 1 && view.category(target) === 'S') return { way: 'io', funcOid: 0 }
  if (RANK[context] >= 2 && view.category(source) === 'S') return { way: 'io', funcOid: 0 }
  return null
}

/** @param {BindContext} ctx @param {number[]} from @param {number[]} to @param {CastContext} context */
export function canCoerce(ctx, from, to, context) {
  let polymorphic = false
  for (let at = 0; at < from.length; at++) {
    const source = from[at]
    const target = to[at]
    if (source === target || target === ANY) continue
    if (POLYMORPHIC.has(target)) { polymorphic = true; continue }
    if (source === UNKNOWN) continue
    if (pathway(ctx, source, target, context)) continue
    if (source === RECORD && isComposite(ctx, target)) continue
    if (target === RECORD && isComposite(ctx, source)) continue
    if (isComposite(ctx, source) && isComposite(ctx, target) && rowConversion(ctx, source, target) !== null) continue
    if (target === 2287 && ctx.view.elementType(source) && isComposite(ctx, ctx.view.elementType(source))) continue
    return false
  }
  return !polymorphic || resolvePolymorphic(ctx, from, to) !== null
}

/** @param {BindContext} ctx @param {number} type */
export function isComposite(ctx, type) {
  return type !== 0 && type !== UNKNOWN && ctx.view.type(ctx.view.baseType(type)).kind === 'c'
}

/**
 * The expression converted, or null when there is no way.
 * @param {BindContext} ctx @param {Expr} expr @param {number} to @param {number} typmod @param {CastContext} context
 * @param {'cast' | 'implicit'} [display] @param {number} [location] @returns {Expr | null}
 */
export function coerceTo(ctx, expr, to, typmod, context, display = 'implicit', location = expr.location ?? -1) {
  const converted = coerceType(ctx, expr, to, typmod, context, display, location)
  return converted === null ? null : coerceTypmod(ctx, converted, to, typmod, context, display)
}

/**
 * As coerceTo, without applying the length.
 * @param {BindContext} ctx @param {Expr} expr @param {number} to @param {number} typmod @param {CastContext} context
 * @param {'cast' | 'implicit'} display @param {number} location @returns {Expr | null}
 */
export function coerceType(ctx, expr, to, typmod, context, display, location) {
  const from = expr.type
  if (from === to || to === ANY) return expr
  if (POLYMORPHIC.has(to)) {
    if (to === ANYARRAY || to === ANYENUM || to === ANYRANGE || to === ANYMULTIRANGE) {
      if (from !== UNKNOWN) return expr
      return expr.kind === 'const' && expr.value === null ? { ...expr, type: to, typmod: -1 } : null
    }
    return expr
  }
  const { view } = ctx
  if (expr.kind === 'const' && from === UNKNOWN) return literalValue(ctx, expr, to, typmod, context, display)
  if (expr.kind === 'param' && from === UNKNOWN) return ctx.params.learn(expr, to, view, location)
  if (expr.kind === 'collate') {
    const inner = coerceType(ctx, expr.arg, to, typmod, context, display, location)
    // Of a type without collations nothing is left to say.
    return inner && (view.type(to).collation === 0 ? inner : { ...expr, arg: inner, type: to, typmod: inner.typmod })
  }
  if (from === UNKNOWN) return textual(ctx, expr, to, display, location)
  const info = view.type(to)
  if (info.kind === 'd') return toDomain(ctx, expr, to, typmod, context, display, location)
  const way = pathway(ctx, from, to, context)
  if (way) {
    if (way.way === 'func')
      return castCall(
        ctx, way.funcOid, expr, to, view.function(way.funcOid).argTypes.length >= 2 ? typmod : -1, context, display,
        location,
      )
    if (way.way === 'io')
      return {
        kind: 'viaio', arg: expr, type: to, typmod: -1, collation: keptCollation(info.collation, expr), display,
        location,
      }
    if (way.way === 'array') return arrayCoercion(ctx, expr, to, -1, context, display, location)
    return {
      kind: 'relabel', arg: expr, type: to, typmod: -1, collation: keptCollation(info.collation, expr), display,
      location,
    }
  }
  if (isComposite(ctx, from) && isComposite(ctx, to)) {
    const map = rowConversion(ctx, from, to)
    return map === null
      ? null
      : { kind: 'rowconvert', arg: expr, map, type: to, typmod: -1, collation: 0, display, location }
  }
  if (from === RECORD && isComposite(ctx, to)) return recordToComposite(ctx, expr, to, context, display, location)
  if (to === RECORD && isComposite(ctx, from)) return expr
  if (to === 2287 && view.elementType(from) && isComposite(ctx, view.elementType(from))) return expr
  return null
}

/**
 * How rows of one composite type are rows of another: a child table's of its parents', a typed table's of its type. By
 * the target's attribute the source's, 0 where dropped.
 * @param {BindContext} ctx @param {number} from @param {number} to @returns {number[] | null}
 */
function rowConversion(ctx, from, to) {
  const [source, target] = [from, to].map((type) =>
    ctx.catalog.relation(ctx.view.type(ctx.view.baseType(type)).relationOid),
  )
  if (!source || !target || !(source.ofType === target.typeOid || descendsFrom(ctx.catalog, source.oid, target.oid)))
    return null
  return target.columns.map((column) =>
    column.dropped
      ? 0
      : (source.columns.find((candidate) => !candidate.dropped && candidate.name === column.name)?.attnum ?? 0),
  )
}

/**
 * @param {BindContext} ctx
 * @param {Expr} expr
 * @param {number} to
 * @param {'cast' | 'implicit'} display
 * @param {number} location
 * @returns {Expr}
 */
function textual(ctx, expr, to, display, location) {
  const info = ctx.view.type(to)
  if (info.category === 'S' && info.kind !== 'd')
    return {
      kind: 'relabel', arg: expr, type: to, typmod: -1, collation: keptCollation(info.collation, expr), display,
      location,
    }
  return {
    kind: 'viaio', arg: expr, type: to, typmod: -1, collation: keptCollation(info.collation, expr), display, location,
  }
}

/**
 * @param {BindContext} ctx
 * @param {Expr} expr
 * @param {number} to
 * @param {number} typmod
 * @param {CastContext} context
 * @param {'cast' | 'implicit'} display
 * @param {number} location
 * @returns {Expr | null}
 */
function toDomain(ctx, expr, to, typmod, context, display, location) {
  const info = ctx.view.type(to)
  const base = ctx.view.baseType(to)
  const inner = inSystemView(ctx)
    ? coerceType(ctx, expr, base, -1, context, 'implicit', location)
    : coerceTo(ctx, expr, base, ctx.view.baseTypmod(to), context, 'implicit', location)
  if (inner === null) return null
  return {
    kind: asksNothing(ctx, info) ? 'relabel' : 'domain', arg: inner, type: to, typmod: -1,
    collation: info.collation === DEFAULT_COLLATION ? keptCollation(info.collation, inner) : info.collation, display,
    location,
  }
}

/** A system view's values keep the domains' rules and lengths: they need not be asked. @param {BindContext} ctx */
export const inSystemView = (ctx) => ctx.checkAs !== undefined

/**
 * Whether nothing is asked of a domain's values: then its name is but a label, which plans see through. Domains of users
 * may be given rules while a stored expression names them.
 * @param {BindContext} ctx @param {import('../../../catalog/descriptors.js').TypeDesc} domain
 */
export const asksNothing = (ctx, domain) =>
  inSystemView(ctx) || (domain.oid < FIRST_USER_OID && !domain.notNull && domain.constraints.length === 0)

/** @param {Expr} arg @returns {Expr} */
const throughText = (arg) =>
  ({ kind: 'viaio', arg, type: TEXT, typmod: -1, collation: arg.collation, display: 'implicit', location: -1 })

/**
 * @param {BindContext} ctx
 * @param {number} funcOid
 * @param {Expr} expr
 * @param {number} to
 * @param {number} typmod
 * @param {CastContext} context
 * @param {'cast' | 'implicit'} display
 * @param {number} location
 * @returns {Expr}
 */
function castCall(ctx, funcOid, expr, to, typmod, context, display, location) {
  const func = ctx.view.function(funcOid)
  /** @type {Expr[]} */
  const args = [expr]
  if (func.argTypes[0] !== expr.type && !ctx.view.binaryCoercible(expr.type, func.argTypes[0])) {
    // PostgreSQL hands the value on as it is: char's blanks stay.
    const keepsBlanks = expr.type === BPCHAR && func.argTypes[0] === TEXT
    const arg = keepsBlanks
      ? throughText(expr)
      : coerceType(ctx, expr, func.argTypes[0], -1, 'implicit', 'implicit', location)
    if (arg) args[0] = arg
  }
  if (func.argTypes.length >= 2) args.push(constant(INT4, typmod))
  if (func.argTypes.length >= 3) args.push(constant(BOOL, context === 'explicit'))
  const result = /** @type {Expr} */ ({
    kind: 'func', oid: funcOid, args, variadic: false, retset: false, type: func.returnType, typmod,
    collation: keptCollation(ctx.view.type(func.returnType).collation, expr), display, location,
  })
  return func.returnType === to
    ? result
    : {
        kind: 'relabel',
        arg: result,
        type: to,
        typmod: -1,
        collation: keptCollation(ctx.view.type(to).collation, result),
        display,
        location,
      }
}

/**
 * @param {BindContext} ctx
 * @param {Expr} expr
 * @param {number} to
 * @param {number} typmod
 * @param {CastContext} context
 * @param {'cast' | 'implicit'} display
 * @param {number} location
 * @returns {Expr | null}
 */
function arrayCoercion(ctx, expr, to, typmod, context, display, location) {
  const sourceElement = ctx.view.elementType(ctx.view.baseType(expr.type))
  const targetElement = ctx.view.elementType(to)
  const element = coerceTo(
    ctx, { kind: 'caseTest', type: sourceElement, typmod: -1, collation: 0 }, targetElement, typmod, context, display,
  )
  return (
    element && {
      kind: 'arraycoerce', arg: expr, element, type: to, typmod,
      collation: keptCollation(ctx.view.type(to).collation, expr), display, location,
    }
  )
}

/**
 * @param {BindContext} ctx
 * @param {Expr} expr
 * @param {number} to
 * @param {CastContext} context
 * @param {'cast' | 'implicit'} display
 * @param {number} location
 * @returns {Expr | null}
 */
function recordToComposite(ctx, expr, to, context, display, location) {
  const columns = ctx.compositeColumns(to).filter((column) => !column.dropped)
  const name = ctx.view.typeName(to)
  if (expr.kind === 'column' && expr.attnum === 0)
    return { kind: 'viaio', arg: expr, type: to, typmod: -1, collation: 0, display, location }
  // Of any other row it is not known what it consists of.
  if (expr.kind !== 'row') {
    throw cannotCoerce(`cannot cast type record to ${name}`, { location: location < 0 ? startOf(expr) : location })
  }
  if (expr.args.length !== columns.length) {
    throw cannotCoerce(`cannot cast type record to ${name}`, {
      location,
      detail: `Input has too ${expr.args.length < columns.length ? 'few' : 'many'} columns.`,
    })
  }
  const args = expr.args.map((arg, at) => {
    const converted = coerceTo(ctx, arg, columns[at].type, columns[at].typmod, context)
    if (!converted) {
      throw cannotCoerce(`cannot cast type record to ${name}`, { location,
        detail: `Cannot cast type ${ctx.view.typeName(arg.type)} to ${ctx.view.typeName(columns[at].type)} in column ${at + 1}.` })
    }
    return converted
  })
  return {
    kind: 'row', args, names: columns.map((column) => column.name), type: to, typmod: -1, collation: 0, display,
    location,
  }
}

/** Length coercion functions: pg_cast rows from a type to itself. */
const LENGTH_FUNCTIONS = new Map([
  [BPCHAR, 668], [VARCHAR, 669], [NUMERIC, 1703], [BIT, 1685], [VARBIT, 1687], [INTERVAL, 1200], [TIME, 1968],
  [TIMETZ, 1969], [TIMESTAMP, 1961], [TIMESTAMPTZ, 1967],
])

/**
 * @param {BindContext} ctx
 * @param {Expr} expr
 * @param {number} type
 * @param {number} typmod
 * @param {CastContext} context
 * @param {'cast' | 'implicit'} display
 * @returns {Expr}
 */
export function coerceTypmod(ctx, expr, type, typmod, context, display) {
  // x::numeric of a numeric(10, 2) is any numeric.
  if (typmod < 0 && expr.typmod >= 0 && context === 'explicit' && expr.kind !== 'domain' && expr.type === type) {
    return expr.kind === 'const'
      ? { ...expr, typmod: -1 }
      : {
          kind: 'relabel',
          arg: expr,
          type,
          typmod: -1,
          collation: expr.collation,
          display,
          location: expr.location ?? -1,
        }
  }
  if (typmod < 0 || typmod === expr.typmod || expr.kind === 'domain') return expr
  const base = ctx.view.baseType(type)
  const funcOid = LENGTH_FUNCTIONS.get(base)
  if (funcOid !== undefined)
    return castCall(ctx, funcOid, hideCast(expr, display), base, typmod, context, display, expr.location ?? -1)
  const element = ctx.view.elementType(base)
  if (element && LENGTH_FUNCTIONS.has(element))
    return arrayCoercion(ctx, hideCast(expr, display), base, typmod, context, display, expr.location ?? -1) ?? expr
  return expr
}

/**
 * The type step below a length step is not printed.
 * @param {Expr} expr
 * @param {'cast' | 'implicit'} display
 * @returns {Expr}
 */
function hideCast(expr, display) {
  return display === 'cast'
    && (expr.kind === 'relabel' || expr.kind === 'viaio' || expr.kind === 'func')
    && expr.display === 'cast'
    ? /** @type {Expr} */ ({ ...expr, display: 'implicit' })
    : expr
}

/** @param {number} type @param {unknown} value @param {number} [collation] @returns {Expr} */
export const constant = (type, value, collation = 0) => ({
  kind: 'const', value, type, typmod: -1, collation, location: -1,
})

/** @param {BindContext} ctx @param {Expr} expr @param {string} clause @returns {Expr} */
export function coerceToBoolean(ctx, expr, clause) {
  if (expr.type === BOOL) return single(ctx, expr, clause)
  const converted = coerceTo(ctx, expr, BOOL, -1, 'assignment')
  if (!converted)
    throw datatypeMismatch(`argument of ${clause} must be type boolean, not type ${ctx.view.typeName(expr.type)}`, {
      location: startOf(expr),
    })
  return single(ctx, converted, clause)
}

/** @param {BindContext} ctx @param {Expr} expr @param {number} type @param {string} clause @returns {Expr} */
export function coerceToSpecific(ctx, expr, type, clause) {
  if (expr.type === type) return single(ctx, expr, clause)
  const converted = coerceTo(ctx, expr, type, -1, 'assignment')
  if (!converted) {
    throw datatypeMismatch(
      `argument of ${clause} must be type ${ctx.view.typeName(type)}, not type ${ctx.view.typeName(expr.type)}`,
      { location: startOf(expr) },
    )
  }
  return single(ctx, converted, clause)
}

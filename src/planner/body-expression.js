/**
 * Expressions of PL/pgSQL bodies: bound by themselves, without a plan, where they are no more than an expression;
 *   converted as assignments in a body
 * are, which knows one way more than SQL's assignment: through text, where there is no cast.
 */
import { PLPGSQL, languageCode } from '../catalog/languages.js'
import { datatypeMismatch } from '../errors/syntax.js'
import { DEFAULT_ENV } from '../types/type-ops.js'
import { FIRST_USER_OID, RECORD, TEXT, UNKNOWN } from '../types/oids.js'
import { guarded } from './bind/bind.js'
import { BindContext, Level } from './bind/context.js'
import { coerceTo, coerceTypmod, isComposite } from './bind/expressions/coerce.js'
import { bindExpr } from './bind/expressions/expressions.js'
import { partAssignment, partType } from './bind/expressions/parts.js'
import { textIfUnknown } from './bind/targets.js'
import { foldConstants } from './build/fold.js'
import { PlanState } from './build/state.js'
import { contains, startOf } from './expr-tools.js'
import { inlineCalls } from './inline.js'
import { functionsIn } from './needs.js'
import { mayWait } from './planner.js'

/** @import { CatalogSnapshot } from '../catalog/snapshot.js' */

/** @typedef {import('../catalog/expr.js').Expr} Expr */
/** @typedef {import('./bind/bind.js').BindOptions} BindOptions */

/**
 * What an assignment is made to. `steps`: subscripts and fields behind the variable's name, as the grammar gives them.
 * @typedef {{ name: string, number: number, type: number, typmod: number, collation: number, steps: any[],
 *   location: number }} Target
 *   number: the parameter that holds it; location: of the name
 */
/**
 * @typedef {object} BodyExpression
 * @property {Expr} expr
 * @property {Map<number, number>} dependencies OID to version: as long as these are so, it means the same
 * @property {Set<number>} calls functions that whoever runs it must be granted
 * @property {boolean} isLasting it does not depend on settings or the clock
 * @property {boolean} callsBodies it calls functions in PL/pgSQL, which may wait
 */

/** What a SELECT consists of that is one expression and nothing else. */
const PLAIN_FIELDS = new Set(['targetList', 'limitOption', 'op'])

/** @param {any} select SelectStmt @returns {any} the expression's node; null: it is a query */
export function loneExpression(select) {
  for (const field in select) if (!PLAIN_FIELDS.has(field)) return null
  const targets = select.targetList ?? []
  if (targets.length !== 1 || (select.op ?? 'SETOP_NONE') !== 'SETOP_NONE') return null
  const { val } = targets[0].ResTarget
  const { fields } = val.ColumnRef ?? {}
  const steps = val.A_Indirection?.indirection
  return fields?.at(-1).A_Star || steps?.at(-1).A_Star ? null : val
}

/**
 * @param {unknown} node tagged expression
 * @param {CatalogSnapshot} catalog
 * @param {BindOptions} options with the body's variables
 * @param {{ type: number, typmod: number } | null} wanted what it is converted to, whatever it is; null: it stays
 * @param {Target | null} target of an assignment
 * @param {boolean | 'all'} [allowsBodies] it may call functions in PL/pgSQL; 'all': whatever may wait
 * @param {{ isQuery: boolean } | null} [told] whether it is a query to PostgreSQL, too
 * @returns {BodyExpression | null} null: it has subqueries, aggregates, sets or calls that may wait, and needs a plan
 * @throws {DbError} with its place in options.sourceText
 */
export function bindBodyExpression(node, catalog, options, wanted, target, allowsBodies = false, told = null) {
  return guarded(options.sourceText ?? '', () => {
    const ctx = new BindContext(catalog, { ...options, env: options.env ?? { ...DEFAULT_ENV, catalog } })
    const level = new Level(null)
    level.clause = 'SELECT'
    const bound = bindExpr(ctx, level, node)
    if (level.hasAggregates || level.hasWindowCalls || level.hasSetReturning || ctx.hasSets) {
      if (told !== null) told.isQuery = true
      return null
    }
    const value = target === null ? textIfUnknown(ctx, bound) : assigned(ctx, level, bound, target)
    const made = wanted === null ? value : castOf(ctx, value, wanted.type, wanted.typmod)
    ctx.params.finish(ctx.view)
    const state = new PlanState(ctx)
    ctx.computed = new Set()
    // What constants decide away is not asked for, what is computed for them is.
    const calls = functionsIn(foldConstants(state, made))
    for (const oid of ctx.computed) calls.add(oid)
    ctx.needs.functions = calls
    ctx.needsInlined = true
    const expr = foldConstants(state, inlineCalls(ctx, made))
    for (const oid of functionsIn(expr)) calls.add(oid)
    const callsBodies = contains(expr, mayWait)
    if (callsBodies && allowsBodies !== 'all') {
      if (!allowsBodies || contains(expr, (part) => mayWait(part) && !isBody(ctx, part))) return null
    }
    if (state.failure !== null) throw state.failure
    const isLasting = !ctx.sessionDependent && !ctx.clockDependent && !ctx.zoneDependent
    return { expr, calls, callsBodies, dependencies: ctx.view.dependencies, isLasting }
  })
}

/** A call of a function in PL/pgSQL that gives one value. @param {BindContext} ctx @param {Expr} node */
const isBody = (ctx, node) =>
  node.kind === 'func' && !node.retset && node.oid >= FIRST_USER_OID && !node.columns
  && languageCode(ctx.catalog, ctx.view.function(node.oid).language) === PLPGSQL

/**
 * @param {BindContext} ctx @param {Level} level @param {Expr} bound @param {Target} target
 * @returns {Expr} the variable's new value
 */
function assigned(ctx, level, bound, { name, number, type, typmod, collation, steps, location }) {
  if (steps.length > 0) {
    const base = { ...ctx.params.reference(number, location, ctx.view), typmod }
    const column = { name, typeOid: type, typmod, collation }
    const part = partType(ctx, column, steps, location)
    const value = !isLooseRow(ctx, bound, part.type) && coerceTo(ctx, bound, part.type, part.typmod, 'assignment')
      ? bound : throughText(bound, part.type)
    return partAssignment(ctx, level, column, base, value, steps, location)
  }
  const isRow = (/** @type {number} */ oid) => oid === RECORD || isComposite(ctx, oid)
  // Rows are fitted to each other when the value is there.
  if (bound.type !== type && isRow(type) && isRow(bound.type)) return bound
  const converted = coerceTo(ctx, bound, type, typmod, 'assignment')
  if (converted) return converted
  if (isRow(bound.type)) return bound
  if (isRow(type)) return throughText(bound, type)
  const info = ctx.view.type(type)
  if (info.kind === 'p') {
    const types = `${ctx.view.typeName(type)} but expression is of type ${ctx.view.typeName(bound.type)}`
    throw datatypeMismatch(`variable "${name}" is of type ${types}`,
      { hint: 'You will need to rewrite or cast the expression.', location: startOf(bound) })
  }
  return castOf(ctx, bound, type, typmod)
}

/**
 * A row of no type, for a composite one: a body makes it so through text, though SQL knows a way for what is written
 * as a row.
 * @param {BindContext} ctx @param {Expr} expr @param {number} type
 */
const isLooseRow = (ctx, expr, type) => expr.type === RECORD && type !== RECORD && isComposite(ctx, type)

/** @param {Expr} expr @param {number} type @returns {Expr} */
const throughText = (expr, type) =>
  /** @type {Expr} */ ({ kind: 'viaio', arg: expr, type, typmod: -1, collation: 0, display: 'implicit', location: -1 })

/**
 * Converted by assignment, or through text.
 * @param {BindContext} ctx @param {Expr} expr @param {number} type @param {number} typmod @returns {Expr}
 */
function castOf(ctx, expr, type, typmod) {
  const base = ctx.view.baseType(type)
  const converted = isLooseRow(ctx, expr, base) ? null : coerceTo(ctx, expr, type, typmod, 'assignment')
  if (converted) return converted
  const made =
    coerceTypmod(ctx, throughText(expr, base), base, base === type ? typmod : ctx.view.baseTypmod(type), 'assignment',
      'implicit')
  return base === type ? made : coerceTo(ctx, made, type, typmod, 'assignment') ?? made
}

/**
 * The conversion of a value whose type is known only when it is there, as a parameter $1.
 * @param {CatalogSnapshot} catalog
 * @param {number} from
 * @param {number} fromTypmod
 * @param {number} to
 * @param {number} typmod
 *   @returns {Expr | null} null: it stays as it is
 */
export function valueCast(catalog, from, fromTypmod, to, typmod) {
  const ctx = new BindContext(catalog, { env: { ...DEFAULT_ENV, catalog }, paramTypes: [from] })
  const known = from === UNKNOWN ? TEXT : from
  const param =
    /** @type {Expr} */ ({ kind: 'param', number: 1, type: known, typmod: fromTypmod, collation: 0, location: -1 })
  const made = castOf(ctx, param, to, typmod)
  return made === param ? null : made
}

/**
 * Binding a statement: parse tree to Query. The entry of this folder.
 */
import { statementTooComplex, withPosition } from '../../errors/syntax.js'
import { DEFAULT_ENV } from '../../types/type-ops.js'
import { inAttempts } from './attempts.js'
import { BindContext, Level } from './context.js'
import { atOnce } from '../../util/effort.js'
import { selectSteps } from './select.js'
import { fromHere } from '../../util/deep-steps.js'
import { loadedSteps } from './views.js'
import { bindExpr } from './expressions/expressions.js'
import { coerceTo } from './expressions/coerce.js'
import { nameItem, relationColumns } from './from.js'
import { datatypeMismatch, parameterMismatch } from '../../errors/syntax.js'
import { startOf } from '../expr-tools.js'
import { later } from '../../util/later.js'

/** @type {() => typeof import('./write.js')} */
const writes = later(import.meta.url, './write.js')

/** @import { CatalogSnapshot } from '../../catalog/snapshot.js' */
/** @import { ParseNode } from '../../parser/tree.js' */
/** @import { Settings } from '../../config/settings.js' */
/** @import { RelationDesc } from '../../catalog/relation.js' */

/** @typedef {import('../../catalog/query.js').Query} Query */
/** @template T @typedef {import('../../util/effort.js').Steps<T>} Steps */
/** @typedef {{ paramTypes?: number[], paramsFixed?: boolean, settings?: Settings, sourceText?: string, env?: any,
 *   unusableIndexes?: ReadonlySet<number>, seesKeysTwice?: boolean, bypassesRowSecurity?: boolean, functionScope?:
 *   import('./context.js').FunctionScope, foldsWide?: boolean, keepsViews?: boolean, copies?: boolean,
 *   again?: import('../left-calls.js').Again }} BindOptions
 *   sourceText: the whole string that was parsed (locations count in it); env: TypeEnv for literals; paramsFixed: a $n beyond paramTypes is 42P02
 */

/** Whether a statement is planned (as opposed to run as a utility). @param {any} stmt tagged */
export const isPlannable = (stmt) =>
  stmt.SelectStmt !== undefined || stmt.StoredQuery !== undefined || stmt.InsertStmt !== undefined
  || stmt.UpdateStmt !== undefined || stmt.DeleteStmt !== undefined || stmt.MergeStmt !== undefined

/**
 * @param {ParseNode} stmt tagged parse tree node @param {CatalogSnapshot} catalog @param {BindOptions} [options]
 * @returns {{ query: Query, ctx: BindContext }}
 */
export function bindStatement(stmt, catalog, options = {}) {
  return atOnce(bindSteps(stmt, catalog, options))
}

/**
 * @param {any} stmt
 * @param {CatalogSnapshot} catalog
 * @param {BindOptions} options
 * @param {boolean} [foldsWide]
 * @returns {Steps<{ query: Query, ctx: BindContext }>}
 */
export function* bindSteps(stmt, catalog, options, foldsWide = options.foldsWide === true) {
  try {
    const ctx = new BindContext(catalog, options)
    ctx.env ??= catalog.env ?? { ...DEFAULT_ENV, catalog }
    ctx.foldsWide = foldsWide
    ctx.copies = options.copies === true
    ctx.keepsViews = options.keepsViews === true
    const query = stmt.SelectStmt
      ? yield* fromHere(selectSteps(ctx, null, stmt))
      : stmt.StoredQuery
        ? yield* loadedSteps(ctx, stmt.StoredQuery.text)
        : writes().bindWrite(ctx, null, stmt)
    ctx.params.finish(ctx.view)
    return { query, ctx }
  } catch (error) {
    throw positioned(error, options.sourceText ?? '')
  }
}

/**
 * An expression on its own or over one table's row, for DEFAULT, CHECK, index expressions and predicates, and USING of
 * ALTER TYPE.
 * @param {unknown} node tagged expression @param {CatalogSnapshot} catalog
 * @param {BindOptions & { relation?: any, clause?: 'CHECK' | 'DEFAULT' | 'ARGUMENT' | 'INDEX' | 'INDEX PREDICATE' |
 *   'STATISTICS' | 'PARTITION' | 'BOUND' | 'GENERATED' | 'TRIGGER' | 'TRANSFORM' | 'COPY' | 'EXECUTE' | 'WHERE', type?:
 *   number, typmod?: number, name?: string,
 *   domainValue?: import('../../catalog/expr.js').Expr, asWritten?: (expr: import('../../catalog/expr.js').Expr) =>
 *   void }} options
 *   relation: RelationDesc whose columns are visible as rt 1; type: convert to it by assignment, naming `name` in the
 *   error;
 *   asWritten: looks at the expression before it is converted, and may refuse it
 * @returns {import('../../catalog/expr.js').Expr}
 */
export function bindStandalone(node, catalog, options = {}) {
  return atOnce(standaloneSteps(node, catalog, options, () => false))
}

/**
 * The same with rests.
 * @param {Parameters<typeof bindStandalone>[0]} node @param {CatalogSnapshot} catalog
 * @param {Parameters<typeof bindStandalone>[2]} options
 * @param {() => boolean} [rests] whether it may rest at all
 * @returns {Steps<import('../../catalog/expr.js').Expr>}
 */
export const standaloneSteps = (node, catalog, options = {}, rests = () => true) =>
  guardedSteps(options.sourceText ?? '', boundAlone(node, catalog, options, rests))

/**
 * @param {unknown} node @param {CatalogSnapshot} catalog
 * @param {NonNullable<Parameters<typeof bindStandalone>[2]>} options
 * @param {() => boolean} rests
 * @returns {Steps<import('../../catalog/expr.js').Expr>}
 */
function* boundAlone(node, catalog, options, rests) {
  const ctx = new BindContext(catalog, {
    paramsFixed: true, ...options, env: options.env ?? catalog.env ?? { ...DEFAULT_ENV, catalog },
  })
  ctx.domainValue = options.domainValue ?? null
  const level = new Level(null)
  level.clause = options.clause ?? 'CHECK'
  if (options.relation) {
    const entry = ctx.addEntry(level, {
      kind: 'relation', alias: options.relation.name, columns: relationColumns(options.relation),
      relation: options.relation, lateral: false,
    })
    level.items.push(nameItem(entry, ''))
  }
  const expr = yield* inAttempts(ctx, level, () => bindExpr(ctx, level, node), rests())
  ctx.params.finish(ctx.view)
  options.asWritten?.(expr)
  if (options.type === undefined) return expr
  const converted = coerceTo(ctx, expr, options.type, options.typmod ?? -1, 'assignment')
  if (converted) return converted
  if (options.name === undefined && level.clause in ARGUMENTS) {
    const [wanted, given] = [options.type, expr.type].map((type) => ctx.view.typeName(type))
    const message = `argument of ${ARGUMENTS[level.clause]} must be type ${wanted}, not type ${given}`
    throw datatypeMismatch(message, { location: startOf(expr) })
  }
  if (level.clause === 'EXECUTE')
    throw parameterMismatch(
      options.name, ctx.view.typeName(expr.type), ctx.view.typeName(options.type), startOf(expr),
    )
  throw datatypeMismatch(
    options.name === undefined
      ? `expression is of type ${ctx.view.typeName(expr.type)} but ${ctx.view.typeName(options.type)} is needed`
      : `column "${options.name}" is of type ${ctx.view.typeName(options.type)} but default expression is of type ${ctx.view.typeName(expr.type)}`,
    { hint: 'You will need to rewrite or cast the expression.', location: startOf(expr), routine: 'cookDefault' },
  )
}

/** What expressions of these clauses are called. @type {Record<string, string>} */
const ARGUMENTS = {
  CHECK: 'CHECK', 'INDEX PREDICATE': 'WHERE', COPY: 'WHERE', TRIGGER: 'WHEN', WHERE: 'PUBLICATION WHERE',
  ARGUMENT: 'DEFAULT',
}

/**
 * Errors get their character position; a stack that ran out is 54001.
 * @template T
 * @param {string} text
 * @param {() => T} body
 * @returns {T}
 */
export function guarded(text, body) {
  try {
    return body()
  } catch (error) {
    throw positioned(error, text)
  }
}

/** The same of work in steps. @template T @param {string} text @param {Steps<T>} steps @returns {Steps<T>} */
export function* guardedSteps(text, steps) {
  try {
    return yield* steps
  } catch (error) {
    throw positioned(error, text)
  }
}

/** What is thrown instead of an error. @param {unknown} error @param {string} text that its location is in */
export function positioned(error, text) {
  return error instanceof RangeError && /call stack/.test(error.message)
    ? statementTooComplex()
    : withPosition(error, text)
}

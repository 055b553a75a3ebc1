/**
 * What DDL and COPY need of the planner: type names, expressions that live in the catalog (defaults, checks, index
 * keys, predicates), parameters of EXECUTE. COPY's plan is in copy-from.js.
 */
import {
  checkOfSystem, generatedFromGenerated, generatedFromRow, generatedFromSystem, notImmutable,
} from '../errors/ddl/generated.js'
import { DEFAULT_ENV } from '../types/type-ops.js'
import { bindStandalone, guarded, guardedSteps, standaloneSteps } from './bind/bind.js'
import { BindContext } from './bind/context.js'
import { bindTypeName, nameParts } from './bind/expressions/typename.js'
import { foldConstants } from './build/fold.js'
import { PlanState } from './build/state.js'
import { undefinedColumn, undefinedTable, withoutPlaces } from '../errors/syntax.js'
import { inlineCalls } from './inline.js'
import { domainDefault } from './rewrite/complete.js'
import { columnsOf } from './expr-tools.js'
import { worstVolatility } from './volatility.js'
import { isTired } from '../util/effort.js'

/** @import { CatalogSnapshot } from '../catalog/snapshot.js' */
/** @import { ParseNode } from '../parser/tree.js' */
/** @import { RelationDesc } from '../catalog/relation.js' */
/** @import { Settings } from '../config/settings.js' */

/** @template T @typedef {import('../util/effort.js').Steps<T>} Steps */
/** @typedef {import('../catalog/expr.js').Expr} Expr */
/** @typedef {{ settings?: Settings, sourceText?: string, env?: any }} Options */

/**
 * @param {CatalogSnapshot} catalog CatalogSnapshot
 * @param {unknown} node TypeName
 * @param {string} [sourceText]
 * @returns {{ type: number, typmod: number, collation: number }}
 * @throws {DbError} 42704
 */
export function typeOfName(catalog, node, sourceText = '') {
  return guarded(sourceText, () => bindTypeName(new BindContext(catalog, { env: { ...DEFAULT_ENV, catalog } }), node))
}

/**
 * A type in the address of an object (of COMMENT, ALTER, DROP …): what is wrong with its name has no place.
 * @param {Parameters<typeof typeOfName>[0]} catalog @param {Parameters<typeof typeOfName>[1]} node TypeName
 * @throws {DbError} 42704
 */
export const addressedType = (catalog, node) => withoutPlaces(() => typeOfName(catalog, node).type)

/**
 * t.c%TYPE.
 * @param {any} catalog
 * @param {any} node TypeName
 * @param {string} sourceText
 * @returns {{ type: number, typmod: number, shown: string }}
 */
export function columnTypeOf(catalog, node, sourceText) {
  return guarded(sourceText, () => {
    const parts = nameParts(node.names)
    const column = parts[parts.length - 1]
    const table = parts[parts.length - 2]
    const relation = catalog.relationByName(parts.length > 2 ? parts[parts.length - 3] : null, table)
    if (!relation)
      throw undefinedTable(`relation "${parts.slice(0, -1).join('.')}" does not exist`, {
        location: node.location ?? 0,
      })
    const found = relation.columns.find((/** @type {any} */ item) => !item.dropped && item.name === column)
    if (!found)
      throw undefinedColumn(`column "${column}" of relation "${table}" does not exist`, {
        location: node.location ?? 0,
      })
    const type = node.arrayBounds?.length ? catalog.type(found.typeOid).arrayType : found.typeOid
    return { type, typmod: found.typmod, shown: `${parts.join('.')}%TYPE` }
  })
}

/**
 * A column's default, converted to the column.
 * @param {CatalogSnapshot} catalog
 * @param {ParseNode} node
 * @param {{ name: string, typeOid: number, typmod?: number }} column
 * @param {Options} [options]
 * @returns {Expr}
 */
export const bindDefault = (catalog, node, column, options = {}) =>
  bindStandalone(node, catalog, {
    ...options, clause: 'DEFAULT', type: column.typeOid, typmod: column.typmod ?? -1, name: column.name,
  })

/**
 * A parameter's default. @param {Parameters<typeof bindStandalone>[1]} catalog
 * @param {Parameters<typeof bindStandalone>[0]} node @param {number} type @param {Options} [options] @returns {Expr}
 */
export const bindArgumentDefault = (catalog, node, type, options = {}) =>
  bindStandalone(node, catalog, { ...options, clause: 'ARGUMENT', type })

/**
 * What rows get in a new column that has no default but whose domain has one, or has rules that NULL must meet.
 * @param {CatalogSnapshot} catalog
 * @param {{ name: string, typeOid: number, typmod?: number }} column
 * @returns {Expr | null} null: of no domain, or of one that says nothing
 */
export function bindDomainDefault(catalog, { name, typeOid, typmod = -1 }) {
  let said = false
  for (let info = catalog.type(typeOid); info?.kind === 'd'; info = catalog.type(info.baseType)) {
    if (info.defaultExpr !== null || info.notNull || info.constraints.length > 0) said = true
  }
  return said
    ? domainDefault(new BindContext(catalog, { env: { ...DEFAULT_ENV, catalog } }), { name, typeOid, typmod })
    : null
}

/** DEFAULT NULL is no default, unless the domain it is converted to says otherwise. @param {Expr} expr */
export const isNullDefault = (expr) => expr.kind === 'const' && expr.value === null

/**
 * @param {CatalogSnapshot} catalog
 * @param {ParseNode} node
 * @param {RelationDesc} relation RelationDesc
 * @param {Options} [options]
 * @returns {Steps<Expr>}
 * @throws {DbError} 42P10
 */
export const bindCheck = (catalog, node, relation, options = {}) =>
  guardedSteps(options.sourceText ?? '', checkSteps(catalog, node, relation, options))

/** @param {CatalogSnapshot} catalog @param {ParseNode} node @param {RelationDesc} relation @param {Options} options */
function* checkSteps(catalog, node, relation, options) {
  const expr = yield* standaloneSteps(node, catalog, { ...options, clause: 'CHECK', relation, type: 16 })
  if (isTired()) yield
  for (const { attnum, location } of columnsOf(expr))
    if (attnum < 0 && attnum !== TABLEOID) throw checkOfSystem(SYSTEM_NAMES[attnum], location)
  return expr
}

/**
 * GENERATED ALWAYS AS (…) STORED.
 * @param {CatalogSnapshot} catalog
 * @param {ParseNode} node
 * @param {{ name: string, typeOid: number, typmod?: number }} column
 * @param {string} table
 * @param {any[]} columns as ColumnDesc @param {Options} [options] @returns {Expr} @throws {DbError} 42P17, 42P10
 */
export function bindGenerated(catalog, node, column, table, columns, options = {}) {
  // The conversion to the column's type may depend on settings, as that of a timestamptz to timestamp does.
  const asWritten = (/** @type {Expr} */ expr) => {
    for (const { attnum, location } of columnsOf(expr)) {
      if (attnum === 0) throw generatedFromRow(location)
      if (attnum < 0) {
        if (attnum !== TABLEOID) throw generatedFromSystem(SYSTEM_NAMES[attnum], location)
      } else if (columns[attnum - 1].generated === 's') throw generatedFromGenerated(columns[attnum - 1].name, location)
    }
    if (!isImmutable(catalog, expr)) throw notImmutable()
  }
  return guarded(options.sourceText ?? '', () => bindStandalone(node, catalog, {
    ...options, clause: 'GENERATED', relation: { name: table, columns, kind: 'r' },
    type: column.typeOid, typmod: column.typmod ?? -1, name: column.name, asWritten,
  }))
}

const TABLEOID = -6
const SYSTEM_NAMES = /** @type {Record<number, string>} */ ({
  [-1]: 'ctid', [-2]: 'xmin', [-3]: 'cmin', [-4]: 'xmax', [-5]: 'cmax',
})

/**
 * @param {any} catalog
 * @param {ParseNode} node
 * @param {RelationDesc} relation
 * @param {Options} [options]
 * @returns {Expr}
 */
export const bindIndexExpr = (catalog, node, relation, options = {}) =>
  bindStandalone(node, catalog, { ...options, clause: 'INDEX', relation })

/**
 * An element of CREATE STATISTICS.
 * @param {CatalogSnapshot} catalog
 * @param {ParseNode} node
 * @param {RelationDesc} relation
 * @param {Options} [options]
 * @returns {Expr}
 */
export const bindStatisticsExpr = (catalog, node, relation, options = {}) =>
  bindStandalone(node, catalog, { ...options, clause: 'STATISTICS', relation })

/**
 * @param {CatalogSnapshot} catalog
 * @param {ParseNode} node
 * @param {RelationDesc} relation
 * @param {Options} [options]
 * @returns {Expr}
 */
export const bindPredicate = (catalog, node, relation, options = {}) =>
  bindStandalone(node, catalog, { ...options, clause: 'INDEX PREDICATE', relation, type: 16 })

/**
 * COPY FROM … WHERE, over the columns of the table.
 * @param {any} catalog
 * @param {ParseNode} node
 * @param {RelationDesc} relation
 * @param {Options} [options]
 * @returns {Expr}
 */
export const bindCopyWhere = (catalog, node, relation, options = {}) =>
  bindStandalone(node, catalog, { ...options, clause: 'COPY', relation, type: 16 })

/**
 * A domain's CHECK; VALUE is {kind: 'caseTest'} of the base type.
 * @param {CatalogSnapshot} catalog
 * @param {ParseNode} node
 * @param {{ type: number, typmod: number, collation: number }} value
 * @param {Options} [options]
 * @returns {Steps<Expr>}
 */
export const bindDomainCheck = (catalog, node, value, options = {}) =>
  standaloneSteps(node, catalog, {
    ...options, clause: 'CHECK', type: 16, domainValue: { kind: 'caseTest', ...value, location: -1 },
  })

/**
 * EXECUTE's arguments, converted to the statement's parameter types.
 * @param {unknown[]} nodes
 * @param {number[]} types
 * @param {CatalogSnapshot} catalog
 * @param {Options} [options]
 * @returns {Expr[]}
 */
export const bindExpressions = (nodes, types, catalog, options = {}) =>
  nodes.map((node, index) =>
    bindStandalone(node, catalog, { ...options, clause: 'EXECUTE', type: types[index], name: `$${index + 1}` }),
  )

/**
 * A stored expression as it is computed: simple SQL functions in it are their bodies.
 * @template T
 * @param {CatalogSnapshot} catalog
 * @param {T} expr
 * @returns {T}
 */
export const expanded = (catalog, expr) =>
  inlineCalls(new BindContext(catalog, { env: { ...DEFAULT_ENV, catalog } }), expr)

/**
 * A condition without what constants decide; what functions are called stays as it was written.
 * @template T @param {CatalogSnapshot} catalog @param {T} expr @returns {T}
 */
export const folded = (catalog, expr) =>
  foldConstants(new PlanState(new BindContext(catalog, { env: { ...DEFAULT_ENV, catalog } })), expr)

/**
 * Such an expression without what constants decide. @template T @param {CatalogSnapshot} catalog @param {T} expr
 * @returns {T}
 */
export function simplified(catalog, expr) {
  const ctx = new BindContext(catalog, { env: { ...DEFAULT_ENV, catalog } })
  return foldConstants(new PlanState(ctx), inlineCalls(ctx, expr))
}

/**
 * The same for an index's keys, in which no function is called.
 * @template T
 * @param {CatalogSnapshot} catalog
 * @param {T} expr
 * @returns {T}
 */
export function simplifiedForKeys(catalog, expr) {
  const ctx = new BindContext(catalog, { env: { ...DEFAULT_ENV, catalog } })
  ctx.inlinesForKeys = true
  return foldConstants(new PlanState(ctx), inlineCalls(ctx, expr))
}

/**
 * Does it give the same for ever? What a simple SQL function does counts, not what it is said to be, and nothing that
 * constants rule out.
 * @param {CatalogSnapshot} catalog
 * @param {Expr} expr
 */
export const isImmutable = (catalog, expr) => worstVolatility(catalog, simplified(catalog, expr), true) === 'i'

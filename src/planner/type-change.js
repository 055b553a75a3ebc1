/**
 * ALTER COLUMN … TYPE: the expression that turns a row's old value into the new one, and whether stored values change
 * by it. Lengthening a varchar, a numeric or a time's precision changes nothing; the rows stay where they are.
 */
import { defaultNotCastable, typeNotCastable } from '../errors/ddl/alter.js'
import { quoteIdentifier } from '../catalog/deparse/names.js'
import { formatType } from '../catalog/deparse/types.js'
import { DEFAULT_ENV } from '../types/type-ops.js'
import { bindStandalone, guarded } from './bind/bind.js'
import { coerceTo } from './bind/expressions/coerce.js'
import { BindContext } from './bind/context.js'

/** @import { FuncCall } from '../catalog/expr.js' */
/** @import { CatalogSnapshot } from '../catalog/snapshot.js' */
/** @import { ColumnDesc, RelationDesc } from '../catalog/relation.js' */
/** @import { TypeEnv } from '../types/type-ops.js' */

/** @typedef {import('../catalog/expr.js').Expr} Expr */
/** @typedef {{ type: number, typmod: number, collation: number }} Target */
/** @typedef {{ settings?: any, sourceText?: string, env?: TypeEnv }} Options */

/**
 * @param {CatalogSnapshot} catalog
 * @param {RelationDesc} relation as it was
 * @param {ColumnDesc} column
 * @param {Target} target
 * @param {unknown} using tagged expression or null
 * @param {Options} [options]
 * @returns {{ expr: Expr, rewrites: boolean }} over the old row @throws {DbError} 42804
 */
export function bindTypeChange(catalog, relation, column, target, using, options = {}) {
  const value =
    using === null
      ? /** @type {Expr} */ ({
          kind: 'column',
          rt: 1,
          attnum: column.attnum,
          type: column.typeOid,
          typmod: column.typmod,
          collation: column.collation,
          location: -1,
        })
      : bindStandalone(using, catalog, { ...options, clause: 'TRANSFORM', relation })
  const expr = converted(catalog, value, target, options)
  if (expr === null) {
    const type = formatType(catalog, target.type, target.typmod)
    throw typeNotCastable(column.name, type, using === null ? `${quoteIdentifier(column.name)}::${type}` : null)
  }
  return { expr, rewrites: changesBytes(expr, column.attnum, catalog) }
}

/**
 * A column's default or generation expression after its type changed.
 * @param {CatalogSnapshot} catalog
 * @param {ColumnDesc} column with its default
 * @param {Target} target
 * @param {Options} [options]
 * @returns {Expr}
 * @throws {DbError} 42804
 */
export function bindDefaultChange(catalog, column, target, options = {}) {
  const expr = converted(catalog, withoutImplicit(column.default), target, options)
  if (expr === null)
    throw defaultNotCastable(column.generated !== '', column.name, formatType(catalog, target.type, target.typmod))
  return expr
}

/** @param {CatalogSnapshot} catalog @param {Expr} value @param {Target} target @param {Options} options */
const converted = (catalog, value, target, options) =>
  guarded(options.sourceText ?? '', () =>
    coerceTo(
      new BindContext(catalog, { ...options, env: options.env ?? catalog.env ?? { ...DEFAULT_ENV, catalog } }), value,
      target.type, target.typmod, 'assignment',
    ),
  )

/** Conversions nobody wrote are made anew. @param {any} expr @returns {Expr} */
function withoutImplicit(expr) {
  if (expr.display !== 'implicit' || expr.kind === 'row') return expr
  return withoutImplicit(expr.kind === 'func' ? expr.args[0] : expr.arg)
}

/** @param {Expr} expr @param {number} attnum @param {CatalogSnapshot} catalog @returns {boolean} */
function changesBytes(expr, attnum, catalog) {
  switch (expr.kind) {
    case 'column': return expr.attnum !== attnum
    case 'relabel': return elementOf(catalog, expr.type) !== elementOf(catalog, expr.arg.type) || changesBytes(expr.arg, attnum, catalog)
    case 'collate': return changesBytes(expr.arg, attnum, catalog)
    case 'func': return !onlyWidens(expr) || changesBytes(expr.args[0], attnum, catalog)
    default: return true
  }
}

/**
 * An array is stored with the type of its elements.
 * @param {CatalogSnapshot} catalog
 * @param {number} type
 * @returns {number} 0: no array
 */
const elementOf = (catalog, type) => catalog.elementType(catalog.baseType(type))

/** Length functions that give every value of their argument back as it is. @param {FuncCall} call */
function onlyWidens({ oid, args }) {
  const [value, length] = args
  if (length?.kind !== 'const' || typeof length.value !== 'number') return false
  const to = length.value
  const from = typmodUnder(value)
  if (to < 0) return true
  switch (oid) {
    case 669: case 1687: return from >= 0 && from <= to
    case 1703: return from >= 4 && scaleOf(from) === scaleOf(to) && (from - 4) >>> 16 <= (to - 4) >>> 16
    case 1961: case 1967: case 1968: case 1969: return to >= 6 || (from >= 0 && from <= to)
    default: return false
  }
}

/** @param {Expr} expr @returns {number} */
const typmodUnder = (expr) =>
  expr.typmod >= 0 || (expr.kind !== 'relabel' && expr.kind !== 'collate') ? expr.typmod : typmodUnder(expr.arg)

/** @param {number} typmod of numeric */
const scaleOf = (typmod) => (typmod - 4) & 0x7ff

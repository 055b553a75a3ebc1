/** What a field of an anonymous record is called: as what made the record says. */
import { featureNotSupported } from '../../errors/db-error.js'

/** @import { CatalogSnapshot } from '../snapshot.js' */
/** @import { Expr } from '../expr.js' */
/** @import { RangeEntry } from '../query.js' */

/** Output arguments: OUT, INOUT, TABLE. */
const OUTPUT = 'obt'

/**
 * @param {CatalogSnapshot} catalog
 * @param {Expr} expr of type record
 * @param {number} attnum
 * @param {RangeEntry[]} entries that column references in it mean
 * @returns {string}
 * @throws {import('../../errors/db-error.js').DbError} 0A000 where nothing tells
 */
export function recordFieldName(catalog, expr, attnum, entries) {
  if (expr.kind === 'row') return expr.names?.[attnum - 1] ?? `f${attnum}`
  if (expr.kind === 'func') {
    const { argModes, argNames } = catalog.func(expr.oid) ?? {}
    const outputs = Array.from(argModes ?? '', (mode, at) => ({ mode, at })).filter(({ mode }) => OUTPUT.includes(mode))
    if (outputs.length >= attnum) return argNames?.[outputs[attnum - 1].at] || `column${attnum}`
  }
  if (expr.kind === 'column' && expr.attnum > 0) {
    const { rt, attnum: position } = expr.syn ?? expr
    const entry = entries.find((candidate) => candidate.rt === rt)
    const query = entry?.query ?? entry?.cte?.query
    const target = query?.targets.filter((item) => !item.resjunk)[position - 1]
    if (query && target) return recordFieldName(catalog, target.expr, attnum, [...query.entries, ...entries])
  }
  throw featureNotSupported('printing a field of this record')
}

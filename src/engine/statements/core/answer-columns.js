/** An answer's columns as a client is told of them, and the formats it asked for. */
import { isBuiltinType } from '../../../types/lookup.js'

/** @import { CatalogSnapshot } from '../../../catalog/snapshot.js' */
/** @import { PlannedStatement, ResultColumn } from '../../../planner/plan.js' */

/**
 * @param {PlannedStatement} planned
 * @param {CatalogSnapshot} catalog
 * @returns {ResultColumn[] | null} null: there are no rows
 */
export const columnsOf = ({ columns, command }, catalog) =>
  columns.length > 0 || command === 'select' ? clientColumns(columns, catalog) : null

/** @param {ResultColumn[] | null} columns @param {CatalogSnapshot} catalog @returns {number[]} */
export const sizesOf = (columns, catalog) =>
  columns === null ? [] : columns.map((column) => catalog.type(column.type)?.length ?? -1)

/**
 * What a client is told of a domain's column is its base type.
 * @param {ResultColumn[]} columns
 * @param {CatalogSnapshot} catalog
 * @returns {ResultColumn[]}
 */
function clientColumns(columns, catalog) {
  if (!columns.some((column) => isDomain(column.type, catalog))) return columns
  return columns.map((column) => {
    let { type, typmod } = column
    for (let desc = catalog.type(type); desc?.kind === 'd'; desc = catalog.type(type)) {
      type = desc.baseType
      typmod = desc.typmod
    }
    return { ...column, type, typmod }
  })
}

/** @param {number} type @param {CatalogSnapshot} catalog */
const isDomain = (type, catalog) => !isBuiltinType(type) && catalog.type(type)?.kind === 'd'

/** @param {ResultColumn[]} a @param {ResultColumn[] | null} b */
export function sameColumns(a, b) {
  return (
    b !== null
    && a.length === b.length
    && a.every(
      (column, index) =>
        column.type === b[index].type && column.typmod === b[index].typmod && column.name === b[index].name,
    )
  )
}

/** @param {string} formats @param {number} columnCount @returns {number[]} */
export function formatDigits(formats, columnCount) {
  const digits = new Array(columnCount)
  for (let index = 0; index < columnCount; index++) digits[index] = formats === '' ? 0 : formats.charCodeAt(index) - 48
  return digits
}

/** Type names as format_type prints them: SQL's names where SQL has one, modifiers, [] for arrays, a schema where the name alone would not find it. */
import { quoteIdentifier } from './names.js'

/** @import { CatalogSnapshot } from '../snapshot.js' */

/** SQL names; what stands before and after the modifier. @type {Record<number, [string, string]>} */
const SQL_NAMES = {
  16: ['boolean', ''], 18: ['"char"', ''], 20: ['bigint', ''], 21: ['smallint', ''], 23: ['integer', ''], 700: ['real', ''], 701: ['double precision', ''],
  1042: ['character', ''], 1043: ['character varying', ''], 1083: ['time', ' without time zone'], 1114: ['timestamp', ' without time zone'],
  1184: ['timestamp', ' with time zone'], 1186: ['interval', ''], 1266: ['time', ' with time zone'], 1560: ['bit', ''], 1562: ['bit varying', ''],
  1700: ['numeric', ''],
}
const INTERVAL_FIELDS = /** @type {Record<number, string>} */ ({
  4: ' year', 2: ' month', 8: ' day', 1024: ' hour', 2048: ' minute', 4096: ' second', 6: ' year to month', 1032: ' day to hour', 3080: ' day to minute',
  7176: ' day to second', 3072: ' hour to minute', 7168: ' hour to second', 6144: ' minute to second',
})

/**
 * @param {CatalogSnapshot} catalog @param {number} oid @param {number | null} typmod null: no modifier known, so char prints as bpchar when it matters
 * @param {{ qualify?: boolean }} [options] qualify: always with the schema, for dumps @returns {string}
 */
export function formatType(catalog, oid, typmod = null, { qualify = false } = {}) {
  if (oid === 0) return '-'
  const type = catalog.type(oid)
  if (type === undefined) return '???'
  if (type.subscriptFunction === 6179 && type.length === -1 && type.elementType !== 0 && type.category === 'A' && type.name.startsWith('_')) {
    return `${formatType(catalog, type.elementType, typmod, { qualify })}[]`
  }
  const sql = SQL_NAMES[oid]
  // char and bit without a modifier mean a length of 1 in SQL: "bpchar" and "bit" are the types that have none.
  if (oid === 1042 && typmod === -1) return 'bpchar'
  if (oid === 1560 && typmod === -1) return '"bit"'
  if (sql !== undefined) return sql[0] + modifier(oid, typmod ?? -1) + sql[1]
  const visible = !qualify && catalog.typeByName(null, type.name)?.oid === oid
  const name = quoteIdentifier(type.name)
  return visible ? name : `${quoteIdentifier(catalog.namespace(type.namespaceOid)?.name ?? '')}.${name}`
}

/** @param {number} oid @param {number} typmod @returns {string} */
function modifier(oid, typmod) {
  if (typmod < 0) return ''
  switch (oid) {
    case 1042: case 1043: return typmod > 4 ? `(${typmod - 4})` : ''
    case 1560: case 1562: return `(${typmod})`
    case 1700: return numericModifier(typmod - 4)
    case 1083: case 1114: case 1184: case 1266: return `(${typmod})`
    case 1186: return intervalModifier(typmod)
    default: return ''
  }
}

/** @param {number} packed precision in the upper half, scale in 11 bits @returns {string} */
function numericModifier(packed) {
  const scale = packed & 0x7ff
  return `(${packed >> 16},${scale > 1023 ? scale - 2048 : scale})`
}

/** @param {number} typmod fields in the upper half, precision in the lower */
function intervalModifier(typmod) {
  const precision = typmod & 0xffff
  const fields = INTERVAL_FIELDS[(typmod >> 16) & 0x7fff] ?? ''
  return fields + (precision === 0xffff ? '' : `(${precision})`)
}

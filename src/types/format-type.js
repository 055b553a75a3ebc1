/**
 * Type names as format_type prints them: SQL's spellings for the standard types, modifiers, arrays, quoting, schema
 * where it matters.
 */
import { quoteIdentifier } from './identifiers.js'
import { truncateName } from './strings/text.js'
import { wordTable } from '../util/word-table.js'
import { numericTypmod } from './numbers/numeric-rounding.js'
import * as T from './oids.js'

/** @type {Map<number, string>} */
const SQL_NAMES = new Map([
  [T.BOOL, 'boolean'],
  [T.INT2, 'smallint'],
  [T.INT4, 'integer'],
  [T.INT8, 'bigint'],
  [T.FLOAT4, 'real'],
  [T.FLOAT8, 'double precision'],
  [T.NUMERIC, 'numeric'],
  [T.BPCHAR, 'character'],
  [T.VARCHAR, 'character varying'],
  [T.CHAR, '"char"'],
  [T.TIME, 'time without time zone'],
  [T.TIMETZ, 'time with time zone'],
  [T.TIMESTAMP, 'timestamp without time zone'],
  [T.TIMESTAMPTZ, 'timestamp with time zone'],
  [T.INTERVAL, 'interval'],
  [T.BIT, 'bit'],
  [T.VARBIT, 'bit varying'],
])

const INTERVAL_RANGES = /** @type {Record<number, string>} */ ({
  4: ' year', 2: ' month', 8: ' day', 1024: ' hour', 2048: ' minute', 4096: ' second', 6: ' year to month',
  1032: ' day to hour', 3080: ' day to minute', 7176: ' day to second', 3072: ' hour to minute',
  7168: ' hour to second', 6144: ' minute to second', 32767: '',
})

/** @param {number} oid @param {number} typmod @returns {string} '(10,2)', or '' */
export function typmodText(oid, typmod) {
  if (typmod < 0) return ''
  switch (oid) {
    case T.VARCHAR:
    case T.BPCHAR:
      return typmod >= 4 ? `(${typmod - 4})` : ''
    case T.NUMERIC:
      return typmod >= 4 ? `(${numericTypmod(typmod).join(',')})` : ''
    case T.BIT:
    case T.VARBIT:
      return `(${typmod})`
    case T.INTERVAL:
      return (
        (INTERVAL_RANGES[(typmod >>> 16) & 0x7fff] ?? '') + ((typmod & 0xffff) === 0xffff ? '' : `(${typmod & 0xffff})`)
      )
    case T.TIME:
    case T.TIMETZ:
    case T.TIMESTAMP:
    case T.TIMESTAMPTZ:
      return `(${typmod})`
    default:
      return `(${typmod})`
  }
}

/**
 * @param {number} oid @param {number} typmod -1: none @param {any} catalog CatalogSnapshot
 * @param {boolean} [withTypmod] false: modifiers are not spoken of. Else a char or bit that has none is not SQL's,
 *   whose length is 1 then, but the type that has no length: bpchar, "bit"
 * @param {boolean} [qualify] always with the schema, for dumps @returns {string}
 */
export function formatType(oid, typmod, catalog, withTypmod = true, qualify = false) {
  if (oid === 0) return '-'
  const type = catalog?.type(oid)
  if (type === undefined) return '???'
  // Vectors have elements too, and are no arrays: they are never stored out of line.
  if (type.subscriptFunction === ARRAY_SUBSCRIPT && type.elementType !== 0 && type.storage !== 'p')
    return `${formatType(type.elementType, typmod, catalog, withTypmod, qualify)}[]`
  const known = SQL_NAMES.get(oid)
  if (known === undefined) return qualifiedType(type, catalog, qualify) + (typmod >= 0 ? typmodText(oid, typmod) : '')
  if (oid === T.CHAR && qualify) return 'pg_catalog."char"'
  // Without a length these are not what their names without one mean.
  if (oid === T.BPCHAR && withTypmod && typmod < 0) return 'bpchar'
  if (oid === T.BIT && withTypmod && typmod < 0) return '"bit"'
  const modifier = typmodText(oid, typmod)
  if (modifier === '') return known
  if (oid === T.TIME || oid === T.TIMETZ || oid === T.TIMESTAMP || oid === T.TIMESTAMPTZ)
    return known.replace(/^(time(?:stamp)?)/, `$1${modifier}`)
  return known + modifier
}

const ARRAY_SUBSCRIPT = 6179

/** @param {any} type TypeDesc @param {any} catalog @param {boolean} always */
function qualifiedType(type, catalog, always) {
  const name = quoteIdentifier(type.name)
  if (!always && catalog.typeByName(null, type.name)?.oid === type.oid) return name
  const schema = catalog.namespace(type.namespaceOid)?.name ?? ''
  return `${schema.startsWith('pg_temp_') && catalog.namespaceOid('pg_temp') === type.namespaceOid ? 'pg_temp' : quoteIdentifier(schema)}.${name}`
}

/** Spellings of one word that are not the internal name. */
const SPELLINGS = wordTable({
  boolean: 'bool', smallint: 'int2', integer: 'int4', int: 'int4', bigint: 'int8', real: 'float4', decimal: 'numeric',
  dec: 'numeric', character: 'bpchar', char: 'bpchar', nchar: 'bpchar', float: 'float8',
})

/**
 * SQL's spelling or the name of a type, perhaps with [] behind it.
 * @param {string} text of small letters, digits and _
 * @param {any} catalog
 * @returns {number | undefined} OID
 */
export function typeFromWord(text, catalog) {
  const isArray = text.endsWith('[]')
  const name = isArray ? text.slice(0, -2) : text
  const spelled = SPELLINGS[name]
  const type =
    spelled === undefined ? catalog.typeByName(null, truncateName(name)) : catalog.typeByName('pg_catalog', spelled)
  if (type === undefined) return undefined
  return isArray ? type.arrayType || undefined : type.oid
}

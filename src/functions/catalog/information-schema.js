/**
 * The functions behind information_schema: a type's length, precision and scale from its modifier, array elements with
 * their numbers.
 */
import { formatType } from '../../types/format-type.js'
import * as T from '../../types/oids.js'
import { items } from '../../catalog/descriptors.js'
import { Family } from '../impl.js'

const family = new Family()
export const informationSchemaFunctions = family.functions

const TEXT_BYTES_MAX = 1073741824
const UTF8_BYTES_MAX = 4

/** @param {number} type @param {number} typmod */
function characters(type, typmod) {
  if (typmod === -1) return null
  if (type === T.BPCHAR || type === T.VARCHAR) return typmod - 4
  return type === T.BIT || type === T.VARBIT ? typmod : null
}
family.add('_pg_char_max_length(oid,int4)', characters)
family.add('_pg_char_octet_length(oid,int4)', (type, typmod) => {
  if (type !== T.TEXT && type !== T.BPCHAR && type !== T.VARCHAR) return null
  if (typmod === -1) return TEXT_BYTES_MAX
  const count = characters(type, typmod)
  return count === null ? null : count * UTF8_BYTES_MAX
})

const BITS = /** @type {Record<number, number>} */ ({
  [T.INT2]: 16,
  [T.INT4]: 32,
  [T.INT8]: 64,
  [T.FLOAT4]: 24,
  [T.FLOAT8]: 53,
})
family.add('_pg_numeric_precision(oid,int4)', (type, typmod) =>
  type === T.NUMERIC ? (typmod === -1 ? null : ((typmod - 4) >> 16) & 65535) : (BITS[type] ?? null)
)
family.add('_pg_numeric_precision_radix(oid,int4)', (type) =>
  type === T.NUMERIC ? 10 : BITS[type] === undefined ? null : 2
)
family.add('_pg_numeric_scale(oid,int4)', (type, typmod) => {
  if (type === T.INT2 || type === T.INT4 || type === T.INT8) return 0
  return type === T.NUMERIC && typmod !== -1 ? (typmod - 4) & 65535 : null
})
family.add('_pg_datetime_precision(oid,int4)', (type, typmod) => {
  if (type === T.DATE) return 0
  if (type === T.TIME || type === T.TIMETZ || type === T.TIMESTAMP || type === T.TIMESTAMPTZ)
    return typmod < 0 ? 6 : typmod
  if (type !== T.INTERVAL) return null
  return typmod < 0 || (typmod & 65535) === 65535 ? 6 : typmod & 65535
})
family.context('_pg_interval_type(oid,int4)', ({ catalog }, type, typmod) => {
  if (type !== T.INTERVAL) return null
  const match = /^interval[()0-9]* (.+)$/.exec(formatType(type, typmod, catalog, true))
  return match === null ? null : match[1].toUpperCase()
})

/** Elements of an array with their numbers, from 1. */
family.add('_pg_expandarray(anyarray)', function* (array) {
  let number = 0
  for (const value of items(array)) yield [value, ++number]
}, { set: true })
family.context('_pg_index_position(oid,int2)', ({ catalog }, indexOid, attnum) => {
  const index = catalog.index(indexOid)
  const at = index === undefined ? -1 : [...index.keyAttnums, ...index.includedAttnums].indexOf(attnum)
  return at < 0 ? null : at + 1
})

/**
 * pg_indexam_has_property and its kin: what access methods, indexes and their columns can do. A name that means
 * nothing, or something else than asked about, is null.
 */
import { extensionMethod } from '../../catalog/extension-methods.js'
import { requireIndexOwner } from '../../catalog/guarded.js'
import { gistColumn, isGistFamily, isGistMethod } from '../../types/gist/keys.js'
/** @import { BlockNumber } from '../../util/identifiers.js' */
/** @import { DbError } from '../../errors/db-error.js' */
import { Family } from '../impl.js'
import { lowerAscii } from '../../util/ascii.js'
import { wordTable } from '../../util/word-table.js'
import { blockNumberOutOfRange, notABrinIndex, notAnIndex, relationNotOpened } from '../../errors/functions.js'
import { BRIN, BTREE, GIN, GIST, HASH, SPGIST } from '../../types/oids.js'

const family = new Family()
export const indexPropertyFunctions = family.functions


/** By property, the access methods that have it. @type {Record<string, number[]>} */
const METHOD = wordTable({
  can_order: [BTREE],
  can_unique: [BTREE],
  can_multi_col: [BTREE, GIST, GIN, BRIN],
  can_exclude: [BTREE, HASH, GIST, SPGIST],
  can_include: [BTREE, GIST, SPGIST],
})
/** @type {Record<string, number[]>} */
const INDEX = wordTable({
  clusterable: [BTREE, GIST],
  index_scan: [BTREE, HASH, GIST, SPGIST],
  bitmap_scan: [BTREE, HASH, GIST, GIN, BRIN, SPGIST],
  backward_scan: [BTREE, HASH],
})
/** Classes whose keys are not the values themselves: polygons, circles, multiranges. */
const LOSSY = new Set([2594, 2595, 6158, 5008])

/** @param {any} catalog @param {number} oid */
const methodExists = (catalog, oid) =>
  catalog.rowsWith('pg_am', 'oid', oid).some((/** @type {any[]} */ row) => row[3] === 105)

/**
 * An extension's method can what the one can that keeps it.
 * @param {import('../../catalog/snapshot.js').CatalogSnapshot} catalog @param {number} method
 */
const asKnown = (catalog, method) => extensionMethod(catalog, method)?.keptAs ?? method

family.context('pg_indexam_has_property', ({ catalog }, method, property) => {
  const able = METHOD[lowerAscii(property)]
  return able === undefined || !methodExists(catalog, method) ? null : able.includes(asKnown(catalog, method))
})
family.context('pg_index_has_property', ({ catalog }, oid, property) => {
  const index = catalog.index(oid)
  const able = INDEX[lowerAscii(property)]
  return index === undefined || able === undefined ? null : able.includes(index.method)
})
family.context('pg_index_column_has_property', ({ catalog }, oid, column, property) => {
  const index = catalog.index(oid)
  if (index === undefined || column < 1 || column > index.keys.length + index.includedAttnums.length) return null
  return columnProperty(catalog, index, index.keys[column - 1], lowerAscii(property))
})

/** @param {any} catalog @param {any} index @param {any} key undefined: an included column @param {string} property */
function columnProperty(catalog, index, key, property) {
  const { method } = index
  const ordered = method === BTREE && key !== undefined
  switch (property) {
    case 'asc':
      return key === undefined ? null : ordered && !key.desc
    case 'desc':
      return key === undefined ? null : ordered && key.desc
    case 'nulls_first':
      return key === undefined ? null : ordered && key.nullsFirst
    case 'nulls_last':
      return key === undefined ? null : ordered && !key.nullsFirst
    case 'orderable':
      return ordered
    case 'distance_orderable':
      return key !== undefined && isGistMethod(method) && ordersByDistance(catalog, key)
    case 'returnable':
      return method === BTREE || (isGistMethod(method) && (key === undefined || !LOSSY.has(key.family)))
    case 'search_array':
      return key === undefined ? null : ordered
    case 'search_nulls':
      return key === undefined ? null : [BTREE, GIST, SPGIST, BRIN].includes(method)
    default:
      return null
  }
}

/** @param {any} catalog @param {any} key */
const ordersByDistance = (catalog, key) =>
  isGistFamily(key.family)
    ? [1029, 4015, 4016, 2593, 2594, 2595, 5000, 5008].includes(key.family)
    : gistColumn(key.family, catalog.baseType(key.typeOid)).distance !== null

// ---- brin: its indexes know every row, so that there is never a range left to summarize

/**
 * @param {any} catalog
 * @param {number} oid
 * @param {BlockNumber | bigint} block
 * @throws {DbError} 22003, 42809, 42P01, 42501
 */
function checkBrin(catalog, oid, block) {
  if (block < 0 || block > 4294967295) throw blockNumberOutOfRange(block)
  const index = catalog.index(oid)
  const name = index?.name ?? catalog.relation(oid)?.name
  if (name === undefined) throw relationNotOpened(oid)
  if (index === undefined) throw notAnIndex(name)
  if (index.method !== BRIN) throw notABrinIndex(name)
  requireIndexOwner(catalog, catalog.roleOid, oid)
}

family.context('brin_summarize_new_values', ({ catalog }, oid) => {
  checkBrin(catalog, oid, 0)
  return 0
})
family.context('brin_summarize_range', ({ catalog }, oid, block) => {
  checkBrin(catalog, oid, block)
  return 0
})
family.context('brin_desummarize_range', ({ catalog }, oid, block) => {
  checkBrin(catalog, oid, block)
  return ''
})

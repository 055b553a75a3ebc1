/** STORAGE and COMPRESSION of a column. Long values are stored in one way here; the words are kept for dumps. */
import { cannotStoreOutOfLine, invalidCompression, invalidStorage, noCompression } from '../../../errors/ddl/alter.js'
import { formatType } from '../../../catalog/deparse/types.js'

/** @import { CatalogSnapshot } from '../../../catalog/snapshot.js' */

const STORAGES = /** @type {Record<string, 'p' | 'e' | 'x' | 'm'>} */ ({
  plain: 'p', external: 'e', extended: 'x', main: 'm',
})
const COMPRESSIONS = /** @type {Record<string, '' | 'p' | 'l'>} */ ({ default: '', pglz: 'p', lz4: 'l' })

/**
 * @param {CatalogSnapshot} catalog
 * @param {number} typeOid
 * @param {string} word
 * @returns {'p' | 'e' | 'x' | 'm'}
 * @throws {DbError} 22023, 0A000
 */
export function storageOf(catalog, typeOid, word) {
  const storage = STORAGES[word.toLowerCase()]
  if (storage === undefined) throw invalidStorage(word)
  if (storage !== 'p' && catalog.type(typeOid)?.storage === 'p')
    throw cannotStoreOutOfLine(formatType(catalog, typeOid))
  return storage
}

/**
 * A type that cannot be compressed is told so whatever the method.
 * @param {CatalogSnapshot} catalog
 * @param {number} typeOid
 * @param {string} word
 * @returns {'' | 'p' | 'l'}
 * @throws {DbError} 0A000, 22023
 */
export function compressionOf(catalog, typeOid, word) {
  if (catalog.type(typeOid)?.storage === 'p') throw noCompression(formatType(catalog, typeOid))
  if (COMPRESSIONS[word] === undefined) throw invalidCompression(word)
  return COMPRESSIONS[word]
}

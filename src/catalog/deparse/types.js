/** Type names as SQL text, as the printers of this folder ask for them. */
import { formatType as formatTypeOf } from '../../types/format-type.js'

/** @import { CatalogSnapshot } from '../snapshot.js' */

/**
 * @param {CatalogSnapshot} catalog
 * @param {number} oid
 * @param {number | null} typmod null: no modifier known, so char prints as bpchar when it matters
 * @param {{ qualify?: boolean }} [options] qualify: always with the schema, for dumps @returns {string}
 */
export const formatType = (catalog, oid, typmod = null, { qualify = false } = {}) =>
  formatTypeOf(oid, typmod ?? -1, catalog, typmod !== null, qualify)

/**
 * The catalog as a transaction sees it that began before a partition was marked by DETACH PARTITION CONCURRENTLY: it
 * has the partition still.
 */

/** @import { CatalogSnapshot } from './snapshot.js' */
/** @import { RelationDesc } from './relation.js' */

/**
 * @param {CatalogSnapshot} catalog
 * @param {Map<number, number>} detaching partition by parent
 * @returns {CatalogSnapshot}
 */
export function withDetaching(catalog, detaching) {
  /** @type {Map<RelationDesc, RelationDesc>} */
  const made = new Map()
  const view = Object.create(catalog)
  view.relation = (/** @type {number} */ oid) => {
    const relation = catalog.relation(oid)
    const child = relation === undefined ? undefined : detaching.get(oid)
    if (relation === undefined || child === undefined) return relation
    // Finished, or dropped.
    if (!catalog.relation(child)?.parents.includes(oid)) return relation
    let found = made.get(relation)
    if (found === undefined) {
      found = { ...relation, children: [...relation.children, child].sort((a, b) => a - b) }
      made.set(relation, found)
    }
    return found
  }
  view.relationByName = (/** @type {string | null} */ schema, /** @type {string} */ name) => {
    const relation = catalog.relationByName(schema, name)
    return relation === undefined ? undefined : view.relation(relation.oid)
  }
  return view
}

/**
 * Whether a partition's DETACH CONCURRENTLY is not finished.
 * @param {CatalogSnapshot} catalog
 * @param {RelationDesc} relation
 */
export const isDetaching = (catalog, relation) =>
  relation.isPartition && !relation.parents.some((oid) => catalog.relation(oid)?.children.includes(relation.oid))

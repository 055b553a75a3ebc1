/** Pruning at run time: which members of a scan the values at hand leave. */
import { partitionSearch } from '../../../catalog/partitions/search.js'
import { survivors } from '../../../catalog/partitions/prune.js'
import { keyHashes, rowHash } from '../../../functions/comparison/partition-hash.js'

/** @import { CatalogSnapshot } from '../../../catalog/snapshot.js' */
/** @import { PartitionSearch } from '../../../catalog/partitions/search.js' */
/** @import { Test } from '../../../catalog/partitions/prune.js' */

/**
 * @typedef {{ search: PartitionSearch, test: Test | null, hash: (values: any[]) => bigint, children: (number | Level)[]
 *   }} Level children:
 *   member's number, -1 none, or a level below
 */

export class Pruner {
  /**
   * @param {CatalogSnapshot} catalog
   * @param {import('../../../planner/plan.js').PruneNode} prune
   * @param {number[]} oids of the scan's members
   */
  constructor(catalog, prune, oids) {
    const numbers = new Map(oids.map((oid, at) => [oid, at]))
    this.top = level(catalog, prune, numbers)
    /** @type {number[]} */
    this.found = []
  }

  /** @param {unknown[]} values @returns {number[]} members, ascending */
  choose(values) {
    this.found = []
    this.visit(this.top, values)
    return this.found.length > 1 ? this.found.sort((a, b) => a - b) : this.found
  }

  /** @param {Level} level @param {unknown[]} values */
  visit({ search, test, hash, children }, values) {
    const left = test === null ? null : survivors(search, test, values, hash)
    const count = left === null ? children.length : left.length
    for (let at = 0; at < count; at++) {
      const child = children[left === null ? at : left[at]]
      if (typeof child !== 'number') this.visit(child, values)
      else if (child >= 0) this.found.push(child)
    }
  }
}

/**
 * @param {any} catalog
 * @param {import('../../../planner/plan.js').PruneNode} prune
 * @param {Map<number, number>} numbers
 * @returns {Level}
 */
function level(catalog, prune, numbers) {
  const relation = catalog.relation(prune.relationOid)
  const key = relation.partitionKey
  const hashes = key.strategy === 'h' ? keyHashes(key, catalog) : []
  return {
    search: partitionSearch(catalog, relation),
    test: prune.test,
    hash: (values) => rowHash(hashes, values),
    children: prune.children.map((child) =>
      typeof child === 'number' ? (child < 0 ? -1 : (numbers.get(child) ?? -1)) : level(catalog, child, numbers),
    ),
  }
}

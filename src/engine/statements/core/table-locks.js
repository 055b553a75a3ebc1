/**
 * The table locks one run of a plan takes: the plan's own, and of trees that its parameters prune only the members
 * left.
 */
import { Pruner } from '../../../executor/operators/scan/prune.js'

/** @import { CatalogSnapshot } from '../../../catalog/snapshot.js' */

/** @typedef {{ relationOid: number, mode: number }} TableLock */

/** @type {WeakMap<object, Pruner>} */
const pruners = new WeakMap()

/** @param {any} planned @param {unknown[]} params @param {CatalogSnapshot} catalog @returns {TableLock[]} */
export function tableLocks(planned, params, catalog) {
  if (planned.prunedLocks.length === 0) return planned.locks
  const locks = planned.locks.slice()
  for (const lock of planned.prunedLocks) {
    let pruner = pruners.get(lock)
    if (pruner === undefined) pruners.set(lock, pruner = new Pruner(catalog, lock.prune, lock.oids))
    const values = lock.values.map((/** @type {any} */ value) =>
      value.kind === 'const' ? value.value : params[value.number - 1],
    )
    for (const at of pruner.choose(values)) locks.push({ relationOid: lock.oids[at], mode: lock.mode })
  }
  return locks
}

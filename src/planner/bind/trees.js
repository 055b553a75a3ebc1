/** A table that others inherit from, or that has partitions, stands for all of them. */
import { inheritors } from '../../catalog/inheritance.js'

/** @typedef {import('./context.js').BindContext} BindContext */
/** @typedef {import('../../catalog/relation.js').RelationDesc} RelationDesc */

/**
 * The stored tables a relation's rows are in, locked like it; every table on the way is something the plan depends on.
 * @param {BindContext} ctx @param {RelationDesc} relation @param {boolean} inherit false: ONLY @param {number} mode @returns {RelationDesc[] | null} null: the relation alone
 */
export function bindTree(ctx, relation, inherit, mode) {
  if (relation.kind !== 'p' && (!inherit || relation.children.length === 0)) return null
  if (!inherit) return []
  const found = inheritors(ctx.catalog, relation.oid)
  for (const { oid, version } of found) {
    ctx.view.dependsOn(oid, version)
    ctx.lock(oid, mode)
  }
  const stored = found.filter((member) => member.kind !== 'p')
  return stored.length === 1 && stored[0] === relation ? null : stored
}

/**
 * Who listens at the door of the tables a statement writes: what that means for the way its rows take. README.md, "The
 * row-change door".
 */
import { triggersFor } from '../../../catalog/triggers.js'

/** @import { CatalogSnapshot } from '../../../catalog/snapshot.js' */
/** @import { Merge } from '../../../planner/plan.js' */

/** @typedef {import('../../../catalog/relation.js').RelationDesc} RelationDesc */
/** @typedef {import('../../../catalog/triggers.js').TriggerDesc} TriggerDesc */
/** @typedef {import('../../../catalog/triggers.js').TriggerOperation} TriggerOperation */
/** @typedef {import('../../codegen/module.js').Module} Module */

/**
 * @param {RelationDesc} relation
 * @param {TriggerOperation} operation
 * @param {number[] | null} [changed]
 * @returns {boolean} rows pass one by one, and may wait
 */
export const stopsRows = (relation, operation, changed = null) =>
  triggersFor(relation, 'row', 'before', operation, changed).length > 0

/**
 * Are there listeners behind a row's change?
 * @param {RelationDesc} relation
 * @param {any} node Modify or Merge
 * @param {TriggerOperation} operation
 */
export const followsRows = (relation, node, operation) =>
  triggersFor(relation, 'row', 'after', operation).length > 0 || node.door?.[operation]?.captures === true

/**
 * May a statement's rows wait because of listeners at one of the tables it may write?
 * @param {any} node Modify or Merge
 * @param {Module} module
 */
export function memberStops(node, module) {
  const oids = [node.relationOid, ...(node.tree?.members ?? []).map((/** @type {any} */ member) => member.relationOid)]
  return oids.some((oid) =>
    module.catalog
      .relation(oid)
      ?.triggers.some((/** @type {TriggerDesc} */ trigger) => trigger.level === 'row' && trigger.timing === 'before'),
  )
}

/**
 * Does anybody listen at the tables a statement may write? Then it has no plain body.
 * @param {Merge} node Modify or Merge
 * @param {CatalogSnapshot} catalog
 */
export const hasListeners = (node, catalog) =>
  [node.relationOid, ...(node.tree?.members ?? []).map((member) => member.relationOid)].some(
    (oid) => (catalog.relation(oid)?.triggers.length ?? 0) > 0,
  )

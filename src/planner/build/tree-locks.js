/**
 * Table locks of trees, found in the finished plan: members that planning ruled out need none; those a run's parameters
 * rule out are known before it begins and are then left alone too (`prunedLocks`).
 */
/** @import { TreeMember } from '../plan.js' */
/** @import { Expr } from '../../catalog/expr.js' */
/** @typedef {import('../plan.js').PrunedLock} PrunedLock */
/** @typedef {import('../bind/context.js').BindContext} BindContext */

/** @param {BindContext} ctx whose locks grow @param {any} plan everything that runs @returns {PrunedLock[]} */
export function treeLocks(ctx, plan) {
  /** @type {PrunedLock[]} */
  const pruned = []
  if (!ctx.hasTrees) return pruned
  const seen = new Set()
  /** @param {any} node */
  const visit = (node) => {
    if (node === null || typeof node !== 'object' || node instanceof Map || ArrayBuffer.isView(node) || seen.has(node))
      return
    seen.add(node)
    if (Array.isArray(node)) { node.forEach(visit); return }
    if (node.node === 'treeScan' && node.lockMode !== 0) take(node)
    for (const field in node) if (field !== 'value' && field !== 'members' && field !== 'estimate') visit(node[field])
  }
  /** @param {any} scan */
  const take = (scan) => {
    const oids = scan.members.map((/** @type {TreeMember} */ member) => member.relationOid)
    if (scan.prune !== null && oids.length > 1 && scan.pruneValues.every(isAtHand)) {
      pruned.push({ mode: scan.lockMode, prune: scan.prune, values: scan.pruneValues, oids })
    } else for (const oid of oids) ctx.lock(oid, scan.lockMode)
  }
  visit(plan)
  return pruned
}

/** A constant, or a parameter whose number says where it is. @param {Expr} value */
const isAtHand = (value) =>
  value.kind === 'const' || (value.kind === 'param' && value.list === undefined && value.fromEnd === undefined)

/** What a region is made of (region.js plans it): FROM's tree of joins, flattened. */
import { conjuncts, freeRts } from '../../expr-tools.js'
import { condition } from '../simplify.js'

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../../catalog/query.js').FromNode} FromNode */
/** @typedef {import('../../../catalog/query.js').RangeEntry} RangeEntry */
/** @typedef {import('../state.js').PlanState} PlanState */

/**
 * @typedef {object} FixedJoin
 * @property {'left' | 'inner' | 'semi' | 'anti'} join inner: a LATERAL entry that looks at the nullable side of a left
 *   join before it
 * @property {Region} right
 * @property {Expr[]} on
 */
/**
 * @typedef {object} Region
 * @property {RangeEntry[]} entries
 * @property {{ full: import('../../../catalog/query.js').JoinNode }[]} opaque
 * @property {Expr[]} conditions
 * @property {FixedJoin[]} fixed
 */

/** @returns {Region} */
export const emptyRegion = () => ({ entries: [], opaque: [], conditions: [], fixed: [] })

/** @param {PlanState} state @param {FromNode} node @param {Region} region */
export function flatten(state, node, region) {
  if (node.kind === 'nothing') return
  if (node.kind === 'entry') {
    const entry = /** @type {RangeEntry} */ (state.entries.get(node.rt))
    if ((entry.lateral || entry.sample) && looksAtNullable(entry, region))
      region.fixed.push({ join: 'inner', right: { ...emptyRegion(), entries: [entry] }, on: [] })
    else region.entries.push(entry)
    return
  }
  if (node.join === 'inner') {
    flatten(state, node.left, region)
    flatten(state, node.right, region)
    region.conditions.push(...partsOf(state, node.on))
    return
  }
  if (node.join === 'full') { region.opaque.push({ full: node }); return }
  const [kept, nullable] = node.join === 'left' ? [node.left, node.right] : [node.right, node.left]
  flatten(state, kept, region)
  const right = emptyRegion()
  flatten(state, nullable, right)
  region.fixed.push({ join: 'left', right, on: partsOf(state, node.on) })
}

/**
 * What a join's ON asks for, without what is always so.
 * @param {PlanState} state
 * @param {Expr | null} on
 * @returns {Expr[]}
 */
export const partsOf = (state, on) =>
  on === null ? [] : conjuncts(condition(state, on)).filter((part) => !(part.kind === 'const' && part.value === true))

/**
 * Whether a LATERAL entry refers to what only a fixed join of the region makes.
 * @param {RangeEntry} entry
 * @param {Region} region
 */
function looksAtNullable(entry, region) {
  const made = new Set(region.fixed.flatMap((fixed) => addsRows(fixed) ? [...regionRts(fixed.right)] : []))
  return [...freeRts(readBy(entry))].some((rt) => made.has(rt))
}

/**
 * What says which rows an entry has: where it is LATERAL, or samples, that may look at others.
 * @param {RangeEntry} entry
 */
export const readBy = (entry) => entry.functions ?? entry.query ?? entry.rows ?? entry.sample ?? []

/** Whether a fixed join's right side can be seen above it. @param {FixedJoin} fixed */
export const addsRows = (fixed) => fixed.join === 'left' || fixed.join === 'inner'

/** Every rt a region makes available. @param {Region} region @returns {Set<number>} */
export function regionRts(region) {
  const rts = new Set(region.entries.map((entry) => entry.rt))
  for (const { full } of region.opaque) for (const rt of nodeRts(full)) rts.add(rt)
  for (const fixed of region.fixed) if (addsRows(fixed)) for (const rt of regionRts(fixed.right)) rts.add(rt)
  return rts
}

/** @param {FromNode} node @returns {number[]} */
export const nodeRts = (node) =>
  node.kind === 'nothing' ? [] : node.kind === 'entry' ? [node.rt] : [...nodeRts(node.left), ...nodeRts(node.right)]

/**
 * Whether what a region joins, or how it joins it, depends on rows of others: LATERAL entries, and conditions of outer
 * joins in it.
 * @param {Region} region
 * @param {Set<number>} others
 * @returns {boolean}
 */
export const looksAt = (region, others) =>
  region.entries.some(
    (entry) =>
      (entry.lateral || entry.sample)
      && [...freeRts(readBy(entry))].some((rt) => others.has(rt)),
  )
  || region.fixed.some(
    (fixed) =>
      [...freeRts([fixed.on, fixed.right.conditions])].some((rt) => others.has(rt)) || looksAt(fixed.right, others),
  )

/**
 * Relations of a region that nothing but conditions over a nullable side joins to the others: `a LEFT JOIN b … JOIN c
 * ON c.x = coalesce(b.x, a.x)`, which the views of information_schema are full of. Before the left joins they could
 * only be multiplied with the rest, so they are joined after those that make the columns.
 */
import { freeRts } from '../../expr-tools.js'
import { addsRows, emptyRegion, looksAt, regionRts } from './region-parts.js'

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('./region-parts.js').FixedJoin} FixedJoin */
/** @typedef {import('./region-parts.js').Region} Region */
/** @typedef {{ rts: Set<number>, neededAt: number }} Group what conditions join before any left join */

/**
 * @param {Region} region
 * @param {Set<number>} own rts of what its inner joins join
 * @param {Expr[]} inner conditions over those
 * @param {Expr[]} late conditions over nullable sides too
 * @returns {{ region: Region, inner: Expr[], late: Expr[], rts: Set<number> } | null} rts of those that now wait among
 *   the fixed joins; null: there are none
 */
export function withDeferred(region, own, inner, late) {
  if (late.length === 0 || own.size < 2) return null
  const groups = groupsOf(region, own, inner)
  if (groups.length < 2) return null
  /** @type {Map<number, number>} */
  const madeBy = new Map()
  region.fixed.forEach((fixed, at) => {
    if (addsRows(fixed)) for (const rt of regionRts(fixed.right)) madeBy.set(rt, at)
  })
  const entries = new Set(region.entries.map(({ rt }) => rt))
  let waiting = groups
    .filter((group) => [...group].every((rt) => entries.has(rt)))
    .map((rts) => ({ rts, neededAt: neededAt(region, rts) }))
  // Something must be there to be joined to: what the left joins ask for first.
  if (waiting.length === groups.length) waiting = waiting.toSorted((a, b) => a.neededAt - b.neededAt).slice(1)
  /** What joins one that waits to another that waits is no reason for either. @param {Group} group */
  const joinsOf = (group) => late
    .map((condition) => ({ condition, rts: freeRts(condition) }))
    .filter(({ rts }) => touches(rts, group.rts)
      && !waiting.some((other) => other !== group && touches(rts, other.rts)))
    .map(({ condition, rts }) => ({ condition, at: Math.max(...[...rts].map((rt) => madeBy.get(rt) ?? -1)) }))
    .filter(({ at }) => at < group.neededAt)
  for (let count = -1; count !== waiting.length;) {
    count = waiting.length
    waiting = waiting.filter((group) => joinsOf(group).length > 0)
  }
  if (waiting.length === 0) return null
  const isWaiting = new Set(waiting.flatMap(({ rts }) => [...rts]))
  /** @type {Map<number, FixedJoin[]>} */
  const behind = new Map()
  const taken = new Set()
  for (const group of waiting) {
    const joins = joinsOf(group)
    const place = Math.min(...joins.map(({ at }) => at))
    const on = joins.filter(({ at }) => at === place).map(({ condition }) => condition)
    for (const condition of on) taken.add(condition)
    const right = {
      ...emptyRegion(), entries: region.entries.filter(({ rt }) => group.rts.has(rt)),
      conditions: inner.filter((condition) => touches(freeRts(condition), group.rts)),
    }
    behind.set(place, [...behind.get(place) ?? [], { join: 'inner', right, on }])
  }
  return {
    region: {
      ...region, entries: region.entries.filter(({ rt }) => !isWaiting.has(rt)),
      fixed: region.fixed.flatMap((fixed, at) => [fixed, ...behind.get(at) ?? []]),
    },
    inner: inner.filter((condition) => !touches(freeRts(condition), isWaiting)),
    late: late.filter((condition) => !taken.has(condition)),
    rts: isWaiting,
  }
}

/**
 * What conditions, and LATERAL, join.
 * @param {Region} region @param {Set<number>} own @param {Expr[]} inner
 * @returns {Set<number>[]}
 */
function groupsOf(region, own, inner) {
  let groups = [...own].map((rt) => new Set([rt]))
  const join = (/** @type {Iterable<number>} */ rts) => {
    const local = new Set([...rts].filter((rt) => own.has(rt)))
    if (local.size < 2) return
    const touched = groups.filter((group) => touches(group, local))
    if (touched.length < 2) return
    const all = new Set(touched.flatMap((group) => [...group]))
    groups = [...groups.filter((group) => !touched.includes(group)), all]
  }
  for (const condition of inner) join(freeRts(condition))
  for (const entry of region.entries)
    if (entry.lateral || entry.sample)
      join([entry.rt, ...freeRts(entry.functions ?? entry.query ?? entry.rows ?? entry.sample ?? [])])
  return groups
}

/** The first fixed join that looks at some of them; Infinity: none. @param {Region} region @param {Set<number>} rts */
function neededAt({ fixed }, rts) {
  const at = fixed.findIndex(({ on, right }) => touches(freeRts([on, right.conditions]), rts) || looksAt(right, rts))
  return at < 0 ? Infinity : at
}

/** @param {Set<number>} a @param {Set<number>} b */
function touches(a, b) {
  for (const item of a) if (b.has(item)) return true
  return false
}

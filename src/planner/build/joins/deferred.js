/**
 * Relations of a region that no condition joins to the others before some left join is made: `a LEFT JOIN b … JOIN c
 * ON c.x = coalesce(b.x, a.x)`, which the views of information_schema are full of. Among the inner joins they could
 * only be multiplied with the rest, so they become fixed joins behind the left join that makes the column.
 */
import { freeRts } from '../../expr-tools.js'
import { addsRows, emptyRegion, looksAt, readBy, regionRts } from './region-parts.js'

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../../catalog/query.js').RangeEntry} RangeEntry */
/** @typedef {import('./region-parts.js').FixedJoin} FixedJoin */
/** @typedef {import('./region-parts.js').Region} Region */
/** @typedef {{ expr: Expr, rts: number[] }} Condition rts: of the region */
/** @typedef {{ entry: RangeEntry, behind: number }} Deferred behind: the fixed join it waits for */

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
  const made = region.fixed.map((fixed) => addsRows(fixed) ? regionRts(fixed.right) : new Set())
  const all = new Set([...own, ...made.flatMap((rts) => [...rts])])
  const conditions = [...inner, ...late].map((expr) => (
    { expr, rts: [...freeRts(expr)].filter((rt) => all.has(rt)) }
  ))
  const deferred = order(region, own, conditions, made)
  if (deferred.length === 0) return null
  const rts = new Set(deferred.map(({ entry }) => entry.rt))
  /** @type {Set<Expr>} */
  const taken = new Set()
  const { fixed } = region
  const there = new Set([...own].filter((rt) => !rts.has(rt)))
  /** @type {FixedJoin[]} */
  const joins = []
  fixed.forEach((join, at) => {
    joins.push(join)
    for (const rt of made[at]) there.add(rt)
    for (const { entry, behind } of deferred) {
      if (behind !== at) continue
      there.add(entry.rt)
      const ready = conditions.filter((condition) => isReady(condition, there, entry.rt))
      for (const { expr } of ready) taken.add(expr)
      const [single, on] = [true, false].map((alone) =>
        ready.filter((condition) => (condition.rts.length === 1) === alone).map(({ expr }) => expr),
      )
      joins.push({ join: 'inner', right: { ...emptyRegion(), entries: [entry], conditions: single }, on })
    }
  })
  return {
    region: { ...region, entries: region.entries.filter(({ rt }) => !rts.has(rt)), fixed: joins },
    inner: inner.filter((expr) => !taken.has(expr)), late: late.filter((expr) => !taken.has(expr)), rts,
  }
}

/** @param {Condition} condition @param {Set<number>} there @param {number} rt that came last */
const isReady = ({ rts }, there, rt) => rts.includes(rt) && rts.every((other) => there.has(other))

/**
 * What waits, in the order it is joined: from what the left joins need first, relation after relation that a condition
 * over those before it joins, then the next left join.
 * @param {Region} region @param {Set<number>} own @param {Condition[]} conditions
 * @param {Set<number>[]} made rts that each fixed join adds
 * @returns {Deferred[]}
 */
function order(region, own, conditions, made) {
  const entries = new Map(region.entries.map((entry) => [entry.rt, entry]))
  /** What is there from the start. */
  const base = new Set([...own].filter((rt) => !entries.has(rt)))
  for (const rt of neededBy(region.fixed[0], own)) base.add(rt)
  if (base.size === 0) base.add(region.entries[0].rt)
  for (;;) {
    const there = new Set(base)
    /** @type {Deferred[]} */
    const deferred = []
    grow(entries, there, conditions, () => {})
    const first = new Set(there)
    let missing = null
    for (let at = 0; at < made.length && missing === null; at++) {
      missing = neededBy(region.fixed[at], own).find((rt) => !there.has(rt)) ?? null
      for (const rt of made[at]) there.add(rt)
      grow(entries, there, conditions, (entry) => deferred.push({ entry, behind: at }))
    }
    missing ??= [...own].find((rt) => !there.has(rt)) ?? null
    if (missing === null) return deferred
    for (const rt of first) base.add(rt)
    base.add(missing)
  }
}

/**
 * Adds what conditions, or LATERAL, join to what is there.
 * @param {Map<number, RangeEntry>} entries @param {Set<number>} there @param {Condition[]} conditions
 * @param {(entry: RangeEntry) => void} added
 */
function grow(entries, there, conditions, added) {
  for (let before = -1; before !== there.size;) {
    before = there.size
    for (const [rt, entry] of entries) {
      if (there.has(rt)) continue
      const needs = entry.lateral || entry.sample ? [...freeRts(readBy(entry))].filter((id) => entries.has(id)) : []
      if (needs.some((id) => !there.has(id))) continue
      const isJoined = (/** @type {Condition} */ { rts }) =>
        rts.length > 1 && rts.includes(rt) && rts.every((id) => id === rt || there.has(id))
      if (needs.length === 0 && !conditions.some(isJoined)) continue
      there.add(rt)
      added(entry)
    }
  }
}

/** Which relations a fixed join looks at. @param {FixedJoin} fixed @param {Set<number>} own */
const neededBy = ({ on, right }, own) => {
  const rts = freeRts([on, right.conditions])
  return [...own].filter((rt) => rts.has(rt) || looksAt(right, new Set([rt])))
}

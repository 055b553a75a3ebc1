/**
 * Which function or operator of several a call means: PostgreSQL's rules for choosing among candidates by their
 * argument types.
 */
import { UNKNOWN, ANY } from '../../../types/oids.js'
import { canCoerce } from './coerce.js'

/** @typedef {import('../context.js').BindContext} BindContext */

/**
 * The candidates that the arguments can be converted to implicitly.
 * @template {{ types: number[] }} T
 * @param {BindContext} ctx
 * @param {number[]} actual
 * @param {T[]} candidates
 * @returns {T[]}
 */
export const matchable = (ctx, actual, candidates) =>
  candidates.filter((candidate) => canCoerce(ctx, actual, candidate.types, 'implicit'))

/**
 * The best of several matchable candidates, or null when the choice is ambiguous.
 * @template {{ types: number[] }} T
 * @param {BindContext} ctx
 * @param {number[]} actual
 * @param {T[]} candidates
 * @returns {T | null}
 */
export function selectCandidate(ctx, actual, candidates) {
  const { view } = ctx
  const base = actual.map((type) => type === UNKNOWN ? UNKNOWN : view.baseType(type))
  const unknowns = base.filter((type) => type === UNKNOWN).length
  // Most exact matches on known arguments.
  let kept = mostOf(candidates, (candidate) =>
    count(base, (type, at) => type !== UNKNOWN && candidate.types[at] === type),
  )
  if (kept.length === 1) return kept[0]
  const categories = base.map((type) => type === UNKNOWN ? 'X' : view.category(type))
  // Exact matches or preferred types of the argument's category, where a conversion is needed.
  kept = mostOf(kept, (candidate) =>
    count(
      base,
      (type, at) =>
        type !== UNKNOWN
        && (candidate.types[at] === type
          || (candidate.types[at] !== ANY
            && view.category(candidate.types[at]) === categories[at]
            && view.isPreferred(candidate.types[at]))),
    ),
  )
  if (kept.length === 1) return kept[0]
  if (unknowns === 0) return null
  // Unknown arguments: a category they could all be, strings first.
  let resolved = true
  /** @type {string[]} */
  const slots = []
  /** @type {boolean[]} */
  const preferred = []
  for (let at = 0; at < base.length; at++) {
    if (base[at] !== UNKNOWN) continue
    let category = ''
    let hasPreferred = false
    let conflict = false
    resolved = false
    for (const candidate of kept) {
      const type = candidate.types[at]
      const own = view.category(type)
      const isPreferred = view.isPreferred(type)
      if (category === '') {
        category = own
        hasPreferred = isPreferred
      } else if (own === category) hasPreferred = hasPreferred || isPreferred
      else if (own === 'S') {
        category = own
        hasPreferred = isPreferred
        conflict = false
      } else if (category !== 'S') conflict = true
    }
    if (conflict && category !== 'S') { resolved = false; slots.length = 0; break }
    slots[at] = category
    preferred[at] = hasPreferred
    resolved = true
  }
  if (resolved) {
    const narrowed = kept.filter((candidate) => base.every((type, at) => {
      if (type !== UNKNOWN) return true
      const own = candidate.types[at]
      return view.category(own) === slots[at] && (!preferred[at] || view.isPreferred(own))
    }))
    if (narrowed.length > 0) kept = narrowed
    if (kept.length === 1) return kept[0]
  }
  // All known arguments of one type: suppose the unknown ones are of it too.
  if (unknowns < base.length) {
    const known = new Set(base.filter((type) => type !== UNKNOWN))
    if (known.size === 1) {
      const [only] = known
      const assumed = base.map(() => only)
      const fitting = kept.filter((candidate) => canCoerce(ctx, assumed, candidate.types, 'implicit'))
      if (fitting.length === 1) return fitting[0]
    }
  }
  return null
}

/** @template T @param {T[]} list @param {(item: T) => number} score @returns {T[]} those with the highest score */
function mostOf(list, score) {
  let best = -1
  /** @type {T[]} */
  let kept = []
  for (const item of list) {
    const value = score(item)
    if (value > best) { best = value; kept = [item] } else if (value === best) kept.push(item)
  }
  return kept
}

/** @param {number[]} types @param {(type: number, at: number) => boolean} test */
function count(types, test) {
  let total = 0
  for (let at = 0; at < types.length; at++) if (test(types[at], at)) total++
  return total
}

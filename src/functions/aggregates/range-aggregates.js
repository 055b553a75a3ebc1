/** range_agg and range_intersect_agg. */
import {
  addRange, normalised, normalisedSteps, multirangeIntersection, rangesOf,
} from '../../types/range/multirange.js'
import { compareRanges, intersection } from '../../types/range/range.js'
import { charge } from '../../errors/value-size.js'
/** @import { AggregateImpl } from './aggregates.js' */
/** @import { PgRange } from '../../types/range/range.js' */
/** @import { PgMultirange } from '../../types/range/multirange.js' */

/** @type {Map<string, AggregateImpl>} */
export const rangeAggregates = new Map()

/** Gathered ranges are merged when they have doubled: a state is no larger than what it stands for … */
const MERGE_AT = 256
/** … while that is done at a stretch. Of more, so many are merged among themselves. */
const MERGE_MAX = 8192

class RangeUnion {
  constructor() {
    /** @type {import('../../types/range/range.js').RangeKind | null} */
    this.kind = null
    /** @type {PgRange[]} */
    this.ranges = []
    this.mergeAt = MERGE_AT
    /** Of those before the ones that came last. @type {PgRange[]} */
    this.merged = []
  }

  /** @param {PgRange | PgMultirange} value */
  add(value) {
    this.kind = value.kind
    for (const range of rangesOf(value)) this.ranges.push(range)
    if (this.ranges.length < this.mergeAt) return
    this.ranges = normalised(this.kind, this.ranges).ranges
    this.mergeAt = Math.max(MERGE_AT, 2 * this.ranges.length)
    if (this.ranges.length > MERGE_MAX) this.#settle()
  }

  /** What was merged goes behind the others: ranges that come in order are one list. */
  #settle() {
    const { merged, ranges } = this
    const follows = merged.length > 0 && compareRanges(merged[merged.length - 1], ranges[0]) <= 0
    ranges.forEach((range, at) => { if (at === 0 && follows) addRange(merged, range); else merged.push(range) })
    charge(merged.length * RANGE_BYTES, 'a multirange')
    this.ranges = []
    this.mergeAt = MERGE_AT
  }

  get all() { return this.merged.length === 0 ? this.ranges : this.merged.concat(this.ranges) }
}

/** What a range takes, roughly. */
const RANGE_BYTES = 64

for (const key of ['range_agg(anyrange)', 'range_agg(anymultirange)']) {
  rangeAggregates.set(key, { strictStep: true, typed: false, inline: undefined, init: () => new RangeUnion(),
    step: (state, value) => {
      state.add(value)
      return state
    },
    final: (state) => state.kind === null ? null : normalised(state.kind, state.all),
    isLong: (state) => state.merged.length > 0, work: (state) => state.ranges.length,
    finalSteps: (state) => normalisedSteps(state.kind, state.all) })
}

/** @param {string} key @param {(a: any, b: any) => any} combine */
const intersect = (key, combine) =>
  rangeAggregates.set(key, {
    strictStep: true,
    typed: false,
    inline: undefined,
    init: () => null,
    step: (state, value) => (state === null ? value : combine(state, value)),
    final: (state) => state,
  })
intersect('range_intersect_agg(anyrange)', intersection)
intersect('range_intersect_agg(anymultirange)', multirangeIntersection)

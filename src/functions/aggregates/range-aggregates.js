/** range_agg and range_intersect_agg. */
import { normalised, multirangeIntersection, rangesOf } from '../../types/range/multirange.js'
import { intersection } from '../../types/range/range.js'
/** @import { AggregateImpl } from './aggregates.js' */

/** @type {Map<string, AggregateImpl>} */
export const rangeAggregates = new Map()

/** Gathered ranges are merged when they have doubled: a state is no larger than what it stands for. */
const MERGE_AT = 256

class RangeUnion {
  constructor() {
    /** @type {any} */
    this.kind = null
    /** @type {any[]} */
    this.ranges = []
    this.mergeAt = MERGE_AT
  }

  /** @param {any} value range or multirange */
  add(value) {
    this.kind = value.kind
    for (const range of rangesOf(value)) this.ranges.push(range)
    if (this.ranges.length < this.mergeAt) return
    this.ranges = normalised(this.kind, this.ranges).ranges
    this.mergeAt = Math.max(MERGE_AT, 2 * this.ranges.length)
  }
}

for (const key of ['range_agg(anyrange)', 'range_agg(anymultirange)']) {
  rangeAggregates.set(key, { strictStep: true, typed: false, inline: undefined, init: () => new RangeUnion(),
    step: (state, value) => {
      state.add(value)
      return state
    },
    final: (state) => state.kind === null ? null : normalised(state.kind, state.ranges) })
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

/**
 * Ordered-set and hypothetical-set aggregates: what is made of a group's sorted rows. The caller sorts (nulls left out
 * unless `keepsNulls`), makes the
 * state with the number of rows and the direct arguments, steps through rows until one says it has seen enough, and
 * asks for the result.
 *
 *   create(count, direct, { compare, same, elementType }) -> { step(row) -> boolean: enough, result() -> value }
 *
 * `direct` holds the direct arguments; `compare` orders two rows as WITHIN GROUP asks (also a row and the hypothetical
 * one); `same` is 0 when the sorted
 * values are equal; elementType is that of an array result.
 */
import { percentileOutOfRange } from '../../errors/functions.js'
import { PgArray } from '../../types/array.js'
import { general } from '../../util/c-formats.js'
import { atOnce } from '../../util/effort.js'
import { addInterval, multiplyInterval, subtractInterval } from '../../types/datetime/interval.js'
/** @import { Steps } from '../../util/effort.js' */

/**
 * @typedef {{ compare: (a: any[], b: any[]) => number, same: (a: any[], b: any[]) => number, elementType: number }}
 *   SetOrder
 */
/**
 * @typedef {{ step: (row: any[]) => boolean, result: () => any, resultSteps?: () => Steps<unknown> }} SetState
 *   resultSteps: the result of much, made with rests
 */
/**
 * @typedef {{ keepsNulls: boolean, create: (count: number, direct: any[], order: SetOrder) => SetState }} OrderedSet
 */

/** Keyed as aggregates.js. @type {Map<string, OrderedSet>} */
export const orderedSets = new Map()

/** 22003. @param {number} fraction */
const badPercentile = (fraction) => percentileOutOfRange(general(fraction))

/** @param {number} fraction */
function checked(fraction) {
  if (!(fraction >= 0 && fraction <= 1)) throw badPercentile(fraction)
  return fraction
}

const NOTHING = { step: () => true, result: () => null }

/** Values at some row numbers, in one pass. */
class PickedRows {
  /** @param {ArrayLike<number>} wanted row numbers, ascending */
  constructor(wanted) {
    this.wanted = wanted
    this.at = 0
    this.row = 0
    /** @type {Map<number, any>} */
    this.values = new Map()
  }

  /** @param {any[]} row */
  step(row) {
    while (this.at < this.wanted.length && this.wanted[this.at] === this.row) {
      this.values.set(this.row, row[0])
      this.at++
    }
    this.row++
    return this.at >= this.wanted.length
  }
}

/**
 * The row that holds the fraction: the first whose position is at or beyond it.
 * @param {number} fraction
 * @param {number} count
 */
const discrete = (fraction, count) => Math.max(1, Math.ceil(fraction * count)) - 1

/** @typedef {(low: any, high: any, share: number) => any} Between */
/** @type {Between} */
const betweenFloats = (low, high, share) => low + share * (high - low)
/** @type {Between} */
const betweenIntervals = (low, high, share) =>
  addInterval(multiplyInterval(subtractInterval(high, low), share), low)

/**
 * Row numbers a fraction needs, and the value made of them.
 * @param {number} fraction
 * @param {number} count
 * @param {Between | null} between null: percentile_disc
 */
function place(fraction, count, between) {
  if (between === null) {
    const row = discrete(fraction, count)
    return { first: row, second: row, share: 0 }
  }
  const position = fraction * (count - 1)
  const first = Math.floor(position)
  return { first, second: Math.ceil(position), share: position - first }
}

/**
 * @param {{ first: number, second: number, share: number }} where
 * @param {Map<number, any>} values
 * @param {Between | null} between
 */
function valueAt({ first, second, share }, values, between) {
  const low = values.get(first)
  return between === null || first === second ? low : between(low, values.get(second), share)
}

/** @param {Between | null} between @returns {OrderedSet} */
const percentile = (between) => ({
  keepsNulls: false,
  create(count, [fraction]) {
    if (fraction === null) return NOTHING
    checked(fraction)
    if (count === 0) return NOTHING
    const where = place(fraction, count, between)
    const rows = new PickedRows(where.first === where.second ? [where.first] : [where.first, where.second])
    return { step: (row) => rows.step(row), result: () => valueAt(where, rows.values, between) }
  },
})

/** Rows of which a mark each is kept, rather than a list of those that are wanted. */
const MARKED_MAX = 1 << 24

/**
 * Row numbers that fractions need, each once, in order.
 * @param {(number | null)[]} fractions
 * @param {number} count of rows
 * @param {Between | null} between
 * @returns {ArrayLike<number>}
 */
function rowsWanted(fractions, count, between) {
  if (count > MARKED_MAX || fractions.length < count / 256) return rowsListed(fractions, count, between)
  const marks = new Uint8Array(count)
  let wanted = 0
  for (const fraction of fractions) {
    if (fraction === null) continue
    if (between === null) marks[discrete(fraction, count)] = 1
    else {
      const position = fraction * (count - 1)
      marks[Math.floor(position)] = marks[Math.ceil(position)] = 1
    }
  }
  for (const mark of marks) wanted += mark
  const rows = new Float64Array(wanted)
  for (let row = 0, at = 0; row < count; row++) if (marks[row] === 1) rows[at++] = row
  return rows
}

/** @param {(number | null)[]} fractions @param {number} count @param {Between | null} between */
function rowsListed(fractions, count, between) {
  /** @type {Set<number>} */
  const wanted = new Set()
  for (const fraction of fractions) {
    if (fraction === null) continue
    const { first, second } = place(fraction, count, between)
    wanted.add(first).add(second)
  }
  return Float64Array.from(wanted).sort()
}

/** Values between two rests. */
const BETWEEN_RESTS = 1024

/** @param {Between | null} between @returns {OrderedSet} */
const percentiles = (between) => ({
  keepsNulls: false,
  create(count, [fractions], { elementType }) {
    if (fractions === null || count === 0) return NOTHING
    const { values, dims, lowerBounds } = fractions
    if (values.length === 0) return { step: () => true, result: () => new PgArray(elementType, [], [], []) }
    for (const fraction of values) if (fraction !== null) checked(fraction)
    const rows = new PickedRows(rowsWanted(values, count, between))
    /** @returns {Steps<PgArray>} */
    function* steps() {
      const picked = []
      for (const fraction of values) {
        picked.push(fraction === null ? null : valueAt(place(fraction, count, between), rows.values, between))
        if (picked.length % BETWEEN_RESTS === 0) yield
      }
      return new PgArray(elementType, dims, lowerBounds, picked)
    }
    return { step: (row) => rows.step(row), result: () => atOnce(steps()),
      ...(values.length > BETWEEN_RESTS ? { resultSteps: steps } : {}) }
  },
})

orderedSets.set('percentile_disc(float8,anyelement)', percentile(null))
orderedSets.set('percentile_cont(float8,float8)', percentile(betweenFloats))
orderedSets.set('percentile_cont(float8,interval)', percentile(betweenIntervals))
orderedSets.set('percentile_disc(_float8,anyelement)', percentiles(null))
orderedSets.set('percentile_cont(_float8,float8)', percentiles(betweenFloats))
orderedSets.set('percentile_cont(_float8,interval)', percentiles(betweenIntervals))

/** The most frequent value; of several, the first in order. */
class Mode {
  /** @param {(a: any[], b: any[]) => number} same */
  constructor(same) {
    this.same = same
    /** @type {any[] | null} */
    this.current = null
    this.count = 0
    /** @type {any} */
    this.best = null
    this.bestCount = 0
  }

  /** @param {any[]} row */
  step(row) {
    if (this.current === null || this.same(this.current, row) !== 0) {
      this.current = row
      this.count = 0
    }
    if (++this.count > this.bestCount) {
      this.best = this.current[0]
      this.bestCount = this.count
    }
    return false
  }

  result() {
    return this.best
  }
}
orderedSets.set('mode(anyelement)', { keepsNulls: false, create: (_, _direct, { same }) => new Mode(same) })

/** Where a row that is not there would stand. */
class Hypothetical {
  /**
   * @param {any[]} row
   * @param {SetOrder} order
   * @param {boolean} behindPeers
   * @param {(state: Hypothetical) => number} answer
   * @param {number} count
   */
  constructor(row, order, behindPeers, answer, count) {
    this.row = row
    this.order = order
    this.behindPeers = behindPeers
    this.answer = answer
    this.count = count
    /** rows in front of it */
    this.before = 0
    /** different rows in front of it */
    this.distinct = 0
    /** @type {any[] | null} */
    this.last = null
  }

  /** @param {any[]} row */
  step(row) {
    const order = this.order.compare(row, this.row)
    if (order > 0 || (order === 0 && !this.behindPeers)) return true
    this.before++
    if (this.last === null || this.order.same(this.last, row) !== 0) this.distinct++
    this.last = row
    return false
  }

  result() {
    return this.answer(this)
  }
}

/** @param {boolean} behindPeers @param {(state: Hypothetical) => number} answer @returns {OrderedSet} */
const hypothetical = (behindPeers, answer) => ({
  keepsNulls: true,
  create: (count, direct, order) => new Hypothetical(direct, order, behindPeers, answer, count),
})
orderedSets.set('rank(any)', hypothetical(false, (state) => state.before + 1))
orderedSets.set('dense_rank(any)', hypothetical(false, (state) => state.distinct + 1))
orderedSets.set(
  'percent_rank(any)',
  hypothetical(false, (state) => (state.count === 0 ? 0 : state.before / state.count)),
)
orderedSets.set('cume_dist(any)', hypothetical(true, (state) => (state.before + 1) / (state.count + 1)))

const FINALS = {
  percentile_disc_final: 'percentile_disc(float8,anyelement)',
  percentile_cont_float8_final: 'percentile_cont(float8,float8)',
  percentile_cont_interval_final: 'percentile_cont(float8,interval)',
  percentile_disc_multi_final: 'percentile_disc(_float8,anyelement)',
  percentile_cont_float8_multi_final: 'percentile_cont(_float8,float8)',
  percentile_cont_interval_multi_final: 'percentile_cont(_float8,interval)', mode_final: 'mode(anyelement)',
  hypothetical_rank_final: 'rank(any)', hypothetical_percent_rank_final: 'percent_rank(any)',
  hypothetical_cume_dist_final: 'cume_dist(any)', hypothetical_dense_rank_final: 'dense_rank(any)',
}

/** By the final functions of those above, for aggregates that users make of them. @type {Map<string, OrderedSet>} */
export const orderedSetsByFinal = new Map(
  Object.entries(FINALS).map(([source, key]) => [source, /** @type {OrderedSet} */ (orderedSets.get(key))]),
)

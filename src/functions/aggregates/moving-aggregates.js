/**
 * Aggregates over moving window frames: the same results as stepping through the frame anew, by taking back the rows
 * that left it (oldest first).
 *
 *   init() -> state      step(state, ...args) -> state      inverse(state, ...args) -> state, or undefined: cannot be taken back, start over
 *   final(state) -> value; called for every row, so it leaves the state alone
 *
 * Keys are those of aggregates.js. What has no entry there (float sums, whose rounding depends on the order) is stepped
 * anew when the frame's start moves.
 */
import { int8Add, int8Subtract } from '../../types/numbers/int8.js'
import {
  addInterval,
  compareInterval,
  divideInterval,
  Interval,
  subtractInterval,
} from '../../types/datetime/interval.js'
import { compareFloat } from '../../types/numbers/floats.js'
import { compareText } from '../../types/strings/text.js'
import * as N from '../../types/numbers/numeric.js'
import { exactVariance, ExactMoments } from './moments.js'
import { NumericSum } from './numeric-sum.js'
/** @import { Numeric } from '../../types/numbers/numeric.js' */

/**
 * @typedef {object} MovingAggregate
 * @property {() => any} init
 * @property {(state: any, ...args: any[]) => any} step
 * @property {(state: any, ...args: any[]) => any} inverse
 * @property {(state: any) => any} final
 * @property {boolean} strictStep rows with a null argument are skipped by the caller
 */

/** @type {Map<string, MovingAggregate>} */
export const movingAggregates = new Map()

/** @param {string[]} keys @param {Omit<MovingAggregate, 'strictStep'>} fields @param {boolean} [strictStep] */
function add(keys, fields, strictStep = true) {
  for (const key of keys) movingAggregates.set(key, { ...fields, strictStep })
}

const counting = {
  init: () => 0,
  step: (/** @type {number} */ state) => state + 1,
  inverse: (/** @type {number} */ state) => state - 1,
  final: (/** @type {number} */ state) => state,
}
add(['count(*)', 'count()'], counting, false)
add(['count(any)'], counting)

/** Integer sums of narrow types. */
class CountedSum {
  constructor() {
    this.count = 0
    /** @type {number | bigint} */
    this.sum = 0
  }
}
add(['sum(int2)', 'sum(int4)'], {
  init: () => new CountedSum(),
  step: (state, value) => {
    state.count++
    state.sum = int8Add(state.sum, value)
    return state
  },
  inverse: (state, value) => {
    state.count--
    state.sum = int8Subtract(state.sum, value)
    return state
  },
  final: (state) => (state.count === 0 ? null : state.sum),
})

/** A sum that can be taken back as long as some row still has the largest scale (the result's scale). */
class MovingSum extends NumericSum {
  constructor() {
    super()
    /** finite values that have the sum's scale */
    this.widest = 0
  }

  /** @override @param {Numeric} value */
  add(value) {
    if (value.special === 0) {
      if (value.scale > this.scale) this.widest = 1
      else if (value.scale === this.scale) this.widest++
    }
    super.add(value)
  }

  /** @param {Numeric} value @returns {boolean} */
  remove(value) {
    if (value.special !== 0) {
      if (value.special === N.NAN) this.nan--
      else if (value.special === N.POSITIVE_INFINITY) this.plus--
      else this.minus--
      this.count--
      return true
    }
    if (value.scale === this.scale && this.scale > 0) {
      if (this.widest === 1) return false
      this.widest--
    }
    this.count--
    this.become(N.addWide(this.finite(), N.negateNumeric(value)))
    return true
  }
}

/** @type {(state: MovingSum, value: Numeric) => MovingSum} */
const stepSum = (state, value) => {
  state.add(value)
  return state
}
/** @type {(state: MovingSum, value: number | bigint) => MovingSum} */
const stepInteger = (state, value) => {
  state.add(N.fromInteger(value))
  return state
}
/** @type {(state: MovingSum, value: Numeric) => MovingSum | undefined} */
const takeSum = (state, value) => (state.remove(value) ? state : undefined)
/** @type {(state: MovingSum, value: number | bigint) => MovingSum | undefined} */
const takeInteger = (state, value) => (state.remove(N.fromInteger(value)) ? state : undefined)
const newSum = () => new MovingSum()
add(['sum(numeric)'], { init: newSum, step: stepSum, inverse: takeSum, final: (state) => state.total() })
add(['avg(numeric)'], { init: newSum, step: stepSum, inverse: takeSum, final: (state) => state.average() })
add(['sum(int8)'], { init: newSum, step: stepInteger, inverse: takeInteger, final: (state) => state.total() })
add(['avg(int2)', 'avg(int4)', 'avg(int8)'], {
  init: newSum,
  step: stepInteger,
  inverse: takeInteger,
  final: (state) => state.average(),
})

class MovingMoments extends ExactMoments {
  constructor() {
    super()
    this.sum = new MovingSum()
    this.squares = new MovingSum()
  }

  /** @param {Numeric} value */
  remove(value) {
    if (!/** @type {MovingSum} */ (this.sum).remove(value)) return false
    return value.special !== 0 || /** @type {MovingSum} */ (this.squares).remove(N.multiplyWide(value, value))
  }
}
for (const [names, sample, root] of /** @type {[string[], boolean, boolean][]} */ ([
  [['variance', 'var_samp'], true, false],
  [['stddev', 'stddev_samp'], true, true],
  [['var_pop'], false, false],
  [['stddev_pop'], false, true],
])) {
  const final = exactVariance(sample, root)
  const init = () => new MovingMoments()
  add(
    names.map((name) => `${name}(numeric)`),
    { init, final, step: stepSum, inverse: takeSum }
  )
  add(
    names.flatMap((name) => ['int2', 'int4', 'int8'].map((type) => `${name}(${type})`)),
    { init, final, step: stepInteger, inverse: takeInteger }
  )
}

class CountedInterval {
  constructor() {
    this.count = 0
    this.sum = new Interval(0, 0, 0)
  }
}
const movingInterval = {
  init: () => new CountedInterval(),
  step: (/** @type {CountedInterval} */ state, /** @type {Interval} */ value) => {
    state.count++
    state.sum = addInterval(state.sum, value)
    return state
  },
  inverse: (/** @type {CountedInterval} */ state, /** @type {Interval} */ value) => {
    state.count--
    state.sum = subtractInterval(state.sum, value)
    return state
  },
}
add(['sum(interval)'], { ...movingInterval, final: (state) => (state.count === 0 ? null : state.sum) })
add(['avg(interval)'], {
  ...movingInterval,
  final: (state) => (state.count === 0 ? null : divideInterval(state.sum, state.count)),
})

class CountedTruth {
  constructor() {
    this.count = 0
    this.true = 0
  }
}
const movingTruth = {
  init: () => new CountedTruth(),
  step: (/** @type {CountedTruth} */ state, /** @type {boolean} */ value) => {
    state.count++
    if (value) state.true++
    return state
  },
  inverse: (/** @type {CountedTruth} */ state, /** @type {boolean} */ value) => {
    state.count--
    if (value) state.true--
    return state
  },
}
add(['bool_and(bool)', 'every(bool)'], {
  ...movingTruth,
  final: (state) => (state.count === 0 ? null : state.true === state.count),
})
add(['bool_or(bool)'], { ...movingTruth, final: (state) => (state.count === 0 ? null : state.true > 0) })

/**
 * The extreme of a moving frame: candidates in order of arrival, each better than those behind it, with how many equal
 * values it stands for (the latest of them is the result, as in the plain aggregate).
 */
class Extremes {
  constructor() {
    /** @type {any[]} */
    this.values = []
    /** @type {number[]} */
    this.counts = []
    this.first = 0
  }
}

/**
 * @param {(a: any, b: any) => number} compare
 * @param {number} direction 1 for max
 * @returns {Omit<MovingAggregate, 'strictStep'>}
 */
const movingExtreme = (compare, direction) => ({
  init: () => new Extremes(),
  step: (/** @type {Extremes} */ state, value) => {
    const { values, counts } = state
    while (values.length > state.first) {
      const order = compare(values[values.length - 1], value) * direction
      if (order > 0) break
      if (order === 0) {
        values[values.length - 1] = value
        counts[counts.length - 1]++
        return state
      }
      values.pop()
      counts.pop()
    }
    values.push(value)
    counts.push(1)
    return state
  },
  inverse: (/** @type {Extremes} */ state, value) => {
    if (compare(state.values[state.first], value) !== 0 || --state.counts[state.first] > 0) return state
    state.first++
    if (state.first > 64 && state.first * 2 > state.values.length) {
      state.values = state.values.slice(state.first)
      state.counts = state.counts.slice(state.first)
      state.first = 0
    }
    return state
  },
  final: (/** @type {Extremes} */ state) => (state.values.length > state.first ? state.values[state.first] : null),
})

/** @param {any} a @param {any} b */
const plain = (a, b) => (a < b ? -1 : a > b ? 1 : 0)
for (const [compare, types] of /** @type {[(a: any, b: any) => number, string[]][]} */ ([
  [plain, ['int2', 'int4', 'int8', 'oid', 'date', 'time', 'timestamp', 'timestamptz']],
  [compareFloat, ['float4', 'float8']],
  [N.compareNumeric, ['numeric']],
  [compareText, ['text']],
  [compareInterval, ['interval']],
])) {
  add(
    types.map((type) => `max(${type})`),
    movingExtreme(compare, 1)
  )
  add(
    types.map((type) => `min(${type})`),
    movingExtreme(compare, -1)
  )
}

/**
 * Aggregates by signature. An implementation keeps its state in one object per group (or a plain number where hooks say
 * so):
 *
 *   init() -> state          step(state, ...args) -> state        final(state, env) -> value, null for none
 *   strictStep: rows with a null argument are skipped by the caller and never reach step typed: init gets
 *   {result, args} (type OIDs of the call), for polymorphic ones inline: {init, step(state, ...args), final(state)}
 *   sources for the hot ones; the state is one JavaScript value that starts as `init`
 *
 * Exactness is PostgreSQL's: integer sums never round, numeric ones carry the largest scale, float variance uses Youngs
 * and Cramer's updates.
 */
import * as N from '../../types/numbers/numeric.js'
import * as T from '../../types/oids.js'
import { arraysNotAccumulated, floatOverflow, nullNotAllowed } from '../../errors/data.js'
import { arrayOf, compareArrays, PgArray } from '../../types/array.js'
import { builtinType } from '../../types/lookup.js'
import { int8Add, toInt8 } from '../../types/numbers/int8.js'
import { addInterval, divideInterval, Interval } from '../../types/datetime/interval.js'
import { GrowingText, grown } from './gathering.js'
import { andBits, orBits, xorBits } from '../strings/bits.js'
import { NumericSum } from './numeric-sum.js'
import { FloatMoments, floatVariance, ExactMoments, exactVariance, PAIRS, PairMoments } from './moments.js'
import { addMoney } from '../numbers/money.js'
import { later } from '../../util/later.js'

/** @type {() => typeof import('../xml/build.js')} */
const xml = later(import.meta.url, '../xml/build.js')

/** @import { Steps } from '../../util/effort.js' */
/** @import { Numeric } from '../../types/numbers/numeric.js' */

/**
 * @typedef {object} AggregateImpl
 * @property {(types?: { result: number, args: number[] }) => any} init
 * @property {(state: any, ...args: any[]) => any} step
 * @property {(state: any, env?: any) => any} final
 * @property {(state: any, env?: any) => Steps<unknown>} [finalSteps] the same, which rests on the way: of a state that
 *   `isLong`
 * @property {(state: any) => boolean} [isLong]
 * @property {(state: any) => number} [work] what `final` takes, in steps of a loop, where it grows with the state
 * @property {boolean} strictStep
 * @property {boolean} typed
 * @property {{ init: string, step: (state: string, ...args: string[]) => string, final: (state: string)
 *   => string, helpers: string[] } | undefined} inline
 */
/** @type {Map<string, AggregateImpl>} */
export const aggregates = new Map()

/**
 * @param {string | string[]} keys
 * @param {{ init: AggregateImpl['init'], step: AggregateImpl['step'], final?: AggregateImpl['final'],
 *   strictStep?: boolean, typed?: boolean, inline?: AggregateImpl['inline'], work?: AggregateImpl['work'],
 *   isLong?: AggregateImpl['isLong'], finalSteps?: AggregateImpl['finalSteps'] }} fields
 */
export function add(keys, { final = (state) => state, strictStep = true, typed = false, ...fields }) {
  for (const key of Array.isArray(keys) ? keys : [keys])
    aggregates.set(key, { inline: undefined, ...fields, final, strictStep, typed })
}

// ---- counting and sums
const counting = {
  init: '0',
  step: (/** @type {string} */ state) => `${state} + 1`,
  final: (/** @type {string} */ state) => state,
  helpers: [],
}
add(['count(*)', 'count()'], { init: () => 0, step: (state) => state + 1, strictStep: false, inline: counting })
add(['count(any)'], { init: () => 0, step: (state) => state + 1, inline: counting })

add(['sum(int2)', 'sum(int4)'], {
  init: () => null,
  step: (state, value) => (state === null ? value : int8Add(state, value)),
  inline: {
    init: 'null',
    step: (state, value) => `${state} === null ? ${value} : int8Add(${state}, ${value})`,
    final: (state) => state,
    helpers: ['int8Add'],
  },
})

const stepNumeric = (/** @type {NumericSum} */ state, /** @type {Numeric} */ value) => {
  state.add(value)
  return state
}
const stepInteger = (/** @type {NumericSum} */ state, /** @type {number | bigint} */ value) => {
  state.add(N.fromInteger(value))
  return state
}
add('sum(numeric)', { init: () => new NumericSum(), step: stepNumeric, final: (state) => state.total() })
add('avg(numeric)', { init: () => new NumericSum(), step: stepNumeric, final: (state) => state.average() })
add('sum(int8)', { init: () => new NumericSum(), step: stepInteger, final: (state) => state.total() })
add(['avg(int2)', 'avg(int4)', 'avg(int8)'], {
  init: () => new NumericSum(),
  step: stepInteger,
  final: (state) => state.average(),
})

/** @param {number} sum @param {number} a @param {number} b */
function checkSum(sum, a, b) {
  if (!Number.isFinite(sum) && Number.isFinite(a) && Number.isFinite(b)) throw floatOverflow()
  return sum
}
add('sum(float8)', {
  init: () => null,
  step: (state, value) => (state === null ? value : checkSum(state + value, state, value)),
})
add('sum(float4)', {
  init: () => null,
  step: (state, value) => (state === null ? value : checkSum(Math.fround(state + value), state, value)),
})
add('sum(money)', { init: () => null, step: (state, value) => (state === null ? value : addMoney(state, value)) })
add('sum(interval)', { init: () => null, step: (state, value) => (state === null ? value : addInterval(state, value)) })
add('sum(time)', {
  init: () => null,
  step: (state, value) => addInterval(state ?? new Interval(0, 0, 0), new Interval(0, 0, value)),
})
add('avg(interval)', {
  init: () => ({ count: 0, sum: new Interval(0, 0, 0) }),
  step: (state, value) => {
    state.count++
    state.sum = addInterval(state.sum, value)
    return state
  },
  final: (state) => (state.count === 0 ? null : divideInterval(state.sum, state.count)),
})

for (const [names, sample, root] of /** @type {[string[], boolean, boolean][]} */ ([
  [['variance', 'var_samp'], true, false],
  [['stddev', 'stddev_samp'], true, true],
  [['var_pop'], false, false],
  [['stddev_pop'], false, true],
])) {
  add(
    names.flatMap((name) => [`${name}(float8)`, `${name}(float4)`]),
    {
      init: () => new FloatMoments(),
      step: (state, value) => {
        state.add(value)
        return state
      },
      final: floatVariance(sample, root),
    }
  )
  add(
    names.map((name) => `${name}(numeric)`),
    {
      init: () => new ExactMoments(),
      step: (state, value) => {
        state.add(value)
        return state
      },
      final: exactVariance(sample, root),
    }
  )
  add(
    names.flatMap((name) => ['int2', 'int4', 'int8'].map((type) => `${name}(${type})`)),
    {
      init: () => new ExactMoments(),
      step: (state, value) => {
        state.add(N.fromInteger(value))
        return state
      },
      final: exactVariance(sample, root),
    }
  )
}
add(['avg(float8)', 'avg(float4)'], {
  init: () => new FloatMoments(),
  step: (state, value) => {
    state.add(value)
    return state
  },
  final: (state) => (state.count === 0 ? null : state.sumX / state.count),
})
for (const name of Object.keys(PAIRS)) {
  add(`${name}(float8,float8)`, {
    init: () => new PairMoments(),
    step: (state, y, x) => {
      state.add(y, x)
      return state
    },
    final: PAIRS[name],
  })
}

// ---- extremes, logic, bits
const ORDERED = {
  int2: T.INT2, int4: T.INT4, int8: T.INT8, oid: T.OID, float4: T.FLOAT4, float8: T.FLOAT8, numeric: T.NUMERIC,
  text: T.TEXT, bpchar: T.BPCHAR, date: T.DATE, time: T.TIME, timetz: T.TIMETZ, timestamp: T.TIMESTAMP,
  timestamptz: T.TIMESTAMPTZ, interval: T.INTERVAL, tid: T.TID, pg_lsn: T.PG_LSN, xid8: T.XID8, name: T.NAME,
  varchar: T.VARCHAR, inet: T.INET, money: T.MONEY, anyarray: 0,
}
const KEEPS_FIRST = new Set(['text', 'bpchar', 'varchar', 'name'])
const PLAIN_ORDER = new Set([
  'int2', 'int4', 'int8', 'oid', 'date', 'time', 'timestamp', 'timestamptz', 'tid', 'pg_lsn', 'xid8', 'money',
])

for (const [name, oid] of Object.entries(ORDERED)) {
  const compare =
    oid === 0
      ? compareArrays
      : (/** @type {any} */ a, /** @type {any} */ b) => /** @type {any} */ (builtinType(oid))?.compare(a, b)
  for (const [aggregate, symbol, direction] of /** @type {[string, string, number][]} */ ([
    ['max', '>', 1],
    ['min', '<', -1],
  ])) {
    add(`${aggregate}(${name})`, {
      init: () => null,
      // Of equal values that look different the last one is the result, of texts the first.
      step: KEEPS_FIRST.has(name)
        ? (state, value) => (state === null || compare(value, state) * direction > 0 ? value : state)
        : (state, value) => (state === null || compare(value, state) * direction >= 0 ? value : state),
      inline: PLAIN_ORDER.has(name)
        ? {
            init: 'null',
            step: (state, value) => `${state} === null || ${value} ${symbol} ${state} ? ${value} : ${state}`,
            final: (state) => state,
            helpers: [],
          }
        : undefined,
    })
  }
}

add(['bool_and(bool)', 'every(bool)'], {
  init: () => null,
  step: (state, value) => (state === null ? value : state && value),
})
add('bool_or(bool)', { init: () => null, step: (state, value) => (state === null ? value : state || value) })
for (const [
  name,
  narrow,
  wide,
] of /** @type {[string, (a: number, b: number) => number, (a: bigint, b: bigint) => bigint][]} */ ([
  ['bit_and', (a, b) => a & b, (a, b) => a & b],
  ['bit_or', (a, b) => a | b, (a, b) => a | b],
  ['bit_xor', (a, b) => a ^ b, (a, b) => a ^ b],
])) {
  add([`${name}(int2)`, `${name}(int4)`], {
    init: () => null,
    step: (state, value) => (state === null ? value : narrow(state, value)),
  })
  add(`${name}(int8)`, {
    init: () => null,
    step: (state, value) => (state === null ? value : toInt8(wide(BigInt(state), BigInt(value)))),
  })
}
for (const [name, combine] of /** @type {[string, (a: any, b: any) => any][]} */ ([
  ['bit_and', andBits],
  ['bit_or', orBits],
  ['bit_xor', xorBits],
])) {
  add(`${name}(bit)`, { init: () => null, step: (state, value) => (state === null ? value : combine(state, value)) })
}

// ---- collecting
add('string_agg(text,text)', {
  init: () => null,
  // The first value's separator is not used; a null value is skipped, a null separator counts as empty.
  step: (state, value, separator) => {
    if (value === null) return state
    if (state === null) return new GrowingText(value)
    if (separator !== null) state.add(separator)
    state.add(value)
    return state
  },
  final: (state) => (state === null ? null : state.toString()),
  strictStep: false,
})
/** To copy what was gathered. @param {{ bytes: number, parts: unknown[] } | null} state */
const copyWork = (state) => state === null ? 0 : (state.bytes >> 10) + (state.parts.length >> 3)
add('string_agg(bytea,bytea)', {
  init: () => null,
  step: (state, value, separator) => {
    if (value === null) return state
    if (state === null) return { bytes: grown(0, value), parts: [value] }
    if (separator !== null) state.parts.push(separator)
    state.bytes = grown(separator === null ? state.bytes : grown(state.bytes, separator), value)
    state.parts.push(value)
    return state
  },
  final: (state) => (state === null ? null : new Uint8Array(Buffer.concat(state.parts))),
  work: copyWork,
  strictStep: false,
})
/** More texts than this are put together between the turns of others. */
const LONG_PARTS = 4096
add('xmlagg(xml)', {
  init: () => null,
  step: (state, value) => {
    if (value === null) return state
    if (state === null) return { bytes: grown(0, value), parts: [value] }
    state.bytes = grown(state.bytes, value)
    state.parts.push(value)
    return state
  },
  // One alone is as it was, its declaration included.
  final: (state) =>
    state === null ? null : state.parts.length === 1 ? state.parts[0] : xml().concatenated(state.parts),
  isLong: (state) => state !== null && state.parts.length > LONG_PARTS,
  finalSteps: (state) => xml().concatenatedSteps(state.parts),
  work: copyWork,
  strictStep: false,
})
add('array_agg(anynonarray)', {
  init: (types) => ({ elementType: types?.args[0] ?? T.TEXT, values: [], bytes: 0 }),
  step: (state, value) => {
    state.bytes = grown(state.bytes, value)
    state.values.push(value)
    return state
  },
  // A window goes on with the state, so the array has values of its own.
  final: (state) => (state.values.length === 0 ? null : arrayOf(state.elementType, state.values.slice())),
  work: ({ values }) => values.length >> 5,
  strictStep: false, typed: true,
})
add('array_agg(anyarray)', {
  init: () => ({ arrays: [], bytes: 0 }),
  step: (state, value) => {
    const { arrays } = state
    if (value === null) throw nullNotAllowed('cannot accumulate null arrays')
    const [first] = arrays
    if (
      first !== undefined
      && (first.dims.join() !== value.dims.join() || first.lowerBounds.join() !== value.lowerBounds.join())
    )
      throw arraysNotAccumulated('different dimensionality')
    if (value.values.length === 0) throw arraysNotAccumulated('')
    state.bytes = grown(state.bytes, value)
    arrays.push(value)
    return state
  },
  final: ({ arrays }) =>
    arrays.length === 0
      ? null
      : new PgArray(
          arrays[0].elementType,
          [arrays.length, ...arrays[0].dims],
          [1, ...arrays[0].lowerBounds],
          arrays.flatMap((/** @type {PgArray} */ array) => array.values)
        ),
  work: ({ bytes }) => bytes >> 7,
  strictStep: false,
})

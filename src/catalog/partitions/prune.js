/**
 * Which partitions a condition leaves: tests on the key's columns against bounds. The planner asks with constants, the
 * executor again with what only a run knows. An answer is a list of partitions (places in PartitionSearch.partitions,
 * ascending), or null for all of them. Partitions too many are harmless, one too few is not.
 */
/** @import { PartitionSearch } from './search.js' */

/**
 * `value`: place in the list of values; `any`: the value is an array, one element is enough.
 * @typedef {{ kind: 'and' | 'or', args: Test[] } | { kind: 'op', column: number, op: '=' | '<' | '<='
 *   | '>' | '>=', value: number, any: boolean } | { kind: 'null', column: number, not: boolean }} Test
 */

/** A value that is not known yet. */
export const UNKNOWN_VALUE = Symbol('unknown')

/** @typedef {(values: any[]) => bigint} RowHash of a whole key; nulls among the values */

/**
 * @param {PartitionSearch} search
 * @param {Test} test
 * @param {any[]} values
 * @param {RowHash} hash
 * @returns {number[] | null}
 */
export function survivors(search, test, values, hash) {
  if (test.kind === 'or') {
    /** @type {Set<number>} */
    const found = new Set()
    for (const arg of test.args) {
      const list = survivors(search, arg, values, hash)
      if (list === null) return null
      for (const child of list) found.add(child)
    }
    return [...found].sort(ascending)
  }
  const args = test.kind === 'and' ? test.args : [test]
  /** @type {any[]} */
  const plain = []
  /** @type {number[] | null} */
  let result = null
  for (const arg of args) {
    if (arg.kind === 'and' || arg.kind === 'or') {
      result = both(result, survivors(search, arg, values, hash))
      continue
    }
    if (arg.kind !== 'op') {
      plain.push(arg)
      continue
    }
    const value = values[arg.value]
    if (value === UNKNOWN_VALUE) continue
    // Operators are strict: nothing matches NULL.
    if (value === null) return []
    plain.push({ ...arg, value: arg.any ? undefined : value, elements: arg.any ? value.values : undefined })
  }
  return both(result, withElements(search, plain, hash))
}

/** @param {number} a @param {number} b */
const ascending = (a, b) => a - b

/** @param {number[] | null} a @param {number[] | null} b */
const both = (a, b) => a === null ? b : b === null ? a : a.filter((child) => b.includes(child))

/**
 * = ANY (array): the partitions of each element.
 * @param {PartitionSearch} search
 * @param {any[]} tests
 * @param {RowHash} hash
 * @returns {number[] | null}
 */
function withElements(search, tests, hash) {
  const listed = tests.find((test) => test.elements !== undefined)
  if (listed === undefined) return tests.length === 0 ? null : bySearch(search, tests, hash)
  const others = tests.filter((test) => test !== listed)
  /** @type {Set<number>} */
  const found = new Set()
  for (const value of listed.elements) {
    if (value === null) continue
    const list = withElements(search, [...others, { ...listed, elements: undefined, value }], hash)
    if (list === null) return null
    for (const child of list) found.add(child)
  }
  return [...found].sort(ascending)
}

/**
 * @param {PartitionSearch} search
 * @param {any[]} tests with their values
 * @param {RowHash} hash
 * @returns {number[] | null}
 */
function bySearch(search, tests, hash) {
  if (search.strategy === 'l') return tests.map((test) => listTest(search, test)).reduce(both, null)
  return search.strategy === 'r' ? rangeTests(search, tests) : hashTests(search, tests, hash)
}

/** @param {number} child -1: none */
const one = (child) => child < 0 ? [] : [child]

/** @param {PartitionSearch} search @param {any} test @returns {number[] | null} */
function listTest(search, test) {
  if (test.kind === 'null') {
    if (!test.not) return one(search.findValue(null))
    const filled = new Set(search.values.map(({ child }) => child))
    return search.partitions.flatMap((_, child) => filled.has(child) || child === search.defaultAt ? [child] : [])
  }
  if (test.op === '=') return one(search.findValue(test.value))
  const [compare] = search.compares
  const at = search.valueIndex(test.value)
  const hit = at < search.values.length && compare(search.values[at].value, test.value) === 0
  const [from, to] =
    test.op === '<'
      ? [0, at]
      : test.op === '<='
        ? [0, hit ? at + 1 : at]
        : test.op === '>'
          ? [hit ? at + 1 : at, search.values.length]
          : [at, search.values.length]
  const found = new Set(search.values.slice(from, to).map(({ child }) => child))
  if (search.defaultAt >= 0) found.add(search.defaultAt)
  return [...found].sort(ascending)
}

/** @param {PartitionSearch} search @param {any[]} tests @returns {number[] | null} */
function rangeTests(search, tests) {
  const width = search.compares.length
  if (contradict(search, tests)) return []
  if (tests.some((test) => test.kind === 'null' && !test.not)) return one(search.defaultAt)
  /** @type {any[]} */
  const prefix = []
  for (let column = 0; column < width; column++) {
    const equal = tests.find((test) => test.op === '=' && test.column === column)
    if (equal === undefined) break
    prefix.push(equal.value)
  }
  if (prefix.length === width) return one(search.findRange(prefix))
  const tightest = (/** @type {string[]} */ ops, /** @type {1 | -1} */ way) =>
    tests
      .filter((test) => test.column === prefix.length && ops.includes(test.op))
      .reduce(
        (best, test) =>
          best === null || way * search.compares[prefix.length](test.value, best.value) > 0 ? test : best,
        null
      )
  const lower = tightest(['>', '>='], 1)
  const upper = tightest(['<', '<='], -1)
  if (prefix.length === 0 && lower === null && upper === null) return null
  const low = lower === null ? prefix : [...prefix, lower.value]
  const high = upper === null ? prefix : [...prefix, upper.value]
  const { ranges } = search
  const from = firstWhere(ranges.length, (at) => endsAfter(search, low, ranges[at].upper, lower?.op === '>'))
  const to = firstWhere(ranges.length, (at) => !beginsBefore(search, high, ranges[at].lower, upper?.op === '<'))
  const found = ranges.slice(from, Math.max(from, to)).map(({ child }) => child)
  if (search.defaultAt >= 0 && !(width === 1 && covered(search, ranges.slice(from, Math.max(from, to)), lower, upper)))
    found.push(search.defaultAt)
  return found.sort(ascending)
}

/**
 * Two tests of one column that no value passes, one of them an equality.
 * @param {PartitionSearch} search
 * @param {any[]} tests
 */
function contradict(search, tests) {
  return tests.some(
    (equal) =>
      equal.op === '=' &&
      tests.some((test) => {
        if (test === equal || test.column !== equal.column) return false
        if (test.kind === 'null') return !test.not
        const order = search.compares[equal.column](equal.value, test.value)
        return test.op === '='
          ? order !== 0
          : test.op === '<'
            ? order >= 0
            : test.op === '<='
              ? order > 0
              : test.op === '>'
                ? order <= 0
                : order < 0
      })
  )
}

/**
 * May a range that ends there hold rows from the key on?
 * @param {PartitionSearch} search
 * @param {any[]} low
 * @param {any[]} end
 * @param {boolean} exclusive
 */
function endsAfter(search, low, end, exclusive) {
  if (low.length === 0) return true
  const order = search.compareKey(low, end)
  return order < 0 || (order === 0 && !exclusive && low.length < end.length && end[low.length].end !== 'min')
}

/**
 * May a range that begins there hold rows up to the key?
 * @param {PartitionSearch} search
 * @param {any[]} high
 * @param {any[]} begin
 * @param {boolean} exclusive
 */
function beginsBefore(search, high, begin, exclusive) {
  if (high.length === 0) return true
  const order = search.compareKey(high, begin)
  return order > 0 || (order === 0 && !exclusive)
}

/**
 * No gap between these neighbours and the bounds asked for.
 * @param {PartitionSearch} search
 * @param {any[]} ranges
 * @param {any} lower
 * @param {any} upper
 */
function covered(search, ranges, lower, upper) {
  if (ranges.length === 0) return false
  const [first] = ranges
  const last = ranges[ranges.length - 1]
  if (lower === null ? first.lower[0].end !== 'min' : search.compareKey([lower.value], first.lower) < 0) return false
  if (
    upper === null
      ? last.upper[0].end !== 'max'
      : search.compareKey([upper.value], last.upper) > (upper.op === '<' ? 0 : -1)
  )
    return false
  return ranges.every((range, at) => at === 0 || search.compareEnds(ranges[at - 1].upper, range.lower) === 0)
}

/**
 * The first place where `test` holds, which holds from there on.
 * @param {number} count
 * @param {(at: number) => boolean} test
 */
function firstWhere(count, test) {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (test(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** @param {PartitionSearch} search @param {any[]} tests @param {RowHash} hash @returns {number[] | null} */
function hashTests(search, tests, hash) {
  const values = search.compares.map((_, column) => {
    const equal = tests.find((test) => test.column === column && test.op === '=')
    if (equal !== undefined) return equal.value
    return tests.some((test) => test.column === column && test.kind === 'null' && !test.not) ? null : UNKNOWN_VALUE
  })
  return values.includes(UNKNOWN_VALUE) ? null : one(search.findHash(hash(values)))
}

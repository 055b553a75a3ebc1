/**
 * What ANALYZE makes of several columns' sample together: how many different combinations there are (as for one column,
 * by Haas and Stokes), how far some columns decide another (the share of rows in groups of which all have the same
 * value there), and the commonest combinations with how often they would come if columns had nothing to do with each
 * other. Nulls count as equal.
 */
import { setStatisticsData } from '../../../catalog/ddl/extended-statistics.js'
import { DEFAULT_ENV } from '../../../types/type-ops.js'
import { readStatistics } from '../../../catalog/statistics-objects.js'

/** @import { Datum } from '../../../types/datum.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { ColumnDesc, RelationDesc } from '../../../catalog/relation.js' */
/** @import { DdlContext } from '../../../catalog/ddl/context.js' */

/**
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {RelationDesc} relation
 * @param {any[]} sampled columns
 * @param {unknown[][]} values by column, then row
 * @param {number} total rows of the table
 * @param {boolean} whole every column was asked for
 */
export function analyzeTogether(session, ddl, relation, sampled, values, total, whole) {
  for (const object of readStatistics(ddl.view, relation.oid)) {
    // Of expressions nothing is gathered.
    if (object.exprs.length > 0) continue
    const own = object.attnums.map((attnum) => sampled.findIndex((column) => column.attnum === attnum))
    if (own.includes(-1)) {
      if (!whole) {
        const schema = (/** @type {number} */ oid) => ddl.view.namespace(oid)?.name
        session.notice({ severity: 'WARNING', code: '42P17', message: `statistics object "${schema(object.namespaceOid)}.${object.name}" could not be computed for relation "${schema(relation.namespaceOid)}.${relation.name}"` })
      }
      continue
    }
    const target = targetOf(session, object.target, own.map((at) => sampled[at]))
    const rows = values[0]?.length ?? 0
    if (target === 0 || rows === 0) continue
    const codes = own.map((at) => ranks(session.typeOps(sampled[at].typeOid), values[at]))
    setStatisticsData(ddl, object.oid, {
      ndistinct: object.kinds.includes('d') ? ndistinctText(object.attnums, codes, rows, total) : null,
      dependencies: object.kinds.includes('f') ? dependenciesText(object.attnums, codes, rows) : null,
      mcv: object.kinds.includes('m')
        ? mcvText(
            own.map((at) => ({ ops: session.typeOps(sampled[at].typeOid), values: values[at] })),
            codes,
            rows,
            total,
            target,
          )
        : null,
    })
  }
}

/**
 * @param {Session} session
 * @param {number} own of the object, -1: none
 * @param {ColumnDesc[]} columns
 * @returns {number}
 */
function targetOf(session, own, columns) {
  if (own >= 0) return own
  const largest = Math.max(...columns.map((column) => column.statisticsTarget))
  return largest >= 0 ? largest : Number(session.settings.get('default_statistics_target'))
}

/**
 * Each value as a number, equal ones alike: 0 for null, then in their order.
 * @param {any} ops TypeOps
 * @param {Datum[]} values
 * @returns {Int32Array}
 */
function ranks(ops, values) {
  const order = values
    .map((_, at) => at)
    .filter((at) => values[at] !== null)
    .sort((one, other) => ops.compare(values[one], values[other]))
  const made = new Int32Array(values.length)
  let rank = 0
  order.forEach((at, place) => {
    if (place === 0 || ops.compare(values[order[place - 1]], values[at]) !== 0) rank++
    made[at] = rank
  })
  return made
}

/**
 * Rows with the same values in some columns, as counts by their first row.
 * @param {Int32Array[]} codes of those columns
 * @param {number} rows
 * @returns {{ group: Int32Array, counts: number[], first: number[] }} group of each row
 */
function groups(codes, rows) {
  const group = new Int32Array(rows)
  /** @type {Map<string | number, number>} */
  const known = new Map()
  /** @type {number[]} */
  const counts = []
  /** @type {number[]} */
  const first = []
  for (let row = 0; row < rows; row++) {
    const key = codes.length === 1 ? codes[0][row] : codes.map((code) => code[row]).join()
    let number = known.get(key)
    if (number === undefined) {
      number = counts.length
      known.set(key, number)
      counts.push(0)
      first.push(row)
    }
    counts[number]++
    group[row] = number
  }
  return { group, counts, first }
}

/**
 * Sets of `size` of the numbers below `count`, in order.
 * @param {number} count
 * @param {number} size
 * @returns {number[][]}
 */
function combinations(count, size) {
  if (size === 0) return [[]]
  return combinations(count, size - 1).flatMap((some) =>
    Array.from({ length: count }, (_, at) => at)
      .filter((at) => some.length === 0 || at > some[some.length - 1])
      .map((at) => [...some, at]),
  )
}

/** @param {number[]} attnums @param {Int32Array[]} codes @param {number} rows @param {number} total */
function ndistinctText(attnums, codes, rows, total) {
  const items = []
  for (let size = 2; size <= attnums.length; size++) {
    for (const some of combinations(attnums.length, size)) {
      const { counts } = groups(some.map((at) => codes[at]), rows)
      items.push(`"${some.map((at) => attnums[at]).join(', ')}": ${estimateDistinct(counts.length, counts.filter((count) => count === 1).length, rows, total)}`)
    }
  }
  return `{${items.join(', ')}}`
}

/**
 * @param {number} distinct in the sample
 * @param {number} once values that came once
 * @param {number} rows of the sample
 * @param {number} total
 */
function estimateDistinct(distinct, once, rows, total) {
  const estimate = rows * distinct / (rows - once + once * rows / Math.max(total, rows))
  return Math.floor(Math.min(Math.max(estimate, distinct), Math.max(total, rows)) + 0.5)
}

/** @param {number[]} attnums @param {Int32Array[]} codes @param {number} rows */
function dependenciesText(attnums, codes, rows) {
  const items = []
  for (let size = 2; size <= attnums.length; size++) {
    for (const deciding of combinations(attnums.length, size - 1)) {
      const { group, counts, first } = groups(deciding.map((at) => codes[at]), rows)
      for (let decided = 0; decided < attnums.length; decided++) {
        if (deciding.includes(decided)) continue
        const broken = new Uint8Array(counts.length)
        for (let row = 0; row < rows; row++)
          if (codes[decided][row] !== codes[decided][first[group[row]]]) broken[group[row]] = 1
        const degree = counts.reduce((sum, count, at) => sum + (broken[at] === 1 ? 0 : count), 0) / rows
        if (degree > 0)
          items.push(`"${deciding.map((at) => attnums[at]).join(', ')} => ${attnums[decided]}": ${degree.toFixed(6)}`)
      }
    }
  }
  return items.length === 0 ? null : `{${items.join(', ')}}`
}

/**
 * Combinations that come often enough for their frequency to mean something, commonest first, values as the settings'
 * defaults have them.
 * @param {{ ops: any, values: any[] }[]} columns
 * @param {Int32Array[]} codes
 * @param {number} rows
 * @param {number} total
 * @param {number} target most items
 * @returns {string | null} JSON: [values (null or text), frequency, base frequency][]
 */
function mcvText(columns, codes, rows, total, target) {
  const { counts, first } = groups(codes, rows)
  const single = codes.map((code) => {
    const seen = new Map()
    for (let row = 0; row < rows; row++) seen.set(code[row], (seen.get(code[row]) ?? 0) + 1)
    return seen
  })
  const denominator = total - rows + 0.04 * rows * (total - 1)
  const least = denominator === 0 ? 0 : rows * (total - rows) / denominator
  const kept = counts
    .map((_, at) => at)
    .sort((one, other) => counts[other] - counts[one] || compareCodes(codes, first[one], first[other]))
    .slice(0, target)
  const end = kept.findIndex((at) => counts[at] < least)
  const items = (end < 0 ? kept : kept.slice(0, end)).map((at) => {
    const row = first[at]
    const base = codes.reduce((product, code, column) => product * (single[column].get(code[row]) / rows), 1)
    return [
      columns.map(({ ops, values }) => (values[row] === null ? null : ops.format(values[row], DEFAULT_ENV))),
      counts[at] / rows, base,
    ]
  })
  return items.length === 0 ? null : JSON.stringify(items)
}

/** @param {Int32Array[]} codes @param {number} one row @param {number} other row */
function compareCodes(codes, one, other) {
  for (const code of codes) if (code[one] !== code[other]) return code[one] - code[other]
  return 0
}

/**
 * What ANALYZE makes of several columns' sample together: how many different combinations there are (as for one column,
 * by Haas and Stokes), how far some columns decide another (the share of rows in groups of which all have the same
 * value there), and the commonest combinations with how often they would come if columns had nothing to do with each
 * other. Nulls count as equal.
 */
import { setStatisticsData } from '../../../catalog/ddl/extended-statistics.js'
import { DEFAULT_ENV } from '../../../types/type-ops.js'
import { readStatistics } from '../../../catalog/statistics-objects.js'
import { isTired } from '../../../util/effort.js'
import { sortedSteps } from '../../../util/sorted-steps.js'
import { eachCombination, refined } from './combinations.js'
import { requireCallsAs } from '../../statements/core/permit.js'

/** @import { Steps } from '../../../util/effort.js' */
/** @import { Groups } from './combinations.js' */
/** @import { Datum } from '../../../types/datum.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { ColumnDesc, RelationDesc } from '../../../catalog/relation.js' */
/** @import { DdlContext } from '../../../catalog/ddl/context.js' */
/** @import { TypeOps } from '../../../types/type-ops.js' */

/**
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {RelationDesc} relation
 * @param {any[]} sampled columns
 * @param {unknown[][]} values by column, then row
 * @param {number} total rows of the table
 * @param {boolean} whole every column was asked for
 * @returns {Steps<void>}
 */
export function* analyzeTogether(session, ddl, relation, sampled, values, total, whole) {
  /** By column. @type {Int32Array[]} */
  const ranked = []
  for (const object of readStatistics(ddl.view, relation.oid)) {
    // Of expressions nothing is gathered. PostgreSQL computes them, in the name of the rows' owner.
    if (object.exprs.length > 0) {
      if (total > 0 && whole) requireCallsAs(session, relation.ownerOid, object.exprs)
      continue
    }
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
    const codes = []
    for (const at of own) codes.push((ranked[at] ??= yield* ranks(session.typeOps(sampled[at].typeOid), values[at])))
    setStatisticsData(ddl, object.oid, {
      ndistinct: object.kinds.includes('d') ? yield* ndistinctText(object.attnums, codes, rows, total) : null,
      dependencies: object.kinds.includes('f') ? yield* dependenciesText(object.attnums, codes, rows) : null,
      mcv: object.kinds.includes('m')
        ? yield* mcvText(
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

/** Values that are dealt with between two looks at the clock. */
const ROWS_PER_LOOK = 1024

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
 * @returns {Steps<Int32Array>}
 */
function* ranks(ops, values) {
  const order = yield* sortedSteps(
    values.map((_, at) => at).filter((at) => values[at] !== null),
    (one, other) => ops.compare(values[one], values[other]),
  )
  const made = new Int32Array(values.length)
  let rank = 0
  for (let place = 0; place < order.length; place++) {
    if (place % ROWS_PER_LOOK === 0 && isTired()) yield
    if (place === 0 || ops.compare(values[order[place - 1]], values[order[place]]) !== 0) rank++
    made[order[place]] = rank
  }
  return made
}

/**
 * @param {number[]} attnums
 * @param {Int32Array[]} codes
 * @param {number} rows
 * @param {number} total
 * @returns {Steps<string>}
 */
function* ndistinctText(attnums, codes, rows, total) {
  /** @type {string[][]} */
  const items = attnums.map(() => [])
  yield* eachCombination(codes, rows, attnums.length, function* take(some, { counts }) {
    if (some.length < 2) return
    const once = counts.reduce((sum, count) => sum + (count === 1 ? 1 : 0), 0)
    const names = some.map((at) => attnums[at]).join(', ')
    items[some.length - 1].push(`"${names}": ${estimateDistinct(counts.length, once, rows, total)}`)
    if (isTired()) yield
  })
  return `{${items.flat().join(', ')}}`
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

/**
 * @param {number[]} attnums
 * @param {Int32Array[]} codes
 * @param {number} rows
 * @returns {Steps<string | null>}
 */
function* dependenciesText(attnums, codes, rows) {
  /** @type {string[][]} */
  const items = attnums.map(() => [])
  yield* eachCombination(codes, rows, attnums.length - 1, function* take(deciding, groups) {
    for (let decided = 0; decided < attnums.length; decided++) {
      if (deciding.includes(decided)) continue
      const degree = decidedRows(codes[decided], groups) / rows
      if (degree > 0)
        items[deciding.length].push(
          `"${deciding.map((at) => attnums[at]).join(', ')} => ${attnums[decided]}": ${degree.toFixed(6)}`,
        )
      if (isTired()) yield
    }
  })
  const made = items.flat()
  return made.length === 0 ? null : `{${made.join(', ')}}`
}

/**
 * Rows in groups of which all have the same value.
 * @param {Int32Array} code @param {Groups} groups @returns {number}
 */
function decidedRows(code, { group, counts, first }) {
  const broken = new Uint8Array(counts.length)
  for (let row = 0; row < code.length; row++) if (code[row] !== code[first[group[row]]]) broken[group[row]] = 1
  return counts.reduce((sum, count, at) => sum + (broken[at] === 1 ? 0 : count), 0)
}

/**
 * Combinations that come often enough for their frequency to mean something, commonest first, values as the settings'
 * defaults have them.
 * @param {{ ops: TypeOps, values: Datum[] }[]} columns
 * @param {Int32Array[]} codes
 * @param {number} rows
 * @param {number} total
 * @param {number} target most items
 * @returns {Steps<string | null>} JSON: [values (null or text), frequency, base frequency][]
 */
function* mcvText(columns, codes, rows, total, target) {
  /** @type {Groups} */
  let groups = { group: new Int32Array(rows), counts: [rows], first: [0] }
  for (const code of codes) groups = yield* refined(groups, code)
  const { counts, first } = groups
  const single = codes.map((code) => {
    const seen = new Map()
    for (let row = 0; row < rows; row++) seen.set(code[row], (seen.get(code[row]) ?? 0) + 1)
    return seen
  })
  const denominator = total - rows + 0.04 * rows * (total - 1)
  const least = denominator === 0 ? 0 : rows * (total - rows) / denominator
  const kept = (yield* sortedSteps(
    counts.map((_, at) => at),
    (one, other) => counts[other] - counts[one] || compareCodes(codes, first[one], first[other]),
  )).slice(0, target)
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

/**
 * ANALYZE: a sample of a table's rows becomes the statistics the planner reads. As PostgreSQL's: 300 rows per
 * statistics target, the most common values, an equi-depth histogram of the others, the number of distinct values by
 * Haas and Stokes (Duj1; IBM RJ 10025, 1998), and the correlation of a column's order with the rows' places.
 */
import { HeapScan, SCAN_END, SCAN_MISS } from '../../../storage/heap/heap-scan.js'
import { setColumnStats, setRelationSizes } from '../../../catalog/ddl/statistics.js'
import { analyzeTogether } from './extended-statistics.js'
import { builtinType } from '../../../types/registry.js'
import { LAYER } from '../../../profile/profile.js'
import { buildContext } from '../../session/context.js'
import { requireCallsAs } from '../../statements/core/permit.js'
import { inTurns } from '../../turns/steps.js'
import { toldOf } from '../../session/progress.js'
import { blockOf } from '../../../util/tuple-id.js'
import { undefinedRelationColumn } from '../../../errors/ddl/catalog.js'

/** @import { BlockNumber, Tid } from '../../../util/identifiers.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { ColumnDesc, RelationDesc } from '../../../catalog/relation.js' */
/** @import { DdlContext } from '../../../catalog/ddl/context.js' */
/** @import { Heap } from '../../../storage/heap/heap.js' */
/** @import { TypeOps } from '../../../types/type-ops.js' */

const ROWS_PER_TARGET = 300
const WIDE_BYTES = 1024

/**
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {RelationDesc} relation
 * @param {string[] | null} names of the columns, null for all
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* analyzeRelation(session, ddl, relation, names) {
  const seen = { phase: SAMPLING, blocks: 0, before: 0, start: 0, scan: /** @type {HeapScan | null} */ (null) }
  const params = () => ({
    1: seen.phase, 2: seen.blocks,
    3: Math.min(seen.blocks, seen.before + Math.max(0, (seen.scan?.block ?? 0) - seen.start)),
  })
  yield* toldOf(
    session, { command: 'ANALYZE', relationOid: relation.oid, params },
    analyzeSteps(session, ddl, relation, names, seen),
  )
}

/** PostgreSQL's numbers for what ANALYZE does. */
const SAMPLING = 1
const COMPUTING = 3

/**
 * Where the sampling is: blocks to read, those of the runs before, the run's first one.
 * @typedef {{ phase: number, blocks: number, before: number, start: number, scan: HeapScan | null }} Seen
 */

/**
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {RelationDesc} relation
 * @param {string[] | null} names
 * @param {Seen} seen
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* analyzeSteps(session, ddl, relation, names, seen) {
  const columns = chosenColumns(relation, names)
  const target = Number(session.settings.get('default_statistics_target'))
  const sampleMax = ROWS_PER_TARGET * Math.max(target, ...columns.map((column) => column.statisticsTarget))
  const sampled = columns.filter((column) => column.statisticsTarget !== 0)
  const { values, total } = yield* sampleRows(session, ddl, relation, sampled, sampleMax, seen)
  seen.phase = COMPUTING
  // What PostgreSQL computes of the rows is called in the name of their owner.
  if (total > 0 && names === null) {
    for (const { keys, predicate } of relation.indexes) {
      const exprs = keys.flatMap(({ expr }) => (expr === null ? [] : [expr]))
      if (exprs.length > 0) requireCallsAs(session, relation.ownerOid, [predicate, exprs])
    }
  }
  const { breathe } = buildContext(session)
  for (const [index, column] of sampled.entries()) {
    const stats = yield* columnStats(
      breathe, column, values[index], total, column.statisticsTarget > 0 ? column.statisticsTarget : target,
    )
    if (stats !== null) setColumnStats(ddl, relation.oid, column.attnum, stats)
  }
  const together = analyzeTogether(session, ddl, relation, sampled, values, total, names === null)
  yield* inTurns(session, together, LAYER.execute)
  setRelationSizes(ddl, relation.oid, { relpages: relation.heap.file.blockCount, reltuples: total })
  session.database.storage.counters.table(relation.oid)
    .noteAnalyze(Math.round(total), Number(session.cluster.clock.nowMicros()), session.isBackground)
  for (const index of relation.indexes)
    if (index.predicate === null)
      setRelationSizes(ddl, index.oid, { relpages: index.tree.file.blockCount, reltuples: total })
}

/** @param {RelationDesc} relation @param {string[] | null} names @returns {ColumnDesc[]} */
function chosenColumns(relation, names) {
  const live = relation.columns.filter((column) => !column.dropped)
  if (names === null) return live
  return names.map((name) => {
    const column = live.find((candidate) => candidate.name === name)
    if (column === undefined) throw undefinedRelationColumn(name, relation.name)
    return column
  })
}

/**
 * A uniform sample in the order of the rows' places, a list of values for each column that is wanted, and how many rows
 * there are. At most `sampleMax` blocks are read (Knuth's algorithm S); of their rows, `sampleMax` are drawn by place
 * (Vitter's algorithm R) and only these are decoded, on a second visit: what the rest would leave behind is more than
 * the sample. Writers go on meanwhile and purge is not held back: each slice sees what is committed by then, so a row
 * drawn in one may be gone in a later one, or another row's.
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {RelationDesc} relation
 * @param {ColumnDesc[]} columns
 * @param {number} sampleMax
 * @param {Seen} told
 * @returns {Generator<Promise<unknown>, { values: any[][], total: number }, void>}
 */
function* sampleRows(session, ddl, relation, columns, sampleMax, told) {
  const { bytes, view } = relation.heap.env.pool
  const blockCount = relation.heap.file.blockCount
  const runs = chosenRuns(blockCount, sampleMax, session.random)
  for (const run of runs) told.blocks += run.end - run.start
  const places = new Float64Array(sampleMax)
  let seen = 0
  yield* visitRows(session, ddl, relation.heap, runs, (tid) => {
    const place = seen < sampleMax ? seen : session.random.below(seen + 1)
    seen++
    if (place < sampleMax) places[place] = tid
  }, told)
  const { breathe } = buildContext(session)
  yield* pause(breathe)
  const tids = places.subarray(0, Math.min(seen, sampleMax)).sort()
  /** @type {unknown[][]} */
  const values = columns.map(() => [])
  let next = 0
  yield* pause(breathe)
  yield* visitRows(session, ddl, relation.heap, runsOf(tids), (tid, at) => {
    while (next < tids.length && tids[next] < tid) next++
    if (tids[next] !== tid) return
    const row = relation.layout.decode(bytes, view, at)
    columns.forEach((column, index) => values[index].push(row[column.attnum - 1]))
  })
  let read = 0
  for (const run of runs) read += run.end - run.start
  return { values, total: read === 0 ? 0 : Math.round(seen * (blockCount / read)) }
}

/** @typedef {{ start: number, end: number }} BlockRun blocks from start up to, not including, end */

/**
 * @param {number} blockCount
 * @param {number} wanted
 * @param {{ below(limit: number): number }} random
 * @returns {BlockRun[]} in order
 */
function chosenRuns(blockCount, wanted, random) {
  if (blockCount <= wanted) return blockCount === 0 ? [] : [{ start: 0, end: blockCount }]
  /** @type {BlockRun[]} */
  const runs = []
  let left = wanted
  for (let block = 0; left > 0; block++)
    if (random.below(blockCount - block) < left) {
      left--
      extendRuns(runs, block)
    }
  return runs
}

/** The blocks of these rows. @param {Float64Array} tids sorted @returns {BlockRun[]} */
function runsOf(tids) {
  /** @type {BlockRun[]} */
  const runs = []
  for (const tid of tids) extendRuns(runs, blockOf(tid))
  return runs
}

/** @param {BlockRun[]} runs @param {BlockNumber} block at or behind the last one */
function extendRuns(runs, block) {
  const last = runs[runs.length - 1]
  if (last !== undefined && block <= last.end) last.end = Math.max(last.end, block + 1)
  else runs.push({ start: block, end: block + 1 })
}

/**
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {Heap} heap
 * @param {BlockRun[]} runs
 * @param {(tid: Tid, at: number) => void} visit
 * @param {Seen} [told]
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* visitRows(session, ddl, heap, runs, visit, told) {
  const { store } = ddl.catalog
  const snapshot = store.own(ddl.txn)
  const scan = new HeapScan(heap, snapshot, session.synchronous)
  const { breathe } = buildContext(session)
  let rows = 0
  try {
    for (const run of runs) {
      scan.block = run.start
      scan.slot = 0
      scan.blockEnd = run.end
      if (told !== undefined) Object.assign(told, { scan, start: run.start })
      for (;;) {
        const at = scan.next()
        if (at === SCAN_END) break
        if (at === SCAN_MISS) {
          yield scan.prefetch()
          store.again(snapshot)
          continue
        }
        visit(scan.tid, at)
        if (++rows % ROWS_PER_LOOK === 0) {
          const pause = breathe?.() ?? null
          if (pause !== null) {
            scan.release()
            yield pause
            store.again(snapshot)
          }
        }
      }
      if (told !== undefined) Object.assign(told, { scan: null, start: 0, before: told.before + run.end - run.start })
    }
  } finally {
    scan.release()
  }
}

/**
 * @param {Breathe} breathe
 * @param {ColumnDesc} column
 * @param {unknown[]} values in the rows' order
 * @param {number} total rows of the table
 * @param {number} target entries of the lists
 * @returns {Generator<Promise<unknown>, import('../../../catalog/relation.js').ColumnStats | null, void>} null: nothing
 *   to say
 */
function* columnStats(breathe, column, values, total, target) {
  const ops = builtinType(column.typeOid)
  if (ops === undefined || values.length === 0) return null
  /** Neither null nor so long that comparing it is not worth the time. @type {{ value: unknown, place: number }[]} */
  const usable = []
  let present = 0
  let bytes = 0
  for (let place = 0; place < values.length; place++) {
    if (place % ROWS_PER_LOOK === ROWS_PER_LOOK - 1) yield* pause(breathe)
    const value = values[place]
    if (value === null) continue
    const own = ops.fixedBytes > 0 ? ops.fixedBytes : encodedBytes(ops, value)
    present++
    bytes += own
    if (ops.fixedBytes > 0 || own <= WIDE_BYTES) usable.push({ value, place })
  }
  const nullFraction = 1 - present / values.length
  const width = ops.fixedBytes > 0 ? ops.fixedBytes : present === 0 ? 0 : Math.max(1, Math.round(bytes / present))
  /** @type {import('../../../catalog/relation.js').ColumnStats} */
  const stats = {
    nullFraction, width, distinct: 0, commonValues: [], commonFrequencies: [], histogram: [], correlation: 0,
  }
  const compare = ops.compare
  if (compare === undefined || usable.length === 0) return stats
  yield* sortInSlices(breathe, usable, (a, b) => compare(a.value, b.value) || a.place - b.place)
  yield* pause(breathe)
  const groups = []
  for (let index = 0; index < usable.length; index++) {
    if (index % ROWS_PER_LOOK === ROWS_PER_LOOK - 1) yield* pause(breathe)
    const { value } = usable[index]
    const last = groups[groups.length - 1]
    if (last !== undefined && compare(last.value, value) === 0) last.count++
    else groups.push({ value, count: 1 })
  }
  yield* pause(breathe)
  stats.distinct = distinctEstimate(groups, usable.length, values.length, total, nullFraction)
  const common = commonGroups(groups, usable.length, target, stats.distinct, total)
  stats.commonValues = common.map(({ value }) => value)
  yield* pause(breathe)
  stats.commonFrequencies = common.map(({ count }) => count / values.length)
  const isCommon = new Set(common)
  const rest = groups.filter((group) => !isCommon.has(group))
  yield* pause(breathe)
  if (rest.length > 1) stats.histogram = histogramOf(rest, target)
  yield* pause(breathe)
  stats.correlation = correlationOf(usable)
  return stats
}

/** @typedef {import('../../../catalog/ddl/indexes/index-build.js').BuildContext['breathe']} Breathe */

/**
 * Others have a turn, when the slice is over.
 * @param {Breathe} breathe
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* pause(breathe) {
  const turn = breathe?.() ?? null
  if (turn !== null) yield turn
}

/** Rows or values that are dealt with between two looks at the clock. */
const ROWS_PER_LOOK = 256

/**
 * Sorts a list in its place, giving others turns: pieces are sorted, then merged two by two.
 * @template T
 * @param {Breathe} breathe
 * @param {T[]} list
 * @param {(a: T, b: T) => number} compare
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* sortInSlices(breathe, list, compare) {
  /** @type {T[][]} */
  let pieces = []
  for (let at = 0; at < list.length; at += ROWS_PER_LOOK) {
    pieces.push(list.slice(at, at + ROWS_PER_LOOK).sort(compare))
    yield* pause(breathe)
  }
  while (pieces.length > 1) {
    /** @type {T[][]} */
    const merged = []
    for (let index = 0; index < pieces.length; index += 2) {
      const [one, other = []] = pieces.slice(index, index + 2)
      /** @type {T[]} */
      const both = []
      for (let a = 0, b = 0; a < one.length || b < other.length;) {
        both.push(b === other.length || a < one.length && compare(one[a], other[b]) <= 0 ? one[a++] : other[b++])
        if (both.length % ROWS_PER_LOOK === 0) yield* pause(breathe)
      }
      merged.push(both)
    }
    pieces = merged
  }
  const [sorted = []] = pieces
  for (let index = 0; index < sorted.length; index++) list[index] = sorted[index]
}

/** @param {TypeOps} ops @param {unknown} value */
const encodedBytes = (ops, value) => ops.encodedBytes === undefined ? String(value).length : ops.encodedBytes(value)

/**
 * @param {{ count: number }[]} groups
 * @param {number} usable
 * @param {number} sampled
 * @param {number} total
 * @param {number} nullFraction
 * @returns {number} as stadistinct
 */
function distinctEstimate(groups, usable, sampled, total, nullFraction) {
  const repeated = groups.filter((group) => group.count > 1).length
  if (repeated === 0) return -1 * (1 - nullFraction)
  if (repeated === groups.length) return groups.length
  const once = groups.length - repeated
  const rows = total * (1 - nullFraction)
  const n = usable
  const estimate = rows <= 0 ? groups.length : (n * groups.length) / (n - once + (once * n) / rows)
  const distinct = Math.min(Math.max(Math.floor(estimate + 0.5), groups.length), Math.max(rows, groups.length))
  return distinct > 0.1 * total && sampled > 0 ? -(distinct / total) : distinct
}

/**
 * The groups worth naming: all of them when they fit and are complete, else those clearly above average.
 * @param {{ value: any, count: number }[]} groups
 * @param {number} usable
 * @param {number} target
 * @param {number} distinct
 * @param {number} total
 */
function commonGroups(groups, usable, target, distinct, total) {
  const repeated = groups.filter((group) => group.count > 1)
  if (repeated.length === groups.length && groups.length <= target && distinct > 0)
    return [...groups].sort((a, b) => b.count - a.count)
  const kinds = distinct < 0 ? -distinct * total : distinct
  const average = usable / Math.max(kinds, 1)
  const floor = Math.max(average * 1.25, 2)
  return repeated.filter((group) => group.count >= floor).sort((a, b) => b.count - a.count).slice(0, target)
}

/**
 * Bounds that part the values into `target` bins of equal weight.
 * @param {{ value: any, count: number }[]} groups
 * @param {number} target
 * @returns {any[]}
 */
function histogramOf(groups, target) {
  let weight = 0
  for (const group of groups) weight += group.count
  const bins = Math.min(target, groups.length - 1)
  const bounds = []
  let seen = 0
  let at = 0
  for (let bin = 0; bin <= bins; bin++) {
    const wanted = Math.floor((bin * (weight - 1)) / bins)
    while (seen + groups[at].count <= wanted) seen += groups[at++].count
    bounds.push(groups[at].value)
  }
  return bounds
}

/** Pearson's coefficient of rank and place. @param {{ place: number }[]} sorted */
function correlationOf(sorted) {
  const n = sorted.length
  if (n < 2) return 1
  let sumX = 0
  let sumY = 0
  let sumXY = 0
  let sumXX = 0
  let sumYY = 0
  for (let index = 0; index < n; index++) {
    const x = index
    const y = sorted[index].place
    sumX += x
    sumY += y
    sumXY += x * y
    sumXX += x * x
    sumYY += y * y
  }
  const spread = Math.sqrt((n * sumXX - sumX * sumX) * (n * sumYY - sumY * sumY))
  return spread === 0 ? 1 : (n * sumXY - sumX * sumY) / spread
}

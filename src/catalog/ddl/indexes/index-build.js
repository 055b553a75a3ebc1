/**
 * Fills an index that was just created: scans the heap, sorts the entries (on disk beyond the memory budget), checks
 * uniqueness on the sorted list, and builds the tree bottom-up. The caller holds SHARE or more on the table, so nobody
 * writes meanwhile.
 *
 * Indexed are the newest versions of the rows. A REPEATABLE READ transaction that began before may want older ones: see
 * README.md, "Not done".
 */
import { cannotCreateUnique } from '../../../errors/ddl/catalog.js'
import { indexRowTooLarge } from '../../../errors/btree.js'
import { HeapScan, SCAN_END, SCAN_MISS } from '../../../storage/heap/heap-scan.js'
import { ENTRY_BYTES_MAX } from '../../../storage/btree/node.js'
import { GinBuilder } from '../../../storage/gin/build.js'
import { isGistIndex } from '../../../types/gist/keys.js'
import { KeySink } from '../../../types/key-sink.js'
import { KEY_BUFFER_BYTES, NOT_NULL_MARKER } from '../../../types/key.js'
import { assert } from '../../../util/assert.js'
import { builtinType } from '../../../types/registry.js'
import { TID_BYTES, putTid, tidAt } from '../../../util/tuple-id.js'
import { calledBy, walkExpr } from '../../expr-text.js'
import { requireExecute } from '../../guarded.js'
import { indexOfKey } from '../../store/relation-storage.js'
import { indexColumnDefinition } from '../../deparse/definitions.js'
import { EntrySorter } from './entry-sort.js'
import { GinSorter } from './gin-sort.js'
import { setRelationSizes } from '../statistics.js'
import { GIN } from '../../../types/oids.js'

/** @import { TypeEnv } from '../../../types/type-ops.js' */
/** @import { IndexDesc, RelationDesc } from '../../relation.js' */
/** @import { DdlContext } from '../context.js' */
/** @import { Expr } from '../../expr.js' */
/** @import { TempFile } from './entry-sort.js' */

/**
 * @typedef {object} BuildContext
 * @property {{ tempFile: () => TempFile }} vfs
 * @property {number} workMem bytes for sorting
 * @property {TypeEnv} env how a duplicate key is printed
 * @property {boolean} [synchronous] nothing can be waited for
 * @property {() => Promise<unknown> | null} [breathe] asked now and then: a promise to await before going on (time
 *   slice, cancel)
 * @property {BuildCounts} [counts] brought up to date at each breath
 * @property {() => void} [sawUnsettled] told when the table had versions that not every snapshot sees alike
 */

/**
 * How far a build has come, for who looks on.
 * @typedef {{ phase: 'scan' | 'load', blocks: number, blocksDone: number, tuples: number, tuplesDone: number }}
 *   BuildCounts
 */

const ROWS_PER_BREATH = 1024

/**
 * @param {DdlContext} ddl @param {number} indexOid @param {BuildContext} context
 * @returns {Generator<Promise<unknown>, number, void>} yields what to await; returns the number of entries
 * @throws {DbError} 23505 duplicate keys in a unique index, 54000 a key too long, 0A000 a function in an expression
 *   that
 *   keys cannot be made with
 */
export function* buildIndex(ddl, indexOid, context) {
  const index = /** @type {IndexDesc} */ (ddl.view.index(indexOid))
  const relation = /** @type {RelationDesc} */ (ddl.view.relation(index.relationOid))
  // What makes its keys is made now: where there are no rows yet nobody else would find that it cannot be.
  index.computed?.()
  requireCalls(ddl, relation, index.predicate)
  if (index.method !== GIN && relation.heap.file.blockCount === 0) return leaveEmpty(ddl, relation, index)
  if (isGistIndex(index)) return yield* buildGist(ddl, relation, index, context)
  const makeFile = () => context.vfs.tempFile()
  if (index.method === GIN) {
    return yield* buildGin(ddl, relation, index, new GinSorter(context.workMem, makeFile), context)
  }
  const sorter = new EntrySorter(context.workMem, makeFile)
  let entries = 0
  let rows = 0
  try {
    rows = yield* scanEntries(ddl, relation, index, sorter, context)
    if (context.counts !== undefined) Object.assign(context.counts, { phase: 'load', tuples: rows })
    const builder = index.tree.builder(Number(index.options.fillfactor ?? 90))
    yield* breaths(sorter.finishSteps(), context)
    /** The key before: a copy, for its entry may be gone. */
    const previous = new Uint8Array(index.unique ? KEY_BUFFER_BYTES : 0)
    let previousBytes = -1
    while (sorter.next()) {
      const { bytes, from, to } = sorter
      if (index.unique) {
        const keyBytes = to - from - TID_BYTES
        if (keyBytes === previousBytes && sameBytes(previous, bytes, from, keyBytes)) {
          const entry = bytes.slice(from, to)
          if (index.nullsNotDistinct || !hasNull(index, relation, entry, ddl))
            throw cannotCreateUnique(
              index.name,
              keyText(ddl, relation, index, entry, context.env),
              placeOf(ddl, relation)
            )
        }
        previousBytes = keyBytes
        for (let at = 0; at < keyBytes; at++) previous[at] = bytes[from + at]
      }
      builder.add(bytes, from, to)
      if (++entries % ROWS_PER_BREATH === 0) {
        if (context.counts !== undefined) context.counts.tuplesDone = entries
        const pause = context.breathe?.() ?? null
        if (pause !== null) yield pause
      }
    }
    builder.finish()
  } finally {
    sorter.close()
  }
  yield* writtenOut(index, context)
  setRelationSizes(ddl, indexOid, { relpages: index.tree.file.blockCount, reltuples: entries })
  setTableSizes(ddl, relation, rows)
  return entries
}

/**
 * A table that nobody has counted stays uncounted where there are no rows, as PostgreSQL leaves it.
 * @param {DdlContext} ddl @param {RelationDesc} relation @param {number} rows that were read
 */
function setTableSizes(ddl, relation, rows) {
  if (rows > 0 || relation.stats.reltuples >= 0)
    setRelationSizes(ddl, relation.oid, { relpages: relation.heap.file.blockCount, reltuples: rows })
}

/**
 * The table's file has no pages, so the tree stays as it was made; a new index has its sizes.
 * @param {DdlContext} ddl
 * @param {RelationDesc} relation
 * @param {IndexDesc} index
 * @returns {number} of entries
 */
function leaveEmpty(ddl, relation, index) {
  if (index.stats.relpages !== 1 || index.stats.reltuples !== 0) {
    setRelationSizes(ddl, index.oid, { relpages: 1, reltuples: 0 })
  }
  setTableSizes(ddl, relation, 0)
  return 0
}

/**
 * Key by key.
 * @param {DdlContext} ddl
 * @param {RelationDesc} relation
 * @param {IndexDesc} index
 * @param {GinSorter} sorter
 * @param {BuildContext} context
 * @returns {Generator<Promise<unknown>, number, void>}
 */
function* buildGin(ddl, relation, index, sorter, context) {
  let entries = 0
  let rows = 0
  try {
    rows = yield* scanEntries(ddl, relation, index, sorter, context)
    if (context.counts !== undefined) Object.assign(context.counts, { phase: 'load', tuples: rows })
    const builder = new GinBuilder(index.tree.builder(Number(index.options.fillfactor ?? 90)))
    yield* breaths(sorter.finishSteps(), context)
    while (sorter.next()) {
      if (sorter.isNewKey) builder.open(sorter.bytes, 0, sorter.keyEnd)
      builder.add(sorter.tid)
      if (++entries % ROWS_PER_BREATH > 0) continue
      if (context.counts !== undefined) context.counts.tuplesDone = entries
      const pause = context.breathe?.() ?? null
      if (pause !== null) yield pause
    }
    builder.finish()
  } finally {
    sorter.close()
  }
  yield* writtenOut(index, context)
  setRelationSizes(ddl, index.oid, { relpages: index.tree.file.blockCount, reltuples: entries })
  setTableSizes(ddl, relation, rows)
  return entries
}

/**
 * Entry by entry, as writers add them, but that nobody undoes them.
 * @param {DdlContext} ddl
 * @param {RelationDesc} relation
 * @param {IndexDesc} index
 * @param {BuildContext} context
 * @returns {Generator<Promise<unknown>, number, void>}
 */
function* buildGist(ddl, relation, index, context) {
  let entries = 0
  const rows = yield* scanEntries(ddl, relation, index, { add: (entry, end) => {
    index.tree.load(entry, 0, end - TID_BYTES, tidOf(entry.subarray(0, end)))
    entries++
  } }, context)
  yield* writtenOut(index, context)
  setRelationSizes(ddl, index.oid, { relpages: index.tree.file.blockCount, reltuples: entries })
  setTableSizes(ddl, relation, rows)
  return entries
}

/**
 * A large index goes to its file while nobody waits for the room it takes in memory.
 * @param {IndexDesc} index
 * @param {BuildContext} context
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* writtenOut({ tree: { env: { pool }, file } }, context) {
  const { writer } = pool
  if (context.synchronous || writer === null || !writer.isCautious) return
  if (file.blockCount < writer.choice.reserveFrames) return
  for (let block = 0; block < file.blockCount;) {
    yield writer.writeFresh(file, block).then((/** @type {number} */ next) => { block = next })
    const pause = context.breathe?.() ?? null
    if (pause !== null) yield pause
  }
}

/**
 * @param {DdlContext} ddl
 * @param {RelationDesc} relation
 * @param {IndexDesc} index
 * @param {{ add: (entry: Uint8Array, end: number) => void, full?: boolean, spillSteps?: () => Generator<number,
 *   void, void> } | GinSorter} sorter the second of a gin index
 * @param {BuildContext} context
 * @returns {Generator<Promise<unknown>, number, void>}
 */
export function* scanEntries(ddl, relation, index, sorter, context) {
  const scan = new HeapScan(relation.heap, ddl.catalog.store.own(ddl.txn), context.synchronous)
  const { bytes, view } = relation.heap.env.pool
  const extractKey = /** @type {NonNullable<IndexDesc['extractKey']>} */ (index.extractKey)
  const key = new Uint8Array(KEY_BUFFER_BYTES)
  const sink = new KeySink()
  const into = /** @type {Uint8Array} */ (/** @type {unknown} */ (sink))
  let rows = 0
  let asked = false
  if (context.counts !== undefined) context.counts.blocks = relation.heap.file.blockCount
  try {
    for (;;) {
      const at = scan.next()
      if (at === SCAN_END) {
        if (context.counts !== undefined) context.counts.blocksDone = context.counts.blocks
        if (scan.sawUnsettled) context.sawUnsettled?.()
        return rows
      }
      if (at === SCAN_MISS) {
        yield scan.prefetch()
        continue
      }
      rows++
      let end = -1
      try {
        end = extractKey(bytes, view, at, sorter instanceof GinSorter ? into : key, 0)
      } catch (error) {
        if (!asked) requireKeyCalls(ddl, relation, index)
        throw error
      }
      if (end >= 0 && !asked) {
        requireKeyCalls(ddl, relation, index)
        asked = true
      }
      if (sorter instanceof GinSorter && end >= 0) {
        sorter.add(sink, scan.tid)
        end = -1
      }
      if (end >= 0) {
        if (end + TID_BYTES > ENTRY_BYTES_MAX && !isGistIndex(index))
          throw indexRowTooLarge(
            end + TID_BYTES,
            ENTRY_BYTES_MAX,
            { name: index.name, tableName: relation.name },
            scan.tid
          )
        const entryEnd = putTid(key, end, scan.tid)
        if (!(sorter instanceof GinSorter)) sorter.add(key, entryEnd)
      }
      if (sorter.full === true && sorter.spillSteps !== undefined) {
        scan.release()
        yield* breaths(sorter.spillSteps(), context)
      }
      if (rows % ROWS_PER_BREATH === 0) {
        if (context.counts !== undefined) context.counts.blocksDone = scan.block
        const pause = context.breathe?.() ?? null
        if (pause !== null) {
          scan.release()
          yield pause
        }
      }
    }
  } finally {
    scan.release()
  }
}

/**
 * What computes an index's keys is called in the name of the table's owner, once a row has a place in the index.
 * @param {DdlContext} ddl @param {RelationDesc} relation @param {IndexDesc} index @throws {DbError} 42501
 */
function requireKeyCalls(ddl, relation, index) {
  for (const { expr } of index.keys) requireCalls(ddl, relation, expr)
}

/**
 * What a predicate calls is asked for before the first row, as often as an index is filled, be it with nothing.
 * @param {DdlContext} ddl @param {RelationDesc} relation @throws {DbError} 42501
 */
export function requirePredicates(ddl, relation) {
  for (const { predicate } of relation.indexes) requireCalls(ddl, relation, predicate)
}

/** @param {DdlContext} ddl @param {RelationDesc} relation @param {Expr | null} expr @throws {DbError} 42501 */
function requireCalls(ddl, relation, expr) {
  if (expr === null) return
  walkExpr(expr, (node) => {
    const oid = calledBy(node)
    if (oid !== 0) requireExecute(ddl.view, relation.ownerOid, oid)
  })
}

/** @param {Uint8Array} a from 0 on @param {Uint8Array} b @param {number} from @param {number} count */
function sameBytes(a, b, from, count) {
  for (let at = 0; at < count; at++) if (a[at] !== b[from + at]) return false
  return true
}

/**
 * Goes on as long as it takes, with a look at the time after each step.
 * @param {Generator<number, void, void>} steps
 * @param {BuildContext} context
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* breaths(steps, context) {
  while (!steps.next().done) {
    const pause = context.breathe?.() ?? null
    if (pause !== null) yield pause
  }
}

/** @param {Uint8Array} entry */
export const tidOf = (entry) => tidAt(entry, entry.length - TID_BYTES)

/**
 * The values of an entry's row.
 * @param {RelationDesc} relation
 * @param {Uint8Array} entry
 * @param {DdlContext} ddl
 * @returns {any[]}
 */
function rowOf(relation, entry, ddl) {
  const { pool } = relation.heap.env
  const offset = relation.heap.fetch(tidOf(entry), ddl.catalog.store.own(ddl.txn))
  const row = relation.layout.decode(pool.bytes, pool.view, offset)
  relation.heap.release()
  return row
}

/**
 * Whether some plain key column is null; equal keys mean both rows have the same nulls.
 * @param {IndexDesc} index
 * @param {RelationDesc} relation
 * @param {Uint8Array} entry
 * @param {DdlContext} ddl
 */
function hasNull(index, relation, entry, ddl) {
  if (index.keys.length === 1) return entry[0] !== NOT_NULL_MARKER
  const row = rowOf(relation, entry, ddl)
  if (index.keyAttnums.some((attnum) => attnum !== 0 && row[attnum - 1] === null)) return true
  return index.keys.some(
    (key) =>
      key.expr !== null &&
      expressionIsNull(ddl, relation, indexOfKey(index, key), entry)
  )
}

/**
 * @param {DdlContext} ddl
 * @param {RelationDesc} relation
 * @param {IndexDesc} alone an index of just this key
 * @param {Uint8Array} entry
 */
function expressionIsNull(ddl, relation, alone, entry) {
  const extract = ddl.catalog.storage?.compileKey?.(alone, relation)
  assert(extract !== undefined && extract !== null, 'an index over an expression was built by compiled code')
  const { pool } = relation.heap.env
  const out = new Uint8Array(KEY_BUFFER_BYTES)
  extract(pool.bytes, pool.view, relation.heap.fetch(tidOf(entry), ddl.catalog.store.own(ddl.txn)), out, 0)
  relation.heap.release()
  return out[0] !== NOT_NULL_MARKER
}

/**
 * "(a, b)=(1, x)", as PostgreSQL's detail has it; null where an expression's value would have to be printed.
 * @param {DdlContext} ddl
 * @param {RelationDesc} relation
 * @param {IndexDesc} index
 * @param {Uint8Array} entry
 * @param {TypeEnv} env
 */
function keyText(ddl, relation, index, entry, env) {
  if (index.keys.some((key) => key.expr !== null)) return null
  const row = rowOf(relation, entry, ddl)
  const names = index.keys.map((_, at) => indexColumnDefinition(ddl.view, index, at + 1)).join(', ')
  const values = index.keys.map((key) => {
    const value = row[key.attnum - 1]
    return value === null ? 'null' : builtinType(key.typeOid)?.format(value, env) ?? String(value)
  })
  return `(${names})=(${values.join(', ')})`
}

/** @param {DdlContext} ddl @param {RelationDesc} relation */
const placeOf = (ddl, relation) => ({
  schema: ddl.view.namespace(relation.namespaceOid)?.name ?? '',
  table: relation.name,
})

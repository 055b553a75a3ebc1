/**
 * The end of ALTER TABLE: one pass over the rows, in which they move to the table's new file with their new values, if
 * they must, and are checked against NOT NULL and CHECK. Afterwards indexes of a rewritten table are built anew.
 *
 * The new file, its rows and its trees are logged like any others and the old file goes at commit: a crash leaves
 * either table whole.
 */
import { requireCalls } from '../../../statements/core/permit.js'
import { mapExpr } from '../../../../catalog/expr-text.js'
import { isStored } from '../../../../catalog/kept-keys.js'
import { fillKept } from '../keep-keys.js'
import { buildIndex } from '../../../../catalog/ddl/indexes/index-build.js'
import { clearMissing, replaceIndexFiles } from '../../../../catalog/ddl/tables/relation-file.js'
import { checkViolatedByRow, nullsInColumn } from '../../../../errors/ddl/alter.js'
import { domainChecksOf } from '../../../../executor/expressions/domain.js'
import { compilePredicate, compileRowExpression } from '../../../../executor/evaluate.js'
import { HeapScan, SCAN_END, SCAN_MISS } from '../../../../storage/heap/heap-scan.js'
import { fireTableRewrite } from '../../events/ddl-events.js'
import { buildContext } from '../../../session/context.js'
import { constantParts } from '../../../statements/core/constant-parts.js'
import { LAYER } from '../../../../profile/profile.js'
import { Turns, inTurns } from '../../../turns/steps.js'

/** @import { RelationDesc } from '../../../../catalog/relation.js' */
/** @import { Session } from '../../../session/session.js' */
/** @import { TableWork } from './work.js' */
/** @import { DdlContext } from '../../../../catalog/ddl/context.js' */
/** @import { Expr } from '../../../../catalog/expr.js' */

/** Rows between two looks at the clock; long conditions count for more of them. */
const ROWS_PER_BREATH = 1024
const TABLEOID = -6

/** @typedef {(ctx: any, values: any[]) => any} RowFunction */

/** @param {TableWork} work @returns {Generator<Promise<unknown>, void, void>} */
export function* finishRows(work) {
  const { before, session, ddl } = work
  work.step()
  if (work.rewrites) {
    yield* fireTableRewrite(session, work.oid, work.rewriteReason)
    yield* passRows(work)
    clearMissing(ddl, work.oid)
    const isNew = (/** @type {number} */ index) => !before.indexes.some(({ oid }) => oid === index)
    yield* rebuildIndexes(session, ddl, work.oid, isNew)
    work.step()
  } else if (before.fileId !== 0 && (work.verifyNotNull || work.checks.length > 0)) yield* passRows(work)
}

/**
 * New trees for all indexes, filled.
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {(indexOid: number) => boolean} [lacks] whether rows do not keep an index's keys yet (catalog/kept-keys.js)
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* rebuildIndexes(session, ddl, relationOid, lacks = () => false) {
  for (const oid of replaceIndexFiles(ddl, relationOid)) {
    session.block.txn.nextCommand()
    if (lacks(oid)) yield* fillKept(session, ddl, oid)
    yield* buildIndex(ddl, oid, buildContext(session))
    session.database.indexBuilt(session.block.txn, oid)
  }
}

/** @param {TableWork} work @returns {Generator<Promise<unknown>, void, void>} */
function* passRows(work) {
  const { session, ddl, before } = work
  const made = work.newValues.map(({ expr }) => expr)
  requireCalls(session, [made, domainChecksOf(session.catalog(), made), work.checks.map(({ expr }) => expr)])
  const turns = new Turns(session)
  for (const { expr } of work.checks) yield* inTurns(session, constantParts(session, expr), LAYER.execute)
  if (turns.isOver()) yield turns.next()
  const { relation } = work
  const source = work.rewrites ? before : relation
  if (source.heap.file.blockCount === 0) return // a new table, mostly
  const catalog = session.catalog()
  /** Rows in hand say nothing of their table. @param {Expr} expr @returns {any} */
  const here = (expr) =>
    mapExpr(expr, (node) =>
      node.kind === 'column' && node.attnum === TABLEOID
        ? { kind: 'const', value: work.oid, type: 26, typmod: -1, collation: 0 }
        : undefined,
    )
  const ctx = session.expressionContext([])
  /** @param {'old' | 'new'} over */
  const computed = (over) =>
    work.newValues
      .filter((value) => value.over === over)
      .map(({ attnum, expr }) => ({
        at: attnum - 1,
        compute: /** @type {RowFunction} */ (compileRowExpression(here(expr), catalog)),
      }))
  const fromOld = computed('old')
  const fromNew = computed('new')
  const notNull =
    work.verifyNotNull || work.rewrites ? relation.columns.filter((column) => column.notNull && !column.dropped) : []
  /** @type {{ name: string, passes: RowFunction }[]} */
  const checks = []
  for (const { name, expr } of work.checks) {
    if (turns.isOver()) yield turns.next()
    const placed = here(expr)
    if (turns.isOver()) yield turns.next()
    checks.push({ name, passes: /** @type {RowFunction} */ (compilePredicate(placed, catalog, { check: true })) })
  }
  if (turns.isOver()) yield turns.next()
  const kept = relation.columns.map((column, at) => isStored(column) && at < before.columns.length)
  // A column that this statement added has its constant default in every row; the new file's rows are whole, so none
  // reads it as missing.
  const added = relation.columns.map((column) => column.dropped ? null : column.missing)
  const writer = work.rewrites ? new RowWriter(session, relation) : null
  const { store } = ddl.catalog
  // VALIDATE CONSTRAINT lets writers be: purge is not held back, each slice sees what is committed by then. What they
  // write is checked as they write it.
  const snapshot = store.own(ddl.txn)
  const scan = new HeapScan(source.heap, snapshot, session.synchronous)
  const { pool } = source.heap.env
  const { breathe } = buildContext(session)
  try {
    for (ctx.fuel = ROWS_PER_BREATH; ; ctx.fuel--) {
      const at = scan.next()
      if (at === SCAN_END) break
      if (at === SCAN_MISS) {
        yield scan.prefetch()
        store.again(snapshot)
        continue
      }
      const old = source.layout.decode(pool.bytes, pool.view, at)
      const values = writer === null ? old : kept.map((keep, column) => keep ? old[column] : added[column])
      for (const { at: column, compute } of fromOld) values[column] = compute(ctx, old)
      for (const { at: column, compute } of fromNew) values[column] = compute(ctx, values)
      for (const column of notNull)
        if (values[column.attnum - 1] === null) throw nullsInColumn(column.name, relation.name, work.schemaName)
      for (const { name, passes } of checks)
        if (!passes(ctx, values)) throw checkViolatedByRow(name, relation.name, work.schemaName)
      writer?.add(values)
      if (ctx.fuel <= 0) {
        ctx.fuel = ROWS_PER_BREATH
        const pause = breathe?.() ?? null
        if (pause !== null) {
          scan.release()
          yield pause
          store.again(snapshot)
        }
      }
    }
    writer?.flush()
  } finally {
    scan.release()
  }
}

const BATCH_BYTES = 65536
const BATCH_ROWS = 1024

/** Rows for a new file, written in batches: one log and one undo record per page. */
export class RowWriter {
  /**
   * @param {Session} session
   * @param {RelationDesc} relation
   * @param {boolean} [settled] for snapshots that are older than the new file, too
   */
  constructor(session, relation, settled = false) {
    this.settled = settled
    this.txn = session.block.txn
    this.heap = relation.heap
    this.bytes = new Uint8Array(BATCH_BYTES + 8192)
    this.ends = new Uint32Array(BATCH_ROWS)
    this.tids = new Float64Array(BATCH_ROWS)
    this.count = 0
    this.at = 0
  }

  /** @param {unknown[]} values */
  add(values) {
    const { heap } = this
    const length = heap.formTuple(this.txn, values)
    const from = heap.tupleAt
    const { pool } = heap.env
    this.bytes.set(pool.bytes.subarray(from, from + length), this.at)
    this.at += length
    this.ends[this.count++] = this.at
    if (this.at > BATCH_BYTES || this.count === BATCH_ROWS) this.flush()
  }

  flush() {
    if (this.count > 0) this.heap.insertMany(this.txn, this.bytes, this.ends, this.count, this.tids, this.settled)
    // They are rows that were there.
    this.heap.counters.inserted -= this.count
    this.count = 0
    this.at = 0
  }
}

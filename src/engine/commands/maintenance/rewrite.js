/**
 * A table written anew: VACUUM FULL as the rows come, CLUSTER in the order of an index. Rows go to a new file, in which
 * every tuple has all columns, then the indexes are built again; the old files go at commit. The caller holds ACCESS
 * EXCLUSIVE.
 *
 * The new file holds one version of each row, which every snapshot sees. Where an older snapshot should see another
 * (pages with versions that are not settled), a transaction that has such a snapshot and comes to the table afterwards
 * is told so (40001): `TableLocks.rewritten`. PostgreSQL copies the older versions, too.
 */
import { breaths, scanEntries, tidOf } from '../../../catalog/ddl/indexes/index-build.js'
import { EntrySorter } from '../../../catalog/ddl/indexes/entry-sort.js'
import { clearMissing, replaceHeapFile } from '../../../catalog/ddl/tables/relation-file.js'
import { setRelationSizes } from '../../../catalog/ddl/statistics.js'
import { HeapScan, SCAN_END, SCAN_MISS } from '../../../storage/heap/heap-scan.js'
import { beginDdl, endDdl } from '../../session/ddl.js'
import { RowWriter, rebuildIndexes } from '../tables/alter/rows.js'
import { buildContext } from '../../session/context.js'
import { toldOf } from '../../session/progress.js'

/** @import { IndexDesc, RelationDesc } from '../../../catalog/relation.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { DdlContext } from '../../../catalog/ddl/context.js' */

const ROWS_PER_BREATH = 1024

/** PostgreSQL's numbers for what CLUSTER and VACUUM FULL do. */
const CLUSTER = 1
const VACUUM_FULL = 2
const SEQ_SCANNING = 1
const INDEX_SCANNING = 2
const REBUILDING = 6

/**
 * How far it has come.
 * @typedef {{ phase: number, rows: number, blocks: number, scan: HeapScan | null, sawUnsettled: boolean }} Rewritten
 */

/**
 * @param {Session} session
 * @param {number} oid
 * @param {number} [indexOid] whose order the rows take, 0: their own
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* rewriteTable(session, oid, indexOid = 0) {
  /** @type {Rewritten} */
  const done = {
    phase: indexOid === 0 ? SEQ_SCANNING : INDEX_SCANNING, rows: 0, blocks: 0, scan: null, sawUnsettled: false,
  }
  const params = () => ({
    1: indexOid === 0 ? VACUUM_FULL : CLUSTER, 2: done.phase, 3: indexOid, 4: done.rows, 5: done.rows, 6: done.blocks,
    7: done.scan?.block ?? 0,
  })
  const { ownerOid } = /** @type {RelationDesc} */ (session.catalog().relation(oid))
  yield* session.identity.restricted(ownerOid, () =>
    toldOf(session, { command: 'CLUSTER', relationOid: oid, params }, rewriteSteps(session, oid, indexOid, done)))
}

/**
 * @param {Session} session
 * @param {number} oid
 * @param {number} indexOid
 * @param {Rewritten} done
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* rewriteSteps(session, oid, indexOid, done) {
  const ddl = beginDdl(session)
  yield* rewriteRows(session, ddl, oid, indexOid, done)
  endDdl(session, ddl)
}

/**
 * Room in every row for what it keeps of the keys of an index that was just made (catalog/kept-keys.js), and all
 * indexes over the rows as they lie then.
 * @param {Session} session @param {DdlContext} ddl @param {number} oid @param {number} filled OID of that index
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* rewriteForKeys(session, ddl, oid, filled) {
  /** @type {Rewritten} */
  const done = { phase: SEQ_SCANNING, rows: 0, blocks: 0, scan: null, sawUnsettled: false }
  yield* rewriteRows(session, ddl, oid, 0, done, filled)
}

/**
 * @param {Session} session @param {DdlContext} ddl @param {number} oid @param {number} indexOid @param {Rewritten} done
 * @param {number} [filled] an index whose keys the rows do not keep yet
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* rewriteRows(session, ddl, oid, indexOid, done, filled = 0) {
  const before = /** @type {RelationDesc} */ (ddl.view.relation(oid))
  const index = indexOid === 0 ? null : /** @type {IndexDesc} */ (ddl.view.index(indexOid))
  replaceHeapFile(ddl, oid)
  session.block.txn.nextCommand()
  const after = /** @type {RelationDesc} */ (ddl.view.relation(oid))
  const writer = new RowWriter(session, after, true)
  const rows =
    index === null
      ? yield* inPlaceOrder(session, ddl, before, writer, done)
      : yield* inIndexOrder(session, ddl, before, index, writer, done)
  writer.flush()
  clearMissing(ddl, oid)
  if (done.sawUnsettled) {
    const { txn } = session.block
    txn.onCommit(() => { session.cluster.txns.noteRewritten(txn.lockSpace, oid, txn.csn) })
  }
  done.phase = REBUILDING
  yield* rebuildIndexes(session, ddl, oid, (index) => index === filled)
  setRelationSizes(ddl, oid, { relpages: after.heap.file.blockCount, reltuples: rows })
}

/**
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {RelationDesc} before
 * @param {RowWriter} writer
 * @param {Rewritten} done
 * @returns {Generator<Promise<unknown>, number, void>}
 */
function* inPlaceOrder(session, ddl, before, writer, done) {
  const { pool } = before.heap.env
  const { breathe, synchronous } = buildContext(session)
  const scan = new HeapScan(before.heap, ddl.catalog.store.own(ddl.txn), synchronous)
  let rows = 0
  done.blocks = before.heap.file.blockCount
  done.scan = scan
  try {
    for (;;) {
      const at = scan.next()
      if (at === SCAN_END) {
        done.sawUnsettled = scan.sawUnsettled
        return rows
      }
      if (at === SCAN_MISS) {
        yield scan.prefetch()
        continue
      }
      writer.add(before.layout.decode(pool.bytes, pool.view, at))
      if (++rows % ROWS_PER_BREATH !== 0) continue
      done.rows = rows
      const pause = breathe?.() ?? null
      if (pause === null) continue
      scan.release()
      yield pause
    }
  } finally {
    scan.release()
  }
}

/** Sorted by key as for building the index, on disk beyond the memory budget; then each row is fetched.
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {RelationDesc} before
 * @param {IndexDesc} index
 * @param {RowWriter} writer @param {Rewritten} done @returns {Generator<Promise<unknown>, number, void>}
 */
function* inIndexOrder(session, ddl, before, index, writer, done) {
  const context = buildContext(session)
  const { pool } = before.heap.env
  const sorter = new EntrySorter(context.workMem, () => context.vfs.tempFile())
  let rows = 0
  try {
    yield* scanEntries(ddl, before, index, sorter, { ...context, sawUnsettled: () => { done.sawUnsettled = true } })
    const snapshot = ddl.catalog.store.own(ddl.txn)
    yield* breaths(sorter.finishSteps(), context)
    while (sorter.next()) {
      writer.add(
        before.layout.decode(
          pool.bytes, pool.view, before.heap.fetch(tidOf(sorter.bytes.subarray(sorter.from, sorter.to)), snapshot),
        ),
      )
      if (++rows % ROWS_PER_BREATH !== 0) continue
      done.rows = rows
      const pause = context.breathe?.() ?? null
      if (pause === null) continue
      before.heap.env.releasePins()
      yield pause
    }
  } finally {
    before.heap.env.releasePins()
    sorter.close()
  }
  return rows
}

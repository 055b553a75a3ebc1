/**
 * What the rows of a table keep for an index that is made or made again (catalog/kept-keys.js): computed by a SELECT of
 * the engine's own, some rows at a time, as the table's owner, and put into the rows in place. Their tuple ids and all
 * other indexes stay as they are; who reads with an older snapshot reads the versions before. Rows that have no place
 * for it yet go to a new file first (maintenance/rewrite.js): tuples of two shapes in one file would be read by plans
 * and by purge that know the older shape alone.
 *
 * The caller holds SHARE or more on the table, so nobody writes; for row locks it is waited.
 */
import { isCallKept, keptColumns } from '../../../catalog/kept-keys.js'
import { parse } from '../../../parser/parser.js'
import { BindContext, Level } from '../../../planner/bind/context.js'
import { relationColumns } from '../../../planner/bind/from.js'
import { emptyQuery } from '../../../planner/bind/select.js'
import { overRow } from '../../../planner/bind/stored.js'
import { rebuild } from '../../../planner/expr-tools.js'
import { planBound } from '../../../planner/planner.js'
import { OK, SELF_MODIFIED, UPDATED, WAIT } from '../../../storage/heap/status.js'
import { Snapshot } from '../../../txn/snapshot.js'
import { concurrentUpdate } from '../../../errors/txn.js'
import { waitFor } from '../../session/wait.js'
import { Execution } from '../../statements/core/execution.js'
import { requireCallsAs } from '../../statements/core/permit.js'
import { Prepared } from '../../statements/core/prepared.js'
import { runSteps } from '../../statements/core/run.js'

/** @import { Tid } from '../../../util/identifiers.js' */
/** @import { Query, RangeEntry } from '../../../catalog/query.js' */
/** @import { DdlContext } from '../../../catalog/ddl/context.js' */
/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { FuncDesc } from '../../../catalog/descriptors.js' */
/** @import { IndexDesc, RelationDesc } from '../../../catalog/relation.js' */
/** @import { KeptColumn } from '../../../catalog/kept-keys.js' */
/** @import { Session } from '../../session/session.js' */

const ROWS_AT_ONCE = 256
const TID = 27
const NO_KEY_UPDATE = 3
const NEWEST = Number.MAX_SAFE_INTEGER

/**
 * Have rows no place yet for the keys of an index?
 * @param {DdlContext} ddl @param {number} indexOid
 */
export function needsRoom(ddl, indexOid) {
  const { relationOid } = /** @type {IndexDesc} */ (ddl.view.index(indexOid))
  const relation = /** @type {RelationDesc} */ (ddl.view.relation(relationOid))
  return keptColumns(relation, indexOid).some(({ attnum }) => relation.columns[attnum - 1].hasMissing)
}

/**
 * Does a statement that makes an index name functions whose values rows will keep? Then it takes its table for itself
 * at once; to do so later could end in a deadlock with who has read it.
 * @param {Session} session @param {unknown} node IndexStmt
 */
export function namesKept(session, node) {
  const catalog = session.catalog()
  /** @param {unknown} part @returns {boolean} */
  const isNamed = (part) => {
    if (part === null || typeof part !== 'object') return false
    const { funcname } = /** @type {{ funcname?: { String: { sval: string } }[] }} */ (part)
    if (funcname !== undefined) {
      const names = funcname.map((item) => item.String.sval)
      const found = /** @type {FuncDesc[]} */ (
        catalog.functionsNamed(/** @type {string} */ (names.at(-1)), names.at(-2) ?? null)
      )
      if (found.some(({ oid }) => isCallKept(catalog, oid))) return true
    }
    return Object.values(part).some(isNamed)
  }
  return isNamed(node)
}

/**
 * @param {Session} session @param {DdlContext} ddl @param {number} indexOid of an index in the catalog
 * @returns {Generator<Promise<unknown>, void, void>} @throws {DbError} what its functions throw
 */
export function* fillKept(session, ddl, indexOid) {
  const { relationOid } = /** @type {IndexDesc} */ (ddl.view.index(indexOid))
  const relation = /** @type {RelationDesc} */ (ddl.view.relation(relationOid))
  if (relation.heap === null || relation.heap.file.blockCount === 0) return
  const columns = keptColumns(relation, indexOid)
  if (columns.length === 0) return
  const index = relation.indexes.concat(relation.unreadyIndexes).find(({ oid }) => oid === indexOid)
  requireCallsAs(session, relation.ownerOid, index?.predicate ?? null)
  if (yield* hasRows(session, relation, index?.predicate ?? null))
    requireCallsAs(session, relation.ownerOid, index?.keys.map(({ expr }) => expr))
  yield* session.identity.restricted(relation.ownerOid, () => eachRow(session, relation, columns))
  session.block.txn.nextCommand()
}

/**
 * Rows that an index is made for: where there are none nothing is called, and nobody is asked.
 * @param {Session} session @param {RelationDesc} relation @param {Expr | null} predicate
 * @returns {Generator<Promise<unknown>, boolean, void>}
 */
function* hasRows(session, relation, predicate) {
  /** @type {unknown[][]} */
  const rows = []
  const execution = new Execution({ drain: () => null }, 'rows', '', null, rows)
  execution.newest = true
  execution.rowLimit = 1
  try {
    yield* runSteps(session, valuesOfRows(session, relation, [], predicate), [], execution)
  } finally {
    execution.finish(session)
  }
  relation.heap.release()
  return rows.length > 0
}

/**
 * @param {Session} session
 * @param {RelationDesc} relation
 * @param {KeptColumn[]} columns
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* eachRow(session, relation, columns) {
  const prepared = valuesOfRows(session, relation, columns)
  /** @type {[place: number, ...values: unknown[]][]} */
  const rows = []
  const execution = new Execution({ drain: () => null }, 'rows', '', null, rows)
  execution.newest = true
  try {
    for (let done = false; !done;) {
      execution.suspended = false
      execution.rowLimit = (execution.ctx?.rowCount ?? 0) + ROWS_AT_ONCE
      yield* runSteps(session, prepared, [], execution)
      done = !execution.suspended
      for (const [place, ...values] of rows.splice(0)) {
        yield* keep(session, relation, place, columns, values)
      }
      relation.heap.release()
    }
  } finally {
    execution.finish(session)
  }
}

/**
 * Their places and what they keep.
 * @param {Session} session @param {RelationDesc} relation @param {KeptColumn[]} columns
 * @param {Expr | null} [predicate] which rows; null: all
 */
function valuesOfRows(session, relation, columns, predicate = null) {
  const ctx = new BindContext(session.catalog(), { settings: session.settings, env: session.env })
  ctx.bypassesRowSecurity = true
  const level = new Level(null)
  const shown = relationColumns(relation)
  const own = {
    kind: 'relation', alias: relation.name, columns: shown, relation, tree: null, lateral: false, inh: false,
  }
  const entry = ctx.addEntry(level, /** @type {RangeEntry} */ (own))
  const { rt } = entry
  const place = /** @type {Expr} */ ({
    kind: 'column', rt, attnum: -1, type: TID, typmod: -1, collation: 0, location: -1,
  })
  // A kept predicate is not in the rows yet: it is computed for each key once more.
  const byPlace = new Map(columns.map(({ attnum, expr }) => [attnum, overRow(expr, rt)]))
  const computed = columns.map(({ attnum }) => inFull(/** @type {Expr} */ (byPlace.get(attnum)), byPlace))
  const targets = [place, ...computed].map((expr) => ({ expr, name: '', resjunk: false, tableOid: 0, attnum: 0 }))
  const where = predicate && overRow(predicate, rt)
  const query = { ...emptyQuery(), entries: level.entries, from: [{ kind: 'entry', rt }], where, targets }
  const planned = planBound(/** @type {Query} */ (query), ctx)
  if (planned.failure !== null) throw planned.failure
  const prepared = new Prepared(parse('SELECT')[0], '', [])
  prepared.isInternal = true
  prepared.adopt(session, planned)
  return prepared
}

/** @param {Expr} expr @param {Map<number, Expr>} byPlace @returns {Expr} */
const inFull = (expr, byPlace) => rebuild(expr, (node) => node.kind === 'column' ? byPlace.get(node.attnum) : undefined)

/**
 * @param {Session} session @param {RelationDesc} relation @param {Tid} tid @param {KeptColumn[]} columns
 * @param {unknown[]} values @returns {Generator<Promise<unknown>, void, void>}
 */
function* keep(session, relation, tid, columns, values) {
  const { heap } = relation
  const { txn } = session.block
  const { pool } = heap.env
  for (;;) {
    const status = heap.checkForUpdate(txn, tid, new Snapshot(txn, NEWEST, NEWEST), NO_KEY_UPDATE)
    if (status === WAIT) {
      heap.release()
      yield* waitFor(session, heap.wait, null)
      continue
    }
    if (status !== OK && status !== UPDATED && status !== SELF_MODIFIED) throw concurrentUpdate('update')
    break
  }
  const row = heap.layout.decode(pool.bytes, pool.view, heap.currentAt)
  columns.forEach(({ attnum }, at) => { row[attnum - 1] = values[at] })
  const bytes = heap.formTuple(txn, row)
  heap.update(txn, tid, heap.tupleAt, bytes, 0)
  heap.counters.updated--
  heap.counters.inPlace--
}

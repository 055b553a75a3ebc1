/**
 * pg_stat_get_*: counters per table, index and database (storage/access-counters.js), and their resets. They are those
 * of the database that asks; of another one only what its own sessions would see is left out: it reads 0. Blocks and
 * times of waiting are not counted, and read 0 or null.
 */
import { invalidParameter } from '../../errors/data.js'
import { toInt8 } from '../../types/numbers/int8.js'
import { Family } from '../impl.js'

/** @import { FunctionContext } from '../impl.js' */

const family = new Family()
export const statisticsFunctions = family.functions

/** @param {FunctionContext} ctx @returns {import('../../storage/access-counters.js').AccessCounters} */
const countersOf = ({ session }) => session.database.storage.counters
/** @param {FunctionContext} ctx */
const now = ({ session }) => Number(session.shared.clock.nowMicros())

/**
 * @param {string} name
 * @param {(counters: import('../../storage/access-counters.js').TableCounters) => number} read
 * @param {(counters: import('../../storage/access-counters.js').IndexCounters) => number} [readIndex]
 */
function counter(name, read, readIndex = () => 0) {
  family.context(`pg_stat_get_${name}`, (ctx, oid) => {
    const { tables, indexes } = countersOf(ctx)
    const table = tables.get(oid)
    if (table !== undefined) return read(table)
    const index = indexes.get(oid)
    return index === undefined ? 0 : readIndex(index)
  })
}
counter('numscans', (table) => table.scans, (index) => index.scans)
counter('tuples_returned', (table) => table.rowsRead, (index) => index.rows)
counter('tuples_fetched', () => 0, (index) => index.rows)
counter('tuples_inserted', (table) => table.inserted)
counter('tuples_updated', (table) => table.updated)
counter('tuples_hot_updated', (table) => table.inPlace)
counter('tuples_deleted', (table) => table.deleted)
counter('mod_since_analyze', (table) => table.changes - table.changesAtAnalyze)
counter('ins_since_vacuum', (table) => table.inserted - table.insertedAtVacuum)
counter('analyze_count', (table) => table.analyzed)
counter('autoanalyze_count', (table) => table.autoAnalyzed)
counter('vacuum_count', (table) => table.vacuumed)
// Rows are changed where they are, and the old ones are kept elsewhere.
counter('dead_tuples', () => 0)

/** Rows a table has: as counted since it was opened, or as VACUUM or ANALYZE last found them. */
family.context('pg_stat_get_live_tuples', (ctx, oid) => {
  // Looking at the relation opens the file it has now.
  const reltuples = ctx.catalog.relation(oid)?.stats.reltuples ?? 0
  return toInt8(BigInt(Math.max(0, countersOf(ctx).tables.get(oid)?.live ?? Math.round(reltuples))))
})
family.context('pg_stat_get_last_analyze_time', (ctx, oid) => countersOf(ctx).tables.get(oid)?.analyzedAt ?? null)
family.context(
  'pg_stat_get_last_autoanalyze_time',
  (ctx, oid) => countersOf(ctx).tables.get(oid)?.autoAnalyzedAt ?? null
)
family.context('pg_stat_get_last_vacuum_time', (ctx, oid) => countersOf(ctx).tables.get(oid)?.vacuumedAt ?? null)

const NOT_COUNTED = [
  'blocks_fetched', 'blocks_hit', 'autovacuum_count', 'xact_numscans', 'xact_tuples_returned', 'xact_tuples_fetched',
  'xact_tuples_inserted', 'xact_tuples_updated', 'xact_tuples_deleted', 'xact_tuples_hot_updated',
  'xact_blocks_fetched', 'xact_blocks_hit',
]
family.add(NOT_COUNTED.map((name) => `pg_stat_get_${name}`), () => 0)
family.add(['pg_stat_get_last_autovacuum_time'], () => null)

// ---- databases

/**
 * @param {string} name
 * @param {(counters: import('../../storage/access-counters.js').AccessCounters) => number} read
 */
const ofDatabase = (name, read) =>
  family.context(`pg_stat_get_db_${name}`, (ctx, oid) => (oid === ctx.session.database.oid ? read(countersOf(ctx)) : 0))
/** @param {Iterable<any>} list @param {string} field */
function sum(list, field) {
  let total = 0
  for (const counters of list) total += counters[field]
  return total
}
ofDatabase('xact_commit', (counters) => counters.commits)
ofDatabase('xact_rollback', (counters) => counters.rollbacks)
ofDatabase(
  'tuples_returned',
  (counters) => sum(counters.tables.values(), 'rowsRead') + sum(counters.indexes.values(), 'rows')
)
ofDatabase('tuples_fetched', (counters) => sum(counters.indexes.values(), 'rows'))
ofDatabase('tuples_inserted', (counters) => sum(counters.tables.values(), 'inserted'))
ofDatabase('tuples_updated', (counters) => sum(counters.tables.values(), 'updated'))
ofDatabase('tuples_deleted', (counters) => sum(counters.tables.values(), 'deleted'))

const DATABASE_NOT_COUNTED = [
  'blocks_fetched', 'blocks_hit', 'conflict_tablespace', 'conflict_lock', 'conflict_snapshot', 'conflict_bufferpin',
  'conflict_startup_deadlock', 'conflict_all', 'deadlocks', 'temp_files', 'temp_bytes', 'sessions',
  'sessions_abandoned', 'sessions_fatal', 'sessions_killed', 'blk_read_time', 'blk_write_time', 'session_time',
  'active_time', 'idle_in_transaction_time',
]
family.add(DATABASE_NOT_COUNTED.map((name) => `pg_stat_get_db_${name}`), () => 0)
family.context('pg_stat_get_db_stat_reset_time', (ctx, oid) =>
  oid === ctx.session.database.oid ? countersOf(ctx).resetAt : null,
)
family.add(['pg_stat_get_db_checksum_failures', 'pg_stat_get_db_checksum_last_failure'], () => null)

// ---- resets, and what is counted at all

family.context('pg_stat_reset', (ctx) => {
  countersOf(ctx).reset(now(ctx))
  ctx.session.database.calls.functions.clear()
  return ''
})
family.context('pg_stat_reset_single_table_counters', (ctx, oid) => {
  countersOf(ctx).resetOne(oid, now(ctx))
  return ''
})
family.context('pg_stat_reset_single_function_counters', ({ session }, oid) => {
  const { functions } = session.database.calls
  if (functions.has(oid)) functions.set(oid, { calls: 0, totalMicros: 0, selfMicros: 0 })
  return ''
})
// Of what is not counted there is nothing to reset.
family.add('pg_stat_reset_slru', () => '')

// ---- calls of functions: null of one that was not called

/** @typedef {import('../host.js').CallCounts} CallCounts */
for (const [what, read] of /** @type {[string, (counts: CallCounts) => number][]} */ ([
  ['calls', (counts) => counts.calls],
  ['total_time', (counts) => counts.totalMicros / 1000],
  ['self_time', (counts) => counts.selfMicros / 1000],
])) {
  family.context(`pg_stat_get_function_${what}`, ({ session }, oid) => {
    const counts = session.database.calls.functions.get(oid)
    return counts === undefined ? null : read(counts)
  })
  family.context(`pg_stat_get_xact_function_${what}`, ({ session }, oid) => {
    const { clock } = session.procedures
    const counts =
      clock !== null && clock.serial === session.block.txn?.serial ? clock.own.functions.get(oid) : undefined
    return counts === undefined ? null : read(counts)
  })
}
const FIXED_KINDS = new Set(['archiver', 'bgwriter', 'checkpointer', 'slru', 'wal'])
family.context('pg_stat_have_stats', (ctx, kind, databaseOid, oid) => {
  if (FIXED_KINDS.has(kind)) return true
  switch (kind) {
    case 'database':
      return oid === 0 && ctx.catalog.rowsWith('pg_database', 'oid', databaseOid).length > 0
    case 'relation':
      return (
        databaseOid === ctx.session.database.oid &&
        (countersOf(ctx).tables.has(oid) || countersOf(ctx).indexes.has(oid))
      )
    case 'function':
      return databaseOid === ctx.session.database.oid && ctx.session.database.calls.functions.has(oid)
    case 'replslot':
    case 'subscription':
      return false
    default:
      throw invalidParameter(`invalid statistics kind: "${kind}"`)
  }
})

/** Nobody streams from this server, nobody is streamed to. */
family.add(['pg_stat_get_wal_senders', 'pg_get_replication_slots', 'pg_stat_get_subscription', 'pg_prepared_xact',
  'pg_show_replication_origin_status'], () => [], { set: true })

/**
 * pg_stat_statements 1.10: what statements took. It counts from when it is created in any database, and not before;
 * blocks are pages of the pool; temporary tables' are shared ones here, and nothing is compiled that would count as
 * jit. Times of reads and writes are not taken (track_io_timing).
 */
import { hasPrivsOf } from '../../catalog/roles.js'
import { Family } from '../../functions/impl.js'
import { toInt8 } from '../../types/numbers/int8.js'
import { fromInteger } from '../../types/numbers/numeric.js'
import { extensionScript } from '../script.js'
import { Entries } from './entries.js'
import { fingerprintOf } from './normalize.js'

/** @import { FunctionContext } from '../../functions/impl.js' */
/** @import { SettingDef } from '../../config/settings.js' */
/** @import { Datum, ObserverHost, StatementSeen } from '../definition.js' */
/** @import { Fingerprint } from './normalize.js' */
/** @import { Entry } from './entries.js' */

const PREFIX = 'pg_stat_statements.'
const READ_ALL_STATS = 3375

/** By what sessions share. @type {WeakMap<object, Entries>} */
const entriesOf = new WeakMap()

/** @param {FunctionContext} ctx @returns {Entries} */
const here = ({ session }) => /** @type {Entries} */ (entriesOf.get(session.shared))

/** @param {ObserverHost} host @returns {(seen: StatementSeen) => void} */
function observe(host) {
  const entries = new Entries(host)
  entries.load()
  entriesOf.set(host.shared, entries)
  let saves = true
  host.whenClosed(() => { if (saves) entries.save() })
  /** By statement: one that is kept is looked at once. @type {WeakMap<object, Fingerprint>} */
  const known = new WeakMap()
  return (seen) => {
    const { settings } = seen.session
    saves = settings.get(`${PREFIX}save`) === true
    const track = settings.get(`${PREFIX}track`)
    if (track === 'none') return
    const tracksUtility = settings.get(`${PREFIX}track_utility`) === true
    if (seen.isUtility && !tracksUtility) return
    const toplevel = seen.depth === 0 && (seen.within === 0 || !tracksUtility)
    if (track === 'top' && !toplevel) return
    let fingerprint = known.get(seen.statement)
    if (fingerprint === undefined) known.set(seen.statement, fingerprint = fingerprintOf(seen.text, seen.isUtility))
    const tracksPlanning = settings.get(`${PREFIX}track_planning`) === true
    if (!seen.hasEnded && !tracksPlanning) return
    entries.entry(seen, fingerprint, toplevel, Number(settings.get(`${PREFIX}max`))).add(seen, tracksPlanning)
  }
}

const family = new Family()

/**
 * @param {Entry} entry @param {boolean} isShown may the caller see what it is
 * @param {boolean} withText @returns {Datum[]}
 */
function rowOf(entry, isShown, withText) {
  const { userOid, databaseOid, toplevel, queryId, text, planning, execution, rows, blocks, wal } = entry
  const times = [planning, execution].map((each) =>
    [each.count, each.total, each.min, each.max, each.mean, each.deviation])
  const shown = isShown ? text : '<insufficient privilege>'
  return [
    userOid, databaseOid, toplevel, isShown ? toInt8(queryId) : null, withText ? shown : null, ...times[0], ...times[1],
    rows, blocks.hits, blocks.reads, 0, blocks.written, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    wal.records, wal.images, fromInteger(wal.bytes), 0, 0, 0, 0, 0, 0, 0, 0,
  ]
}

family.context('pg_stat_statements_1_10', function* (ctx, withText) {
  const { catalog, session } = ctx
  const seesAll = hasPrivsOf(catalog, session.roleOid, READ_ALL_STATS)
  for (const entry of [...here(ctx).entries.values()]) {
    yield rowOf(entry, seesAll || entry.userOid === session.roleOid, withText)
  }
}, { set: true })
family.routine('pg_stat_statements_info', function* (call) {
  const { deallocated, resetAt } = here(call.context)
  return call.record([deallocated, resetAt])
})
family.context('pg_stat_statements_reset_1_7', (ctx, userOid, databaseOid, queryId) => {
  here(ctx).reset(userOid, databaseOid, BigInt(queryId))
  return ''
})

/**
 * @param {string} name @param {SettingDef['type']} type @param {SettingDef['context']} context @param {string} boot
 * @param {Partial<SettingDef>} [more] @returns {SettingDef}
 */
const setting = (name, type, context, boot, more = {}) => ({
  name: PREFIX + name, type, unit: null, context, boot, min: null, max: null, values: null,
  category: 'Customized Options', ...more,
})

const TIMES = (/** @type {string} */ what) =>
  `total_${what}_time float8, OUT min_${what}_time float8, OUT max_${what}_time float8, ` +
  `OUT mean_${what}_time float8, OUT stddev_${what}_time float8`
const COLUMNS = [
  'userid oid', 'dbid oid', 'toplevel boolean', 'queryid bigint', 'query text', 'plans bigint', TIMES('plan'),
  'calls bigint', TIMES('exec'), 'rows bigint',
  ...['shared', 'local'].flatMap((kind) => ['hit', 'read', 'dirtied', 'written'].map((what) =>
    `${kind}_blks_${what} bigint`)),
  'temp_blks_read bigint', 'temp_blks_written bigint', 'blk_read_time float8', 'blk_write_time float8',
  'temp_blk_read_time float8', 'temp_blk_write_time float8', 'wal_records bigint', 'wal_fpi bigint',
  'wal_bytes numeric', 'jit_functions bigint', 'jit_generation_time float8', 'jit_inlining_count bigint',
  'jit_inlining_time float8', 'jit_optimization_count bigint', 'jit_optimization_time float8',
  'jit_emission_count bigint', 'jit_emission_time float8',
]

/** @type {import('../bundled.js').ExtensionModule} */
export const extension = {
  observe,
  script: extensionScript({
    library: 'pg_stat_statements',
    functions: [
      [
        'pg_stat_statements_reset(userid oid DEFAULT 0, dbid oid DEFAULT 0, queryid bigint DEFAULT 0)', 'void',
        'pg_stat_statements_reset_1_7', 'vs',
      ],
      [
        'pg_stat_statements_info(OUT dealloc bigint, OUT stats_reset timestamp with time zone)', 'record',
        'pg_stat_statements_info', 'vs',
      ],
      [
        `pg_stat_statements(showtext boolean, ${COLUMNS.map((column) => `OUT ${column}`).join(', ')})`,
        'SETOF record', 'pg_stat_statements_1_10', 'vs',
      ],
    ],
    after: `CREATE VIEW pg_stat_statements_info AS SELECT * FROM pg_stat_statements_info();
      GRANT SELECT ON pg_stat_statements_info TO PUBLIC;
      CREATE VIEW pg_stat_statements AS SELECT * FROM pg_stat_statements(true);
      GRANT SELECT ON pg_stat_statements TO PUBLIC;
      REVOKE ALL ON FUNCTION pg_stat_statements_reset(oid, oid, bigint) FROM PUBLIC`,
  }),
  functions: family.functions,
  settings: [
    setting('max', 'integer', 'postmaster', '5000', { min: 100, max: 1073741823 }),
    setting('track', 'enum', 'superuser', 'top', { values: ['none', 'top', 'all'] }),
    setting('track_utility', 'bool', 'superuser', 'on'),
    setting('track_planning', 'bool', 'superuser', 'off'),
    setting('save', 'bool', 'sighup', 'on'),
  ],
}

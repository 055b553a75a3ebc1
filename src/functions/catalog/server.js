/**
 * The server as a whole, as its system views ask for it: the log, checkpoints, memory, how it was made, extensions,
 * files of settings, progress of commands. What does not exist here (an archive, replication, caches of transaction
 * status) answers as it does in a PostgreSQL that does not use it.
 */
import { KNOWN_EXTENSIONS, versionsOf } from '../../catalog/known-extensions.js'
import { invalidParameter } from '../../errors/data.js'
import { badResetTarget } from '../../errors/functions.js'
import { arrayOf } from '../../types/array.js'
import { PgRecord } from '../../types/record.js'
import { toInt8 } from '../../types/numbers/int8.js'
import { fromInteger } from '../../types/numbers/numeric.js'
import * as T from '../../types/oids.js'
import { Family } from '../impl.js'
import { BTREE } from '../../types/oids.js'
/** @import { FunctionContext } from '../impl.js' */

const family = new Family()
export const serverFunctions = family.functions

/** @param {number[]} types @param {any[]} values */
const record = (types, values) => new PgRecord(T.RECORD, values, types)
/** @param {FunctionContext} ctx */
const statistics = (ctx) => ctx.session.shared.statistics

// ---- log, checkpoints

family.context('pg_stat_get_wal', (ctx) => {
  const { records, images, bytes, full, writes, syncs } = statistics(ctx).log()
  return record([T.INT8, T.INT8, T.NUMERIC, T.INT8, T.INT8, T.INT8, T.FLOAT8, T.FLOAT8, T.TIMESTAMPTZ],
    [records, images, fromInteger(bytes), full, writes, syncs, 0, 0, statistics(ctx).resetAt('wal')])
})
/** @param {string[]} names @param {(pages: any) => number} read */
const ofPages = (names, read) =>
  family.context(
    names.map((name) => `pg_stat_get_${name}`),
    (ctx) => read(statistics(ctx).pages())
  )
ofPages(['bgwriter_timed_checkpoints'], (pages) => pages.timed)
ofPages(['bgwriter_requested_checkpoints'], (pages) => pages.requested)
ofPages(['checkpoint_write_time'], (pages) => pages.writeMs)
ofPages(['bgwriter_buf_written_checkpoints'], (pages) => pages.checkpointPages)
ofPages(['bgwriter_buf_written_clean'], (pages) => pages.cleanerPages)
ofPages(['buf_written_backend'], (pages) => pages.foregroundPages)
ofPages(['buf_alloc'], (pages) => pages.allocated)
// Syncs are part of the time a checkpoint writes; sessions leave them, and the cleaner's rounds have no limit.
ofPages(['checkpoint_sync_time', 'buf_fsync_backend', 'bgwriter_maxwritten_clean'], () => 0)
family.context('pg_stat_get_bgwriter_stat_reset_time', (ctx) => statistics(ctx).resetAt('bgwriter'))

family.context('pg_stat_reset_shared', (ctx, target) => {
  if (!statistics(ctx).reset(target)) throw badResetTarget(target)
  return ''
})

// ---- what is not used

/** The versions are those of PostgreSQL 15, whose catalogs these are; of the checkpoint there is the last. */
family.context('pg_control_system', (ctx) => {
  const { systemIdentifier, checkpointTime } = ctx.session.shared.control.fields
  return record([T.INT4, T.INT4, T.INT8, T.TIMESTAMPTZ],
    [1300, 202209061, toInt8(BigInt.asIntN(64, systemIdentifier)), (checkpointTime - UNIX_MS_AT_2000) * 1000])
})
const UNIX_MS_AT_2000 = 946684800000

family.context('pg_stat_get_archiver', (ctx) =>
  record(
    [T.INT8, T.TEXT, T.TIMESTAMPTZ, T.INT8, T.TEXT, T.TIMESTAMPTZ, T.TIMESTAMPTZ],
    [0, null, null, 0, null, null, statistics(ctx).resetAt('archiver')],
  ),
)
family.context(
  'pg_stat_get_recovery_prefetch', (ctx) => [[statistics(ctx).resetAt('recovery_prefetch'), 0, 0, 0, 0, 0, 0, 0, 0, 0]],
  { set: true },
)
family.context(
  'pg_stat_get_slru',
  (ctx) =>
    ['CommitTs', 'MultiXactMember', 'MultiXactOffset', 'Notify', 'Serial', 'Subtrans', 'Xact', 'other'].map((name) => [
      name, 0, 0, 0, 0, 0, 0, 0, statistics(ctx).startedAt,
    ]),
  { set: true },
)
family.add('pg_stat_get_wal_receiver', () => null)
family.add('pg_stat_get_subscription_stats', (oid) => record([T.OID, T.INT8, T.INT8, T.TIMESTAMPTZ], [oid, 0, 0, null]))
family.add('pg_stat_get_replication_slot', (name) =>
  record(
    [T.TEXT, T.INT8, T.INT8, T.INT8, T.INT8, T.INT8, T.INT8, T.INT8, T.INT8, T.TIMESTAMPTZ],
    [name, 0, 0, 0, 0, 0, 0, 0, 0, null]
  )
)
family.add('pg_stat_get_snapshot_timestamp', () => null)

// ---- memory

/** Of the process: every session lives in the same. */
family.context('pg_get_backend_memory_contexts', function* ({ session }) {
  const { heapTotal, heapUsed, external } = process.memoryUsage()
  const pool = session.shared.storage.pool.bytes.length
  yield ['TopMemoryContext', null, null, 0, heapTotal, 1, heapTotal - heapUsed, 0, heapUsed]
  yield ['External', null, 'TopMemoryContext', 1, external, 1, 0, 0, external]
  yield ['Buffer Blocks', null, 'External', 2, pool, 1, 0, 0, pool]
}, { set: true })
family.context('pg_get_shmem_allocations', function* ({ session }) {
  const { wal, storage } = session.shared
  yield ['Buffer Blocks', null, storage.pool.bytes.length, storage.pool.bytes.length]
  yield ['XLOG Buffers', null, wal.buffer.length, wal.buffer.length]
}, { set: true })

// ---- how it was made, what it brings

/** What a PostgreSQL says of its build; of a program that is not compiled there is nothing to record. */
const CONFIG = `BINDIR DOCDIR HTMLDIR INCLUDEDIR PKGINCLUDEDIR INCLUDEDIR-SERVER LIBDIR PKGLIBDIR LOCALEDIR MANDIR SHAREDIR SYSCONFDIR PGXS CONFIGURE CC CPPFLAGS CFLAGS
  CFLAGS_SL LDFLAGS LDFLAGS_EX LDFLAGS_SL LIBS`.split(/[ \n]+/)
family.context(
  'pg_config',
  ({ session }) => [
    ...CONFIG.map((name) => [name, 'not recorded']),
    ['VERSION', `PostgreSQL ${session.settings.show('server_version')}`],
  ],
  { set: true }
)

family.add(
  'pg_available_extensions',
  function* () {
    for (const [name, { version, comment }] of Object.entries(KNOWN_EXTENSIONS)) yield [name, version, comment]
  },
  { set: true }
)
family.add(
  'pg_available_extension_versions',
  function* () {
    for (const [name, known] of Object.entries(KNOWN_EXTENSIONS)) {
      const { comment, trusted, relocatable, schema, requires } = known
      const needs = requires.length === 0 ? null : arrayOf(T.NAME, requires)
      for (const version of versionsOf(known)) yield [name, version, true, trusted, relocatable, schema, needs, comment]
    }
  },
  { set: true }
)

// ---- files of settings

family.context(
  'show_all_file_settings',
  function* ({ session }) {
    let number = 0
    for (const { file, line, name, value, applied, error } of session.shared.fileSettings())
      yield [file, line, ++number, name, value, applied, error]
  },
  { set: true }
)

// ---- progress

const PROGRESS_PARAMS = 20
const PROGRESS_COMMANDS = new Set(['VACUUM', 'ANALYZE', 'CLUSTER', 'CREATE INDEX', 'BASEBACKUP', 'COPY'])

family.context(
  'pg_stat_get_progress_info',
  function* ({ session: own }, command) {
    const wanted = command.toUpperCase()
    if (!PROGRESS_COMMANDS.has(wanted)) throw invalidParameter(`invalid command name: "${command}"`)
    for (const { progress, pid, database } of own.shared.sessions) {
      if (progress === null || progress.command !== wanted) continue
      const params = progress.params()
      yield [
        pid,
        database.oid,
        progress.relationOid,
        ...Array.from({ length: PROGRESS_PARAMS }, (_, at) => params[at + 1] ?? 0),
      ]
    }
  },
  { set: true }
)

/** What btree does while it builds. @type {(string | null)[]} */
const BUILD_PHASES = [
  null,
  'initializing',
  'scanning table',
  'sorting live tuples',
  'sorting dead tuples',
  'loading tuples in tree',
]
family.add('pg_indexam_progress_phasename', (method, phase) =>
  method === BTREE ? (BUILD_PHASES[phase] ?? null) : null
)

/** Nothing is taken that does nothing: settings work, are refused, or say that they change nothing. */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { allSettings, parseSetting, usualValue } from '../../../src/config/settings.js'
import { WireClient, connected, describeMessage, startup } from '../../support/wire-client.js'

/** @type {any} */
let db
/** @type {any[]} */
const notices = []
beforeAll(async () => {
  db = await open(':memory:', { onNotice: (/** @type {any} */ notice) => notices.push(notice) })
})
afterAll(() => db.close())

test('what is not there is refused by name, its default taken', async () => {
  for (const [name, value, usual] of [['log_parser_stats', 'on', 'off'], ['track_io_timing', 'on', 'off'],
    ['exit_on_error', 'on', 'off'],
    ['log_parameter_max_length_on_error', '5', '0'],
    ['zero_damaged_pages', 'on', 'off'], ['lc_numeric', "'de_DE.UTF-8'", "'C'"]]) {
    await assert.rejects(
      db.query(`set ${name} = ${value}`), { code: '0A000', message: new RegExp(`^${name} can only be `) }, name,
    )
    await assert.rejects(
      db.query(`select set_config('${name}', ${/^'/.test(value) ? value : `'${value}'`}, true)`), { code: '0A000' },
      name,
    )
    await db.query(`set ${name} = ${usual}`)
    await db.query(`reset ${name}`)
  }
  for (const assignment of ["wal_level = 'logical'", 'fsync = off', "archive_mode = 'on'"])
    await assert.rejects(db.query(`alter system set ${assignment}`), { code: '0A000' }, assignment)
  await assert.rejects(db.query("alter role postgres set log_parser_stats = on"), { code: '0A000' })
})

test('every default is allowed', () => {
  for (const def of allSettings()) assert.deepEqual(parseSetting(def, def.boot), usualValue(def), def.name)
})

test('what only changes speed says that it changes nothing', async () => {
  notices.length = 0
  await db.query('set random_page_cost = 1.1')
  await db.query('set random_page_cost = 4')
  await db.query('set jit = off')
  await db.query('set enable_mergejoin = off')
  await db.query('set synchronize_seqscans = off')
  await db.query('set row_security = off')
  assert.deepEqual(
    notices.map(({ severity, code, message }) => [severity, code, message]),
    [['WARNING', '01000', 'setting "random_page_cost" is kept, but changes nothing in Seawall']],
  )
})

/**
 * Settings that do something, or that hold as they are set: `enable_mergejoin = off` is so anyway. Who adds a setting
 * says by this list that it works, or lets it be refused or warned of (config/unsupported.js).
 */
const WORKING = `application_name array_nulls autovacuum autovacuum_analyze_scale_factor autovacuum_analyze_threshold
  autovacuum_naptime backslash_quote bytea_output check_function_bodies checkpoint_timeout client_min_messages
  default_statistics_target
  default_transaction_deferrable default_transaction_isolation enable_async_append
  enable_bitmapscan enable_gathermerge enable_hashagg enable_hashjoin enable_indexonlyscan enable_indexscan
  enable_material enable_memoize enable_mergejoin enable_nestloop enable_partition_pruning
  enable_parallel_append enable_parallel_hash
  enable_seqscan enable_sort enable_tidscan escape_string_warning extra_float_digits geqo hba_file ident_file
  intervalstyle jit jit_expressions
  jit_tuple_deforming log_duration log_error_verbosity log_line_prefix lo_compat_privileges log_lock_waits
  log_min_duration_sample log_min_duration_statement log_min_error_statement log_min_messages log_parameter_max_length
  log_replication_commands log_statement log_statement_sample_rate log_temp_files log_timezone
  log_transaction_sample_rate maintenance_work_mem
  max_connections max_value_size max_wal_size password_encryption plan_cache_mode plpgsql.check_asserts
  plpgsql.extra_errors plpgsql.extra_warnings plpgsql.print_strict_params plpgsql.variable_conflict quote_all_identifiers
  row_security
  search_path session_replication_role shared_buffers ssl ssl_ca_file ssl_cert_file ssl_ciphers ssl_crl_file
  ssl_dh_params_file ssl_ecdh_curve ssl_key_file ssl_prefer_server_ciphers standard_conforming_strings
  superuser_reserved_connections
  synchronize_seqscans synchronous_commit temp_file_limit track_functions transform_null_equals undo_file_limit
  unix_socket_directories
  unix_socket_permissions wal_batch_commits wal_batch_ms wal_sync work_mem xmlbinary xmloption`.split(/\s+/)

/**
 * Those that a session's own state stands for, or that a value of the test's would end; those of extensions, which are
 * there if a file before has loaded one, have tests beside them.
 */
const APART = new RegExp('\\.|timeout|^transaction_|default_transaction_read_only|session_authorization|^role$'
  + '|log_(dis)?connections|authentication')

test('a value that is not the default works, is refused, or is said to change nothing', async () => {
  const { rows } = await db.query('select * from pg_settings')
  const silent = []
  for (const { name, context, vartype, boot_val: usual, max_val: most, enumvals } of rows) {
    if (context === 'internal' || APART.test(name)) continue
    const value = vartype === 'bool' ? (usual === 'on' ? 'off' : 'on') : vartype === 'string' ? 'zz'
      : vartype === 'enum' ? enumvals.find((/** @type {string} */ one) => one !== usual)
        : Number(usual) + 1 <= Number(most) ? Number(usual) + 1 : Number(usual) - 1
    const isServers = context === 'sighup' || context === 'postmaster'
    notices.length = 0
    try {
      await db.query(`${isServers ? 'alter system set' : 'set'} ${name} = '${value}'`)
      if (notices.length === 0) silent.push(name.toLowerCase())
      await db.query(`${isServers ? 'alter system reset' : 'reset'} ${name}`)
    } catch (/** @type {any} */ error) {
      assert.match(error.code, /^(0A000|22023|42704|55P02)$/, `${name}: ${error.message}`)
    }
  }
  assert.deepEqual(silent.filter((name) => !WORKING.includes(name)), [])
})

test('a setting that names an object may be the first statement of a session', async () => {
  const db = await open(':memory:')
  await db.query("set default_text_search_config = 'simple'")
  const session = await db.connect()
  await assert.rejects(session.query("set default_text_search_config = 'nope'"), { code: '22023' })
  await session.query('set default_text_search_config = english')
  await session.release()
  await db.close()
})

test('default_with_oids', async () => {
  await db.query('set default_with_oids = off')
  await assert.rejects(db.query('set default_with_oids = on'), {
    code: '0A000',
    message: 'tables declared WITH OIDS are not supported',
  })
  assert.deepEqual((await db.query('show default_with_oids')).rows, [{ default_with_oids: 'off' }])
  assert.deepEqual((await db.query("select 1 from pg_settings where name = 'default_with_oids'")).rows, [])
})

test('the planner does without what is switched off', async () => {
  await db.exec(
    'create table a(n int primary key, m int); insert into a select i, i from generate_series(1, 1000) i; analyze a',
  )
  const plan = async (/** @type {string} */ setting) => {
    await db.query(`set ${setting} = off`)
    const text = (await db.query('explain (costs off) select * from a x join a y on x.n = y.m where x.n < 900')).rows
      .map((/** @type {any} */ row) => Object.values(row)[0])
      .join('\n')
    await db.query(`reset ${setting}`)
    return text
  }
  assert.match(await plan('enable_material'), /Hash Join/)
  assert.doesNotMatch(await plan('enable_hashjoin'), /Hash Join/)
  assert.match(await plan('enable_hashjoin'), /Nested Loop/)
  assert.match(await plan('enable_seqscan'), /Index Scan/)
})

test('CREATE EXTENSION plpgsql finds that it is there', async () => {
  notices.length = 0
  await assert.rejects(db.query('create extension plpgsql'), { code: '42710' })
  await db.query('create extension if not exists plpgsql')
  assert.deepEqual(
    notices.map(({ severity, message }) => [severity, message]),
    [['NOTICE', 'extension "plpgsql" already exists, skipping']],
  )
})

test('replication connections are refused, and a role that may not connect', async () => {
  const { port } = await db.serve({ port: 0 })
  for (const [replication, code] of [['true', '0A000'], ['database', '0A000'], ['maybe', '22023']]) {
    const client = new WireClient(port)
    client.send(startup(0x30000, { user: 'postgres', database: 'postgres', replication }))
    assert.equal((await client.takeToEnd()).map(describeMessage).at(-1), `E FATAL ${code}`)
  }
  const ordinary = new WireClient(port)
  ordinary.send(startup(0x30000, { user: 'postgres', database: 'postgres', replication: 'false' }))
  assert.equal((await ordinary.take('Z')).some(({ type }) => type === 'N'), false)
  ordinary.end()
  await db.query('create role clerk login')
  const client = new WireClient(port)
  client.send(startup(0x30000, { user: 'clerk', database: 'postgres' }))
  assert.equal((await client.take('Z')).some(({ type }) => type === 'N'), false)
  client.end()
  await db.query('alter role clerk connection limit 0')
  const refused = new WireClient(port)
  refused.send(startup(0x30000, { user: 'clerk', database: 'postgres' }))
  assert.equal((await refused.takeToEnd()).map(describeMessage).at(-1), 'E FATAL 53300')
  await db.query('alter role clerk connection limit -1; revoke connect on database postgres from public')
  const denied = new WireClient(port)
  denied.send(startup(0x30000, { user: 'clerk', database: 'postgres' }))
  assert.equal((await denied.takeToEnd()).map(describeMessage).at(-1), 'E FATAL 42501')
  const other = await connected(port)
  other.end()
})

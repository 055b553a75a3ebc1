/** What log_statement, log_duration, log_min_duration_statement, log_connections … put into the server's log. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import pg from 'pg'
import { open } from '../../src/index.js'

const PREFIX = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} GMT \[\d+\] /

/** @param {(client: any, log: () => string[]) => Promise<void>} work log: what was said since it was asked last */
async function withServer(work) {
  /** @type {string[]} */
  let lines = []
  const db = await open(':memory:', { logger: (line) => lines.push(line) })
  const listener = await db.serve({ port: 0 })
  const at = { host: '127.0.0.1', port: listener.port, user: 'postgres', database: 'postgres' }
  const client = new pg.Client(at)
  await client.connect()
  const log = () => {
    const said = lines.flatMap((text) => text.split('\n'))
    lines = []
    return said
  }
  try {
    await work(Object.assign(client, { at }), log)
  } finally {
    await client.end()
    await db.close()
  }
}

/** Without the prefix, and times as N. @param {string[]} lines */
const plain = (lines) => lines.map((line) => {
  assert.match(line, PREFIX)
  return line.replace(PREFIX, '').replace(/[\d.]+ ms/, 'N ms')
})

test('statements are logged by their kind, before they run, with their values', async () => {
  await withServer(async (client, log) => {
    await client.query('select 1')
    assert.deepEqual(log(), [])
    await client.query("set log_statement = 'all'")
    await client.query('select 1; select 2')
    await client.query('select $1::int, $2::text, $3::date', [1, "it's", null])
    await client.query({ name: 'st', text: 'select $1::numeric', values: ['1.50'] })
    await client.query('select 1/0').catch(() => undefined)
    assert.deepEqual(plain(log()), [
      'LOG:  statement: select 1; select 2', 'LOG:  execute <unnamed>: select $1::int, $2::text, $3::date',
      "DETAIL:  parameters: $1 = '1', $2 = 'it''s', $3 = NULL", 'LOG:  execute st: select $1::numeric',
      "DETAIL:  parameters: $1 = '1.50'", 'LOG:  statement: select 1/0',
    ])
    const kinds = ['select 3', 'create table t (a int)', 'insert into t values (1)', 'select * into t2 from t', 'selec',
      'begin', 'truncate t', 'update t set a = 1', 'delete from t', 'comment on table t is $$c$$', 'commit', 'vacuum',
      'drop table t, t2', 'explain delete from pg_class']
    for (const [level, expected] of /** @type {[string, number[]][]} */ ([['ddl', [1, 3, 9, 12]],
      ['mod', [1, 2, 3, 6, 7, 8, 9, 12]]])) {
      await client.query(`set log_statement = '${level}'`)
      log()
      for (const text of kinds) await client.query(text).catch(() => undefined)
      assert.deepEqual(plain(log()), expected.map((at) => `LOG:  statement: ${kinds[at]}`), level)
    }
    await client.query("set log_statement = 'none'")
    log()
    await client.query('create table t (a int)')
    assert.deepEqual(log(), [])
  })
})

test('how long statements took', async () => {
  await withServer(async (client, log) => {
    await client.query('set log_duration = on')
    log()
    await client.query('select 1')
    await client.query('select $1::int', [1])
    await client.query('select 1/0').catch(() => undefined)
    assert.deepEqual(plain(log()), ['LOG:  duration: N ms', 'LOG:  duration: N ms'])
    await client.query('set log_min_duration_statement = 0')
    log()
    await client.query('select 2')
    await client.query('select $1::int', [2])
    assert.deepEqual(plain(log()), ['LOG:  duration: N ms  statement: select 2',
      'LOG:  duration: N ms  execute <unnamed>: select $1::int', "DETAIL:  parameters: $1 = '2'"])
    await client.query("set log_statement = 'all'")
    log()
    await client.query('select 3')
    assert.deepEqual(plain(log()), ['LOG:  statement: select 3', 'LOG:  duration: N ms'])
    await client.query("set log_statement = 'none'; set log_duration = off; set log_min_duration_statement = '1h'")
    log()
    await client.query('select 4')
    assert.deepEqual(log(), [])
  })
})

test('sessions, and the prefix of lines', async () => {
  await withServer(async (client, log) => {
    await client.query('alter system set log_connections = on')
    await client.query('alter system set log_disconnections = on')
    await client.query("alter system set log_line_prefix = '%q%u@%d/%a %h [%-3e] %% '")
    await client.query('select pg_reload_conf()')
    await assert.rejects(client.query('set log_connections = off'), { code: '55P02' })
    await assert.rejects(client.query("set log_line_prefix = ''"), { code: '55P02' })
    log()
    const other = new pg.Client({ ...client.at, application_name: 'app' })
    await other.connect()
    await other.end()
    for (let round = 0; round < 100; round++) {
      await client.query('select 1')
      const [{ count }] = (await client.query('select count(*)::int from pg_stat_activity')).rows
      if (count === 1) break
    }
    const said = log().map((line) => line.replace(/port=\d+/, 'port=N').replace(/time: [\d:.]+/, 'time: N'))
    const before = 'postgres@postgres/app 127.0.0.1 [00000] % LOG:  '
    const unknown = '[unknown]@[unknown]/[unknown] 127.0.0.1 [00000] % LOG:  '
    assert.deepEqual(said, [`${unknown}connection received: host=127.0.0.1 port=N`,
      `${before}connection authorized: user=postgres database=postgres application_name=app`,
      `${before}disconnection: session time: N user=postgres database=postgres host=127.0.0.1 port=N`])
  })
})

test('errors and what is told, with the statement, as far as it is wanted', async () => {
  await withServer(async (client, log) => {
    const fails = (/** @type {string} */ text) => client.query(text).catch(() => undefined)
    await fails('select 1/0')
    assert.deepEqual(log(), [])
    await client.query("set log_min_messages = 'error'")
    await fails('select 1/0')
    await fails('select nothing')
    await client.query('do $$ begin raise notice $a$softly$a$; end $$')
    assert.deepEqual(plain(log()), ['ERROR:  division by zero', 'STATEMENT:  select 1/0',
      'ERROR:  column "nothing" does not exist at character 8', 'STATEMENT:  select nothing'])
    await client.query("set log_min_messages = 'notice'; set log_min_error_statement = 'error'")
    await client.query('do $$ begin raise notice $a$softly$a$ using detail = $a$quite$a$, hint = $a$no$a$; end $$')
    assert.deepEqual(plain(log()), ['NOTICE:  softly', 'DETAIL:  quite', 'HINT:  no',
      'CONTEXT:  PL/pgSQL function inline_code_block line 1 at RAISE'])
    await client.query("set log_error_verbosity = 'terse'; set log_min_error_statement = 'fatal'")
    await fails('do $$ begin raise $a$hard$a$ using detail = $a$quite$a$; end $$')
    assert.deepEqual(plain(log()), ['ERROR:  hard'])
    await client.query("set log_error_verbosity = 'verbose'")
    await fails('select 1 from nowhere')
    assert.deepEqual(plain(log()), ['ERROR:  42P01: relation "nowhere" does not exist at character 15',
      'LOCATION:  parserOpenTable'])
    await client.query("set log_min_messages = 'fatal'; set log_statement = 'all'")
    log()
    await fails('select 1/0')
    assert.deepEqual(log(), [])
  })
})

test('values are cut, and waits for locks are told', async () => {
  await withServer(async (client, log) => {
    await client.query("set log_statement = 'all'; set log_parameter_max_length = 3")
    log()
    await client.query('select $1::text, $2::int', ['aé€b', 1])
    assert.deepEqual(plain(log()), ['LOG:  execute <unnamed>: select $1::text, $2::int',
      "DETAIL:  parameters: $1 = 'aé...', $2 = '1'"])
    await client.query("set log_parameter_max_length = 0")
    log()
    await client.query('select $1::text', ['abc'])
    assert.deepEqual(plain(log()), ['LOG:  execute <unnamed>: select $1::text'])
    await client.query("set log_statement = 'none'; create table t (a int)")
    await client.query('begin; lock t')
    const other = new pg.Client(client.at)
    await other.connect()
    const { pid } = (await other.query('select pg_backend_pid() as pid')).rows[0]
    const holder = (await client.query('select pg_backend_pid() as pid')).rows[0].pid
    await other.query("set log_lock_waits = on; set deadlock_timeout = '10ms'")
    log()
    const waits = other.query('select * from t')
    let said = /** @type {string[]} */ ([])
    for (let times = 0; said.length === 0 && times < 100; times++) {
      await client.query('select pg_sleep(0.01)')
      said = log()
    }
    assert.deepEqual(plain(said).map((line) => line.replace(/relation .*? after/, 'relation R after')), [
      `LOG:  process ${pid} still waiting for AccessShareLock on relation R after N ms`,
      `DETAIL:  Process holding the lock: ${holder}. Wait queue: ${pid}.`])
    await client.query('commit')
    await waits
    const [acquired] = plain(log())
    assert.match(acquired, new RegExp(`^LOG: {2}process ${pid} acquired AccessShareLock on relation .* after N ms$`))
    await other.end()
  })
})

test('of long statements and of transactions a sample is logged', async () => {
  await withServer(async (client, log) => {
    const said = async (/** @type {string} */ settings) => {
      await client.query(`${settings}`)
      log()
      await client.query('select 1')
      await client.query('select 2')
      const lines = plain(log())
      await client.query('reset all')
      return lines
    }
    const both = ['LOG:  duration: N ms  statement: select 1', 'LOG:  duration: N ms  statement: select 2']
    assert.deepEqual(await said('set log_min_duration_sample = 0'), both)
    assert.deepEqual(await said('set log_min_duration_sample = 0; set log_statement_sample_rate = 0'), [])
    assert.deepEqual(await said('set log_min_duration_sample = 100000'), [])
    assert.deepEqual(await said('set log_transaction_sample_rate = 1'), both)
    const some = await said('set log_min_duration_sample = 0; set log_statement_sample_rate = 0.5')
    assert.ok(some.length <= 2)
  })
})

test('temporary files are logged by their size, and have a limit', async () => {
  await withServer(async (client, log) => {
    const sorts = 'select count(*) from (select i::text from generate_series(1, 20000) i order by 1 offset 0) s'
    await client.query("set work_mem = '64kB'; set log_temp_files = 0")
    log()
    await client.query(sorts)
    const [file, statement] = plain(log())
    assert.match(file, /^LOG: {2}temporary file: path "base\/pgsql_tmp\/pgsql_tmp\d+\.0", size \d{5,}$/)
    assert.equal(statement, `STATEMENT:  ${sorts}`)
    await client.query("set log_temp_files = '1GB'")
    log()
    await client.query(sorts)
    assert.deepEqual(log(), [])
    await client.query("reset log_temp_files; set temp_file_limit = '100kB'")
    const refusal = { code: '53400', message: 'temporary file size exceeds temp_file_limit (100kB)' }
    for (let round = 0; round < 2; round++) await assert.rejects(client.query(sorts), refusal)
    await client.query("set temp_file_limit = '100MB'")
    assert.deepEqual((await client.query(sorts)).rows, [{ count: '20000' }])
  })
})

test('rights on large objects are not asked for where lo_compat_privileges says so', async () => {
  await withServer(async (client) => {
    await client.query("create role reader; select lo_from_bytea(4711, 'abc'); set role reader")
    await assert.rejects(client.query('select lo_get(4711)'), { code: '42501' })
    await client.query('reset role; set lo_compat_privileges = on; set role reader')
    assert.deepEqual((await client.query('select lo_get(4711)::text as is')).rows, [{ is: '\\x616263' }])
    await client.query('select lo_unlink(4711)')
  })
})

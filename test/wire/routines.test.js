/**
 * The error field `routine`, for what drivers and programs key on. The expectations are what PostgreSQL 15 sends for
 * the same statements; with ORACLE_PORT set, a PostgreSQL there is asked again.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import pg from 'pg'
import { startServer } from '../support/wire-server.js'

const SETUP = `
  create table parent (id int primary key, n int not null, constraint small check (n < 100));
  create table child (id int primary key, parent_id int references parent, name varchar(3) unique);
  create domain positive as int check (value > 0);
  create domain filled as int not null;
  create table split (a int) partition by range (a);
  create table split_1 partition of split for values from (0) to (10);
  create table apart (during int4range, exclude using gist (during with &&));
  create table always (id int generated always as identity);
  create view low as select * from parent where n < 10 with check option;
  create sequence short maxvalue 2;
  insert into parent values (1, 1);
  insert into child values (1, 1, 'a');
  insert into apart values ('[1,5)');
  prepare named as select 1`

/** [statement, SQLSTATE, routine] @type {[string, string, string][]} */
const CASES = [
  ['insert into child values (2, 1, \'a\')', '23505', '_bt_check_unique'],
  ['insert into child values (2, 7, \'b\')', '23503', 'ri_ReportViolation'],
  ['delete from parent', '23503', 'ri_ReportViolation'],
  ['insert into parent values (2, null)', '23502', 'ExecConstraints'],
  ['insert into parent values (2, 200)', '23514', 'ExecConstraints'],
  ['insert into split values (20)', '23514', 'ExecFindPartition'],
  ['insert into split_1 values (20)', '23514', 'ExecPartitionCheckEmitError'],
  ['insert into apart values (\'[2,3)\')', '23P01', 'check_exclusion_or_unique_constraint'],
  ['insert into low values (5, 50)', '44000', 'ExecWithCheckOptions'],
  ['insert into always values (5)', '428C9', 'rewriteTargetListIU'],
  ['select (-n)::positive from parent', '23514', 'ExecEvalConstraintCheck'],
  ['select nullif(n, 1)::filled from parent', '23502', 'ExecEvalConstraintNotNull'],
  ['update child set name = \'abcd\'', '22001', 'varchar'],
  ['insert into parent values (3, 1), (4, 2, 3)', '42601', 'transformInsertStmt'],
  ['insert into parent values (3, 1, 2)', '42601', 'transformInsertRow'],
  ['insert into parent (id, n) values (3)', '42601', 'transformInsertRow'],
  ['insert into parent (nowhere) values (3)', '42703', 'checkInsertTargets'],
  ['update parent set nowhere = 3', '42703', 'transformUpdateTargetList'],
  ['insert into parent (id) select \'x\'::text', '42804', 'transformAssignedExpr'],
  ['update parent set n = now()', '42804', 'transformAssignedExpr'],
  ['insert into parent values (1, 1) on conflict (n) do nothing', '42P10', 'infer_arbiter_indexes'],
  ['select nowhere from parent', '42703', 'errorMissingColumn'],
  ['select nowhere.n from parent', '42P01', 'errorMissingRTE'],
  ['select parent.n from parent p', '42P01', 'errorMissingRTE'],
  ['select * from nowhere', '42P01', 'parserOpenTable'],
  ['insert into nowhere values (1)', '42P01', 'parserOpenTable'],
  ['alter table nowhere add a int', '42P01', 'RangeVarGetRelidExtended'],
  ['create table parent (a int)', '42P07', 'heap_create_with_catalog'],
  ['create schema public', '42P06', 'NamespaceCreate'],
  ['create table t (a nowhere)', '42704', 'typenameType'],
  ['select nowhere(1)', '42883', 'ParseFuncOrColumn'],
  ['select 1 + true', '42883', 'op_error'],
  ['select id, n from parent group by n', '42803', 'check_ungrouped_columns_walker'],
  ['select n from parent a, parent b', '42702', 'colNameToVar'],
  ['selekt', '42601', 'scanner_yyerror'],
  ['select 1/(n - 1) from parent', '22012', 'int4div'],
  ['select date \'nowhen\'', '22007', 'DateTimeParseError'],
  ['select date \'2001-02-30\'', '22008', 'DateTimeParseError'],
  ['select \'a\' ~ \'(\'', '2201B', 'RE_compile_and_cache'],
  ['select (select id from generate_series(1, 2) id)', '21000', 'ExecSetParamPlan'],
  ['insert into parent values (1, 1), (1, 1) on conflict (id) do update set n = 2', '21000', 'ExecOnConflictUpdate'],
  ['select nextval(\'short\') from generate_series(1, 3)', '2200H', 'nextval_internal'],
  ['drop table parent', '2BP01', 'reportDependentObjects'],
  ['truncate parent', '0A000', 'heap_truncate_check_FKs'],
  ['alter table child alter parent_id set not null, add check (id > 5)', '23514', 'ATRewriteTable'],
  ['execute nobody', '26000', 'FetchPreparedStatement'],
  ['prepare named as select 2', '42P05', 'StorePreparedStatement'],
  ['fetch from nobody', '34000', 'PerformPortalFetch'],
  ['savepoint s', '25P01', 'CheckTransactionBlock'],
  ['vacuum parent; select 1', '25001', 'PreventInTransactionBlock'],
  ['begin read only; delete from child', '25006', 'PreventCommandIfReadOnly'],
  ['begin; rollback to nobody', '3B001', 'RollbackToSavepoint'],
  ['set statement_timeout = 20; select pg_sleep(5)', '57014', 'ProcessInterrupts'],
  // Values: the words, or the function that runs, say who.
  ['select \'a\'::int', '22P02', 'pg_strtoint32'],
  ['select \'a\'::int8', '22P02', 'pg_strtoint64'],
  ['select \'9999999999\'::int', '22003', 'pg_strtoint32'],
  ['select \'99999\'::int2', '22003', 'pg_strtoint16'],
  ['select 99999999999::int', '22003', 'int84'],
  ['select 99999::int2', '22003', 'i4toi2'],
  ['select 1e10::numeric::int', '22003', 'numeric_int4_opt_error'],
  ['select 1e10::float8::int', '22003', 'dtoi4'],
  ['select n + 2147483647 from parent', '22003', 'int4pl'],
  ['select n * 2147483647 * 2 from parent', '22003', 'int4mul'],
  ['select n::int2 - 32767::int2 - 32767::int2 from parent', '22003', 'int2mi'],
  ['select 5 % (n - 1) from parent', '22012', 'int4mod'],
  ['select 1.0 / 0', '22012', 'div_var'],
  ['select 1::float8 / 0', '22012', 'float_zero_divide_error'],
  ['select \'{\'::json', '22P02', 'json_ereport_error'],
  ['select \'x\'::float8', '22P02', 'float8in_internal_opt_error'],
  ['select \'x\'::uuid', '22P02', 'string_to_uuid'],
  ['select \'x\'::inet', '22P02', 'network_in'],
  ['select substring(\'a\', 1, -1)', '22011', 'text_substring'],
  ['select 10::numeric(2, 1)', '22003', 'apply_typmod'],
  ['select chr(-1)', '22023', 'chr'],
  ['select int4range(2, 1)', '22000', 'range_serialize'],
  // Names and shapes.
  ['drop table nowhere', '42P01', 'DropErrorMsgNonExistent'],
  ['drop view nowhere', '42P01', 'DropErrorMsgNonExistent'],
  ['select nextval(\'nowhere\')', '42P01', 'RangeVarGetRelidExtended'],
  ['select max(sum(n)) from parent', '42803', 'check_agg_arguments'],
  ['select sum(n) over (partition by max(sum(n))) from parent', '42803', 'check_agg_arguments'],
  ['set nowhere = 1', '42704', 'find_option'],
  ['set work_mem = \'x\'', '22023', 'parse_and_validate_value'],
  ['set work_mem = 1', '22023', 'parse_and_validate_value'],
  ['select 1 limit -1', '2201W', 'recompute_limits'],
  ['select 1 where 1', '42804', 'coerce_to_boolean'],
  ['values (1), (1, 2)', '42601', 'transformValuesClause'],
  ['select 1 union select 1, 2', '42601', 'transformSetOperationTree'],
  ['select * from parent t, child t', '42712', 'checkNameSpaceConflicts'],
  ['alter table parent add n int', '42701', 'check_for_column_name_collision'],
  ['create index on parent (nowhere)', '42703', 'ComputeIndexAttrs'],
  ['create schema pg_x', '42939', 'CreateSchemaCommand'],
  ['select $1', '42P02', 'transformParamRef'],
  ['refresh materialized view parent', '0A000', 'ExecRefreshMatView'],
  ['begin; lock table nowhere', '42P01', 'RangeVarGetRelidExtended'],
  ['close nobody', '34000', 'PerformPortalClose'],
  ['begin; release nobody', '3B001', 'ReleaseSavepoint'],
  // Of bodies.
  ['do $$ begin raise exception \'x\'; end $$', 'P0001', 'exec_stmt_raise'],
  ['do $$ begin raise unique_violation; end $$', '23505', 'exec_stmt_raise'],
  ['do $$ begin foo bar; end $$', '42601', 'scanner_yyerror'],
  ['do $$ begin if true then end $$', '42601', 'plpgsql_yyerror'],
  ['do $$ begin assert false; end $$', 'P0004', 'exec_stmt_assert'],
]

/** What notices say of their routine. [statement, SQLSTATE, routine] @type {[string, string, string][]} */
const TOLD = [
  ['do $$ begin raise notice \'x\'; end $$', '00000', 'exec_stmt_raise'],
  ['do $$ begin raise warning \'x\'; end $$', '01000', 'exec_stmt_raise'],
  ['drop table if exists nowhere', '00000', 'DropErrorMsgNonExistent'],
  ['commit', '25P01', 'EndTransactionBlock'],
  ['begin; begin; rollback', '25001', 'BeginTransactionBlock'],
]

/** @param {number} port @param {string} [database] */
async function connect(port, database = 'postgres') {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database })
  await client.connect()
  return client
}

/** @param {any} client @param {any} statement @returns {Promise<[string, string]>} */
async function failure(client, statement) {
  let found = /** @type {[string, string]} */ (['', ''])
  await client.query(statement).catch((/** @type {any} */ error) => { found = [error.code, error.routine] })
  await client.query('rollback; reset statement_timeout')
  return found
}

/** @param {any} client */
async function compare(client) {
  await client.query(SETUP)
  /** @type {string[]} */
  const different = []
  for (const [text, code, routine] of CASES) {
    const found = await failure(client, text)
    if (found[0] !== code || found[1] !== routine) different.push(`${text}: ${found.join(' ')}, not ${code} ${routine}`)
  }
  /** @type {any[]} */
  const told = []
  client.on('notice', (/** @type {any} */ { code, routine }) => told.push([code, routine]))
  for (const [text, code, routine] of TOLD) {
    told.length = 0
    await client.query(text)
    if (told.length !== 1 || told[0][0] !== code || told[0][1] !== routine)
      different.push(`${text}: ${told.join(' ')}, not ${code} ${routine}`)
  }
  assert.deepEqual(different, [])
}

/** What drivers of prepared statements look for before they prepare again and go on. @param {any} client */
async function stale(client) {
  await client.query('create table changing (a int)')
  await client.query({ name: 'all', text: 'select * from changing' })
  await client.query('alter table changing add b int')
  assert.deepEqual(await failure(client, { name: 'all', text: 'select * from changing' }), [
    '0A000',
    'RevalidateCachedQuery',
  ])
  client.connection.parsedStatements.gone = 'select 1'
  assert.deepEqual(await failure(client, { name: 'gone', text: 'select 1' }), ['26000', 'FetchPreparedStatement'])
}

/** @param {number} port @param {string} database */
async function check(port, database) {
  const client = await connect(port, database)
  try {
    await compare(client)
    await stale(client)
  } finally {
    await client.end()
  }
  await assert.rejects(connect(port, 'nowhere'), { code: '3D000', routine: 'InitPostgres' })
}

test('errors name the routine that PostgreSQL names', async () => {
  const server = await startServer()
  try {
    await check(server.port, 'postgres')
  } finally {
    await server.close()
  }
})

const oracle = Number(process.env.ORACLE_PORT ?? 0)
test('a PostgreSQL 15 names the same', async (context) => {
  if (oracle === 0) context.skip('ORACLE_PORT is not set')
  const admin = await connect(oracle)
  await admin.query('drop database if exists routines')
  await admin.query('create database routines')
  try {
    await check(oracle, 'routines')
  } finally {
    await admin.query('drop database if exists routines')
    await admin.end()
  }
})

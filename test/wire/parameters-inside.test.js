/**
 * Statements around a query take the query's parameters: DECLARE CURSOR (clients' server-side cursors), CREATE TABLE
 * AS, EXPLAIN. The answers are PostgreSQL's.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { bind, connected, describe, describeMessage, execute, parse, sync } from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'

/** Text, values, declared types, what is said. @type {[string, string[], number[], string[]][]} */
const CASES = [
  ['begin', [], [],
    ['1', 't ', 'n', '2', 'C BEGIN', 'Z T']],
  ['declare c cursor for select g, $1::text || $2 from generate_series(1, $3) g', ['a', 'b', '3'], [],
    ['1', 't 25 25 23', 'n', '2', 'C DECLARE CURSOR', 'Z T']],
  ['fetch 2 from c', [], [],
    ['1', 't ', 'T g:23/4/-1/0 ?column?:25/-1/-1/0', '2', 'D "1" "ab"', 'D "2" "ab"', 'C FETCH 2', 'Z T']],
  ['declare d scroll cursor with hold for select * from generate_series(1, $1) g where g > $2', ['5', '2'], [],
    ['1', 't 23 23', 'n', '2', 'C DECLARE CURSOR', 'Z T']],
  ['fetch all from d', [], [],
    ['1', 't ', 'T g:23/4/-1/0', '2', 'D "3"', 'D "4"', 'D "5"', 'C FETCH 3', 'Z T']],
  ['commit', [], [],
    ['1', 't ', 'n', '2', 'C COMMIT', 'Z I']],
  ['fetch backward 2 from d', [], [],
    ['1', 't ', 'T g:23/4/-1/0', '2', 'D "5"', 'D "4"', 'C FETCH 2', 'Z I']],
  ['close d', [], [],
    ['1', 't ', 'n', '2', 'C CLOSE CURSOR', 'Z I']],
  ['create table cta as select $1::int as a, $2::text as b', ['4', 'x'], [],
    ['1', 't 23 25', 'n', '2', 'C SELECT 1', 'Z I']],
  ['select * from cta', [], [],
    ['1', 't ', 'T a:23/4/-1/0 b:25/-1/-1/0', '2', 'D "4" "x"', 'C SELECT 1', 'Z I']],
  ['create temp table ctb (q) as select a + $1 from cta where b = $2', ['4', 'x'], [],
    ['1', 't 23 25', 'n', '2', 'C SELECT 1', 'Z I']],
  ['select * from ctb', [], [],
    ['1', 't ', 'T q:23/4/-1/0', '2', 'D "8"', 'C SELECT 1', 'Z I']],
  ['create table if not exists cta as select $1::int', ['4'], [],
    ['1', 't 23', 'n', '2', 'N NOTICE 42P07', 'C CREATE TABLE AS', 'Z I']],
  ['create view cv as select $1::int', ['4'], [],
    ['1', 't ', 'n', 'E ERROR 08P01', 'Z I']],
  ['create view cv as select $1::int', [], [],
    ['1', 't ', 'n', '2', 'E ERROR 42P02', 'Z I']],
  ['select $1 as u into cs', ['z'], [],
    ['1', 't 25', 'n', '2', 'C SELECT 1', 'Z I']],
  ['select * from cs', [], [],
    ['1', 't ', 'T u:25/-1/-1/0', '2', 'D "z"', 'C SELECT 1', 'Z I']],
  ['create table ctc as select $1 as u with no data', ['z'], [],
    ['1', 't 25', 'n', '2', 'C CREATE TABLE AS', 'Z I']],
  ['select * from ctc', [], [],
    ['1', 't ', 'T u:25/-1/-1/0', '2', 'C SELECT 0', 'Z I']],
  ['create table ctd as values ($1::int, $2), (7, $3)', ['1', 'k', 'l'], [],
    ['1', 't 23 25 25', 'n', '2', 'C SELECT 2', 'Z I']],
  ['select * from ctd order by 1', [], [],
    ['1', 't ', 'T column1:23/4/-1/0 column2:25/-1/-1/0', '2', 'D "1" "k"', 'D "7" "l"', 'C SELECT 2', 'Z I']],
  ['begin', [], [],
    ['1', 't ', 'n', '2', 'C BEGIN', 'Z T']],
  ['declare e cursor for select * from ctd where column1 = $1 for update', ['1'], [],
    ['1', 't 23', 'n', '2', 'C DECLARE CURSOR', 'Z T']],
  ['fetch from e', [], [],
    ['1', 't ', 'T column1:23/4/-1/0 column2:25/-1/-1/0', '2', 'D "1" "k"', 'C FETCH 1', 'Z T']],
  ['update ctd set column2 = $1 where current of e', ['new'], [],
    ['1', 't 25', 'n', '2', 'C UPDATE 1', 'Z T']],
  ['commit', [], [],
    ['1', 't ', 'n', '2', 'C COMMIT', 'Z I']],
  ['select * from ctd order by 1', [], [],
    ['1', 't ', 'T column1:23/4/-1/0 column2:25/-1/-1/0', '2', 'D "1" "new"', 'D "7" "l"', 'C SELECT 2', 'Z I']],
  ['prepare pq(int) as select $1 + 1 as r', [], [],
    ['1', 't ', 'n', '2', 'C PREPARE', 'Z I']],
  ['create table cte as execute pq(5)', [], [],
    ['1', 't ', 'n', '2', 'C SELECT 1', 'Z I']],
  ['select * from cte', [], [],
    ['1', 't ', 'T r:23/4/-1/0', '2', 'D "6"', 'C SELECT 1', 'Z I']],
  ['create table ctf as execute pq($1)', ['5'], [],
    ['1', 't ', 'n', 'E ERROR 08P01', 'Z I']],
  ['explain (costs off) create table cg as select $1::int', ['5'], [],
    ['1', 't 23', 'T QUERY PLAN:25/-1/-1/0', '2', 'D "Result"', 'C EXPLAIN', 'Z I']],
  ['explain (costs off) declare x cursor for select $1::int', ['5'], [],
    ['1', 't 23', 'T QUERY PLAN:25/-1/-1/0', '2', 'D "Result"', 'C EXPLAIN', 'Z I']],
  ['begin', [], [],
    ['1', 't ', 'n', '2', 'C BEGIN', 'Z T']],
  ['declare f cursor for select $1::int', [], [],
    ['1', 't 23', 'n', 'E ERROR 08P01', 'Z E']],
  ['rollback', [], [],
    ['1', 't ', 'n', '2', 'C ROLLBACK', 'Z I']],
  ['begin', [], [],
    ['1', 't ', 'n', '2', 'C BEGIN', 'Z T']],
  ['declare f cursor for select $2::int', ['1', '2'], [23],
    ['1', 't 23 23', 'n', '2', 'C DECLARE CURSOR', 'Z T']],
  ['rollback', [], [],
    ['1', 't ', 'n', '2', 'C ROLLBACK', 'Z I']],
  ['create table ch as select $1::int', ['5', '6'], [],
    ['1', 't 23', 'n', 'E ERROR 08P01', 'Z I']],
  ['create table cj as with x as (select $1::int as a) select a * $2 as r from x', ['5', '6'], [],
    ['1', 't 23 23', 'n', '2', 'C SELECT 1', 'Z I']],
  ['select * from cj', [], [],
    ['1', 't ', 'T r:23/4/-1/0', '2', 'D "30"', 'C SELECT 1', 'Z I']],
  ['create rule rr as on insert to cta do also select $1', ['1'], [],
    ['1', 't ', 'n', 'E ERROR 08P01', 'Z I']],
  ['create table cfn (a int default $1)', ['1'], [],
    ['1', 't ', 'n', 'E ERROR 08P01', 'Z I']],
  ['copy (select $1::int) to stdout', ['1'], [],
    ['1', 't ', 'n', 'E ERROR 08P01', 'Z I']],
  ['alter table cta add check (a > $1)', ['1'], [],
    ['1', 't ', 'n', 'E ERROR 08P01', 'Z I']],
  ['create index on cta ((a + $1))', ['1'], [],
    ['1', 't ', 'n', 'E ERROR 08P01', 'Z I']],
  ["create procedure pv(inout a int, b text) language sql as 'select $1 + length($2)'", [], [],
    ['1', 't ', 'n', '2', 'C CREATE PROCEDURE', 'Z I']],
  ['call pv($1, $2)', ['3', 'xy'], [2278, 2278],
    ['1', 't 23 25', 'T a:23/4/-1/0', '2', 'D "5"', 'C CALL', 'Z I']],
]

test('parameters of the query in a utility statement', async () => {
  const server = await startServer()
  const client = await connected(server.port)
  try {
    for (const [text, values, types, expected] of CASES) {
      client.send(parse('', text, types), describe('S', ''), bind('', '', values), execute(''), sync())
      assert.deepEqual((await client.take('Z')).map(describeMessage), expected, text)
    }
    client.send(parse('', 'create materialized view v as select $1::int'), bind('', '', ['1']), execute(''), sync())
    assert.ok((await client.take('Z')).map(describeMessage).includes('E ERROR 0A000'))
    assert.deepEqual(server.log, [])
  } finally {
    client.end()
    await server.close()
  }
})

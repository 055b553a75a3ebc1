/**
 * Conversations in the protocol, message by message, and what PostgreSQL 15 answers. Every conversation runs three
 * times: whole, with each byte in a packet of its own, and cut at uneven places.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import {
  bind, close, connected, copyData, copyDone, copyFail, cstr, describe, describeMessage, execute, flush, i16, message,
  parse, query, sync,
} from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'

const TABLE = `create schema q; set search_path = q; create table t(a int primary key, b text, c numeric, d timestamptz);
  insert into t values (1, 'r1', 1.5, '2020-01-01 00:00:00+00'), (2, 'r2', 3.0, '2020-01-01 00:00:00+00'), (3, 'r3', 4.5, '2020-01-01 00:00:00+00'),
    (4, 'r4', 6, '2020-01-01 00:00:00+00'), (5, 'r5', 7.5, '2020-01-01 00:00:00+00')`

/** @type {{ name: string, steps: { send: Buffer[], answers: string[], readies?: number }[] }[]} */
const CONVERSATIONS = [
  { name: 'statements, parameters, formats', steps: [
    { send: [parse('', 'select a, b from t where a>$1 order by a'), describe('S', ''), bind('', '', ['2']), describe('P', ''), execute(''), sync()], answers: ['1', 't 23', 'T a:23/4/-1/0 b:25/-1/-1/0', '2', 'T a:23/4/-1/0 b:25/-1/-1/0', 'D "3" "r3"', 'D "4" "r4"', 'D "5" "r5"', 'C SELECT 3', 'Z I'] },
    { send: [parse('', 'select a, b from t where a>$1 order by a', [20]), describe('S', ''), bind('', '', ['2']), describe('P', ''), execute(''), sync()], answers: ['1', 't 20', 'T a:23/4/-1/0 b:25/-1/-1/0', '2', 'T a:23/4/-1/0 b:25/-1/-1/0', 'D "3" "r3"', 'D "4" "r4"', 'D "5" "r5"', 'C SELECT 3', 'Z I'] },
    { send: [parse('s1', 'select a, b, c, d from t order by a'), bind('p1', 's1', [], [], [1]), describe('P', 'p1'), execute('p1', 2), execute('p1', 2), execute('p1', 2), execute('p1', 2), sync()], answers: ['1', '2', 'T a:23/4/-1/1 b:25/-1/-1/1 c:1700/-1/-1/1 d:1184/8/-1/1', 'D "\\u0000\\u0000\\u0000\\u0001" "r1" "\\u0000\\u0002\\u0000\\u0000\\u0000\\u0000\\u0000\\u0001\\u0000\\u0001\\u0013" "\\u0000\\u0002>\\u0007Â`\\u0000"', 'D "\\u0000\\u0000\\u0000\\u0002" "r2" "\\u0000\\u0001\\u0000\\u0000\\u0000\\u0000\\u0000\\u0001\\u0000\\u0003" "\\u0000\\u0002>\\u0007Â`\\u0000"', 's', 'D "\\u0000\\u0000\\u0000\\u0003" "r3" "\\u0000\\u0002\\u0000\\u0000\\u0000\\u0000\\u0000\\u0001\\u0000\\u0004\\u0013" "\\u0000\\u0002>\\u0007Â`\\u0000"', 'D "\\u0000\\u0000\\u0000\\u0004" "r4" "\\u0000\\u0001\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0006" "\\u0000\\u0002>\\u0007Â`\\u0000"', 's', 'D "\\u0000\\u0000\\u0000\\u0005" "r5" "\\u0000\\u0002\\u0000\\u0000\\u0000\\u0000\\u0000\\u0001\\u0000\\u0007\\u0013" "\\u0000\\u0002>\\u0007Â`\\u0000"', 'C SELECT 1', 'C SELECT 0', 'Z I'] },
    { send: [parse('s1', 'select 1'), sync()], answers: ['E ERROR 42P05', 'Z I'] },
    { send: [close('S', 's1'), close('S', 'nosuch'), close('P', 'nosuch'), parse('s1', 'select 2'), sync()], answers: ['3', '3', '3', '1', 'Z I'] },
    { send: [bind('p', 's1'), execute('p'), execute('p'), execute('p', 1), sync()], answers: ['2', 'D "2"', 'C SELECT 1', 'C SELECT 0', 'C SELECT 0', 'Z I'] },
    { send: [bind('p', 's1'), sync(), execute('p'), sync()], answers: ['2', 'Z I', 'E ERROR 34000', 'Z I'] },
    { send: [query('begin'), bind('p', 's1'), sync(), execute('p'), sync(), bind('p', 's1'), sync(), execute('p'), sync(), query('rollback')], answers: ['C BEGIN', 'Z T', '2', 'Z T', 'D "2"', 'C SELECT 1', 'Z T', 'E ERROR 42P03', 'Z E', 'E ERROR 25P02', 'Z E', 'C ROLLBACK', 'Z I'] },
    { send: [bind('', 'nosuch'), execute(''), describe('P', ''), sync()], answers: ['E ERROR 26000', 'Z I'] },
    { send: [describe('S', 'nosuch'), sync(), describe('P', 'nosuch'), sync(), execute('nosuch'), sync()], answers: ['E ERROR 26000', 'Z I', 'E ERROR 34000', 'Z I', 'E ERROR 34000', 'Z I'] },
    { send: [parse('', ''), describe('S', ''), bind('', ''), describe('P', ''), execute(''), sync()], answers: ['1', 't ', 'n', '2', 'n', 'I', 'Z I'] },
    { send: [parse('', 'select 1; select 2'), sync()], answers: ['E ERROR 42601', 'Z I'] },
    {
      send: [parse('', 'select 5'), sync(), parse('', 'call nosuch()'), sync(), bind('', ''), execute(''), sync()],
      answers: ['1', 'Z I', 'E ERROR 42883', 'Z I', 'E ERROR 26000', 'Z I'],
    },
    { send: [parse('', ';'), bind('', ''), execute(''), sync()], answers: ['1', '2', 'I', 'Z I'] },
    { send: [parse('', 'select 1;'), bind('', ''), execute(''), sync()], answers: ['1', '2', 'D "1"', 'C SELECT 1', 'Z I'] },
    { send: [parse('', 'select $1', []), describe('S', ''), bind('', '', ['x']), execute(''), sync()], answers: ['1', 't 25', 'T ?column?:25/-1/-1/0', '2', 'D "x"', 'C SELECT 1', 'Z I'] },
    { send: [parse('', 'select $1::int + $2', []), describe('S', ''), bind('', '', ['1', '2']), execute(''), sync()], answers: ['1', 't 23 23', 'T ?column?:23/4/-1/0', '2', 'D "3"', 'C SELECT 1', 'Z I'] },
    { send: [parse('', 'select $2::int', []), describe('S', ''), sync()], answers: ['E ERROR 42P18', 'Z I'] },
    { send: [parse('', 'select $1::int', [0]), describe('S', ''), bind('', '', [null]), execute(''), sync()], answers: ['1', 't 23', 'T int4:23/4/-1/0', '2', 'D \\N', 'C SELECT 1', 'Z I'] },
    { send: [parse('', 'select 1', [23, 25]), describe('S', ''), bind('', '', ['1', 'x']), execute(''), sync()], answers: ['1', 't 23 25', 'T ?column?:23/4/-1/0', '2', 'D "1"', 'C SELECT 1', 'Z I'] },
    { send: [parse('', 'select $1::int'), bind('', '', []), sync()], answers: ['1', 'E ERROR 08P01', 'Z I'] },
    { send: [parse('', 'select $1::int'), bind('', '', ['1', '2']), sync()], answers: ['1', 'E ERROR 08P01', 'Z I'] },
    { send: [parse('', 'select $1::int'), bind('', '', ['x']), sync()], answers: ['1', 'E ERROR 22P02', 'Z I'] },
    { send: [parse('', 'select $1::int'), bind('', '', [Buffer.from([0, 0, 0, 7])], [1], [1]), describe('P', ''), execute(''), sync()], answers: ['1', '2', 'T int4:23/4/-1/1', 'D "\\u0000\\u0000\\u0000\\u0007"', 'C SELECT 1', 'Z I'] },
    { send: [parse('', 'select $1::int'), bind('', '', [Buffer.from([0, 0, 7])], [1], [1]), sync()], answers: ['1', 'E ERROR 08P01', 'Z I'] },
    { send: [parse('', 'select $1::int'), bind('', '', [Buffer.from([0, 0, 0, 7, 7])], [1], [1]), sync()], answers: ['1', 'E ERROR 22P03', 'Z I'] },
    { send: [parse('', 'select $1::int'), bind('', '', ['1'], [2]), sync()], answers: ['1', 'E ERROR 22023', 'Z I'] },
    { send: [parse('', 'select $1::int'), bind('', '', ['1'], [0], [2]), sync()], answers: ['1', 'E ERROR 22023', 'Z I'] },
    { send: [parse('', 'select $1::int'), bind('', '', ['1'], [0, 0], [0]), sync()], answers: ['1', 'E ERROR 08P01', 'Z I'] },
    { send: [parse('', 'select $1::int'), bind('', '', ['1'], [], [0, 0]), execute(''), sync()], answers: ['1', 'E ERROR 08P01', 'Z I'] },
    { send: [parse('', 'select $1::int, 2'), bind('', '', ['1'], [], [0, 1]), describe('P', ''), execute(''), sync()], answers: ['1', '2', 'T int4:23/4/-1/0 ?column?:23/4/-1/1', 'D "1" "\\u0000\\u0000\\u0000\\u0002"', 'C SELECT 1', 'Z I'] },
    { send: [parse('', 'select $1::bytea, $2::text'), bind('', '', [Buffer.from([0, 255]), 'é'], [1, 0], [1, 0]), describe('P', ''), execute(''), sync()], answers: ['1', '2', 'T bytea:17/-1/-1/1 text:25/-1/-1/0', 'D "\\u0000ÿ" "Ã©"', 'C SELECT 1', 'Z I'] },
    { send: [parse('', 'select $1::text'), bind('', '', [Buffer.from([0x61, 0])], [0], [0]), execute(''), sync()], answers: ['1', 'E ERROR 22021', 'Z I'] },
    { send: [parse('', 'select $1::text'), bind('', '', [Buffer.from([0x61, 0])], [1], [0]), execute(''), sync()], answers: ['1', 'E ERROR 22021', 'Z I'] },
    { send: [parse('', 'select $1::text'), bind('', '', [Buffer.from([0x61, 0xff])], [0], [0]), execute(''), sync()], answers: ['1', 'E ERROR 22021', 'Z I'] },
    { send: [parse('', 'select $1::text'), bind('', '', [Buffer.from([0x61, 0xff])], [1], [0]), execute(''), sync()], answers: ['1', 'E ERROR 22021', 'Z I'] },
    { send: [parse('', Buffer.from([0x73, 0x65, 0x6c, 0x65, 0x63, 0x74, 0x20, 0x27, 0xff, 0x27])), sync()], answers: ['E ERROR 22021', 'Z I'] },
    { send: [query(Buffer.from([0x73, 0x65, 0x6c, 0x65, 0x63, 0x74, 0x20, 0x27, 0xff, 0x27]))], answers: ['E ERROR 22021', 'Z I'] },
    { send: [query('')], answers: ['I', 'Z I'] },
    { send: [query('   ')], answers: ['I', 'Z I'] },
    { send: [query(';;')], answers: ['I', 'Z I'] },
  ] },
  { name: 'errors and skipping to Sync', steps: [
    { send: [parse('', 'select 1/0'), bind('', ''), execute(''), parse('', 'select 1'), bind('', ''), execute(''), sync()], answers: ['1', 'E ERROR 22012', 'Z I'] },
    { send: [parse('c0', 'select 1/0'), describe('S', 'c0'), sync(), close('S', 'c0'), sync()], answers: ['1', 't ', 'T ?column?:23/4/-1/0', 'Z I', '3', 'Z I'] },
    { send: [parse('', 'selec'), describe('S', ''), bind('', ''), execute(''), sync(), parse('', 'select 7'), bind('', ''), execute(''), sync()], answers: ['E ERROR 42601', 'Z I', '1', '2', 'D "7"', 'C SELECT 1', 'Z I'] },
    { send: [parse('', 'insert into t values (10)'), bind('', ''), execute(''), parse('', 'select 1/(a-10) from t where a=10'), bind('', ''), execute(''), sync(), query('select count(*) from t')], answers: ['1', '2', 'C INSERT 0 1', '1', '2', 'E ERROR 22012', 'Z I', 'T count:20/8/-1/0', 'D "5"', 'C SELECT 1', 'Z I'] },
    { send: [parse('', 'insert into t values (11)'), bind('', ''), execute(''), sync(), parse('', 'select 1/(a-10) from t where a=10'), bind('', ''), execute(''), sync(), query('select count(*) from t')], answers: ['1', '2', 'C INSERT 0 1', 'Z I', '1', '2', 'C SELECT 0', 'Z I', 'T count:20/8/-1/0', 'D "6"', 'C SELECT 1', 'Z I'] },
    { send: [query('begin'), parse('', 'select 1/0'), bind('', ''), execute(''), sync(), parse('', 'select 1'), sync(), parse('', 'rollback'), bind('', ''), execute(''), sync()], answers: ['C BEGIN', 'Z T', '1', 'E ERROR 22012', 'Z E', 'E ERROR 25P02', 'Z E', '1', '2', 'C ROLLBACK', 'Z I'] },
    { send: [query('begin'), parse('pp', 'select 1'), query('select 1/0'), bind('', 'pp'), sync(), describe('S', 'pp'), sync(), parse('', 'rollback'), describe('S', ''), bind('', ''), describe('P', ''), execute(''), sync()], answers: ['C BEGIN', 'Z T', '1', 'E ERROR 22012', 'Z E', 'E ERROR 25P02', 'Z E', 'E ERROR 25P02', 'Z E', '1', 't ', 'n', '2', 'n', 'C ROLLBACK', 'Z I'] },
    { send: [parse('b', 'begin'), bind('', 'b'), execute(''), sync(), parse('', 'commit'), bind('', ''), execute(''), sync()], answers: ['1', '2', 'C BEGIN', 'Z T', '1', '2', 'C COMMIT', 'Z I'] },
    { send: [parse('', 'begin'), bind('', ''), execute(''), parse('', 'insert into t values (12)'), bind('', ''), execute(''), parse('', 'commit'), bind('', ''), execute(''), sync(), query('select count(*) from t')], answers: ['1', '2', 'C BEGIN', '1', '2', 'C INSERT 0 1', '1', '2', 'C COMMIT', 'Z I', 'T count:20/8/-1/0', 'D "7"', 'C SELECT 1', 'Z I'] },
    { send: [parse('', 'insert into t values (13)'), bind('', ''), execute(''), parse('', 'begin'), bind('', ''), execute(''), sync(), query('rollback'), query('select count(*) from t')], answers: ['1', '2', 'C INSERT 0 1', '1', '2', 'C BEGIN', 'Z T', 'C ROLLBACK', 'Z I', 'T count:20/8/-1/0', 'D "7"', 'C SELECT 1', 'Z I'] },
    { send: [parse('', 'insert into t values (14)'), bind('', ''), execute(''), parse('', 'rollback'), bind('', ''), execute(''), sync(), query('select count(*) from t')], answers: ['1', '2', 'C INSERT 0 1', '1', '2', 'N WARNING 25P01', 'C ROLLBACK', 'Z I', 'T count:20/8/-1/0', 'D "7"', 'C SELECT 1', 'Z I'] },
    { send: [parse('', 'insert into t values (15)'), bind('', ''), execute(''), parse('', 'commit'), bind('', ''), execute(''), parse('', 'select 1/0'), sync(), query('select count(*) from t')], answers: ['1', '2', 'C INSERT 0 1', '1', '2', 'N WARNING 25P01', 'C COMMIT', '1', 'Z I', 'T count:20/8/-1/0', 'D "8"', 'C SELECT 1', 'Z I'] },
    { send: [parse('', 'vacuum'), bind('', ''), execute(''), sync()], answers: ['1', '2', 'C VACUUM', 'Z I'] },
    { send: [parse('', 'insert into t values (16)'), bind('', ''), execute(''), parse('', 'vacuum'), bind('', ''), execute(''), sync()], answers: ['1', '2', 'C INSERT 0 1', '1', '2', 'E ERROR 25001', 'Z I'] },
    { send: [query('select count(*) from t')], answers: ['T count:20/8/-1/0', 'D "8"', 'C SELECT 1', 'Z I'] },
    { send: [parse('', 'savepoint x'), bind('', ''), execute(''), sync()], answers: ['1', '2', 'E ERROR 25P01', 'Z I'] },
    { send: [parse('', 'set local work_mem=\'1MB\''), bind('', ''), execute(''), sync()], answers: ['1', '2', 'N WARNING 25P01', 'C SET', 'Z I'] },
    { send: [describe('S', ''), describe('P', ''), sync()], answers: ['t ', 'n', 'E ERROR 34000', 'Z I'] },
    { send: [message('D', cstr('Xfoo')), sync()], answers: ['E ERROR 08P01', 'Z I'] },
    { send: [message('C', cstr('Xfoo')), sync()], answers: ['E ERROR 08P01', 'Z I'] },
    { send: [message('E', cstr('')), sync()], answers: ['E ERROR 08P01', 'Z I'] },
    { send: [message('P', cstr('')), sync()], answers: ['E ERROR 08P01', 'Z I'] },
    { send: [message('B', Buffer.concat([cstr(''), cstr('')])), sync()], answers: ['E ERROR 08P01', 'Z I'] },
    { send: [message('P', Buffer.concat([cstr(''), cstr('select 1'), i16(0), Buffer.from('zzz')])), sync()], answers: ['E ERROR 08P01', 'Z I'] },
    { send: [message('Q', Buffer.concat([cstr('select 1'), Buffer.from('zzz')]))], answers: ['E ERROR 08P01', 'Z I'] },
    { send: [message('Q', Buffer.from('select 1'))], answers: ['E ERROR 08P01', 'Z I'] },
    { send: [message('S', Buffer.from('select 1'))], answers: ['E ERROR 08P01', 'Z I'] },
    { send: [message('H', Buffer.from('q')), sync()], answers: ['E ERROR 08P01', 'Z I'] },
    { send: [message('d', Buffer.from('q')), sync()], answers: ['Z I'] },
    { send: [message('c', Buffer.alloc(0)), sync()], answers: ['Z I'] },
    { send: [message('f', cstr('x')), sync()], answers: ['Z I'] },
    { send: [flush(), sync()], answers: ['Z I'] },
    { send: [sync()], answers: ['Z I'] },
    { send: [sync(), sync(), sync()], answers: ['Z I', 'Z I', 'Z I'] },
  ] },
  { name: 'portals', steps: [
    { send: [parse('i', 'insert into t(a) values ($1) returning a'), bind('', 'i', ['100']), describe('P', ''), execute('', 1), execute('', 1), sync()], answers: ['1', '2', 'T a:23/4/-1/0', 'D "100"', 's', 'C INSERT 0 0', 'Z I'] },
    { send: [parse('', 'insert into t(a) values (200), (201), (202), (203), (204), (205) returning a'), bind('', ''), execute('', 2), execute('', 2), execute('', 0), sync(), query('select count(*) from t')], answers: ['1', '2', 'D "200"', 'D "201"', 's', 'D "202"', 'D "203"', 's', 'D "204"', 'D "205"', 'C INSERT 0 2', 'Z I', 'T count:20/8/-1/0', 'D "12"', 'C SELECT 1', 'Z I'] },
    { send: [parse('', 'update t set b=\'z\' where a>=200'), bind('', ''), execute('', 2), sync()], answers: ['1', '2', 'C UPDATE 6', 'Z I'] },
    { send: [query('begin'), parse('', 'select a from t order by a'), bind('c1', ''), execute('c1', 2), sync(), query('delete from t where a=3'), execute('c1', 2), sync(), query('savepoint s'), execute('c1', 1), sync(), query('rollback to s'), execute('c1', 1), sync(), query('commit'), execute('c1', 1), sync()], answers: ['C BEGIN', 'Z T', '1', '2', 'D "1"', 'D "2"', 's', 'Z T', 'C DELETE 1', 'Z T', 'D "3"', 'D "4"', 's', 'Z T', 'C SAVEPOINT', 'Z T', 'D "5"', 's', 'Z T', 'C ROLLBACK', 'Z T', 'D "100"', 's', 'Z T', 'C COMMIT', 'Z I', 'E ERROR 34000', 'Z I'] },
    { send: [query('begin'), parse('', 'select a from t order by a'), bind('c1', ''), execute('c1', 2), sync(), query('savepoint s'), parse('', 'select b from t order by a'), bind('c2', ''), execute('c2', 1), sync(), query('rollback to s'), execute('c2', 1), sync(), query('rollback to s'), execute('c1', 1), sync(), query('rollback')], answers: ['C BEGIN', 'Z T', '1', '2', 'D "1"', 'D "2"', 's', 'Z T', 'C SAVEPOINT', 'Z T', '1', '2', 'D "r1"', 's', 'Z T', 'C ROLLBACK', 'Z T', 'E ERROR 34000', 'Z E', 'C ROLLBACK', 'Z T', 'D "4"', 's', 'Z T', 'C ROLLBACK', 'Z I'] },
    { send: [parse('', 'show work_mem'), describe('S', ''), bind('', '', [], [], [1]), describe('P', ''), execute(''), sync()], answers: ['1', 't ', 'T work_mem:25/-1/-1/0', '2', 'T work_mem:25/-1/-1/1', 'D "4MB"', 'C SHOW', 'Z I'] },
    { send: [parse('', 'show timezone'), bind('', ''), execute('', 1), execute('', 1), sync()], answers: ['1', '2', 'D "UTC"', 's', 'C SHOW', 'Z I'] },
    { send: [parse('', 'explain select 1'), describe('S', ''), bind('', ''), describe('P', ''), sync()], answers: ['1', 't ', 'T QUERY PLAN:25/-1/-1/0', '2', 'T QUERY PLAN:25/-1/-1/0', 'Z I'] },
    { send: [parse('', 'values (1), (2), (3)'), bind('', ''), execute('', 3), execute('', 3), sync()], answers: ['1', '2', 'D "1"', 'D "2"', 'D "3"', 's', 'C SELECT 0', 'Z I'] },
    { send: [parse('', 'values (1), (2), (3)'), bind('', ''), execute('', 2), bind('', ''), execute('', 2), sync()], answers: ['1', '2', 'D "1"', 'D "2"', 's', '2', 'D "1"', 'D "2"', 's', 'Z I'] },
    { send: [parse('', 'values (1), (2), (3)'), bind('a', ''), execute('a', 2), close('P', 'a'), execute('a', 2), sync()], answers: ['1', '2', 'D "1"', 'D "2"', 's', '3', 'E ERROR 34000', 'Z I'] },
    { send: [parse('n', 'values (1)'), bind('a', 'n'), close('S', 'n'), execute('a'), sync()], answers: ['1', '2', '3', 'D "1"', 'C SELECT 1', 'Z I'] },
    { send: [parse('', 'create table zz(a int)'), describe('S', ''), bind('', ''), describe('P', ''), execute(''), sync()], answers: ['1', 't ', 'n', '2', 'n', 'C CREATE TABLE', 'Z I'] },
    { send: [parse('', 'begin'), describe('S', ''), bind('', ''), describe('P', ''), execute(''), sync(), query('rollback')], answers: ['1', 't ', 'n', '2', 'n', 'C BEGIN', 'Z T', 'C ROLLBACK', 'Z I'] },
    { send: [parse('', 'prepare foo as select 1'), describe('S', ''), bind('', ''), describe('P', ''), execute(''), sync()], answers: ['1', 't ', 'n', '2', 'n', 'C PREPARE', 'Z I'] },
    { send: [parse('', 'execute foo'), describe('S', ''), bind('', ''), describe('P', ''), execute(''), sync()], answers: ['1', 't ', 'T ?column?:23/4/-1/0', '2', 'T ?column?:23/4/-1/0', 'D "1"', 'C SELECT 1', 'Z I'] },
    { send: [bind('', 'foo'), describe('S', 'foo'), execute(''), sync()], answers: ['2', 't ', 'T ?column?:23/4/-1/0', 'D "1"', 'C SELECT 1', 'Z I'] },
    { send: [parse('', 'deallocate foo'), bind('', ''), execute(''), sync()], answers: ['1', '2', 'C DEALLOCATE', 'Z I'] },
    { send: [parse('q1', 'select 5'), query('execute q1'), query('deallocate q1'), bind('', 'q1'), sync()], answers: ['1', 'T ?column?:23/4/-1/0', 'D "5"', 'C SELECT 1', 'Z I', 'C DEALLOCATE', 'Z I', 'E ERROR 26000', 'Z I'] },
    { send: [parse('', 'select 1'), query('select 2'), bind('', ''), sync()], answers: ['1', 'T ?column?:23/4/-1/0', 'D "2"', 'C SELECT 1', 'Z I', 'E ERROR 26000', 'Z I'] },
    { send: [parse('u', 'select * from t'), query('alter table t add column e int'), bind('', 'u'), sync(), describe('S', 'u'), sync()], answers: ['1', 'C ALTER TABLE', 'Z I', 'E ERROR 0A000', 'Z I', 't ', 'E ERROR 0A000', 'Z I'] },
  ] },
  { name: 'COPY', steps: [
    { send: [query('copy t(a, b) from stdin'), copyData('50\tx\n51\t'), copyData('y\n'), copyDone()], answers: ['G 00000200000000', 'C COPY 2', 'Z I'] },
    { send: [query('copy t(a, b) from stdin'), copyData('52\tx\n53\ty'), copyDone()], answers: ['G 00000200000000', 'C COPY 2', 'Z I'] },
    { send: [query('copy t(a, b) from stdin'), copyFail('no more')], answers: ['G 00000200000000', 'E ERROR 57014', 'Z I'] },
    { send: [query('copy t(a, b) from stdin'), copyData('50\tx\n'), copyDone()], answers: ['G 00000200000000', 'E ERROR 23505', 'Z I'] },
    { send: [query('copy t(a, b) from stdin'), copyData('x\tx\n'), copyData('60\tx\n'), copyDone()], answers: ['G 00000200000000', 'E ERROR 22P02', 'Z I'] },
    { send: [query('copy t(a, b) from stdin'), copyData('61\tx\n\\.\n'), copyData('62\tx\n'), copyDone()], answers: ['G 00000200000000', 'C COPY 1', 'Z I'] },
    { send: [query('copy t(a, b) from stdin'), flush(), copyData('63\tx\n'), flush(), copyDone()], answers: ['G 00000200000000', 'C COPY 1', 'Z I'] },
    { send: [query('copy t(a, b) from stdin'), sync(), copyData('64\tx\n'), copyDone()], answers: ['G 00000200000000', 'C COPY 1', 'Z I'], readies: 1 },
    { send: [query('copy t(a, b) to stdout')], answers: ['H 00000200000000', 'd "1\\tr1\\n"', 'd "2\\tr2\\n"', 'd "3\\tr3\\n"', 'd "4\\tr4\\n"', 'd "5\\tr5\\n"', 'd "50\\tx\\n"', 'd "51\\ty\\n"', 'd "52\\tx\\n"', 'd "53\\ty\\n"', 'd "61\\tx\\n"', 'd "63\\tx\\n"', 'd "64\\tx\\n"', 'c', 'C COPY 12', 'Z I'] },
    { send: [query('copy (select a, b from t where a<3 order by a) to stdout with (format csv, header)')], answers: ['H 00000200000000', 'd "a,b\\n"', 'd "1,r1\\n"', 'd "2,r2\\n"', 'c', 'C COPY 2', 'Z I'] },
    { send: [parse('', 'copy t(a, b) from stdin'), describe('S', ''), bind('', ''), describe('P', ''), execute(''), copyData('70\tz\n'), copyDone(), sync()], answers: ['1', 't ', 'n', '2', 'n', 'G 00000200000000', 'C COPY 1', 'Z I'] },
    { send: [parse('', 'copy t(a, b) from stdin'), bind('', ''), execute(''), sync(), copyData('71\tz\n'), copyDone(), sync()], answers: ['1', '2', 'G 00000200000000', 'C COPY 1', 'Z I'], readies: 1 },
    { send: [query('select 2')], answers: ['T ?column?:23/4/-1/0', 'D "2"', 'C SELECT 1', 'Z I'] },
    { send: [parse('', 'copy t(a, b) from stdin'), bind('', ''), execute(''), copyFail('zz'), parse('', 'select 1'), sync()], answers: ['1', '2', 'G 00000200000000', 'E ERROR 57014', 'Z I'] },
    { send: [parse('', 'copy (select 1) to stdout'), bind('', ''), execute(''), sync()], answers: ['1', '2', 'H 0000010000', 'd "1\\n"', 'c', 'C COPY 1', 'Z I'] },
    { send: [query('select 1; copy t(a) from stdin; select 3'), copyData('80\n'), copyDone()], answers: ['T ?column?:23/4/-1/0', 'D "1"', 'C SELECT 1', 'G 0000010000', 'C COPY 1', 'T ?column?:23/4/-1/0', 'D "3"', 'C SELECT 1', 'Z I'] },
    { send: [query('copy t(a) from stdin; copy t(a) from stdin; select 3'), copyData('81\n'), copyDone(), copyData('82\n'), copyDone()], answers: ['G 0000010000', 'C COPY 1', 'G 0000010000', 'C COPY 1', 'T ?column?:23/4/-1/0', 'D "3"', 'C SELECT 1', 'Z I'] },
    { send: [query('begin; copy t(a) from stdin; select 1/0'), copyData('83\n'), copyDone()], answers: ['C BEGIN', 'G 0000010000', 'C COPY 1', 'E ERROR 22012', 'Z E'] },
    { send: [query('rollback')], answers: ['C ROLLBACK', 'Z I'] },
    { send: [query('copy t(a, b) from stdin'), copyData(Buffer.from([0x39, 0x30, 9, 0xff, 10])), copyDone()], answers: ['G 00000200000000', 'E ERROR 22021', 'Z I'] },
    { send: [query('copy t(a, b) from stdin'), copyData('91\tx\textra\n'), copyDone()], answers: ['G 00000200000000', 'E ERROR 22P04', 'Z I'] },
    { send: [query('copy t(a, b) from stdin'), copyData('92\n'), copyDone()], answers: ['G 00000200000000', 'E ERROR 22P04', 'Z I'] },
    { send: [query('copy t(a, b) from stdin'), copyData('\\N\tx\n'), copyDone()], answers: ['G 00000200000000', 'E ERROR 23502', 'Z I'] },
    { send: [query('copy nosuch from stdin')], answers: ['E ERROR 42P01', 'Z I'] },
    { send: [query('copy t(nosuch) from stdin')], answers: ['E ERROR 42703', 'Z I'] },
    { send: [query('copy t(a, a) from stdin')], answers: ['E ERROR 42701', 'Z I'] },
    { send: [query('select a, b from t order by a')], answers: ['T a:23/4/-1/0 b:25/-1/-1/0', 'D "1" "r1"', 'D "2" "r2"', 'D "3" "r3"', 'D "4" "r4"', 'D "5" "r5"', 'D "50" "x"', 'D "51" "y"', 'D "52" "x"', 'D "53" "y"', 'D "61" "x"', 'D "63" "x"', 'D "64" "x"', 'D "70" "z"', 'D "71" "z"', 'D "80" \\N', 'D "81" \\N', 'D "82" \\N', 'C SELECT 17', 'Z I'] },
  ] },
]

/**
 * @param {import('../support/wire-client.js').WireClient} client
 * @param {Buffer} bytes
 * @param {number[]} sizes of the pieces, repeated
 */
async function sendInPieces(client, bytes, sizes) {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length]
    client.socket.write(bytes.subarray(at, at + size))
    at += size
    await new Promise((resolve) => { setImmediate(resolve) })
  }
}

for (const { name, steps } of CONVERSATIONS) {
  for (const [how, sizes] of /** @type {[string, number[]][]} */ ([
    ['whole', [1 << 30]],
    ['byte by byte', [1]],
    ['in uneven pieces', [3, 7, 1, 19, 5]],
  ])) {
    test(`${name}, ${how}`, async () => {
      const server = await startServer()
      const client = await connected(server.port)
      try {
        await client.query(TABLE)
        for (const { send, answers, readies } of steps) {
          const expected = readies ?? send.filter((part) => part[0] === 81 || part[0] === 83).length
          await sendInPieces(client, Buffer.concat(send), sizes)
          assert.deepEqual((await client.take('Z', expected)).map(describeMessage), answers)
        }
        assert.deepEqual(server.log, [])
      } finally {
        client.end()
        await server.close()
      }
    })
  }
}

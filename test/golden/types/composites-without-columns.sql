-- A composite type without columns has one value, written ().
create type e0 as ()
select '()'::e0
select row()::e0
select ' ( ) '::e0
select '(,)'::e0
select '(1)'::e0
select ''::e0
select '( )'::e0
create table t0()
insert into t0 default values
select * from t0
select t0 from t0
select t0::text from t0
select '()'::t0
select '()'::e0 = '()'::e0
select row() = row()
select array['()'::e0]
select '{"()"}'::e0[]
select null::e0 is null, '()'::e0 is null, '()'::e0 is not null
create table th(a e0, b int)
insert into th values ('()', 1), (null, 2), (row(), 3)
select * from th
select a from th order by a
copy th to stdout
select row_to_json(th), to_jsonb(a) from th
select jsonb_populate_record(null::e0, '{}')
alter type e0 add attribute x int
select '()'::e0
select '(1)'::e0
select * from th
alter type e0 drop attribute x
select '()'::e0
select * from th
create type e1 as (x int)
select '()'::e1
select '( )'::e1
select '("")'::e1
select '(,)'::e1
select '(1,)'::e1
alter type e1 drop attribute x
select '()'::e1
select pg_input_is_valid('()','e0')
create type e2 as (t text)
select '()'::e2, '( )'::e2, '("")'::e2, ('()'::e2).t is null
create domain d0 as e0
select '()'::d0
select hash_record('()'::e0)
select record_eq('()'::e0,'()'::e0)
select t0 is null from t0
select count(t0), count(*) from t0
select array_agg(t0) from t0
select (t0).* from t0
select '()'::record
select json_agg(t0) from t0
create function f0() returns e0 language sql as 'select row()::e0'
select f0()
select * from f0()
select x from f0() x

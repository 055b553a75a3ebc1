-- Calls that defaults make ambiguous, count() without a star, WITH queries that give nothing, temporary partitions, variables of JSON paths.
create function amb(a int, b int default 1) returns int language sql as 'select 1'
create function amb(a int, c text default 'x') returns int language sql as 'select 2'
select amb(1)
create function amb2(a int default 1) returns int language sql as 'select 1'
create function amb2(a text default 'x') returns int language sql as 'select 2'
select amb2()
select count() over ()
select count()
select sum() over ()
select string_agg(distinct x, ',' order by y) from (values ('a',1)) v(x,y)
select array_agg(distinct x order by y) from (values ('a',1)) v(x,y)
select array_agg(distinct x order by x, y) from (values ('a',1)) v(x,y)
select string_agg(distinct x, ',' order by x) from (values ('a',1)) v(x,y)
select string_agg(distinct x::text, ',' order by x) from (values ('a'::varchar,1)) v(x,y)
create table t14(a int)
with x as (insert into t14 values (1)) select * from x
with x as (update t14 set a = 1) select 1 from x
with x as (delete from t14) insert into t14 select * from x
create table ti(a int, b text)
create index on ti ((a + 1))
create view tv as select a from ti
alter table ti alter a type bigint
create index on ti (b) where a > 1
create type ct as (x int)
create table tc(c ct)
create index on tc ((c).x)
alter type ct alter attribute x type text
alter type ct add attribute y int
create index on tc (c)
alter type ct drop attribute y
alter type ct alter attribute x type bigint cascade
create table pp(a int) partition by range (a)
create temp table pt partition of pp for values from (1) to (2)
create temp table pt2(a int)
alter table pp attach partition pt2 for values from (1) to (2)
create temp table tpp(a int) partition by range (a)
create table ptp partition of tpp for values from (1) to (2)
create temp table inh() inherits (t14)
create table inh2() inherits (pt2)
select jsonb_path_query('{"a":1}', '$.a == $x')
select jsonb_path_query('{"a":1}', '$x')
select jsonb_path_exists('{"a":1}', '$ ? (@.a > $min)', '{}')
select jsonb_path_query('{"a":1}', '$x', '{"x":2}')
select jsonb_path_query('{"a":1}', '$x', '[1]')
select '{"a":1}'::jsonb @? '$ ? (@.a > $min)'
select jsonb_path_query('{"a":1}', '$x', silent => true)
create function v1(a int) returns int language sql as 'select 1'
create function v1(variadic a int[]) returns int language sql as 'select 2'
select v1(1), v1(1,2)
create function v2(a int, variadic b int[]) returns int language sql as 'select 1'
create function v2(variadic a int[]) returns int language sql as 'select 2'
select v2(1,2)
select v2(1)
select v2(variadic array[1])
create function nm(a int, b text) returns int language sql as 'select 1'
create function nm(b text, a int) returns int language sql as 'select 2'
select nm(a => 1, b => 'x')
select nm(1, 'x'::text), nm('x'::text, 1)
select nm(1, b => 'x')
create schema s2
create function s2.amb(a int) returns int language sql as 'select 3'
set search_path = s2, public
select amb(1)
set search_path = public, s2
select amb(1)
select amb(1::smallint)
select amb('1')
create function dd(a int) returns int language sql as 'select 1'
create function dd(a int, b int default 2) returns int language sql as 'select 2'
select dd(1)
select dd(1,2)
create function dd2(a numeric) returns int language sql as 'select 1'
create function dd2(a int, b int default 2) returns int language sql as 'select 2'
select dd2(1), dd2(1.5)
with recursive x as (insert into t14 values (1)) select 1
with x as (insert into t14 values (1) returning a), y as (delete from t14) select * from x, y
with y as (delete from t14) select * from t14 where exists (select from y)
with y as (delete from t14) select 1
select sum(1) over (), count(*) over (), count(1) over ()
select row_number() over (), lag(1) over ()
select regr_count() over ()
create temp table me_dims (a int[]);
select (array[1])[1][1][1][1][1][1][1][1];
select a[1:2][1][1][1][1][1][1] from me_dims;
update me_dims set a[1][1][1][1][1][1][1] = 3;
insert into me_dims (a[1][1][1][1][1][1][1][1]) values (1);
do $$ declare a int[]; begin a[1][1][1][1][1][1][1] := 2; end $$;
do $$ begin execute (select format('select row(%s)', string_agg(i::text, ',')) from generate_series(1, 1665) i); exception when too_many_columns then raise notice '%', sqlerrm; end $$;
do $$ begin execute (select format('select 1 where (%1$s) < (%1$s)', string_agg(i::text, ',')) from generate_series(1, 1665) i); exception when too_many_columns then raise notice '%', sqlerrm; end $$;
do $$ begin execute (select format('select 1 where (%s) in (select 1)', string_agg(i::text, ',')) from generate_series(1, 1665) i); exception when too_many_columns then raise notice '%', sqlerrm; end $$;
do $$ begin execute (select format('values (%s)', string_agg(i::text, ',')) from generate_series(1, 1665) i); exception when too_many_columns then raise notice '%', sqlerrm; end $$;
do $$ begin execute (select format('select (row(%s)).f1664', string_agg(i::text, ',')) from generate_series(1, 1664) i); exception when too_many_columns then raise notice '%', sqlerrm; end $$;

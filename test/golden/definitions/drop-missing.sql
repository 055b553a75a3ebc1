DROP COLLATION nope
DROP COLLATION IF EXISTS nope, other.nope
DROP COLLATION "C"
DROP CONVERSION nope
DROP CONVERSION IF EXISTS nope
DROP TEXT SEARCH PARSER nope
DROP TEXT SEARCH PARSER IF EXISTS nowhere.nope
DROP TEXT SEARCH DICTIONARY IF EXISTS nope
DROP TEXT SEARCH TEMPLATE nope
DROP TEXT SEARCH CONFIGURATION nope
DROP EXTENSION nope
DROP EXTENSION IF EXISTS nope
DROP LANGUAGE nope
DROP LANGUAGE IF EXISTS nope
DROP LANGUAGE sql
DROP FOREIGN DATA WRAPPER nope
DROP SERVER nope
DROP SERVER IF EXISTS nope CASCADE
DROP ACCESS METHOD nope
DROP ACCESS METHOD heap
DROP STATISTICS nope
DROP STATISTICS IF EXISTS nope
DROP PUBLICATION nope
DROP EVENT TRIGGER nope
DROP FOREIGN TABLE nope
DROP FOREIGN TABLE IF EXISTS nope, nowhere.nope
CREATE TABLE w (a int) WITH (oids)
CREATE TABLE w (a int) WITH (oids = true, fillfactor = 50)
CREATE TABLE w (a int) WITH (oids = false)
SELECT reloptions FROM pg_class WHERE relname = 'w'
DROP FOREIGN TABLE w
DROP TABLE w
drop transform for int language sql;
drop transform if exists for int language sql;
comment on transform for int language sql is 'x';
select pg_get_object_address('transform','{int}','{sql}');
select * from pg_get_object_address('transform','{int4}','{sql}');
create function ft(int) returns int transform for type int language sql as 'select 1';
select * from information_schema.transforms;
alter extension plpgsql add transform for int language sql;
drop transform if exists for nosuch language sql;
drop transform if exists for int language nosuch;
drop transform for int language nosuch;
drop transform if exists for text language plpgsql cascade;
end';
end';
select '[1]'::jsonb::int;
select '{"a":1}'::jsonb::numeric;
select '[]'::jsonb::bool;
select '"x"'::jsonb::bigint;
create type tro as (a int);
comment on transform for tro language plpgsql is 'x';
select pg_get_object_address('transform','{tro}','{sql}');
select pg_get_object_address('transform','{int}','{nosuch}');
select pg_get_object_address('transform','{int}','{}');
drop table public.nope_at_all
drop view if exists public.nope_at_all; drop index if exists public.nope_at_all; drop sequence if exists public.nope_at_all; drop materialized view if exists public.nope_at_all
drop index public.nope_at_all
drop type if exists public.nope_at_all[], nosuch.nope[]
drop function if exists f(public.nope, int), f(nosuch.x), f(int[], text, varchar(3), timestamp with time zone, numeric(3,1)), g(setof int), h(variadic int[], out x int)
drop aggregate if exists a(*), a(int order by text), a(nosuch.t); drop procedure if exists public.p(int, text); drop routine if exists public.r
drop operator if exists @@@@ (nosuch.t, int), @@@@ (int, public.nope), @@@@ (int, int)
drop cast if exists (nosuch.t as int); drop cast if exists (int as public.nope[])
create table named_twice (a int, constraint named_u unique (a), constraint named_c check (a > 0))
alter table named_twice add constraint named_u unique (a)
alter table named_twice add constraint named_u primary key (a)
alter table named_twice add constraint named_c unique (a)
alter table named_twice add constraint named_u exclude using btree (a with =)
alter table named_twice add constraint named_u check (a > 1)
create unique index named_i on named_twice (a)
alter table named_twice add constraint named_u unique using index named_i
drop table named_twice

create role attack_u login;
create schema attack_s authorization attack_u;
grant usage on schema attack_s to public;
@u \c attack_u
@u set search_path = attack_s;
@u create function tries() returns text[] language plpgsql as $$declare c text; told text[]; begin foreach c in array array['create temp table z1(i int)', 'create table pg_temp.z2(i int)', 'create type pg_temp.z3 as (a int)', 'create type pg_temp.z4 as enum (''a'')', 'create type pg_temp.z5 as range (subtype=int)', 'create domain pg_temp.z6 as int', 'create function pg_temp.z7() returns int language sql as ''select 1''', 'create sequence pg_temp.z8', 'create temp sequence z9', 'create view pg_temp.z10 as select 1', 'create temp view z11 as select 1', 'create temp table z12 as select 1', 'create table pg_temp.z13 as select 1', 'create or replace temp view z14 as select 1', 'create temp recursive view z15(a) as select 1', 'create operator pg_temp.@@@ (leftarg=int, rightarg=int, function=int4eq)', 'create procedure pg_temp.z16() language sql as ''select 1''', 'create collation pg_temp.z17 from "C"', 'create text search dictionary pg_temp.z18 (template = pg_catalog.simple)', 'create text search configuration pg_temp.z19 (copy = pg_catalog.simple)', 'create aggregate pg_temp.z20(int) (sfunc=int4pl, stype=int)', 'create temp table if not exists z21(i int)', 'create table pg_temp.z22 (like attack_s.base)', 'create temp table z23() inherits (attack_s.base)', 'create table attack_s.ok(i int)'] loop begin execute c; told := told || ('+ ' || c); exception when others then told := told || format('%s %s: %s', sqlstate, sqlerrm, c); end; end loop; set search_path = pg_temp; begin create type z24 as (a int); told := told || 'z24'::text; exception when others then told := told || sqlerrm; end; begin create table z25(a int); told := told || 'z25'::text; exception when others then told := told || sqlerrm; end; return told; end$$;
@u create table base(i int);
@u create materialized view mv as select unnest(attack_s.tries()) t with no data;
refresh materialized view attack_s.mv;
select * from attack_s.mv;
@u drop table if exists ok;
@u refresh materialized view mv;
@u select * from mv;
@u select relname, relpersistence from pg_class where relname ~ '^z\d+$' order by 1;
@u select unnest(attack_s.tries());
@u discard temp;
drop schema attack_s cascade;
@end drop owned by attack_u cascade;
@end drop role attack_u;

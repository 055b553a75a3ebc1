create function et() returns event_trigger language plpgsql as $$ declare r record; begin for r in select * from pg_event_trigger_ddl_commands() loop raise notice '  % % % %', r.command_tag, r.object_type, r.object_identity, r.classid::regclass; end loop; end $$

create table a2 (b text, c int)

create event trigger e2 on ddl_command_end execute function et()

alter table a2 set schema public

alter table a2 alter c type bigint

alter table a2 alter c type text

alter table a2 set unlogged

alter table a2 set unlogged

alter table a2 set (fillfactor = 50)

alter table a2 rename c to c

alter table a2 rename to a2

alter table a2 owner to current_user

alter table a2 alter b drop not null

alter table a2 alter b drop default

alter table a2 disable trigger all

alter table a2 replica identity full

alter table a2 replica identity full

alter table a2 alter b set statistics 5

alter table a2 alter b set storage plain

alter table a2 enable row level security

alter table a2 enable row level security

alter table a2 set without oids

alter table a2 set access method heap

alter table a2 set tablespace pg_default

alter table a2 no inherit nope

alter table a2 cluster on nope

alter table a2 set without cluster

alter table a2 reset (fillfactor)

alter table a2 drop column if exists zzz

alter table a2 add column if not exists b text

alter index if exists nope rename to x

alter view if exists nope rename to x

alter function et() owner to current_user

alter schema public owner to current_user

comment on table a2 is null

create foreign data wrapper fw

create server sv foreign data wrapper fw

create foreign table ft (x int) server sv

alter foreign table ft add y int

alter foreign table ft options (add a 'b')

create foreign table if not exists ft (x int) server sv

create text search configuration tc (copy = simple)

alter text search configuration tc alter mapping for word with simple

alter text search configuration tc drop mapping for word

alter text search configuration tc rename to tc2

create text search dictionary td (template = simple)

alter text search dictionary td (accept = false)

create operator class oc for type int using btree as function 1 btint4cmp(int, int), operator 1 <

create operator family ofa using btree

alter operator family ofa using btree add operator 1 < (int, int)

alter operator family ofa using btree drop operator 1 (int, int)

create operator class oc3 for type int using btree family ofa as function 1 btint4cmp(int, int)

create table lk (like a2 including all)

comment on column a2.b is 'x'

create table lk2 (like a2 including comments, z int)

create table lk3 (like a2 including all)

alter type nope add value 'x'

create type en as enum ('a')

alter type en add value if not exists 'a'

alter type en owner to current_user

alter domain nope set not null

alter sequence if exists nope restart

create sequence sq

alter sequence sq restart

alter sequence sq owned by none

alter sequence sq owner to current_user

create table part (x int) partition by list (x)

create table p1 partition of part default

alter table part attach partition a2 for values in (1)

create table p3 (like part including all)

alter table part attach partition p3 for values in (1)

alter table part detach partition p3

import foreign schema x from server sv into public

create table if not exists a2 (x int)

create schema if not exists public

create extension if not exists plpgsql

create sequence if not exists sq

create materialized view mv as select 1 x

create materialized view if not exists mv as select 1

create index if not exists i1 on a2 (b)

create index if not exists i1 on a2 (b)

create or replace view vv as select 1 z

create or replace view vv as select 2 z, 3 q

select 5 as five into into1

create temp table tx as select 1

create temp sequence ts

grant select on a2 to public

grant execute on function et() to public

alter default privileges grant select on tables to public

reassign owned by current_user to current_user

create rule r as on insert to a2 do also nothing

create policy po on a2

create trigger tg before insert on a2 for each row execute function suppress_redundant_updates_trigger()

create statistics ss on b, c from a2

alter statistics ss set statistics 5

create publication pb for table a2 where (b > 'a')

alter publication pb add table lk

alter publication pb drop table lk

alter publication pb owner to current_user

create user mapping for current_user server sv

alter user mapping for current_user server sv options (x 'y')

refresh materialized view mv

create aggregate ag (int) (sfunc = int4pl, stype = int)

create cast (text as point) without function

create conversion cv for 'UTF8' to 'LATIN1' from utf8_to_iso8859_1

create collation if not exists cl from "C"

create collation if not exists cl from "C"

alter collation cl refresh version


create table passes (a int not null, b int not null)

alter table passes alter column b add generated always as identity, add primary key (a)

drop table passes

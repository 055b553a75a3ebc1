create role owners_u
create role owners_o
grant create on schema public to owners_u
create schema owners_s
create function owners_f() returns int language sql security definer as 'select 1'
create type owners_e as enum ('a')
create domain owners_d as int
set role owners_u
create function leak() returns int language sql leakproof as 'select 1'
create procedure leak() language sql leakproof as 'select 1'
create function leak() returns int language sql as 'select 1'
alter function leak() leakproof
alter function leak() not leakproof
alter function leak() owner to owners_o
alter function leak() set schema owners_s
alter function leak() owner to session_user
alter function leak() owner to current_user
alter function owners_f() owner to owners_u
alter function owners_f() strict
alter type owners_e owner to owners_u
alter type owners_e rename to mine
alter type owners_e add value 'b'
alter domain owners_d owner to owners_u
alter domain owners_d set default 3
create type own as enum ('q')
alter type own owner to owners_o
alter type own owner to session_user
alter type own owner to public
alter type own set schema owners_s
alter type own rename to own2
reset role
create function leak2() returns int language sql leakproof as 'select 1'
alter function leak() leakproof
set role owners_u
alter function leak() leakproof
create or replace function leak() returns int language sql as 'select 2'
reset role
select proname, proleakproof from pg_proc where proname like 'leak%' order by 1
drop function leak(), leak2(), owners_f()
drop type own2, owners_e
drop domain owners_d
drop schema owners_s
revoke create on schema public from owners_u
drop role owners_u, owners_o
create role owned_a; create role owned_b
create schema owned_schema authorization owned_a
alter default privileges in schema owned_schema grant select on tables to owned_a
alter default privileges in schema owned_schema grant select on sequences to owned_a, owned_b
alter default privileges for role owned_a revoke execute on functions from public
drop owned by owned_a, owned_b cascade
select defaclobjtype, defaclacl from pg_default_acl where defaclacl::text like '%owned%'
create schema owned_schema
alter default privileges in schema owned_schema grant select on tables to owned_a
drop owned by owned_a
drop schema owned_schema
select count(*) from pg_depend where classid = 'pg_default_acl'::regclass
drop role owned_a, owned_b
create role give_a; create role give_b; create role give_c in role give_a, give_b
create schema give_s authorization give_a
set role give_a
create function give_s.f() returns int language sql as 'select 1'; create table give_s.t (a int); create index give_i on give_s.t (a); create type give_s.ty as enum ('a'); create collation give_s.co from "C"
reset role
alter schema give_s owner to postgres
set role give_c
reassign owned by give_a to give_b
reset role
grant create on schema give_s to give_b
set role give_c
reassign owned by give_a to give_b
reset role
alter index give_s.give_i owner to give_a
alter index give_s.give_i owner to give_b
select relname, relowner::regrole from pg_class where relname in ('give_i', 't') and relnamespace = 'give_s'::regnamespace order by 1
create foreign data wrapper give_w; alter foreign data wrapper give_w owner to postgres
create role give_super superuser; alter foreign data wrapper give_w owner to give_super
reassign owned by give_super to give_a
drop foreign data wrapper give_w; drop schema give_s cascade; drop role give_a, give_b, give_c, give_super

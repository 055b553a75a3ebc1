set client_min_messages = error
create table told (n serial, what text)
create table k (id int primary key, v varchar(5) unique)
create table c (id int primary key, k int default 1 references k on delete set null on update cascade, v varchar(5) references k (v) on update cascade on delete set default)
create function tell() returns trigger language plpgsql as $$ declare cx text; begin get diagnostics cx = pg_context; insert into told (what) values (concat_ws(' ', tg_when, tg_level, tg_op, pg_trigger_depth(), cx)); return coalesce(new, old); end $$
create trigger b before update or delete on c for each row execute function tell()
create trigger s before update on c execute function tell()
create trigger a after update or delete on c for each row execute function tell()
insert into k values (1, 'x'), (2, 'y')
insert into c values (10, 1, 'x')
update k set id = 3 where id = 1
update k set v = 'z' where id = 3
delete from k where id = 3
select what from told order by n
create table child (id int primary key, k int not null references k on delete set null)
insert into child values (1, 2)
do $$ declare cx text; begin delete from k where id = 2; exception when not_null_violation then get stacked diagnostics cx = pg_exception_context; insert into told (what) values (cx); end $$
select what from told order by n desc limit 1
truncate told
create table t (id int, v text)
create function rows() returns trigger language plpgsql as $$ declare n int; m int; begin execute 'select count(*) from fresh' into n; execute 'select $1 + count(*) from fresh join gone using (id)' into m using 100; insert into told (what) values (n || ' ' || m); for n in execute 'select id from gone order by 1' loop insert into told (what) values ('gone ' || n); end loop; return null; end $$
create trigger r after update on t referencing new table as fresh old table as gone for each statement execute function rows()
insert into t values (1, 'a'), (2, 'b')
update t set v = v || '!'
select what from told order by n
create function spoil() returns trigger language plpgsql as $$ begin if new.id = 1 then delete from fresh; else execute 'update fresh set id = 1'; end if; return null; end $$
create trigger z after insert on t referencing new table as fresh for each row execute function spoil()
insert into t values (1, 'c')
insert into t values (2, 'd')
drop trigger z on t
truncate told
create table late (id int primary key, v int unique deferrable initially deferred)
create function waits() returns trigger language plpgsql as $$ begin insert into told (what) values (concat_ws(' ', tg_op, new.id, pg_trigger_depth())); set constraints all immediate; return null; end $$
create constraint trigger w after insert on late deferrable initially deferred for each row execute function waits()
begin
insert into late values (1, 1)
insert into late values (2, 2)
insert into late values (3, 3)
commit
select what from told order by n
insert into late values (4, 4) on conflict on constraint late_v_key do nothing
insert into late select 5, 5 where false on conflict on constraint late_v_key do nothing
do $$ begin set constraints all immediate; set local work_mem = '1MB'; end $$
create function redundant() returns t language sql as 'select 1, null::text'
create function outs(out a int, out b int) language sql as 'select 1, 2'
select * from redundant() as (a int, b text)
select * from outs() as (a int, b int)
create function two(int) returns setof record language plpgsql as $$ begin return query select * from two($1 - 1); end $$
select two(1)
create function next_row() returns table (a int, b text) language plpgsql as $$ begin return next row(1, 2); end $$
select * from next_row()
create function next_var() returns setof t language plpgsql as $$ declare r record; begin r := row(1, 2); return next r; end $$
select * from next_var()
truncate told
create function starts() returns event_trigger language plpgsql as $$ declare n int; begin select count(*) into n from pg_event_trigger_ddl_commands(); insert into told (what) values (concat_ws(' ', tg_event, tg_tag, n)); end $$
create function drops() returns event_trigger language plpgsql as $$ begin insert into told (what) select object_identity from pg_event_trigger_dropped_objects(); end $$
create function defaults() returns event_trigger language plpgsql as $$ begin insert into told (what) select object_type from pg_event_trigger_ddl_commands(); end $$
create event trigger e1 on sql_drop execute function drops()
create event trigger e2 on ddl_command_end when tag in ('ALTER DEFAULT PRIVILEGES') execute function defaults()
create event trigger e3 on ddl_command_start when tag in ('ALTER DEFAULT PRIVILEGES') execute function starts()
alter default privileges grant select on tables to public
alter default privileges revoke select on tables from public
drop function starts() cascade
drop event trigger e1
drop event trigger e2
select what from told order by n
create table waits (id int primary key, b text)
create function waits_tells() returns trigger language plpgsql as $$ begin insert into told (what) values (concat_ws(' ', tg_name, pg_trigger_depth(), old.b, new.b)); if length(new.b) < 3 then update waits set b = b || 't' where id = new.id; end if; return null; end $$
create constraint trigger waits_1 after update on waits deferrable initially deferred for each row execute function waits_tells()
create constraint trigger waits_2 after update on waits deferrable initially deferred for each row execute function waits_tells()
insert into waits values (1, 'a')
truncate told
begin
update waits set b = 'b' where id = 1
commit
select what from told order by n
create function waits_moves() returns int language plpgsql as $$ begin update waits set b = 'm' where id = 1; return 1; end $$
truncate told
begin
declare held cursor with hold for select waits_moves()
commit
fetch all from held
select what, b from told, waits order by n
close held
create function waits_asks() returns trigger language plpgsql as $$ begin raise exception 'asked first: %', tg_op; end $$
create trigger waits_3 before update on waits for each statement execute function waits_asks()
update waits set b = 'c' where current of nowhere
delete from waits where current of nowhere
update waits set nope = 'c' where current of nowhere
do $$ declare c cursor for select * from waits; begin open c; update waits set b = 'c' where current of c; end $$
do $$ declare c cursor for select * from waits; begin open c; delete from waits where current of c; end $$
create type row_of_one as (x bigint)
create type row_of_two as (x bigint, y text)
create function one_more(n int) returns setof row_of_one language plpgsql as $$ begin return next n; n := null; return next n; end $$
select * from one_more(4)
create function two_more(n int) returns setof row_of_two language plpgsql as $$ begin return next n; end $$
select * from two_more(4)
create function three_more(n int) returns setof row_of_two language plpgsql as $$ begin return next n + 1; end $$
select * from three_more(4)
create table parts (id int, c int generated always as (id + 1) stored)
create event trigger e1 on sql_drop execute function drops()
truncate told
alter table parts alter column c drop expression
alter table parts alter column id set not null, alter column id add generated always as identity
alter table parts alter column id drop identity
drop event trigger e1
select what from told order by n

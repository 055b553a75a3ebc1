create table log (n serial, what text)
create table t (a int, b text)
create function f() returns trigger language plpgsql as $$ begin insert into log (what) values (concat_ws(' ', tg_when, tg_op)); if tg_op <> 'INSERT' then insert into log (what) values (concat_ws(' ', old.ctid is null, old.tableoid::regclass)); end if; if tg_op <> 'DELETE' then insert into log (what) values (concat_ws(' ', new.ctid is null, new.tableoid::regclass)); end if; if tg_when = 'BEFORE' and tg_op = 'INSERT' then insert into log (what) values (concat_ws(' ', new.ctid)); end if; if tg_when = 'AFTER' and tg_op = 'INSERT' then perform 1 from t where ctid = new.ctid; insert into log (what) values (concat_ws(' ', found)); end if; if tg_when = 'BEFORE' and tg_op = 'UPDATE' then perform 1 from t where ctid = old.ctid and tableoid = old.tableoid; insert into log (what) values (concat_ws(' ', found)); end if; return coalesce(new, old); end $$
create trigger b before insert or update or delete on t for each row execute function f()
create trigger a after insert or update or delete on t for each row execute function f()
insert into t values (1,'x'),(2,'y')
update t set b = 'z'
delete from t where a = 1
create or replace function f() returns trigger language plpgsql as $$ begin new.nothere := 1; return new; end $$
insert into t values (1,'x')
create or replace function f() returns trigger language plpgsql as $$ begin perform new.xyz; return new; end $$
insert into t values (1,'x')
select what from log order by n
create table versions (a int)
create function g() returns trigger language plpgsql as $$ declare own xid := pg_current_xact_id()::xid; begin insert into log (what) values (concat_ws(' ', tg_when, tg_op, 'old', case tg_op when 'INSERT' then old.xmin::text else concat_ws(' ', old.xmin = own, old.xmax = own) end)); if tg_op = 'DELETE' or tg_when = 'AFTER' then insert into log (what) values (concat_ws(' ', tg_when, tg_op, 'new', new.xmin = own, case when tg_op <> 'UPDATE' then new.xmax end)); end if; return coalesce(new, old); end $$
create trigger b before insert or update or delete on versions for each row execute function g()
create trigger a after insert or update or delete on versions for each row execute function g()
truncate log
insert into versions values (1)
begin
update versions set a = 2
update versions set a = 3
savepoint s
update versions set a = 4
rollback to s
release s
commit
select what from log order by n
truncate log
begin
select a from versions for update
update versions set a = 6
delete from versions
commit
select what from log order by n
truncate log
insert into versions values (7)
begin
select a from versions for share
delete from versions
commit
select what from log order by n
create function h() returns trigger language plpgsql as $$ begin insert into log (what) values (concat_ws(' ', pg_typeof(new.xmin), pg_typeof(new.xmax), pg_typeof(new.cmin), pg_typeof(new.cmax))); return new; end $$
create trigger c before insert on versions for each row execute function h()
truncate log
insert into versions values (8)
select what from log order by n
create or replace function h() returns trigger language plpgsql as $$ begin new.xmin := 1; return new; end $$
insert into versions values (9)
do $$ declare r record; begin r.xmax := 1; end $$
do $$ declare r record; begin select 1 as a into r; r.cmin := 1; end $$
do $$ declare r versions; begin r.ctid := null; end $$
do $$ declare r record; begin select 1 as cmax into r; r.cmax := 2; perform set_config('my.cmax', r.cmax::text, false); end $$
show my.cmax

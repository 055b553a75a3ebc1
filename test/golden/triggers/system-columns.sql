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

create table t (a int primary key, b text)
create table log (n serial, w text)
create function st() returns trigger language plpgsql as $$ declare r record; begin  if tg_op = 'INSERT' then insert into log (w) select 'ins ' || count(*) || ' ' || sum(a) from newtab; for r in select * from newtab order by a loop insert into log (w) values (r.a || r.b); end loop;  elsif tg_op = 'UPDATE' then insert into log (w) select o.b || '->' || n.b from oldtab o join newtab n using (a) order by o.a;  else insert into log (w) select 'del ' || string_agg(b, ',' order by a) from oldtab; perform new.a; end if; return null; end $$
create trigger i after insert on t referencing new table as newtab for each statement execute function st()
create trigger u after update on t referencing new table as newtab old table as oldtab for each statement execute function st()
create trigger d after delete on t referencing old table as oldtab for each statement execute function st()
insert into t select i, 'v' || i from generate_series(1, 4) i
update t set b = b || '!' where a > 2
delete from t where a in (1, 4)
delete from t where a = 99
insert into t values (7, 'x')
select * from log order by n
create function rt() returns trigger language plpgsql as $$ begin raise notice '% % % % % % %', tg_name, tg_when, tg_level, tg_op, tg_table_name, tg_nargs, tg_argv; if tg_op = 'DELETE' then return old; end if; new.b := upper(new.b) || coalesce(tg_argv[0], ''); if new.a < 0 then return null; end if; return new; end $$
create trigger r before insert or update or delete on t for each row execute function rt('q', '2')
insert into t values (20, 'abc'), (-1, 'no')
update t set b = 'zz' where a = 20
delete from t where a = 20
select * from t order by a

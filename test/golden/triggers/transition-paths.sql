create table t (a int primary key, b text); create table log (n serial, msg text)
create function rep() returns trigger language plpgsql as $$ declare o text := '-'; n text := '-'; begin if tg_op in ('UPDATE','DELETE') then select string_agg(a || ':' || coalesce(b,'~'), ',' order by a) into o from ot; end if; if tg_op in ('UPDATE','INSERT') then select string_agg(a || ':' || coalesce(b,'~'), ',' order by a) into n from nt; end if; raise notice '% % old % new %', tg_table_name, tg_op, coalesce(o,'none'), coalesce(n,'none'); return null; end $$
create trigger ti after insert on t referencing new table as nt for each statement execute function rep()
create trigger tu after update on t referencing new table as nt old table as ot for each statement execute function rep()
create trigger td after delete on t referencing old table as ot for each statement execute function rep()
insert into t values (1,'a'),(2,'b'),(3,'c')
insert into t select g, 'g'||g from generate_series(10,13) g
update t set b = upper(b) where a < 12
update t set b = 'q' where false
delete from t where a = 13
insert into t values (1,'z'),(20,'n') on conflict (a) do update set b = excluded.b
insert into t values (1,'zz'),(21,'n') on conflict do nothing
merge into t using (values (1,'m'),(30,'new'),(2,'del')) v(x,y) on a = x when matched and y = 'del' then delete when matched then update set b = y when not matched then insert values (x,y)
with x as (delete from t where a > 20 returning *) insert into t select a + 100, b from x
create table c (id int references t on delete cascade on update cascade, v int)
create function repc() returns trigger language plpgsql as $$ begin raise notice 'c % %', tg_op, (select count(*) from ot); return null; end $$
create trigger cd after delete on c referencing old table as ot for each statement execute function repc()
create trigger cu after update on c referencing old table as ot for each statement execute function repc()
insert into c values (1, 1), (1, 2), (2, 3), (10, 4)
delete from t where a in (1, 10)
update t set a = a + 1000 where a = 11
truncate t cascade
create table p (a int, b text) partition by range (a); create table p1 partition of p for values from (0) to (10); create table p2 partition of p for values from (10) to (20)
create trigger ti after insert on p referencing new table as nt for each statement execute function rep()
create trigger tu after update on p referencing new table as nt old table as ot for each statement execute function rep()
create trigger td after delete on p referencing old table as ot for each statement execute function rep()
insert into p values (1,'a'),(11,'b')
update p set b = b || '!'
update p set a = a + 9 where a = 1
delete from p
create table i0 (a int, b text); create table i1 (c int) inherits (i0)
create trigger tu after update on i0 referencing new table as nt old table as ot for each statement execute function rep()
insert into i0 values (1,'x'); insert into i1 values (2,'y',3)
update i0 set b = 'u'
create function rowt() returns trigger language plpgsql as $$ begin raise notice 'row % of %', new.a, (select count(*) from nt); return null; end $$
create trigger r after insert on t referencing new table as nt for each row execute function rowt()
insert into t values (500,'r'),(501,'s')
begin; savepoint s; insert into t values (600,'x'); rollback to s; insert into t values (601,'y'); commit

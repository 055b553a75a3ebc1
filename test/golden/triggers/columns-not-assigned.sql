create table p (id int primary key)
insert into p values (1)
create table t (a int primary key, b text not null unique check (b <> 'bad'), c text generated always as (b || '!') stored, f int references p)
create function chg() returns trigger language plpgsql as $$ begin if tg_argv[0] = 'null' then new.b := null; elsif tg_argv[0] = 'bad' then new.b := 'bad'; elsif tg_argv[0] = 'dup' then new.b := 'y'; elsif tg_argv[0] = 'fk' then new.f := 99; elsif tg_argv[0] = 'key' then new.a := new.a + 100; elsif tg_argv[0] = 'ok' then new.b := new.b || 'z'; end if; return new; end $$
insert into t values (1, 'x', default, null), (2, 'y', default, null)
create trigger tr before update on t for each row execute function chg('null')
update t set f = null where a = 1
create or replace trigger tr before update on t for each row execute function chg('bad')
update t set f = null where a = 1
create or replace trigger tr before update on t for each row execute function chg('dup')
update t set f = null where a = 1
create or replace trigger tr before update on t for each row execute function chg('fk')
update t set b = b where a = 1
create or replace trigger tr before update on t for each row execute function chg('key')
update t set f = null where a = 1
set enable_seqscan = off
select * from t where a = 101
select * from t where a = 1
create or replace trigger tr before update on t for each row execute function chg('ok')
update t set f = null where a = 2
select * from t where b = 'yz'
select * from t where b = 'y'
insert into t values (2, 'q') on conflict (a) do update set f = null
select * from t where b = 'yzz'
merge into t using (values (2)) v(x) on a = x when matched then update set f = null
select * from t order by a
reset enable_seqscan
create table pt (k int, v text) partition by range (k)
create table pt1 partition of pt for values from (0) to (10)
create table pt2 partition of pt for values from (10) to (20)
create function mv() returns trigger language plpgsql as $$ begin new.k := new.k + 10; return new; end $$
create trigger m before update on pt1 for each row execute function mv()
insert into pt values (1, 'a'), (2, 'b'), (11, 'c')
update pt set v = 'A' where k = 1
select tableoid::regclass, * from pt order by k
update pt1 set v = 'A' where k = 2
select tableoid::regclass, * from pt order by k
select * from pt where k = 11
drop trigger m on pt1
create trigger m before insert or update on pt for each row execute function mv()
insert into pt values (3, 'd')
update pt set v = 'D' where k = 2
select tableoid::regclass, * from pt order by k
merge into pt using (values (1)) v(x) on v = 'b' when matched then update set v = 'M'
select tableoid::regclass, * from pt order by k, v
drop trigger m on pt; create unique index on pt (k)
create trigger m before update on pt1 for each row execute function mv()
insert into pt values (5, 'e')
insert into pt values (5, 'f') on conflict (k) do update set v = 'F'
select tableoid::regclass, * from pt order by k, v

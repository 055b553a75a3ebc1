create table t(a int); insert into t values (1)
create temp table t(a int primary key, b text default 'x'); insert into t values (10), (20)
select * from t
select a from public.t
select a from pg_temp.t
select nspname ~ '^pg_temp_[0-9]+$', relpersistence from pg_class c join pg_namespace n on n.oid = relnamespace where c.oid = 't'::regclass
select pg_my_temp_schema() = relnamespace, pg_is_other_temp_schema(relnamespace) from pg_class where oid = 't'::regclass
select relpersistence from pg_class where relname = 't_pkey'
create temp table public.u(a int)
create unlogged table pg_temp.u(a int)
create table pg_temp.u(a int) on commit drop
select * from pg_temp.u
create table v(a int) on commit delete rows
create table pg_temp.u(a int); drop table u
create temp table if not exists t(a int)
drop table t
select * from t
begin; create temp table w(a int) on commit drop; insert into w values (1); select * from w; commit
select * from w
create temp table w(a int primary key) on commit delete rows
begin; insert into w values (1), (2); select * from w; commit
select * from w
begin; insert into w values (1), (2); commit; insert into w values (1); select * from w
begin; drop table w; rollback; begin; insert into w values (3); select * from w; commit; select * from w
begin; create temp table x(a int) on commit drop; savepoint s; create temp table y(a int) on commit drop; rollback to s; select * from x; commit
begin; create temp table z(a int); insert into z values (1); rollback; select * from z
begin read only; insert into w values (1); commit
begin read only; insert into t values (1)
rollback
set search_path = pg_temp, public
create table made(a int); select relpersistence from pg_class where relname = 'made'
set search_path = public, pg_temp
create temp table t(a text); select a from t
reset search_path
select a from t
discard temp
select a from t
select * from w
create temp table w(a int); select * from w
begin; insert into w values (1); discard temp; select * from w
rollback; select * from w
discard all
select * from w
create unlogged table un(a int); insert into un values (1); select relpersistence from pg_class where relname = 'un'
select * from un
prepare p as select a from t
execute p
create temp table t(a int); insert into t values (7)
select a from t
drop table t; execute p

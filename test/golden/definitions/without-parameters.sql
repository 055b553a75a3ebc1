create table t (a int, b int)
create table d (a int, b int default $1)
create table d (a int, b int check (b > $1))
create table d (a int, b int generated always as (a + $1) stored)
create table d (a int) partition by list (a)
create table d_one partition of d for values in ($1)
create index on t ((a + $1))
create index on t (a) where a > $1
create statistics s on (a + $1), b from t
create publication p for table t where (a > $1)
create trigger x before insert on t for each row when (new.a > $1) execute function suppress_redundant_updates_trigger()
alter table t alter a type bigint using $1
alter table t alter a set default $1
prepare x as select $1::int
execute x($1)
copy (select $1) to stdout
copy (select $1::int) to stdout
create function f(a int, b int default a) returns int language sql as 'select a'
create function f(a int default t.a) returns int language sql as 'select a'
create function f(a int default x) returns int language sql as 'select a'
create function f(a int default $1) returns int language sql as 'select a'
create function f(a int default (select 1)) returns int language sql as 'select a'
create function f(a int default sum(1)) returns int language sql as 'select a'
create function f(a int default row_number() over ()) returns int language sql as 'select a'
create function f(a int default current_date) returns int language sql as 'select a'
create function f(a numeric(3,1) default 12.34) returns numeric language sql as 'select a'
select f()
select count(*) from pg_attrdef where adrelid = 't'::regclass

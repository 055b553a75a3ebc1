create foreign data wrapper w
create server s foreign data wrapper w
create role golden_foreign_table
create foreign table t ()
create foreign table t () server nothing
create foreign table t (a int primary key) server s
create foreign table t (a int, primary key (a)) server s
create foreign table t (a int unique) server s
create foreign table t (a int references nothing) server s
create foreign table t (a int, exclude using gist (a with =)) server s
create table plain (id int, name text)
create foreign table t (like plain) server s
create table t (a int options (x 'y'))
create foreign table t (a int options (c1 'v1', "c 2" 'v2') not null, b text collate "C" default 'x' check (b <> ''), c date generated always as ('2020-01-01'::date) stored, d serial, check (a > 0)) server s options (x 'y', "z z" 'w''s')
create foreign table t () server s
create foreign table if not exists t (a int) server nothing
create foreign table u (a int options (a 'b', a 'c')) server s
create foreign table u (a int) server s options (a 'b', a 'c')
select relkind, relpersistence, relam, relfilenode, relhasindex, relreplident, relnatts, reltuples, relpages, relfrozenxid, relhastriggers from pg_class where relname = 't'
select attname, attfdwoptions, attnotnull, atthasdef, attgenerated from pg_attribute where attrelid = 't'::regclass order by attnum
select ftrelid::regclass, srvname, ftoptions from pg_foreign_table join pg_foreign_server s on s.oid = ftserver
select conname, contype, convalidated, pg_get_constraintdef(oid) from pg_constraint where conrelid = 't'::regclass order by 1
select pg_describe_object(classid, objid, objsubid), pg_describe_object(refclassid, refobjid, refobjsubid), deptype from pg_depend where objid = 't'::regclass or refobjid = 't'::regclass order by 1, 2, 3
select pg_get_object_address('foreign table', '{t}', '{}') is not null, (pg_identify_object('pg_class'::regclass, 't'::regclass, 0)).type, (pg_identify_object('pg_class'::regclass, 't'::regclass, 1)).type
select * from t
select 1 from t limit 0
explain select * from t
insert into t values (1)
insert into t default values
update t set a = 1
delete from t
truncate t
select * from plain left join t on true
select exists (select from t)
with x as (select * from t) select 1
create view tv as select a, b from t
select * from tv
create materialized view tm as select * from t
create materialized view tm as select * from t with no data
refresh materialized view tm
create table copied as select * from t
create table copied as select * from t with no data
select attname, atttypid::regtype from pg_attribute where attrelid = 'copied'::regclass and attnum > 0 order by attnum
prepare p as select * from t
execute p
declare c cursor for select * from t
copy t to stdout
copy (select * from t) to stdout
select count(*) from information_schema.columns where table_name = 't'
select table_name, table_type from information_schema.tables where table_name in ('t', 'plain') order by 1
select foreign_table_name, foreign_server_name from information_schema.foreign_tables
select foreign_table_name, option_name, option_value from information_schema.foreign_table_options order by 1, 2
select table_name, column_name, option_name, option_value from information_schema.column_options order by 1, 2, 3
select pg_relation_is_updatable('t'::regclass, false), pg_column_is_updatable('t'::regclass, 1::smallint, false)
select pg_relation_size('t'), pg_table_size('t'), pg_total_relation_size('t')
select null::t, row(1, 'b', '2020-01-01', 1)::t
create function takes(t) returns int language sql as 'select ($1).a'
drop function takes
create index on t (a)
create unique index on t (a)
create statistics st on a, b from t
drop statistics st
create rule r as on insert to t do nothing
create policy pol on t
alter table t enable row level security
alter table t replica identity full
cluster t
reindex table t
vacuum t
analyze t
lock table t
lock table tv
comment on foreign table t is 'foreign'
comment on table t is 'not so'
comment on foreign table plain is 'not so'
comment on column t.a is 'column'
select obj_description('t'::regclass), col_description('t'::regclass, 1)
create function foreign_trg() returns trigger language plpgsql as 'begin return new; end'
create trigger g1 before insert on t for each row execute function foreign_trg()
create trigger g2 after update of a on t for each statement execute function foreign_trg()
create trigger g3 instead of insert on t for each row execute function foreign_trg()
create trigger g3 before truncate on t for each statement execute function foreign_trg()
create constraint trigger g3 after insert on t for each row execute function foreign_trg()
create trigger g3 after insert on t referencing new table as n for each statement execute function foreign_trg()
alter foreign table t disable trigger g1
alter trigger g2 on t rename to g4
select tgname, tgenabled, tgtype from pg_trigger where tgrelid = 't'::regclass order by 1
drop trigger g4 on t
alter table t add primary key (a)
alter foreign table t add unique (a)
alter foreign table t add foreign key (a) references plain
alter foreign table t add constraint c9 check (a < 100)
alter foreign table t add constraint c8 check (a < 10) not valid
alter foreign table t add check (a < 10) no inherit
alter foreign table t validate constraint c8
alter foreign table t drop constraint c8
alter foreign table t drop constraint c8
alter foreign table t drop constraint if exists c8
alter foreign table t add column e int
alter foreign table t add column e int
alter foreign table t add column if not exists e int
alter foreign table t add column f int default 5 options (o 'v')
alter foreign table t add column g int default random() not null
alter table plain add column g int options (o 'v')
alter foreign table t alter column a options (set c1 'w1', drop "c 2", add n 'm')
alter foreign table t alter column nothing options (x 'y')
alter foreign table t alter column ctid options (x 'y')
alter table plain alter column id options (x 'y')
alter foreign table plain alter column id options (x 'y')
alter foreign table t alter e type text using 'x'
alter foreign table t alter e type date
alter foreign table t alter e type char(3), alter f set not null
alter foreign table t alter f drop default, alter f drop not null
alter foreign table t alter a set statistics 100
alter foreign table t alter a set (n_distinct = 5)
alter foreign table t alter b set storage external
alter foreign table t alter b set compression pglz
alter foreign table t alter a add generated always as identity
alter foreign table t options (set x 'q', drop "z z", k 'l')
alter foreign table t options (drop nothing)
alter table plain options (a 'b')
alter foreign table t set (fillfactor = 50)
alter foreign table t set tablespace pg_default
alter foreign table t set logged
alter foreign table t set with oids
alter foreign table t set without oids
alter foreign table t cluster on x
alter foreign table t inherit plain
alter foreign table t rename column a to aa
alter foreign table t rename constraint c9 to c99
alter foreign table t rename to tt
alter foreign table plain rename to x
alter table tt rename aa to a
create schema foreign_place
alter foreign table tt set schema foreign_place
alter foreign table foreign_place.tt owner to golden_foreign_table
alter foreign table if exists nothing options (a 'b')
alter foreign table if exists nothing rename to x
alter foreign table if exists nothing set schema public
alter table foreign_place.tt set schema public
select attname, attfdwoptions, format_type(atttypid, atttypmod), attnotnull, atthasdef, atthasmissing, attstattarget, attoptions from pg_attribute where attrelid = 'tt'::regclass and attnum > 0 order by attnum
select ftoptions from pg_foreign_table where ftrelid = 'tt'::regclass
alter foreign table tt drop column b
alter foreign table tt drop column b cascade
grant select on tt to public
grant insert (a) on tt to golden_foreign_table
select relacl from pg_class where relname = 'tt'
set role golden_foreign_table
create foreign table mine (a int) server s
select a from tt
reset role
grant usage on foreign server s to golden_foreign_table
grant create on schema public to golden_foreign_table
set role golden_foreign_table
create foreign table mine (a int) server s
alter foreign table mine options (a 'b')
reset role
revoke create on schema public from golden_foreign_table
drop table mine
drop foreign table plain
drop view tt
drop foreign table nothing
drop foreign table if exists nothing
drop server s
drop foreign table mine, tt cascade
select count(*) from pg_foreign_table
alter table plain drop column if exists g
create foreign table child (extra int) inherits (plain) server s options (a 'b')
create foreign table alone (id int, name text) server s
alter foreign table alone inherit plain
select * from plain
select * from only plain
insert into plain values (1, 'one')
update plain set id = 2
update only plain set id = 2
delete from plain
truncate plain
truncate only plain
analyze plain
alter table plain add column more int default 5
alter table plain add constraint positive check (id > 0)
alter table plain add constraint nothing check (id > 0) no inherit
alter table plain alter id type bigint
alter table plain alter id set not null
alter table plain alter name set storage external
alter table plain drop column more
alter table plain rename id to key
alter foreign table child alter key drop not null
alter foreign table child drop column key
alter foreign table child rename key to id
select attrelid::regclass, attname, atttypid::regtype, attnotnull, attislocal, attinhcount from pg_attribute where attrelid in ('child'::regclass, 'alone'::regclass) and attnum > 0 and not attisdropped order by 1, attnum
select conrelid::regclass, conname, conislocal, coninhcount from pg_constraint where conrelid in ('plain'::regclass, 'child'::regclass, 'alone'::regclass) order by 1, 2
alter foreign table alone no inherit plain
create table below () inherits (child)
select inhrelid::regclass, inhparent::regclass from pg_inherits where inhparent::regclass::text in ('plain', 'child') order by 1
drop table below
alter foreign table child no inherit plain
drop foreign table child, alone
create table parts (a int, b text) partition by range (a)
create foreign table part1 partition of parts for values from (0) to (10) server s options (a 'b')
create foreign table part2 partition of parts (b not null default 'x') for values from (10) to (20) server s
create table part3 partition of parts for values from (20) to (30)
create foreign table part4 (a int, b text) server s
alter table parts attach partition part4 for values from (30) to (40)
create foreign table rest partition of parts default server s
create table part5 partition of parts for values from (40) to (50)
select * from parts where a = 25
select * from parts where a = 5
select * from parts
insert into parts values (25, 'here')
insert into parts values (5, 'there')
insert into parts values (100, 'rest')
update parts set b = 'x' where a = 25
update parts set a = 5 where a = 25
delete from parts where a = 25
insert into part1 values (100)
create index on parts (b)
create unique index on parts (a)
alter table parts add primary key (a)
create unique index on only parts (a)
create table keyed (a int primary key)
alter table parts add foreign key (a) references keyed
create trigger pg before insert on parts for each row execute function foreign_trg()
select tgrelid::regclass, tgname from pg_trigger where not tgisinternal order by 1, 2
alter table parts detach partition part4
alter table parts detach partition part1
create table keyparts (a int primary key) partition by range (a)
create foreign table kp1 partition of keyparts for values from (0) to (10) server s
create foreign table kp1 (a int not null) server s
alter table keyparts attach partition kp1 for values from (0) to (10)
create table fkparts (a int references keyed) partition by range (a)
create foreign table fk1 partition of fkparts for values from (0) to (10) server s
truncate parts
vacuum parts
drop table parts
create foreign table ptd (a int) partition by range (a) server s
create temp table tempparent (a int)
create foreign table tc () inherits (tempparent) server s
create foreign table pg_temp.tft (a int) server s
select relpersistence from pg_class where relname = 'tft'
create table ref (a int references part4)
create publication pub for table part4
merge into part4 using keyed k on true when matched then delete
select * from part4 for update
select * from part4 tablesample system (10)
select count(*) from pg_foreign_table
drop schema foreign_place
drop foreign data wrapper w cascade
select count(*) from pg_foreign_table
drop owned by golden_foreign_table
drop role golden_foreign_table

-- UPDATE of system catalogs by a superuser, as migrations write it.
create table t (id int primary key, a varchar(10), b int check (b > 0), c numeric(6, 2));
create index t_a on t (a);
create unique index t_b on t (b);
create view v as select id, a from t;
create table r (id int references t);
insert into t select i, 'a' || i, i, i from generate_series(1, 500) i;
insert into r values (1), (2);
update pg_settings set setting = 'off' where name = 'enable_hashjoin';
show enable_hashjoin;
update pg_settings set setting = 'rhn,' || setting where name = 'search_path';
show search_path;
reset search_path;
update pg_settings set setting = reset_val where name in ('enable_hashjoin', 'enable_mergejoin');
update pg_settings set setting = 'maybe' where name = 'enable_hashjoin';
update pg_settings set setting = 1 where name = 'no_such';
-- Indexes that are not kept for a while
update pg_index set indisready = false where indrelid = (select oid from pg_class where relname = 't');
select indexrelid::regclass, indisready, indisvalid from pg_index where indrelid = 't'::regclass order by 1;
update t set a = 'x' || id, b = b + 1000 where id > 250;
delete from r where id = 2;
insert into r values (2);
update pg_index set indisready = true where indrelid = (select oid from pg_class where relname = 't');
reindex table t;
set enable_seqscan = off;
select * from t where a = 'x300';
select * from t where b = 1301;
insert into t values (1, 'dup', 5000);
insert into t values (1000, 'dup', 7);
insert into r values (300), (4000);
begin;
update pg_index set indisvalid = false where indexrelid = 't_a'::regclass;
explain (costs off) select * from t where a = 'x300';
insert into t values (2000, 'seen', 2000);
rollback;
update pg_catalog.pg_index i set indisvalid = false from pg_class c where c.oid = i.indexrelid and c.relname = 't_a';
\d t
update pg_index set indisvalid = true where indexrelid = 't_a'::regclass;
select id from t where a = 'x300';
reset enable_seqscan;
update pg_index set indisvalid = false where false;
-- Columns
update pg_attribute set atttypmod = 20 + 4 where attrelid = 't'::regclass and attname = 'a';
insert into t values (3000, 'a text of 20 letters', 3000);
insert into t values (3001, 'a text of 21 letters.', 3001);
select a from v where id = 3000;
update pg_attribute set attnotnull = true where attrelid = 't'::regclass and attname = 'b';
insert into t values (3002, 'x', null);
update pg_attribute set attnotnull = false where attrelid = 't'::regclass and attname = 'b';
insert into t values (3002, 'x', null);
select attname, atttypmod, attnotnull from pg_attribute where attrelid = 't'::regclass and attnum > 0;
-- Labels
create type mood as enum ('sad', 'ok');
create table p (m mood default 'sad', check (m <> 'ok'));
insert into p values ('sad');
update pg_enum set enumlabel = 'blue' where enumlabel = 'sad' and enumtypid = 'mood'::regtype;
insert into p default values;
select * from p;
\d p
do $$ declare l text := 'blue'; begin if exists (select from pg_enum where enumlabel = l) then update pg_enum set enumlabel = 'grey' where enumtypid = (select oid from pg_type where typname = 'mood') and enumlabel = l; end if; end $$;
select * from p;
-- Constraints
update pg_constraint set convalidated = false where conname = 't_b_check';
\d t
alter table t validate constraint t_b_check;
update pg_constraint set conname = 'b_is_positive' where conname = 't_b_check' and conrelid = 't'::regclass;
insert into t values (4000, 'x', -1);
-- Sizes
update pg_class set reltuples = 100000, relpages = 900 where relname = 'r';
select reltuples, relpages from pg_class where relname = 'r';
-- Rights
create role golden_i18;
set role golden_i18;
update pg_index set indisvalid = false where indexrelid = 't_a'::regclass;
update pg_settings set setting = 'on' where name = 'enable_hashjoin';
reset role;
drop role golden_i18;

-- Comments as rows
create function cf(int) returns int language sql as 'select 1';
create table ct (a int, b int);
insert into pg_description (objoid, classoid, objsubid, description) values ('cf(int)'::regprocedure, 'pg_proc'::regclass, 0, 'by hand');
select obj_description('cf(int)'::regprocedure, 'pg_proc');
insert into pg_catalog.pg_description values ('ct'::regclass, 1259, 0, 'the table'), ('ct'::regclass, 1259, 2, 'its b');
select objsubid, description from pg_description where objoid = 'ct'::regclass order by 1;
insert into pg_description (objoid, classoid, objsubid, description) select attrelid, 1259, attnum, attname || ' again' from pg_attribute where attrelid = 'ct'::regclass and attnum = 1;
insert into pg_description (objoid, classoid, objsubid) values (1, 1259, 0);
insert into pg_description (objoid, nowhere) values (1, 2);
insert into pg_description (objoid) values (1, 2);
insert into pg_description (objoid, classoid) values (1);
update pg_description set description = upper(description) where objoid = 'ct'::regclass and objsubid > 0;
select objsubid, description from pg_description where objoid = 'ct'::regclass order by 1;
\d+ ct
delete from pg_description d using pg_class c where c.oid = d.objoid and c.relname = 'ct' and objsubid = 1;
delete from pg_description where objoid = 'ct'::regclass and objsubid = 1;
with gone as (select 'ct'::regclass as t) delete from pg_description where objoid = (select t from gone);
select count(*) from pg_description where objoid = 'ct'::regclass;
do $$ declare n int; begin insert into pg_description values ('ct'::regclass, 1259, 0, 'in a block'); get diagnostics n = row_count; raise notice '%', n; end $$;
select obj_description('ct'::regclass);
begin; delete from pg_description where objoid = 'ct'::regclass; select obj_description('ct'::regclass); rollback;
select obj_description('ct'::regclass);
insert into pg_shdescription select oid, 1260, 'a role' from pg_roles where rolname = 'pg_monitor';
select shobj_description('pg_monitor'::regrole, 'pg_authid');
delete from pg_shdescription where objoid = 'pg_monitor'::regrole;
begin read only; insert into pg_description values (1, 2, 3, 'x'); rollback;
rollback;
begin read only; delete from pg_description; rollback;
rollback;
create role cr; set role cr;
insert into pg_description values (1, 2, 3, 'x');
delete from pg_description;
update pg_description set description = 'x';
reset role; drop role cr;
drop table ct;
select count(*) from pg_description where objoid not in (select oid from pg_class) and classoid = 1259 and objoid > 16384;
create role cc_own; set role cc_own
create temp table pg_class(oid oid, relpages int, reltuples float4); insert into pg_class values (1, 2, 3)
update pg_class set relpages = 7 where oid = 1
update pg_class set relpages = relpages + 1, oid = 5
select * from pg_class
update pg_catalog.pg_class set relpages = 7
create temp table pg_settings(name text, setting text); insert into pg_settings values ('work_mem', 'x')
update pg_settings set setting = '9MB' where name = 'work_mem'
select * from pg_settings
show work_mem
create temp table pg_description(objoid oid, classoid oid, objsubid int, description text)
insert into pg_description values (1, 2, 3, 'mine'), (1, 2, 4, 'mine')
delete from pg_description where objsubid = 4
update pg_description set description = description || '!'
select * from pg_description
reset role; drop owned by cc_own; drop role cc_own

create schema s1
create schema "S 2"
create table t1(a int primary key, b text, c int)
create table s1.t2(a int primary key, b text)
create table "S 2"."T 3"(id bigserial primary key, x jsonb)
create table pr(a int primary key, b int) partition by range (a)
create table pr1 partition of pr for values from (0) to (10)
create publication p1 for table t1 (a, c) where (c > 5 and b is not null)
create publication p2 for all tables with (publish='insert, update')
create publication p3 for tables in schema s1, "S 2" with (publish_via_partition_root)
create publication p4 for table t1, "S 2"."T 3", pr where (a > 1) with (publish='insert,truncate', publish_via_partition_root = true)
create publication supabase_realtime
alter publication supabase_realtime add table t1, s1.t2
comment on publication p1 is 'hello'
alter publication p3 rename to p33
create role golden_publisher
do $$ begin execute format('grant create on database %I to golden_publisher', current_database()); end $$
create publication p5 for table only pr
alter table pr owner to golden_publisher
alter publication p5 owner to golden_publisher
alter publication p33 owner to golden_publisher
alter publication p2 owner to golden_publisher
set role golden_publisher
create publication px for all tables
create publication px for tables in schema s1
create publication px for table t1
create publication pown for table pr
alter publication p1 add table pr
alter publication pown add table t1
alter publication pown add tables in schema s1
alter publication pown drop table pr
drop publication p1
reset role
alter table t1 drop column c
alter table t1 alter column c type bigint
alter table t1 set unlogged
create temp table tt(a int)
create unlogged table ul(a int)
create view vv as select 1
create index ix on t1(b)
create publication e for table tt
create publication e for table ul
create publication e for table vv
create publication e for table pg_class
create publication e for table ix
create publication e for table nope
create publication e for table t1 (a,a)
create publication e for table t1 (ctid)
create publication e for tables in schema pg_catalog
create publication e for tables in schema information_schema
create publication e for tables in schema nope
create publication e for table t1 with (publish = 'a b')
create publication e with (publish)
create publication e with (publish_via_partition_root='maybe')
alter publication nope add table t1
alter publication p1 add table t1
alter publication p33 add tables in schema s1
alter publication p33 drop tables in schema public
alter publication p1 drop table t1(a)
drop publication nope
drop publication if exists nope
create publication p1
alter publication p1 add tables in schema s1
select * from pg_publication_tables order by 1,2,3
update t1 set b = 1
delete from pr
update s1.t2 set b='x'
insert into s1.t2 values (1,'x') on conflict (a) do update set b='y'
alter table s1.t2 drop constraint t2_pkey
update s1.t2 set b='x'
alter table s1.t2 replica identity full
update s1.t2 set b='z'
delete from s1.t2
drop publication p2
update s1.t2 set b='z'
drop table t1
drop schema "S 2" cascade
select pubname, count(pr.oid) from pg_publication p left join pg_publication_rel pr on p.oid=pr.prpubid group by 1 order by 1
select count(*) from pg_publication_namespace
reassign owned by golden_publisher to postgres
drop owned by golden_publisher
select pubname, pubowner::regrole from pg_publication order by 1
begin
drop publication p1
rollback
drop publication p1, p4
create table q1(a int)
create publication e1 for table q1
begin
drop publication e1
update q1 set a=1
rollback
update q1 set a=1
create or replace function f() returns int language plpgsql as 'begin update q1 set a=1; return 1; end'
select f()
drop publication e1
select f()
create publication e1 for table q1
select f()
create function ev() returns event_trigger language plpgsql as $$ declare r record; begin for r in select * from pg_event_trigger_ddl_commands() loop raise notice '% % % %', r.command_tag, r.object_type, r.schema_name, r.object_identity; end loop; end $$
create function evd() returns event_trigger language plpgsql as $$ declare r record; begin for r in select * from pg_event_trigger_dropped_objects() loop raise notice 'drop % % % % % %', r.object_type, r.schema_name, r.object_identity, r.original, r.normal, r.address_names; end loop; end $$
create event trigger ev on ddl_command_end execute function ev()
create event trigger evd on sql_drop execute function evd()
create publication e2 for table q1, tables in schema s1
alter publication e2 add table pr
alter publication e2 set table q1
alter publication e2 set (publish='insert')
alter publication e2 owner to postgres
alter publication e2 rename to e3
comment on publication e3 is 'x'
alter publication e3 drop tables in schema s1
drop publication e3
drop table q1
drop event trigger ev
drop event trigger evd
create table fr(a int, b int, c int, primary key (a))
create table fc(a int references fr on delete cascade on update cascade)
create publication rf for table fr where (a > 1), fc
insert into fr values (1, 1, 1)
insert into fc values (1)
update fr set b = 2
delete from fr
update fr set a = 2
alter publication rf set table fr where (b > 1)
update fr set b = 3
delete from fr
insert into fr values (1, 1, 1) on conflict (a) do update set b = 4
merge into fr using (values (1)) v(x) on a = x when matched then update set b = 5
merge into fr using (values (1)) v(x) on a = x when matched then delete
alter table fr replica identity full
update fr set b = 6
alter table fr replica identity nothing
update fr set b = 6
alter table fr replica identity default
alter publication rf set table fr (b, c)
update fr set b = 7
alter publication rf set (publish = 'insert')
update fr set b = 8
alter publication rf set (publish = 'insert, delete')
update fr set b = 9
delete from fr
select p.pubname, pr.prattrs, pg_get_expr(pr.prqual, pr.prrelid) from pg_publication_rel pr join pg_publication p on p.oid = pr.prpubid where p.pubname = 'rf'
select pg_describe_object(classid, objid, 0), (pg_identify_object(classid, objid, 0)).* from pg_depend where classid in (6106, 6237) and refclassid = 6104 order by 1
select * from pg_get_publication_tables('nope')
create schema moved
create table moved.here(a int)
create table there(a int)
create publication ms for tables in schema moved
update moved.here set a = 1
update there set a = 1
alter table there set schema moved
update moved.there set a = 1
create table moved.new(a int)
delete from moved.new
drop publication ms
update moved.there set a = 1
create table tr(a int, b int) partition by list (a)
create table tr1 partition of tr for values in (1)
create table tr2(b int, a int primary key)
create publication vr for table tr
alter table tr attach partition tr2 for values in (2)
update tr set b = 1 where a = 2
update tr set b = 1 where a = 1
update tr set b = 1 where false
alter table tr detach partition tr1
update tr1 set b = 1
update tr set b = 1
alter publication vr set table tr where (b > 1)
alter publication vr set (publish_via_partition_root)
alter publication vr set table tr where (b > 1)
update tr set b = 1
alter publication vr set (publish_via_partition_root = false)
alter publication vr set table tr where (a > 1)
update tr set b = 1
drop table fr cascade
drop table fc
drop table tr
select pubname, prrelid from pg_publication p join pg_publication_rel pr on pr.prpubid = p.oid where pubname in ('rf', 'vr')
-- A row filter may ask what an xml value is
create table papers (id int primary key, body xml);
create publication documents for table papers where (body is document);
select pubname, rowfilter from pg_publication_tables where tablename = 'papers';
drop publication documents;
drop table papers;

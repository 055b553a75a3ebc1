create sequence s
select * from s
select nextval('s'), nextval('s')
select last_value, log_cnt, is_called from s
select currval('s'), lastval()
select setval('s', 50), setval('s', 60, false)
select last_value, is_called from s
select nextval('s'), currval('s')
select currval('nosuch')
create sequence other
select currval('other')
discard sequences
select lastval()
select currval('s')
create table t(a int); select nextval('t')
select nextval(1::oid::regclass)
create sequence s
create sequence if not exists s
create sequence bad increment 0
create sequence bad minvalue 10 maxvalue 5
create sequence bad start 0
create sequence bad start 11 maxvalue 10
create sequence bad cache 0
create sequence bad as text
create sequence bad as smallint maxvalue 40000
create sequence bad as int minvalue -3000000000
create sequence bad increment 1 increment 2
create sequence bad start 99999999999999999999
create sequence bad owned by nosuch
create sequence bad owned by t.b
create sequence bad owned by nosuch.b
create sequence small as smallint; select * from pg_sequence where seqrelid = 'small'::regclass::oid and false
select seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle from pg_sequence where seqrelid = 'small'::regclass
alter sequence small as int; select seqtypid::regtype, seqmax, seqmin from pg_sequence where seqrelid = 'small'::regclass
alter sequence small as bigint increment -1; select seqtypid::regtype, seqmax, seqmin from pg_sequence where seqrelid = 'small'::regclass
create sequence down increment -2 maxvalue 5 minvalue 1; select nextval('down'), nextval('down'), nextval('down')
select nextval('down')
alter sequence down cycle; select nextval('down')
create sequence up minvalue 1 maxvalue 3; select nextval('up') from generate_series(1, 3)
select nextval('up')
select currval('up')
select setval('up', 4)
select setval('up', 0)
alter sequence up restart; select nextval('up')
alter sequence up restart 3; select nextval('up')
alter sequence up restart 9
alter sequence up no maxvalue cache 10; select nextval('up'), nextval('up')
select last_value, is_called from up
create sequence big start 9223372036854775806; select nextval('big'), nextval('big')
select nextval('big')
create sequence huge minvalue -9223372036854775808 start -9223372036854775808; select nextval('huge'), nextval('huge')
begin; select nextval('s'); rollback; select nextval('s')
begin; alter sequence s restart 1000; select nextval('s'); rollback; select nextval('s')
begin; create sequence gone; select nextval('gone'); rollback; select nextval('gone')
begin; savepoint a; alter sequence s increment 10; select nextval('s'); rollback to a; select nextval('s'); commit
begin read only; select nextval('s')
rollback; begin read only; select setval('s', 1)
rollback; begin read only; select currval('s'); rollback
alter sequence nosuch restart
alter sequence if exists nosuch restart
alter sequence t restart
update s set last_value = 1
insert into s values (1)
truncate s
drop table s
drop sequence t
select a.last_value is not null, b.is_called from s a, small b
select schemaname, sequencename, data_type, start_value, min_value, max_value, increment_by, cycle, cache_size, last_value from pg_sequences order by 2
select pg_sequence_last_value('small'), pg_sequence_last_value('up')
select * from pg_sequence_parameters('up'::regclass)
create table u(id int default nextval('s'), v text); insert into u(v) values ('a'), ('b') returning id
drop sequence s
drop sequence s cascade
insert into u(v) values ('c') returning id
alter sequence other owned by u.id; select pg_get_serial_sequence('u', 'id')
select pg_get_serial_sequence('u', 'nope')
select pg_get_serial_sequence('nope', 'id')
select pg_get_serial_sequence('u', 'v')
drop table u; select 'other'::regclass
create temp sequence ts; select nextval('ts'), relpersistence from pg_class where relname = 'ts'
begin read only; select nextval('ts'); commit
prepare n as select nextval('ts')
execute n
drop sequence ts; execute n
create sequence ts; execute n
alter sequence ts rename to ts2; select nextval('ts2')
create schema sch; create sequence sch.q; select nextval('sch.q'), 'sch.q'::regclass
alter sequence sch.q owned by t.a

-- Tables of information_schema, row types and privileges of system views, tablespaces, roles' passwords.
select count(*), count(distinct feature_id), min(feature_name), max(sub_feature_name) from information_schema.sql_features
select * from information_schema.sql_parts order by 1
select * from information_schema.sql_sizing order by 1
select * from information_schema.sql_implementation_info order by 1
select relname, relkind, relacl, (select count(*) from pg_attribute where attrelid = c.oid and attnum > 0) from pg_class c where relnamespace = 'information_schema'::regnamespace and relkind = 'r' order by 1
select c.oid, relname, relacl, reltype, typname, typarray, typrelid = c.oid from pg_class c join pg_type t on t.oid = c.reltype where relkind = 'v' and c.oid < 16384 order by 1
create function of_view() returns setof pg_roles language sql as 'select * from pg_roles where rolname = ''postgres'''
select rolname, rolsuper from of_view()
select pg_typeof(u), u from pg_user u
select (null::information_schema.tables).table_name
create tablespace t1 location 'relative'
create tablespace pg_x location '/x'
create tablespace t3 location '/it''s'
begin
create tablespace t4 location '/x'
rollback
drop tablespace nope
drop tablespace if exists nope
alter tablespace nope set (random_page_cost = 1)
alter tablespace pg_default set (nope = 1)
alter table all in tablespace pg_default set tablespace pg_default
alter table all in tablespace nope set tablespace pg_default
alter table all in tablespace pg_default set tablespace pg_global
create table there (a int primary key)
reindex (tablespace pg_default) table there
reindex (tablespace nope) table there
load 'nope'
create role golden_p password ''
alter role golden_p password 'md5cd3578025fe2c3d7ed1b9a9b26238b70' valid until '2020-01-02 03:04:05+00' connection limit 4
select rolpassword, rolvaliduntil, rolconnlimit from pg_authid where rolname = 'golden_p'
alter role golden_p connection limit -2
create role golden_q password 'a' password 'b'
alter role golden_p valid until 'infinity'
select rolvaliduntil from pg_roles where rolname = 'golden_p'
drop role golden_p
create conversion wrong_way for 'LATIN1' to 'UTF8' from utf8_to_iso8859_1
select pg_terminate_backend(0)
select pg_terminate_backend(1, -5)
select convert_from('\x81', 'win1252')
select convert_from('\xaa', 'win1253')
select convert_from('\xe1\xff', 'koi8r'), convert_to('ł', 'latin2'), convert_to('я', 'win866')
select convert_to('€', 'iso_8859_5')

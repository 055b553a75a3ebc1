-- Words that every JavaScript object answers to are words like any others.
set datestyle = 'constructor'
set datestyle = '__proto__'
set statement_timeout = '1 constructor'
set statement_timeout = '1 __proto__'
set work_mem = '1constructor'
set work_mem = '1__proto__'
select date_part('constructor', now())
select date_part('__proto__', now())
select extract(constructor from time '10:00')
select extract(__proto__ from time '10:00')
select date_trunc('constructor', interval '1 day')
select date_trunc('__proto__', interval '1 day')
select 'constructor'::regtype
select '__proto__'::regtype
select to_regtype('constructor[]')
select to_regtype('__proto__[]')
select pg_size_bytes('1 constructor')
select pg_size_bytes('1 __proto__')
select pg_indexam_has_property(403, 'constructor')
select pg_indexam_has_property(403, '__proto__')
select pg_index_has_property('pg_class_oid_index', 'constructor')
select pg_index_has_property('pg_class_oid_index', '__proto__')
select pg_index_column_has_property('pg_class_oid_index', 1, 'constructor')
select pg_index_column_has_property('pg_class_oid_index', 1, '__proto__')
create table t (a int) with (constructor = 1)
create table t (a int) with (__proto__ = 1)
copy (select 1) to stdout with (constructor)
copy (select 1) to stdout with (__proto__)
create table "constructor" ("constructor" int)
create table "__proto__" ("__proto__" int)
select "constructor" from "constructor"
select "__proto__" from "__proto__"
select row_to_json("constructor") from "constructor"
select row_to_json("__proto__") from "__proto__"
select '{"constructor": 1}'::jsonb -> 'constructor', '{}'::jsonb -> 'constructor'
select '{"__proto__": 1}'::jsonb -> '__proto__', '{}'::jsonb -> '__proto__'
set constructor.constructor = 1
set __proto__.__proto__ = 1
show constructor.constructor
show __proto__.__proto__
select null::constructor
select null::__proto__
prepare "constructor" as select 1
prepare "__proto__" as select 1
execute "constructor"
execute "__proto__"
deallocate "constructor"
deallocate "__proto__"
execute "constructor"
execute "__proto__"
create role "constructor"
create role "__proto__"
drop role "constructor"
drop role "__proto__"
select '1 constructor'::interval
select '1 __proto__'::interval
select 'constructor'::date
select '__proto__'::date
explain (constructor) select 1
explain (__proto__) select 1
alter role postgres set constructor = 1
alter role postgres set __proto__ = 1
select normalize('a', constructor)
select normalize('a', __proto__)

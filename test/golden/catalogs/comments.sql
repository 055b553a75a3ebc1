create table t(a int primary key, b int check (b > 0)); create view v as select a from t; create sequence s; create index i on t(b); create schema sch; create domain d as int constraint dc check (value > 0); create type e as enum ('x')
comment on table t is 'a table'; select obj_description('t'::regclass), obj_description('t'::regclass, 'pg_class')
comment on column t.a is 'a column'; select col_description('t'::regclass, 1), col_description('t'::regclass, 2)
comment on table t is 'another'; select obj_description('t'::regclass, 'pg_class')
comment on column public.t.b is 'b'; comment on view v is 'view'; comment on column v.a is 'va'; comment on sequence s is 'seq'; comment on index i is 'ix'; comment on schema sch is 'sch'
comment on constraint t_b_check on t is 'check'; comment on constraint t_pkey on t is 'key'; comment on domain d is 'dom'; comment on constraint dc on domain d is 'domc'; comment on type e is 'enum'
select classoid::regclass, objsubid, description from pg_description where objoid >= 16384 order by 1, 2, 3
comment on function lower(text) is 'low'
comment on database nosuch is 'x'
comment on role postgres is 'boss'; select shobj_description(10, 'pg_authid')
comment on role postgres is null; select shobj_description(10, 'pg_authid')
comment on table v is 'x'
comment on view t is 'x'
comment on index t is 'x'
comment on sequence t is 'x'
comment on table nosuch is 'x'
comment on column t.nosuch is 'x'
comment on column i.b is 'x'
comment on column s.last_value is 'x'
comment on constraint nosuch on t is 'x'
comment on constraint nosuch on domain d is 'x'
comment on schema nosuch is 'x'
comment on type nosuch is 'x'
comment on function nosuch(int) is 'x'
comment on column t.b is ''; comment on table t is null; select count(*) from pg_description where objoid = 't'::regclass
begin; comment on table t is 'gone'; rollback; select obj_description('t'::regclass, 'pg_class')
drop table t cascade; select classoid::regclass, objsubid, description from pg_description where objoid >= 16384 order by 1, 2, 3

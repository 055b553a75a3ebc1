create table t1 (a int, check (t1 is not null), check (tableoid = 't1'::regclass), b oid generated always as (tableoid) stored, c regclass default 't1'::regclass)
insert into t1 values (1)
select a, b::regclass, c from t1
create table p1 (a int default 1, b int default 2)
create table l1 (a int default 7)
create table c1 (like l1 including all) inherits (p1)
insert into c1 default values returning *
create table pp (a int, b int, constraint x check (a > 0) no inherit) partition by range (a)
create table bad (a int default nope(), b int check (zz > 1))
create table bad (a int check (a > 0), a int)
create table t1 (a int default nope())
create table dd (a int default 5 check (a > 2), b text default 'x' not null, c int generated always as (a + 1) stored, unique (b), d serial)
insert into dd default values returning *
insert into dd (a) values (1)
create table t2 (a int, check (ctid is not null))
create table t3 (a int, check (xmin = '1'))
alter table t1 add constraint toid check (tableoid > 5)
insert into t1 values (2)
update t1 set a = 5 where a = 2
create table t4 (like t1 including all)
insert into t4 values (2)
create table t5 (a int) inherits (t1)
insert into t5 values (2)
create table t6 (a int, check (tableoid = 5))
insert into t6 values (1)
create table t7 (a int)
insert into t7 values (1)
alter table t7 add check (tableoid = 't7'::regclass)
alter table t7 add check (tableoid = 't1'::regclass)
alter table t7 add b oid generated always as (tableoid) stored
select b::regclass from t7
create table pq2 (a int)
alter table pq2 add check (pq2.a is not null)
insert into pq2 select 1 returning tableoid::regclass
insert into t7 select 1 from generate_series(1, 3)
select count(*), count(distinct b) from t7

create table whole(a int, b int) partition by list((whole))
create table whole1 partition of whole for values in ('(1,2)')
insert into whole values(1,2)
select * from whole
create table whole2 partition of whole for values in ('(2,4)'::whole)
insert into whole values(2,4),(1,2)
select tableoid::regclass,* from whole order by 2
select * from whole where whole='(2,4)'::whole
insert into whole values(9,9)
select pg_get_partkeydef('whole'::regclass), pg_get_expr(relpartbound,oid) from pg_class where relname='whole1'
update whole set b=4, a=2 where a=1
select tableoid::regclass,* from whole order by 2
alter table whole add column c int
alter table whole drop column b
alter table whole alter a type bigint
create table wo3(b int, a int)
alter table whole attach partition wo3 for values in ('(5,6)')
insert into whole values(5,6)
select tableoid::regclass,* from whole order by 2
insert into wo3(a,b) values(5,6)
insert into wo3(a,b) values(6,5)
drop table whole
create table w2(a int, b int) partition by range((w2))
create table w3(a int, b int) partition by hash((w3))
create table w4 (a int) partition by range((w4 is null))
create table w5 (a int) partition by list((row(a,1)))
create table w(a int, b text) partition by range((w))
create table w1 partition of w for values from ('(1,a)') to ('(5,z)')
insert into w values(2,'x')
update w set a=3
select * from w
update w set a=9
create unique index on w1(a)
insert into w1 values(3,'q') on conflict(a) do update set b='zz' returning *
insert into w1 values(3,'q') on conflict(a) do update set a=99
create table n(a int, b int) partition by list((n is null))
create table n1 partition of n for values in (true)
create table n2 partition of n for values in (false)
insert into n values(null,null),(1,null)
select tableoid::regclass,* from n order by 1
update n set a=5
select tableoid::regclass,* from n order by 1,2
merge into n using (values(5)) v(x) on a=x when matched then update set a=null, b=null
select tableoid::regclass,* from n order by 1,2

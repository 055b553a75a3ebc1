create table pk(a int primary key, b text unique)
create table fk(n int, x int references pk on delete cascade, y text, constraint ff foreign key (y) references pk(b) match full on update set null)
insert into pk values (1,'one'),(2,'two')
insert into fk values (1,1,'one'),(2,2,null)
insert into fk values (3,3,'one')
insert into fk values (4,1,'zzz')
insert into fk select i, i, 'one' from generate_series(1,5) i
update fk set x=7 where x=1
update pk set b='uno' where a=1
select * from fk order by n
delete from pk where a=1
select * from fk order by n
create table self(id int primary key, p int references self)
insert into self values (1,1)
insert into self values (2,1),(3,4),(4,2)
insert into self values (5,9)
delete from self where id=1
update self set id=11 where id=1
with moved as (update self set p=11 where p=1) update self set id=11, p=11 where id=1
update self set p=null where id=1; update self set p=null where p=1; update self set id=11 where id=1
select * from self order by id
delete from self
create table d(id int references pk(a) deferrable initially deferred)
begin; insert into d values(10); insert into pk values(10,'x'); commit
begin; insert into d values(11); savepoint s; insert into d values (12); rollback to s; insert into pk values (11, 'y'); commit
begin; insert into d values(13); commit
insert into d values(13)
begin; set constraints all immediate; insert into d values(14)
rollback
begin; insert into d values(15); set constraints d_id_fkey immediate
rollback
begin; insert into d values(15); savepoint s; insert into pk values (15); set constraints all immediate
rollback to s; commit
rollback
set constraints nosuch deferred
begin; set constraints fk_x_fkey deferred
rollback
begin; delete from pk where a=10; insert into pk values (10,'z'); commit
delete from pk where a=10
select * from d order by id
create table multi(a int, b int, c int, d int default 7, primary key (a, b), unique (b, c))
create table m1(x int, y int, foreign key (x, y) references multi match full on delete set null (y))
create table m2(x int default 0, y int default 0, foreign key (y, x) references multi (b, a) on update cascade on delete set default)
create table m3(x bigint, y smallint, foreign key (x, y) references multi on update cascade)
insert into multi values (0,0,0),(1,1,1),(2,2,2)
insert into m1 values (1,null)
insert into m1 values (1,1),(null,null)
insert into m2 values (1,1),(2,2),(1,null)
insert into m3 values (1,1),(5000000000,1)
insert into m3 values (2,1)
insert into m3 values (1,1),(2,2)
update multi set a=a+10, b=b+10 where a=2
select * from m2 order by 1,2
select * from m3 order by 1,2
delete from multi where a=1
delete from m3
delete from multi where a=1
select * from m1 order by 1,2
select * from m2 order by 1,2
alter table m1 add constraint bad foreign key (x) references multi
alter table m1 add foreign key (x) references pk (b)
alter table m1 add foreign key (nosuch) references pk
alter table m1 add foreign key (x) references nosuch
alter table m1 add foreign key (x) references multi (a)
alter table m1 add foreign key (x, y) references multi (a, a)
insert into m1 values (77, 1)
alter table m1 drop constraint m1_x_y_fkey
insert into m1 values (77, 1)
alter table m1 add foreign key (x, y) references multi
alter table m1 add constraint nv foreign key (x, y) references multi not valid
insert into m1 values (78, 1)
update m1 set x = 79 where x = 77
update m1 set x = 77 where x = 77
select conname, pg_get_constraintdef(oid) from pg_constraint where contype = 'f' order by conname
alter table m1 validate constraint nv
delete from m1 where x = 77
alter table m1 validate constraint nv
select conname, convalidated from pg_constraint where conname = 'nv'
drop table multi
alter table multi drop constraint multi_pkey
truncate multi
truncate pk, d, fk, self
drop table multi cascade
select conname from pg_constraint where contype = 'f' order by conname
drop table pk, d, fk
-- Defaults that are the key that goes; a column named twice.
create table defp (f1 int primary key);
create table defc (f1 int default 0 references defp on delete set default);
insert into defp values (0), (1), (2);
insert into defc values (2);
delete from defp where f1 = 2;
delete from defp where f1 = 0;
alter table defc alter f1 set default 1;
delete from defp where f1 = 0;
select * from defc;
delete from defp where f1 = 1;
create table twice (a int, b int default 7, foreign key (a, b) references defpair on delete set default (b, b));
create table defpair (a int, b int, primary key (a, b));
create table twice (a int, b int default 7, foreign key (a, b) references defpair on delete set default (b, b));
insert into defpair values (1, 1), (1, 7);
insert into twice values (1, 1);
delete from defpair where b = 1;
select * from twice;
select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'twice'::regclass;
drop table defc, defp, twice, defpair;

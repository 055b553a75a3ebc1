-- TRUNCATE of tables that a cursor reads: which comes first, the notice or the error.
create table p (a int primary key)
create table c (a int references p)
create table d (a int primary key) partition by range (a)
create table d1 partition of d default
begin
declare k cursor for select * from p
truncate p cascade
rollback
begin
declare k cursor for select * from c
truncate p cascade
rollback
begin
declare k cursor for select * from d1
truncate c, d
rollback
truncate p cascade

create table t(a int primary key, b text)
commit and chain
rollback and chain
begin isolation level repeatable read read only
show transaction_isolation
commit and chain
show transaction_isolation
show transaction_read_only
insert into t values (1,'x')
rollback and chain
show transaction_read_only
rollback and no chain
show transaction_read_only
begin isolation level repeatable read
insert into t values (1,'x')
select 1/0
commit and chain
show transaction_isolation
select count(*) from t
commit
start transaction read only, isolation level read committed
select 1
set transaction read write
rollback
begin; set transaction isolation level repeatable read; select 1; commit
begin; select 1; set transaction isolation level repeatable read
rollback
set transaction isolation level repeatable read
set transaction read only; select 1
begin; set transaction read only
create table zz(a int)
rollback
begin read only; update t set b = 'x'
rollback
begin read only; delete from t
rollback
begin read only; truncate t
rollback
begin read only; select * from t for update
rollback
begin read only; drop table t
rollback
begin read only; copy t from stdin
rollback
begin read only; create index on t(b)
rollback
begin read only; prepare p as insert into t values (9,'q'); execute p
rollback
begin read only; explain analyze insert into t values (77,'x')
rollback
begin read only; alter table t add primary key (b)
rollback
set default_transaction_read_only = on
insert into t values (2,'x')
begin read write; insert into t values (2,'x'); commit
reset default_transaction_read_only
set default_transaction_isolation = 'repeatable read'
show transaction_isolation
begin; show transaction_isolation
commit
set default_transaction_isolation = 'bogus'
set session characteristics as transaction isolation level read committed
show default_transaction_isolation
set session characteristics as transaction read only
show default_transaction_read_only
show transaction_read_only
set session characteristics as transaction read write
set transaction_isolation = 'repeatable read'
show transaction_isolation
begin
set transaction_read_only = on
insert into t values (99, 'z')
rollback
begin isolation level read uncommitted
show transaction_isolation
rollback

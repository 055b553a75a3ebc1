-- DEFERRABLE and the other characteristics of a transaction, in every spelling that sets or shows them.
begin deferrable
show transaction_deferrable
commit
begin not deferrable
show transaction_deferrable
commit
start transaction isolation level serializable, read only, deferrable
show transaction_deferrable
show transaction_read_only
show transaction_isolation
commit and chain
show transaction_deferrable
rollback
begin
set transaction deferrable
show transaction_deferrable
set transaction not deferrable
show transaction_deferrable
set transaction read only, deferrable, isolation level repeatable read
show transaction_deferrable
show transaction_isolation
show transaction_read_only
select 1
set transaction deferrable
set transaction_deferrable = off
set transaction not deferrable
rollback
begin
set transaction_deferrable = on
show transaction_deferrable
set transaction_deferrable = off
show transaction_deferrable
set local transaction_deferrable = on
show transaction_deferrable
set session transaction_deferrable = off
show transaction_deferrable
select set_config('transaction_deferrable','on',false)
reset transaction_deferrable
show transaction_deferrable
set transaction_deferrable to default
set transaction_deferrable = 'maybe'
rollback
set session characteristics as transaction deferrable
show default_transaction_deferrable
show transaction_deferrable
begin
show transaction_deferrable
commit
begin not deferrable
show transaction_deferrable
commit
set session characteristics as transaction isolation level serializable, read only, not deferrable
show default_transaction_deferrable
show default_transaction_isolation
show default_transaction_read_only
begin
show transaction_deferrable
show transaction_isolation
show transaction_read_only
commit
set default_transaction_deferrable = on
show default_transaction_deferrable
begin
show transaction_deferrable
savepoint a
set transaction not deferrable
select 1
rollback to a
set transaction not deferrable
show transaction_deferrable
commit
set default_transaction_deferrable = off
set transaction deferrable
show transaction_deferrable
set transaction_deferrable = on
show transaction_deferrable
begin deferrable deferrable
rollback
begin deferrable not deferrable
show transaction_deferrable
rollback
begin read only read write
show transaction_read_only
rollback
begin isolation level serializable isolation level read committed
show transaction_isolation
rollback
begin deferrable, read only, isolation level serializable
show transaction_deferrable
begin not deferrable
show transaction_deferrable
rollback
begin; savepoint s; set transaction deferrable; show transaction_deferrable
rollback to s
show transaction_deferrable
release s
show transaction_deferrable
rollback
begin; set transaction_deferrable=on; savepoint s; set transaction_deferrable=off; show transaction_deferrable; rollback to s; show transaction_deferrable
rollback
begin; create temp table x(i int); set transaction deferrable
rollback
begin; savepoint s1; set transaction isolation level serializable
rollback
begin; savepoint s1; select 1; rollback to s1; set transaction deferrable
rollback
select current_setting('transaction_deferrable')
begin deferrable; select current_setting('transaction_deferrable'), setting from pg_settings where name='transaction_deferrable'
rollback
set default_transaction_deferrable = on
select current_setting('transaction_deferrable')
begin; commit and chain
show transaction_deferrable
rollback and chain
show transaction_deferrable
commit
start transaction not deferrable
commit and chain
show transaction_deferrable
commit
reset all
show default_transaction_deferrable
abort
begin transaction deferrable
show transaction_deferrable
end
begin work deferrable
show transaction_deferrable
end work
rollback
begin; select set_config('transaction_isolation','serializable',true)
show transaction_isolation
rollback
begin; set transaction_isolation='serializable'
show transaction_isolation
reset transaction_isolation
show transaction_isolation
set local transaction_isolation='repeatable read'
show transaction_isolation
set transaction_isolation to default
show transaction_isolation
set transaction_isolation='foo'
rollback
begin; set transaction_read_only=1
show transaction_read_only
create table nope(i int)
rollback
begin; set transaction_read_only=tr
show transaction_read_only
set transaction_read_only=of
show transaction_read_only
set transaction_read_only='y'
reset transaction_read_only
show transaction_read_only
rollback
begin; set transaction_read_only=o
rollback
select set_config('transaction_read_only','on',false)
show transaction_read_only
begin read only; select 1
select set_config('transaction_read_only','off',false)
rollback
create function fro() returns text language sql set transaction_read_only = on as 'select current_setting(''transaction_read_only'')'
begin; select fro(); show transaction_read_only; create table okk(i int)
rollback
rollback
select set_config('role','nosuch',false)
select set_config('default_table_access_method','nosuch',false)
select set_config('session_authorization','nosuch',false)
select set_config(null,'x',false)

select pg_advisory_lock(1), pg_try_advisory_lock(1), pg_advisory_lock_shared(2, -3)
select locktype, classid, objid, objsubid, mode, granted from pg_locks where locktype = 'advisory' order by classid, objid
select pg_advisory_unlock(1), pg_advisory_unlock(1), pg_advisory_unlock(1)
select pg_advisory_unlock_shared(2, -3), pg_advisory_unlock(2, -3)
begin; select pg_advisory_xact_lock(5000000000); savepoint s; select pg_advisory_xact_lock_shared(7); rollback to s
select classid, objid, objsubid, mode from pg_locks where locktype = 'advisory' order by 1, 2
commit
select count(*) from pg_locks where locktype = 'advisory'
select pg_advisory_lock(9); select pg_advisory_unlock_all(); select count(*) from pg_locks where locktype = 'advisory'
listen a; select pg_listening_channels(); unlisten a; select pg_listening_channels()
begin; listen b; listen "C"; rollback; select pg_listening_channels()
begin; listen b; savepoint s; listen c; rollback to s; commit
select pg_listening_channels()
unlisten *
select pg_listening_channels()
notify a; notify a, 'x'; select pg_notify('', 'x')
select pg_notify('a', repeat('x', 8000))
select pg_notify(repeat('a', 64), 'x')
select pg_notify(null, null)
select pg_sleep(0.01), pg_sleep_for('10 milliseconds')
set statement_timeout = 50; select pg_sleep(5)
reset statement_timeout
create table q(id int primary key, v int); insert into q values (1,1),(2,2)
begin; select * from q for update nowait; select * from q where id = 1 for key share skip locked; rollback

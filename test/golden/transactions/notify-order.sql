-- What one transaction tells is heard once each, in order, and what it listens to counts from its commit, for what it told before, too.
listen a
listen b
begin; notify b; notify a; notify b; notify a, '1'; notify a, '2'; notify a, '1'; commit
begin; notify a, '1'; savepoint s; notify a, '1'; notify a, '2'; notify b, '3'; rollback to s; notify b, '4'; commit
begin; notify a, '1'; savepoint s; notify a, '1'; notify a, '2'; release s; notify a, '2'; notify b; commit
begin; notify f; listen f; notify b; notify f; commit
begin; notify b; unlisten b; notify a; commit
begin; savepoint s; listen g; notify g; rollback to s; notify g; notify a; commit
begin; savepoint s; listen g; unlisten a; release s; notify g; notify a; commit
begin; notify g; unlisten *; listen a; notify a; commit
begin; listen b; notify b; rollback
notify b; notify a; notify b; notify a
select pg_notify('a', (i % 3)::text) from generate_series(1, 9) i
select pg_listening_channels()

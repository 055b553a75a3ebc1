-- Changes of columns that a unique index only includes, and options of indexes.
create table t (a int, b int, c int, d text, constraint t_key unique (a, b) include (c, d));
insert into t select x, 2 * x, 3 * x, 'd' || x from generate_series(1, 5) x;
update t set c = 1;
update t set d = 'x', c = 2 where a = 3 returning *;
update t set b = 4, c = 9 where a = 2 returning *;
update t set a = 1, b = 2 where a = 3;
insert into t values (1, 2, 7, 'y') on conflict (a, b) do update set c = excluded.c returning *;
select * from t order by a;
create index t_hash on t using hash (a);
alter index t_hash set (fillfactor = 10);
alter index t_hash reset (fillfactor);

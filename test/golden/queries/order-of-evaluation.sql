-- When what is computed: outputs before or after the sort and LIMIT, conditions by their cost, HAVING before grouping, volatile calls once.
create table t (id int, x int, y text, g int)
insert into t select i, i, 'a' || i, i % 3 from generate_series(1, 10) i
insert into t values (11, 11, '12', 2), (0, 0, 'zz', 0)
create sequence q
analyze t
-- outputs
select 1/(x-5) from t order by id limit 3
select y::int from t order by id desc
select y::int from t order by id desc limit 1
select 1/(x-5) from t order by id offset 20
select 1/(x-5) from t offset 6 limit 1
select 1/(x-1) from t limit 0
select 1/0 from t limit 0
select nextval('q'), x from t order by x desc limit 3
select nextval('q'), x from t order by x desc offset 3 limit 2
select nextval('q'), x from t offset 3 limit 2
select nextval('q') n, x from t order by n desc, x limit 2
select nextval('q')
-- what is expensive waits for LIMIT
select 1/(x-5)+1+1+1+1+1+1+1+1+1+1+1+1 from t order by id limit 3
select 1/(x-5)+1+1+1+1+1+1+1+1+1+1+1+1 from t order by id
select 1/(x-5)+1+1+1+1+1+1+1+1+1+1+1+1, 1/(x-4) from t order by id limit 1
select (select 1/(t.x-5)) from t order by id limit 3
select (select 1/(t.x-5) from t b limit 1) from t order by id limit 3
select (select 1/(x-5) from t b limit 1 offset 8) from t order by id limit 3
-- DISTINCT
select distinct on (g) g, 1/(x-5) from t order by g, x
select distinct on (g) g, x, nextval('q') > 0 from t order by g, x
select nextval('q')
select distinct on (g) g, nextval('q') > 0 from t order by g
select nextval('q')
select count(*) from (select distinct nextval('q') - nextval('q') d, nextval('q') from t) s
-- groups
select g, 1/(min(x)-2) from t group by g order by g limit 1
select g, 1/(min(x)-2) from t group by g having min(x) <> 2 order by g
select g, sum(1/(x-5)) from t group by g having g <> 2 order by g
select x, sum(1/x) from t group by x having x > 9 order by x
select g, 1/(min(x)-2) from t group by g having 1/(min(x) - 2) > 5 and min(x) <> 2
select * from (select g, sum(1/x) from t group by g) s where g <> 0 order by g
select * from (select g, x, sum(1/x) from t group by rollup (g, x)) s where g = 2 and x > 3 order by g, x
-- windows, set operations
select row_number() over (order by x), 1/(x-5) from t limit 2
select row_number() over (order by x), 1/(x-5) from t order by x limit 2
select row_number() over (order by x), 1/(x-5) from t order by x desc limit 2
(select 1/(x-5) from t order by x limit 3) union all select 1
select 1/(x-5) from t where x < 3 union all select 1/(x-5) from t limit 3
-- subqueries
select exists (select 1/(x-5) from t order by 1/x limit 3)
select count(*) from (select 1/(x-5) from t order by x limit 100) s
select a from (select x as a, 1/(x-5) as b from t order by x limit 3) s
select b from (select x as a, 1/(x-5) as b from t order by x limit 3) s
select b from (select x as a, 1/(x-5) as b from t) s order by a limit 3
select b from (select x as a, 1/(x-5) as b from t) s where a <> 5 order by a limit 3
with s as materialized (select x as a, 1/(x-5) from t) select a from s limit 2
with s as (select nextval('q') n from t) select count(n) from s
with s as (select nextval('q') > 0 n from t) select n from s limit 2
select nextval('q')
-- conditions: the cheapest first, equalities last among those that cost the same
select x from t where 1/(x-5) = 1 and x <> 5
select x from t where (1/(x-5) = 1 or x = 3) and x <> 5 and y <> 'k'
select x from t where 1/(x-5) = 1 and (x <> 5 or x = 6 and y = '4')
select x from t where 1/(x-5) > 0 and (x <> 5 or x = 6 and y = '4')
select x from t where y::int > 0 and y ~ '^[0-9]+$'
select x from t where 1/(x-5) = 1 and x in (6, 4)
select x from t where 1/(x-5) = 1 and x in (6, 4, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11)
select a.x from t a join t b on a.x = b.x and 1/(a.x-5) = 1 where b.x = 6
select a.x from t a join t b on 1/(a.x-b.x) = 1 and a.x > b.x where b.x = 6 order by 1
select a.x from t a left join t b on 1/(a.x-b.x) = 1 and a.x > b.x where a.x = 6 order by 1
-- sets
select generate_series(1, 3), x from t order by id limit 4
select generate_series(1, 3), nextval('q') > 0 from t order by id limit 4
select nextval('q')
select generate_series(1, 3), 1/(x-5) from t order by id limit 4
select generate_series(1, 3), 1/(x-5) from t limit 4
select generate_series(1, 3/(x-5)) as g from t order by g limit 4
select generate_series(1, 3) as g, 1/(x-5) from t order by g, id limit 4
-- changes
create table s2 (n int default nextval('q'), x int)
insert into s2 (x) select x from t order by x desc
insert into s2 select nextval('q'), x from t order by x desc limit 3
insert into s2 select nextval('q'), generate_series(1, 4)
insert into s2 (x) select generate_series(1, 4)
select * from s2 order by n
insert into s2 select 1/(x-5), x from t order by x limit 3
update s2 set n = 1 where x = 3 returning nextval('q'), x
insert into s2 select 1, 2 from generate_series(1, 3) returning nextval('q') + 1, x + 1
delete from s2 where x = 3 returning nextval('q')
insert into s2 values (1, 2) returning nextval('q'), nextval('q'), n
with w as (update s2 set n = 3 where x = 4 returning nextval('q') as a) select count(distinct a), count(a) from w
select nextval('q')
-- cursors
begin
declare c cursor for select 1/(x-5) from t order by id
fetch 2 from c
rollback
begin
declare c cursor for select 1/(x-5)+1+1+1+1+1+1+1+1+1+1+1+1 from t order by id
fetch 2 from c
rollback
-- ties, locks
select 1/(x-5) from t order by g fetch first 1 row with ties
select 1/(x-5) from t order by y limit 1 for update
select nextval('q') > 0 from t order by y limit 1 for update
select nextval('q')
-- a subquery's order is not sorted again
select * from (select g, x from t order by g, x desc) s order by g
select b from (select x as a, 1/(x-5) as b from t order by x offset 0) s order by a limit 3
select s.g, s.x, u.n from (select g, x from t where x < 6 order by g desc, x limit 4) s, (values (1)) u(n) order by s.g desc

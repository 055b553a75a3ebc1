-- EXISTS does not compute what its subquery puts out.
create table t(a int, b text);
insert into t values (1, 'x'), (2, 'y');
select exists (select 1/0), exists (select 1/0 from t), exists (select a/0 from t where a > 5), not exists (select 'x'::int from t);
select a from t where exists (select 1/0 from t x where x.a = t.a + 1);
select a from t where exists (select 1/0 from t x where x.a > 1) or a = 7 order by a;
select a, exists (select distinct b from t x where x.a < t.a order by 1 limit 1) from t order by a;
select exists (select from t group by a), exists (select a/0 from t group by a), exists (select count(*) from t where false), exists (select 1 from t where false group by a);
select exists (select 1 from t limit 0), exists (select 1 from t limit null), exists (select 1 from t offset 2), exists (select 1 from t offset 1), exists (select a from t order by a fetch first 1 row with ties);
select exists (select generate_series(1, 0)), exists (select unnest('{}'::int[])), exists (select generate_series(1, 2));
select exists (select 1/0 from t union select 2), exists (select 1 union select 2);
select exists (with x as (select a from t) select 1/0 from x where a = 1), exists (values (1), (2)), exists (select 1 having false), exists (select sum(a) from t having sum(a) > 100);
select exists (select row_number() over () from t where a = 9), exists (select 1 from t for update);
select exists (select nosuch from t);
select (select count(*) from t x where exists (select 1/0 from t y where y.a > x.a));
with d as (delete from t where exists (select 1/0 from t where a = 1) returning a) select count(*) from d;
select a from t where exists (select 1/0 from t);

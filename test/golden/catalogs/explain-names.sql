-- Columns in plans: a scan's own stand without its name; subqueries of the select list are part of the plan.
create table small (a int, b int)
create table big (id int primary key, k int)
insert into small select i, i from generate_series(1, 3) i
insert into big select i, i from generate_series(1, 2000) i
analyze
set enable_hashjoin = off
set enable_mergejoin = off
set enable_memoize = off
explain (costs off) select * from small s join big on big.id = s.a where s.b > 1 and big.k > 5
explain (costs off) select (select k from big where id = s.a and k > s.b) from small s
explain (costs off) update small set a = a + 1 where a = 5
explain (costs off) update small set a = a + 1 where a = 5 returning *
explain (costs off) update small set a = big.k from big where big.id = small.a and small.b > 5
explain (costs off) select * from (select a from small order by b limit 5) q where a > 1
explain (costs off) select * from generate_series(1, 5) g where g > 2
explain (costs off) with c as materialized (select * from small) select * from c where a > 1
explain (costs off) select * from (values (1), (2)) v(x) where x > 1

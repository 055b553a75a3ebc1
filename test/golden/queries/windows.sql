create table w(id int primary key, g text, i int, f float8, n numeric, d date, ts timestamp, tz timestamptz, iv interval, b bool, s smallint, l bigint, t time)
insert into w select x, case x % 3 when 0 then 'a' when 1 then 'b' else null end, case when x % 7 = 0 then null else x * 5 % 13 end, case x when 3 then 'NaN'::float8 when 5 then 'infinity' when 8 then '-infinity' else x * 1.5 end, case x when 4 then 'NaN'::numeric when 6 then 'Infinity' when 9 then null else (x * 7 % 11)::numeric / (10 ^ (x % 4))::numeric end, date '2020-01-28' + x * 2, timestamp '2020-01-28 10:00' + x * interval '7 hours', timestamptz '2020-03-20 10:00+00' + x * interval '9 hours', x * interval '3 hours' + (x % 3) * interval '1 day', x % 4 <> 0, x % 5, case when x = 20 then 9223372036854775807 else x * 1000000000000 end, time '08:00' + x * interval '23 minutes' from generate_series(1, 20) x
select id, row_number() over (partition by g order by i, id) from w order by id
select id, rank() over (partition by g order by i, id) from w order by id
select id, dense_rank() over (partition by g order by i, id) from w order by id
select id, percent_rank() over (partition by g order by i, id) from w order by id
select id, cume_dist() over (partition by g order by i, id) from w order by id
select id, ntile(3) over (partition by g order by i, id) from w order by id
select id, lag(i) over (partition by g order by i, id) from w order by id
select id, lead(i, 2) over (partition by g order by i, id) from w order by id
select id, lag(id, s::int, -1) over (partition by g order by i, id) from w order by id
select id, lead(g, 1, 'none') over (partition by g order by i, id) from w order by id
select id, first_value(id) over (partition by g order by i, id) from w order by id
select id, last_value(id) over (partition by g order by i, id) from w order by id
select id, nth_value(id, 2) over (partition by g order by i, id) from w order by id
select id, count(*) over (partition by g order by i, id) from w order by id
select id, count(i) over (partition by g order by i, id) from w order by id
select id, sum(i) over (partition by g order by i, id) from w order by id
select id, avg(i) over (partition by g order by i, id) from w order by id
select id, sum(n) over (partition by g order by i, id) from w order by id
select id, avg(n) over (partition by g order by i, id) from w order by id
select id, min(i) over (partition by g order by i, id) from w order by id
select id, max(n) over (partition by g order by i, id) from w order by id
select id, sum(l) over (partition by g order by i, id) from w order by id
select id, array_agg(id) over (partition by g order by i, id) from w order by id
select id, string_agg(id::text, ',') over (partition by g order by i, id) from w order by id
select id, bool_and(b) over (partition by g order by i, id) from w order by id
select id, bool_or(b) over (partition by g order by i, id) from w order by id
select id, variance(i) over (partition by g order by i, id) from w order by id
select id, stddev_pop(n) over (partition by g order by i, id) from w order by id
select id, sum(iv) over (partition by g order by i, id) from w order by id
select id, avg(iv) over (partition by g order by i, id) from w order by id
select id, count(*) filter (where b) over (partition by g order by i, id) from w order by id
select id, sum(i * 2) filter (where i > 4) over (partition by g order by i, id) from w order by id
select id, max(g) over (partition by g order by i, id) from w order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, array_agg(id) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by s, id rows between 2 preceding and 1 following) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, array_agg(id) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by i desc, id rows between 2 preceding and 1 following) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, array_agg(id) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by i nulls first, id rows between 2 preceding and 1 following) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, array_agg(id) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by s, id rows between 1 following and 3 following) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, array_agg(id) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by i desc, id rows between 1 following and 3 following) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, array_agg(id) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by i nulls first, id rows between 1 following and 3 following) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, array_agg(id) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by s, id rows between unbounded preceding and 2 preceding) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, array_agg(id) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by i desc, id rows between unbounded preceding and 2 preceding) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, array_agg(id) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by i nulls first, id rows between unbounded preceding and 2 preceding) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, count(n) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by s, id groups between 1 preceding and current row) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, count(n) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by i desc, id groups between 1 preceding and current row) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, count(n) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by i nulls first, id groups between 1 preceding and current row) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, count(n) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by s, id groups between 1 following and 2 following exclude ties) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, count(n) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by i desc, id groups between 1 following and 2 following exclude ties) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, count(n) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by i nulls first, id groups between 1 following and 2 following exclude ties) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, count(n) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by s range between 2 preceding and 2 following) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, count(n) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by i desc range between 2 preceding and 2 following) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, count(n) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by i nulls first range between 2 preceding and 2 following) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, count(n) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by s range between 3 preceding and 1 preceding) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, count(n) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by i desc range between 3 preceding and 1 preceding) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, count(n) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by i nulls first range between 3 preceding and 1 preceding) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, count(n) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by s, id range between current row and unbounded following) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, count(n) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by i desc, id range between current row and unbounded following) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, count(n) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by i nulls first, id range between current row and unbounded following) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, count(n) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by s range between 1 following and 4 following exclude group) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, count(n) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by i desc range between 1 following and 4 following exclude group) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, count(n) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by i nulls first range between 1 following and 4 following exclude group) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, array_agg(id) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by s, id rows between 3 preceding and 3 following exclude current row) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, array_agg(id) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by i desc, id rows between 3 preceding and 3 following exclude current row) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, array_agg(id) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by i nulls first, id rows between 3 preceding and 3 following exclude current row) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, count(n) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by s, id range unbounded preceding exclude ties) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, count(n) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by i desc, id range unbounded preceding exclude ties) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, count(n) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by i nulls first, id range unbounded preceding exclude ties) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, array_agg(id) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by s, id rows between unbounded preceding and unbounded following exclude group) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, array_agg(id) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by i desc, id rows between unbounded preceding and unbounded following exclude group) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, array_agg(id) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by i nulls first, id rows between unbounded preceding and unbounded following exclude group) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, count(n) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by s, id groups between unbounded preceding and 1 preceding) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, count(n) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by i desc, id groups between unbounded preceding and 1 preceding) order by id
select id, count(*) over x, sum(id) over x, avg(n) over x, count(n) over x, min(id) over x, max(id) over x, first_value(id) over x, last_value(id) over x, nth_value(id, 3) over x from w window x as (partition by b order by i nulls first, id groups between unbounded preceding and 1 preceding) order by id
select id, i, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by i range between 2 preceding and 2 following) order by id
select id, i, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by i desc nulls first range between 2 preceding and 2 following) order by id
select id, i, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by i range between 3::smallint preceding and 3::smallint following) order by id
select id, i, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by i desc nulls first range between 3::smallint preceding and 3::smallint following) order by id
select id, i, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by i range between 1::bigint preceding and 1::bigint following) order by id
select id, i, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by i desc nulls first range between 1::bigint preceding and 1::bigint following) order by id
select id, f, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by f range between 3 preceding and 3 following) order by id
select id, f, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by f desc nulls first range between 3 preceding and 3 following) order by id
select id, f, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by f range between 1.5 preceding and 1.5 following) order by id
select id, f, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by f desc nulls first range between 1.5 preceding and 1.5 following) order by id
select id, f, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by f range between 'infinity' preceding and 'infinity' following) order by id
select id, f, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by f desc nulls first range between 'infinity' preceding and 'infinity' following) order by id
select id, n, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by n range between 2 preceding and 2 following) order by id
select id, n, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by n desc nulls first range between 2 preceding and 2 following) order by id
select id, n, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by n range between 0.5 preceding and 0.5 following) order by id
select id, n, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by n desc nulls first range between 0.5 preceding and 0.5 following) order by id
select id, d, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by d range between '3 days' preceding and '3 days' following) order by id
select id, d, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by d desc nulls first range between '3 days' preceding and '3 days' following) order by id
select id, d, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by d range between interval '1 month' preceding and interval '1 month' following) order by id
select id, d, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by d desc nulls first range between interval '1 month' preceding and interval '1 month' following) order by id
select id, ts, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by ts range between '1 day' preceding and '1 day' following) order by id
select id, ts, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by ts desc nulls first range between '1 day' preceding and '1 day' following) order by id
select id, ts, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by ts range between interval '10 hours' preceding and interval '10 hours' following) order by id
select id, ts, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by ts desc nulls first range between interval '10 hours' preceding and interval '10 hours' following) order by id
select id, tz, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by tz range between '1 day' preceding and '1 day' following) order by id
select id, tz, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by tz desc nulls first range between '1 day' preceding and '1 day' following) order by id
select id, tz, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by tz range between '2 hours' preceding and '2 hours' following) order by id
select id, tz, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by tz desc nulls first range between '2 hours' preceding and '2 hours' following) order by id
select id, iv, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by iv range between '5 hours' preceding and '5 hours' following) order by id
select id, iv, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by iv desc nulls first range between '5 hours' preceding and '5 hours' following) order by id
select id, s, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by s range between 1 preceding and 1 following) order by id
select id, s, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by s desc nulls first range between 1 preceding and 1 following) order by id
select id, s, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by s range between 100000 preceding and 100000 following) order by id
select id, s, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by s desc nulls first range between 100000 preceding and 100000 following) order by id
select id, s, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by s range between 1::bigint preceding and 1::bigint following) order by id
select id, s, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by s desc nulls first range between 1::bigint preceding and 1::bigint following) order by id
select id, l, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by l range between 1500000000000 preceding and 1500000000000 following) order by id
select id, l, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by l desc nulls first range between 1500000000000 preceding and 1500000000000 following) order by id
select id, l, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by l range between 9223372036854775807 preceding and 9223372036854775807 following) order by id
select id, l, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by l desc nulls first range between 9223372036854775807 preceding and 9223372036854775807 following) order by id
select id, t, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by t range between '1 hour' preceding and '1 hour' following) order by id
select id, t, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by t desc nulls first range between '1 hour' preceding and '1 hour' following) order by id
select id, t, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by t range between '20 hours' preceding and '20 hours' following) order by id
select id, t, count(*) over x, sum(id) over x, min(id) over x, max(id) over x from w window x as (order by t desc nulls first range between '20 hours' preceding and '20 hours' following) order by id
select id, sum(id) over (order by f range between -1 preceding and 1 following) from w
select id, sum(id) over (order by i range between null preceding and 1 following) from w
select id, sum(id) over (order by i rows between -1 preceding and 1 following) from w
select id, sum(id) over (order by i rows between 1 preceding and -1 following) from w
select id, sum(id) over (order by i rows between null preceding and 1 following) from w
select id, sum(id) over (order by i groups between 1 preceding and null::bigint following) from w
select id, sum(id) over (order by g range between 1 preceding and 1 following) from w
select id, sum(id) over (order by i, id range between 1 preceding and 1 following) from w
select id, sum(id) over (order by d range between 1 preceding and 1 following) from w
select id, sum(id) over (order by d range between '1 day' preceding and '-1 day' following) from w
select id, sum(id) over (rows between id preceding and current row) from w
select ntile(0) over (order by id) from w
select nth_value(id, 0) over (order by id) from w
select ntile(null) over (order by id), id from w order by id limit 3
select id from w where row_number() over () < 3
select row_number() over (order by row_number() over ()) from w
select sum(row_number() over ()) from w
select row_number() from w
select lower(g) over () from w
select count(distinct i) over () from w
select array_agg(i order by i) over () from w
select rank() over w2 from w window w1 as (order by id)
select rank() over (w1 partition by g) from w window w1 as (order by id)
select rank() over (w1 order by g) from w window w1 as (order by id)
select rank() over (w1 order by i, id), id from w window w1 as (partition by b) order by id
select rank() over (w1) from w window w1 as (order by id rows 1 preceding)
select sum(id) over w1 from w window w1 as (order by id), w1 as (order by g)
select first_value(max(id)) over (order by g), g, sum(count(*)) over (order by g) from w group by g order by g
select g, sum(i), rank() over (order by sum(i) desc) from w group by g having count(*) > 2 order by g
select distinct b, count(*) over (partition by b) from w order by 1
select id, row_number() over (order by id desc) r, sum(r2) over (partition by r2 % 2 order by id) from (select *, row_number() over (order by i, id) r2 from w) q order by r2
select id, rank() over (order by b), rank() over (order by b, s), rank() over (partition by g order by b), lag(id) over (order by id) from w
select id, sum(id) over (order by b), count(*) over (partition by s) from w limit 7
select x, sum(x) over (order by x), (select sum(y) over (order by y desc limit 1) from generate_series(1, x) y) from generate_series(1, 4) x
select x.id, z.r from (values (1),(2)) x(id), lateral (select row_number() over (order by w.id desc) + x.id as r from w where w.id < 4) z order by 1, 2
select generate_series(1, 2), row_number() over (order by id) from w where id < 4
select lag(i, -1) over (order by id), lead(i, null) over (order by id), id from w order by id limit 4
select sum(x) over (order by y rows between 1 preceding and current row), x from (values (1.00, 1), (2.5, 2), (3, 3), (4.125, 4), (5, 5)) v(x, y)
select sum(x) over (order by y rows between 1 preceding and current row), x from (values (1e20::float8, 1), (2.5, 2), (3, 3)) v(x, y)
select avg(x) over (order by y rows between 1 preceding and 1 following), max(x) over (order by y rows between 1 preceding and 1 following) from (values (1.0, 1), (1.00, 2), (null, 3), (0.5, 4)) v(x, y)
explain (costs off) select id, rank() over (partition by g order by i), sum(id) over (partition by g) from w
select in_range(5, 3, 1, false, true), in_range(5::int8, 3, 2, false, true)
select count(*) over (order by random()) > 0 from w limit 2
select sum(id) over (partition by 1 order by 2) from w limit 1
with q as (select id, lag(id) over (order by id) p from w) select * from q where p > 15 order by id
select id from w order by rank() over (order by g, id desc)
select max(id) over (order by (select 1)) from w limit 1
delete from w where id in (select id from (select id, row_number() over (partition by g order by id) r from w) q where r = 1) returning id
update w set i = q.r from (select id, row_number() over (order by id desc) r from w) q where q.id = w.id and w.id < 6 returning w.id, w.i

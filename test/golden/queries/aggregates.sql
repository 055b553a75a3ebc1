select percentile_cont(0.25) within group (order by x), percentile_disc(0.25) within group (order by x), mode() within group (order by x % 5) , percentile_cont(array[0.1, null, 0.9, 0.5]) within group (order by x), percentile_disc(array[[0,0.5],[1,0.3]]) within group (order by x desc) from generate_series(1,17) x
select x%3 g, rank(5) within group (order by x), dense_rank(5) within group (order by x), percent_rank(5) within group (order by x), cume_dist(5) within group (order by x), rank(x%3) within group (order by x) from generate_series(1,20) x group by x%3 order by 1
select rank('adam'::text collate "C") within group (order by x collate "C") from (values ('fred'),('jim')) v(x)
select rank('3') within group (order by x) from generate_series(1,5) x
select percentile_cont(0.5) within group (order by x * interval '1 hour') , percentile_cont(array[0.2,0.7]) within group (order by x * interval '1 day') from generate_series(1,4) x
select percentile_cont(0.5) within group (order by b), sum(b) from (select 1 b where false) q
select rank(4,2) within group (order by x, y) from (values (1,1),(4,1),(4,2),(4,3)) v(x,y)
select rank(4) within group (order by x, y) from (values (1,1),(4,1),(4,2),(4,3)) v(x,y)
select rank(1) within group (order by x) filter (where x > 3) from generate_series(1,5) x
select rank(x) within group (order by x) from generate_series(1,5) x
select mode(1) within group (order by x) from generate_series(1,5) x
select percentile_disc(0.5) from generate_series(1,5) x
select percentile_disc(0.5, 2) within group (order by x) from generate_series(1,5) x
select sum(x) within group (order by x) from generate_series(1,5) x
select percentile_disc(1.5) within group (order by x) from generate_series(1,5) x
select x%2, count(distinct x%3), array_agg(x order by x desc), string_agg(distinct (x%4)::text, '-' order by (x%4)::text desc), sum(distinct x) filter (where x > 4) from generate_series(1,12) x group by 1 order by 1
select a, b, count(distinct c), grouping(a,b) from (select x%2 a, x%3 b, x%4 c from generate_series(1,20) x) q group by cube(a,b) order by 1,2,4
select count(distinct x) from generate_series(1,5) x group by grouping sets ((),()) 
select count(distinct x), array_agg(x order by x) from (select 1 x where false) q group by grouping sets ((),(x)) 
select max((select count(*) from generate_series(1,x))) from generate_series(1,5) x
select (select max(x) from (values (1)) v(y)) from generate_series(1,5) x
select (select sum(x + y) from (values (1),(2)) v(y)) from generate_series(1,3) x
select max(min(x)) from generate_series(1,5) x
select (select max((select i.y from (values (1)) i(y) where i.y = o.x))) from generate_series(1,2) o(x)
select (select max(min(o.x)) from (values(1)) v(z)) from generate_series(1,2) o(x)
select g as alias1, g as alias2 from generate_series(1,3) g group by alias1, rollup(alias2) order by 1,2
select g as a, g as b, count(*) from generate_series(1,3) g group by a, b having g > 1 order by 1
select stddev(x::numeric), stddev_pop(x::numeric*1.5), variance(x/3.0), var_pop(x/7.0) from generate_series(1,9) x
select stddev(x::float8), stddev_pop(x/3.0::float8), corr(x, x*x), regr_slope(x, x*x), covar_samp(x, 2*x), regr_intercept(x,x*x), regr_r2(x,x*x) from generate_series(1,9) x
select x%2, percentile_cont((x%2)/2.0) within group (order by x) from generate_series(1,9) x group by x%2 order by 1
select percentile_cont(x/10.0) within group (order by x) from generate_series(1,9) x
select array_agg(distinct a order by b) from (values (1,2),(2,1)) v(a,b)
select array_agg(distinct a order by a desc nulls last), array_agg(b order by a) from (values (1,2),(2,1),(null,3),(1,4)) v(a,b)
select float8_accum('{4,140,2900}'::float8[], 100), float8_regr_accum('{4,140,2900,1290,83075,15050}'::float8[], 200, 100)
select float8_combine('{3,60,200}'::float8[], '{2,180,200}'::float8[]), float8_regr_combine('{3,60,200,750,20000,2000}'::float8[], '{2,180,200,740,57800,-3400}'::float8[])
select four, x from (select x % 4 four, 'foo'::text as x from generate_series(1, 9) x) t group by grouping sets (four, x) having x = 'foo'
select four, x || 'x' from (select x % 4 four, 'foo'::text as x from generate_series(1, 9) x) t group by grouping sets (four, x) order by four
select a, b, grouping(a), grouping(b), grouping(a, b), count(*), sum(distinct c) from (select x % 2 a, x % 3 b, x % 4 c from generate_series(1, 20) x) q group by rollup (a, b) order by grouping(a, b), a, b
select a, b, c, count(*) from (select x % 2 a, x % 3 b, x % 4 c from generate_series(1, 20) x) q group by a, cube (b, c) order by 1, 2, 3, 4
select a, count(*) from (select x % 2 a, x % 3 b from generate_series(1, 20) x) q group by distinct rollup (a), rollup (a, b) order by 1, 2
select a + 1, count(*) from (select x % 2 a from generate_series(1, 20) x) q group by grouping sets ((a), (a + 1)) order by 1, 2
select grouping(a + 1), a + 1, count(*) from (select x % 2 a from generate_series(1, 20) x) q group by rollup (a + 1) having grouping(a + 1) = 0 order by 2
select count(*) from (select 1 as a where false) q group by grouping sets (a, ())
select a, rank() over (order by count(*) desc), sum(sum(c)) over () from (select x % 3 a, x c from generate_series(1, 20) x) q group by rollup (a) order by 2, 1

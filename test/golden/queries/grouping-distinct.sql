-- A key written twice in a set is one: for GROUP BY DISTINCT and for the groups themselves.
create table g(a int, b text)
insert into g values (1, 'x'), (1, 'y'), (2, 'x')
select a, b, count(*), grouping(a, b) from g group by distinct grouping sets ((a, b, b), (b, b), (a, b), (b, a, a), ()) order by 1, 2, 3
select a, b, count(*) from g group by distinct a, rollup (a, b), a order by 1, 2, 3
select a, b, count(*) from g group by distinct rollup (a, b), rollup (a, b) order by 1, 2, 3
select a, b, count(*) from g group by grouping sets ((a, a), (a)), grouping sets ((b, b), (a)) order by 1, 2, 3
select a + 1, count(*) from g group by distinct grouping sets ((a + 1, a), (a, a + 1)) order by 1, 2

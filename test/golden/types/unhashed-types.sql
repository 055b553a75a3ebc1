-- A full join needs an equality: of types that hash, or one that could be merged by order; constants beside it, or nothing at all.
create table v(a varbit, b bit(3), c int)
insert into v values ('101','101', 1), ('0110', '011', 2), (null,null,3),('101','000',1)
select * from v x full join v y on x.a = y.a order by x.a, y.c, x.c, x.b, y.b
select * from v x full join v y on x.a = y.a and x.c < y.c order by x.a, y.c, x.c, x.b, y.b
select * from v x full join v y on x.b = y.b and x.a = y.a order by x.a, y.c, x.c, x.b, y.b
select * from v x full join v y on x.b = y.b and x.c = y.c order by x.a, y.c, x.c, x.b, y.b
select * from v x full join v y on x.a < y.a order by x.a, y.c, x.c, x.b, y.b
select * from v x full join v y on row(x.a, x.c) = row(y.a, y.c) order by x.a, y.c, x.c, x.b, y.b
select * from v x full join v y on x = y order by x.a, y.c, x.c, x.b, y.b
select x.c, y.c from v x full join (select array[a] a, c from v) y on array[x.a] = y.a order by 1,2
select x.c, y.c from v x full join v y on x.c::money = y.c::money order by 1,2
select x.c, y.c from v x full join v y on x.c::int::text::xid = y.c::int::text::xid order by 1,2
select x.c, y.c from v x full join v y on true order by 1,2
select x.c, y.c from v x full join v y on false order by 1,2
select x.c, y.c from v x full join v y on x.c = 1 order by 1,2
select a from v union select a from v order by 1
select distinct a, b from v order by 1, 2
select a, count(*) from v group by a order by 1
select a, b, grouping(a, b), count(*) from v group by cube (a, b) order by 1,2,3
select a from v intersect select a from v order by 1
select a from v except select b from v order by 1
select count(*) from v where a in (select b from v)
select a, rank() over (partition by a order by c) from v order by 1,2
select count(distinct a), count(distinct v) from v
with recursive w(a, n) as (select a, 1 from v union select a, n + 1 from w where n < 2) select * from w
with recursive w(a, n) as (select a, 1 from v union select a, n + 1 from w where n < 2) select 1
with recursive w(a, n) as (select a, 1 from v union all select a, n + 1 from w where n < 2) select count(*) from w
select distinct xid '1' from v
select point '(1,2)' union select point '(1,2)'
select x.c from v x join v y on x.a = y.a order by 1
select x.c from v x left join v y on x.a = y.a and x.c <> y.c where y.c is null order by 1

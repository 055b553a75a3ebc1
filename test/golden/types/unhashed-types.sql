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
-- Rows, arrays and ranges hash when what is in them does; what does not is sorted, and no recursion goes over it.
create type ct_m as (f1 money)
create type ct_b as (f1 int, f2 varbit)
create type ct_n as (f1 int, f2 ct_m)
create table hm (g ct_m, n ct_n, a ct_m[], k int)
insert into hm values (row(100::money), row(1, row(1::money)), array[row(3::money)::ct_m], 1), (row(200::money), row(2, row(1::money)), null, 2), (row(100::money), row(1, row(1::money)), array[row(3::money)::ct_m], 3)
select g, count(*) from hm group by g
select n, count(*) from hm group by n
select a, count(*) from hm group by a
select distinct g from hm
select distinct n from hm
select distinct a from hm
select g from hm intersect select g from hm
select n from hm except select n from hm where k = 2
select a from hm union select a from hm
select x.k, y.k from hm x join hm y on x.g = y.g order by 1, 2
select x.k, y.k from hm x join hm y on x.n = y.n order by 1, 2
select x.k, y.k from hm x join hm y on x.a = y.a order by 1, 2
select k from hm where g in (select g from hm where k = 1) order by 1
select k from hm where n not in (select n from hm where k = 1) order by 1
select count(distinct g), count(distinct n) from hm
with recursive r(g) as (select g from hm where k = 1 union select g from r) select * from r
with recursive r(n) as (select n from hm union select n from r) select * from r
select row(k::varbit(8), g) from (select 1::bit(4) as k, g from hm) s union select row(1::bit(4)::varbit(8), row(100::money)::ct_m)
select row(g) from hm union select row(g) from hm
select distinct row(g, k > 1) from hm
select g, k > 1, count(*) from hm group by grouping sets ((g), (k > 1), ()) order by 1, 2
drop table hm
drop type ct_n
drop type ct_b
drop type ct_m
create type mr as range (subtype = money)
create table rm (m mr_multirange)
insert into rm values (mr_multirange(mr(1::money,2::money))), (mr_multirange(mr(1::money,2::money)))
select m, count(*) from rm group by m
select m from rm union select m from rm
drop table rm
create type cr as (r mr)
create table rr (r mr, c cr, k int)
insert into rr values ('[1,2)', row('[1,2)'), 1), ('[2,3)', row('[2,3)'), 2), ('[1,2)', row('[1,2)'), 3)
select r, count(*) from rr group by r
select c, count(*) from rr group by c
select distinct r from rr
select distinct c from rr
select r from rr union select r from rr
select c from rr union select c from rr
select r from rr intersect select r from rr
with recursive w(r) as (select r from rr union select r from w) select * from w
with recursive w(r) as (select array[r] from rr union select r from w) select * from w
with recursive w(r) as (select array[1::money] union select r from w) select * from w
with recursive w(r) as (select row(1) union select r from w) select * from w
with recursive w(r) as (select array[row(1)] union select r from w) select * from w
with recursive w(r) as (select int4range(1,2) union select r from w) select * from w
drop table rr
drop type cr
drop type mr
with recursive w(r) as (select row(1, 'a'::text) union select row((select 2), 'b'::text) from w) select * from w

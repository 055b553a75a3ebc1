create table tree(id int primary key, parent int, name text)
insert into tree values (1, null, 'root'), (2, 1, 'a'), (3, 1, 'b'), (4, 2, 'aa'), (5, 2, 'ab'), (6, 3, 'ba'), (7, 6, 'baa')
with recursive t(id, name) as (select id, name from tree where parent is null union all select c.id, c.name from tree c, t where c.parent = t.id) search depth first by id set seq select * from t order by seq
with recursive t(id, name) as (select id, name from tree where parent is null union all select c.id, c.name from tree c, t where c.parent = t.id) search breadth first by name, id set seq select * from t order by seq
with recursive t(id, name) as (select id, name from tree where parent is null union select c.id, c.name from tree c join t on c.parent = t.id) search depth first by name set seq select id, seq from t order by seq
with recursive g(f, t) as (values (1, 2), (2, 3), (3, 1)), w(n) as (select 1 union all select g.t from g, w where g.f = w.n) cycle n set looped using path select * from w
with recursive g(f, t) as (values (1, 2), (2, 3), (3, 1)), w(n) as (select 1 union all select g.t from g, w where g.f = w.n) cycle n set looped to 'Y' default 'N' using path select *, pg_typeof(looped) from w
with recursive g(f, t) as (values (1, 2), (2, 3), (3, 1)), w(n) as (select 1 union all select g.t from g, w where g.f = w.n and not looped) search depth first by n set ord cycle n set looped using path select * from w order by ord
with recursive w(n) as (select 1::bigint union all select (n + 1)::int from w where n < 4) search breadth first by n set s select * from w
with recursive w(n) as (select 1 union all select * from w) cycle n set c using p select * from w
with w(n) as (select 1) search depth first by n set s select * from w
with recursive w(n) as (select 1 union all select n from w) search depth first by m set s select * from w
with recursive w(n) as (select 1 union all select n from w) search depth first by n, n set s select * from w
with recursive w(n) as (select 1 union all select n from w) cycle n set c using c select * from w
with recursive w(n) as (select 1 union all select n from w) cycle n set c to 1 default 'x'::date using p select * from w
with recursive w(n) as (select 1 union all select n from (select * from w) q) cycle n set c using p select * from w
with recursive w(n) as (select 1 union all select 2 union all select n from w) cycle n set c using p select * from w
with recursive q as (select 1 as n union all (with y as materialized (select n + 1 as m from q where n < 5) select m from y)) select * from q
with recursive q as (select 1 as n union all (select n + 1 from q where n < 4 union all select 10 where false)) select * from q
with recursive x(n) as (with x1 as (select 1 from x) select 0 union select * from x1) select * from x
with recursive x(n) as (select 1 union all (select n + 1 from x except select 2)) select * from x where n < 3 limit 2
with recursive x(n) as (select 1 union all (select 1 except select n from x)) select * from x
create table a(id int primary key, v text)
insert into a values (1, 'one'), (2, 'two'), (3, 'three')
with d as (delete from a where id > 1 returning *), i as (insert into a select id + 10, v from d returning id) select d.*, (select count(*) from i), (select count(*) from a) from d order by id
select * from a order by id
with u as (update a set v = v || '!' where id = 1 returning *) select * from a where id = 1
with u as (update a set v = v || '?' returning id) insert into a select id + 100, 'copy' from u
select * from a order by id
with m as (merge into a using a b on false when matched then delete) select 1
select * from (with d as (delete from a returning *) select * from d) q
with x as (select 1 as one), y as (select one + 1 as two from x) select * from x, y, (with x as (select 5 as one) select * from x) z
with x as not materialized (select random() r) select count(distinct r) from (select r from x union all select r from x) q
with x as materialized (select random() r) select count(distinct r) from (select r from x union all select r from x) q
with x(a, a) as (select 1, 2) select * from x
with x(a, b, c) as (select 1, 2) select * from x
with x as (select 1), x as (select 2) select * from x

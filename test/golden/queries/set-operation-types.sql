-- Types of set operations and recursions: a VALUES list settles its own, and a recursive column keeps type and collation.
(VALUES ('A', 1.5)) INTERSECT select 'A'::varchar, 1
(VALUES ('A'),('B')) union select 'A'::varchar
select 'A' union select 'A'::varchar
select 'A' union all values ('A'::varchar)
values (null) union all values ('A'::varchar)
values ('1') union all values (1)
values ('1'),('2') union all values (1)
values (null) union all values (1)
values (null) union all select null union all values (1)
with recursive w(a,n) as (select 'a', 1 union all select a collate "C", n+1 from w where n < 3) select * from w
with recursive w(a,n) as (select 'a'::text collate "C", 1 union all select a, n+1 from w where n < 3) select * from w
with recursive w(a,n) as (select 'a'::text, 1 union all select (a || 'x')::text, n+1 from w where n < 3) select * from w
with recursive w(a,n) as (select 'a'::name, 1 union all select a, n+1 from w where n < 3) select * from w
with recursive w(a,n) as (select relname, 1 from pg_class where oid = 1259 union all select a, n+1 from w where n < 3) select * from w
with recursive w2(a,n) as (select varbit '1', 1 union select a, n+1 from w2 where n < 3), w3 as (select * from w2) select 1
with recursive w2(a,n) as (select varbit '1', 1 union select a, n+1 from w2 where n < 3) select 1
with recursive w(a,n) as (select 'a', 1 union all select 2, n+1 from w where n < 3) select * from w
with recursive w(a,n) as (select 1, 1 union all select 2.5, n+1 from w where n < 3) select * from w

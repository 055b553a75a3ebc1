create function f7(int) returns setof record language sql as 'select 1, ''x''::text'
create function f9(int) returns setof int language sql as 'select 1'
create view v1 as select * from rows from(f9(1), f7(1) as (x int, y text), f9(2)) with ordinality t(a,b,c,d,e)
select pg_get_viewdef('v1')
create view v2 as select * from f7(1) as t(p int, q text)
select pg_get_viewdef('v2')
create view v3 as select * from rows from(f7(1) as (x int, y text))
select pg_get_viewdef('v3')
alter view v1 rename column b to bb
select pg_get_viewdef('v1')
select * from v1
create view v5 as select * from f7(1) as t(p int, q text), lateral rows from (f7(1) as (x int, y text)) with ordinality
select pg_get_viewdef('v5')

-- Index conditions of partitions may compare with values of any type.
create table t3 (id int primary key, c1 int) partition by range (id)
create table t3_p1 partition of t3 for values from (minvalue) to (8)
create table t3_p2 partition of t3 default
insert into t3 select i, i from generate_series(1, 20) i
select * from t3 where id = num_nulls(null::timestamp, '{[10,20]}'::int4multirange)
select * from t3 where id = num_nulls(null::timestamp, '[10,20]'::int4range, array['[10,20]'::int4range])
select v, (select c1 from t3 where id = num_nulls(v, '[10,20]'::int4range, interval '1 day', B'101')) from (values (1), (null)) w(v)
create table f (a float8 primary key) partition by range (a)
create table f1 partition of f for values from (minvalue) to (0)
create table f2 partition of f for values from (0) to (maxvalue)
insert into f values (-1), (1), ('infinity'), ('-infinity')
select * from f where a = 'infinity' or a = '-infinity' order by a
select * from f where a in ('infinity', '-infinity', 1) order by a

-- IS NULL and IS NOT NULL of a row look at its fields, so neither is the other's opposite; IS DISTINCT FROM NULL looks at the row itself.
create table t1(id int primary key, c1 int, c2 text)
insert into t1 values (1, 1, null), (2, 2, 'x')
select a is null, a is not null, not a is null, a is distinct from null, a is not distinct from null from t1 a
select row(null,null) is distinct from null, row(null,1) is null,row(null,null) is not distinct from null, null is distinct from row(null)
select * from t1 a where not a is null
select * from t1 a where not a is not null
select * from t1 a where a is distinct from null
select * from t1 a left join (select * from t1 b where id = 2) b on a.id=b.id where not b is null
select * from t1 a left join (select * from t1 b where id = 1) b on a.id=b.id where not b is null
select * from t1 a left join (select * from t1 b where id = 1) b on a.id=b.id where not b is not null order by a.id
create type comp as (a int, b int)
create table tc(id int, c comp)
insert into tc values (1, null),(2,row(null,null)),(3,row(1,null)),(4,row(1,2))
create index on tc(c)
create domain dc as comp
create table td(id int, c dc)
insert into td select * from tc
select id, c is null, c is not null, not c is null, c is distinct from null from td order by 1
create view vd as select id, c is distinct from null a, c is not distinct from null b, c is null from tc
select pg_get_viewdef('vd')
create index on td(id) where c is not null
set enable_seqscan=off
select id from td where id = 3 and c = row(1,null)::comp
select id from tc where c is null order by 1
select id from tc where c is not null order by 1
select id from tc where not c is null order by 1
select id from tc where not (c is null or id = 4) order by 1
create table pc(c comp, v text) partition by list (c)
create table pc1 partition of pc for values in (null)
create table pc2 partition of pc for values in (row(1, null))
insert into pc values (null, 'a'), (row(1, null), 'b')
select v from pc where c is null
select v from pc where not c is null
select v from pc where c is not null

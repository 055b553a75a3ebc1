select $1
select nosuch, $1
select $1, nosuch
select 1 from pg_class where oid = $2 limit $1
insert into nosuch values ($1)
select * from pg_class where $1 and nosuch
select relname from pg_class where relname = 'x' and oid = 1 and relkind = $3
create table made as select $1
explain select $1
explain (costs off) select 1 where 1 = $1
select $0
values ($1)
create table t (a int)
insert into t values ($1)
update t set a = $1 where a = 5
delete from t where a = $2 and a = $1
select '$1', "$1" from t
select '$1' as x
prepare p as select $1::int
execute p(1)
explain (costs off) execute p(1)
execute p
select (select $1), 1 / 0
select 1 / 0, $1

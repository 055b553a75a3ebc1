create table t(a int primary key, b text)
prepare p as select $1::int + 1
execute p(1)
execute p(1, 2)
execute p
execute p('x')
execute p('5')
execute p(1+2)
execute p(null)
prepare p as select 1
deallocate p
execute p(1)
deallocate p
prepare ins(int, text) as insert into t values ($1, $2) returning *
execute ins(1, 'one')
execute ins(1, 'one')
execute ins('2', 3)
execute ins(2, 'two')
prepare sel(int) as select * from t where a = $1
execute sel(1)
begin; execute sel(2); rollback
alter table t add column c int
execute sel(1)
prepare sel2 as select a, b from t where a = $1
execute sel2(1)
drop table t
execute sel2(1)
deallocate all
execute sel2(1)
prepare x as select $1
execute x('a')
prepare y as select $2::int
execute y(1,2)
prepare z(nosuch) as select 1
prepare q as begin
prepare q2 as create table zz(a int)
prepare u as values (1,2),(3,4)
execute u
deallocate prepare u
begin; prepare keep as select 42; rollback
execute keep
select 1/0;
prepare sp(int, int) as select $1 + $2
execute sp(1.4, 2)
execute sp('1', '2')
prepare del as delete from nosuch
prepare dup(int) as select $1::text
prepare many as select $1::int, $3::int
execute many(1,2,3)
execute nosuch
discard plans
discard sequences
discard temp
discard all
execute dup(1)
begin; discard all
rollback
explain execute nosuch
prepare zp as select 1 as a
execute zp(3)
explain (costs off) execute zp(nope)
create table zpt as execute zp(3, 4)
prepare zq(int) as select $1 as a
execute zq
execute zq(1, 2)

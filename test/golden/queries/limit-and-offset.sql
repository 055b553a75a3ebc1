-- A sort below LIMIT and OFFSET keeps the rows of both.
create table t (a int, b int)
insert into t select i, (i * 37) % 101 from generate_series(0, 300) i
select a, b from t order by b, a limit 3 offset 4
select a + 1, b from t order by b desc, a limit 3 offset 298
select a, b from t order by b, a limit 3 offset 300
select a, b from t order by b, a limit 3 offset 400
select a, b from t order by b, a limit 0 offset 4
select a, b from t order by b, a limit 2 offset null
select a, b from t order by b, a limit null offset 299
select a, b from t order by b, a limit 2 offset -1
select a, b from t order by b, a limit -1 offset 2
select a, b from t order by b, a limit 9223372036854775807 offset 299
select a, b from t order by b, a limit 2 offset 9223372036854775807
select a, b from t order by b, a limit (select 2) offset (select 1)
prepare p(int, int) as select a, b from t order by b, a limit $1 offset $2
execute p(2, 1)
execute p(null, 299)
select (select count(*) from (select a from t order by b limit 5 offset 3) s)

create table t (a int, b text)
create function plus(x int) returns int immutable language sql as 'select x + 1'
create function strict_plus(x int) returns int immutable strict language sql as 'select coalesce(x + 1, 5)'
create function twice(x int) returns int immutable language sql as 'select x * x + x'
create function first_of(x int, y text) returns int immutable strict language sql as 'select x'
create function is_big(x int) returns boolean immutable strict language sql as 'select x > 2990 or x is null'
create index t_plus on t (plus(a))
create unique index t_strict on t (strict_plus(a))
create index t_twice on t (twice(strict_plus(a) % 100))
create index t_first on t (first_of(a, b)) where is_big(a)
insert into t select i, 'b' || i from generate_series(1, 3000) i
insert into t values (null, 'n'), (null, 'm'), (5000, null)
set enable_seqscan = off
set enable_bitmapscan = off
select count(*), min(a) from t where plus(a) = 10
select count(*), min(a) from t where plus(a) between 10 and 20
select count(*), min(a) from t where plus(a) in (3, 5)
select count(*), min(a) from t where plus(a) > 2995 and b is not null
select a from t where strict_plus(a) between 2999 and 6000 order by a
select a from t order by strict_plus(a) limit 3
select count(*) from t where strict_plus(a) is null
select a, b from t where first_of(a, b) between 2995 and 2997 and is_big(a) order by a
select count(*) from t where first_of(a, b) is null and is_big(a)
select min(a), count(*) from t where twice(strict_plus(a) % 100) between 6 and 12
insert into t values (30, 'again')
insert into t values (30, 'again') on conflict (strict_plus(a)) do update set b = 'updated' returning a, b
insert into t select i, 'more' from generate_series(2999, 3001) i
insert into t select i, 'more' from generate_series(2999, 3003) i on conflict do nothing returning a
update t set a = 1 where a = 2
update t set a = a + 10000 where a between 2990 and 3003
select count(*) from t where plus(a) between 12991 and 13004
begin
delete from t where a = 3
insert into t values (3, 'back')
select b from t where strict_plus(a) = 4
rollback
select b from t where strict_plus(a) = 4
delete from t where a < 2000
vacuum t
select count(*) from t where plus(a) between 1 and 3000
create function not_one(x int) returns int immutable language sql as 'select max(y) from generate_series(1, x) y'
set enable_bitmapscan = on
set enable_indexscan = off
select count(*), min(a) from t where plus(a) between 2010 and 2020
select count(*), min(a) from t where plus(a) in (2003, 2005) or strict_plus(a) = 2010

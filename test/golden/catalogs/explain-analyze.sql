-- What EXPLAIN ANALYZE counts and does: rows that conditions take away, CREATE TABLE AS, the log.
create table counted as select i a from generate_series(1, 100) i
explain (analyze, costs off, timing off, summary off) select * from counted where a > 50
explain (analyze, costs off, timing off, summary off) select * from counted where a > 50 or a < 51
explain (analyze, costs off, timing off, summary off) create table made as select a from counted where a < 3
select * from made
explain (analyze, costs off, timing off, summary off) create table if not exists made as select 1 as a
explain (analyze, costs off, timing off, summary off) create table made as select 1 as a
explain (costs off) create table made as select 1 as a
explain (costs off) create table if not exists made as select 1 as a
explain (analyze, costs off, timing off, summary off, wal) create materialized view made_view as select * from made where a > 5
explain (analyze, costs off, timing off, summary off, wal) create table empty as select * from made with no data
select count(*) from empty
prepare five as select 5 y
explain (analyze, costs off, timing off, summary off) create table five_table as execute five
select * from five_table
explain (analyze, wal, costs off, timing off, summary off) select 1
explain (wal) select 1
explain (analyze, costs off, timing off, summary off) insert into made values (1), (2)
explain (analyze, costs off, timing off, summary off) insert into made values (1), (2) returning a
explain (analyze, costs off, timing off, summary off) delete from made where a = 1
begin
explain (analyze, costs off, timing off, summary off) create temp table gone on commit drop as select 1 as x
select * from gone
commit
select * from gone

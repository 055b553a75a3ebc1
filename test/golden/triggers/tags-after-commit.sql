create table q(a int, b int)
create function ct() returns trigger language plpgsql as $$ begin raise exception 'too many %', new.b; end $$
create constraint trigger ct after insert or update on q deferrable initially deferred for each row when (new.b < 0) execute function ct()
create constraint trigger ct2 after update of b on q from q not deferrable for each row execute function ct()
select pg_get_triggerdef(oid), pg_get_triggerdef(oid, true) from pg_trigger where tgname like 'ct%' order by tgname
do $$ begin insert into q values (1, -1); end $$
create procedure pp(inout x int) language plpgsql as $$ begin insert into q values (1, -1); x := 2; end $$
call pp(1)
explain (costs off, analyze, timing off, summary off) insert into q values (1, -4)
create function ins() returns int language plpgsql as $$ begin insert into q values (1, -9); return 1; end $$
create table zz as select ins()
create materialized view mz as select ins() with no data
refresh materialized view mz
do $$ begin perform ins(); delete from q; create table z2 as select 1; end $$
table z2

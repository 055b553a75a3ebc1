begin
create table qq(a int, b int)
explain (costs off, analyze, timing off, summary off) insert into qq values (1, 4)
explain (costs off, analyze, timing off, summary off) select * from qq
create rule r as on insert to qq do also select 5
explain (costs off, analyze, timing off, summary off) insert into qq values (1, 4)
commit

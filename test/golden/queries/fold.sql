create table fz(a int, b int)
select 1/0
select 1/0 from fz
select case when a > 0 then 1/0 else 2 end from fz
select case when false then 1/0 else 2 end
select case 3 when 1 then 1/0 when 3 then 7 else 1/0 end
select case when true then 5 when 1/0 = 1 then 6 end
select coalesce(1, 1/0), coalesce(null, 2, 1/0)
select coalesce(a, 1/0) from fz
select a from fz where false and 1/0 = 1
select a from fz where true or 1/0 = 1
select a from fz where a = 1 and 1/0 = 1
select a from fz where 1/0 = 1 or true
select a from fz where null and a = 1
select case a when 1 then 'x' end from (values (1), (2)) v(a)
select 'abc' like 'a' || '%', not true, not (1 = 2), null is null, 1 = any (array[1,2])
select true and null, false or null, null and null, null or true
explain (costs off) select a from fz where true and a = 1
select 2147483647 + 1
select -(-2147483648)
select sqrt(-1)
select log(0)
select 'x'::int
insert into fz values (1/0, 2)
update fz set a = 1/0
delete from fz where 1/0 = a

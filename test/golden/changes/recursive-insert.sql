-- a recursive UNION as all of what is inserted, without RETURNING
create table numbers (a numeric);
insert into numbers with recursive w(c) as (select 2 union select w.c + 1 from w where w.c < 4) select 1.5 from w;
insert into numbers with recursive w(c) as (select 2 union all select w.c + 1 from w where w.c < 4) select c from w;
insert into numbers with recursive w(c) as (select 2 union select w.c % 3 from w) select c from w returning *;
create table more as with recursive w(c) as (select 2 union select w.c + 1 from w where w.c < 4) select c from w;
update numbers set a = s.c from (with recursive w(c) as (select 2 union select w.c + 1 from w where w.c < 4) select c from w) s where numbers.a = s.c;
delete from numbers using (with recursive w(c) as (select 2 union select w.c + 1 from w where w.c < 4) select c from w) s where numbers.a = s.c and s.c = 4;
select a, count(*) from numbers group by a order by a;
select * from more order by c;
drop table numbers, more;

create table rp (a text, b bigint, c numeric) partition by range (a, b)
create table rp_b partition of rp for values from ('b', 10) to ('b', 20) partition by range (c)
create table rp_b1 partition of rp_b for values from (1) to (100)
create table rp_b2 partition of rp_b for values from (100) to (200)
create table rp_a partition of rp for values from ('a', 1) to ('a', 10)
insert into rp values ('b', 12, 50), ('b', 13, 150)
update rp_b set a = 'a'
update rp_b set b = 5 where c > 100
update rp_b set c = 120 where b = 12 returning tableoid::regclass, *
update rp_b set a = 'a', b = 5, c = 130 where b = 12
insert into rp_b values ('a', 1, 5)
select tableoid::regclass, * from rp order by 1, 2, 3
update rp_b1 set c = 500
update rp_b2 set b = 19 where b = 13
update rp_b2 set b = 33 where b = 19
update rp set a = 'a', b = 5 where b = 19
select tableoid::regclass, * from rp order by 1, 2, 3
insert into rp_b values ('b', 12, 7) on conflict do nothing
select tableoid::regclass, * from rp order by 1, 2, 3

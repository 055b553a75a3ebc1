-- Rows that leave: partitioned tables updated by their own names stay within their own bounds.
create table r (a text, b int, c numeric, d int) partition by range (a, b);
create table r_a partition of r for values from ('a', 1) to ('a', 10);
create table r_b partition of r for values from ('b', 10) to ('b', 20) partition by range (c);
create table r_b1 partition of r_b for values from (1) to (100);
create table r_b2 (d int, c numeric, b int, a text);
alter table r_b attach partition r_b2 for values from (100) to (200);
insert into r values ('b', 12, 96, 1), ('b', 13, 150, 2), ('a', 1, 5, 3);
update r_b set a = 'a';
update r_b set b = b - 9 where c > 100;
update r_b set c = c + 20 returning tableoid::regclass, c, b, a;
update r_b2 set c = 5;
update r set a = 'a', b = 2 where d = 1 returning tableoid::regclass, *, ctid is null;
insert into r values ('b', 19, 5, 9) returning tableoid::regclass;
insert into r_b values ('a', 1, 5, 9);
select tableoid::regclass, * from r order by d;
drop table r;
create table s (a int primary key, b int, c int);
insert into s values (1, 1, 1) returning xmin = pg_current_xact_id()::xid as own, xmax, tableoid::regclass;
update s set b = 2 returning xmin = pg_current_xact_id()::xid as own, xmax, ctid is null;
insert into s values (1) on conflict (a) do update set b = 3 returning xmin = pg_current_xact_id()::xid as own;
-- INCLUDE columns are no part of the key.
create unique index on s (a, b) include (c);
update s set c = 5;
update s set c = 6, b = 7;
select * from s where a = 1 and b = 7;
drop table s;

-- Columns that an index includes change by themselves; an index's parameters.
create table wide (c1 int, c2 int, c3 int, c4 int);
insert into wide select x, 2 * x, 3 * x, 4 from generate_series(1, 10) x;
create unique index wide_unique on wide (c1, c2) include (c3, c4);
create index wide_gist on wide using gist (int4range(c1, c1 + 3)) include (c3);
update wide set c3 = 1;
update wide set c4 = 5 where c1 = 4;
update wide set c1 = 100 where c1 = 2;
update wide set c1 = 1, c2 = 2 where c1 = 3;
delete from wide where c1 = 5 or c3 = 12;
select * from wide order by c1;
alter index wide_gist set (fillfactor = 40);
alter index wide_gist reset (fillfactor);
alter index wide_gist set (fillfactor = 9);

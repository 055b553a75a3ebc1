-- columns of indexes keep the names they were made with
create table t (a int, b int, c int);
create index t_twice on t (a desc, a);
create index t_both on t (a, b);
create index t_cover on t (b) include (a, c);
create index t_expr on t ((a + 1), a);
select c.relname, a.attnum, a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relname like 't\_%' order by 1, 2;
alter table t rename column a to renamed;
select c.relname, a.attnum, a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relname like 't\_%' order by 1, 2;
alter table t rename column renamed to expr;
select c.relname, a.attnum, a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relname like 't\_%' order by 1, 2;
alter table t rename column b to a1;
select c.relname, a.attnum, a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relname like 't\_%' order by 1, 2;
select indexdef from pg_indexes where tablename = 't' order by 1;
drop table t;

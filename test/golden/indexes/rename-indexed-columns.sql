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
-- copies of an index keep its columns' names, which a column's new name does not reach
CREATE TABLE copied_from (a int, b int, UNIQUE (a) INCLUDE (b), EXCLUDE USING btree (b WITH =));
CREATE INDEX ON copied_from ((a + b), a);
ALTER TABLE copied_from RENAME a TO z;
ALTER TABLE copied_from RENAME b TO y;
CREATE TABLE copied_to (LIKE copied_from INCLUDING ALL);
SELECT indexrelid::regclass, (SELECT string_agg(attname, ',' ORDER BY attnum) FROM pg_attribute WHERE attrelid = indexrelid) FROM pg_index WHERE indrelid = 'copied_to'::regclass ORDER BY 1;
CREATE TABLE parted_by (a int, b int, UNIQUE (a)) PARTITION BY LIST (a);
CREATE INDEX ON parted_by (b);
ALTER TABLE parted_by RENAME a TO z;
ALTER TABLE parted_by RENAME b TO y;
CREATE TABLE parted_by_1 PARTITION OF parted_by FOR VALUES IN (1);
SELECT indexrelid::regclass, (SELECT string_agg(attname, ',' ORDER BY attnum) FROM pg_attribute WHERE attrelid = indexrelid) FROM pg_index WHERE indrelid = 'parted_by_1'::regclass ORDER BY 1;
DROP TABLE copied_from, copied_to, parted_by;

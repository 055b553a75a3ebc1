-- Whole rows: of an outer join's missing side they are null, dropped columns are no part of them.
create table t1(id int primary key, c2 text, c3 text[])
create table t2(id int primary key, c2 text)
insert into t1 values (1,'a','{x,y}'),(2,'b',null)
insert into t2 values (1,'a'),(2,'c')
create view v3 as select 1 as x where false
create view v4 as select 1 as x
select count(*) from t1 a4 left join v3 a8 on true join v4 a9 on (a8 = a8)
select count(*) from t1 a4 left join v3 a8 on true join t2 a9 on (a8 = a8)
select count(*) from t1 a4 left join (select * from t2 where id > 10) a8 on true join t2 a9 on (a8 = a8)
select count(*) from t2 as a2 join lateral (select a4.id from t1 as a4 LEFT JOIN v3 AS a8 ON true JOIN v4 AS a9 ON (a8 = a8)) q on true
select count(*) from t2 as a2 join lateral (select a4.id from t1 as a4 LEFT JOIN v3 AS a8 ON true JOIN v4 AS a9 ON (a8 = a8)) q(z) on true
select count(*) from t2 as a2 join (select a4.id, a8 as w from t1 as a4 LEFT JOIN v3 AS a8 ON true) q on q.w = q.w
select count(*) from t2 as a2 join lateral (select a4.id, a8 as w from t1 as a4 LEFT JOIN v3 AS a8 ON true) q on q.w = q.w
select q.w is null, q.w is distinct from null, q.w::text from t2 as a2 join lateral (select a4.id, a8 as w from t1 as a4 LEFT JOIN v3 AS a8 ON true) q on true
select a1.*, 1 FROM t1 AS a1 LEFT JOIN t2 AS b1 ON a1.id = b1.id WHERE (a1 IS NOT NULL) FOR UPDATE OF a1 SKIP LOCKED
select a1.*, 1 FROM t1 AS a1 WHERE (a1 IS NOT NULL) FOR UPDATE OF a1
select a1.*, 1 FROM t1 AS a1 WHERE (a1 IS NOT NULL)
create table p(id int primary key, c2 text) partition by range(id)
create table p1 partition of p for values from (0) to (10)
insert into p values (1,'a'),(2,null)
select a1.*, 1 FROM p AS a1 WHERE (a1 IS NOT NULL) FOR UPDATE OF a1
select a1.*, 1 FROM p AS a1 left join t2 b1 on a1.id = b1.id WHERE (a1 IS NOT NULL) FOR UPDATE OF a1
update p a1 set c2 = c2 where a1 is not null
update t1 a1 set c2 = c2 where a1 is not null returning a1
delete from p a1 where not a1 is not null returning a1
create table t3(id int primary key, c2 text, z int)
insert into t3 values (1,'a',2),(2,null,2)
alter table t3 drop column z
select a1.*, 1 FROM t3 AS a1 WHERE (a1 IS NOT NULL)
select a1.*, 1 FROM t3 AS a1 WHERE (a1 IS NOT NULL) FOR UPDATE OF a1
select a1, a1::text, row_to_json(a1), a1 is null, a1 is not null, a1 = a1, to_jsonb(a1) from t3 a1
select count(a1), array_agg(a1) from t3 a1
alter table t3 add column y int default 5
select a1, a1::text, row_to_json(a1), a1 is null, a1 is not null, (a1).y, a1 = row(1,'a',5)::t3 from t3 a1
select row(1,'a',5)::t3 is not null, (row(1,'a',5)::t3).y
select x is not null from (select a1 as x from t3 a1) q
select t3 is not null from t3
alter table t3 drop column id
select a1, a1::text, a1 is not null, (a1).y from t3 a1
insert into t3 select (a1).* from t3 a1
select * from t3
-- Rows of a function whose type has lost a column.
CREATE TABLE lost (id int, gone bool, c varchar);
ALTER TABLE lost DROP COLUMN gone;
INSERT INTO lost VALUES (1, 'x'), (4, 'y');
CREATE FUNCTION lost_rows(k int) RETURNS SETOF lost LANGUAGE sql STABLE AS $$ SELECT * FROM lost WHERE id % 3 = k $$;
SELECT id, f, pg_typeof(f), (f).c FROM lost_rows(1) AS f;
SELECT to_json(f) FROM lost_rows(1) AS f;
DROP FUNCTION lost_rows;
DROP TABLE lost;

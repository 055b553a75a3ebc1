-- A name given to a literal has C's order, and what is made of it too.
WITH RECURSIVE w5(c1, c2) AS (SELECT 0, (concat_ws('A', 'b'::name, '(,)'::numrange))::text UNION ALL SELECT w5.c1 + 1, (overlay(w5.c2 placing 'XY' from 3 for 2))::text FROM w5 WHERE w5.c1 < 4) select * from w5;
select pg_collation_for(concat_ws('A', 'b'::name, '(,)'::numrange)), pg_collation_for(concat_ws('A', 'b'::name, '(,)'::numrange)::text), pg_collation_for(concat_ws('A', 'b'::name)), pg_collation_for(concat('A', 'b'::name)), pg_collation_for(format('A', 'b'::name)), pg_collation_for('A'||'b'::name), pg_collation_for('b'::name);
WITH RECURSIVE w5(c1, c2) AS (SELECT 0, (concat_ws('A', 'b'::name, '(,)'::numrange)) UNION ALL SELECT w5.c1 + 1, (overlay(w5.c2 placing 'XY' from 3 for 2))::text FROM w5 WHERE w5.c1 < 4) select * from w5;
WITH RECURSIVE w5(c1, c2) AS (SELECT 0, (concat_ws('A', 'b'::name)) UNION ALL SELECT w5.c1 + 1, w5.c2 FROM w5 WHERE w5.c1 < 4) select * from w5;
create table t(a name, b varchar);
WITH RECURSIVE w5(c1, c2) AS (SELECT 0, a||'x' from t UNION ALL SELECT w5.c1 + 1, w5.c2 FROM w5 WHERE w5.c1 < 4) select * from w5;
WITH RECURSIVE w5(c1, c2) AS (SELECT 0, concat(a,b) from t UNION ALL SELECT w5.c1 + 1, w5.c2||'a' FROM w5 WHERE w5.c1 < 4) select * from w5;
WITH RECURSIVE w5(c1, c2) AS (SELECT 0, concat(a,b) from t UNION ALL SELECT w5.c1 + 1, w5.c2::name::text FROM w5 WHERE w5.c1 < 4) select * from w5;
WITH RECURSIVE w5(c1, c2) AS (SELECT 0, b from t UNION ALL SELECT w5.c1 + 1, w5.c2::name::varchar FROM w5 WHERE w5.c1 < 4) select * from w5;
drop table t;

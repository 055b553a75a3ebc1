-- Rows keep the names of their fields through sorts and joins, which hold rows as bytes.
create table t3(c2 text); insert into t3 values('a'),('q');
SELECT row_to_json(a3)::text AS c1 FROM t3 AS a2 FULL JOIN jsonb_each('{"a": 1, "b": [2], "c": null}'::jsonb) AS a3(c1, c2) ON a2.c2 = a3.c1 WHERE true ORDER BY 1 DESC;
SELECT row_to_json(a3)::text AS c1 FROM t3 AS a2 FULL JOIN jsonb_each('{"a": 1, "b": [2], "c": null}'::jsonb) AS a3(c1, c2) ON a2.c2 = a3.c1 order by 1;
SELECT row_to_json(a3)::text AS c1 FROM t3 AS a2 left JOIN jsonb_each('{"a": 1, "b": [2], "c": null}'::jsonb) AS a3(c1, c2) ON a2.c2 = a3.c1 order by 1;
SELECT row_to_json(a3)::text AS c1 FROM t3 AS a2 JOIN jsonb_each('{"a": 1, "b": [2], "c": null}'::jsonb) AS a3(c1, c2) ON a2.c2 = a3.c1 order by 1;
SELECT row_to_json(a3)::text AS c1 FROM jsonb_each('{"a": 1, "b": [2], "c": null}'::jsonb) AS a3(c1, c2) order by 1;
SELECT row_to_json(a3)::text AS c1, a3 FROM (select 1) x(y) full join jsonb_each('{"a": 1, "b": [2], "c": null}'::jsonb) AS a3 on true order by 1;
with w as (SELECT row_to_json(a3)::text AS c1, a3 FROM t3 AS a2 FULL JOIN jsonb_each('{"a": 1, "b": [2], "c": null}'::jsonb) AS a3(c1, c2) ON a2.c2 = a3.c1 WHERE true) select * from w order by 1;
SELECT row_to_json(a3)::text AS c1 FROM t3 AS a2 FULL JOIN generate_series(1,2) AS a3 ON a2.c2 = a3::text WHERE true ORDER BY 1 DESC;
SELECT row_to_json(a3)::text AS c1 FROM t3 AS a2 FULL JOIN (values(1,2)) AS a3(q,r) ON a2.c2 = q::text WHERE true ORDER BY 1 DESC;
SELECT row_to_json(a3)::text AS c1 FROM t3 AS a2 FULL JOIN t3 AS a3(qq) ON a2.c2 = a3.qq || 'x' WHERE true ORDER BY 1 DESC;
select to_jsonb(x) from (select a.*, b from (values (1),(2)) a(n) join (values (1,'x'),(2,'y')) b(m,o) on a.n = b.m order by b.o desc) x order by x.n desc;
select json_agg(s order by s.k desc) from (select k, w from generate_series(1,3) k join lateral (select k * 2 as twice, 'v' || k as v) w on true) s;
with w as materialized (select t, row_number() over (order by t.c2 desc) r from t3 t) select row_to_json(w), row_to_json(w.t) from w order by r;
select distinct on (x.k) row_to_json(y) from (values (1),(1),(2)) x(k) left join (values (1,'p'),(2,'q')) y(k2,l) on x.k = y.k2 order by x.k, y.l;
drop table t3;

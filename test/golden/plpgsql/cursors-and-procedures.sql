CREATE TABLE t (id int PRIMARY KEY, v text)
INSERT INTO t SELECT i, 'v' || i FROM generate_series(1, 6) i
DO $$ DECLARE c CURSOR FOR SELECT * FROM t ORDER BY id; r t; x record; BEGIN OPEN c; FETCH c INTO r; RAISE NOTICE '% %', r, FOUND; FETCH NEXT FROM c INTO x; RAISE NOTICE '%', x; MOVE c; FETCH c INTO x; RAISE NOTICE '%', x; MOVE FORWARD 10 IN c; RAISE NOTICE '%', FOUND; FETCH c INTO x; RAISE NOTICE '% %', x, FOUND; CLOSE c; FETCH c INTO x; END $$
DO $$ DECLARE c SCROLL CURSOR (lo int, hi int) FOR SELECT id FROM t WHERE id BETWEEN lo AND hi ORDER BY id; i int; BEGIN OPEN c(2, 5); FETCH LAST FROM c INTO i; RAISE NOTICE '%', i; FETCH PRIOR FROM c INTO i; RAISE NOTICE '%', i; FETCH FIRST FROM c INTO i; RAISE NOTICE '%', i; FETCH ABSOLUTE 3 FROM c INTO i; RAISE NOTICE '%', i; FETCH RELATIVE -2 FROM c INTO i; RAISE NOTICE '%', i; FETCH BACKWARD FROM c INTO i; RAISE NOTICE '% %', i, FOUND; CLOSE c; OPEN c(hi := 3, lo := 1); FETCH c INTO i; RAISE NOTICE '%', i; END $$
DO $$ DECLARE c CURSOR (lo int) FOR SELECT * FROM t WHERE id > lo ORDER BY id; BEGIN FOR r IN c(4) LOOP RAISE NOTICE '%', r; END LOOP; FOR r IN c(lo := 5) LOOP RAISE NOTICE '%', r.v; UPDATE t SET v = 'changed' WHERE CURRENT OF c; END LOOP; END $$
SELECT * FROM t WHERE id = 6
DO $$ DECLARE c CURSOR (lo int) FOR SELECT 1; BEGIN OPEN c; END $$
DO $$ DECLARE c CURSOR FOR SELECT 1; BEGIN OPEN c(1); END $$
DO $$ DECLARE c CURSOR (a int, b int) FOR SELECT 1; BEGIN OPEN c(1); END $$
DO $$ DECLARE c CURSOR (a int) FOR SELECT 1; BEGIN OPEN c(1, 2); END $$
DO $$ DECLARE c CURSOR (a int) FOR SELECT 1; BEGIN OPEN c(b := 2); END $$
DO $$ DECLARE c refcursor; i int; BEGIN OPEN c FOR SELECT id FROM t ORDER BY id DESC; FETCH c INTO i; RAISE NOTICE '% %', i, c; CLOSE c; OPEN c SCROLL FOR EXECUTE 'SELECT id FROM t WHERE id < $1 ORDER BY id' USING 4; FETCH LAST FROM c INTO i; RAISE NOTICE '%', i; CLOSE c; CLOSE c; END $$
DO $$ DECLARE c refcursor; i int; BEGIN FETCH c INTO i; END $$
DO $$ DECLARE c refcursor; i int; BEGIN OPEN c NO SCROLL FOR SELECT id FROM t ORDER BY id; FETCH c INTO i; FETCH PRIOR FROM c INTO i; END $$
DO $$ DECLARE c CURSOR FOR SELECT 1; BEGIN OPEN c; OPEN c; END $$
DO $$ DECLARE c refcursor; BEGIN OPEN c FOR INSERT INTO t VALUES (99, 'x'); END $$
DO $$ DECLARE i int; BEGIN OPEN i FOR SELECT 1; END $$
DO $$ DECLARE c refcursor; r record; BEGIN FOR r IN c LOOP NULL; END LOOP; END $$
CREATE FUNCTION rc(n text) RETURNS refcursor LANGUAGE plpgsql AS $$ DECLARE c refcursor := n; BEGIN OPEN c FOR SELECT id FROM t ORDER BY id; RETURN c; END $$
BEGIN
SELECT rc('mine')
FETCH 2 FROM mine
FETCH ALL FROM mine
CLOSE mine
COMMIT
CREATE PROCEDURE p(a int, INOUT b int, OUT c text) LANGUAGE plpgsql AS $$ BEGIN b := a + b; c := 'c' || b; END $$
CALL p(1, 2, NULL)
DO $$ DECLARE x int := 5; y text; BEGIN CALL p(10, x, y); RAISE NOTICE '% %', x, y; CALL p(a => 1, b => x, c => y); RAISE NOTICE '% %', x, y; CALL p(1, 2, y); END $$
DO $$ DECLARE r record; BEGIN r := ROW(1); CALL p(1, r.f1, r.f1); END $$
CREATE TABLE log (a int)
CREATE PROCEDURE loops() LANGUAGE plpgsql AS $$ BEGIN FOR i IN 1 .. 5 LOOP INSERT INTO log VALUES (i); IF i % 2 = 0 THEN COMMIT; ELSE ROLLBACK; END IF; END LOOP; END $$
CALL loops()
SELECT * FROM log ORDER BY a
BEGIN
CALL loops()
ROLLBACK
CREATE FUNCTION nocommit() RETURNS int LANGUAGE plpgsql AS $$ BEGIN COMMIT; RETURN 1; END $$
SELECT nocommit()
DO $$ BEGIN INSERT INTO log VALUES (10); COMMIT; INSERT INTO log VALUES (11); COMMIT AND CHAIN; INSERT INTO log VALUES (12); ROLLBACK AND CHAIN; INSERT INTO log VALUES (13); END $$
SELECT * FROM log ORDER BY a
DO $$ BEGIN BEGIN COMMIT; EXCEPTION WHEN OTHERS THEN RAISE NOTICE '% %', SQLSTATE, SQLERRM; END; END $$
DO $$ BEGIN INSERT INTO log VALUES (20); COMMIT; PERFORM 1 / 0; END $$
SELECT count(*) FROM log WHERE a = 20
DO $$ DECLARE r record; BEGIN FOR r IN SELECT * FROM t ORDER BY id LOOP INSERT INTO log VALUES (r.id + 100); COMMIT; END LOOP; END $$
SELECT count(*) FROM log WHERE a > 100
DO $$ DECLARE c CURSOR FOR SELECT * FROM t ORDER BY id; r record; BEGIN FOR r IN c LOOP COMMIT; END LOOP; OPEN c; COMMIT; FETCH c INTO r; END $$
CREATE PROCEDURE nested(n int) LANGUAGE plpgsql AS $$ BEGIN INSERT INTO log VALUES (200 + n); COMMIT; IF n > 0 THEN CALL nested(n - 1); END IF; END $$
CALL nested(2)
SELECT count(*) FROM log WHERE a >= 200
CREATE PROCEDURE withset() LANGUAGE plpgsql SET work_mem = '1MB' AS $$ BEGIN COMMIT; END $$
CALL withset()
CREATE FUNCTION sets() RETURNS text LANGUAGE plpgsql SET search_path = 'pg_catalog' AS $$ BEGIN RETURN current_setting('search_path'); END $$
SELECT sets(), current_setting('search_path')
DO $$ BEGIN SET LOCAL work_mem = '7MB'; RAISE NOTICE '%', current_setting('work_mem'); BEGIN SET work_mem = '9MB'; PERFORM 1 / 0; EXCEPTION WHEN OTHERS THEN NULL; END; RAISE NOTICE '%', current_setting('work_mem'); END $$
DO $$ BEGIN EXECUTE 'DO ''BEGIN RAISE NOTICE $q$inner$q$; END'''; END $$
DO $$ BEGIN DO 'BEGIN NULL; END'; END $$
CREATE FUNCTION deep(n int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN IF n = 0 THEN RETURN 0; END IF; RETURN 1 + deep(n - 1); END $$
SELECT deep(50)
CREATE FUNCTION forever(n int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN forever(n + 1); END $$
SELECT forever(0)
SET statement_timeout = 200
DO $$ BEGIN LOOP NULL; END LOOP; END $$
DO $$ DECLARE i int := 0; BEGIN LOOP i := i + 1; END LOOP; EXCEPTION WHEN OTHERS THEN RAISE NOTICE 'no'; END $$
RESET statement_timeout
SELECT ddl FROM (SELECT 1 AS ddl) s
DO $$ BEGIN CREATE TEMP TABLE x (a int); INSERT INTO x VALUES (1); ALTER TABLE x ADD b int DEFAULT 5; UPDATE x SET b = b + a; DROP TABLE x; CREATE TEMP TABLE x (q text); INSERT INTO x VALUES ('z'); END $$
SELECT * FROM x
DO $$ DECLARE r record; BEGIN FOR r IN SHOW work_mem LOOP NULL; END LOOP; END $$
DO $$ DECLARE s text; BEGIN SHOW lc_monetary INTO s; EXPLAIN (COSTS OFF) SELECT 1 INTO s; RAISE NOTICE '%', s; END $$
DO $$ BEGIN LOCK TABLE t IN SHARE MODE; DECLARE c CURSOR FOR SELECT 1; BEGIN NULL; END; EXECUTE 'DECLARE d CURSOR FOR SELECT 1'; END $$
DO $$ DECLARE c CURSOR FOR SELECT 1 / (3 - id) FROM t ORDER BY id; i int; BEGIN OPEN c; LOOP BEGIN FETCH c INTO i; RAISE NOTICE '%', i; EXCEPTION WHEN division_by_zero THEN RAISE NOTICE 'caught'; EXIT; END; END LOOP; FETCH c INTO i; END $$
DO $$ DECLARE n int; BEGIN EXECUTE 'SELECT 1' INTO n USING 5; EXECUTE format('SELECT %s', 7) INTO n; RAISE NOTICE '%', n; END $$
CREATE FUNCTION ix(a int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN a % 3; END $$
SELECT ix(id), count(*) FROM t GROUP BY 1 ORDER BY 1
SELECT id FROM t WHERE ix(id) = (SELECT max(ix(id)) FROM t) ORDER BY id
CREATE TABLE ck (a int CHECK (ix(a) = 1))
INSERT INTO ck VALUES (1), (4)
INSERT INTO ck VALUES (2)
CREATE VIEW vv AS SELECT ix(id) AS x FROM t
SELECT sum(x) FROM vv
CREATE AGGREGATE mysum (int) (SFUNC = st2, STYPE = int)
CREATE FUNCTION st2(a int, b int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN coalesce(a, 0) + b; END $$
CREATE AGGREGATE mysum (int) (SFUNC = st2, STYPE = int)
SELECT mysum(id) FROM t
CREATE CAST (text AS int[]) WITH FUNCTION nosuch(text)
SELECT t.id, tab.* FROM t, LATERAL (SELECT * FROM ix(t.id)) tab ORDER BY 1 LIMIT 2
do $$ declare c refcursor; r record; begin open c for with recursive r as (select 1 as i union all select i + 1 from r where i < 3) select * from r; move last from c; fetch prior from c into r; raise notice '%', r; end $$
create table zsampled (a int)
do $$ declare c refcursor; r record; begin open c for select * from zsampled tablesample system (100); move last from c; end $$

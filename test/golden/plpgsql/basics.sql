DO $$ BEGIN RAISE NOTICE 'hello %', 1 + 1; END $$
DO LANGUAGE plpgsql 'BEGIN NULL; END'
DO $$ DECLARE a int := 3; b CONSTANT text := 'x'; c int NOT NULL DEFAULT a * 2; d a%TYPE; e int[] := '{1,2,3}'; f numeric(6,2) := 1.239; g varchar(3); BEGIN d := a + c; e[2] := 20; e[5] := 50; g := 'abc'; RAISE NOTICE '% % % % % % %', a, b, c, d, e, f, g; END $$
DO $$ DECLARE v varchar(3); BEGIN v := 'abcd'; END $$
DO $$ DECLARE x int NOT NULL := 1; BEGIN x := NULL; END $$
DO $$ DECLARE x int NOT NULL; BEGIN NULL; END $$
DO $$ DECLARE x CONSTANT int := 1; BEGIN x := 2; END $$
DO $$ DECLARE x int; y text; BEGIN x := '42'; y := 7; x := 3.7; RAISE NOTICE '% %', x, y; y := ARRAY[1,2]; RAISE NOTICE '%', y; END $$
DO $$ DECLARE x date; BEGIN x := 17; END $$
DO $$ DECLARE x int; BEGIN x := 'seven'; END $$
DO $$ DECLARE x int; BEGIN x := nothing + 1; END $$
DO $$ DECLARE x int; BEGIN x := 1 / (x - x + 0); RAISE NOTICE '%', x; x := 0; x := 1 / x; END $$
DO $$ BEGIN IF 1 > 2 THEN RAISE NOTICE 'a'; ELSIF NULL THEN RAISE NOTICE 'b'; ELSEIF true THEN RAISE NOTICE 'c'; ELSE RAISE NOTICE 'd'; END IF; END $$
DO $$ DECLARE i int := 2; BEGIN CASE i WHEN 1, 3 THEN RAISE NOTICE 'odd'; WHEN 2 THEN RAISE NOTICE 'two'; END CASE; CASE WHEN i > 5 THEN NULL; ELSE RAISE NOTICE 'small'; END CASE; CASE i WHEN 9 THEN NULL; END CASE; END $$
DO $$ DECLARE i int := 0; BEGIN LOOP i := i + 1; CONTINUE WHEN i = 2; EXIT WHEN i > 3; RAISE NOTICE 'loop %', i; END LOOP; WHILE i < 6 LOOP i := i + 1; RAISE NOTICE 'while %', i; END LOOP; END $$
DO $$ BEGIN FOR i IN 1 .. 3 LOOP RAISE NOTICE 'up %', i; END LOOP; FOR i IN REVERSE 5 .. 1 BY 2 LOOP RAISE NOTICE 'down %', i; END LOOP; FOR i IN 3 .. 1 LOOP RAISE NOTICE 'never'; END LOOP; RAISE NOTICE '%', FOUND; END $$
DO $$ BEGIN FOR i IN 1 .. NULL LOOP NULL; END LOOP; END $$
DO $$ BEGIN FOR i IN 1 .. 3 BY 0 LOOP NULL; END LOOP; END $$
DO $$ BEGIN FOR i IN 2147483645 .. 2147483647 LOOP RAISE NOTICE '%', i; END LOOP; END $$
DO $$ <<outer>> DECLARE n int := 1; BEGIN <<l>> FOR i IN 1 .. 3 LOOP FOR j IN 1 .. 3 LOOP CONTINUE l WHEN j = 2; EXIT outer WHEN i = 3; RAISE NOTICE '% %', i, j; END LOOP; END LOOP l; RAISE NOTICE 'not here'; END outer $$
DO $$ <<a>> DECLARE x int := 1; BEGIN <<b>> DECLARE x int := 2; BEGIN RAISE NOTICE '% % %', x, a.x, b.x; END b; END $$
DO $$ DECLARE x int; BEGIN EXIT; END $$
DO $$ BEGIN <<b>> BEGIN CONTINUE b; END; END $$
DO $$ BEGIN LOOP EXIT nowhere; END LOOP; END $$
DO $$ DECLARE a int[] := '{{1,2},{3,4},{5,6}}'; x int; s int[]; BEGIN FOREACH x IN ARRAY a LOOP RAISE NOTICE '%', x; END LOOP; FOREACH s SLICE 1 IN ARRAY a LOOP RAISE NOTICE '%', s; END LOOP; END $$
DO $$ DECLARE x int; BEGIN FOREACH x IN ARRAY NULL::int[] LOOP NULL; END LOOP; END $$
DO $$ DECLARE x int; BEGIN FOREACH x IN ARRAY 5 LOOP NULL; END LOOP; END $$
CREATE TABLE acc (id int PRIMARY KEY, name text, bal numeric DEFAULT 0)
DO $$ DECLARE n int; BEGIN INSERT INTO acc VALUES (1, 'ann', 10), (2, 'bob', 20), (3, 'cy', 30); GET DIAGNOSTICS n = ROW_COUNT; RAISE NOTICE '% %', n, FOUND; UPDATE acc SET bal = bal + 1 WHERE id > 7; RAISE NOTICE '%', FOUND; DELETE FROM acc WHERE id = 3; RAISE NOTICE '%', FOUND; END $$
DO $$ DECLARE r record; a acc; b acc%ROWTYPE; n text; m numeric; BEGIN SELECT * INTO r FROM acc WHERE id = 1; a := r; SELECT id, name INTO b FROM acc WHERE id = 2; SELECT name, bal INTO n, m FROM acc WHERE id = 9; RAISE NOTICE '% % % % % %', r, a.name, b, n, m, FOUND; a.name := upper(a.name); r.bal := 5; RAISE NOTICE '% %', a, r; END $$
DO $$ DECLARE r record; BEGIN RAISE NOTICE '%', r.x; END $$
DO $$ DECLARE r record; BEGIN SELECT 1 AS a INTO r; RAISE NOTICE '%', r.b; END $$
DO $$ DECLARE a acc; BEGIN a.nope := 1; END $$
DO $$ DECLARE x int; BEGIN SELECT id INTO STRICT x FROM acc; END $$
DO $$ DECLARE x int; BEGIN SELECT id INTO STRICT x FROM acc WHERE id = 77; END $$
DO $$ DECLARE x int; BEGIN UPDATE acc SET bal = 0 RETURNING id INTO x; END $$
DO $$ DECLARE x int; y numeric; BEGIN INSERT INTO acc (id, name) VALUES (4, 'dee') RETURNING id, bal INTO x, y; RAISE NOTICE '% %', x, y; END $$
DO $$ DECLARE r record; t text; BEGIN FOR r IN SELECT * FROM acc ORDER BY id LOOP RAISE NOTICE '%', r; END LOOP; FOR t IN SELECT name FROM acc ORDER BY 1 DESC LOOP RAISE NOTICE '%', t; END LOOP; FOR r IN EXECUTE 'SELECT id * $1 AS k FROM acc ORDER BY id' USING 10 LOOP RAISE NOTICE '%', r.k; END LOOP; END $$
DO $$ DECLARE x int; y text; BEGIN EXECUTE 'SELECT count(*), $1 || ''!'' FROM acc WHERE id < $2' INTO x, y USING 'hi', 3; RAISE NOTICE '% %', x, y; EXECUTE 'CREATE TEMP TABLE tt AS SELECT 1 AS a'; EXECUTE 'INSERT INTO tt VALUES (2)'; GET DIAGNOSTICS x = ROW_COUNT; RAISE NOTICE '%', x; EXECUTE NULL; END $$
DO $$ BEGIN PERFORM 1 FROM acc WHERE id = 1; RAISE NOTICE '%', FOUND; PERFORM 1 FROM acc WHERE id = 100; RAISE NOTICE '%', FOUND; SELECT 1; END $$
DO $$ BEGIN PERFORM missing(1); END $$
DO $$ DECLARE id int := 1; BEGIN PERFORM id FROM acc; END $$
DO $$ #variable_conflict use_column DECLARE id int := 1; n int; BEGIN SELECT sum(id) INTO n FROM acc; RAISE NOTICE '%', n; END $$
DO $$ DECLARE id int := 100; n int; BEGIN SELECT sum(acc.id) INTO n FROM acc; RAISE NOTICE '%', n; END $$
CREATE FUNCTION f(a int, b text DEFAULT 'x') RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN b || a; END $$
SELECT f(1), f(2, 'y'), f(b => 'z', a => 3), f(NULL)
CREATE FUNCTION none(a int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN IF a > 0 THEN RETURN a; END IF; END $$
SELECT none(1)
SELECT none(0)
CREATE FUNCTION st(a int) RETURNS int LANGUAGE plpgsql STRICT IMMUTABLE AS $$ BEGIN RAISE NOTICE 'called'; RETURN a; END $$
SELECT st(NULL)
CREATE FUNCTION outs(IN a int, OUT b int, INOUT c text) LANGUAGE plpgsql AS $$ BEGIN b := a + 1; c := c || a; END $$
SELECT * FROM outs(1, 'q')
SELECT outs(1, 'q')
CREATE FUNCTION one(OUT b int) LANGUAGE plpgsql AS $$ BEGIN b := 7; RETURN; END $$
SELECT one()
CREATE FUNCTION tab(n int) RETURNS TABLE (a int, b text) LANGUAGE plpgsql AS $$ BEGIN FOR i IN 1 .. n LOOP a := i; b := 'r' || i; RETURN NEXT; END LOOP; RETURN QUERY SELECT 99, 'end'; RAISE NOTICE '%', FOUND; RETURN QUERY EXECUTE 'SELECT $1, name FROM acc ORDER BY id' USING 5; END $$
SELECT * FROM tab(2)
SELECT tab(1)
CREATE FUNCTION seti() RETURNS SETOF int LANGUAGE plpgsql AS $$ BEGIN RETURN NEXT 1; RETURN NEXT 2.6; RETURN; RETURN NEXT 3; END $$
SELECT * FROM seti()
CREATE FUNCTION seta() RETURNS SETOF acc LANGUAGE plpgsql AS $$ DECLARE r acc; BEGIN FOR r IN SELECT * FROM acc ORDER BY id LOOP RETURN NEXT r; END LOOP; RETURN QUERY SELECT 1, 'a', 2; END $$
SELECT * FROM seta()
CREATE OR REPLACE FUNCTION seta() RETURNS SETOF acc LANGUAGE plpgsql AS $$ BEGIN RETURN QUERY SELECT 1, 'a', 2.0; RETURN QUERY SELECT id, name FROM acc; END $$
SELECT * FROM seta()
CREATE FUNCTION rec() RETURNS record LANGUAGE plpgsql AS $$ BEGIN RETURN ROW(1, 'a'::text); END $$
SELECT * FROM rec() AS t(a int, b text)
SELECT * FROM rec() AS t(a int, b int)
SELECT * FROM rec() AS t(a int)
SELECT rec()
CREATE FUNCTION poly(a anyelement, b anyarray) RETURNS anyelement LANGUAGE plpgsql AS $$ DECLARE x a%TYPE; BEGIN x := a; RETURN b[1]; END $$
SELECT poly(1, '{5,6}'::int[]), poly('a'::text, '{b}'::text[])
CREATE FUNCTION vari(VARIADIC a int[]) RETURNS int LANGUAGE plpgsql AS $$ DECLARE s int := 0; x int; BEGIN FOREACH x IN ARRAY a LOOP s := s + x; END LOOP; RETURN s; END $$
SELECT vari(1, 2, 3)
CREATE FUNCTION fact(n int) RETURNS bigint LANGUAGE plpgsql AS $$ BEGIN IF n < 2 THEN RETURN 1; END IF; RETURN n * fact(n - 1); END $$
SELECT fact(15)
SELECT fact(30)
CREATE FUNCTION vd() RETURNS void LANGUAGE plpgsql AS $$ BEGIN UPDATE acc SET bal = 1 WHERE id = 1; END $$
SELECT vd()
CREATE FUNCTION stab() RETURNS int LANGUAGE plpgsql STABLE AS $$ BEGIN UPDATE acc SET bal = 1 WHERE id = 1; RETURN 1; END $$
SELECT stab()
CREATE DOMAIN pos AS int CHECK (VALUE > 0)
DO $$ DECLARE p pos := 3; BEGIN p := p - 1; RAISE NOTICE '%', p; p := -1; END $$
CREATE TYPE pair AS (a int, b text)
DO $$ DECLARE p pair; q pair[]; BEGIN p.a := 1; p.b := 'z'; q[1] := p; q[2].a := 9; RAISE NOTICE '% % %', p, q, q[2].b; p := ROW(5, 'five'); RAISE NOTICE '%', (p).b; p := NULL; RAISE NOTICE '% %', p, p IS NULL; END $$
CREATE FUNCTION pr(p pair) RETURNS pair LANGUAGE plpgsql AS $$ BEGIN p.a := p.a + 1; RETURN p; END $$
SELECT pr(ROW(1, 'x')), (pr(ROW(1, 'x'))).*
DO $$ DECLARE a ALIAS FOR $1; BEGIN NULL; END $$
CREATE FUNCTION al(int) RETURNS int LANGUAGE plpgsql AS $$ DECLARE a ALIAS FOR $1; b ALIAS FOR a; BEGIN b := b + 1; RETURN a + $1; END $$
SELECT al(5)
SELECT proname, prosrc, provolatile, prokind FROM pg_proc WHERE proname IN ('al', 'st') ORDER BY 1
SELECT pg_get_functiondef('f'::regproc)
SELECT lanname, lanispl, lanpltrusted FROM pg_language WHERE lanname = 'plpgsql'
DROP FUNCTION al
SET check_function_bodies = off
CREATE FUNCTION broken() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 1 +; END $$
SELECT broken()

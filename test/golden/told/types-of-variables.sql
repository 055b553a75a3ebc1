CREATE TYPE pp AS (x int, y text);

DO $$ DECLARE rn record; pr pp; BEGIN FOR k IN 1..2 LOOP rn := pr; RAISE NOTICE '%', (rn)::text; SELECT 1, 'a' INTO pr; END LOOP; END $$;

DO $$ DECLARE rn record; pr pp; BEGIN FOR k IN 1..2 LOOP rn := pr; RAISE NOTICE '%', rn; SELECT 1, 'a' INTO pr; END LOOP; END $$;

DO $$ DECLARE rn record; pr pp; BEGIN FOR k IN 1..2 LOOP IF k > 1 THEN rn := pr; END IF; RAISE NOTICE '%', (rn)::text; SELECT 1, 'a' INTO pr; END LOOP; END $$;

DO $$ DECLARE rn record; pr pp; BEGIN FOR k IN 1..2 LOOP SELECT 1,'a' INTO pr; rn := CASE WHEN k = 2 THEN pr END; RAISE NOTICE '%', (rn)::text;  END LOOP; END $$;

DO $$ DECLARE rn record; pr pp; BEGIN FOR k IN 1..2 LOOP SELECT 1,'a' INTO pr; rn := CASE WHEN k = 1 THEN pr END; RAISE NOTICE '%', (rn)::text;  END LOOP; END $$;

DO $$ DECLARE rn record; pr pp; BEGIN FOR k IN 1..2 LOOP rn := pr; RAISE NOTICE '%', (rn)::text; pr.x := k; END LOOP; END $$;

DO $$ DECLARE rn record; pr pp; BEGIN FOR k IN 1..2 LOOP rn := pr; RAISE NOTICE '%', rn IS NULL; SELECT 1, 'a' INTO pr; END LOOP; END $$;

DO $$ DECLARE rn record; pr pp; BEGIN FOR k IN 1..2 LOOP SELECT NULL::pp INTO rn; RAISE NOTICE '%', rn::text; END LOOP; END $$;

DO $$ DECLARE rn record := NULL; BEGIN FOR k IN 1..2 LOOP RAISE NOTICE '%', rn::text; SELECT 1 AS a, k AS b INTO rn; END LOOP; END $$;

DO $$ DECLARE rn record; pr pp; BEGIN rn := pr; RAISE NOTICE '%', rn.x; END $$;

DO $$ DECLARE rn record; pr pp; BEGIN SELECT 1 AS q INTO rn; rn := NULL; RAISE NOTICE '%', rn.q; END $$;

DROP TYPE pp;

CREATE TABLE tyt (a int, b text);

INSERT INTO tyt VALUES (3, 'x');

DO $$ DECLARE r record; BEGIN FOR k IN 1..2 LOOP IF k=1 THEN SELECT 1 AS x INTO r; ELSE SELECT 'a'::text AS x INTO r; END IF; RAISE NOTICE '%', r.x; END LOOP; END $$;

DO $$ DECLARE r record; t text; BEGIN FOR k IN 1..2 LOOP IF k=1 THEN SELECT 1 AS x INTO r; ELSE SELECT 'a'::text AS x INTO r; END IF; t := r.x; RAISE NOTICE '%', t; END LOOP; END $$;

DO $$ DECLARE r record; t text; BEGIN FOR k IN 1..2 LOOP IF k=1 THEN SELECT 1 AS x INTO r; ELSE SELECT 'a'::text AS x INTO r; END IF; t := r.x || 'q'; RAISE NOTICE '%', t; END LOOP; END $$;

DO $$ DECLARE r record; t text; BEGIN FOR k IN 1..2 LOOP IF k=1 THEN SELECT 'c'::text AS x INTO r; ELSE SELECT 'a'::text AS y INTO r; END IF; t := r.x || 'q'; RAISE NOTICE '%', t; END LOOP; END $$;

DO $$ DECLARE r record; t text; BEGIN FOR k IN 1..2 LOOP IF k=1 THEN SELECT 1 AS x INTO r; ELSE SELECT 'a'::text AS x INTO r; END IF; t := CASE WHEN k = 1 THEN r.x::text ELSE 'no' END; RAISE NOTICE '%', t; END LOOP; END $$;

DO $$ DECLARE r record; t text; BEGIN FOR k IN 1..2 LOOP IF k=1 THEN SELECT 1 AS x INTO r; ELSE SELECT 'a'::text AS x INTO r; END IF; SELECT r.x || 'q' INTO t FROM pg_class LIMIT 1; RAISE NOTICE '%', t; END LOOP; END $$;

DO $$ DECLARE r record; t text; BEGIN FOR k IN 1..2 LOOP IF k=1 THEN SELECT 1 AS x INTO r; ELSE SELECT 'a'::text AS x INTO r; END IF; PERFORM 1 FROM pg_class WHERE relname = r.x::text; RAISE NOTICE '%', t; END LOOP; END $$;

DO $$ DECLARE r record; t text; BEGIN FOR k IN 1..2 LOOP IF k=1 THEN SELECT 1 AS x INTO r; ELSE SELECT 2.5 AS x INTO r; END IF; r.x := 7.8; RAISE NOTICE '%', r; END LOOP; END $$;

DO $$ DECLARE r record; t text; BEGIN FOR k IN 1..2 LOOP IF k=1 THEN SELECT 1 AS x INTO r; ELSE SELECT 2.5 AS x INTO r; END IF; r.x := r.x + 1; RAISE NOTICE '%', r; END LOOP; END $$;

DO $$ DECLARE r record; t text; BEGIN FOR k IN 1..2 LOOP IF k=1 THEN SELECT 1 AS x INTO r; ELSE SELECT 2.5 AS x INTO r; END IF; EXECUTE 'SELECT $1' INTO t USING r.x; RAISE NOTICE '%', t; END LOOP; END $$;

DO $$ DECLARE r record; t text; BEGIN FOR k IN 1..2 LOOP IF k=1 THEN SELECT 1 AS x, 2 as y INTO r; ELSE SELECT 2.5 AS x INTO r; END IF; t := r; RAISE NOTICE '%', r; END LOOP; END $$;

DO $$ DECLARE r record; t text; BEGIN FOR k IN 1..2 LOOP IF k=1 THEN SELECT 1 AS x, 2 as y INTO r; ELSE SELECT 2.5 AS x INTO r; END IF; IF r.x = 1 THEN RAISE NOTICE '%', r; END IF; END LOOP; END $$;

DO $$ DECLARE a int; r record; b int; s record; t text; BEGIN FOR k IN 1..2 LOOP IF k=1 THEN SELECT 1 AS x, 2 as y INTO r; ELSE SELECT 2.5 AS x, 3 as y INTO r; END IF; IF r.y = 2 or r.x = 1 THEN RAISE NOTICE '%', r; END IF; END LOOP; END $$;

CREATE FUNCTION ty(a int, b text) RETURNS text LANGUAGE plpgsql AS $$ DECLARE r record; q int; BEGIN BEGIN q := 1/0; EXCEPTION WHEN others THEN q := 1; END; CASE a WHEN 1 THEN SELECT 1 AS x INTO r; ELSE SELECT 'a'::text AS x INTO r; END CASE; RETURN r.x; END $$;

SELECT ty(1, 'x');

SELECT ty(2, 'x');

SELECT ty(1, 'x');

CREATE FUNCTION ty2(a int, b text) RETURNS text LANGUAGE plpgsql AS $$ DECLARE r record; q int; c record; w int; BEGIN SELECT q.oid, relname FROM pg_class q INTO w, b LIMIT 1; FOR c IN SELECT c.a, c.b FROM (VALUES (1, 2)) c(a, b) LOOP q := c.a; END LOOP; FOR w, b IN SELECT 1, 2 LOOP NULL; END LOOP; IF a = 1 THEN SELECT 1 AS x INTO r; ELSE SELECT 'a'::text AS x INTO r; END IF; RETURN r.x; END $$;

SELECT ty2(1, 'x');

SELECT ty2(2, 'x');

CREATE SCHEMA other;

SELECT ty2(2, 'x');

SET search_path = other, public;

SELECT ty2(1, 'x');

CREATE FUNCTION ty3(a int) RETURNS text LANGUAGE plpgsql AS $$ DECLARE r record; BEGIN EXECUTE CASE a WHEN 1 THEN 'SELECT 1 AS x' ELSE 'SELECT ''z''::text AS x' END INTO r; RETURN (SELECT r.x::text || 'q' FROM pg_class LIMIT 1); END $$;

SELECT ty3(1);

SELECT ty3(2);

SELECT ty3(1);

CREATE FUNCTION ty4(a int) RETURNS text LANGUAGE plpgsql AS $$ DECLARE r record; BEGIN EXECUTE CASE a WHEN 1 THEN 'SELECT 1 AS x' ELSE 'SELECT ''z''::text AS x' END INTO r; RETURN (SELECT string_agg(v, ',') FROM (VALUES (r.x::text), ('q')) w(v)); END $$;

SELECT ty4(1);

SELECT ty4(2);

SELECT ty4(1);

CREATE FUNCTION ty5(a int) RETURNS setof text LANGUAGE plpgsql AS $$ DECLARE r record; BEGIN FOR r IN EXECUTE CASE a WHEN 1 THEN 'SELECT 1 AS x' ELSE 'SELECT ''z''::text AS x' END LOOP RETURN NEXT r.x; RETURN QUERY SELECT r.x::text; END LOOP; END $$;

SELECT ty5(1);

SELECT ty5(2);

SELECT ty5(1);

DO $$ DECLARE r record; t text; BEGIN FOR k IN 1..2 LOOP IF k=1 THEN SELECT 1 AS x INTO r; ELSE SELECT 2.5 AS x INTO r; END IF; FOR i IN 1 .. r.x LOOP raise notice '%', i; END LOOP; END LOOP; END $$;

DO $$ DECLARE r record; t text; BEGIN FOR k IN 1..2 LOOP IF k=1 THEN r := ROW(1,2)::tyt; ELSE SELECT 2.5 AS x INTO r; END IF; t := r::text; raise notice '%', t; END LOOP; END $$;

DO $$ DECLARE r record; t text; BEGIN FOR k IN 1..2 LOOP IF k=2 THEN r := ROW(1,2)::tyt; ELSE SELECT 2.5 AS x INTO r; END IF; t := row_to_json(r); raise notice '%', t; END LOOP; END $$;

DO $$ DECLARE r record; t text; BEGIN FOR k IN 1..2 LOOP IF k=2 THEN SELECT * FROM tyt INTO r; ELSE SELECT 2.5 AS x INTO r; END IF; t := row_to_json(r); raise notice '%', t; END LOOP; END $$;

DO $$ DECLARE r record; t text; BEGIN FOR k IN 1..2 LOOP IF k=2 THEN SELECT w FROM tyt w INTO r; ELSE SELECT 2.5 AS x INTO r; END IF; t := row_to_json(r); raise notice '%', t; END LOOP; END $$;

DO $$ DECLARE r tyt; t text; BEGIN FOR k IN 1..2 LOOP IF k=2 THEN SELECT w FROM tyt w INTO r; ELSE SELECT 2.5 AS x INTO r; END IF; t := row_to_json(r); raise notice '%', t; END LOOP; END $$;

DO $$ DECLARE r record; t text; BEGIN FOR k IN 1..2 LOOP IF k=1 THEN SELECT 1 AS x INTO r; ELSE SELECT 'a'::text AS x INTO r; END IF; t := CASE WHEN k = 1 THEN r.x::text ELSE 'no' END || k; RAISE NOTICE '%', t; END LOOP; END $$;

DO $$ DECLARE r record; t text; BEGIN FOR k IN 1..2 LOOP IF k=1 THEN SELECT 1 AS x INTO r; ELSE SELECT 'a'::text AS x INTO r; END IF; IF k = 1 AND r.x = 1 OR k = 2 AND r.x IS NOT NULL THEN RAISE NOTICE '%', coalesce(r.x::text,t);END IF; END LOOP; END $$;

DO $$ DECLARE r record; t text; BEGIN FOR k IN 1..2 LOOP IF k=1 THEN SELECT 1 AS x INTO r; ELSE SELECT 'a'::text AS x INTO r; END IF; IF k = 1 AND r.x = 1 OR k = 2 THEN RAISE NOTICE '%', k;END IF; END LOOP; END $$;

DO $$ BEGIN FOR k IN 1..3 LOOP CASE CASE WHEN k < 3 THEN k END WHEN 1 THEN RAISE NOTICE 'one'; WHEN 2 THEN RAISE NOTICE 'two'; ELSE RAISE NOTICE 'other'; END CASE; END LOOP; END $$;

DO $$ DECLARE r record; BEGIN FOR k IN 1..2 LOOP IF k=1 THEN SELECT 1 AS x INTO r; ELSE SELECT 1.0 AS x INTO r; END IF; CASE r.x WHEN 1 THEN RAISE NOTICE 'one'; ELSE RAISE NOTICE 'other'; END CASE; END LOOP; END $$;

DO $$ BEGIN CASE 1 WHEN 2 THEN NULL; ELSE CASE 1 WHEN 1, 2 THEN NULL; END CASE; CASE 'a' WHEN 1 THEN NULL; END CASE; END CASE; END $$;

DO $$ DECLARE r record; a int[]; BEGIN FOR k IN 1..2 LOOP IF k=1 THEN SELECT 1 AS x INTO r; ELSE SELECT 'a'::text AS x INTO r; END IF; a[k] := r.x; END LOOP; END $$;

DO $$ DECLARE r record; BEGIN FOR k IN 1..2 LOOP IF k=1 THEN SELECT 1 AS x, ARRAY[1] AS a INTO r; ELSE SELECT 'a'::text AS x, ARRAY['x'] AS a INTO r; END IF; r.a[2] := 7; RAISE NOTICE '%', r; END LOOP; END $$;

CREATE TABLE oct (a int, b text);

INSERT INTO oct VALUES (1, 'x');

CREATE FUNCTION octf() RETURNS text LANGUAGE plpgsql AS $$ DECLARE r record; BEGIN SELECT * FROM oct INTO r; RETURN r.a + 1; END $$;

SELECT octf();

ALTER TABLE oct ALTER a TYPE bigint;

SELECT octf();

ALTER TABLE oct ALTER a TYPE int;

SELECT octf();

CREATE FUNCTION octg() RETURNS text LANGUAGE plpgsql AS $$ DECLARE r oct; BEGIN SELECT * FROM oct INTO r; RETURN r.a + 1; END $$;

SELECT octg();

ALTER TABLE oct ALTER a TYPE bigint;

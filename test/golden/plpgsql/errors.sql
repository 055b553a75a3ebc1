CREATE TABLE t (id int PRIMARY KEY, v text NOT NULL, CONSTRAINT small CHECK (id < 100))
DO $$ BEGIN INSERT INTO t VALUES (1, 'a'); BEGIN INSERT INTO t VALUES (2, 'b'); INSERT INTO t VALUES (1, 'dup'); EXCEPTION WHEN unique_violation THEN RAISE NOTICE '% %', SQLSTATE, SQLERRM; END; END $$
SELECT * FROM t ORDER BY id
DO $$ DECLARE x int := 0; BEGIN BEGIN x := 5; x := 1 / 0; EXCEPTION WHEN division_by_zero OR unique_violation THEN RAISE NOTICE 'x is %', x; END; END $$
DO $$ BEGIN BEGIN PERFORM 1 / 0; EXCEPTION WHEN unique_violation THEN RAISE NOTICE 'no'; WHEN OTHERS THEN RAISE NOTICE 'others % %', SQLSTATE, SQLERRM; END; END $$
DO $$ BEGIN BEGIN PERFORM 1 / 0; EXCEPTION WHEN unique_violation THEN RAISE NOTICE 'no'; END; END $$
DO $$ BEGIN BEGIN RAISE EXCEPTION 'custom' USING ERRCODE = '12345'; EXCEPTION WHEN SQLSTATE '12345' THEN RAISE NOTICE 'got %', SQLSTATE; END; END $$
DO $$ BEGIN BEGIN PERFORM 1 / 0; EXCEPTION WHEN data_exception THEN RAISE NOTICE 'class'; END; END $$
DO $$ BEGIN BEGIN PERFORM 1 / 0; EXCEPTION WHEN OTHERS THEN RAISE; END; END $$
DO $$ BEGIN BEGIN PERFORM 1 / 0; EXCEPTION WHEN OTHERS THEN RAISE EXCEPTION 'other: %', SQLERRM; END; END $$
DO $$ BEGIN RAISE; END $$
DO $$ BEGIN BEGIN ASSERT 1 = 2, 'not so'; EXCEPTION WHEN OTHERS THEN RAISE NOTICE 'no'; END; END $$
DO $$ BEGIN ASSERT NULL; END $$
SET plpgsql.check_asserts = off
DO $$ BEGIN ASSERT false; RAISE NOTICE 'on'; END $$
RESET plpgsql.check_asserts
DO $$ DECLARE a text; b text; c text; d text; e text; f text; g text; BEGIN INSERT INTO t VALUES (1, 'x'); EXCEPTION WHEN OTHERS THEN GET STACKED DIAGNOSTICS a = RETURNED_SQLSTATE, b = MESSAGE_TEXT, c = PG_EXCEPTION_DETAIL, d = CONSTRAINT_NAME, e = TABLE_NAME, f = SCHEMA_NAME, g = PG_EXCEPTION_CONTEXT; RAISE NOTICE '% | % | % | % | % | % | %', a, b, c, d, e, f, g; END $$
DO $$ DECLARE a text; b text; BEGIN INSERT INTO t VALUES (5, NULL); EXCEPTION WHEN OTHERS THEN GET STACKED DIAGNOSTICS a = COLUMN_NAME, b = PG_EXCEPTION_HINT; RAISE NOTICE '% [%]', a, b; END $$
DO $$ DECLARE a text; BEGIN GET STACKED DIAGNOSTICS a = MESSAGE_TEXT; END $$
DO $$ DECLARE a text; BEGIN GET CURRENT DIAGNOSTICS a = PG_CONTEXT; RAISE NOTICE '%', a; END $$
DO $$ DECLARE a text; BEGIN GET DIAGNOSTICS a = MESSAGE_TEXT; END $$
DO $$ DECLARE a text; BEGIN GET DIAGNOSTICS a = NONSENSE; END $$
DO $$ BEGIN RAISE 'plain'; END $$
DO $$ BEGIN RAISE EXCEPTION 'a % b % c %%', 1, NULL; END $$
DO $$ BEGIN RAISE NOTICE 'too few %'; END $$
DO $$ BEGIN RAISE NOTICE 'too many', 1; END $$
DO $$ BEGIN RAISE unique_violation; END $$
DO $$ BEGIN RAISE unique_violation USING MESSAGE = 'mine', DETAIL = 'd', HINT = 'h', COLUMN = 'c', CONSTRAINT = 'cc', DATATYPE = 'dt', TABLE = 'tt', SCHEMA = 'ss'; END $$
DO $$ BEGIN RAISE SQLSTATE '22012'; END $$
DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'division_by_zero'; END $$
DO $$ BEGIN RAISE EXCEPTION 'x' USING MESSAGE = 'y'; END $$
DO $$ BEGIN RAISE EXCEPTION 'x' USING HINT = NULL; END $$
DO $$ BEGIN RAISE WARNING 'w'; RAISE INFO 'i'; RAISE LOG 'l'; RAISE DEBUG 'd'; END $$
DO $$ BEGIN RAISE nonsense; END $$
DO $$ BEGIN BEGIN NULL; EXCEPTION WHEN nonsense THEN NULL; END; END $$
DO $$ BEGIN RAISE EXCEPTION 'x' USING NONSENSE = 1; END $$
CREATE FUNCTION inner_f(i int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN IF i = 0 THEN RAISE EXCEPTION 'zero'; END IF; RETURN 10 / i; END $$
CREATE FUNCTION outer_f(i int) RETURNS int LANGUAGE plpgsql AS $$ DECLARE r int; BEGIN r := inner_f(i); RETURN r; END $$
SELECT outer_f(0)
SELECT outer_f(2)
CREATE FUNCTION outer_g(i int) RETURNS int LANGUAGE plpgsql AS $$ DECLARE r int; BEGIN SELECT inner_f(i) INTO r; PERFORM inner_f(i); RETURN r; EXCEPTION WHEN raise_exception THEN RAISE NOTICE 'in %', SQLERRM; RETURN -1; END $$
SELECT outer_g(0), outer_g(5)
DO $$ DECLARE x int; BEGIN x := (SELECT 1 UNION SELECT 2); END $$
DO $$ DECLARE x int; BEGIN x := 1, 2; END $$
DO $$ DECLARE x int; BEGIN x := (SELECT id FROM t WHERE nope); END $$
DO $$ DECLARE x int; BEGIN SELECT 1 INTO x INTO x; END $$
DO $$ DECLARE x int; BEGIN SELECT 1 INTO y; END $$
DO $$ BEGIN y := 1; END $$
DO $$ DECLARE x int; BEGIN x := ; END $$
DO $$ DECLARE x int BEGIN NULL; END $$
DO $$ BEGIN NULL END $$
DO $$ BEGIN IF true THEN NULL; END; $$
DO $$ BEGIN IF 'abc' THEN NULL; END IF; END $$
DO $$ BEGIN SELEC 1; END $$
DO $$ BEGIN SAVEPOINT a; END $$
DO $$ BEGIN EXECUTE 'COMMIT'; END $$
DO $$ BEGIN EXECUTE 'SELEC 1'; END $$
DO $$ BEGIN EXECUTE 'SELECT nope'; END $$
DO $$ BEGIN EXECUTE 'SELECT $1'; END $$
DO $$ DECLARE x int; BEGIN EXECUTE 'CREATE TABLE zz (a int)' INTO x; END $$
DO $$ DECLARE x nosuchtype; BEGIN NULL; END $$
DO $$ DECLARE x nosuch%ROWTYPE; BEGIN NULL; END $$
DO $$ DECLARE x t.nosuch%TYPE; BEGIN NULL; END $$
DO $$ DECLARE x t.v%TYPE; y t.id%TYPE[]; BEGIN x := 'q'; y := '{1}'; RAISE NOTICE '% %', x, y; END $$
DO $$ DECLARE x int; x text; BEGIN NULL; END $$
DO $$ DECLARE x anyelement; BEGIN NULL; END $$
CREATE FUNCTION rt() RETURNS anyelement LANGUAGE plpgsql AS $$ BEGIN END $$
CREATE FUNCTION rt() RETURNS cstring LANGUAGE plpgsql AS $$ BEGIN END $$
CREATE FUNCTION rt(cstring) RETURNS int LANGUAGE plpgsql AS $$ BEGIN END $$
CREATE FUNCTION rt() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN; END $$
CREATE FUNCTION rt() RETURNS void LANGUAGE plpgsql AS $$ BEGIN RETURN 1; END $$
CREATE FUNCTION rt() RETURNS SETOF int LANGUAGE plpgsql AS $$ BEGIN RETURN 1; END $$
CREATE FUNCTION rt() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN NEXT 1; END $$
CREATE FUNCTION rt() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN QUERY SELECT 1; END $$
CREATE FUNCTION rt(OUT a int) LANGUAGE plpgsql AS $$ BEGIN RETURN 1; END $$
CREATE FUNCTION trg() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$
SELECT trg()
CREATE FUNCTION trg2(int) RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$
SET plpgsql.extra_warnings = 'all'
CREATE FUNCTION sh(a int) RETURNS int LANGUAGE plpgsql AS $$ DECLARE a int; BEGIN RETURN a; END $$
DO $$ DECLARE a int; b int; BEGIN SELECT 1, 2, 3 INTO a, b; SELECT id FROM t INTO a; END $$
SET plpgsql.extra_errors = 'all'
CREATE FUNCTION sh2(a int) RETURNS int LANGUAGE plpgsql AS $$ DECLARE a int; BEGIN RETURN a; END $$
DO $$ DECLARE a int; b int; BEGIN SELECT 1, 2, 3 INTO a, b; END $$
DO $$ DECLARE a int; BEGIN SELECT id FROM t INTO a; END $$
RESET plpgsql.extra_warnings
RESET plpgsql.extra_errors
SET plpgsql.print_strict_params = on
DO $$ DECLARE a int; k int := 55; BEGIN SELECT id INTO STRICT a FROM t WHERE id = k; END $$
SET plpgsql.variable_conflict = 'nonsense'
create function reserved_1() returns int language plpgsql as $$ declare current_date date; begin Current_Date := current_date + 1; return 1; end $$
create function reserved_2() returns int language plpgsql as $$ declare "user" int; begin user := 1; return 1; end $$
create function reserved_3() returns int language plpgsql as $$ declare "left" int; begin left := 1; return 1; end $$
create function reserved_4() returns int language plpgsql as $$ declare "order" record; begin order.x := 1; return 1; end $$
create function reserved_5() returns int language plpgsql as $$ declare "user" int; "values" int; begin "user" := 1; values := 2; return "user"; end $$
select reserved_5()
do $$ begin perform; raise notice 'x'; perform ; end $$
do $$ begin select; perform; end $$
do $$ begin return 1; end $$
create procedure prx() language plpgsql as $$ begin return 1; end $$

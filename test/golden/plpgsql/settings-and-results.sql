SET work_mem = '4MB'
CREATE FUNCTION sr_plain() RETURNS text LANGUAGE plpgsql SET work_mem = '3MB' SET search_path = pg_catalog AS $$ BEGIN PERFORM set_config('work_mem', '5MB', false); RETURN current_setting('work_mem') || current_setting('search_path'); END $$
SELECT sr_plain(), current_setting('work_mem'), current_setting('search_path')
SHOW work_mem
BEGIN
SET work_mem = '6MB'
SELECT sr_plain()
SHOW work_mem
ROLLBACK
SHOW work_mem
CREATE FUNCTION sr_local() RETURNS text LANGUAGE plpgsql SET work_mem = '3MB' AS $$ BEGIN SET LOCAL work_mem = '9MB'; RETURN current_setting('work_mem'); END $$
SELECT sr_local()
SHOW work_mem
CREATE FUNCTION sr_failing() RETURNS text LANGUAGE plpgsql SET work_mem = '3MB' AS $$ BEGIN BEGIN SET work_mem = '8MB'; PERFORM 1 / 0; EXCEPTION WHEN division_by_zero THEN NULL; END; RETURN current_setting('work_mem'); END $$
SELECT sr_failing()
SHOW work_mem
CREATE FUNCTION sr_set() RETURNS SETOF record LANGUAGE plpgsql AS $$ BEGIN RETURN QUERY SELECT 1, 'a'::text; RETURN NEXT row(2, 'b'::text); END $$
SELECT sr_set()
SELECT * FROM sr_set() AS t(a int, b text)
CREATE FUNCTION sr_pair(anyelement, anyelement) RETURNS anyarray LANGUAGE plpgsql AS $$ DECLARE r $0%TYPE; BEGIN r := ARRAY[$1, $2]; RETURN r; END $$
SELECT sr_pair(1, 2), sr_pair('a'::text, 'b')
CREATE FUNCTION sr_fetch() RETURNS int LANGUAGE plpgsql AS $$ DECLARE c CURSOR FOR SELECT 1; v int; BEGIN OPEN c; FETCH FIRST c INTO v; RETURN v; END $$
CREATE PROCEDURE sr_out(a int, INOUT b int DEFAULT 3, OUT c text) LANGUAGE plpgsql AS $$ BEGIN c := 'c'; END $$
CREATE PROCEDURE sr_in(a int DEFAULT 3, b int) LANGUAGE plpgsql AS $$ BEGIN END $$
CREATE FUNCTION sr_in(a int DEFAULT 3, OUT b int) LANGUAGE plpgsql AS $$ BEGIN b := a; END $$
SELECT sr_in()
ALTER FUNCTION sr_local() DEPENDS ON EXTENSION plpgsql
ALTER FUNCTION sr_local() DEPENDS ON EXTENSION nothing_like_it
ALTER FUNCTION sr_local() DEPENDS ON EXTENSION citext
CREATE EXTENSION citext
ALTER FUNCTION sr_local() DEPENDS ON EXTENSION citext
ALTER FUNCTION sr_local() DEPENDS ON EXTENSION citext
ALTER FUNCTION sr_failing() DEPENDS ON EXTENSION citext
ALTER FUNCTION sr_failing() NO DEPENDS ON EXTENSION citext
SELECT count(*), min(deptype) FROM pg_depend WHERE objid = 'sr_local'::regproc AND refclassid = 'pg_extension'::regclass AND refobjid <> (SELECT oid FROM pg_extension WHERE extname = 'plpgsql')
DROP EXTENSION citext
SELECT proname FROM pg_proc WHERE proname IN ('sr_local', 'sr_failing')
DROP FUNCTION sr_plain(), sr_failing(), sr_set(), sr_pair(anyelement, anyelement), sr_in(int)

CREATE EXTENSION file_fdw
SELECT extversion, extrelocatable FROM pg_extension WHERE extname = 'file_fdw'
SELECT proname, pg_get_function_arguments(oid), pg_get_function_result(oid), provolatile, proparallel, proisstrict, proacl FROM pg_proc WHERE proname LIKE 'file_fdw%' ORDER BY 1
SELECT fdwname, fdwhandler::regproc, fdwvalidator::regproc, fdwoptions, fdwacl FROM pg_foreign_data_wrapper WHERE fdwname = 'file_fdw'
CREATE SERVER ff FOREIGN DATA WRAPPER file_fdw OPTIONS (a 'b')
CREATE SERVER ff FOREIGN DATA WRAPPER file_fdw
CREATE USER MAPPING FOR PUBLIC SERVER ff OPTIONS (x 'y')
CREATE USER MAPPING FOR PUBLIC SERVER ff
CREATE FOREIGN TABLE f1 (a int) SERVER ff
CREATE FOREIGN TABLE f1 (a int) SERVER ff OPTIONS (filename '/x', format 'abc')
CREATE FOREIGN TABLE f1 (a int) SERVER ff OPTIONS (filename '/x', program 'y')
CREATE FOREIGN TABLE f1 (a int) SERVER ff OPTIONS (filename '/x', foo 'y')
CREATE FOREIGN TABLE f1 (a int) SERVER ff OPTIONS (filename '/x', format 'csv', header 'maybe')
CREATE FOREIGN TABLE f1 (a int) SERVER ff OPTIONS (filename '/x', format 'csv', header '1')
CREATE FOREIGN TABLE f2 (a int OPTIONS (force_null '0')) SERVER ff OPTIONS (filename '/x', format 'csv')
CREATE FOREIGN TABLE f1 (a int OPTIONS (force_null 'true')) SERVER ff OPTIONS (filename '/tmp/projects.csv', format 'csv')
COMMENT ON FOREIGN TABLE f1 IS 'projects'
CREATE FOREIGN TABLE f2 (a int OPTIONS (force_null 'maybe')) SERVER ff OPTIONS (filename '/x', format 'csv')
CREATE FOREIGN TABLE f2 (a int OPTIONS (foo 'maybe')) SERVER ff OPTIONS (filename '/x', format 'csv')
CREATE FOREIGN TABLE f2 (a int) SERVER ff OPTIONS (filename '/x', filename '/y')
CREATE FOREIGN TABLE f2 (a int) SERVER ff OPTIONS (program 'true', header 'match')
ALTER FOREIGN DATA WRAPPER file_fdw OPTIONS (filename 'x')
ALTER FOREIGN TABLE f1 OPTIONS (DROP filename)
ALTER FOREIGN TABLE f1 OPTIONS (SET filename '/tmp/other.csv')
SELECT ftoptions FROM pg_foreign_table ORDER BY 1
CREATE ROLE ff_nobody
GRANT USAGE ON FOREIGN SERVER ff TO ff_nobody
CREATE SCHEMA ff_s AUTHORIZATION ff_nobody
SET ROLE ff_nobody
CREATE FOREIGN TABLE ff_s.f5 (a int) SERVER ff OPTIONS (filename '/x')
CREATE FOREIGN TABLE ff_s.f5 (a int) SERVER ff OPTIONS (program '/x')
RESET ROLE
DROP EXTENSION file_fdw
DROP EXTENSION file_fdw CASCADE
DROP OWNED BY ff_nobody
DROP ROLE ff_nobody

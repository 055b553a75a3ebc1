CREATE PROCEDURE p8c(INOUT a int, INOUT b int, INOUT c int DEFAULT 11) LANGUAGE plpgsql AS $$ BEGIN RAISE NOTICE 'called'; c := a; END; $$
DO $$ DECLARE _a int; _b int; BEGIN CALL p8c(_a, _b); END $$
DO $$ DECLARE _a int; _b int; BEGIN CALL p8c(_a, 1+1); END $$
DO $$ DECLARE _a constant int := 1; _b int; c int; BEGIN CALL p8c(_a, _b, c); END $$
DO $$ DECLARE a int; _b int; c int; BEGIN CALL p8c(nix, _b, c); END $$
DO $$ DECLARE a int; _b int; c int; BEGIN CALL p8c(_b, _b, c); raise notice '% %', _b, c; END $$
DO $$ DECLARE r record; _b int; c int; BEGIN CALL p8c(r.x, _b, c); raise notice '% %', _b, c; END $$
DROP PROCEDURE p8c
create temp table foo(a int,b int)
do $$ declare x record; begin execute 'insert into foo values(7,8),(9,10) returning *' into x; raise notice '%', x; end $$
do $$ declare x record; begin execute 'insert into foo values(7,8),(9,10) returning *' into strict x; end $$
set plpgsql.extra_errors='too_many_rows'
do $$ declare x record; begin execute 'select 1 union all select 2' into x;raise notice '%', x; end $$
RESET plpgsql.extra_errors
DROP TABLE foo

-- What users wrote, in places that compute one value: DEFAULT of a new column, arguments of EXECUTE.
CREATE TABLE told (a int);
CREATE TABLE t (a int);
INSERT INTO t SELECT generate_series(1, 3);
CREATE FUNCTION letters(n int) RETURNS text LANGUAGE plpgsql STABLE AS $$ DECLARE s text := ''; BEGIN FOR i IN 1..n LOOP s := s || chr(97 + i % 26); END LOOP; RETURN s; END $$;
CREATE FUNCTION tells(n int) RETURNS int LANGUAGE sql AS 'INSERT INTO told VALUES (n); SELECT n + 1';
CREATE FUNCTION two(n int) RETURNS int LANGUAGE sql STABLE AS 'SELECT n; SELECT n * 2';
ALTER TABLE t ADD b text DEFAULT letters(3), ADD c int DEFAULT length(letters(20000)), ADD d int DEFAULT two(4);
ALTER TABLE t ADD e int DEFAULT tells(2);
INSERT INTO t (a) VALUES (4);
SELECT * FROM t ORDER BY a;
SELECT * FROM told;
ALTER TABLE t ADD f int DEFAULT length(letters(1)) / 0;
PREPARE p (int, text) AS SELECT $1, $2;
EXECUTE p (tells(5), letters(4));
EXECUTE p (two(5), letters(2000)::char(3));
CREATE TABLE made AS EXECUTE p (two(3), letters(2));
SELECT count(*) FROM told;

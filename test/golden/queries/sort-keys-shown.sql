-- A function that is sorted by and shown is called once a row.
CREATE FUNCTION told(n int) RETURNS float8 STABLE LANGUAGE plpgsql AS $$ BEGIN RAISE NOTICE 'told %', n; RETURN n % 3; END $$;
CREATE TABLE numbers (n int, t text);
INSERT INTO numbers SELECT g, repeat('x', g) FROM generate_series(1, 7) g;
SELECT told(n), n FROM numbers ORDER BY told(n) DESC, n LIMIT 2;
SELECT n, told(n) FROM numbers ORDER BY 2, 1 OFFSET 5;
SELECT told(n) + 1 AS more, t FROM numbers ORDER BY more DESC, length(t) LIMIT 3;
SELECT n FROM numbers ORDER BY told(n), n DESC LIMIT 2;
SELECT told(n), told(n) AS again FROM numbers WHERE n < 3 ORDER BY again, n;
SELECT upper(t), count(*) FROM numbers GROUP BY t ORDER BY upper(t) DESC LIMIT 2;
-- Floats that are no numbers, and nulls, where few rows are wanted.
CREATE TABLE floats (f float8, g float4);
INSERT INTO floats VALUES (1, 1), ('NaN', 'NaN'), (NULL, NULL), ('Infinity', 'Infinity'), ('-Infinity', '-Infinity'), (-0.0, 0), (0, -0.0), (2.5, 2.5);
SELECT abs(f) AS a, f FROM floats ORDER BY a DESC LIMIT 2;
SELECT abs(f) AS a, f FROM floats ORDER BY a DESC NULLS LAST, f LIMIT 3;
SELECT abs(f) AS a, f FROM floats ORDER BY a NULLS FIRST, f LIMIT 2;
SELECT abs(g) AS a FROM floats ORDER BY a LIMIT 3;
SELECT f FROM floats ORDER BY f DESC LIMIT 3;
SELECT f FROM floats ORDER BY f LIMIT 1;
SELECT f FROM floats ORDER BY f DESC NULLS LAST LIMIT 8;
SELECT g FROM floats ORDER BY g NULLS FIRST LIMIT 2;

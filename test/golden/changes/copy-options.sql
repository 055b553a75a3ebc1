CREATE TABLE c (a int, b text DEFAULT 'dflt', g int GENERATED ALWAYS AS (a * 2) STORED, z date)
CREATE VIEW cv AS SELECT 1 AS a
CREATE SEQUENCE cs
CREATE TABLE cp (a int) PARTITION BY LIST (a)
COPY c TO STDOUT (format csv, format csv)
COPY c TO STDOUT (format 'nope')
COPY c TO STDOUT (format)
COPY c TO STDOUT (nothing 1)
COPY c TO STDOUT (header match)
COPY c TO STDOUT (header 7)
COPY c TO STDOUT (header 'maybe')
COPY c TO STDOUT (delimiter)
COPY c TO STDOUT (delimiter 'ab')
COPY c TO STDOUT (delimiter E'\n')
COPY c TO STDOUT (delimiter 'a')
COPY c TO STDOUT (null E'x\n')
COPY c TO STDOUT (null 'x|y', delimiter '|')
COPY c TO STDOUT (quote '''')
COPY c TO STDOUT (escape 'x')
COPY c TO STDOUT (format csv, quote 'ab')
COPY c TO STDOUT (format csv, escape 'ab')
COPY c TO STDOUT (format csv, quote ',')
COPY c TO STDOUT (format csv, null '"')
COPY c TO STDOUT (force_quote *)
COPY c TO STDOUT (format csv, force_quote (nope))
COPY c (a) TO STDOUT (format csv, force_quote (b))
COPY c TO STDOUT (format csv, force_quote 3)
COPY c TO STDOUT (format csv, force_not_null (a))
COPY c TO STDOUT (format csv, force_null (a))
COPY c FROM STDIN (format csv, force_quote (a))
COPY c FROM STDIN (force_null (a))
COPY c FROM STDIN (format csv, force_not_null (nope))
COPY c (a) FROM STDIN (format csv, force_null (b))
COPY c TO STDOUT (format binary, delimiter ',')
COPY c TO STDOUT (format binary, null '')
COPY c TO STDOUT (format binary, header)
COPY c TO STDOUT (encoding 'nope')
COPY c TO STDOUT (freeze 'x')
COPY c (g) TO STDOUT
COPY c (a, a) TO STDOUT
COPY c (nope) TO STDOUT
COPY nowhere TO STDOUT
COPY cv TO STDOUT
COPY cs TO STDOUT
COPY cp TO STDOUT
COPY (SELECT 1 INTO x) TO STDOUT
COPY (INSERT INTO c VALUES (1)) TO STDOUT
COPY c TO STDOUT WHERE a > 1
COPY c FROM STDIN WHERE nope > 1
COPY c FROM STDIN WHERE g > 1
COPY c FROM STDIN WHERE c IS NOT NULL
COPY c FROM STDIN WHERE sum(a) > 1
COPY c FROM STDIN WHERE row_number() OVER () > 1
COPY c FROM STDIN WHERE a IN (SELECT 1)
COPY c FROM STDIN WHERE a = generate_series(1, 3)
COPY c FROM STDIN WHERE a
COPY c FROM STDIN (freeze)
INSERT INTO c (a, b, z) VALUES (1, E'tab\t nl\n cr\r bs\\ q" c,', '2020-02-03'), (2, NULL, NULL), (3, '', '1999-12-31'), (4, '\N', NULL), (5, '\.', NULL)
COPY c TO STDOUT
COPY c TO STDOUT (header, delimiter '|', null 'nil')
COPY c TO STDOUT (format csv, header)
COPY c TO STDOUT (format csv, force_quote *, null 'nil', quote '''', escape '\')
COPY c (b) TO STDOUT (format csv, force_quote (b))
COPY (SELECT a, b FROM c WHERE a < 3 ORDER BY a DESC) TO STDOUT (format csv, delimiter ';')
COPY (DELETE FROM c WHERE a > 2 RETURNING a, g) TO STDOUT
COPY (VALUES ('ä'), ('é')) TO STDOUT (encoding 'latin1')
COPY (VALUES ('€')) TO STDOUT (encoding 'latin1')
DROP VIEW cv
DROP TABLE c, cp
DROP SEQUENCE cs
CREATE TABLE d (x int DEFAULT (y))
CREATE TABLE d (x int DEFAULT (sum(z.q)))

-- Collations where other features meet them.
CREATE COLLATION ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE COLLATION ai (provider = icu, locale = 'und-u-ks-level1', deterministic = false);
-- foreign keys
CREATE TABLE pk (x text COLLATE ci PRIMARY KEY);
CREATE TABLE fk (x text COLLATE ci REFERENCES pk ON UPDATE CASCADE ON DELETE CASCADE, n int);
INSERT INTO pk VALUES ('abc'), ('def');
INSERT INTO fk VALUES ('ABC', 1), ('Abc', 2), ('def', 3);
INSERT INTO fk VALUES ('nope', 4);
SELECT * FROM fk ORDER BY n;
DELETE FROM pk WHERE x = 'ABC';
SELECT * FROM fk ORDER BY n;
UPDATE pk SET x = 'DEF';
SELECT * FROM fk ORDER BY n;
CREATE TABLE fk2 (x text REFERENCES pk, n int);
INSERT INTO fk2 VALUES ('def', 1);
INSERT INTO fk2 VALUES ('DEF', 1);
DELETE FROM pk;
-- checks, defaults, generated columns
CREATE TABLE c (x text COLLATE ci CHECK (x <> 'bad'), y text COLLATE ci GENERATED ALWAYS AS (upper(x)) STORED, z bool GENERATED ALWAYS AS (x = 'ABC') STORED);
INSERT INTO c VALUES ('abc'), ('x');
INSERT INTO c VALUES ('BAD');
SELECT * FROM c ORDER BY x;
-- altering
CREATE TABLE a (x text);
INSERT INTO a VALUES ('b'), ('A'), ('B'), ('a');
CREATE INDEX a_x ON a (x);
ALTER TABLE a ALTER x TYPE text COLLATE "en-x-icu";
SELECT * FROM a ORDER BY x;
SELECT attcollation::regcollation FROM pg_attribute WHERE attrelid = 'a_x'::regclass;
SELECT x FROM a WHERE x = 'A';
CREATE UNIQUE INDEX a_u ON a (x);
ALTER TABLE a ALTER x TYPE text COLLATE ci;
CREATE UNIQUE INDEX ON a (x COLLATE ai);
ALTER TABLE a ADD y varchar(3) COLLATE ci DEFAULT 'Q';
SELECT count(*) FROM a WHERE y = 'q';
-- upserts and merges
CREATE TABLE m (k text COLLATE ci PRIMARY KEY, n int);
INSERT INTO m VALUES ('a', 1), ('b', 2);
INSERT INTO m VALUES ('A', 10), ('C', 30) ON CONFLICT (k) DO UPDATE SET n = m.n + excluded.n;
INSERT INTO m VALUES ('B', 1) ON CONFLICT DO NOTHING;
MERGE INTO m USING (VALUES ('C', 5), ('d', 7)) s(k, n) ON m.k = s.k WHEN MATCHED THEN UPDATE SET n = s.n WHEN NOT MATCHED THEN INSERT VALUES (s.k, s.n);
SELECT * FROM m ORDER BY k;
-- functions
CREATE FUNCTION lt(text, text) RETURNS bool LANGUAGE sql IMMUTABLE AS 'SELECT $1 < $2';
SELECT lt('a', 'B'), lt('a', 'B' COLLATE "en-x-icu"), lt('a' COLLATE "C", 'B');
CREATE FUNCTION eq(x text, y text) RETURNS bool LANGUAGE sql STABLE AS 'SELECT x = y';
SELECT eq('a', 'A'), eq('a', 'A' COLLATE ci);
SELECT k, eq(k, 'A') FROM m ORDER BY k;
-- joins of several kinds
SELECT m.k, v.k FROM m LEFT JOIN (VALUES ('A'), ('z')) v(k) ON m.k = v.k ORDER BY m.k;
SELECT m.k, v.k FROM m FULL JOIN (VALUES ('A'), ('z')) v(k) ON m.k = v.k ORDER BY 1, 2;
SELECT * FROM m JOIN (VALUES ('A'::varchar, 1), ('b', 2)) v(k, o) USING (k) ORDER BY o;
SELECT m.k FROM m NATURAL JOIN (SELECT k FROM m) s ORDER BY 1;
SELECT count(*) FROM m a, m b, m c WHERE a.k = b.k AND b.k = c.k AND a.k = 'A';
SELECT count(*) FROM m a WHERE a.k NOT IN (SELECT upper(k) FROM m WHERE k < 'c');
SELECT k FROM m WHERE (k, n) IN (('A', 11), ('B', 3)) ORDER BY k;
SELECT k FROM m WHERE k = ANY (SELECT 'D') OR k >= ALL (SELECT k FROM m) ORDER BY k;
-- grouping
SELECT lower(min(k)), count(*), array_agg(n ORDER BY k) FROM (SELECT k, n FROM m UNION ALL SELECT upper(k), n FROM m) s GROUP BY GROUPING SETS ((k), ()) ORDER BY 2, 1;
SELECT count(*) FROM (SELECT DISTINCT ON (k) k FROM (SELECT k FROM m UNION ALL SELECT upper(k) FROM m) s ORDER BY k) t;
SELECT count(DISTINCT (k, n)) FROM m;
SELECT k, lag(k) OVER w, first_value(k) OVER w, count(*) OVER (ORDER BY k COLLATE "C" DESC) FROM m WINDOW w AS (ORDER BY k DESC) ORDER BY k;
SELECT rank('B') WITHIN GROUP (ORDER BY k), percentile_disc(ARRAY[0, 1]) WITHIN GROUP (ORDER BY k) FROM m;
SELECT jsonb_object_agg(k, n), string_agg(DISTINCT k, ',' ORDER BY k) FROM m;
-- bpchar, varchar, name, arrays
SELECT 'ab  '::char(4) = 'AB'::char(2) COLLATE ci, 'a'::char(3) < 'B'::char(1) COLLATE "en-x-icu", 'ab '::bpchar COLLATE ci = ANY (ARRAY['AB'::bpchar]);
CREATE TABLE b (c char(5) COLLATE ci UNIQUE, v varchar COLLATE ci UNIQUE, r text[] COLLATE ci UNIQUE);
INSERT INTO b VALUES ('ab', 'x', '{a,b}');
INSERT INTO b VALUES ('AB', 'y', '{c}');
INSERT INTO b VALUES ('ac', 'X', '{c}');
INSERT INTO b VALUES ('ac', 'y', '{A,B}');
INSERT INTO b VALUES ('ac', 'y', '{A,C}');
SELECT * FROM b WHERE c = 'AB';
SELECT * FROM b WHERE r = '{A,c}';
SELECT * FROM b WHERE r && '{C}' ORDER BY c;
SELECT count(*) FROM (SELECT r FROM b UNION SELECT '{A,B}') s;
SELECT r, count(*) FROM (SELECT r FROM b UNION ALL SELECT '{A,B}') s GROUP BY r ORDER BY r;
-- ranges
CREATE TYPE tr AS RANGE (subtype = text, collation = "en-x-icu", multirange_type_name = tmr);
SELECT tr('a', 'C') * tr('B', 'z'), tr('a', 'B') && tr('b', 'c'), upper(tr('a', 'B')), 'B' <@ tr('a', 'c'), tmr(tr('a', 'B'), tr('A', 'c'));
-- partitions
CREATE TABLE h (x text COLLATE ci) PARTITION BY HASH (x);
CREATE TABLE h0 PARTITION OF h FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE h1 PARTITION OF h FOR VALUES WITH (MODULUS 2, REMAINDER 1);
INSERT INTO h SELECT chr(97 + i) FROM generate_series(0, 9) i;
INSERT INTO h SELECT upper(chr(97 + i)) FROM generate_series(0, 9) i;
SELECT count(*), count(DISTINCT tableoid) FROM h WHERE x = 'E';
SELECT bool_and(n = 1) FROM (SELECT count(DISTINCT tableoid) n FROM h GROUP BY x) s;
CREATE TABLE r (x text, n int) PARTITION BY RANGE (x COLLATE "sv-x-icu", n);
CREATE TABLE r1 PARTITION OF r FOR VALUES FROM (MINVALUE, MINVALUE) TO ('z', 0);
CREATE TABLE r2 PARTITION OF r FOR VALUES FROM ('z', 0) TO (MAXVALUE, MAXVALUE);
INSERT INTO r VALUES ('a', 1), ('å', 1), ('ö', 2), ('z', -1), ('z', 1);
SELECT tableoid::regclass, * FROM r ORDER BY x COLLATE "sv-x-icu", n;
SELECT x FROM r WHERE x > 'z' ORDER BY x;
SELECT x FROM r WHERE x COLLATE "sv-x-icu" > 'z' ORDER BY x;
-- whole statements
PREPARE q(text) AS SELECT k FROM m WHERE k = $1;
EXECUTE q('A');
DEALLOCATE q;
SELECT k FROM m WHERE k > 'A' AND k <= 'C' ORDER BY k DESC LIMIT 2;
DECLARE cur CURSOR WITH HOLD FOR SELECT k FROM m ORDER BY k;
FETCH 2 FROM cur;
CLOSE cur;
CREATE MATERIALIZED VIEW mv AS SELECT k, k COLLATE "en-x-icu" AS e FROM m;
CREATE UNIQUE INDEX ON mv (k);
SELECT e FROM mv WHERE k = 'D' ORDER BY e;
CREATE RULE ru AS ON INSERT TO mv DO INSTEAD NOTHING;
SELECT regexp_matches('Éa éb' COLLATE "en-x-icu", '\w+', 'g');
SELECT * FROM regexp_split_to_table('aÉb' COLLATE "und-x-icu", 'é', 'i');
SELECT k SIMILAR TO '(A|B)' COLLATE "en-x-icu", k COLLATE "C" ~~ 'a%' FROM m ORDER BY k;
SELECT x FROM (VALUES ('résumé'), ('Resume'), ('resume'), ('Résumé')) v(x) ORDER BY x COLLATE "en-x-icu";
SELECT x FROM (VALUES ('chata'), ('cihla'), ('hora'), ('ch')) v(x) ORDER BY x COLLATE "cs-x-icu";
SELECT x FROM (VALUES ('aab'), ('zab'), ('åb'), ('ab')) v(x) ORDER BY x COLLATE "da-x-icu";
SELECT x FROM (VALUES ('ㄱ'), ('가'), ('나'), ('漢'), ('a')) v(x) ORDER BY x COLLATE "ko-x-icu";
SELECT x FROM (VALUES ('中'), ('人'), ('一'), ('大')) v(x) ORDER BY x COLLATE "zh-x-icu";
SELECT x FROM (VALUES ('ガ'), ('か'), ('カ'), ('が'), ('き')) v(x) ORDER BY x COLLATE "ja-x-icu";

CREATE TABLE t (a int PRIMARY KEY, b text DEFAULT 'none')
CREATE TABLE log (n serial, what text)
CREATE VIEW v AS SELECT a, b, a * 2 AS c FROM t WHERE a > 0
CREATE FUNCTION say() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE NOTICE '% % % % %: % -> %', tg_name, tg_when, tg_level, tg_op, tg_table_name, CASE WHEN tg_level = 'ROW' AND tg_op <> 'INSERT' THEN old::text END, CASE WHEN tg_level = 'ROW' AND tg_op <> 'DELETE' THEN new::text END; IF tg_level = 'STATEMENT' THEN RETURN NULL; END IF; IF tg_op = 'DELETE' THEN RETURN old; END IF; RETURN new; END $$
CREATE FUNCTION work() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF tg_op = 'INSERT' THEN INSERT INTO t VALUES (new.a, new.b); new.c := new.a * 2; RETURN new; ELSIF tg_op = 'UPDATE' THEN UPDATE t SET a = new.a, b = new.b WHERE a = old.a; IF NOT FOUND THEN RETURN NULL; END IF; new.c := new.a * 2; RETURN new; ELSE DELETE FROM t WHERE a = old.a; IF NOT FOUND THEN RETURN NULL; END IF; RETURN old; END IF; END $$
CREATE TRIGGER x BEFORE INSERT ON v FOR EACH ROW EXECUTE FUNCTION say()
CREATE TRIGGER x AFTER INSERT ON v FOR EACH ROW EXECUTE FUNCTION say()
CREATE TRIGGER x BEFORE TRUNCATE ON v EXECUTE FUNCTION say()
CREATE TRIGGER x INSTEAD OF INSERT ON t FOR EACH ROW EXECUTE FUNCTION say()
CREATE TRIGGER x INSTEAD OF INSERT ON v FOR EACH STATEMENT EXECUTE FUNCTION say()
CREATE TRIGGER x INSTEAD OF INSERT ON v FOR EACH ROW WHEN (new.a > 1) EXECUTE FUNCTION say()
CREATE TRIGGER x INSTEAD OF UPDATE OF a ON v FOR EACH ROW EXECUTE FUNCTION say()
CREATE TRIGGER x AFTER INSERT ON v REFERENCING NEW TABLE AS n FOR EACH STATEMENT EXECUTE FUNCTION say()
SELECT pg_relation_is_updatable('v'::regclass, false), pg_relation_is_updatable('v'::regclass, true)
CREATE TRIGGER bs BEFORE INSERT OR UPDATE OR DELETE ON v FOR EACH STATEMENT EXECUTE FUNCTION say()
CREATE TRIGGER st AFTER INSERT OR UPDATE OR DELETE ON v FOR EACH STATEMENT EXECUTE FUNCTION say()
INSERT INTO v (a, b) VALUES (1, 'through')
UPDATE v SET b = 'below' RETURNING *
DELETE FROM v
CREATE TRIGGER i1 INSTEAD OF INSERT OR UPDATE OR DELETE ON v FOR EACH ROW EXECUTE FUNCTION say()
CREATE TRIGGER i2 INSTEAD OF INSERT OR UPDATE OR DELETE ON v FOR EACH ROW EXECUTE FUNCTION work()
INSERT INTO v VALUES (1, 'one', 17), (2, 'two') RETURNING *
INSERT INTO v (b, a) SELECT 'n' || i, i FROM generate_series(3, 5) i RETURNING a, c, v
INSERT INTO v VALUES (6, DEFAULT, DEFAULT), (7, 'x', DEFAULT)
ALTER VIEW v ALTER COLUMN b SET DEFAULT 'of the view'
INSERT INTO v (a) VALUES (8) RETURNING b, v.*
INSERT INTO v VALUES (9, DEFAULT), (10, 'given')
INSERT INTO v VALUES (1, 'twice')
INSERT INTO v VALUES (11, 'c') ON CONFLICT DO NOTHING
INSERT INTO v VALUES (11, 'c') ON CONFLICT (a) DO NOTHING
INSERT INTO v VALUES (11, 'c') ON CONFLICT (a) DO UPDATE SET b = 'd'
MERGE INTO v USING t ON v.a = t.a WHEN MATCHED THEN DELETE
INSERT INTO v VALUES (12, 'c') RETURNING ctid
SELECT * FROM t ORDER BY a
UPDATE v SET b = b || '!', c = 0 WHERE a < 3 RETURNING *
UPDATE v SET a = a + 100, b = DEFAULT WHERE c = 6 RETURNING old_b, v.a FROM (SELECT 1 AS old_b) s
UPDATE v SET a = a + 100 FROM (VALUES (3, 'p'), (4, 'q')) s (k, w) WHERE v.a = s.k RETURNING v.a, w, c
UPDATE v SET b = s.w FROM (VALUES (5, 'p'), (5, 'q')) s (k, w) WHERE v.a = s.k RETURNING v.*, w
UPDATE v SET (a, b) = (SELECT 50, 'fifty') WHERE a = 5
DELETE FROM v WHERE a IN (50, 104) RETURNING a, b, c, v
DELETE FROM v USING t WHERE t.a = v.a AND t.b LIKE 'n%' RETURNING t.b, v.b
WITH gone AS (DELETE FROM v WHERE a = 6 RETURNING *), come AS (INSERT INTO v SELECT a + 200, b FROM gone RETURNING a) SELECT gone.*, come.a FROM gone, come
SELECT * FROM t ORDER BY a
CREATE FUNCTION never() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'
CREATE TRIGGER i0 INSTEAD OF UPDATE ON v FOR EACH ROW EXECUTE FUNCTION never()
UPDATE v SET b = 'nobody' RETURNING *
DROP TRIGGER i0 ON v
ALTER TABLE v DISABLE TRIGGER i1
ALTER VIEW v ENABLE ALWAYS TRIGGER i1
CREATE VIEW over AS SELECT a AS k, b AS w, a + 1 AS next FROM v WHERE a < 1000 WITH LOCAL CHECK OPTION
SELECT pg_relation_is_updatable('over'::regclass, false), pg_relation_is_updatable('over'::regclass, true), pg_column_is_updatable('over'::regclass, 1::smallint, true), pg_column_is_updatable('over'::regclass, 3::smallint, true)
INSERT INTO over VALUES (20, 'over') RETURNING *
INSERT INTO over (k) VALUES (2000)
UPDATE over SET w = w || next WHERE k = 20 RETURNING *
UPDATE over SET k = 3000 WHERE k = 20
UPDATE over SET next = 1
DELETE FROM over WHERE next = 21 RETURNING *
SELECT * FROM t WHERE a >= 20 ORDER BY a
CREATE VIEW grouped AS SELECT count(*) AS n, left(b, 1) AS w FROM t GROUP BY 2
INSERT INTO grouped VALUES (1, 'x')
CREATE TRIGGER g INSTEAD OF INSERT OR DELETE ON grouped FOR EACH ROW EXECUTE FUNCTION say()
INSERT INTO grouped VALUES (1, 'x')
UPDATE grouped SET n = 1
DELETE FROM grouped WHERE n > 1 RETURNING w
SELECT pg_relation_is_updatable('grouped'::regclass, false), pg_relation_is_updatable('grouped'::regclass, true)
SELECT is_updatable::text, is_insertable_into::text, is_trigger_updatable::text, is_trigger_deletable::text, is_trigger_insertable_into::text FROM information_schema.views WHERE table_name IN ('grouped', 'v') ORDER BY table_name
SELECT table_name, is_insertable_into::text FROM information_schema.tables WHERE table_name IN ('grouped', 'v', 'over') ORDER BY 1
CREATE VIEW overgrouped AS SELECT * FROM grouped
SELECT pg_relation_is_updatable('overgrouped'::regclass, false), pg_relation_is_updatable('overgrouped'::regclass, true)
INSERT INTO overgrouped VALUES (3, 'y') RETURNING *
DELETE FROM overgrouped WHERE w = 't'
CREATE RULE also AS ON INSERT TO v DO ALSO INSERT INTO log (what) VALUES ('also ' || new.a)
INSERT INTO v VALUES (30, 'ruled')
CREATE RULE some AS ON UPDATE TO v WHERE old.a = 30 DO INSTEAD INSERT INTO log (what) VALUES ('some ' || new.b)
UPDATE v SET b = 'ruled again' WHERE a IN (2, 30)
CREATE RULE off AS ON DELETE TO v DO INSTEAD INSERT INTO log (what) VALUES ('off ' || old.a)
DELETE FROM v WHERE a = 30
SELECT * FROM log ORDER BY n
DROP RULE also ON v
DROP RULE some ON v
DROP RULE off ON v
CREATE OR REPLACE VIEW v AS SELECT a, b, a * 3 AS c, 'new' AS d FROM t WHERE a > 0
UPDATE v SET b = 'replaced' WHERE a = 2 RETURNING *
PREPARE p (int, text) AS INSERT INTO v (a, b) VALUES ($1, $2) RETURNING *
EXECUTE p (41, 'p')
DROP TRIGGER i1 ON v
EXECUTE p (42, 'q')
DROP TRIGGER i2 ON v
EXECUTE p (43, 'r')
SELECT tgname, tgtype, pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = 'v'::regclass ORDER BY 1
SELECT trigger_name, event_manipulation, action_timing, action_orientation, action_order FROM information_schema.triggers WHERE event_object_table IN ('v', 'grouped') ORDER BY 1, 2
CREATE VIEW joined AS SELECT t.a, t.b, l.what FROM t LEFT JOIN log l ON l.n = t.a
CREATE TRIGGER j INSTEAD OF UPDATE ON joined FOR EACH ROW EXECUTE FUNCTION say()
UPDATE joined SET b = 'j', what = coalesce(what, 'none') WHERE a < 3 RETURNING *
UPDATE joined SET what = (SELECT max(what) FROM log) WHERE joined.a = (SELECT min(a) FROM joined)
BEGIN
DECLARE c CURSOR FOR SELECT * FROM joined WHERE a = 2
FETCH c
UPDATE joined SET b = 'x' WHERE CURRENT OF c
ROLLBACK
CREATE VIEW secret WITH (security_barrier) AS SELECT a, b FROM t WHERE a > 1
CREATE TRIGGER j INSTEAD OF UPDATE OR DELETE ON secret FOR EACH ROW EXECUTE FUNCTION say()
DELETE FROM secret WHERE b LIKE 'r%' RETURNING *
CREATE TRIGGER c INSTEAD OF INSERT ON secret FOR EACH ROW EXECUTE FUNCTION missing()
CREATE OR REPLACE TRIGGER j INSTEAD OF DELETE ON secret FOR EACH ROW EXECUTE FUNCTION never()
DELETE FROM secret
ALTER TRIGGER j ON secret RENAME TO k
COMMENT ON TRIGGER k ON secret IS 'of a view'
DROP VIEW secret
SELECT count(*) FROM pg_trigger WHERE tgname = 'k'
CREATE CONSTRAINT TRIGGER k AFTER INSERT ON joined FOR EACH ROW EXECUTE FUNCTION say()
DROP VIEW v CASCADE
CREATE FUNCTION wrong() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN (1, 2); END $$
CREATE OR REPLACE TRIGGER j INSTEAD OF UPDATE ON joined FOR EACH ROW EXECUTE FUNCTION wrong()
UPDATE joined SET b = 'x'

CREATE ROLE golden_rs_alice
CREATE ROLE golden_rs_bob
CREATE ROLE golden_rs_group
CREATE ROLE golden_rs_bypass BYPASSRLS
GRANT golden_rs_group TO golden_rs_bob
GRANT CREATE ON SCHEMA public TO golden_rs_alice, golden_rs_bob
CREATE TABLE t (id int PRIMARY KEY, owner text, v int CHECK (v <> 666))
INSERT INTO t SELECT i, CASE WHEN i % 2 = 0 THEN 'golden_rs_alice' ELSE 'golden_rs_bob' END, i * 10 FROM generate_series(1, 6) i
CREATE POLICY p_own ON t USING (owner = current_user) WITH CHECK (owner = current_user)
CREATE TABLE u (id int REFERENCES t (id) ON UPDATE CASCADE, note text)
INSERT INTO u VALUES (1, 'one'), (2, 'two'), (3, 'three')
CREATE VIEW tv AS SELECT * FROM t
CREATE VIEW tvi WITH (security_invoker) AS SELECT * FROM t
CREATE VIEW tvv AS SELECT * FROM tvi
CREATE VIEW tb WITH (security_barrier) AS SELECT id, v FROM t WHERE v > 20
CREATE VIEW tn AS SELECT id, v FROM t WHERE v > 20
CREATE FUNCTION leak(int) RETURNS bool LANGUAGE plpgsql COST 0.0000001 AS $$ BEGIN RAISE NOTICE 'leak %', $1; RETURN true; END $$
CREATE FUNCTION quiet(int) RETURNS bool LANGUAGE plpgsql LEAKPROOF COST 0.0000001 AS $$ BEGIN RAISE NOTICE 'quiet %', $1; RETURN $1 > 3; END $$
GRANT ALL ON ALL TABLES IN SCHEMA public TO public
SET ROLE golden_rs_alice
SELECT count(*) FROM t
RESET ROLE
ALTER TABLE t ENABLE ROW LEVEL SECURITY
SELECT count(*), row_security_active('t') FROM t
SET ROLE golden_rs_bypass
SELECT count(*), row_security_active('t') FROM t
SET ROLE golden_rs_bob
SELECT count(*), row_security_active('t') FROM t
SET ROLE golden_rs_alice
SELECT count(*), row_security_active('t') FROM t
SELECT * FROM t ORDER BY id
SELECT max(id), min(id) FROM t
SELECT * FROM t WHERE id = 1
SELECT * FROM t WHERE id = 2
SELECT * FROM tv ORDER BY id
SELECT * FROM tvi ORDER BY id
SELECT * FROM tvv ORDER BY id
SELECT * FROM tb ORDER BY id
SELECT * FROM t WHERE leak(id) ORDER BY id
SELECT * FROM t WHERE quiet(id) ORDER BY id
SELECT * FROM t WHERE leak(id) AND id = 4
SELECT * FROM t WHERE leak(id) AND id = 3
SELECT * FROM tb WHERE leak(v) ORDER BY id
SELECT * FROM tn WHERE leak(v) ORDER BY id
SELECT t.id, u.note FROM t JOIN u ON t.id = u.id ORDER BY 1
SELECT t.id, u.note FROM u LEFT JOIN t ON t.id = u.id ORDER BY 2
SELECT t.id, u.note FROM u LEFT JOIN t ON t.id = u.id AND leak(t.v) ORDER BY 2
SELECT a.id, b.id FROM t a FULL JOIN t b ON a.id = b.id + 2 ORDER BY 1, 2
SELECT * FROM t WHERE id IN (SELECT id FROM u) ORDER BY 1
SELECT exists(SELECT 1 FROM t WHERE id = 1), (SELECT v FROM t WHERE id = 2)
SELECT id, (SELECT count(*) FROM t x WHERE x.id <= t.id) FROM t ORDER BY 1
SELECT 1 / (v - 10) FROM t WHERE id = 1
SELECT * FROM t WHERE 1 / (v - 10) > 0 ORDER BY id
SELECT * FROM t WHERE (v::text || 'x')::int > 0 AND owner = 'golden_rs_bob'
WITH x AS MATERIALIZED (SELECT * FROM t) SELECT count(*) FROM x WHERE leak(id)
SELECT * FROM t FOR UPDATE
INSERT INTO t VALUES (10, 'golden_rs_bob', 1)
INSERT INTO t VALUES (10, 'golden_rs_bob', 666)
INSERT INTO t VALUES (10, 'golden_rs_alice', 666)
INSERT INTO t VALUES (11, 'golden_rs_alice', 1) RETURNING *
INSERT INTO t VALUES (1, 'golden_rs_alice', 1)
INSERT INTO t VALUES (12, 'golden_rs_alice', 1), (13, 'golden_rs_bob', 1)
INSERT INTO t SELECT id + 100, owner, v FROM t WHERE id < 4 RETURNING id
UPDATE t SET v = v + 1 WHERE id < 100 RETURNING id, v
UPDATE t SET owner = 'golden_rs_bob' WHERE id = 2
UPDATE t SET v = 5 WHERE id = 1
DELETE FROM t WHERE id = 1
DELETE FROM t WHERE id = 102 RETURNING *
DELETE FROM t WHERE id = 2
INSERT INTO t VALUES (1, 'golden_rs_alice', 2) ON CONFLICT (id) DO UPDATE SET v = 77
INSERT INTO t VALUES (2, 'golden_rs_alice', 2) ON CONFLICT (id) DO UPDATE SET v = 77 RETURNING *
INSERT INTO t VALUES (2, 'golden_rs_alice', 2) ON CONFLICT (id) DO UPDATE SET owner = 'golden_rs_bob'
INSERT INTO t VALUES (1, 'golden_rs_alice', 2) ON CONFLICT DO NOTHING
INSERT INTO t VALUES (1, 'golden_rs_bob', 2) ON CONFLICT (id) DO NOTHING
UPDATE tv SET v = 1000 WHERE id = 3 RETURNING *
UPDATE tvi SET v = 1000 WHERE id = 3 RETURNING *
UPDATE tb SET v = 99 WHERE leak(v) AND id = 5 RETURNING id
DELETE FROM tb WHERE id = 5 RETURNING v
WITH x AS (INSERT INTO t VALUES (30, 'golden_rs_bob', 3) RETURNING *) SELECT * FROM x
WITH x AS (INSERT INTO t VALUES (31, 'golden_rs_alice', 3) RETURNING *) SELECT * FROM x
SET row_security = off
SELECT * FROM t
UPDATE t SET v = 1
INSERT INTO t VALUES (20, 'golden_rs_alice')
COPY t TO STDOUT
SELECT count(*) FROM tv
RESET row_security
COPY t FROM STDIN
COPY (SELECT id FROM t ORDER BY id) TO STDOUT
INSERT INTO u VALUES (3, 'hidden, and there')
INSERT INTO u VALUES (300, 'not there')
RESET ROLE
UPDATE t SET id = id + 1000 WHERE id = 3
SELECT * FROM u ORDER BY note
PREPARE q AS SELECT count(*) FROM t
EXECUTE q
SET ROLE golden_rs_alice
EXECUTE q
SET ROLE golden_rs_bob
EXECUTE q
SET row_security = off
EXECUTE q
RESET row_security
RESET ROLE
CREATE FUNCTION mine() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM t'
CREATE FUNCTION all_of_it() RETURNS bigint LANGUAGE sql SECURITY DEFINER AS 'SELECT count(*) FROM t'
SET ROLE golden_rs_alice
SELECT mine(), all_of_it()
RESET ROLE
SELECT mine(), all_of_it()
CREATE TABLE r (id int PRIMARY KEY, a int)
INSERT INTO r SELECT i, i FROM generate_series(1, 5) i
ALTER TABLE r ENABLE ROW LEVEL SECURITY
CREATE POLICY r_all ON r USING (a < 5)
CREATE POLICY r_upd ON r AS RESTRICTIVE FOR UPDATE USING (a <> 2) WITH CHECK (a <> 3)
CREATE POLICY r_sel ON r AS RESTRICTIVE FOR SELECT USING (a <> 4)
GRANT ALL ON r TO public
SET ROLE golden_rs_alice
SELECT * FROM r ORDER BY 1
BEGIN
DECLARE c CURSOR FOR SELECT id FROM r ORDER BY id
FETCH 1 FROM c
RESET ROLE
FETCH 10 FROM c
SELECT count(*) FROM r
ROLLBACK
SET ROLE golden_rs_alice
UPDATE r SET a = a RETURNING *
UPDATE r SET a = 3 WHERE id = 1
UPDATE r SET a = 4 WHERE id = 1
UPDATE r SET a = 9
SELECT * FROM r FOR UPDATE
SELECT * FROM r FOR SHARE
MERGE INTO r USING (VALUES (1, 100), (2, 200), (9, 1)) s (id, x) ON r.id = s.id WHEN MATCHED THEN UPDATE SET a = 0 WHEN NOT MATCHED THEN INSERT VALUES (s.id, s.x)
MERGE INTO r USING (VALUES (1, 100), (3, 300)) s (id, x) ON r.id = s.id WHEN MATCHED THEN UPDATE SET a = 3
MERGE INTO r USING (VALUES (1, 100), (9, 1)) s (id, x) ON r.id = s.id WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT VALUES (s.id, s.x)
MERGE INTO r USING (VALUES (7, 100)) s (id, x) ON r.id = s.id WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT VALUES (s.id, s.x)
RESET ROLE
CREATE POLICY r_del ON r AS RESTRICTIVE FOR DELETE USING (a <> 3)
SET ROLE golden_rs_alice
MERGE INTO r USING (VALUES (3, 1)) s (id, x) ON r.id = s.id WHEN MATCHED THEN DELETE
RESET ROLE
CREATE TABLE parent (a int, o text) PARTITION BY LIST (a)
CREATE TABLE parent_1 PARTITION OF parent FOR VALUES IN (1)
CREATE TABLE parent_2 (o text, a int)
ALTER TABLE parent ATTACH PARTITION parent_2 FOR VALUES IN (2)
ALTER TABLE parent ENABLE ROW LEVEL SECURITY
CREATE POLICY pp ON parent USING (o = current_user)
CREATE POLICY pi ON parent AS RESTRICTIVE FOR INSERT WITH CHECK (a = 1)
INSERT INTO parent VALUES (1, 'golden_rs_alice'), (1, 'golden_rs_bob'), (2, 'golden_rs_alice'), (2, 'golden_rs_bob')
GRANT ALL ON parent, parent_1 TO public
SET ROLE golden_rs_alice
SELECT * FROM parent ORDER BY 1, 2
SELECT * FROM parent_1 ORDER BY 1, 2
UPDATE parent SET a = 3 - a RETURNING *
UPDATE parent SET o = 'golden_rs_bob'
INSERT INTO parent VALUES (1, 'golden_rs_bob')
INSERT INTO parent VALUES (2, 'golden_rs_alice')
INSERT INTO parent VALUES (3, 'golden_rs_alice')
INSERT INTO parent_1 VALUES (1, 'golden_rs_bob')
MERGE INTO parent USING (VALUES (1)) s (x) ON a = x AND o = current_user WHEN MATCHED THEN UPDATE SET a = 2
MERGE INTO parent USING (VALUES (2)) s (x) ON a = x WHEN MATCHED THEN UPDATE SET o = 'golden_rs_bob'
DELETE FROM parent RETURNING *
RESET ROLE
SELECT * FROM parent ORDER BY 1, 2
CREATE TABLE rec1 (a int)
CREATE TABLE rec2 (a int)
ALTER TABLE rec1 ENABLE ROW LEVEL SECURITY
ALTER TABLE rec2 ENABLE ROW LEVEL SECURITY
CREATE POLICY x ON rec1 USING (EXISTS (SELECT 1 FROM rec2 WHERE rec2.a = rec1.a))
CREATE POLICY x ON rec2 USING (EXISTS (SELECT 1 FROM rec1 WHERE rec2.a = rec1.a))
CREATE TABLE dt (a int)
ALTER TABLE dt ENABLE ROW LEVEL SECURITY
CREATE POLICY x ON dt USING (a IN (SELECT a FROM r))
INSERT INTO dt VALUES (0), (1), (4), (5), (9)
CREATE TABLE np (a int)
INSERT INTO np VALUES (1)
ALTER TABLE np ENABLE ROW LEVEL SECURITY
CREATE POLICY only_ins ON np FOR INSERT TO golden_rs_group WITH CHECK (a > 10)
GRANT ALL ON rec1, rec2, dt, np TO public
SET ROLE golden_rs_bob
SELECT * FROM rec1
UPDATE rec2 SET a = 1
SELECT * FROM dt ORDER BY 1
INSERT INTO dt VALUES (9)
INSERT INTO dt VALUES (1) RETURNING *
UPDATE dt SET a = 0 WHERE a = 1
UPDATE dt SET a = 9 WHERE a = 0
SELECT * FROM np
INSERT INTO np VALUES (5)
INSERT INTO np VALUES (11)
INSERT INTO np VALUES (11) RETURNING *
UPDATE np SET a = 3
DELETE FROM np
SET ROLE golden_rs_alice
INSERT INTO np VALUES (11)
RESET ROLE
CREATE TABLE forced (a int PRIMARY KEY)
ALTER TABLE forced OWNER TO golden_rs_alice
SET ROLE golden_rs_alice
INSERT INTO forced VALUES (1), (2)
CREATE TABLE of_forced (a int REFERENCES forced ON DELETE CASCADE)
INSERT INTO of_forced VALUES (1), (2)
CREATE POLICY f ON forced USING (a > 1)
ALTER TABLE forced ENABLE ROW LEVEL SECURITY
SELECT * FROM forced ORDER BY 1
ALTER TABLE forced FORCE ROW LEVEL SECURITY
SELECT * FROM forced ORDER BY 1
SET row_security = off
SELECT * FROM forced
RESET row_security
INSERT INTO of_forced VALUES (1)
INSERT INTO of_forced VALUES (3)
DELETE FROM forced
SELECT * FROM of_forced ORDER BY 1
ALTER TABLE forced NO FORCE ROW LEVEL SECURITY
SELECT * FROM forced ORDER BY 1
SET ROLE golden_rs_bob
CREATE POLICY g ON forced USING (true)
ALTER POLICY f ON forced USING (true)
ALTER POLICY f ON forced RENAME TO g
DROP POLICY f ON forced
RESET ROLE
CREATE TABLE cond (a int, b int)
ALTER TABLE cond ENABLE ROW LEVEL SECURITY
CREATE POLICY c ON cond USING (a = current_setting('my.tenant', true)::int)
INSERT INTO cond SELECT i % 3, i FROM generate_series(1, 9) i
CREATE RULE cr AS ON UPDATE TO cond DO ALSO INSERT INTO cond VALUES (new.a + 1, new.b)
GRANT ALL ON cond TO public
SET ROLE golden_rs_bob
SELECT * FROM cond
SET my.tenant = '1'
SELECT * FROM cond ORDER BY b
UPDATE cond SET b = b + 100 WHERE b = 4
SELECT * FROM cond ORDER BY b
RESET ROLE
SELECT * FROM cond WHERE b > 100 ORDER BY a, b
SET ROLE golden_rs_bob
CREATE MATERIALIZED VIEW mv AS SELECT id, current_user AS who FROM t
CREATE UNIQUE INDEX ON mv (id)
RESET ROLE
REFRESH MATERIALIZED VIEW mv
SELECT * FROM mv ORDER BY id
INSERT INTO t VALUES (70, 'golden_rs_bob', 7), (71, 'golden_rs_alice', 7)
REFRESH MATERIALIZED VIEW CONCURRENTLY mv
SELECT * FROM mv ORDER BY id
SELECT current_user = session_user
DROP MATERIALIZED VIEW mv
CREATE TABLE sys (a int, b int GENERATED ALWAYS AS (a * 2) STORED)
ALTER TABLE sys ENABLE ROW LEVEL SECURITY
CREATE POLICY s ON sys USING (tableoid = 'sys'::regclass AND sys IS NOT NULL AND b < 10) WITH CHECK (b <> 4 AND tableoid = 'sys'::regclass)
GRANT ALL ON sys TO public
SET ROLE golden_rs_bob
INSERT INTO sys VALUES (1), (3)
INSERT INTO sys VALUES (2)
INSERT INTO sys VALUES (9)
UPDATE sys SET a = 2
UPDATE sys SET a = a + 1 WHERE a = 3 RETURNING *
SELECT * FROM sys ORDER BY a
RESET ROLE
CREATE FUNCTION small(int) RETURNS bool LANGUAGE plpgsql AS $$ BEGIN RETURN $1 < (SELECT count(*) FROM u) + 3; END $$
CREATE POLICY f ON sys AS RESTRICTIVE USING (small(a))
SET ROLE golden_rs_bob
UPDATE sys SET a = a + 2 RETURNING a
UPDATE sys SET a = a + 100
INSERT INTO sys VALUES (100)
RESET ROLE
DROP TABLE sys
DROP FUNCTION small
DROP VIEW tv, tvi, tvv, tb, tn CASCADE
DROP TABLE t, u, r, parent, rec1, rec2, dt, np, forced, of_forced, cond CASCADE
RESET ROLE
CREATE TABLE moved(a int, c int) PARTITION BY LIST (a)
CREATE TABLE moved_1 PARTITION OF moved FOR VALUES IN (1)
CREATE TABLE moved_2(c int, extra int, a int)
ALTER TABLE moved_2 DROP COLUMN extra
ALTER TABLE moved ATTACH PARTITION moved_2 FOR VALUES IN (2)
INSERT INTO moved VALUES (1, 10), (1, 11), (2, 20), (2, 21)
CREATE FUNCTION make_even() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN new.c := new.c + new.c % 2; RETURN new; END $$
CREATE TRIGGER even BEFORE INSERT ON moved_2 FOR EACH ROW EXECUTE FUNCTION make_even()
ALTER TABLE moved ENABLE ROW LEVEL SECURITY
CREATE POLICY seen ON moved FOR SELECT USING (true)
CREATE POLICY even_only ON moved FOR UPDATE USING (true) WITH CHECK (c % 2 = 0)
CREATE POLICY added ON moved FOR INSERT WITH CHECK (c > 1000)
CREATE POLICY few ON moved AS RESTRICTIVE FOR UPDATE WITH CHECK (c < 100)
GRANT ALL ON moved TO golden_rs_bob
SET ROLE golden_rs_bob
UPDATE moved SET a = 2, c = 13 WHERE c = 10 RETURNING tableoid::regclass, *
UPDATE moved SET c = 15 WHERE c = 14
UPDATE moved SET a = 1, c = 15 WHERE c = 14
UPDATE moved SET a = 2, c = 99 WHERE c = 11
UPDATE moved SET a = 2, c = 97 WHERE c = 11 RETURNING tableoid::regclass, *
MERGE INTO moved m USING (VALUES (21, 1, 18)) v(was, a, c) ON m.c = v.was WHEN MATCHED THEN UPDATE SET a = v.a, c = v.c
MERGE INTO moved m USING (VALUES (20, 1, 17)) v(was, a, c) ON m.c = v.was WHEN MATCHED THEN UPDATE SET a = v.a, c = v.c
MERGE INTO moved m USING (VALUES (18, 2, 51)) v(was, a, c) ON m.c = v.was WHEN MATCHED THEN UPDATE SET a = v.a, c = v.c WHEN NOT MATCHED THEN INSERT VALUES (1, 1)
MERGE INTO moved m USING (VALUES (0, 2, 51)) v(was, a, c) ON m.c = v.was WHEN MATCHED THEN UPDATE SET a = v.a, c = v.c WHEN NOT MATCHED THEN INSERT VALUES (1, 1)
SELECT tableoid::regclass, * FROM moved ORDER BY a, c
RESET ROLE
DROP TABLE moved
DROP FUNCTION make_even
REVOKE ALL ON SCHEMA public FROM golden_rs_alice, golden_rs_bob
DROP ROLE golden_rs_alice, golden_rs_bob, golden_rs_group, golden_rs_bypass

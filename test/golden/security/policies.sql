CREATE TABLE t (a int, b text)
CREATE POLICY p ON t FOR SELECT WITH CHECK (true)
CREATE POLICY p ON t FOR DELETE WITH CHECK (true)
CREATE POLICY p ON t FOR INSERT USING (true)
CREATE POLICY p ON t AS foo
CREATE VIEW v AS SELECT 1 x
CREATE POLICY p ON v
CREATE POLICY p ON pg_class
CREATE POLICY p ON nothing
CREATE POLICY p ON t USING (a)
CREATE POLICY p ON t USING (c = 1)
CREATE POLICY p ON t USING (max(a) > 1)
CREATE POLICY p ON t USING (row_number() over () > 1)
CREATE POLICY p ON t USING (generate_series(1, 2) > 1)
CREATE POLICY p ON t TO nobody_here USING (true)
CREATE POLICY p ON t TO public, postgres USING (a = 1)
CREATE POLICY p ON t USING (a = 1)
ALTER POLICY p ON t RENAME TO p
ALTER POLICY q ON t RENAME TO r
ALTER POLICY p ON t RENAME TO r
DROP POLICY p ON t
DROP POLICY IF EXISTS p ON t
DROP POLICY IF EXISTS p ON tt
DROP POLICY IF EXISTS p ON ss.tt
DROP POLICY p ON tt
CREATE POLICY p2 ON t USING (EXISTS (SELECT 1 FROM t t2 WHERE t2.a = t.a AND t2.b IN (SELECT b FROM pg_class WHERE oid = t2.a AND b = t.b)))
SELECT pg_get_expr(polqual, polrelid), pg_get_expr(polqual, polrelid, true) FROM pg_policy WHERE polname = 'p2'
CREATE POLICY p3 ON t AS RESTRICTIVE FOR DELETE TO current_user USING (a = 1)
ALTER POLICY p3 ON t WITH CHECK (true)
CREATE POLICY p4 ON t FOR INSERT WITH CHECK (t.a > 1 AND t IS NOT NULL)
ALTER POLICY p4 ON t USING (true)
ALTER POLICY p4 ON t WITH CHECK (b = ANY (SELECT relname::text FROM pg_class))
ALTER POLICY p2 ON t TO postgres, current_user WITH CHECK (a > 1)
ALTER POLICY none ON t USING (true)
SELECT * FROM pg_policies ORDER BY policyname
ALTER VIEW v ENABLE ROW LEVEL SECURITY
ALTER TABLE t ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY
SELECT relrowsecurity, relforcerowsecurity FROM pg_class WHERE relname = 't'
SELECT rowsecurity FROM pg_tables WHERE tablename = 't'
ALTER TABLE t DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY
SELECT relrowsecurity, relforcerowsecurity FROM pg_class WHERE relname = 't'
SELECT p.polname, d.refclassid::regclass, d.refobjid::regclass, d.refobjsubid, d.deptype FROM pg_depend d JOIN pg_policy p ON p.oid = d.objid WHERE d.classid = 'pg_policy'::regclass ORDER BY 1, 5, 4
ALTER TABLE t DROP COLUMN a
ALTER TABLE t RENAME COLUMN a TO aa
SELECT policyname, qual, with_check FROM pg_policies ORDER BY policyname
ALTER TABLE t ALTER COLUMN aa TYPE bigint
COMMENT ON POLICY p2 ON t IS 'hello'
COMMENT ON POLICY pp ON t IS 'x'
SELECT obj_description(oid, 'pg_policy') FROM pg_policy WHERE polname = 'p2'
SELECT pg_describe_object('pg_policy'::regclass, oid, 0) FROM pg_policy WHERE polname = 'p2'
SELECT type, schema, name, identity FROM pg_policy p, pg_identify_object('pg_policy'::regclass, p.oid, 0) WHERE polname = 'p2'
SELECT row_security_active('t'), row_security_active('pg_class'::regclass::oid)
CREATE TABLE other (x int)
CREATE POLICY p5 ON t USING (aa IN (SELECT x FROM other))
DROP TABLE other
DROP TABLE other CASCADE
CREATE FUNCTION allowed(int) RETURNS bool LANGUAGE sql AS 'SELECT $1 > 0'
CREATE POLICY p6 ON t USING (allowed(aa::int))
DROP FUNCTION allowed(int)
ALTER TABLE t DROP COLUMN aa CASCADE
SELECT polname FROM pg_policy ORDER BY 1
CREATE ROLE golden_policy_a
CREATE ROLE golden_policy_b
CREATE POLICY p7 ON t TO golden_policy_a, golden_policy_b USING (true)
CREATE POLICY p8 ON t TO golden_policy_a USING (true)
DROP ROLE golden_policy_a
SELECT classid::regclass, objid = (SELECT oid FROM pg_policy WHERE polname = 'p8'), refobjid::regrole, deptype FROM pg_shdepend WHERE classid = 'pg_policy'::regclass ORDER BY 2, 3
DROP OWNED BY golden_policy_a
SELECT policyname, roles FROM pg_policies ORDER BY 1
DROP ROLE golden_policy_a
ALTER POLICY p7 ON t TO public
DROP ROLE golden_policy_b
DROP TABLE t
SELECT count(*) FROM pg_policy
SELECT count(*) FROM pg_shdepend WHERE classid = 'pg_policy'::regclass
DROP VIEW v

CREATE TABLE handled (a int)
INSERT INTO handled VALUES (1), (2)
CREATE FUNCTION found_after(kind text) RETURNS text LANGUAGE plpgsql AS $$ DECLARE i int; n int; BEGIN PERFORM 1 WHERE kind NOT LIKE '%none'; BEGIN IF kind = 'select none' THEN SELECT 1 INTO STRICT i WHERE false; ELSIF kind = 'select many' THEN SELECT g INTO STRICT i FROM generate_series(1, 3) g; ELSIF kind = 'dynamic none' THEN EXECUTE 'SELECT 1 WHERE false' INTO STRICT i; ELSIF kind = 'delete none' THEN DELETE FROM handled WHERE a = 9 RETURNING a INTO STRICT i; ELSIF kind = 'update many' THEN UPDATE handled SET a = a RETURNING a INTO i; ELSE PERFORM 1 / 0; END IF; EXCEPTION WHEN OTHERS THEN GET DIAGNOSTICS n = ROW_COUNT; RETURN concat_ws(' ', SQLSTATE, FOUND, n); END; RETURN 'no error'; END $$
SELECT k, found_after(k) FROM unnest(ARRAY['select none', 'select many', 'dynamic none', 'delete none', 'update many', 'division']) k
CREATE FUNCTION found_kept() RETURNS text LANGUAGE plpgsql AS $$ DECLARE i int; said text := ''; BEGIN FOR k IN 1 .. 3 LOOP BEGIN DELETE FROM handled WHERE a = k RETURNING a INTO STRICT i; EXCEPTION WHEN no_data_found THEN said := said || 'none'; IF FOUND THEN said := said || '!'; END IF; END; said := said || FOUND || ' '; END LOOP; RETURN said; END $$
SELECT found_kept()
DROP FUNCTION found_kept(), found_after(text)
DROP TABLE handled

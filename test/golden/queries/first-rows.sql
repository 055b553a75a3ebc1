CREATE TABLE item (id int PRIMARY KEY, g int NOT NULL, v int, t text, u uuid, b bytea)
INSERT INTO item SELECT i, i * 7919 % 97, CASE WHEN i % 13 = 0 THEN NULL ELSE i * 31 % 50 END, CASE WHEN i % 17 = 0 THEN NULL ELSE 't' || i % 40 END, CASE WHEN i % 23 = 0 THEN NULL ELSE md5(i::text)::uuid END, decode(md5((i % 300)::text), 'hex') FROM generate_series(1, 4000) i
CREATE INDEX item_g_v ON item (g, v)
CREATE INDEX item_t ON item (t)
CREATE TABLE owner (g int PRIMARY KEY, name text, rank int)
INSERT INTO owner SELECT i, 'owner ' || i, i % 5 FROM generate_series(0, 90) i
CREATE TABLE note (id int PRIMARY KEY, item int, body text)
INSERT INTO note SELECT i, i * 3 % 4000, 'note ' || i FROM generate_series(1, 3000) i
CREATE INDEX note_item ON note (item)
VACUUM ANALYZE item, owner, note
SELECT id, row_number() OVER (ORDER BY id), rank() OVER (ORDER BY id), dense_rank() OVER (ORDER BY id), count(*) OVER (ORDER BY id), sum(v) OVER (ORDER BY id) FROM item LIMIT 5
SELECT id, row_number() OVER (ORDER BY id), sum(v) OVER (ORDER BY id ROWS UNBOUNDED PRECEDING), count(*) FILTER (WHERE v > 25) OVER (ORDER BY id) FROM item LIMIT 3 OFFSET 150
SELECT g, v, row_number() OVER w, rank() OVER w, dense_rank() OVER w, count(*) OVER w, sum(v) OVER w FROM item WINDOW w AS (PARTITION BY g ORDER BY v) LIMIT 6 OFFSET 200
SELECT sum(g * r), sum(d), sum(c), sum(s), max(m), min(n) FROM (SELECT g, rank() OVER w r, dense_rank() OVER w d, count(*) OVER w c, sum(v) OVER w s, max(v) OVER w m, min(t) OVER w n FROM item WINDOW w AS (PARTITION BY g ORDER BY v) LIMIT 700) s
SELECT sum(g * r), sum(l), sum(f), sum(n) FROM (SELECT g, row_number() OVER w r, lag(v) OVER w l, first_value(v) OVER w f, lead(v, 2, 0) OVER w n FROM item WINDOW w AS (PARTITION BY g ORDER BY v, id) LIMIT 700) s
SELECT sum(id * r), sum(c) FROM (SELECT id, row_number() OVER (PARTITION BY g ORDER BY v DESC NULLS LAST, id) r, count(*) OVER (PARTITION BY g ORDER BY v DESC NULLS LAST, id) c FROM item LIMIT 1000) s
SELECT g, id, v FROM (SELECT g, id, v, row_number() OVER (PARTITION BY g ORDER BY v DESC NULLS LAST, id) rn FROM item) s WHERE rn = 1 LIMIT 6
SELECT g, id, v FROM (SELECT g, id, v, row_number() OVER (PARTITION BY g ORDER BY v NULLS FIRST, id DESC) rn FROM item) s WHERE rn <= 2 AND v > 0 LIMIT 6
SELECT count(*), sum(id) FROM (SELECT id, row_number() OVER (PARTITION BY g ORDER BY v, id) rn FROM item) s WHERE rn <= 3
SELECT count(*), sum(id) FROM (SELECT id, row_number() OVER (PARTITION BY g ORDER BY v, id) rn FROM item) s WHERE 3 > rn
SELECT count(*), sum(id) FROM (SELECT id, row_number() OVER (PARTITION BY g ORDER BY v, id) rn FROM item) s WHERE rn >= 40
SELECT count(*), sum(id) FROM (SELECT id, row_number() OVER (PARTITION BY g ORDER BY v, id) rn FROM item) s WHERE rn BETWEEN 2 AND 4
SELECT count(*), sum(id) FROM (SELECT id, row_number() OVER (PARTITION BY g ORDER BY v, id) rn FROM item) s WHERE rn = NULL
SELECT id, r FROM (SELECT id, rank() OVER (ORDER BY id) r FROM item) s WHERE r < 4
SELECT id, r FROM (SELECT id, rank() OVER (ORDER BY id) r FROM item) s WHERE 4::smallint >= r
SELECT count(*), max(r) FROM (SELECT dense_rank() OVER (ORDER BY v) r FROM item) s WHERE r <= 2
SELECT count(*), sum(id) FROM (SELECT id, count(*) OVER (PARTITION BY g ORDER BY v) c FROM item) s WHERE c <= 5
SELECT count(*), sum(id) FROM (SELECT id, count(*) OVER (PARTITION BY g ORDER BY v ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) c FROM item) s WHERE c >= 40
SELECT count(*) FROM (SELECT id, count(*) OVER (PARTITION BY g ORDER BY v ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) c FROM item) s WHERE c <= 2
SELECT count(*) FROM (SELECT id, count(*) OVER (PARTITION BY g) c FROM item) s WHERE c = 42
SELECT count(*) FROM (SELECT id, count(v) OVER (PARTITION BY g ORDER BY id ROWS BETWEEN 3 PRECEDING AND CURRENT ROW) c FROM item) s WHERE c < 4
SELECT count(*), sum(s) FROM (SELECT row_number() OVER (PARTITION BY g ORDER BY v, id) rn, sum(id) OVER (PARTITION BY t ORDER BY id) s FROM item) x WHERE rn <= 2
SELECT count(*), sum(rn) FROM (SELECT DISTINCT g, row_number() OVER (PARTITION BY g ORDER BY v, id) rn FROM item) x WHERE rn <= 2
SELECT * FROM (SELECT id, row_number() OVER (ORDER BY id DESC) rn FROM item LIMIT 5) x WHERE rn < 3
SELECT * FROM (SELECT id, g, row_number() OVER (PARTITION BY g ORDER BY id) rn FROM item ORDER BY id DESC) x WHERE rn = 1 AND g < 4
SELECT o.g, x.id FROM owner o, LATERAL (SELECT id, rn FROM (SELECT id, row_number() OVER (ORDER BY v, id) rn FROM item i WHERE i.g = o.g) s WHERE rn <= 2) x WHERE o.g < 4 ORDER BY 1, rn
SELECT o.g, x.id, x.v FROM owner o, LATERAL (SELECT id, v FROM item i WHERE i.g = o.g ORDER BY v, id DESC LIMIT 2) x WHERE o.g < 4 ORDER BY 1, 3, 2 DESC
SELECT o.g, x.s FROM owner o, LATERAL (SELECT id, sum(v) OVER (ORDER BY v, id) s FROM item i WHERE i.g = o.g LIMIT 3) x WHERE o.g < 3
SELECT id, g, v FROM item ORDER BY g, id DESC LIMIT 5
SELECT id, g, v FROM item ORDER BY g DESC, v DESC, id LIMIT 5 OFFSET 90
SELECT sum(id * r) FROM (SELECT id, row_number() OVER () r FROM (SELECT id FROM item ORDER BY g, v NULLS FIRST, id LIMIT 777) s) s
SELECT id, t FROM item ORDER BY t DESC NULLS LAST, id LIMIT 4
SELECT id, t FROM item ORDER BY t DESC, id DESC LIMIT 4
SELECT id, t FROM item WHERE v > 10 ORDER BY t, v, id LIMIT 4
SELECT DISTINCT ON (g) g, id, v FROM item ORDER BY g, id DESC LIMIT 4
SELECT DISTINCT ON (g) g, id, v FROM item ORDER BY g DESC, v DESC NULLS LAST, id LIMIT 4
SELECT count(*), sum(id) FROM (SELECT DISTINCT ON (g) g, id FROM item ORDER BY g, v, id DESC) s
SELECT i.id, o.name FROM item i JOIN owner o ON o.g = i.g ORDER BY i.id DESC LIMIT 4
SELECT i.id, o.name FROM item i JOIN owner o USING (g) WHERE o.rank = 3 ORDER BY i.g, o.name, i.id LIMIT 4
SELECT i.id, i.g, o.name FROM item i LEFT JOIN owner o ON o.g = i.g ORDER BY i.g DESC, i.v, i.id LIMIT 4
SELECT i.id, o.name, n.body FROM item i LEFT JOIN owner o ON o.g = i.g LEFT JOIN note n ON n.item = i.id ORDER BY i.id, n.id LIMIT 4 OFFSET 30
SELECT i.id, n.id FROM item i JOIN note n ON n.item = i.id JOIN owner o ON o.g = i.g AND o.rank < 3 ORDER BY n.id DESC, i.id LIMIT 4
SELECT i.id FROM item i WHERE EXISTS (SELECT FROM note n WHERE n.item = i.id) AND NOT EXISTS (SELECT FROM owner o WHERE o.g = i.g AND o.rank = 2) ORDER BY i.id LIMIT 4
SELECT i.id, o.name FROM item i RIGHT JOIN owner o ON o.g = i.g AND i.v = 3 ORDER BY o.g, i.id LIMIT 4
SELECT a.id, b.id FROM item a, item b WHERE a.id = b.id + 1 AND a.g < b.g ORDER BY a.id, b.id LIMIT 3
SELECT u, id FROM item ORDER BY u, id LIMIT 3
SELECT u, id FROM item ORDER BY u DESC, id LIMIT 3
SELECT u FROM item ORDER BY u DESC NULLS LAST OFFSET 3998
SELECT b, count(*), min(id) FROM item GROUP BY b ORDER BY b DESC LIMIT 2
SELECT b, id FROM item ORDER BY b, id OFFSET 3998
SELECT sum(id * r) FROM (SELECT id, row_number() OVER (ORDER BY u, b, id) r FROM item) s
SET work_mem = '64kB'
SELECT sum(id * r) FROM (SELECT id, row_number() OVER (ORDER BY u NULLS FIRST, b, id) r FROM item) s
SELECT sum(g * r), sum(c) FROM (SELECT g, rank() OVER w r, count(t) OVER w c FROM item WINDOW w AS (PARTITION BY g % 3 ORDER BY v, id) LIMIT 3000) s
SELECT sum(id * r) FROM (SELECT id, row_number() OVER () r FROM (SELECT id FROM item ORDER BY g, b, id LIMIT 3000) s) s
DECLARE c CURSOR FOR SELECT id, g FROM item ORDER BY g, id DESC LIMIT 50
BEGIN
DECLARE c CURSOR FOR SELECT id, g FROM item ORDER BY g, id DESC LIMIT 50
FETCH 2 FROM c
FETCH 2 FROM c
COMMIT
SELECT count(*), sum(id) FROM item WHERE id = ANY (ARRAY(SELECT n.item * 2 FROM note n WHERE n.id < 900))
SELECT count(*), sum(id) FROM item WHERE g = ANY (ARRAY(SELECT o.g FROM owner o WHERE o.rank = 2)) AND v = 7
SELECT count(*), sum(id) FROM item WHERE g = 5 AND v = ANY (ARRAY[3::smallint, 4, NULL, 4])
SELECT id FROM item WHERE id = ANY ('{70,3,70,-1,5000,NULL}') AND g <> 3 ORDER BY id DESC
SELECT id FROM item WHERE id = ANY (ARRAY[4::bigint, 9, 5000000000]) ORDER BY id
SELECT t, count(*) FROM item WHERE t = ANY (ARRAY['t1', 't2', 't2', 'x']::varchar[]) GROUP BY t ORDER BY t
SELECT id, row_number() OVER (ORDER BY id), sum(v) OVER (PARTITION BY g ORDER BY id) FROM item WHERE id = 5
BEGIN
SELECT i.id, i.g FROM item i ORDER BY i.g, i.id DESC LIMIT 3 FOR UPDATE
SELECT i.id, o.name FROM item i JOIN owner o USING (g) ORDER BY i.g, i.v, i.id DESC LIMIT 3 FOR UPDATE OF i
UPDATE item SET v = -1 WHERE id IN (SELECT id FROM item ORDER BY g, v DESC NULLS LAST, id LIMIT 70)
WITH gone AS (DELETE FROM item WHERE id IN (SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY g ORDER BY v, id) rn FROM item) s WHERE rn = 1) RETURNING id) SELECT count(*), sum(id) FROM gone
SELECT count(*), sum(id), sum(v) FROM item
ROLLBACK

-- Functions that run the statement they are given.
CREATE TABLE docs (id int, v tsvector);
INSERT INTO docs VALUES (1, 'a:1A b:2B,3 c'), (2, 'a:4 d:1C,2C,3A'), (3, NULL), (4, ''), (5, 'b ab:7');
SELECT * FROM ts_stat('SELECT v FROM docs') ORDER BY ndoc DESC, nentry DESC, word;
SELECT * FROM ts_stat('SELECT v FROM docs', 'a') ORDER BY word;
SELECT * FROM ts_stat('SELECT v FROM docs', 'BcZ') ORDER BY word;
SELECT * FROM ts_stat('SELECT v FROM docs', '') ORDER BY word;
SELECT * FROM ts_stat('SELECT v FROM docs', NULL);
SELECT word, ndoc FROM ts_stat('SELECT v FROM docs WHERE id < 3');
SELECT ts_stat('SELECT v FROM docs WHERE id = 1');
SELECT count(*), sum(nentry) FROM ts_stat('SELECT to_tsvector(''english'', ''word'' || g) FROM generate_series(1, 2000) g');
SELECT * FROM ts_stat('SELECT 1');
SELECT * FROM ts_stat('SELECT v, id FROM docs');
SELECT * FROM ts_stat('SELECT nothing FROM docs');
SELECT * FROM ts_stat('SELECT FROM');
SELECT d.id, s.word FROM docs d, ts_stat('SELECT v FROM docs WHERE id = ' || d.id) s ORDER BY 1, 2;
CREATE TABLE alias (target tsquery, substitute tsquery);
INSERT INTO alias VALUES ('a', 'x'), ('b & c', 'y | z'), (NULL, 'q'), ('d', NULL), ('e', '');
SELECT ts_rewrite('a & b & c & d', 'SELECT target, substitute FROM alias');
SELECT ts_rewrite('a <-> b', 'SELECT target, substitute FROM alias'), ts_rewrite('e', 'SELECT target, substitute FROM alias'), ts_rewrite('e & a', 'SELECT target, substitute FROM alias');
SELECT ts_rewrite('a & b', 'SELECT target FROM alias');
SELECT ts_rewrite('a & b', 'SELECT 1, 2');
SELECT ts_rewrite('', 'SELECT whatever');
SELECT ts_rewrite('a & b', 'SELECT target, substitute FROM nothing');
SELECT id, ts_rewrite('a | b'::tsquery, 'SELECT target, substitute FROM alias') AS q FROM docs WHERE v @@ ts_rewrite('a | b'::tsquery, 'SELECT target, substitute FROM alias');
SELECT ts_rewrite('a & b', 'SELECT target, substitute FROM alias WHERE false');
SELECT ts_rewrite('a'::tsquery, 'DELETE FROM nothing')
SELECT ts_rewrite('a'::tsquery, 'CREATE TABLE nothing (a int)')
SELECT ts_rewrite('a'::tsquery, '')
SELECT ts_rewrite('a'::tsquery, 'SELECT ''a''::tsquery, ''b''::tsquery; SELECT 1')
SELECT * FROM ts_stat('CREATE TABLE nothing (a int)')
SELECT * FROM ts_stat('')
SELECT * FROM ts_stat('SELECT 1; SELECT 2')

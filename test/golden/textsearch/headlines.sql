SET client_min_messages = warning;
SELECT ts_headline('english', 'Day after day, day after day, We stuck, nor breath nor motion, As idle as a painted Ship Upon a painted Ocean. Water, water, every where And all the boards did shrink; Water, water, every where, Nor any drop to drink. S. T. Coleridge (1772-1834)', q::tsquery, o), q, o FROM (VALUES ('paint & water', ''), ('breath & motion & water', ''), ('ocean', 'MaxFragments=1'), ('paint & ocean', 'MaxWords=8, MinWords=3'), ('water', 'MaxFragments=3, MaxWords=5, MinWords=2, FragmentDelimiter=***'), ('day <-> drink', ''), ('nothing', ''), ('day & drink', 'MinWords=5, MaxWords=8'), ('idl', 'HighlightAll=on, StartSel=[, StopSel="]"'), ('', '')) t(q, o);
SELECT ts_headline('english', '<html><!-- some comment --><body>Sea view <u>foo bar</u> <i>qq</i> <a href="http://www.google.com/foo.bar.html">YES &nbsp;</a> ff-bg <script>document.write(15);</script></body></html>', to_tsquery('english', 'sea&foo'), 'HighlightAll=true');
SELECT ts_headline('1 2 3 1 3'::text, '1 <-> 3'::tsquery, 'MaxWords=2, MinWords=1, ShortWord=0'), ts_headline('1 2 3 1 3'::text, '1&3', 'MaxWords=4, MinWords=1');
SELECT ts_headline('simple', 'x', 'x', 'MinWords=9, MaxWords=8');
SELECT ts_headline('simple', 'x', 'x', 'MinWords=0');
SELECT ts_headline('simple', 'x', 'x', 'ShortWord=-1');
SELECT ts_headline('simple', 'x', 'x', 'MaxFragments=-1');
SELECT ts_headline('simple', 'x', 'x', 'Color=red');
SELECT ts_headline('simple', 'x', 'x', 'MinWords=many');
SELECT ts_headline('simple', 'x', 'x', 'MinWords');
SELECT ts_headline('english', '{"a": "aaa bbb", "b": {"c": "ccc ddd fff", "c1": "ccc1 ddd1"}, "d": ["ggg hhh", "iii jjj", 1, null, true]}'::json, 'bbb & ddd & hhh'::tsquery);
SELECT ts_headline('{"a": "aaa bbb", "b": {"c": "ccc ddd fff"}, "d": ["ggg hhh"]}'::jsonb, 'bbb & hhh'::tsquery, 'StartSel = <, StopSel = >');
SELECT to_tsvector('{"b": "fat cats", "aa": ["the dogs", 1, true, {"z": "x y"}], "b": "again"}'::json), to_tsvector('english', '{"b": "fat cats", "aa": ["the dogs", 1, true, {"z": "x y"}]}'::jsonb), to_tsvector('"a"'::jsonb), to_tsvector('{}'::json);
SELECT f, json_to_tsvector('english', '{"b": "fat cats", "aa": ["dogs", 1.50, true, null]}', f::jsonb), jsonb_to_tsvector('{"b": "fat cats", "aa": ["dogs", 1.50, true, null]}', f::jsonb) FROM (VALUES ('"all"'), ('"key"'), ('["string", "numeric"]'), ('["Boolean"]'), ('[]')) t(f);
SELECT json_to_tsvector('english', '{}', '"none"');
SELECT json_to_tsvector('english', '{}', '[1]');
SELECT json_to_tsvector('english', '{}', '{}');
CREATE TABLE messages (id int, title text, body varchar, v tsvector, c regconfig, n int);
CREATE TRIGGER kept BEFORE INSERT OR UPDATE ON messages FOR EACH ROW EXECUTE FUNCTION tsvector_update_trigger(v, 'pg_catalog.english', title, body);
INSERT INTO messages VALUES (1, 'the title here', 'The bodies are here'), (2, NULL, 'x');
UPDATE messages SET title = 'horses' WHERE id = 2;
UPDATE messages SET n = 1, v = 'mine' WHERE id = 1;
SELECT id, v FROM messages ORDER BY id;
DROP TRIGGER kept ON messages;
CREATE TRIGGER kept BEFORE INSERT OR UPDATE ON messages FOR EACH ROW EXECUTE FUNCTION tsvector_update_trigger_column(v, c, title);
INSERT INTO messages VALUES (3, 'The cats', NULL, NULL, 'simple');
INSERT INTO messages VALUES (4, 'The cats', NULL, NULL, NULL);
SELECT v FROM messages WHERE id = 3;
DROP TRIGGER kept ON messages;
CREATE TRIGGER kept BEFORE INSERT ON messages FOR EACH ROW EXECUTE FUNCTION tsvector_update_trigger(v, 'english', title);
INSERT INTO messages VALUES (5, 'x');
DROP TRIGGER kept ON messages;
CREATE TRIGGER kept BEFORE INSERT ON messages FOR EACH ROW EXECUTE FUNCTION tsvector_update_trigger(v, 'pg_catalog.english', n);
INSERT INTO messages VALUES (5, 'x');
DROP TRIGGER kept ON messages;
CREATE TRIGGER kept BEFORE INSERT ON messages FOR EACH ROW EXECUTE FUNCTION tsvector_update_trigger(title, 'pg_catalog.english', body);
INSERT INTO messages VALUES (5, 'x');
DROP TRIGGER kept ON messages;
CREATE TRIGGER kept BEFORE INSERT ON messages FOR EACH ROW EXECUTE FUNCTION tsvector_update_trigger(v, 'pg_catalog.english', none);
INSERT INTO messages VALUES (5, 'x');
DROP TRIGGER kept ON messages;
CREATE TRIGGER kept BEFORE INSERT ON messages FOR EACH ROW EXECUTE FUNCTION tsvector_update_trigger(v);
INSERT INTO messages VALUES (5, 'x');
SELECT ts_headline('english', 'the <b>cat</b> ran, and the dog ate. Then one more, one more and a cat', to_tsquery('english', 'cat'), 'MaxWords=4, MinWords=1, MaxFragments=2, HighlightAll=true'), ts_headline('english', 'the cat <i>ran</i>, and the dog', to_tsquery('english', 'zebra'), 'MaxWords=4, MinWords=3, MaxFragments=1, HighlightAll=true');
SELECT ts_headline('english', 'a fox and a dog', 'fox'::tsquery, 'StartSel=<,,StopSel=>'), ts_headline('english', 'a fox and a dog', 'fox'::tsquery, ',, StartSel = ,a , StopSel=>,')
SELECT ts_headline('english', 'a fox and a dog', 'fox'::tsquery, 'StartSel="a')
SELECT ts_headline('english', 'a fox and a dog', 'fox'::tsquery, 'StartSel=''a')
SELECT ts_headline('english', 'a fox and a dog', 'fox'::tsquery, 'StartSel=E''a')
SELECT ts_headline('english', 'a fox and a dog', 'fox'::tsquery, 'Start,Sel=a')
SELECT length(ts_headline('english', 'a fox and a dog', 'fox'::tsquery, 'StartSel=' || repeat('x', 32767)))
SELECT length(ts_headline('english', 'a fox and a dog', 'fox'::tsquery, 'StartSel=' || repeat('x', 32768)))
SELECT length(ts_headline('english', 'a fox and a dog', 'fox'::tsquery, 'StopSel=' || repeat('é', 16384)))
SELECT length(ts_headline('english', 'a fox and a dog', 'fox'::tsquery, 'HighlightAll=1, FragmentDelimiter=' || repeat('x', 32768)))
SELECT length(ts_headline('english', 'a fox and a dog', 'fox'::tsquery, 'MinWords=0, FragmentDelimiter=' || repeat('x', 32768)))

SELECT '{"a":1, "b": tru, "c":1}'::json
SELECT '{"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa":1, "bbbbbbbbbbbbbbbbbbbbbbbbbbbbb": trux, "cccccccccccccccccccccccccccccccc":1}'::json
SELECT E'{"a":1,\n"b":\n  x}'::json
SELECT '[}'::json
SELECT '[1,]'::jsonb
SELECT '[1 2]'::json
SELECT '{1}'::json
SELECT '{"a" 1}'::json
SELECT '{"a":1,}'::json
SELECT '{"a":1 2}'::jsonb
SELECT '1 2'::json
SELECT '[1'::json
SELECT '"\ud800'::jsonb
SELECT '"a\q"'::json
SELECT '"\u12g"'::json
SELECT 'tré'::json
SELECT '01'::jsonb
SELECT ''::jsonb
SELECT '{"a":"\u0000"}'::jsonb
SELECT '{"a":"\ud800", "b":1}'::jsonb
SELECT '{"a":"\ud83d\ude00\u00e9"}'::jsonb, '"\ud800"'::json
SELECT json '{"a":"x","b":"\u0000"}' -> 'a'
SELECT json '{"a":1,"a":2}' -> 'a', json '{"a":{"b":1},"a":{}}' #> '{a,b}', jsonb '{"a":1,"a":2}'
SELECT '{"bb":1, "a":1.50, "ccc": -0, "d":1e5, "":null}'::jsonb
SELECT '"a"'::jsonb -> 0, '"a"'::jsonb ->> -1, '5'::jsonb -> 1, '"a"'::json -> 0, '"a"'::jsonb #> '{0}', '"a"'::jsonb ? 'a'
SELECT json ' {"a" : 1 } ' #> '{}', json '  "x" ' #> '{}', json ' "x" ' #>> '{}', json 'null' #>> '{}', jsonb 'null' #>> '{}', jsonb '"x"' #>> '{}'
SELECT json '[1,[2,3],{"a":4}]' -> -2 -> -1, json '[1,[2,3],{"a":4}]' #>> '{2,a}', jsonb '[1,[2,3],{"a":4}]' #> '{-1,a}', jsonb '[1]' #> '{x}', jsonb '[1]' #> '{null}'
SELECT json_strip_nulls(' {"a": 1, "b" : [1,null,{"x":null}], "c":null, "d\u0041": "\u0042"}'), jsonb_strip_nulls('{"a": 1, "b" : [1,null,{"x":null}], "c":null}')
SELECT json_build_object(null, 1)
SELECT json_build_object('a')
SELECT jsonb_build_object(null, 1)
SELECT jsonb_build_object('a')
SELECT json_build_object(array[1], 1)
SELECT jsonb_build_object('{"a":1}'::jsonb, 1)
SELECT json_build_object(1.5, 1, true, false, 'a'::"char", 2, date '2020-01-01', 'NaN'::float8)
SELECT jsonb_build_object(1.5, 1, true, false, date '2020-01-01', 'NaN'::float8, 'x', 1e20::float8, 'y', interval '1 day')
SELECT json_object('{a,b,c}')
SELECT json_object('{{a,b},{c,d}}'), jsonb_object('{a,b}', '{1,null}'), json_object('{}')
SELECT json_object('{{a},{c}}')
SELECT json_object('{{{a},{c}}}')
SELECT json_object('{null,a}')
SELECT json_object('{a,b}', '{1}')
SELECT json_object_agg(null, 1)
SELECT json_object_agg(a, b), jsonb_object_agg(a, b) FROM (VALUES (1, null), (2, 3)) v(a, b)
SELECT json_agg(a), jsonb_agg(a) FROM (VALUES ('{1,2}'::int[]), (null), ('{3}')) v(a)
SELECT json_agg(v), jsonb_agg(v) FROM (VALUES ('{1,2}'::int[], 'x'), (null, 'y"')) v(a, b)
SELECT jsonb_object_agg(DISTINCT 'a', 'abc')
SELECT array_to_json(array[[1,2],[3,4]], true), array_to_json('{}'::int[]), array_to_json(array[row(1,2)], true)
SELECT row_to_json(row(1, 'a', array[1,2], row(3,4)), true)
SELECT row_to_json(x), to_jsonb(x) FROM (SELECT 1 AS a, 'b' AS "B c") x
SELECT row_to_json(x) FROM (SELECT 1 AS a, 'b' AS "B c" UNION ALL SELECT 2, 'd' ORDER BY 1 DESC) x
SET TIME ZONE 10.5
SELECT to_json(timestamptz '2020-01-02 03:04:05.6+00'), to_json(timestamp 'infinity'), to_json(date '0044-03-15 BC'), to_json(timestamp '0044-03-15 01:02:03 BC'), to_jsonb(time '10:00')
SET TIME ZONE 'UTC'
SELECT to_json('abc')
SELECT json_object_keys('[1]')
SELECT jsonb_object_keys('1')
SELECT json_array_length('{}')
SELECT jsonb_array_length('1')
SELECT json_each('[1]')
SELECT json_each('1')
SELECT jsonb_each('[1]')
SELECT json_array_elements('{}')
SELECT jsonb_array_elements('1')
SELECT * FROM json_each('{"a":1,"b":"x","c":null}') AS j, json_each_text('{"a":1,"b":"x","c":null}') AS t WHERE j.key = t.key
SELECT * FROM jsonb_each_text('{"a":1,"b":"x","c":null}') WITH ORDINALITY
SELECT value, pg_typeof(value) FROM json_array_elements_text('[1,"a",null,[2, 3]]')
SELECT j FROM (VALUES ('[]'::jsonb), ('null'), ('"a"'), ('"b"'), ('1'), ('1.0'), ('true'), ('false'), ('{}'), ('[1]'), ('[2]'), ('[1,2]'), ('{"a":1}'), ('{"b":1}'), ('{"aa":1}'), ('{"a":1,"b":2}'), ('[[]]'), ('[{}]')) v(j) ORDER BY j, j::text
SELECT jsonb '{"a":1.00}' = '{"a":1}', jsonb '[1]' > '1', jsonb '[]' < 'null', jsonb '{"a":1}' < '{"b":0}', jsonb_cmp('1', '2')
SELECT jsonb '["a","b"]' @> '"a"', jsonb '"a"' @> '["a"]', jsonb '[1,[2,3]]' @> '[[3]]', jsonb '{"a":{"b":1,"c":2}}' @> '{"a":{"c":2.0}}', jsonb '[]' <@ '{}', jsonb '[1,1]' <@ '[1]'
SELECT jsonb '{"a":1}' ? 'a', jsonb '["a"]' ?| '{b,a,null}', jsonb '["a"]' ?& '{a,null}', jsonb '{"a":1}' ?| '{}', jsonb '{"a":1}' ?& '{}'
SELECT jsonb '[1]' || '{"a":1}', jsonb '{"a":1}' || '{"a":2,"b":3}', jsonb '1' || '[2]', jsonb '1' || '2', jsonb '{}' || '[]', jsonb '{"a":1}' || '5'
SELECT jsonb '["a","b","a"]' - 'a', jsonb '{"a":1,"b":2}' - '{a,c}'::text[], jsonb '[1,2,3]' - -1, jsonb '[1,2,3]' - 7, jsonb '{"a":[1,{"b":2}]}' #- '{a,1,b}'
SELECT jsonb '1' - 'a'
SELECT jsonb '{"a":1}' - 1
SELECT jsonb '1' #- '{a}'
SELECT jsonb_set('{"a":[1,2]}', '{a,5}', '9'), jsonb_set('{"a":[1,2]}', '{a,-5}', '9'), jsonb_set('{"a":1}', '{b,c}', '9'), jsonb_set('{"a":1}', '{b}', '9', false), jsonb_set('[]', '{0}', '1')
SELECT jsonb_set('{"a":[1]}', '{a,x}', '1')
SELECT jsonb_set('{"a":[1]}', '{a,null}', '1')
SELECT jsonb_set('1', '{a}', '1')
SELECT jsonb_insert('{"a":[1,2]}', '{a,1}', '9'), jsonb_insert('{"a":[1,2]}', '{a,-1}', '9', true), jsonb_insert('{"a":1}', '{b}', '2')
SELECT jsonb_insert('{"a":1}', '{a}', '2')
SELECT jsonb_set_lax('{"a":1,"b":2}', '{b}', null), jsonb_set_lax('{"a":1,"b":2}', '{b}', null, true, 'delete_key'), jsonb_set_lax('{"a":1,"b":2}', '{b}', null, null_value_treatment => 'return_target')
SELECT jsonb_set_lax('{"a":1}', '{b}', null, true, 'raise_exception')
SELECT jsonb_set_lax('{"a":1}', '{b}', null, true, 'x')
SELECT jsonb_pretty('{"a":[1,{"b":[]},[]],"c":{}}')
SELECT '5.5'::jsonb::int, '5.5'::jsonb::numeric, 'true'::jsonb::bool, '1e400'::jsonb::numeric > 0
SELECT '"5"'::jsonb::int
SELECT '[1]'::jsonb::bool
SELECT '1e400'::jsonb::float8
SELECT '5000000000'::jsonb::int
CREATE TABLE j (id int, d jsonb)
INSERT INTO j VALUES (1, null), (2, '{"a":1}'), (3, '[1,2]'), (4, '5')
SELECT id, d['a'], d[0], d['0'], d[-1] FROM j ORDER BY id
SELECT d[0:1] FROM j
SELECT d[1::bigint] FROM j
SELECT ('[1,[2,3]]'::jsonb)[1]['1'], ('{"a":{"b":2}}'::jsonb)['a']['b'], ('[1]'::jsonb)[null::int]
UPDATE j SET d['x'] = '5' WHERE id < 3
UPDATE j SET d['y']['z'][2] = '"q"' WHERE id = 2
UPDATE j SET d[5] = '"q"', d[-1] = '9' WHERE id = 3
UPDATE j SET d['y'][null] = '1' WHERE id = 2
UPDATE j SET d[-10] = '9' WHERE id = 3
UPDATE j SET d['x'] = '1' WHERE id = 4
UPDATE j SET d['x'] = null WHERE id = 2
INSERT INTO j (id, d['q']) VALUES (5, '7')
INSERT INTO j (id, d[2]) VALUES (6, '7')
SELECT * FROM j ORDER BY id
SELECT DISTINCT d['x'] FROM j ORDER BY 1
SELECT d['x'], count(*) FROM j GROUP BY 1 ORDER BY 1
CREATE UNIQUE INDEX j_d ON j (d)
INSERT INTO j VALUES (7, '5.0')
SELECT id FROM j WHERE d = '5.00'
CREATE TYPE jrow AS (a int, b text, c int[])
SELECT json_populate_record(1, '{"a":1}')
SELECT json_populate_record(null::record, '{"a":1}')
SELECT * FROM json_populate_record(null::record, '{"a":1}') AS x(a int, b text)
SELECT json_populate_record(row(1,2), '{"f1":5}')
SELECT * FROM json_populate_record(row(1,2), '{"f1":5}') AS x(f1 int, f2 text)
SELECT * FROM json_populate_record(row(1,2), '{"f1":5}') AS x(f1 int)
SELECT json_populate_record(null::jrow, '[1]')
SELECT jsonb_populate_record(null::jrow, '1')
SELECT json_populate_recordset(null::jrow, '{"a":1}')
SELECT jsonb_populate_recordset(null::jrow, '[1]')
SELECT json_to_record('{"a":1}')
SELECT jsonb_populate_record(null::jrow, '{"c":[[1,2],[3]]}')
SELECT jsonb_populate_record(null::jrow, '{"c":[[1,2],3]}')
SELECT json_populate_record(null::jrow, '{"c":5}')
SELECT json_populate_record(null::jrow, '{"c":"{1,2}", "a":"7", "b":{"x": 1}}'), json_populate_record(row(1,'x',null)::jrow, '{}'), jsonb_populate_record(null::jrow, '{"b":[1, 2]}')
SELECT * FROM jsonb_populate_recordset(null::jrow, '[{"a":1,"c":[[1],[2]]},{"b":true}]')
SELECT * FROM json_populate_recordset(null::record, '[{"a":1}]') AS x(a int, b jsonb), json_to_record('{"a":"x","b":{"q": "w"}, "c":"s", "e":[[1,2],[3,4]]}') AS y(a jsonb, b text, c json, e int[])
SELECT j, jsonb_hash(j), jsonb_hash_extended(j, 0), jsonb_hash_extended(j, 5) FROM (VALUES ('{"a":1.50,"b":[true,null,"x"]}'::jsonb), ('[]'), ('{}'), ('"é"'), ('-12.5'), ('[false,{"k":{}}]'), ('0')) v(j)
SELECT jsonb_array_elements('[{"a":1},{"a":2}]') ->> 'a', (jsonb_each('{"a":1}')).*
CREATE TABLE jt (a int, b text)
INSERT INTO jt VALUES (1, 'x'), (2, null)
SELECT to_jsonb(jt), row_to_json(jt), jsonb_agg(jt) OVER () FROM jt
WITH c AS (SELECT a AS x, b AS y FROM jt) SELECT jsonb_agg(c) FROM c
ALTER TABLE jt DROP COLUMN a
SELECT to_jsonb(jt), jt FROM jt
SELECT * FROM jsonb_populate_recordset(null::jt, '[{"b":"q","a":1}]')
CREATE INDEX jt_gin ON j USING gin (d)
CREATE INDEX ON j USING gin (d jsonb_path_ops, (d -> 'x'))
CREATE UNIQUE INDEX ON j USING gin (d)
CREATE INDEX ON j USING gin (d DESC)
CREATE INDEX ON j USING gin (id)
CREATE INDEX ON j USING gin (d array_ops)
SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = 'j'::regclass ORDER BY 1
SELECT id FROM j WHERE d @> '[1]' OR d ? 'q' ORDER BY id

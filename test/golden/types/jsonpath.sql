SELECT '$"a b" + -1 + -$.a + (-1).abs() + 1.5e3 - .5 * 2.'::jsonpath
SELECT 'strict $.a[1,2 to last].**{2 to last}.**{last}.* ? (@.b == 1 && !(@ > 2) || exists(@.c) && (@ == 1) is unknown)'::jsonpath
SELECT '$.datetime("yyyy").keyvalue()  ? (@ starts with $x)'::jsonpath
SELECT '$ ? (@ like_regex "a" flag "iiqsm")'::jsonpath, '"\x41\q\u{1F600}"'::jsonpath, 'lax $.last.null.$x'::jsonpath
SELECT '$ ? (@ like_regex "a" flag "z")'::jsonpath
SELECT '$ ? (@ like_regex "a" flag "x")'::jsonpath
SELECT '@'::jsonpath
SELECT 'last'::jsonpath
SELECT ''::jsonpath
SELECT '1a'::jsonpath
SELECT '"abc'::jsonpath
SELECT '"\ud800"'::jsonpath
SELECT '"\u0000"'::jsonpath
SELECT '"\x4"'::jsonpath
SELECT '/* abc'::jsonpath
SELECT '$a.$b'::jsonpath
SELECT jsonb_path_query('{"a":[{"b":1.5,"xyz":"abc"},{"c":{"d":100000}}], "t":{"e":1}}', '$.a[*].keyvalue()')
SELECT jsonb_path_query('{"a":{"b":{"c":1}}}', '$.keyvalue().value.keyvalue()')
SELECT jsonb_path_query('{"a":{"b":{"c":1}}}', '$x.keyvalue().value.keyvalue()', '{"x":{"a":{"b":{"c":1}}}}')
SELECT jsonb_path_query('[{"a":-12345678901234567890.1234567890123456789,"q":[0,10000,0.0001,1e10]},{"c":1}]', '$[1].keyvalue()')
SELECT jsonb_path_query('"2017-03-10 12:34:56.789"', '$.datetime()'), jsonb_path_query('"12:34:56.789+05"', '$.datetime()'), jsonb_path_query('"2017-03-10T12:34:56+05:30"', '$.datetime()')
SELECT jsonb_path_query('"12:34"', '$.datetime()')
SELECT jsonb_path_query('"24:00:00"', '$.datetime()')
SELECT jsonb_path_query('"2017-03-10t12:34:56"', '$.datetime()')
SELECT jsonb_path_query('"2017-03-10"', '$.datetime("dd-mm-yyyy")')
SELECT jsonb_path_query('"10-03-2017t12"', '$.datetime("dd-mm-yyyy\"T\"HH24")')
SELECT jsonb_path_query('"10-03-2017 12 x"', '$.datetime("dd-mm-yyyy HH24")')
SELECT jsonb_path_query('"aaa"', '$.datetime("aaa")')
SELECT jsonb_path_query('"10-03-2017 12:34"', '$.datetime("dd-mm-yyyy HH24:MI TZH")')
SELECT jsonb_path_query('"10-03-2017"', '$.datetime("dd/mm/yyyy")')
SELECT jsonb_path_query('"10-03-2017 11 pm"', '$.datetime("dd-mm-yyyy HH12 AM")'), jsonb_path_query('"10032017"', '$.datetime("ddmmyyyy")'), jsonb_path_query('"12:34 +1"', '$.datetime("HH24:MI TZH")')
SELECT jsonb_path_query('"12:34"', '$.datetime("")')
SELECT jsonb_path_query('"12:34:56"', '$.datetime().type()'), jsonb_path_query('[1,"a",null,{},[],true]', '$[*].type()')
SELECT jsonb_path_query('["2017-03-10","12:34:56+01"]', '$[*].datetime() ? (@ < "2017-03-11 00:00:00".datetime())')
SELECT jsonb_path_query('["2017-03-10"]', '$[*].datetime() ? (@ < "2017-03-11 00:00:00+01".datetime())')
SELECT jsonb_path_query_tz('["2017-03-10"]', '$[*].datetime() ? (@ < "2017-03-11 00:00:00+01".datetime())')
SELECT jsonb_path_query('{"a":1}', 'strict $.b')
SELECT jsonb_path_query('{"a":1}', 'strict $.b', silent => true), jsonb_path_exists('{"a":1}', '$.b'), jsonb '{"a":1}' @? 'strict $.b', jsonb '{"a":1}' @@ '$.a == 1', jsonb '{"a":1}' @@ '$.a'
SELECT jsonb_path_query('[1,2]', 'strict $[5]')
SELECT jsonb_path_query('[1,2]', 'strict $["a"]')
SELECT jsonb_path_query('1', 'strict $[0]')
SELECT jsonb_path_query('1', 'strict $[*]')
SELECT jsonb_path_query('1', 'strict $.*')
SELECT jsonb_path_query('"a"', '$.double()')
SELECT jsonb_path_query('"1e1000"', '$.double()')
SELECT jsonb_path_query('"1.5e2"', '$.double()'), jsonb_path_query('-1.5', '$.abs()'), jsonb_path_query('-1.5', '$.floor()'), jsonb_path_query('-1.5', '$.ceiling()'), jsonb_path_query('[1,2]', '$.size()')
SELECT jsonb_path_query('"a"', '$.abs()')
SELECT jsonb_path_query('[1,0]', '1 / $[1]')
SELECT jsonb_path_query('[1,"a"]', '-$')
SELECT jsonb_path_query('[1,"2",3]', '+$', silent => true)
SELECT jsonb_path_query('[1,2]', '$ + 1')
SELECT jsonb_path_query('1', '$x')
SELECT jsonb_path_query('1', '$x', '[]')
SELECT jsonb_path_match('1', '$')
SELECT jsonb_path_query('{"a":{"b":[1,{"c":2}]}}', '$.**{2 to last}')
SELECT jsonb_path_query('{"a":{"b":[1,{"c":2}]}}', '$.**{last}')
SELECT jsonb_path_query_array('[1,2,3,"abdacb",null]', '$[*] ? (@ > 1 || @ like_regex "^ab.*c" || @ == null)'), jsonb_path_query_first('[1,2,3]', '$[*] ? (@ > 1)')
SELECT jsonb_path_query('["abc","Abx","b\nc"]', '$[*] ? (@ like_regex "^ab" flag "i")'), jsonb_path_query('["b\nc"]', '$[*] ? (@ like_regex "^c" flag "m")'), jsonb_path_query('["b.c"]', '$[*] ? (@ like_regex "b.c" flag "q")')
SELECT jsonb_path_query('[1,2,3]', '$[last, 0 to 1, last - 1]')
SELECT jsonb_path_query('{"a":[1,2,{"b":3}]}', 'lax $.a.b'), jsonb_path_query('{"a":[1,2]}', '$.a[*] ? (@ > $x && (@ < 5) is unknown == false)', '{"x":1}')

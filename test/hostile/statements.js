/**
 * Statements that ask for more than a server has: of its thread, of its memory. None may hold up the others, none may
 * end the process. `sql` may be made only when it is wanted: some are long.
 */

/**
 * @typedef {{ name: string, sql: () => string | string[], params?: () => any[], goesOn?: boolean }} Hostile several
 *   statements run one after the other, in one session; goesOn: after an error too
 */

const LONG = 100_000_000

/** @param {number} count @param {(index: number) => string} item @param {string} separator */
const chain = (count, item, separator) => Array.from({ length: count }, (_, index) => item(index)).join(separator)

/** CTEs, each of which joins the one before it to itself. @param {number} depth @param {string} how */
const doubled = (depth, how) => `WITH c0 AS ${how} (SELECT 1 AS a), ${chain(depth, (at) => `c${at + 1} AS ${how} (SELECT x.a FROM c${at} x JOIN c${at} y ON x.a = y.a)`, ', ')} SELECT count(*) FROM c${depth}`

/** @type {Hostile[]} */
export const STATEMENTS = []

/** @param {string} name @param {string | string[] | (() => string | string[])} sql @param {() => any[]} [params] */
function hostile(name, sql, params) {
  STATEMENTS.push({
    name,
    sql: typeof sql === 'function' ? sql : () => sql,
    ...(params === undefined ? {} : { params }),
  })
}

// Texts.
const TEXT = `repeat('ab', ${LONG / 2})`
const WIDE = `repeat('é€', ${LONG / 4})`
const MIDDLE = "repeat('ab', 6000000)"
const WIDE_MIDDLE = "repeat('é€', 2500000)"
for (const [size, text] of [['huge', TEXT], ['huge wide', WIDE], ['middle', MIDDLE], ['middle wide', WIDE_MIDDLE]]) {
  hostile(`length of a ${size} text`, `SELECT length(${text})`)
  hostile(`a ${size} text`, `SELECT ${text}`)
  hostile(`upper of a ${size} text`, `SELECT length(upper(${text}))`)
  hostile(`lower of a ${size} text`, `SELECT length(lower(${text}))`)
  hostile(`initcap of a ${size} text`, `SELECT length(initcap(${text}))`)
  hostile(`reverse of a ${size} text`, `SELECT length(reverse(${text}))`)
  hostile(`translate of a ${size} text`, `SELECT length(translate(${text}, 'abé', 'xyz'))`)
  hostile(`replace in a ${size} text`, `SELECT length(replace(${text}, 'b', 'xyzxyz'))`)
  hostile(`regexp_replace in a ${size} text`, `SELECT length(regexp_replace(${text}, 'b|€', 'c', 'g'))`)
  hostile(`md5 of a ${size} text`, `SELECT md5(${text})`)
  hostile(`bytes of a ${size} text`, `SELECT length(convert_to(${text}, 'UTF8'))`)
  hostile(`hex of a ${size} text`, `SELECT length(encode(convert_to(${text}, 'UTF8'), 'hex'))`)
  hostile(`string_to_array of a ${size} text`, `SELECT cardinality(string_to_array(${text}, 'b'))`)
  hostile(`split_part of a ${size} text`, `SELECT split_part(${text}, 'b', 4000000)`)
  hostile(`json of a ${size} text`, `SELECT length(to_json(${text})::text)`)
  hostile(`quotes around a ${size} text`, `SELECT length(quote_literal(${text}))`)
  hostile(`comparison of a ${size} text`, `SELECT ${text} < (${text} || 'c')`)
  hostile(`hash of a ${size} text`, `SELECT hashtext(${text})`)
  hostile(`trim of a ${size} text`, `SELECT length(btrim(${text}, 'abé€'))`)
  hostile(`many calls on a ${size} text`, `SELECT length(upper(reverse(lower(reverse(upper(reverse(${text})))))))`)
}
hostile('bytes, base64', `SELECT length(encode(convert_to(${TEXT}, 'UTF8'), 'base64'))`)
hostile('bytes, escape', `SELECT length(encode(convert_to(${MIDDLE}, 'UTF8'), 'escape'))`)
hostile('bytes, decoded', "SELECT length(decode(repeat('ab', 12000000), 'hex'))")
hostile('bytes, decoded from base64', "SELECT length(decode(repeat('abcd', 6000000), 'base64'))")
hostile('sha512', `SELECT sha512(convert_to(${TEXT}, 'UTF8'))`)
hostile(
  'sha256 of middle size, many rows',
  "SELECT sum(length(sha256(convert_to(repeat('ab', 2000000 + i), 'UTF8')))) FROM generate_series(1, 1000) i"
)
hostile('lpad', `SELECT length(lpad('x', ${LONG}, 'abc'))`)
hostile('rpad', "SELECT length(rpad('x', 2000000000, 'abc'))")
hostile('repeat of nothing', "SELECT repeat('', 2000000000), length(repeat('x', 2000000000))")
hostile('format of great width', "SELECT length(format('%1000000000s', 'x'))")
hostile(
  'format of many widths',
  `SELECT length(format(${"repeat('%1000000s', 500)"}, VARIADIC array_fill('x'::text, ARRAY[500])))`
)
hostile('format of a long format', "SELECT length(format(repeat('%%', 20000000)))")
hostile('concat of many', () => `SELECT length(concat(${chain(90, () => MIDDLE, ', ')}))`)
hostile('concatenation of many', () => `SELECT length(${chain(90, () => MIDDLE, ' || ')})`)
hostile('position, quadratic', "SELECT position(repeat('a', 50000) || 'b' IN repeat('a', 10000000))")
hostile('strpos of a long needle', "SELECT strpos(repeat('ab', 5000000), repeat('ab', 2000000) || 'c')")
hostile('replace with quadratic look', "SELECT length(replace(repeat('a', 5000000), repeat('a', 20000) || 'b', ''))")
hostile(
  'split by a long separator',
  "SELECT cardinality(string_to_array(repeat('a', 5000000), repeat('a', 20000) || 'b'))"
)
hostile('overlay', `SELECT length(overlay(${MIDDLE} placing 'xyz' from 5000000 for 3))`)
hostile(
  'substring of wide text',
  `SELECT length(substr(${WIDE_MIDDLE}, 2000000, 100000)) FROM generate_series(1, 1000)`,
)
hostile(
  'left, right',
  `SELECT length(left(${WIDE_MIDDLE}, -5)), length(right(${WIDE_MIDDLE}, -5)) FROM generate_series(1, 100)`,
)
hostile('text that doubles', "WITH RECURSIVE r(i, t) AS (SELECT 1, 'ab'::text UNION ALL SELECT i + 1, t || t FROM r WHERE i < 60) SELECT i, length(t) FROM r")
hostile(
  'text that doubles, told',
  "WITH RECURSIVE r(i, t) AS (SELECT 1, 'ab'::text UNION ALL SELECT i + 1, t || t FROM r WHERE i < 60) SELECT t FROM r",
)
hostile('text that doubles, distinct', "WITH RECURSIVE r(i, t) AS (SELECT 1, 'ab'::text UNION SELECT i + 1, t || t FROM r WHERE i < 60) SELECT max(t) FROM r")
hostile('text that doubles by concat', "WITH RECURSIVE r(i, t) AS (SELECT 1, 'ab'::text UNION ALL SELECT i + 1, concat(t, t) FROM r WHERE i < 60) SELECT sum(length(t)) FROM r")
hostile('text that doubles by replace', "WITH RECURSIVE r(i, t) AS (SELECT 1, 'a'::text UNION ALL SELECT i + 1, replace(t, 'a', 'aa') FROM r WHERE i < 60) SELECT sum(length(t)) FROM r")
hostile('array that doubles', "WITH RECURSIVE r(i, t) AS (SELECT 1, ARRAY[1, 2] UNION ALL SELECT i + 1, t || t FROM r WHERE i < 60) SELECT sum(cardinality(t)) FROM r")
hostile('jsonb that doubles', "WITH RECURSIVE r(i, t) AS (SELECT 1, '[1]'::jsonb UNION ALL SELECT i + 1, jsonb_build_array(t, t) FROM r WHERE i < 60) SELECT sum(length(t::text)) FROM r")
hostile('bytea that doubles', "WITH RECURSIVE r(i, t) AS (SELECT 1, '\\x01'::bytea UNION ALL SELECT i + 1, t || t FROM r WHERE i < 60) SELECT sum(length(t)) FROM r")
hostile('bits that double', "WITH RECURSIVE r(i, t) AS (SELECT 1, B'101' UNION ALL SELECT i + 1, t || t FROM r WHERE i < 60) SELECT sum(length(t)) FROM r")
hostile('LIKE with many wildcards', () => `SELECT repeat('a', 100000) LIKE '${'%a_'.repeat(300)}b'`)
hostile('LIKE with many wildcards, short', () => `SELECT repeat('ab', 20000) LIKE '%${'_a%'.repeat(20)}c'`)
hostile('LIKE with a long part', "SELECT repeat('a', 10000000) LIKE '%' || repeat('a_', 5000) || 'b%'")
hostile('ILIKE with many wildcards', () => `SELECT repeat('a', 100000) ILIKE '${'%a_'.repeat(300)}B'`)
hostile('LIKE of bytea', () => `SELECT convert_to(repeat('a', 100000), 'UTF8') LIKE '${'%a_'.repeat(300)}b'`)
hostile('LIKE over a huge text', `SELECT ${MIDDLE} LIKE '%ba%aab'`)
hostile('SIMILAR TO', () => `SELECT repeat('a', 100000) SIMILAR TO '${'%a_'.repeat(30)}b'`)
hostile('a regular expression that backtracks', "SELECT repeat('a', 5000) ~ '^(a+)+b\\1$'")
hostile('a huge regular expression', "SELECT 'x' ~ repeat('(a|b)*', 5000)")
hostile('a regular expression with bounds', "SELECT 'x' ~ 'a{200}{200}{20}'")
hostile('regexp_split_to_array', `SELECT cardinality(regexp_split_to_array(${MIDDLE}, 'b'))`)
hostile('regexp_split_to_table', `SELECT count(*) FROM regexp_split_to_table(${MIDDLE}, 'b')`)
hostile('regexp_matches', `SELECT count(*) FROM regexp_matches(${MIDDLE}, 'a(b)', 'g')`)
hostile('regexp_count', `SELECT regexp_count(${MIDDLE}, '.')`)
hostile('substring with a regular expression', "SELECT substring(repeat('a', 2000000) from '(a|aa)+$')")

// Numbers.
hostile('numeric of many digits', `SELECT length(repeat('9', ${LONG})::numeric::text)`)
hostile(
  'numeric to the last digit',
  "SELECT length((repeat('9', 131072)::numeric)::text) FROM generate_series(1, 100000)"
)
hostile(
  'product of long numerics',
  "SELECT length((repeat('9', 60000)::numeric * repeat('7', 60000)::numeric)::text) FROM generate_series(1, 100000)"
)
hostile(
  'quotient of long numerics',
  "SELECT length((repeat('9', 131000)::numeric / repeat('7', 60000)::numeric)::text) FROM generate_series(1, 100000)"
)
hostile('numeric exp', 'SELECT length(exp(i::numeric)::text) FROM generate_series(200000, 290000) i')
hostile('numeric ln', "SELECT ln(repeat('9', 131000)::numeric + i) FROM generate_series(1, 100000) i")
hostile('numeric power', 'SELECT length((1.000001::numeric ^ 100000000::numeric)::text), length((2::numeric ^ i)::text) FROM generate_series(300000, 400000) i')
hostile(
  'numeric power with a fraction',
  'SELECT length((1.5::numeric ^ (i + 0.5))::text) FROM generate_series(300000, 400000) i',
)
hostile('numeric sqrt', "SELECT length(sqrt(repeat('9', 131000)::numeric + i)::text) FROM generate_series(1, 10000) i")
hostile(
  'numeric with all scale',
  'SELECT length((1::numeric(1000,1000) / 3)::text), length(exp(1.0::numeric + 1e-16000)::text)'
)
hostile(
  'numeric log of many digits',
  "SELECT length(log(2.0 + repeat('0', 3)::numeric, ('1.' || repeat('3', 16000))::numeric)::text)"
)
hostile('exp of many digits', "SELECT length(exp(('1.' || repeat('3', 16000))::numeric)::text)")
hostile('ln of many digits', "SELECT length(ln(('1.' || repeat('3', 16000))::numeric)::text)")
hostile(
  'power of many digits',
  "SELECT length(power(('1.' || repeat('3', 16000))::numeric, ('2.' || repeat('3', 16000))::numeric)::text)"
)
hostile(
  'sqrt of many digits',
  "SELECT length(sqrt(('1.' || repeat('3', 16000))::numeric)::text) FROM generate_series(1, 10000)"
)
hostile('factorial', 'SELECT length(factorial(i)::text) FROM generate_series(32000, 32170) i')
hostile('factorial too large', 'SELECT factorial(2000000000)')
hostile('gcd', "SELECT gcd(repeat('9', 131000)::numeric, repeat('7', 130999)::numeric)")
hostile('lcm', "SELECT length(lcm(repeat('9', 60000)::numeric, repeat('7', 59999)::numeric)::text)")
hostile(
  'sum of long numerics',
  "SELECT length(sum(repeat('9', 100000)::numeric)::text) FROM generate_series(1, 100000)"
)
hostile(
  'variance of long numerics',
  "SELECT length(variance(repeat('9', 60000)::numeric + i)::text) FROM generate_series(1, 100000) i"
)
hostile('to_char with a huge picture', "SELECT length(to_char(1, repeat('9', 50000000)))")
hostile('to_char with a long picture', "SELECT length(to_char(1, repeat('9', 1000000)))")
hostile(
  'to_char of a long number',
  "SELECT length(to_char(repeat('9', 131000)::numeric, 'FM' || repeat('9', 131000))) FROM generate_series(1, 1000)"
)
hostile('to_char of a date with a huge picture', "SELECT length(to_char(now(), repeat('YYYY', 10000000)))")
hostile('to_timestamp with a huge picture', "SELECT to_timestamp(repeat('1', 5000000), repeat('Y', 5000000))")
hostile('to_number with a huge picture', "SELECT to_number(repeat('1', 5000000), repeat('9', 5000000))")
hostile('bits of great length', "SELECT length(1::bit(80000000)::text)")
hostile('bits from text', "SELECT length(repeat('10', 10000000)::varbit::text)")
hostile('bits, shifted', "SELECT length((repeat('10', 10000000)::varbit >> 3)::text)")
hostile('bits, all operators', "SELECT bit_count(~(repeat('10', 10000000)::varbit) & repeat('01', 10000000)::varbit)")
hostile('float to text of many', 'SELECT sum(length(random()::text)) FROM generate_series(1, 100000000)')

// Arrays and ranges.
hostile('array_fill', `SELECT cardinality(array_fill(1, ARRAY[${LONG}]))`)
hostile('array_fill of middle size', 'SELECT cardinality(array_fill(1, ARRAY[5000000]))')
hostile('array_fill in dimensions', 'SELECT cardinality(array_fill(1, ARRAY[100,100,100,100]))')
hostile('array_cat', 'SELECT cardinality(array_cat(array_fill(1, ARRAY[50000000]), array_fill(2, ARRAY[50000000])))')
hostile('arrays, told', 'SELECT array_fill(1, ARRAY[5000000])')
hostile('array to text', "SELECT length(array_fill('a\"b'::text, ARRAY[1000000])::text)")
hostile('array_to_string', "SELECT length(array_to_string(array_fill('abc'::text, ARRAY[2000000]), ','))")
hostile(
  'array_remove, array_replace',
  'SELECT cardinality(array_remove(array_replace(array_fill(1, ARRAY[2000000]), 1, 2), 3))'
)
hostile('array_positions', 'SELECT cardinality(array_positions(array_fill(1, ARRAY[2000000]), 1))')
hostile('array overlap, quadratic', 'SELECT array_fill(1, ARRAY[200000]) && array_fill(2, ARRAY[200000])')
hostile(
  'array containment, quadratic',
  'SELECT array_fill(1::numeric, ARRAY[200000]) @> (array_fill(1::numeric, ARRAY[200000]) || 2::numeric)'
)
hostile('array comparison', 'SELECT array_fill(1, ARRAY[2000000]) < array_fill(1, ARRAY[2000001])')
hostile('array from text', "SELECT cardinality(('{' || repeat('1,', 5000000) || '1}')::int[])")
hostile('array from text of texts', "SELECT cardinality(('{' || repeat('\"a b\",', 2000000) || '1}')::text[])")
hostile('array_agg', 'SELECT cardinality(array_agg(i)) FROM generate_series(1, 100000000) i')
hostile(
  'array_agg of arrays',
  'SELECT cardinality(array_agg(array_fill(i, ARRAY[100000]))) FROM generate_series(1, 10000) i'
)
hostile('ARRAY of a query', 'SELECT cardinality(ARRAY(SELECT i FROM generate_series(1, 100000000) i))')
hostile(
  'unnest of many',
  'SELECT count(*) FROM unnest(array_fill(1, ARRAY[5000000])) a, unnest(array_fill(1, ARRAY[5000000])) b',
)
hostile(
  '= ANY of a huge array',
  'SELECT count(*) FROM generate_series(1, 1000000) i WHERE i = ANY (array_fill(0, ARRAY[1000000]))',
)
hostile(
  '= ANY of a huge array of texts',
  "SELECT count(*) FROM generate_series(1, 10000) i WHERE i::text LIKE ANY (array_fill('%x%'::text, ARRAY[1000000]))",
)
hostile('array_append, again and again', 'WITH RECURSIVE r(i, t) AS (SELECT 1, ARRAY[1] UNION ALL SELECT i + 1, t || i FROM r WHERE i < 100000) SELECT max(cardinality(t)) FROM r')
hostile('array_upper of slices', 'SELECT cardinality((array_fill(1, ARRAY[2000000]))[2:1999999])')
hostile('trim_array', 'SELECT cardinality(trim_array(array_fill(1, ARRAY[2000000]), 5))')
hostile('generate_subscripts', 'SELECT count(*) FROM generate_subscripts(array_fill(1, ARRAY[5000000]), 1)')
hostile('multirange from text', "SELECT length(('{' || (SELECT string_agg(format('[%s,%s)', i * 2, i * 2 + 1), ',') FROM generate_series(1, 300000) i) || '}')::int4multirange::text)")
hostile('range_agg', 'SELECT length(range_agg(int4range(i * 2, i * 2 + 1))::text) FROM generate_series(1, 2000000) i')
hostile('multirange difference', 'SELECT length((range_agg(int4range(i * 2, i * 2 + 1)) - range_agg(int4range(i * 4, i * 4 + 1)))::text) FROM generate_series(1, 1000000) i')
hostile(
  'polygon of many points',
  "SELECT p && p, p @> p, area(p::path) FROM (SELECT ('(' || repeat('(1,2),', 20000) || '(3,4))')::polygon AS p) s",
)

// JSON.
hostile('jsonb from text', "SELECT length(('[' || repeat('1,', 5000000) || '1]')::jsonb::text)")
hostile('json from text', "SELECT length(('[' || repeat('1,', 5000000) || '1]')::json::text)")
hostile(
  'jsonb of objects',
  "SELECT jsonb_array_length(('[' || repeat('{\"a\": [1, 2, {\"b\": null}]},', 500000) || '1]')::jsonb)"
)
hostile('jsonb nested', "SELECT length((repeat('[', 100000) || repeat(']', 100000))::jsonb::text)")
hostile(
  'jsonb nested within reason',
  "SELECT length((repeat('[', 2000) || repeat(']', 2000))::jsonb::text) FROM generate_series(1, 100000)"
)
hostile('json nested', "SELECT length((repeat('{\"a\":', 1000000) || '1' || repeat('}', 1000000))::json::text)")
hostile(
  'jsonb with many keys',
  "SELECT length((SELECT jsonb_object_agg('k' || i, i) FROM generate_series(1, 2000000) i)::text)"
)
hostile('json_agg', 'SELECT length(json_agg(i)::text) FROM generate_series(1, 20000000) i')
hostile('jsonb_agg', 'SELECT length(jsonb_agg(i)::text) FROM generate_series(1, 5000000) i')
hostile(
  'jsonb_agg of rows',
  "SELECT length(jsonb_agg(s)::text) FROM (SELECT i, repeat('x', 100) AS t FROM generate_series(1, 500000) i) s"
)
hostile('to_jsonb of an array', 'SELECT length(to_jsonb(array_fill(1, ARRAY[2000000]))::text)')
hostile('row_to_json of an array', 'SELECT length(row_to_json(ROW(array_fill(1, ARRAY[2000000])))::text)')
hostile('jsonb_set', "SELECT jsonb_array_length(jsonb_set(to_jsonb(array_fill(1, ARRAY[500000])), '{5}', '7')) FROM generate_series(1, 1000)")
hostile(
  'jsonb concatenation',
  'SELECT jsonb_array_length(j || j) FROM (SELECT to_jsonb(array_fill(1, ARRAY[1000000])) AS j) s',
)
hostile('jsonb minus', "SELECT jsonb_array_length(j - 5) FROM (SELECT to_jsonb(array_fill(1, ARRAY[1000000])) AS j) s, generate_series(1, 1000)")
hostile(
  'jsonb containment',
  'SELECT j @> j FROM (SELECT to_jsonb(array_agg(i)) AS j FROM generate_series(1, 30000) i) s',
)
hostile('jsonb comparison', "SELECT count(*) FROM (SELECT to_jsonb(array_fill(1, ARRAY[500000])) AS j) s, generate_series(1, 10000) i WHERE j = j || '1'::jsonb")
hostile('jsonb_pretty', "SELECT length(jsonb_pretty(to_jsonb(array_fill(1, ARRAY[1000000]))))")
hostile('jsonb_strip_nulls', "SELECT jsonb_array_length(jsonb_strip_nulls(to_jsonb(array_fill(1, ARRAY[1000000]))))")
hostile(
  'json_strip_nulls',
  "SELECT length(json_strip_nulls(('[' || repeat('{\"a\":null},', 1000000) || '1]')::json)::text)",
)
hostile('jsonb_array_elements', "SELECT count(*) FROM jsonb_array_elements(to_jsonb(array_fill(1, ARRAY[1000000])))")
hostile('json_array_elements', "SELECT count(*) FROM json_array_elements(('[' || repeat('1,', 3000000) || '1]')::json)")
hostile('json_each', "SELECT count(*) FROM json_each(('{' || repeat('\"a\":1,', 2000000) || '\"b\":1}')::json)")
hostile(
  'jsonb_to_recordset',
  "SELECT count(*) FROM jsonb_to_recordset(('[' || repeat('{\"a\":1},', 500000) || '{\"a\":2}]')::jsonb) AS t(a int)"
)
hostile(
  'jsonb_populate_recordset',
  "SELECT count(*) FROM json_to_recordset(('[' || repeat('{\"a\":1},', 500000) || '{\"a\":2}]')::json) AS t(a int)"
)
hostile(
  'jsonb path, recursive',
  "SELECT count(*) FROM jsonb_path_query(to_jsonb(array_fill(1, ARRAY[100,100,100])), '$.**')"
)
hostile(
  'jsonb path, recursive twice',
  "SELECT count(*) FROM jsonb_path_query(to_jsonb(array_fill(1, ARRAY[30,30,30])), '$.**.**.**')"
)
hostile('jsonb path, filters', "SELECT jsonb_path_exists(to_jsonb(array_fill(1, ARRAY[3000])), '$[*] ? (@ > $[*])')")
hostile('jsonb path, filters within filters', "SELECT jsonb_path_query_array(to_jsonb(array_fill(1, ARRAY[300])), '$[*] ? (exists ($ ? (exists ($[*] ? (@ > 2)))))')")
hostile(
  'jsonb path, like_regex',
  "SELECT jsonb_path_exists(to_jsonb(repeat('a', 5000)), '$ ? (@ like_regex \"^(a+)+(a+)+b$\")')",
)
hostile('jsonb path, long', "SELECT jsonb_path_query('1', (repeat('1 + ', 100000) || '1')::jsonpath)")
hostile('jsonb path, deep', "SELECT jsonb_path_query('1', (repeat('(', 5000) || '1' || repeat(')', 5000))::jsonpath)")
hostile(
  'jsonb_object of arrays',
  "SELECT length(jsonb_object(array_fill('a'::text, ARRAY[1000000]), array_fill('b'::text, ARRAY[1000000]))::text)"
)
hostile('json_build_array of many', () => `SELECT length(json_build_array(${chain(90, () => MIDDLE, ', ')})::text)`)

// Aggregates, sorts, sets.
hostile('string_agg', "SELECT length(string_agg('abcdefgh', ',')) FROM generate_series(1, 100000000)")
hostile(
  'string_agg of long texts',
  "SELECT length(string_agg(repeat('x', 1000000), ',')) FROM generate_series(1, 10000)"
)
hostile(
  'string_agg, sorted',
  "SELECT length(string_agg(i::text, ',' ORDER BY i DESC)) FROM generate_series(1, 10000000) i"
)
hostile(
  'string_agg of bytea',
  "SELECT length(string_agg('\\x0102030405060708'::bytea, '\\x00')) FROM generate_series(1, 50000000)"
)
hostile('percentile', 'SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY i) FROM generate_series(1, 20000000) i')
hostile('percentiles', 'SELECT percentile_disc(array_fill(0.5::float8, ARRAY[1000000])) WITHIN GROUP (ORDER BY i) FROM generate_series(1, 1000) i')
hostile('mode', 'SELECT mode() WITHIN GROUP (ORDER BY i % 1000) FROM generate_series(1, 20000000) i')
hostile('count(DISTINCT)', 'SELECT count(DISTINCT i) FROM generate_series(1, 20000000) i')
hostile(
  'sort of huge texts',
  "SELECT count(*) FROM (SELECT repeat('a', 1000000) || i AS t FROM generate_series(1, 2000) i ORDER BY t) s"
)
hostile(
  'sort of huge texts, beginning alike',
  "SELECT max(t) FROM (SELECT repeat('a', 4000000) || i AS t FROM generate_series(1, 10000) i) s"
)
hostile('distinct huge texts', "SELECT count(DISTINCT repeat('a', 1000000) || i) FROM generate_series(1, 2000) i")
hostile(
  'group by huge texts',
  "SELECT count(*) FROM (SELECT repeat('a', 1000000) || (i % 10) AS t FROM generate_series(1, 10000) i) s GROUP BY t",
)
hostile('join of huge texts', "WITH s AS MATERIALIZED (SELECT repeat('a', 1000000) || i AS t FROM generate_series(1, 500) i) SELECT count(*) FROM s a JOIN s b USING (t)")
hostile('sort of many rows', 'SELECT count(*) FROM (SELECT i FROM generate_series(1, 50000000) i ORDER BY -i) s')
hostile('cross join', 'SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b')
hostile('window of all rows', 'SELECT sum(s) FROM (SELECT sum(i) OVER (ORDER BY i ROWS BETWEEN 50000 PRECEDING AND 50000 FOLLOWING EXCLUDE CURRENT ROW) AS s FROM generate_series(1, 300000) i) w')
hostile(
  'window of arrays',
  'SELECT max(cardinality(a)) FROM (SELECT array_agg(i) OVER (ORDER BY i) AS a FROM generate_series(1, 100000) i) w',
)
hostile('window of texts', "SELECT max(length(a)) FROM (SELECT string_agg('abcdefgh', ',') OVER (ORDER BY i) AS a FROM generate_series(1, 100000) i) w")
hostile('window with peers', 'SELECT max(s) FROM (SELECT max(i) OVER (ORDER BY i RANGE BETWEEN 100000 PRECEDING AND 100000 FOLLOWING EXCLUDE TIES) AS s FROM generate_series(1, 200000) i) w')
hostile('ntile, nth_value', 'SELECT max(s) FROM (SELECT nth_value(i, 50000) OVER (ORDER BY i ROWS BETWEEN 100000 PRECEDING AND 100000 FOLLOWING) AS s FROM generate_series(1, 300000) i) w')
hostile(
  'recursion without end',
  'WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r) SELECT count(*) FROM r',
)
hostile(
  'recursion that doubles',
  'WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + x FROM r, generate_series(1, 2) x) SELECT count(*) FROM r',
)
hostile('recursion of sets', 'WITH RECURSIVE r(i) AS (SELECT 1 UNION SELECT i + 1 FROM r) SELECT count(*) FROM r')
hostile('generate_series in the list', 'SELECT generate_series(1, 100000000), generate_series(1, 99999999)')
hostile('generate_series of numerics', 'SELECT count(*) FROM generate_series(1::numeric, 1e30)')
hostile(
  'generate_series of timestamps',
  "SELECT count(*) FROM generate_series('4000-01-01 BC'::timestamp, '200000-01-01', '1 microsecond')",
)
hostile('many grouping sets', () => `SELECT count(*) FROM (SELECT count(*) FROM generate_series(1, 10) a GROUP BY CUBE (${chain(12, (at) => `(a % ${at + 2})`, ', ')})) s`)
hostile('grouping sets of many rows', 'SELECT count(*) FROM (SELECT a, b, c, count(*) FROM (SELECT i a, i % 1000 b, i % 77 c FROM generate_series(1, 1000000) i) t GROUP BY CUBE (a, b, c)) s')

// Long statements.
for (const count of [10_000, 50_000]) {
  hostile(
    `${count} ANDs`,
    () => `SELECT count(*) FROM generate_series(1, 10) i WHERE ${chain(count, (at) => `i <> ${at + 20}`, ' AND ')}`
  )
  hostile(
    `${count} ORs`,
    () => `SELECT count(*) FROM generate_series(1, 10) i WHERE ${chain(count, (at) => `i = ${at}`, ' OR ')}`
  )
}
hostile(
  '10,000 ORs of ANDs',
  () => `SELECT count(*) FROM generate_series(1, 10) i WHERE ${chain(10_000, (at) => `(i = ${at} AND i < 5)`, ' OR ')}`
)
hostile('10,000 pluses', () => `SELECT ${chain(10_000, (at) => `${at}`, ' + ')}`)
hostile('10,000 pluses of a column', () => `SELECT ${chain(10_000, () => 'i', ' + ')} FROM generate_series(1, 3) i`)
hostile('10,000 concatenations', () => `SELECT ${chain(10_000, () => 'i::text', ' || ')} FROM generate_series(1, 3) i`)
hostile('10,000 UNIONs', () => chain(10_000, (at) => `SELECT ${at}`, ' UNION '))
hostile('10,000 UNION ALLs', () => chain(10_000, (at) => `SELECT ${at}`, ' UNION ALL '))
hostile('1,000 UNIONs', () => chain(1_000, (at) => `SELECT ${at}`, ' UNION '))
hostile(
  'IN of 100,000',
  () => `SELECT count(*) FROM generate_series(1, 10) i WHERE i IN (${chain(100_000, (at) => `${at}`, ', ')})`
)
hostile(
  'NOT IN of 100,000 expressions',
  () => `SELECT count(*) FROM generate_series(1, 10) i WHERE i NOT IN (${chain(20_000, (at) => `i + ${at}`, ', ')})`
)
hostile(
  'IN of 100,000 texts',
  () => `SELECT count(*) FROM generate_series(1, 10) i WHERE i::text IN (${chain(100_000, (at) => `'${at}'`, ', ')})`
)
hostile('VALUES of 50,000', () => `SELECT count(*) FROM (VALUES ${chain(50_000, (at) => `(${at}, 'x${at}')`, ', ')}) v`)
hostile('INSERT of 50,000', () => [
  'CREATE TEMP TABLE ins(a int, b text)',
  `INSERT INTO ins VALUES ${chain(50_000, (at) => `(${at}, 'x' || ${at})`, ', ')}`,
])
hostile(
  'CASE of 20,000',
  () => `SELECT CASE i ${chain(20_000, (at) => `WHEN ${at} THEN ${at + 1}`, ' ')} END FROM generate_series(1, 10) i`
)
hostile('1,600 columns', () => `SELECT ${chain(1_600, (at) => `i + ${at}`, ', ')} FROM generate_series(1, 10) i`)
hostile(
  '1,664 aggregates',
  () => `SELECT ${chain(1_664, (at) => `sum(i + ${at})`, ', ')} FROM generate_series(1, 10) i`
)
hostile('nested parentheses', () => `SELECT ${'('.repeat(20_000)}1${')'.repeat(20_000)}`)
hostile('nested functions', () => `SELECT ${'abs('.repeat(2_000)}1${')'.repeat(2_000)}`)
hostile(
  'nested functions of a column',
  () => `SELECT ${'abs('.repeat(1_000)}i${')'.repeat(1_000)} FROM generate_series(1, 2) i`
)
hostile('nested queries', () => `${'SELECT * FROM ('.repeat(500)}SELECT 1${') s'.repeat(500)}`)
hostile('nested sublinks', () => `SELECT ${'(SELECT '.repeat(300)}1${')'.repeat(300)}`)
hostile(
  'nested CASE',
  () => `SELECT ${'CASE WHEN i > 0 THEN '.repeat(1_000)}1${' END'.repeat(1_000)} FROM generate_series(1, 2) i`
)
hostile('nested arrays', () => `SELECT ${'ARRAY['.repeat(1_000)}1${']'.repeat(1_000)}`)
hostile('NOT NOT NOT', () => `SELECT ${'NOT '.repeat(10_000)}true`)
hostile('minus minus minus', () => `SELECT ${'- '.repeat(10_000)}1`)
hostile('joins of 60', () => `SELECT count(*) FROM ${chain(60, (at) => `generate_series(1, 2) t${at}(a)`, ' JOIN ').replace(/ JOIN generate_series\(1, 2\) t(\d+)\(a\)/g, (all, at) => `${all} ON t${at}.a = t${at - 1}.a`)}`)
hostile('joins of 200, in a list', () => `SELECT count(*) FROM ${chain(200, (at) => `(SELECT 1 AS a OFFSET 0) t${at}`, ', ')} WHERE ${chain(199, (at) => `t${at}.a = t${at + 1}.a`, ' AND ')}`)
hostile('joins of 25, a star', () => `SELECT count(*) FROM ${chain(25, (at) => `pg_class t${at}`, ', ')} WHERE ${chain(24, (at) => `t0.oid = t${at + 1}.oid`, ' AND ')}`)
hostile('joins of 14, a clique', () => `SELECT count(*) FROM ${chain(14, (at) => `pg_class t${at}`, ', ')} WHERE ${chain(14, (a) => chain(14, (b) => `t${a}.oid = t${b}.relfilenode`, ' AND '), ' AND ')}`)
hostile('joins without conditions', () => `SELECT count(*) FROM ${chain(30, (at) => `pg_class t${at}`, ', ')}`)
hostile('1,000 CTEs', () => `WITH ${chain(1_000, (at) => `c${at} AS (SELECT ${at} AS a)`, ', ')} SELECT count(*) FROM ${chain(1_000, (at) => `c${at}`, ', ')}`)
hostile('chained CTEs, joined to themselves', () => doubled(16, 'NOT MATERIALIZED'))
hostile('chained CTEs, more of them', () => doubled(40, 'NOT MATERIALIZED'))
hostile('chained CTEs, materialized', () => doubled(200, 'MATERIALIZED'))
hostile('chained CTEs in expressions', () => `WITH c0 AS NOT MATERIALIZED (SELECT 1 AS a), ${chain(30, (at) => `c${at + 1} AS NOT MATERIALIZED (SELECT (SELECT a FROM c${at}) + (SELECT a FROM c${at}) AS a)`, ', ')} SELECT * FROM c30`)
hostile('chained subqueries that double a column', () => {
  let from = '(SELECT i AS a FROM generate_series(1, 2) i) s'
  for (let at = 0; at < 40; at++) from = `(SELECT a + a AS a FROM ${from}) s`
  return `SELECT a FROM ${from}`
})
hostile('chained views, joined to themselves', () => [
  'CREATE TEMP VIEW hv0 AS SELECT 1 AS a',
  ...Array.from(
    { length: 14 },
    (_, at) => `CREATE TEMP VIEW hv${at + 1} AS SELECT x.a FROM hv${at} x JOIN hv${at} y ON x.a = y.a`,
  ),
  'SELECT count(*) FROM hv14',
])
hostile('functions that call each other twice', () => ["CREATE FUNCTION pg_temp.hf0(a float8) RETURNS float8 LANGUAGE sql IMMUTABLE AS 'SELECT a + 1'", ...Array.from({ length: 20 }, (_, at) => `CREATE FUNCTION pg_temp.hf${at + 1}(a float8) RETURNS float8 LANGUAGE sql IMMUTABLE AS 'SELECT pg_temp.hf${at}(a) + pg_temp.hf${at}(a + 1)'`), 'SELECT pg_temp.hf20(i) FROM generate_series(1, 2) i'])
hostile(
  'conditions that multiply',
  () =>
    `SELECT count(*) FROM generate_series(1, 10) i WHERE ${chain(20, (at) => `(i = ${at} OR i + 1 = ${at})`, ' AND ')}`,
)
hostile('conditions equal to each other', () => `SELECT count(*) FROM ${chain(100, (at) => `(SELECT ${at} AS a OFFSET 0) t${at}`, ', ')} WHERE ${chain(99, (at) => `t0.a = t${at + 1}.a`, ' AND ')}`)
hostile('a literal of 10 MB', () => `SELECT length('${'x'.repeat(10_000_000)}')`)
hostile('a literal of 50 MB', () => `SELECT length('${'x'.repeat(50_000_000)}')`)
hostile('a literal of 10 MB with escapes', () => `SELECT length(E'${'\\n'.repeat(5_000_000)}')`)
hostile('a comment of 10 MB', () => `SELECT 1 /*${'x'.repeat(10_000_000)}*/`)
hostile('blanks of 10 MB', () => `SELECT 1${' '.repeat(10_000_000)}`)
hostile('a name of 1 MB', () => `SELECT 1 AS "${'x'.repeat(1_000_000)}"`)
hostile('100,000 statements', () => 'SELECT 1;'.repeat(100_000))
hostile('100,000 different statements', () => chain(100_000, (at) => `SELECT ${at} AS c${at}`, ';'))
hostile('semicolons', () => ';'.repeat(5_000_000))
hostile('rubbish of 10 MB', () => 'SELECT ' + '1 1 '.repeat(2_500_000))
hostile('rubbish of 10 MB, open string', () => `SELECT '${'a'.repeat(10_000_000)}`)
hostile('rubbish of parentheses', () => '('.repeat(1_000_000))
hostile('EXPLAIN of much', () => `EXPLAIN (VERBOSE) SELECT ${chain(1_600, (at) => `i + ${at}`, ', ')} FROM generate_series(1, 10) i WHERE ${chain(5_000, (at) => `i <> ${at + 20}`, ' AND ')}`)
hostile('EXPLAIN of deep', () => `EXPLAIN ${chain(1_000, (at) => `SELECT ${at}`, ' UNION ALL ')}`)
hostile('PREPARE of much', () => `PREPARE hp AS SELECT ${chain(10_000, (at) => `$${at % 1000 + 1}::int`, ' + ')}`)
hostile('5,000 prepared statements', () => chain(5_000, (at) => `PREPARE hp${at} AS SELECT ${at}, $1::int`, ';'))
hostile('1,000 cursors', () => `BEGIN;${chain(1_000, (at) => `DECLARE hc${at} CURSOR FOR SELECT * FROM generate_series(1, 1000000)`, ';')};${chain(1_000, (at) => `FETCH 10 FROM hc${at}`, ';')};ROLLBACK`)
hostile('a cursor moved far', () => [
  'BEGIN', 'DECLARE hcm SCROLL CURSOR FOR SELECT * FROM generate_series(1, 100000000)', 'MOVE 90000000 FROM hcm',
  'ROLLBACK',
])
hostile('a held cursor', () => 'DECLARE hch CURSOR WITH HOLD FOR SELECT * FROM generate_series(1, 100000000)')
hostile('a huge parameter', 'SELECT length($1::text)', () => ['x'.repeat(50_000_000)])
hostile('a huge wide parameter', 'SELECT length($1::text)', () => ['é€'.repeat(10_000_000)])
hostile('a huge bytea parameter', 'SELECT length($1::bytea)', () => [Buffer.alloc(50_000_000)])
hostile('a huge jsonb parameter', 'SELECT jsonb_array_length($1::jsonb)', () => [`[${'1,'.repeat(5_000_000)}1]`])
hostile('a huge json parameter', 'SELECT json_array_length($1::json)', () => [`[${'{"a":1},'.repeat(2_000_000)}1]`])
hostile('a huge array parameter', 'SELECT cardinality($1::int[])', () => [`{${'1,'.repeat(5_000_000)}1}`])
hostile('a huge numeric parameter', 'SELECT length($1::numeric::text)', () => ['9'.repeat(10_000_000)])
hostile('a huge float parameter', 'SELECT $1::float8', () => ['9'.repeat(10_000_000)])
hostile('a huge int parameter', 'SELECT $1::int', () => ['0'.repeat(10_000_000) + '1'])
hostile('a huge date parameter', 'SELECT $1::timestamptz', () => [`2020-01-01 ${'0'.repeat(10_000_000)}`])
hostile('a huge interval parameter', 'SELECT $1::interval', () => ['1 day '.repeat(1_000_000)])
hostile('a huge inet parameter', 'SELECT $1::inet', () => ['1.'.repeat(5_000_000)])
hostile('a huge record parameter', 'SELECT length($1::text)', () => [`(${'1,'.repeat(5_000_000)})`])
hostile(
  '30,000 parameters',
  () => `SELECT ${chain(30_000, (at) => `$${at + 1}::int`, ' + ')}`,
  () => Array.from({ length: 30_000 }, (_, at) => at % 10)
)

// Many objects, many rows.
hostile('5,000 tables', () => [
  `CREATE SCHEMA hs;${chain(5_000, (at) => `CREATE TABLE hs.t${at}(a int PRIMARY KEY, b text DEFAULT 'x')`, ';')}`,
  'DROP SCHEMA hs CASCADE',
])
hostile('2,000 partitions', () => [`CREATE TABLE hpart(a int, b text) PARTITION BY LIST (a);${chain(2_000, (at) => `CREATE TABLE hpart${at} PARTITION OF hpart FOR VALUES IN (${at})`, ';')}`, 'SELECT count(*) FROM hpart', 'INSERT INTO hpart SELECT i % 2000, i FROM generate_series(1, 100000) i', "UPDATE hpart SET b = b || 'x'", 'SELECT count(*) FROM hpart x JOIN hpart y USING (a)', 'DROP TABLE hpart'])
hostile('1,600 columns of a table', () => [
  `CREATE TEMP TABLE hcols(${chain(1_600, (at) => `c${at} int DEFAULT ${at}`, ', ')})`,
  'INSERT INTO hcols DEFAULT VALUES', 'INSERT INTO hcols SELECT * FROM hcols', 'UPDATE hcols SET c5 = c6',
  `ALTER TABLE hcols ${chain(1_600, (at) => `ALTER c${at} TYPE bigint`, ', ')}`,
])
hostile('an enum of 10,000 labels', () => [
  `CREATE TYPE henum AS ENUM (${chain(10_000, (at) => `'l${at}'`, ', ')})`, 'SELECT enum_range(NULL::henum)',
  'DROP TYPE henum',
])
hostile('10,000 views in a chain', () => [
  'CREATE TEMP VIEW hw0 AS SELECT 1 AS a',
  ...Array.from({ length: 400 }, (_, at) => `CREATE TEMP VIEW hw${at + 1} AS SELECT a FROM hw${at}`),
  'SELECT * FROM hw400', 'DROP VIEW hw0 CASCADE',
])
hostile('500 indexes', () => [
  'CREATE TABLE hidx(a int, b int)', `${chain(500, (at) => `CREATE INDEX ON hidx((a + ${at}))`, ';')}`,
  'INSERT INTO hidx SELECT i, i FROM generate_series(1, 10000) i', 'DROP TABLE hidx',
])
hostile('NOTIFY flood', () => [
  'LISTEN hn',
  "SELECT count(pg_notify('hn', i::text)) FROM generate_series(1, 1000000) i",
])
hostile('locks without end', 'SELECT count(pg_advisory_lock(i)) FROM generate_series(1, 10000000) i')
hostile('savepoints without end', () => `BEGIN;${chain(20_000, (at) => `SAVEPOINT s${at}`, ';')};ROLLBACK`)
hostile('a sequence, read without end', () => [
  'CREATE TEMP SEQUENCE hseq',
  "SELECT count(nextval('hseq')) FROM generate_series(1, 100000000)",
])
hostile('large objects', 'SELECT count(lo_create(0)) FROM generate_series(1, 1000000)')
hostile('a large object of great length', () => ["SELECT lo_from_bytea(0, convert_to(repeat('ab', 50000000), 'UTF8'))"])
hostile('a table of wide rows', () => [
  "CREATE TEMP TABLE hwide AS SELECT repeat('ab', 5000000) AS t FROM generate_series(1, 40)",
  'SELECT sum(length(t)) FROM hwide',
  'SELECT max(t) FROM hwide',
  'SELECT count(DISTINCT t) FROM hwide',
  'SELECT t FROM hwide ORDER BY t',
  "UPDATE hwide SET t = t || 'x'",
])
hostile('an index over huge texts', () => [
  'CREATE TEMP TABLE hix(t text)',
  "INSERT INTO hix SELECT repeat('ab', 5000000)",
  'CREATE INDEX ON hix(t)',
])
hostile('a DO of SQL', () => [
  "CREATE FUNCTION pg_temp.loops() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM generate_series(1, 1000000)'",
  'SELECT count(pg_temp.loops()) FROM generate_series(1, 1000000)',
])
hostile('sleep', 'SELECT pg_sleep(1000000)')
hostile('setseed and random', 'SELECT count(*) FROM generate_series(1, 1000000000) WHERE random() < 0')
hostile('an update of many rows', () => [
  'CREATE TEMP TABLE hup AS SELECT i, i AS j FROM generate_series(1, 100000) i',
  ...Array.from({ length: 10 }, () => 'UPDATE hup SET j = j + 1'),
])
hostile(
  'catalog functions',
  "SELECT count(pg_get_viewdef(oid)) FROM pg_class, generate_series(1, 100000) WHERE relkind = 'v'"
)
hostile('information_schema', 'SELECT count(*) FROM information_schema.columns a, information_schema.columns b')
hostile(
  'pg_get_functiondef of all',
  'SELECT count(pg_get_function_arguments(oid)) FROM pg_proc, generate_series(1, 1000)'
)
hostile('COPY to the client', "COPY (SELECT repeat('x', 1000) FROM generate_series(1, 10000000)) TO STDOUT")
hostile(
  'collation of long texts',
  'SELECT repeat(\'é\', 3000000) COLLATE "und-x-icu" < repeat(\'é\', 3000001) COLLATE "und-x-icu"'
)
hostile('normalize', "SELECT length(normalize(repeat('é', 10000000), NFKD))")
hostile('unistr', "SELECT length(unistr(repeat('\\00e9', 3000000)))")
hostile('ascii, chr', "SELECT length(string_agg(chr(i % 1000 + 65), '')) FROM generate_series(1, 20000000) i")
hostile('convert_from', `SELECT length(convert_from(convert_to(${MIDDLE}, 'UTF8'), 'UTF8'))`)
hostile('convert', `SELECT length(convert(convert_to(${WIDE_MIDDLE}, 'UTF8'), 'UTF8', 'EUC_JP'))`)
hostile('parse_ident', "SELECT parse_ident(repeat('a.', 5000000) || 'a')")
hostile('quote_ident', `SELECT length(quote_ident(${MIDDLE}))`)
hostile('starts_with', `SELECT starts_with(${MIDDLE}, ${MIDDLE})`)
hostile('row comparison', () => `SELECT (${chain(1000, () => '1', ', ')}) < (${chain(1000, () => '1', ', ')})`)
hostile('text to record', "SELECT (('(' || repeat('1,', 1000000) || ')')::pg_class).relname")
hostile('text to interval', "SELECT repeat('1 day ', 1000000)::interval")
hostile('text to int', "SELECT (repeat('0', 20000000) || '1')::int")
hostile('text to float', "SELECT (repeat('9', 20000000))::float8")
hostile('text to date', "SELECT (repeat('2020-01-01 ', 1000000))::timestamp")
hostile('text to inet', "SELECT (repeat('1.', 10000000))::inet")
hostile('text to uuid', "SELECT (repeat('a', 20000000))::uuid")
hostile('text to bool', "SELECT (repeat(' ', 20000000) || 't')::bool")
hostile('text to polygon', "SELECT npoints(('(' || repeat('(1,2),', 1000000) || '(1,2))')::polygon)")
hostile('text to range', "SELECT ('[' || repeat('1', 10000000) || ',)')::numrange")
hostile('text to name', `SELECT (${MIDDLE})::name`)
hostile('text to varchar', `SELECT length((${MIDDLE})::varchar(5))`)
hostile('text to bpchar', "SELECT length('x'::char(10000000))")
hostile('text to bytea', "SELECT length(('\\x' || repeat('ab', 12000000))::bytea)")
hostile('text to tid', "SELECT ('(' || repeat('0', 10000000) || '1,1)')::tid")
hostile('text to regclass', "SELECT (repeat('a', 10000000))::regclass")
hostile('text to regprocedure', "SELECT (repeat('a', 10) || '(' || repeat('int,', 1000000) || 'int)')::regprocedure")
hostile('text to jsonpath', "SELECT (repeat('$.a', 1000000))::jsonpath")
hostile(
  'get_byte, set_byte',
  `SELECT length(set_byte(b, 5, 7)) FROM (SELECT convert_to(${MIDDLE}, 'UTF8') AS b) s, generate_series(1, 1000)`,
)
hostile('bytea comparison', `SELECT count(*) FROM (SELECT convert_to(${MIDDLE}, 'UTF8') AS b) s, generate_series(1, 1000) i WHERE b < b || '\\x00'::bytea`)

/**
 * One conversion or one function call each, with values that are odd on purpose: malformed texts, extremes, empty ones.
 * There is one error at most, so its SQLSTATE must be the same.
 */
import { datedText, dateFormat, jsonPath, numberFormat, pattern, subject } from './formats.js'
import { sql } from './node.js'
import { TYPES, literal } from './values.js'

/** @import { Random } from './random.js' */
/** @import { SqlNode } from './node.js' */

/** Texts that some type's input function takes, or nearly. */
const TEXTS = [
  '0', '-0', '1', ' 42 ', '+7', '1.5', '.5', '5.', '1e3', '1E-3', '1e400', '-1e-400', 'NaN', 'nan', 'inf', '-Infinity',
  'infinity', '2147483647', '2147483648', '-2147483648', '32768', '9223372036854775807', '9223372036854775808',
  '-9223372036854775809', '0x1f', '1_000', '', ' ', 'abc', 'null', 'NULL', 't', 'tr', 'true', 'yes', 'on', 'off', 'of',
  'n', 'no', '2000-01-01', '2000-02-30', '1999-1-8', 'Jan 5 2001', '5 January 2001', '20010105', '2001-01-05 BC',
  'epoch', 'today ', '-infinity', '2000-01-01 24:00:00', '2000-01-01 25:00', '12:34', '12:34:56.789', '12:60',
  '24:00:00', '23:59:60', '04:05 PM', '13:05 PM', '2000-01-01 12:34:56+02', '2000-01-01 12:34:56 Europe/Berlin',
  '2000-01-01T12:34:56Z', '2000-01-01 12:34:56 Nowhere/City', '12:34:56+02', '12:34:56-15:59', '12:34:56+16', '1 day',
  '1 day 2 hours', '1 mon -3 days', 'P1Y2M3DT4H5M6S', 'P1W', '1-2', '1 2:03:04', '@ 1 day ago', '1 fortnight',
  '1.5 months', '-1 year 3 mons', '{}', '{1,2}', '{1,NULL}', '{ 1 , 2 }', '{{1,2},{3,4}}', '{{1},{2,3}}', '{a,"b c"}',
  '{"a\\"b"}', '{1,2', '{,}', '[0:1]={1,2}', '[1:0]={}', '{a,}', '[1,5)', '(1,5]', '[5,1]', '(,)', 'empty', '[1,1)',
  '[a,b]', '[1', '[,5)', '["2000-01-01","2001-01-01")', '{[1,2),[3,4)}', '{[1,5),[3,9)}', '{(,)}', '{"a": 1}', '[1, 2]',
  '{"a": 1, "a": 2}', '"x"', '{a: 1}', '[1,]', 'tru', '1 2', '"\\u0041"', '"\\ud83d"', '"\\u0000"', '{"a":1}}',
  '\\x6162', '\\x6', '\\xzz', 'a\\000b', 'a\\b', 'a\\\\b', '10.0.0.1', '10.0.0.1/33', '10.0.0.1/8', '10.1/16',
  '256.1.1.1', '::1', '::ffff:1.2.3.4', 'fe80::1/64', '1::2::3', '101', 'b101', 'x1f', '102', 'B',
  'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '{a0eebc999c0b4ef8bb6d6bb9bd380a11}', 'a0eebc99-9c0b4-ef8-bb6d-6bb9bd380a11',
  'A0EEBC999C0B4EF8BB6D6BB9BD380A1', 'sad', 'Sad', 'happy', '(1,2)', '(1,2', '1,2', '<(0,0),5>', '((0,0),(1,1))',
  '[(0,0),(1,1)]', '{1,-1,0}', '$1,234.56', '-$5', '(12.5)', '08:00:2b:01:02:03', '08002b010203', '0/16B3740', '12',
  '1.2.3', 'pg_class', 'int4', 'no_such_thing', 'public', 'english', '(1,a)', '("x y",)', '()', '1,,2', '$.a',
  '$.a[*] ? (@ > 1)', 'strict $', '$.', 'lax $.**', '100:200:', '4294967295', '4294967296', '-1',
]

const TYPES_READ = [
  'bool', 'int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'numeric(4,2)', 'numeric(3,-1)', 'text', 'varchar(3)',
  'char(3)', '"char"', 'name', 'bytea', 'date', 'time', 'time(2)', 'timetz', 'timestamp', 'timestamp(0)', 'timestamptz',
  'interval', 'interval(1)', 'interval day to hour', 'uuid', 'json', 'jsonb', 'jsonpath', 'int4[]', 'text[]', 'bool[]',
  'numeric[]', 'date[]', 'int4range', 'int8range', 'numrange', 'daterange', 'tsrange', 'tstzrange', 'int4multirange',
  'nummultirange', 'mood', 'whole', 'word', 'inet', 'cidr', 'macaddr', 'bit(3)', 'bit', 'varbit', 'varbit(2)', 'oid',
  'regclass', 'regtype', 'money', 'point', 'box', 'circle', 'lseg', 'path', 'polygon', 'line', 'pg_lsn', 'xid', 'xid8',
  'pg_snapshot', 'int2vector', 'oidvector', 'tid',
]

/** Extremes, by type. */
const EDGES = /** @type {Record<string, string[]>} */ ({
  int4: ['0', '1', '-1', '2', '7', '2147483647', '(-2147483648)', '100'],
  int8: ['0::int8', '9223372036854775807', '(-9223372036854775808)', '(-1)::int8'],
  int2: ['0::int2', '32767::int2', '(-32768)::int2'],
  numeric: [
    "'NaN'::numeric", "'Infinity'::numeric", "'-Infinity'::numeric", '0.0', '1e100', '-1e-50', '0.5', '-2.5', '1.000',
    '12345678901234567890.123',
  ],
  float8: [
    "'NaN'::float8", "'Infinity'::float8", "'-Infinity'::float8", '0::float8', "'-0'::float8", '1e308::float8',
    '1e-308::float8', '0.5::float8', '(-2.5)::float8',
  ],
  text: ["''", "'a'", "'abc def'", "'äö漢'", "'A1b2'", "'%_'", "'\\\\'", "'a,b,,c'", "'2000-01-01'"],
  bytea: ["''::bytea", "'\\x00ff'::bytea", "'abc'::bytea"],
  date: ["DATE 'infinity'", "DATE '-infinity'", "DATE '4713-01-01 BC'", "DATE '2000-02-29'", "DATE '5874897-12-31'"],
  timestamp: [
    "TIMESTAMP 'infinity'", "TIMESTAMP '-infinity'", "TIMESTAMP '2000-02-29 23:59:59.999999'",
    "TIMESTAMP '0001-01-01 BC'", "TIMESTAMP '294276-12-31 23:59:59'",
  ],
  timestamptz: [
    "TIMESTAMPTZ 'infinity'", "TIMESTAMPTZ '2024-03-31 01:30:00+00'", "TIMESTAMPTZ '1800-01-01 00:00:00+00'",
  ],
  interval: [
    "INTERVAL '0'", "INTERVAL '1 mon -1 day'", "INTERVAL '178000000 years'", "INTERVAL '-1 sec'", "INTERVAL '1 day'",
  ],
  time: ["TIME '00:00'", "TIME '24:00:00'", "TIME '23:59:59.999999'"],
  'int4[]': [
    "'{}'::int4[]", "'{1,2,3}'::int4[]", "'{{1,2},{3,4}}'::int4[]", "'{NULL}'::int4[]", "'[0:2]={1,2,3}'::int4[]",
  ],
  'text[]': ["'{}'::text[]", "'{a,b,NULL}'::text[]", "'{{a},{b}}'::text[]"],
  jsonb: [
    "'null'::jsonb", "'{}'::jsonb", '\'[1,[2],{"a":null}]\'::jsonb', '\'{"a":{"b":[1,"x"]}}\'::jsonb', '\'"s"\'::jsonb',
    "'1.50'::jsonb",
  ],
  int4range: ["'empty'::int4range", "'(,)'::int4range", "'[1,5)'::int4range"],
  bool: ['true', 'false'],
})

/** Functions and operators over one to four arguments, `?type` where one goes. */
const CALLS = [
  '?int4 + ?int4', '?int4 * ?int4', '?int4 / ?int4', '?int4 % ?int4', '- ?int4', 'abs(?int4)', '?int8 + ?int8',
  '?int8 * ?int4', '?int8 / ?int8', '?int8 % ?int8', '?int2 + ?int2', '?int2 * ?int2', '?int2 / ?int2',
  '?int4 << ?int4', '?int8 >> ?int4', 'gcd(?int4, ?int4)', 'lcm(?int4, ?int4)', 'gcd(?int8, ?int8)',
  '?numeric + ?numeric', '?numeric - ?numeric', '?numeric * ?numeric', '?numeric / ?numeric', '?numeric % ?numeric',
  '?numeric ^ 2', 'sqrt(?numeric)', 'ln(?numeric)', 'log(?numeric)', 'exp(?numeric)', 'power(?numeric, ?int4 % 10)',
  'round(?numeric, ?int4)', 'trunc(?numeric, ?int4)', 'div(?numeric, ?numeric)',
  'width_bucket(?numeric, 0.0, 10.0, ?int4)', 'factorial(?int4 % 50)', '?numeric::int4', '?numeric::int8',
  '?numeric::int2', '?numeric::float8', '?numeric::numeric(5,2)', 'scale(?numeric)', 'min_scale(?numeric)',
  'trim_scale(?numeric)', 'log(?numeric, ?numeric)', 'ceil(?numeric)', 'sign(?numeric)', '?float8 + ?float8',
  '?float8 * ?float8', '?float8 / ?float8', 'sqrt(?float8)', 'ln(?float8)', 'log(?float8)', 'exp(?float8)',
  'power(?float8, ?float8)', '?float8::int4', '?float8::int8', '?float8::int2', '?float8::numeric', '?float8::float4',
  'cbrt(?float8)', 'sin(?float8)', 'asin(?float8)', 'acosh(?float8)', 'atan2(?float8, ?float8)', 'round(?float8)',
  'degrees(?float8)', 'sind(?float8)', 'tand(?float8)', 'width_bucket(?float8, 0, 10, ?int4)', 'substr(?text, ?int4)',
  'substr(?text, ?int4, ?int4)', 'left(?text, ?int4)', 'right(?text, ?int4)', 'split_part(?text, ?text, ?int4)',
  'strpos(?text, ?text)', 'overlay(?text placing ?text from ?int4)',
  'overlay(?text placing ?text from ?int4 for ?int4)', 'replace(?text, ?text, ?text)', 'translate(?text, ?text, ?text)',
  'chr(?int4)', 'ascii(?text)', 'to_hex(?int4)', 'to_hex(?int8)', 'initcap(?text)', 'lpad(?text, ?int4 % 20, ?text)',
  'rpad(?text, ?int4 % 20)', 'btrim(?text, ?text)', 'repeat(?text, ?int4 % 10)', 'encode(?bytea, ?text)',
  "encode(?bytea, 'base64')", 'decode(?text, ?text)', "decode(?text, 'hex')", "decode(?text, 'base64')",
  "decode(?text, 'escape')", 'get_byte(?bytea, ?int4)', 'set_byte(?bytea, ?int4, ?int4)', 'get_bit(?bytea, ?int8)',
  'set_bit(?bytea, ?int8, ?int4)', 'substr(?bytea, ?int4, ?int4)', 'convert_from(?bytea, ?text)',
  "convert_from(?bytea, 'UTF8')", "convert_to(?text, 'LATIN1')", 'md5(?text)', 'quote_ident(?text)',
  'quote_literal(?text)', 'format(?text, ?text)', "format('%s %s', ?text)", "format('%1$s %I', ?text, ?text)",
  "format('%-*s|', ?int4 % 20, ?text)", 'string_to_array(?text, ?text)', 'array_to_string(?text[], ?text, ?text)',
  'regexp_replace(?text, ?text, ?text)', 'regexp_match(?text, ?text)', "regexp_matches(?text, ?text, 'g')",
  'regexp_split_to_array(?text, ?text)', 'regexp_count(?text, ?text, ?int4)',
  'regexp_substr(?text, ?text, ?int4, ?int4)', 'regexp_instr(?text, ?text, ?int4)', 'regexp_like(?text, ?text, ?text)',
  '?text LIKE ?text', '?text ILIKE ?text', '?text SIMILAR TO ?text', '?text ~ ?text', '?text LIKE ?text ESCAPE ?text',
  'substring(?text from ?text)', 'substring(?text similar ?text escape ?text)', 'unistr(?text)',
  'normalize(?text, NFKD)', 'parse_ident(?text)', 'to_number(?text, ?text)', "to_number(?text, '999.99')",
  'to_char(?numeric, ?text)', "to_char(?numeric, '999.99')", "to_char(?float8, '9.99EEEE')", "to_char(?int4, 'RN')",
  "to_char(?int8, 'S999,999')", "to_char(?numeric, 'FM9,999.0PR')", "to_char(?float8, 'FM999V99')",
  'to_date(?text, ?text)', "to_date(?text, 'YYYY-MM-DD')", "to_timestamp(?text, 'YYYY-MM-DD HH24:MI:SS')",
  'to_timestamp(?float8)', 'to_char(?timestamp, ?text)', "to_char(?timestamp, 'YYYY-MM-DD HH12:MI:SS.US AM BC')",
  "to_char(?interval, 'YYYY MM DD HH24:MI:SS')", "to_char(?timestamptz, 'Day Month IYYY IW J Q TZ OF')",
  "to_char(?date, 'CC DDD FMDDth WW')", '?date + ?int4', '?date - ?int4', '?date - ?date', '?date + ?time',
  '?date + ?interval', '?timestamp + ?interval', '?timestamp - ?interval', '?timestamp - ?timestamp',
  '?timestamptz + ?interval', '?timestamptz - ?timestamptz', '?time + ?interval', '?time - ?time',
  '?interval + ?interval', '?interval * ?float8', '?interval / ?float8', '?interval / ?int4', '- ?interval',
  'age(?timestamp, ?timestamp)', 'age(?timestamptz, ?timestamptz)', 'justify_days(?interval)',
  'justify_hours(?interval)', 'justify_interval(?interval)', 'date_trunc(?text, ?timestamp)',
  "date_trunc('month', ?timestamp)", "date_trunc('week', ?timestamptz)", "date_trunc('millennium', ?timestamp)",
  "date_trunc('quarter', ?interval)", "date_trunc('day', ?timestamptz, ?text)", 'date_part(?text, ?timestamp)',
  "date_part('epoch', ?timestamp)", 'extract(epoch from ?timestamptz)', 'extract(isoyear from ?date)',
  'extract(week from ?timestamp)', 'extract(microseconds from ?time)', 'extract(century from ?date)',
  'extract(hour from ?date)', 'extract(julian from ?timestamp)', 'extract(epoch from ?interval)',
  'extract(timezone from ?timestamptz)', "date_bin('15 minutes', ?timestamp, TIMESTAMP '2000-01-01')",
  'date_bin(?interval, ?timestamp, ?timestamp)', 'make_date(?int4, ?int4, ?int4)', 'make_time(?int4, ?int4, ?float8)',
  'make_timestamp(?int4, ?int4, ?int4, ?int4, ?int4, ?float8)', 'make_interval(?int4, ?int4)',
  'make_timestamptz(2000, ?int4, 1, 0, 0, 0, ?text)', '?timestamp AT TIME ZONE ?text',
  "?timestamptz AT TIME ZONE 'America/New_York'", '?timestamp::date', '?timestamp::time', '?timestamptz::date',
  '?timestamp::timestamptz', '?date::timestamp', '?date::timestamptz', '?interval::time', '?time::interval',
  '?timestamp::timestamp(2)', '?interval::interval(0)', '?interval::interval year to month', 'isfinite(?date)',
  '(?date, ?date) OVERLAPS (?date, ?interval)', '(?int4[])[?int4]', '(?int4[])[?int4:?int4]',
  'array_append(?int4[], ?int4)', 'array_prepend(?int4, ?int4[])', '?int4[] || ?int4[]', '?int4[] || ?int4',
  'array_cat(?int4[], ?int4[])', 'array_length(?int4[], ?int4)', 'array_upper(?int4[], 1)', 'array_dims(?int4[])',
  'array_ndims(?int4[])', 'array_remove(?int4[], ?int4)', 'array_replace(?int4[], ?int4, ?int4)',
  'array_position(?int4[], ?int4)', 'array_positions(?int4[], ?int4)', 'cardinality(?int4[])',
  'trim_array(?int4[], ?int4)', 'array_fill(?int4, ARRAY[?int4 % 5])',
  'array_fill(?int4, ARRAY[2, ?int4 % 3], ARRAY[?int4 % 9, 1])', '?int4[] @> ?int4[]', '?int4[] && ?int4[]',
  '?int4[] < ?int4[]', '?int4 = ANY(?int4[])', '?int4 > ALL(?int4[])', 'unnest(?int4[])',
  'generate_subscripts(?int4[], 1)', 'array_to_json(?int4[])', '?int4[]::text[]', '?text[]::int4[]',
  'width_bucket(?int4, ?int4[])', '?jsonb -> ?text', '?jsonb -> ?int4', '?jsonb ->> ?text', '?jsonb ->> ?int4',
  '?jsonb #> ?text[]', '?jsonb #>> ?text[]', '?jsonb || ?jsonb', '?jsonb - ?text', '?jsonb - ?int4',
  '?jsonb #- ?text[]', '?jsonb @> ?jsonb', '?jsonb ? ?text', '?jsonb ?| ?text[]', 'jsonb_typeof(?jsonb)',
  'jsonb_array_length(?jsonb)', 'jsonb_array_elements(?jsonb)', 'jsonb_array_elements_text(?jsonb)',
  'jsonb_object_keys(?jsonb)', 'jsonb_each(?jsonb)', 'jsonb_each_text(?jsonb)', 'jsonb_set(?jsonb, ?text[], ?jsonb)',
  'jsonb_set(?jsonb, ?text[], ?jsonb, false)', 'jsonb_insert(?jsonb, ?text[], ?jsonb)', 'jsonb_pretty(?jsonb)',
  'jsonb_strip_nulls(?jsonb)', '?jsonb::int4', '?jsonb::text', '?jsonb::numeric', '?jsonb::bool',
  'jsonb_path_query(?jsonb, ?text::jsonpath)', "jsonb_path_query(?jsonb, '$.a.b[*]')",
  "jsonb_path_exists(?jsonb, 'strict $.a')", "jsonb_path_query(?jsonb, '$.size()')",
  "jsonb_path_query(?jsonb, '$.double()')", "jsonb_path_query(?jsonb, '$.keyvalue()')",
  "jsonb_path_query(?jsonb, '$[1 to 2]')", "jsonb_path_match(?jsonb, '$ == 1')", '(?jsonb)[?text]', '(?jsonb)[?int4]',
  'jsonb_object(?text[])', 'jsonb_build_object(?text, ?int4)', 'jsonb_build_object(?text)',
  'jsonb_populate_record(NULL::pg_catalog.pg_range, ?jsonb)', 'to_jsonb(?float8)', 'to_jsonb(?numeric)',
  'to_json(?timestamp)', 'row_to_json(ROW(?int4, ?text))', 'int4range(?int4, ?int4)', 'int4range(?int4, ?int4, ?text)',
  "int4range(?int4, ?int4, '[]')", 'lower(?int4range)', 'upper(?int4range)', '?int4range + ?int4range',
  '?int4range - ?int4range', '?int4range * ?int4range', '?int4range @> ?int4', '?int4range && ?int4range',
  '?int4range < ?int4range', 'range_merge(?int4range, ?int4range)', 'numrange(?numeric, ?numeric)',
  'daterange(?date, ?date)', 'isempty(?int4range)', '?int4range::int4multirange', 'multirange(?int4range)',
  '?bool AND ?bool', '?bool::int4', '?int4::bool', '?bool::text', '?text::bool', '?text::int4', '?text::numeric',
  '?text::date', '?text::jsonb', '?text::int4[]', '?text::bytea', '?bytea::text', '?int4::bit(4)', '?int4::text',
  '?int4::int2', '?int8::int4', '?int4::"char"', '?int4::money', '?text::char(2)', '?text::name', '?int4::oid',
  '?int8::oid', 'num_nulls(?int4, ?text)', 'GREATEST(?int4, ?numeric, ?float8)', 'COALESCE(?int4, ?numeric)',
  'NULLIF(?numeric, ?int4)', 'concat(?int4, ?text, ?float8, ?bool)', 'concat_ws(?text, ?int4, ?numeric)',
  'pg_typeof(?int4 + ?numeric)', 'random() < ?int4 - ?int4 + 2', 'generate_series(?int4 % 5, ?int4 % 7, ?int4 % 3)',
  "generate_series(?timestamp, ?timestamp + interval '2 days', '1 day')", 'setseed(?float8 * 0.5)', 'hashint4(?int4)',
  'sha256(?bytea)', 'bit_count(?bytea)',
]

/** @param {Random} random @returns {string} */
function oddText(random) {
  const text = random.pick(TEXTS)
  const quoted = (/** @type {string} */ content) => content.replaceAll("'", "''")
  if (random.chance(0.6)) return quoted(text)
  // A letter more, less or another.
  const at = random.below(text.length + 1)
  const letter = random.pick([...'0123456789-+.:,/ {}[]()"\\abxyzTZe%'])
  const cut = random.pick([0, 0, 1, 1, 2])
  return quoted(text.slice(0, at) + (random.chance(0.7) ? letter : '') + text.slice(at + cut))
}

/** @param {Random} random @param {string} type */
function argument(random, type) {
  const edges = EDGES[type]
  if (random.chance(0.06)) return `NULL::${type}`
  if (type === 'text' && random.chance(0.3)) return `'${oddText(random)}'`
  if (edges !== undefined && random.chance(0.75)) return random.pick(edges)
  return TYPES.includes(type) ? literal(random, type) : `NULL::${type}`
}

const DOCUMENTS = [
  '{"a": 1, "b": "x"}', '[1, 2, {"a": null}, "abc"]', '{"a": [1, "2", 3.5], "b": {"a": -2, "k": true}}', '"abc"',
  '-3.7', 'null', '[]', '{}', '[[1, 2], [3]]', '{"a": {"b": {"a": 1}}, "c": "12"}',
]

/** A call by one of the little languages. @param {Random} random */
function ofLanguage(random) {
  const quoted = (/** @type {string} */ text) => `'${text.replaceAll("'", "''")}'`
  const [text, format] = datedText(random)
  const found = () => `${quoted(subject(random))}, ${quoted(pattern(random))}`
  return random.pick([
    () =>
      `to_char(${argument(random, random.pick(['timestamp', 'timestamptz', 'interval', 'timestamp']))}, ${quoted(dateFormat(random))})`,
    () =>
      `to_char(${argument(random, random.pick(['numeric', 'float8', 'int4', 'int8', 'numeric']))}, ${quoted(numberFormat(random))})`,
    () =>
      `to_char(${random.pick(['0', '1.5', '-12.345', '1234567.89', '0.004', '-0.5', '99.995', '1e10', '485', '3999'])}, ${quoted(numberFormat(random))})`,
    () =>
      `to_number(${quoted(random.pick(['12', '-12.5', '1,234.5', '+7', '<5>', ' 42', '12-', 'x1', '1.2.3', '$5']))}, ${quoted(numberFormat(random))})`,
    () => `${random.pick(['to_date', 'to_timestamp'])}(${quoted(text)}, ${quoted(format)})`,
    () => `${random.pick(['to_date', 'to_timestamp'])}(${quoted(text)}, ${quoted(format)})`,
    () => `regexp_match(${found()})`,
    () => `ARRAY(SELECT regexp_matches(${found()}, 'g'))::text`,
    () =>
      `regexp_replace(${found()}, ${random.pick(["'<\\&>'", "'\\1'", "'#'"])}${random.pick(['', ", 'g'", ", 'gi'", ", 'n'"])})`,
    () => `regexp_split_to_array(${found()})`,
    () => `regexp_count(${found()})`,
    () => `regexp_substr(${found()}, 1, ${random.between(1, 2)})`,
    () =>
      `regexp_instr(${found()}, 1, 1, ${random.between(0, 1)}, ${random.pick(["''", "'i'"])}, ${random.between(0, 1)})`,
    () => `${quoted(subject(random))} ${random.pick(['~', '~*', '!~'])} ${quoted(pattern(random))}`,
    () => `substring(${quoted(subject(random))} from ${quoted(pattern(random))})`,
    () =>
      `${random.pick(['jsonb_path_query_array', 'jsonb_path_query', 'jsonb_path_query_first', 'jsonb_path_exists'])}(${quoted(random.pick(DOCUMENTS))}, ${quoted(jsonPath(random))})`,
    () => `jsonb_path_query_array(${quoted(random.pick(DOCUMENTS))}, ${quoted(jsonPath(random))}, '{}', true)`,
    () => `${quoted(jsonPath(random))}::jsonpath`,
    () => `${quoted(random.pick(DOCUMENTS))}::jsonb ${random.pick(['@?', '@@'])} ${quoted(jsonPath(random))}`,
  ])()
}

/** @param {Random} random @returns {SqlNode} a SELECT of one conversion or call */
export function oddStatement(random) {
  if (random.chance(0.45)) {
    const type = random.pick(TYPES_READ)
    const value = `'${oddText(random)}'`
    return sql`SELECT ${random.chance(0.7) ? `${value}::${type}` : `CAST(${value}::text AS ${type})`}`
  }
  if (random.chance(0.4)) return sql`SELECT ${ofLanguage(random)}`
  const call = random.pick(CALLS)
  return sql`SELECT ${call.replace(/\?(int4range|int4\[\]|text\[\]|timestamptz|timestamp|interval|numeric|float8|jsonb|bytea|date|time|text|bool|int2|int4|int8)/g, (_, type) => argument(random, type))}`
}

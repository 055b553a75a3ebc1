-- Inputs at the edge: digits that run over before they go wrong, floats in base 16, lengths that overflow, intervals below zero.
select overlay('abc' placing 'a' from 1 for 2147483647)
select to_char(INTERVAL '1 mon -1 day', 'YYYY MM DD HH24'), to_char(interval '-1 mon -5 day -3 hours', 'MM DD HH24 HH12 MI SS YYYY YY MS DDD Q CC WW')
select to_char(interval '-14 mon -5 day -3 hours -4 min -5.5 sec', 'FMMM FMDD FMHH24 FMMI FMSS YYYY YYY YY Y MS US FMDDD ID D SSSS')
select to_char(interval '-14 mon', 'RM'), to_char(interval '-10 days', 'DD DDD FMDD')
select width_bucket(11, 0.0, 10.0, 2147483647)
select width_bucket(11::float8, 0.0, 10.0, 2147483647)
select '0x1f'::float8, '0x1p3'::float8, ' 0x.8 '::float4, '-0X1.8p-2'::float8
select '0x'::float8
select '0x1g'::float8
select '0x1p'::float8
select '-21474836.48'::int2
select '99999x'::int2
select '9999999999x'::int4
select '99999999999999999999x'::int8
select '1x'::int8
select length(round(3.14159::numeric, 2147483647)::text), length(trunc(3.14159::numeric, 100000)::text), round(3.1, -2147483648), trunc(5::numeric, -2147483648), round(55::numeric, -1)
select '["2000-01-01","2001-01-01")'::regclass
select 'a b'::regclass
select '{"a\"b%"}'::regclass
select 'a..b'::regclass
select '"a'::regclass
select '""'::regclass
select ' a '::regclass
select format_type(1560, -1), format_type(1560, null), format_type(1560, 3), format_type(1042, -1), format_type(1042, null)
select interval '-39:00:52.999999' / 2, interval '1.000001 sec' / 2, interval '0.000003 sec' / 2, interval '0.000001 sec' * 2.5, make_interval(secs => 0.0000025), make_time(1, 2, 3.0000005)
SELECT (repeat('0', 1000) || '5')::int8, ('-' || repeat('0', 1000) || '7')::int8, (' +' || repeat('0', 60) || '9 ')::int8, (repeat('0', 1000) || '6')::oid, (repeat('0', 50) || '18446744073709551615')::oid;
SELECT repeat('9', 50)::int8;
SELECT ('-' || repeat('9', 50))::int8;
SELECT repeat('9', 50)::oid;
SELECT repeat('1', 50)::regtype;
SELECT (repeat('1', 50) || 'x')::int4;
SELECT (repeat('0', 50) || '1x')::int8;

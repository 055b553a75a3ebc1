-- Fields are escaped where the delimiter is within them.
COPY (SELECT '1,000'::money AS c) TO STDOUT WITH (FORMAT text, DELIMITER ',', HEADER true);
COPY (SELECT '1,000'::money AS c, 5 as d) TO STDOUT WITH (FORMAT csv, DELIMITER ',', HEADER true);
COPY (SELECT '1,000'::money AS c, 5 as d) TO STDOUT WITH (FORMAT csv);
COPY (SELECT 1.5::money AS c, 1.5::numeric as d, array[1,2] as e) TO STDOUT WITH (FORMAT text, DELIMITER ',');
COPY (SELECT 1.5::money AS c, 1.5::numeric as d, array[1,2] as e) TO STDOUT WITH (FORMAT text, DELIMITER '.');
COPY (SELECT 1.5::money AS c, -1 as d, array[1,2] as e) TO STDOUT WITH (FORMAT text, DELIMITER '-');
COPY (SELECT 1.5::money AS c, 1.5::numeric as d, true as e, '2020-01-02 10:00'::timestamp, interval '1 day 02:00', '10:00'::time, '1.2.3.4'::inet, '{"a": 1}'::jsonb, b'101', '(1,2)'::point, int4range(1,3)) TO STDOUT WITH (FORMAT text, DELIMITER ':');
COPY (SELECT 1.5::money AS c, 1.5::float8 as d, true as e, '2020-01-02 10:00'::timestamp, interval '1 day 02:00', '10:00'::time, '1.2.3.4'::inet, '{"a": 1}'::jsonb, b'101', '(1,2)'::point, int4range(1,3), '{1,2}'::int[], '2020-01-01'::date) TO STDOUT WITH (FORMAT text, DELIMITER ',');
COPY (SELECT  '2020-01-01'::date, '00000000-0000-0000-0000-000000000000'::uuid, -5, -5::int8, -5::int2, -5::numeric, -5.5::float4, '-1 day'::interval) TO STDOUT WITH (FORMAT text, DELIMITER '-');
create table "a|b" (i int);
COPY (SELECT '"a|b"'::regclass, 5, -6.5, 1e30::float8, 'a'::text, '(1,2)'::point, '-1'::money) TO STDOUT WITH (DELIMITER '|');
COPY (SELECT 1e30::float8, 1e-7::float4, -1, 2::oid, -1::bigint) TO STDOUT WITH (DELIMITER '+');
COPY (SELECT 1e30::float8, 1e-7::float4, -1, 2::oid, -1::bigint) TO STDOUT;

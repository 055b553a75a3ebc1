select '59'::timestamp;
select ' 42 '::timestamptz;
select '0'::date;
select '5'::date;
select '12 40'::date;
select '12 30'::date;
select '2000'::date;
select '0000'::date;
select '0 bc'::date;
select 'jan'::date;
select 'jan 40'::date;
select 'jan 0'::date;
select '10:00 0'::time;
select '10:00 5'::time;
select '1_000'::date;
select 'bc'::date;
select '2000-13-01'::date;
select '2000-00-01'::date;
select '2000-02-30'::date;
select '2000.366'::date, '2000-02-29'::date, '01/02/03'::date, '0099-01-01'::date, '99-01-01 bc'::date, 'jan 5 99 bc'::date;
select '2001.366'::date;
select '2000.0'::date;
select '13/1/2000'::date;
select '1/32/2000'::date;
select '10:00 j2451187'::time;
select extract(millenniums from interval '3000 years'), extract(microsecondsfoo from interval '3000 years'), extract(centuries from interval '3000 years'), date_trunc('millisecondsxx', timestamp '2020-01-01 1:1:1.23456'), extract(timezone_house from timestamptz '2020-01-01'), date_part('milleniumx', now()) is null
select date_trunc('milleniumx', now())
select interval '3 microsecondsandmore', interval '2 millenniums', interval '3 centurys'

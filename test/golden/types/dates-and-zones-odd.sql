-- Dates at the ends of their range beside other zones, letters for units, zones by short names, what Moscow's clock was called.
select '2020-01-01 10:00 MSK'::timestamptz, '2012-01-01 10:00 MSK'::timestamptz, '1990-07-01 10:00 MSD'::timestamptz, '2012-01-01 10:00 MSD'::timestamptz
select '2000-01-01 10:00 LMT'::timestamptz
select '1800-01-01 10:00 LMT'::timestamptz
set timezone='America/New_York'
select '1800-01-01 10:00 LMT'::timestamptz
set timezone = 'UTC'
select '2020-01-01 10:00 MSK'::timestamptz at time zone 'MSK', '2012-01-01 10:00'::timestamp at time zone 'MSK', '1991-01-01 10:00'::timestamp at time zone 'MSK', '2020-06-01 10:00'::timestamp at time zone 'MSD'
select '10:00 MSK'::timetz, '10:00 MSD'::timetz
select '1970-01-01 10:00 IST'::timestamptz, '1970-01-01 10:00 BST'::timestamptz, '1970-01-01 10:00 EST'::timestamptz, '1970-01-01 10:00 EDT'::timestamptz
select '1995-07-01 10:00 ALMST'::timestamptz, '2010-07-01 10:00 YEKT'::timestamptz, '2015-07-01 10:00 YEKT'::timestamptz, '1990-07-01 10:00 YEKST'::timestamptz
select '2010-07-01 10:00 TRT'::timestamptz
select '1980-07-01 10:00 KST'::timestamptz, '1980-07-01 10:00 VET'::timestamptz, '2010-07-01 10:00 VET'::timestamptz, '2020-07-01 10:00 VET'::timestamptz
select '4714-11-24 BC'::date, '4713-01-01 BC'::date, '4714-11-23 BC'::date
select '4714-11-24 00:00:00 BC'::timestamp, '4714-11-23 23:59:59 BC'::timestamp
select '4714-11-24 00:00:00+00 BC'::timestamptz
select '4714-11-24 00:00:00+01 BC'::timestamptz
set timezone='Asia/Tokyo'
select '4714-11-24 BC'::date < '4713-01-01 00:00 BC'::timestamptz
select '4714-11-24 BC'::date = '4714-11-24 00:00:00+00 BC'::timestamptz
select '4714-11-24 BC'::date < '4714-11-24 00:00:00+00 BC'::timestamptz
select '4714-11-24 00:00 BC'::timestamp < '4714-11-24 00:00:00+00 BC'::timestamptz
select '4714-11-24 00:00 BC'::timestamp::timestamptz
select '4714-11-24 00:00:00+00 BC'::timestamptz
set timezone='America/New_York'
select '4714-11-24 00:00:00+00 BC'::timestamptz
select '4714-11-24 00:00:00+00 BC'::timestamptz::timestamp
select '4714-11-24 BC'::date = '4714-11-24 00:00:00+00 BC'::timestamptz
select '4714-11-24 00:00 BC'::timestamp > '4714-11-24 00:00:00+00 BC'::timestamptz
select '294276-12-31 23:59:59.999999'::timestamp < '294276-12-31 23:59:59.999999+00'::timestamptz
select '294276-12-31'::date < '294276-12-31 23:59:59+00'::timestamptz, '5874897-12-31'::date > '294276-12-31 23:59:59+00'::timestamptz, '5874897-12-31'::date > '294276-12-31 23:59:59'::timestamp
select 'infinity'::date = 'infinity'::timestamptz, '-infinity'::date = '-infinity'::timestamp, 'infinity'::date > '294276-12-31 23:59:59'::timestamp
select '5874897-12-31'::date::timestamp
select '5874897-12-31'::date < 'infinity'::timestamptz, '5874897-12-31'::date = 'infinity'::timestamptz, '4714-11-24 BC'::date > '-infinity'::timestamptz
select date '4714-11-24 BC' - 1
select timestamp '4714-11-24 BC' - interval '1 us'
select timestamptz '4714-11-24 00:00+00 BC' - interval '1 us'
select extract(year from date '4714-11-24 BC'), extract(julian from date '4714-11-24 BC'), extract(epoch from timestamp '4714-11-24 BC')
set timezone = 'UTC'
select 'Y2001M12D27H04M05S06.789'::timestamp, 'Y2001M12D27H04M05S06.789-08'::timestamptz, 'Y2001M12D27H04MM05S06.789'::timestamp
select 'Y2001M12D27H04MM05S06.789-08'::timestamptz, 'y2001m12d27'::date, 'Y2001M12D27T040506'::timestamp
select 'Y2001M12D27H04'::timestamp
select 'Y2001M12D27H04M05'::timestamp
select 'Y2001 M12 D27 H04 M05 S06.789'::timestamp
select 'M12D27Y2001'::date
select 'J2452271'::date, 'J2452271+08'::timestamptz, 'J2452271.5+08'::timestamptz, 'J2452271 04:05:06+08'::timestamptz, 'J2452271T040506+08'::timestamptz, 'J2452271T040506.789+08'::timestamptz
select '20011227 040506+08'::timestamptz, '20011227T040506+08'::timestamptz, '20011227 040506.789+08'::timestamptz, '20011227T040506.789-08'::timestamptz, '2001-12-27T04:05:06.789-08'::timestamptz, '2001.12.27 04:05:06.789-08'::timestamptz
select '27/12/2001 04:05:06.789-08'::timestamptz
select '12/27/2001 04:05:06.789-08'::timestamptz
select 'T040506.789'::time, 'T040506.789+08'::timetz, 'T04:05:06.789+08'::timetz, 'T040506+08'::timetz, '040506.789+08'::timetz, '040506.789-08'::timetz, '04:05:06 PST'::timetz
select '2001-12-27 04:05:06.789 America/New_York'::timestamptz, '2001-12-27 allballs'::timestamptz, '2001.358'::timestamp, '2001-358'::date, '2001358'::date, '1.5.2001'::date, '99-1-8'::date, '1999 Jan 08'::date, '08 Jan 99'::date, 'Jan 08 1999'::date, '99 08 Jan'::date
select '2001-12-27 24:00:00'::timestamp, '2001-12-27 23:59:60'::timestamp
select '2001-12-27 24:00:01'::timestamp
select '2001-12-27 04:05:06 AM'::timestamp, '2001-12-27 12:05:06 AM'::timestamp, '2001-12-27 12:05 PM'::timestamp, '2001-12-27 04 PM'::timestamp
select '2001-12-27 13:05 PM'::timestamp
select '2001-12-27 0:05 AM'::timestamp
select 'Thu Dec 27 04:05:06 2001 PST'::timestamptz, 'Thu Dec 27 04:05:06 PST 2001'::timestamptz, 'Dec 27 2001 4:05:06.789 PM PST'::timestamptz
select '2001-12-27 04:05:06 PST8PDT'::timestamptz, '2001-07-27 04:05:06 PST8PDT'::timestamptz, '2001-12-27 04:05:06 UTC+3'::timestamptz, '2001-12-27 04:05:06 GMT-5'::timestamptz
select make_timestamptz(2020,1,1,10,0,0,'MSK'), make_timestamptz(2012,1,1,10,0,0,'MSK'), make_timestamptz(2020,1,1,10,0,0,'EST'), make_timestamptz(2020,1,1,10,0,0,'+3'), make_timestamptz(2020,1,1,10,0,0,'-3:30')
select make_timestamptz(2020,1,1,10,0,0,'EST5EDT'), make_timestamptz(2020,7,1,10,0,0,'PST8PDT')
select make_timestamptz(2020,1,1,10,0,0,'Europe/Paris'), make_timestamptz(2020,1,1,10,0,0,'europe/paris')
select make_timestamptz(2020,1,1,10,0,0,'3')
select make_timestamptz(2020,1,1,10,0,0,'+03:00:30')
select make_timestamptz(2020,1,1,10,0,0,'+')
select make_timestamptz(2020,1,1,10,0,0,'')
select make_timestamptz(2020,1,1,10,0,0,'nosuch')
select make_timestamptz(2020,1,1,10,0,0,'Z'), make_timestamptz(2020,1,1,10,0,0,'z')
select make_timestamptz(2020,1,1,10,0,0,'zulu')
select make_timestamptz(2020,1,1,10,0,0,'+16')
select make_timestamptz(2020,1,1,10,0,0,'+15:59:59')
select make_timestamptz(2020,1,1,10,0,0,'UTC'), make_timestamptz(2020,1,1,10,0,0,'X'), make_timestamptz(2020,1,1,10,0,0,'A')
select make_timestamptz(2020,1,1,10,0,0,'FOO+2')
select make_timestamptz(2020,1,1,10,0,0,'<FOO>+2')
select timezone('MSK', '2012-01-01 10:00'::timestamptz), timezone('msk', '10:00+00'::timetz)
select '2020-01-01 10:00 zulu'::timestamptz, '2020-01-01 10:00 z'::timestamptz, '2020-01-01 10:00Z'::timestamptz
select to_timestamp('2012-01-01 10:00 MSK', 'YYYY-MM-DD HH24:MI TZ')
select to_timestamp('2012-01-01 10:00 +03', 'YYYY-MM-DD HH24:MI OF'), to_char('2012-01-01 10:00 MSK'::timestamptz, 'TZ tz OF TZH:TZM')
set timezone='Europe/Moscow'
select ts at time zone 'Europe/Moscow' from generate_series('2011-03-26 22:00+00'::timestamptz, '2011-03-27 02:00+00', '1 hour') ts
select to_char(t, 'YYYY-MM-DD TZ') from unnest(array['1990-01-01 UTC', '1990-07-01 UTC', '2011-03-01 UTC', '2011-06-01 UTC', '2012-01-01 UTC', '2014-07-01 UTC', '2014-12-01 UTC', '2020-01-01 UTC']::timestamptz[]) t

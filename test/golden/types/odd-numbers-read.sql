-- Texts that PostgreSQL reads number by number.
select '1999-18'::oidvector, '12+3 4'::oidvector, ''::oidvector, ' 5 '::oidvector
select '1 2x'::oidvector
select '5-'::oidvector
select '2000-01-01'::macaddr, '08002b-01-0'::macaddr
select '08002b-01-1'::macaddr
select '-8:00:2b:01:02:03'::macaddr
select 'P-1W'::interval, 'P1Y-2M'::interval, 'PT-.5S'::interval, 'P1.5Y'::interval
select 'P+1W'::interval
select 'P1Y+2M'::interval
select 'PT 1H'::interval
select 'PT+1H'::interval

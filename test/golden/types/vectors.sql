-- int2vector and oidvector are arrays that print as lists of numbers, whichever way they reach the client.
select '1 2'::int2vector, '3 4'::oidvector, '1 2'::int2vector::text;
create table v (a int, b int);
create index on v (b, a);
select indkey, indkey[0], indkey::text, indclass from pg_index where indrelid = 'v'::regclass;
drop table v;

-- Plans are made with an eye on what moments are: each of SQL's clocks in a condition that an index could answer.
create table moments (id int primary key, at timestamptz, day date, t time, ts timestamp);
insert into moments select i, now() + i * interval '1 day', current_date + i, '12:00', localtimestamp + i * interval '1 day' from generate_series(-5, 5) i;
create index on moments (at);
analyze moments;
select count(*) from moments where at <= statement_timestamp();
select count(*) from moments where at <= clock_timestamp();
select count(*) from moments where at <= transaction_timestamp() and at > now() - interval '2 days';
select count(*) from moments where ts <= statement_timestamp() and day <= statement_timestamp()::date;
select count(*) from moments where at between statement_timestamp() - interval '3 days' and statement_timestamp() + interval '1 hour';
select count(*) from moments where day < current_date and ts < localtimestamp and at < current_timestamp;
select count(*) from moments where extract(epoch from at) <= extract(epoch from statement_timestamp()) and to_char(at, 'J')::int > to_char(now(), 'J')::int - 2;
select count(*) from moments where at <= statement_timestamp() at time zone 'UTC' + interval '12 hours' and age(at) > interval '-1 year';
select count(*) from moments where (at, id) <= (statement_timestamp(), 0);
select count(*) from moments where t < current_time::time or t >= localtime or t is not null;
prepare moments_p (int) as select count(*) from moments where at < statement_timestamp() + $1 * interval '1 day';
execute moments_p(2);
execute moments_p(-2);

-- What constants decide does not count where only immutable functions may stand.
create table x(id int, a int[], b int[]);
CREATE INDEX ON x ((position(NULL::text in to_char(INTERVAL '1 mon 3 days', 'DD HH12 MI'))));
CREATE INDEX ON x ((COALESCE(host('2001:db8::/32'::inet), to_json(true)::text)));
create index on x (id) where case when true then id > 1 else now() > '2020-01-01' end;
create index on x ((case when id > 1 then now() end));
create index on x (id) where now() is null;
create table pp (a int, b timestamptz) partition by range ((coalesce(a, extract(epoch from now())::int)));
create table pp (a int, b timestamptz) partition by range ((case when true then a else extract(epoch from now())::int end));
create table gg (a int, b timestamptz generated always as (case when true then '2020-01-01'::timestamptz else now() end) stored);
alter table x add check (case when true then id > 0 else now() > '2020-01-01' end);
create index on x ((random() * 0));
create index on x ((null::int + random()));
select pg_get_indexdef(indexrelid) from pg_index where indrelid = 'x'::regclass order by 1;
drop table x, gg;

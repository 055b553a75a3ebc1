-- an entry that no page of an index takes: what is said of it; a transaction that changed nothing is committed all the same
create table bt(a text);
create index bti on bt(a);
insert into bt values ('1'), ('2'), ('3');
insert into bt select string_agg(md5(g::text), '') from generate_series(1, 200) g;
insert into bt select string_agg(md5(g::text), '') from generate_series(1, 2000) g;
insert into bt select string_agg(md5(g::text), '') || 'x' from generate_series(1, 84) g;
insert into bt select string_agg(md5(g::text), '') || 'xxxxxxxxxxxxxxxxxxx' from generate_series(1, 84) g;
update bt set a = (select string_agg(md5(g::text), '') from generate_series(1, 200) g) where a = '2';
drop index bti;
insert into bt select string_agg(md5(g::text), '') from generate_series(1, 200) g;
create index bti on bt(a);
select count(*) from bt;
select set_config('my.x', pg_current_xact_id()::text, false) <> '';
select pg_xact_status(current_setting('my.x')::xid8);
begin; select set_config('my.x', pg_current_xact_id()::text, false) <> ''; rollback;
select set_config('my.x', pg_current_xact_id()::text, false) <> '' from bt where a = '1' for update;
select pg_xact_status(current_setting('my.x')::xid8);
begin; select set_config('my.y', (pg_current_xact_id()::text::int8 - 1)::text, true) <> ''; update bt set a = a || 'x' where a = '1'; rollback;

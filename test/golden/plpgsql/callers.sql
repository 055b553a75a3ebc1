-- What an exception handler and GET DIAGNOSTICS say of the callers, their statements included.
create table tt (a int, said text)
create function tf() returns trigger language plpgsql as $$ declare c text; begin begin begin raise 'x'; exception when others then raise; end; exception when others then get stacked diagnostics c = pg_exception_context; new.said := c; end; get diagnostics c = pg_context; new.said := concat_ws('|', new.said, c); return new; end $$
create trigger tg before insert on tt for each row execute function tf()
create function ins() returns text language plpgsql as $$ declare t text; begin insert into tt values (1) returning said into t; execute 'insert into tt values (2)'; return t; end $$
select ins()
select * from tt
create function o2() returns void language plpgsql as $$ begin perform 1/0; exception when others then raise; end $$
create function o1() returns text language plpgsql as $$ declare c text; begin perform o2(); exception when others then begin raise; exception when others then get stacked diagnostics c = pg_exception_context; return c; end; end $$
select o1()
create function stuck() returns text language plpgsql as $$ declare c text; begin begin declare x int not null := null; begin null; end; exception when others then get diagnostics c = pg_context; begin return c; end; end; end $$
select stuck()
create function several() returns setof int language plpgsql as $$ begin return query execute 'select 1; select 2'; return query execute 'delete from tt where false'; end $$
select * from several()
create or replace function several() returns setof int language plpgsql as $$ declare n int; begin return query execute 'select 1; select 2'; get diagnostics n = row_count; return next n; end $$
select * from several()
create function ends() returns text language plpgsql as $$ declare c text; begin execute 'commit'; exception when others then get stacked diagnostics c = pg_exception_context; return c; end $$
select ends()
create procedure counted() language plpgsql as $$ begin end $$
create function counts() returns int language plpgsql as $$ declare n int; begin perform 1 from generate_series(1, 3); call counted(); get diagnostics n = row_count; return n; end $$
select counts()
create function element() returns int language plpgsql as $$ declare n int; a int[]; begin get diagnostics a[1] = row_count; return n; end $$
create function named() returns int language plpgsql as $$ declare c cursor (k int) for select k; begin open c(k => 1); return 1; end $$
drop function ins(), o1(), o2(), stuck(), several(), ends(), counts()
drop procedure counted()
drop table tt
drop function tf()
create table guarded_rows (a int)
alter table guarded_rows enable row level security
create policy guarded_all on guarded_rows using (true)
do $$ declare n record; pol record; c record; begin for n in select 'guarded_rows' as name loop for pol in select policyname from pg_policies where tablename = n.name loop raise notice '%', pol.policyname; end loop; end loop; for c in select indexname from pg_indexes where tablename = n.name loop null; end loop; end $$
create function of_views(u text, s text) returns bigint language sql as $$ select count(*) from pg_user where usename = u and s is not null $$
select of_views('postgres', 'x')
create function since_statement(x int) returns bool language sql as $$ select exists (select 1 from guarded_rows where a = x and now() >= statement_timestamp() and current_date < statement_timestamp()) $$
select since_statement(1)
drop table guarded_rows cascade

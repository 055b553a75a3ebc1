create table told (n int generated always as identity, what text)
create function r1(n int) returns text language plpgsql as $$ declare s text := ''; c text; begin for i in 1..n loop begin if i = 1 then raise exception 'one'; elsif i = 2 then raise division_by_zero using detail = 'd'; elsif i = 3 then perform 1 / (i - 3); elsif i = 4 then continue; elsif i = 5 then exit; end if; s := s || 'no'; exception when division_by_zero then get stacked diagnostics c = pg_exception_context; s := s || sqlerrm || ' ' || c || ';'; when raise_exception then s := s || sqlstate || sqlerrm || ';'; end; end loop; return s; end $$
select r1(6)
create function r2() returns text language plpgsql as $$ declare s text := ''; begin begin begin raise exception 'inner' using errcode = 'ZX001'; exception when sqlstate 'ZX002' then s := s || 'wrong'; end; exception when others then s := s || sqlstate; begin raise exception 'again %', sqlerrm; exception when others then s := s || ' ' || sqlerrm; end; s := s || ' ' || sqlerrm; raise; end; return s; exception when others then return s || ' out ' || sqlerrm; end $$
select r2()
create function r3() returns int language plpgsql as $$ begin begin insert into told (what) values ('gone'); for r in select 1 loop for i in 1..2 loop raise exception 'from loops'; end loop; end loop; exception when others then insert into told (what) values ('kept ' || sqlerrm); return 1; end; return 2; end $$
create or replace function r3() returns int language plpgsql as $$ declare r record; begin begin insert into told (what) values ('gone'); for r in select 1 loop for i in 1..2 loop raise exception 'from loops'; end loop; end loop; exception when others then insert into told (what) values ('kept ' || sqlerrm); return 1; end; return 2; end $$
select r3()
select what from told
create function r4() returns int language plpgsql as $$ begin begin raise exception 'not taken' using errcode = '22012'; exception when unique_violation then return 1; end; return 2; end $$
select r4()
create function r5() returns int language plpgsql as $$ begin begin raise exception '%', 1 / 0; exception when division_by_zero then raise exception 'in the handler'; end; end $$
select r5()
create function r6() returns setof text language plpgsql as $$ declare e text; begin begin raise exception using message = 'm', errcode = 'nope'; exception when others then return next sqlstate || sqlerrm; end; begin raise exception 'x' using errcode = null; exception when others then return next sqlstate || sqlerrm; end; begin <<in_it>> begin exit in_it; end; raise no_data_found; exception when no_data_found then return next 'found ' || sqlerrm; end; begin create table made (i int); raise exception 'undone'; exception when others then return next coalesce(to_regclass('made')::text, 'no table'); end; end $$
select * from r6()
select 'text ' || 5, 5 || ' text', 't' || 1.50, true || 't', 't' || null::int, 't' || row(1, 'x'), 't' || date '2020-01-02', 't' || '1 day'::interval, 't' || 'x  '::char(5), 't' || '10.0.0.1'::inet, 't' || 1e20::float8, 't' || '\x01ff'::bytea, length('aé😀b' || 12345), lpad('é😀', 5, '·'), length(repeat('😀', 40))
do $$ <<outermost>> declare s text := ''; begin raise exception 'a'; exception when others then begin <<in_it>> begin raise exception 'b % %', sqlerrm, sqlstate; exception when others then raise notice '% % %', sqlerrm, in_it.sqlerrm, outermost.sqlerrm; exit outermost; end; end; end $$
do $$ declare sqlerrm text := 'own'; begin raise notice '%', sqlerrm; begin raise notice '%', sqlerrm; raise division_by_zero; exception when others then raise notice '%', sqlerrm; end; raise notice '%', sqlerrm; end $$
do $$ begin raise notice '%', sqlerrm; exception when others then raise notice '%', sqlerrm; end $$
set client_min_messages = debug1
do $$ begin raise debug 'heard %', 1; raise log 'and this'; raise info 'i'; end $$
set client_min_messages = log
do $$ begin raise debug 'not heard %', 1; raise log 'but this'; raise info 'i'; end $$
set client_min_messages = error
do $$ begin raise warning 'not heard'; raise info 'always'; raise debug 'no' using errcode = 'nope'; end $$
reset client_min_messages

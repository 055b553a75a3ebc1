create table t1(a int)

insert into t1 values (7)

create procedure pr2(int) language sql as $$ insert into t1 values (1); insert into t1 values (1/$1) $$

create function rc() returns refcursor language plpgsql as $$ declare c refcursor := 'cc'; begin open c for execute 'execute pp'; return c; end $$;

prepare pp as values (1),(2);

begin;

select rc();

fetch all from cc;

rollback;

create function rc2(t text) returns refcursor language plpgsql as $$ declare c refcursor := 'cc'; begin open c for execute t; return c; end $$;

begin;

select rc2('show work_mem');

fetch all from cc;

rollback;

begin;

select rc2('explain (costs off) select 1');

fetch all from cc;

rollback;

begin;

select rc2('insert into t1 values (5) returning a');

fetch all from cc;

rollback;

begin;

select rc2('insert into t1 values (5)');

rollback;

prepare ins as insert into t1 values (7) returning a;

begin;

select rc2('execute ins');

fetch all from cc;

rollback;

prepare ins2 as insert into t1 values (7);

begin;

select rc2('execute ins2');

fetch all from cc;

rollback;

begin;

select rc2('execute nope');

fetch all from cc;

rollback;

prepare pq(int) as select $1, a from t1;

begin;

select rc2('execute pq(3)');

fetch all from cc;

rollback;

begin;

select rc2('execute pq');

fetch all from cc;

rollback;

do $$ declare r record; begin for r in execute 'execute pp' loop raise notice '%', r; end loop; end $$;

do $$ declare r record; begin for r in execute 'show work_mem' loop raise notice '%', r; end loop; end $$;

do $$ declare r record; begin for r in execute 'explain (costs off) select 1' loop raise notice '%', r; end loop; end $$;

do $$ declare r record; begin for r in execute 'execute ins' loop raise notice '%', r; end loop; end $$;

do $$ declare r record; begin for r in execute 'execute ins2' loop raise notice '%', r; end loop; end $$;

do $$ declare r record; begin for r in execute 'create table xx(a int)' loop raise notice '%', r; end loop; end $$;

create function rq(t text) returns setof int language plpgsql as $$ begin return query execute t; end $$;

select * from rq('execute pp');

select * from rq('execute ins');

select * from rq('execute ins2');

select * from rq('show work_mem');

begin;

declare dd cursor for values (1),(2),(3);

select rc2('fetch 2 from dd');

fetch all from cc;

rollback;

begin;

declare dd cursor for values (1),(2),(3);

select * from rq('fetch 2 from dd');

rollback;

begin;

declare dd cursor for values (1),(2),(3);

select rc2('move 2 from dd');

rollback;

begin;

select rc2('call pr2(1)');

rollback;

create procedure po(inout a int) language plpgsql as $$ begin a := a + 1; end $$;

begin;

select rc2('call po(1)');

fetch all from cc;

rollback;

select * from rq('call po(1)');

do $$ declare r record; begin for r in execute 'call po(4)' loop raise notice '%', r; end loop; end $$;

do $$ declare c cursor for call po(4); r record; begin for r in c loop raise notice '%', r; end loop; end $$;

do $$ declare c refcursor; r record; begin open c for execute 'execute pq(2)'; fetch c into r; raise notice '%', r; move backward 1 from c; fetch last from c into r; raise notice '%', r; close c; end $$;

do $$ declare c refcursor; r record; begin open c scroll for execute 'execute pq(2)'; fetch last from c into r; raise notice '%', r; fetch first from c into r; raise notice '%', r; close c; end $$;

do $$ declare c refcursor; r record; begin open c no scroll for show work_mem; fetch c into r; raise notice '%', r; close c; end $$;

create table t (id int primary key, v text, n int)

insert into t select i, 'v' || i, i * 10 from generate_series(1, 6) i

do $$ declare c cursor (a int, b int default 5) for select id, v from t where id between a and b order by id; r record; begin for r in c(4) loop raise notice '%', r; end loop; for r in c(b := 2, a := 1) loop raise notice '%', r; end loop; for r in c(2, b => 3) loop raise notice '%', r; end loop; end $$

do $$ declare c cursor (a int, b int) for select 1; begin open c(1); end $$

do $$ declare c cursor (a int, b int) for select 1; begin open c(1, a := 2); end $$

do $$ declare c cursor (a int, b int) for select 1; begin open c(1, z := 2); end $$

do $$ declare c cursor (a int) for select 1; begin open c; end $$

do $$ declare c cursor for select 1; begin open c(1); end $$

do $$ declare c cursor for select id from t order by id; x int; begin open c; fetch c into x; alter table t add column z int; fetch c into x; raise notice '%', x; close c; end $$

do $$ declare c cursor for select * from t order by id; r record; begin open c; fetch c into r; raise notice '%', r; move 2 from c; fetch c into r; raise notice '%', r; fetch prior from c into r; raise notice '%', r; end $$

do $$ declare c scroll cursor for select * from t order by id; r record; n int; begin open c; fetch last from c into r; raise notice '%', r; fetch absolute -2 from c into r; raise notice '%', r; fetch relative -1 from c into r; raise notice '%', r; move absolute 0 from c; get diagnostics n = row_count; raise notice 'moved % %', n, found; fetch relative 0 from c into r; raise notice '% %', r, found; move forward all from c; get diagnostics n = row_count; raise notice 'moved % %', n, found; move backward 100 in c; get diagnostics n = row_count; raise notice '% %', n, found; end $$

do $$ declare c no scroll cursor for select * from t order by id; r record; begin open c; fetch c into r; fetch c into r; fetch prior from c into r; end $$

do $$ declare c refcursor; r t; begin open c for select * from t order by id; fetch c into r; update t set n = -1 where current of c; close c; end $$

do $$ declare c refcursor; r t; begin open c for select * from t where id < 3; loop fetch c into r; exit when not found; update t set n = r.n + 1 where current of c; end loop; close c; raise notice '%', (select array_agg(n order by id) from t); end $$

do $$ declare c cursor for select * from t where id > 4 for update; begin for r in c loop delete from t where current of c; end loop; raise notice '%', (select count(*) from t); end $$

do $$ declare c refcursor := 'gone'; begin delete from t where current of c; end $$

do $$ declare c refcursor := 'mine'; r record; begin open c for execute 'select $1 + id as q from t where id < $2 order by 1' using 100, 3; fetch mine into r; raise notice '%', r; fetch c into r; raise notice '% %', r, c; open c for select 1; end $$

do $$ declare c refcursor; begin fetch c into c; end $$

do $$ declare c refcursor; begin close c; end $$

do $$ declare c refcursor := 'nope'; begin close c; end $$

do $$ declare c int; begin open c for select 1; end $$

do $$ declare c refcursor; begin for r in c loop null; end loop; end $$

do $$ declare c cursor for select 1 x; begin open c; for r in c loop null; end loop; end $$

do $$ declare c cursor for select 1 x; r record; begin for r in c loop close c; end loop; end $$

do $$ declare c cursor for select x from generate_series(1, 3) x; begin for r in c loop raise notice '%', r.x; exit when r.x = 2; end loop; open c; fetch c into r; end $$

do $$ declare c cursor for select x from generate_series(1, 3) x; begin for r in c loop raise notice '%', r.x; r.x := 9; exit when r.x = 2; end loop; raise notice '%', c; end $$

create function opens(refcursor) returns refcursor language plpgsql as $$ begin open $1 for select * from t order by id; return $1; end $$

begin

select opens('cc')

fetch 2 from cc

move 1 in cc

fetch all in cc

select name, statement, is_holdable, is_binary, is_scrollable from pg_cursors

select opens('cc')

rollback

begin

select opens(null)

fetch 1 from "<unnamed portal 1>"

rollback

do $$ declare c cursor is select id from t order by id; x int; y int; begin open c; fetch c into x, y; raise notice '% %', x, y; end $$

do $$ declare c cursor is select id, v from t order by id; x int; begin open c; fetch c into x; raise notice '%', x; end $$

do $$ declare c cursor is select id, v from t order by id; p t; begin open c; fetch c into p; raise notice '%', p; fetch absolute 99 from c into p; raise notice '% %', p, found; end $$

set plpgsql.extra_warnings = 'all'

do $$ declare c cursor is select id, v from t order by id; x int; begin open c; fetch c into x; raise notice '%', x; end $$

do $$ declare x int; begin select id, v into x from t order by id; end $$

do $$ declare x int; y int; begin select id into x, y from t order by id limit 1; end $$

do $$ declare x int; begin select id into x from t order by id; end $$

do $$ declare x int; begin declare x text; begin null; end; for x in 1..1 loop null; end loop; end $$

create function sh(x int) returns int language plpgsql as $$ declare x int; begin return x; end $$

create function sh2(out x int) language plpgsql as $$ begin declare x int; begin x := 1; end; end $$

select sh(1), sh2()

set plpgsql.extra_warnings = 'shadowed_variables, too_many_rows'

do $$ declare x int; begin select id into x from t order by id; declare x int; begin end; end $$

set plpgsql.extra_warnings = 'none'

set plpgsql.extra_errors = 'too_many_rows'

do $$ declare x int; begin select id into x from t where id = 1; raise notice '%', x; select id into x from t; end $$

do $$ declare x int; begin update t set n = n returning id into x; raise notice '%', x; end $$

set plpgsql.extra_errors = 'strict_multi_assignment'

do $$ declare x int; y int; begin select 1 into x, y; end $$

do $$ declare x int; y int; begin select 1, 2, 3 into x, y; end $$

do $$ declare x int; y int; begin for x, y in select 1 loop null; end loop; end $$

do $$ declare r t; begin select 1 into r; end $$

do $$ declare r t; begin select 1, 'a', 2, 3, 4 into r; end $$

do $$ declare r t; begin r := row(1); end $$

do $$ declare r record; begin select 1, 2 into r; raise notice '%', r; end $$

set plpgsql.extra_errors = 'shadowed_variables'

do $$ declare x int; begin declare x int; begin end; end $$

create function sh3(a int) returns int language plpgsql as $$ declare a int; begin return 1; end $$

set plpgsql.extra_errors = 'nonsense'

set plpgsql.extra_errors = 'all, none'

set plpgsql.extra_warnings = 'shadowed_variables, nonsense'

show plpgsql.extra_errors

reset plpgsql.extra_errors

reset plpgsql.extra_warnings

set plpgsql.check_asserts = off

do $$ begin assert false, 'no'; raise notice 'passed'; end $$

reset plpgsql.check_asserts

do $$ begin assert 1 = 1; assert null, 'null ' || 1; end $$

do $$ begin assert false; end $$

do $$ begin begin assert false, 'm'; exception when assert_failure then raise notice 'caught % %', sqlstate, sqlerrm; end; end $$

do $$ begin begin assert false, 'm'; exception when others then raise notice 'others'; end; end $$

do $$ begin assert 'x'; end $$

do $$ begin assert (select count(*) from t); end $$

set plpgsql.variable_conflict = 'use_column'

do $$ declare id int := 99; begin raise notice '%', (select count(*) from t where id = id); end $$

set plpgsql.variable_conflict = 'use_variable'

do $$ declare id int := 99; begin raise notice '%', (select count(*) from t where id = id); end $$

do $$ #variable_conflict use_column
declare id int := 99; begin raise notice '%', (select count(*) from t where id = id); end $$

reset plpgsql.variable_conflict

do $$ declare id int := 99; begin raise notice '%', (select count(*) from t where id = id); end $$

do $$ declare id int := 99; n int; begin insert into t (id, v) values (id, 'x') on conflict (id) do update set n = t.n; select t.n into n from t where t.id = 99; delete from t where t.id = 99; end $$

do $$ <<b>> declare id int := 1; begin raise notice '%', (select v from t where t.id = b.id); update t set n = b.id where t.id = b.id; end $$

create function vc(id int) returns text language plpgsql as $$ begin return (select v from t where t.id = vc.id); end $$

select vc(2)

create function vc2(id int) returns text language plpgsql as $$
#variable_conflict error
begin return (select v from t where id = 1); end $$

select vc2(2)

create function vc3(id int) returns text language plpgsql as $$
#variable_conflict use_variable
#print_strict_params on
#option dump
declare r text; begin select v into strict r from t where t.id > vc3.id; return r; end $$

select vc3(2)

create function vc4(id int, x text) returns text language plpgsql as $$
#print_strict_params on
declare r text; begin select v into strict r from t where t.id > vc4.id and v <> x; return r; end $$

select vc4(2, 'it''s')

select vc4(200, null)

create function vc5(id int) returns text language plpgsql as $$
#print_strict_params on
declare r text; begin execute 'select v from t where id > $1 and v <> $2' into strict r using id, 'a'; return r; end $$

select vc5(1)

set plpgsql.print_strict_params = on

do $$ declare a int := 5; r int; begin select id into strict r from t where n > a; end $$

do $$ declare a int := 5; r int; begin update t set n = n where n > a returning id into strict r; end $$

do $$ declare r int; begin select id into strict r from t; end $$

create function bad1() returns int language plpgsql as $$
#variable_conflict nope
begin return 1; end $$

create function bad2() returns int language plpgsql as $$
#nope
begin return 1; end $$

begin

declare c cursor for select 1/(5-g) q, g from generate_series(1, 9) g

fetch 1 from c

fetch 1 from c

fetch 1 from c

fetch 1 from c

fetch 1 from c

rollback

do $$ declare c cursor for select 1/(5-g) q, g from generate_series(1, 9) g; r record; begin open c; loop fetch c into r; raise notice '%', r; end loop; exception when division_by_zero then raise notice 'caught %', r; end $$

do $$ declare r record; begin for r in select 1/(5-g) q, g from generate_series(1, 9) g loop raise notice '%', r; end loop; exception when division_by_zero then raise notice 'caught %', r; end $$

create function f() returns void language plpgsql as $$ declare r record; begin for r in select 1/(5-g) q, g from generate_series(1, 9) g loop raise notice '%', r; end loop; exception when division_by_zero then raise notice 'caught'; end $$

select f()

create function f2() returns void language plpgsql as $$ declare r record; begin for r in select 1/(15-g) q, g from generate_series(1, 19) g loop raise notice '%', r; end loop; exception when division_by_zero then raise notice 'caught %', r; end $$

select f2()

create function f3() returns void language plpgsql as $$ declare r record; begin for r in select 1/(75-g) q, g from generate_series(1, 90) g loop raise notice '%', r.g; end loop; exception when division_by_zero then raise notice 'caught %', r; end $$

select f3()

do $$ declare r record; begin for r in select 1/(75-g) q, g from generate_series(1, 90) g loop if r.g > 72 then raise notice '%', r.g; end if; end loop; exception when division_by_zero then raise notice 'caught %', r; end $$

do $$ declare r record; begin for r in execute 'select 1/(75-g) q, g from generate_series(1, 90) g' loop if r.g > 72 then raise notice '%', r.g; end if; end loop; exception when division_by_zero then raise notice 'caught %', r; end $$

create function f4() returns setof int language plpgsql as $$ begin for i in 1..3 loop return next 1/(3-i); end loop; end $$

do $$ declare r int; begin for r in select * from f4() loop raise notice '%', r; end loop; end $$

begin

do $$ declare r record; begin for r in select 1/(5-g) q, g from generate_series(1, 9) g loop raise notice '%', r; end loop; exception when division_by_zero then raise notice 'caught'; end $$

rollback

create procedure p() language plpgsql as $$ declare r record; begin for r in select 1/(5-g) q, g from generate_series(1, 9) g loop raise notice '%', r; commit; end loop; end $$

call p()

create procedure p2() language plpgsql as $$ declare r record; begin for r in select 1/(5-g) q, g from generate_series(1, 9) g loop raise notice '%', r; end loop; end $$

call p2()

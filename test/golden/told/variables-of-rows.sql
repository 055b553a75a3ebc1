create type pt as (x int, y numeric(6,2))

create type seg as (a pt, b pt, tags text[])

create domain posint as int check (value > 0)

create domain pts as pt[] check (cardinality(value) < 4)

create domain dpt as pt check ((value).x is null or (value).x < 100)

create type deep as (s seg, m int[][], d posint, p pts, e dpt)

do $$ declare d deep; begin d.s.a.x := 1; d.s.b.y := 2.345; d.s.tags[3] := 'z'; raise notice '%', d; end $$

do $$ declare d deep; begin d.m[2][3] := 5; raise notice '%', d; end $$

do $$ declare d deep; begin d.m[2:3] := '{7,8}'; d.m[5] := 9; raise notice '%', d; end $$

do $$ declare d deep; begin d.d := -1; end $$

do $$ declare d deep; begin d.d := null; raise notice '%', d; end $$

do $$ declare d deep; begin d.p[1].x := 4; d.p[2] := row(1, 2.555)::pt; raise notice '%', d; d.p[5] := null; end $$

do $$ declare d deep; begin d.e.x := 99; raise notice '%', d; d.e.x := 100; end $$

do $$ declare d deep; begin d.e := row(5, 'abc'); end $$

do $$ declare d deep; begin d.e := row(5, 6, 7); end $$

do $$ declare d deep; begin d.nope := 1; end $$

do $$ declare d deep; begin d.s.nope := 1; end $$

do $$ declare d deep; begin d.s.a.x.z := 1; end $$

do $$ declare d deep[]; begin d[2].s.tags[2] := 'q'; d[1].d := 3; raise notice '% %', d, d[2].s; end $$

do $$ declare a pt[] := array[row(1,2)::pt, row(3,4)]; begin a[1].x := a[2].x + 1; a[1].y := a[1].x; raise notice '%', a; for i in 1..2 loop raise notice '%', a[i].x; end loop; end $$

do $$ declare a posint[] := '{1,2}'; begin a[2] := 7; raise notice '%', a; a[1] := 0; end $$

do $$ declare r record; begin r.x := 1; end $$

do $$ declare r record; begin r := row(1, 2); r.f1 := 10; raise notice '%', r; r.f3 := 2; end $$

do $$ declare r record; begin select 1 a, 'x' b, array[1,2] c into r; r.c[2] := 9; r.a := '77'; raise notice '%', r; r.a := 'x'; end $$

do $$ declare r record; s seg; begin select 1 a, s into r; r.s.a := row(3,4); raise notice '%', r; r.s.tags[1] := 't'; raise notice '%', r; end $$

do $$ declare s seg; x int; begin select row(1,2)::pt, row(3,4)::pt, '{a}'::text[] into s; select (s.b).y into x; raise notice '% %', s, x; end $$

do $$ declare s seg; begin select row(1,2), row(3,4), '{a}' into s; raise notice '%', s; end $$

do $$ declare s seg; begin select 1, 2 into s; end $$

do $$ declare p pt; q int; begin select 1, 2, 3 into p.x, p.y, q; raise notice '% %', p, q; end $$

do $$ declare p pt; q int; begin select 1, 2 into p, q; end $$

do $$ declare p pt; begin select row(1,2.5)::pt into p; raise notice '%', p; end $$

do $$ declare p pt; begin p := (select row(1,2.557)::pt); raise notice '%', p; p := null; raise notice '% %', p, p is null; p.y := 3; raise notice '% %', p, p is null; end $$

do $$ declare p pt; n text; begin for p.x, n in select i, 'n' || i from generate_series(1, 3) i loop raise notice '% %', p, n; end loop; end $$

do $$ declare p pt; begin foreach p in array array[row(1,2)::pt, null, row(3,null)] loop raise notice '% %', p, p.x; end loop; end $$

do $$ declare x int; y numeric; begin foreach x, y in array array[row(1,2)::pt, row(3,null)] loop raise notice '% %', x, y; end loop; end $$

do $$ declare x int[]; begin foreach x slice 1 in array '{{1,2},{3,4}}'::int[] loop raise notice '%', x; end loop; foreach x slice 2 in array '{{1,2},{3,4}}'::int[] loop raise notice '%', x; end loop; foreach x slice 3 in array '{{1,2},{3,4}}'::int[] loop raise notice '%', x; end loop; end $$

do $$ declare x int; begin foreach x slice 1 in array '{{1,2},{3,4}}'::int[] loop raise notice '%', x; end loop; end $$

do $$ declare x posint; begin foreach x in array '{1,0}'::int[] loop raise notice '%', x; end loop; end $$

do $$ declare x int; begin foreach x in array null::int[] loop null; end loop; end $$

do $$ declare x int; begin foreach x in array 5 loop null; end loop; end $$

create table tb (id int generated always as identity, p pt, s seg, a pt[], d dpt, primary key (id))

insert into tb (p, s) values ((1,2), ((1,2),(3,4),'{u,v}'))

do $$ declare r tb; begin select * into r from tb; r.s.b.x := 44; r.a[2].y := 1; update tb set s = r.s, a = r.a where id = r.id; raise notice '%', (select t from tb t); end $$

do $$ declare r tb%rowtype; begin r := (9, (1,2), null, null, null); raise notice '%', r; r := row(9, row(1,2), null, null, row(100,1)); end $$

do $$ declare i tb.id%type; q tb.p%type; z tb.a%type; begin q.x := 4; z[2] := q; raise notice '% % %', i, q, z; end $$

do $$ declare r tb; begin update tb set p.x = 5, a[1].y = 3.3 returning * into r; raise notice '% %', r, r.p.x; end $$

do $$ declare r tb; begin insert into tb (p) values (row(7,8)) returning tb.* into strict r; raise notice '%', r; delete from tb where id = r.id returning id, p into r.id, r.p; raise notice '%', r; end $$

do $$ declare r tb; begin delete from tb where false returning * into strict r; end $$

do $$ declare r tb; begin insert into tb (p) select row(i, i) from generate_series(1, 3) i returning * into r; raise notice '%', r; end $$

do $$ declare r tb; begin update tb set p = null returning * into r; end $$

do $$ declare r tb; begin update tb set p = null returning * into strict r; end $$

alter table tb drop column s, add column n int default 7

create function rt() returns tb language plpgsql as $$ declare r tb; begin select * into r from tb order by id limit 1; r.n := r.n + 1; return r; end $$

select rt(), (rt()).*

alter table tb add column late text default 'l'

select rt(), (rt()).*

alter table tb drop column a

select rt(), (rt()).*

create function rset() returns setof tb language plpgsql as $$ declare r tb; begin for r in select * from tb order by id loop r.n := r.id; return next r; end loop; return query select * from tb order by id desc; return query execute 'select * from tb where id = $1 or id = $2' using 1, 2; end $$

select * from rset()

alter table tb alter column n type text

select * from rset()

select * from rset()

create function rr() returns record language plpgsql as $$ begin return row(1, 'a', null::pt); end $$

select * from rr() as (a int, b text, c pt)

select * from rr() as (a int, b unknown, c pt)

select * from rr() as (a int, b text)

select * from rr() as (a bigint, b text, c pt)

select rr()

create function rs() returns setof record language plpgsql as $$ declare r record; begin r := row(1, 2.5); return next r; select 'a' x, 1 y into r; return next r; end $$

select * from rs() as (a int, b numeric)

select * from rs() as (a int, b numeric) limit 1

create function rtab(out a int, out b text) returns setof record language plpgsql as $$ begin a := 1; return next; b := 'q'; return next; return query select 5, 'z'; return query select 5, 6; end $$

select * from rtab()

create function rtab2() returns table (a posint, b pt) language plpgsql as $$ begin a := 1; b.x := 3; return next; a := null; return next; return query values (3, row(1,2)::pt); return query values (0, row(1,2)::pt); end $$

select * from rtab2()

create function od(out a posint) language plpgsql as $$ begin a := 0; end $$

select od()

create function rd(i int) returns posint language plpgsql as $$ begin return i; end $$

select rd(1), rd(null)

select rd(-1)

create domain nn as int not null

create function rn(i int) returns nn language plpgsql as $$ begin return i; end $$

select rn(null)

do $$ declare n nn; begin null; end $$

do $$ declare n nn := 1; begin n := null; end $$

create function noret() returns int language plpgsql as $$ begin end $$

select noret()

create function noretd() returns nn language plpgsql as $$ begin null; end $$

select noretd()

create function dcomp() returns dpt language plpgsql as $$ begin return row(1,2); end $$

select dcomp(), (dcomp()).x

create function dcomp2() returns dpt language plpgsql as $$ declare r record; begin r := row(100,2); return r; end $$

select dcomp2()

create function dcomp3() returns dpt language plpgsql as $$ declare r dpt; begin r.x := 7; return r; end $$

select dcomp3()

create function dcomp4() returns setof dpt language plpgsql as $$ declare r dpt; begin r.x := 7; return next r; return next row(1,2); return next null; return query select row(200,1)::pt; end $$

select * from dcomp4()

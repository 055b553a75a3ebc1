create table prog(id int, a int); insert into prog values (1,4)
create type pair as (x int, y text)
do $$ declare b1 boolean; begin b1 := 'x' || (select max(a) from prog); end $$
do $$ declare b1 boolean; begin b1 := 'x' || 'y'::text; end $$
do $$ declare b1 int; begin b1 := (select 'zz'::text); end $$
do $$ declare b1 int; begin b1 := 'zz'::text from prog; end $$
do $$ declare b1 int; begin b1 := max('zz'::text); end $$
do $$ declare b1 varchar(2); begin b1 := (select 'zzz'::text); end $$
do $$ declare b1 numeric(3,1); begin b1 := (select 12345); end $$
do $$ declare b1 pair; begin b1 := row('z', (select 1)); end $$
do $$ declare b1 pair; begin b1 := (select row('z', 1)); end $$
do $$ declare b1 pair; begin b1 := 'foo'; end $$
do $$ declare b1 pair; begin b1 := (select 5); end $$
do $$ declare b1 pair; begin b1.x := (select 'zz'::text); end $$
do $$ declare b1 int[]; begin b1[1] := (select 'zz'::text); end $$
do $$ declare b1 int[]; begin b1 := (select 'zz'::text); end $$
do $$ declare b1 int := (select 'zz'::text); begin null; end $$
do $$ declare b1 int not null := 3; begin b1 := (select null); end $$
create domain small as int check (value < 4)
do $$ declare b1 small; begin b1 := (select 7); end $$
do $$ declare b1 small; begin b1 := 7; end $$
do $$ declare b1 record; begin b1 := (select 7); end $$
do $$ declare b1 prog; begin b1 := (select 7); end $$
do $$ begin if (select 'zz'::text) then null; end if; end $$
do $$ begin while (select 'zz'::text) loop null; end loop; end $$
do $$ begin for i in 1..(select 'zz'::text) loop null; end loop; end $$
do $$ begin raise notice '%', 1/(select 0); end $$
create function f() returns int language plpgsql as $$ begin return (select 'zz'::text); end $$
select f()
create function g() returns setof int language plpgsql as $$ begin return next (select 'zz'::text); end $$
select g()
do $$ declare b1 int[]; begin foreach b1 slice 1 in array (select 'zz'::text) loop null; end loop; end $$
do $$ declare r prog; begin r.a := (select 'zz'::text); end $$
do $$ declare r record; begin r := row(1,2); r.f1 := (select 'zz'::text); end $$
do $$ begin b1 := 3; end $$
do $$ declare b1 int; begin b1 := (select point '(1,2)'); end $$
do $$ declare b1 int; begin b1 := point '(1,2)'; end $$
do $$ declare b1 numeric(3,1); begin b1 := (select 12345.0); end $$
do $$ declare b1 record; begin b1 := 7; end $$
do $$ declare b1 record; begin b1 := (select prog from prog); raise notice '%', b1; end $$
do $$ declare b1 prog; begin b1 := (select '(3,4)'); raise notice '%', b1; end $$
do $$ declare b1 prog; begin b1 := (select '(3,4)'::text); raise notice '%', b1; end $$
do $$ declare b1 pair; i int; begin for i in 1..2 loop begin b1 := row('zz', i); exception when others then get stacked diagnostics b1.y = pg_exception_context; raise notice '%', b1; end; end loop; end $$
do $$ declare b1 pair; t text; i int; begin for i in 1..2 loop begin b1 := row(1/(i-i), i); exception when others then get stacked diagnostics t = pg_exception_context; raise notice '%', t; end; end loop; end $$
do $$ declare a int; b int; rc int; begin perform 1 from generate_series(1,3); a := max(1); get diagnostics rc = row_count; raise notice '%', rc; a := max(1/0); end $$
do $$ declare a int; begin a := generate_series(1,1) / 0; end $$
do $$ declare a int; begin a := row_number() over () / 0; end $$
do $$ declare a int; begin if max(1/0) > 0 then null; end if; end $$

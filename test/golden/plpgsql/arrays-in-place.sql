create function a1() returns text language plpgsql as $$ declare v int[] := '{1,2}'; w int[]; u int[]; begin v := v || 3; w := v; v := v || 4; v[1] := 9; u := v; v[6] := 5; v := v || v; w[2] := w[1] + v[1]; return concat_ws(' ', v, w, u); end $$
select a1()
select a1()
create function a2(v int[]) returns setof int[] language plpgsql as $$ begin for i in 1..4 loop v := v || i; return next v; v[1] := i * 10; end loop; return next v; end $$
select * from a2('{7}')
select * from a2(null)
create function a3() returns text language plpgsql as $$ declare v int[] := '{1,2,3}'; s text := ''; x int; begin foreach x in array v loop v := v || x * 10; v[1] := 100; s := s || x || ','; end loop; foreach x in array v loop v[2] := 0; v := array_append(v, 1); s := s || x || ','; end loop; return s || v::text; end $$
select a3()
create function a4() returns text language plpgsql as $$ declare v text[]; w text[]; m int[][] := '{{1,2},{3,4}}'; n int[]; begin for i in 1..5 loop v := v || ('t' || i); if i = 3 then w := v; end if; begin v[i + 1] := 'x'; raise division_by_zero; exception when division_by_zero then null; end; end loop; m[1][2] := 7; n := m; m[2][2] := 8; m[1][1] := m[2][2]; return concat_ws(' ', v, w, m, n, array_length(v, 1), v is null, v = w); end $$
select a4()
create function a5() returns text language plpgsql as $$ declare v int[]; begin v[null] := 1; return v; end $$
select a5()
create function a6() returns text language plpgsql as $$ declare v int[] := '[0:1]={5,6}'; i int := 0; begin v := v || 7; v[-1] := 4; v := v || 8; v[2147483647] := 1; return v; end $$
select a6()
create function a7() returns text language plpgsql as $$ declare v int[] := '{1}'; d record; begin v := v || 7; select v as x into d; v := v || 8; execute 'select $1' into v using v; v := v || 9; perform v; v[1] := 0; return d::text || v::text; end $$
select a7()
create function a8(out v int[], inout n int) language plpgsql as $$ begin while array_length(v, 1) is null or array_length(v, 1) < n loop v := v || coalesce(v[array_upper(v, 1)], 0) + 1; end loop; end $$
select * from a8(10)
select array_length((a8(2000)).v, 1)
create function a9() returns text language plpgsql as $$ declare v int[] := '{1,2}'; w int[] := '{5}'; begin v := v || w; w := v || null::int[]; v := v || '{}'::int[]; v := v || w; w[1] := 77; v := v || '{{1,2}}'::int[]; return concat_ws(' ', v, w); end $$
select a9()
create function a10() returns text language plpgsql as $$ declare v int[] := '{1,2}'; w int[] := '{5}'; s text := ''; begin v := v || w; w := v || null::int[]; v := v || '{}'::int[]; v := v || w; w[1] := 77; for i in 1..3 loop v := v || v[i:i + 1]; s := s || v::text; end loop; return concat_ws(' ', v, w, s); end $$
select a10()
create domain short as int[] check (cardinality(value) < 4)
create function a11() returns text language plpgsql as $$ declare v short := '{1,2}'; w int[]; begin v := v || 3; w := v; begin v := v || 4; exception when check_violation then v[2] := 9; end; return concat_ws(' ', v, w); end $$
select a11()
create function a12() returns text language plpgsql as $$ declare v varchar(3)[] := '{a}'; j jsonb := '{}'; p point := '(1,2)'; begin v[2] := 'bcd'; v := v || 'xyz'::varchar; j['k'] := '1'; p[0] := 8; begin v[3] := 'long'; exception when others then v[4] := sqlstate; end; return concat_ws(' ', v, j, p); exception when others then return concat_ws(' ', sqlstate, v, j, p); end $$
select a12()
create procedure a13(inout v int[]) language plpgsql as $$ begin v := v || 1; v := v || 2; end $$
do $$ declare v int[] := '{0}'; w int[]; begin v := v || 5; call a13(v); w := v; v := v || 6; call a13(w); raise notice '% %', v, w; end $$

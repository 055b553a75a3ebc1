create function told(n bigint, by int) returns text language plpgsql as $$ declare t bigint := 0; i4 int := 0; f float8 := 0; b boolean := false; s smallint := 0; begin for i in 1..n loop t := t + i * by; if i % 3 = 0 then i4 := i4 + 1; b := not b; elsif i % 5 = 0 then f := f + 0.5; else s := (s + 1) % 100; end if; end loop; return concat_ws(' ', t, i4, f, b, s, found); end $$
select told(10, 3), told(0, 3), told(20000, 7)
select told(null, 1)
select told(20, null)
create function back(a int, z int, by int) returns text language plpgsql as $$ declare t bigint := 0; last int; begin for i in reverse a..z by by loop t := t * 2 % 1000003 + i; last := i; end loop; return concat_ws(' ', t, last, found); end $$
select back(10, 1, 1), back(10, 1, 4), back(1, 10, 1), back(-2147483640, -2147483648, 3), back(30000, 1, 7)
create function ends(a int, z int, by int) returns text language plpgsql as $$ declare n int := 0; begin for i in a..z by by loop n := n + 1; end loop; return n; end $$
select ends(2147483640, 2147483647, 1), ends(2147483640, 2147483647, 3), ends(1, 100000, 2147483647)
create function grows(n int) returns text language plpgsql as $$ declare t bigint := 1; u bigint := 9007199254740990; d bigint := 0; begin for i in 1..n loop u := u + 1; t := t * 2; t := t - 1; d := u % 1000; end loop; return concat_ws(' ', t, u, d); end $$
select grows(3), grows(61), grows(62)
select grows(70)
create function overflows(n int) returns int language plpgsql as $$ declare t int := 1; begin for i in 1..n loop if t > 100 then t := t * 3; else t := t * 2; end if; end loop; return t; end $$
select overflows(15)
select overflows(100)
create function caught(n int) returns text language plpgsql as $$ declare t int := 1; begin begin for i in 1..n loop t := t * 2; end loop; exception when numeric_value_out_of_range then return 'caught at ' || t; end; return t; end $$
select caught(10), caught(100)
create function divides(n int) returns text language plpgsql as $$ declare t int := 100; begin while true loop n := n - 1; t := t / n; end loop; end $$
select divides(5)
create function jumps(n int) returns text language plpgsql as $$ declare t int := 0; k int := 0; begin <<outer_one>> for i in 1..n loop for j in 1..n loop continue when j % 2 = 0; exit when j > 7; exit outer_one when i * j > 40; t := t + j; end loop; k := k + 1; continue outer_one when k % 2 = 1; t := t + 100; end loop; return concat_ws(' ', t, k, found); end $$
select jumps(0), jumps(3), jumps(12)
create function whiles(n int) returns text language plpgsql as $$ declare i int := 0; t bigint := 0; begin while i < n loop i := i + 1; continue when i % 2 = 0; if i > 30000 then exit; end if; t := t + i; end loop; loop i := i - 1; exit when i <= 0; t := t + 1; end loop; return concat_ws(' ', i, t); end $$
select whiles(0), whiles(10), whiles(20000), whiles(40000)
select whiles(null)
create function counter(n int) returns text language plpgsql as $$ declare t text := ''; c int := 0; begin for i in 1..n loop i := i * 2; c := c + i; end loop; return c; end $$
select counter(5)
create function becomes_null(n int) returns text language plpgsql as $$ declare a int := 1; b int := 1; z int; begin for i in 1..n loop b := b + 1; if i = 5 then a := z; end if; a := a + 1; end loop; return concat_ws(' ', coalesce(a, -1), b); end $$
select becomes_null(4), becomes_null(8)
create function floats(n int) returns text language plpgsql as $$ declare f float8 := 1; g float4 := 1; begin for i in 1..n loop f := f / 3 + i; g := g * 1.5::float4 - i; if g < -1000000 then g := 0; end if; end loop; return concat_ws(' ', f, g); end $$
select floats(10), floats(100)
select n % m from (values (7::bigint, 3::bigint), (-7, 3), (7, -3), (4503599627370496, 3), (4503599627370495, 4503599627370494), (9007199254740991, 10), (4503599627370495, 1), (0, 5), (4503599627370496, 7919), (4503599627370001, 67108859)) v (n, m)
do $$ begin for i in 1..3 loop null; end loop; for i in 1..2 loop continue; end loop; loop exit; end loop; end $$

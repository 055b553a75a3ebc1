create type pair as (x int, y text)
create procedure p(a int, inout b int) language plpgsql as $$ begin b := a; perform 1 from generate_series(1,5); end $$
create or replace function said() returns text language plpgsql as $$ declare said text := ''; n int; b int; begin perform 1 from generate_series(1,3); call p(1, b); get diagnostics n = row_count; said := concat_ws('|', said, n::text); execute 'call p(1,2)'; get diagnostics n = row_count; said := concat_ws('|', said, n::text); execute 'create temp table zz as select 1 union select 2';  get diagnostics n = row_count; said := concat_ws('|', said, n::text);  create temp table zz2 as select 1 union select 2; get diagnostics n = row_count; said := concat_ws('|', said, n::text); execute 'show work_mem'; get diagnostics n = row_count; said := concat_ws('|', said, n::text); create table zz3(); get diagnostics n = row_count; said := concat_ws('|', said, n::text); do 'begin end'; get diagnostics n = row_count; said := concat_ws('|', said, n::text); perform 1 from generate_series(1,3); do 'begin end'; get diagnostics n = row_count; said := concat_ws('|', said, n::text); return said; end $$
select said()
create or replace function said() returns text language plpgsql as $$ declare said text := ''; pr pair; begin pr := '(5,five)'; said := concat_ws('|', said, pr::text); pr := '(5)'; return said; end $$
select said()
create or replace function said() returns text language plpgsql as $$ declare said text := ''; pr pair; begin pr := 5; said := concat_ws('|', said, pr::text); return said; end $$
select said()
create or replace function said() returns text language plpgsql as $$ declare said text := ''; pr pair; begin pr := 'x'::text; said := concat_ws('|', said, pr::text); return said; end $$
select said()
create or replace function said() returns text language plpgsql as $$ declare said text := ''; pr pair; t text := '(4,z)'; begin pr := t; said := concat_ws('|', said, pr::text); return said; end $$
select said()
create or replace function said() returns text language plpgsql as $$ declare said text := ''; pr record; begin pr := '(5,five)'; said := concat_ws('|', said, pr::text); return said; end $$
select said()
create or replace function said() returns text language plpgsql as $$ declare said text := ''; pr record; begin pr := null; said := concat_ws('|', said, pr::text); return said; end $$
select said()
create or replace function said() returns text language plpgsql as $$ declare said text := ''; pr record; begin pr := 'x'::text; said := concat_ws('|', said, pr::text); return said; end $$
select said()
create or replace function said() returns text language plpgsql as $$ declare said text := ''; pr pair := '(1,one)'; begin said := concat_ws('|', said, pr::text); return said; end $$
select said()
create or replace function said() returns text language plpgsql as $$ declare said text := ''; pr record := '(1,one)'; begin said := concat_ws('|', said, pr::text); return said; end $$
select said()
create or replace function said() returns text language plpgsql as $$ declare said text := ''; pr pair := 5; begin said := concat_ws('|', said, pr::text); return said; end $$
select said()
create domain dp as pair check ((value).x > 0)
create or replace function said() returns text language plpgsql as $$ declare said text := ''; pr dp; begin pr := '(5,five)'; said := concat_ws('|', said, pr::text); pr := '(-5,five)'; return said; end $$
select said()
create or replace function said() returns text language plpgsql as $$ declare said text := ''; pr dp; begin pr := row(5, 'five'); said := concat_ws('|', said, pr::text); pr := 4; return said; end $$
select said()
create or replace function said() returns text language plpgsql as $$ declare said text := ''; pr pair; begin select '(5,five)' into pr; said := concat_ws('|', said, pr::text); return said; end $$
select said()
create or replace function said() returns text language plpgsql as $$ declare said text := ''; pr pair[]; begin pr[1] := '(5,five)'; pr[2] := row(6, 's'); said := concat_ws('|', said, pr::text); pr[3] := 5; return said; end $$
select said()
create type pair2 as (x int, y text)
create type nest as (p pair2, q int[], s pair2[])
create or replace function said() returns text language plpgsql as $$ declare said text := ''; pn nest; pr pair2; begin pn := ROW(pr, '{1,2}', NULL); said := concat_ws('|', said, pn.q::text); return said; end $$
select said()
create or replace function said() returns text language plpgsql as $$ declare said text := ''; pn nest; pr pair2; begin pn := ROW(row(1,2), '{1,2}', NULL); said := concat_ws('|', said, pn.q::text); return said; end $$
select said()
create or replace function said() returns text language plpgsql as $$ declare said text := ''; pn nest; pr pair2; begin pn := ROW(row(1,2), '{1,2}', NULL); said := concat_ws('|', said, (pn.p).y::text); said := concat_ws('|', said, pn::text); return said; end $$
select said()
create or replace function said() returns text language plpgsql as $$ declare said text := ''; pn nest; pr pair2; begin pn.p := row(1,2); pn.s[1] := row(1, 5); said := concat_ws('|', said, (pn.p).y::text); said := concat_ws('|', said, pn::text); return said; end $$
select said()
create or replace function said() returns text language plpgsql as $$ declare said text := ''; pn nest; pr pair2; begin select row(1, 'b')::pair2, '{1,2}', null into pn; said := concat_ws('|', said, (pn.p).y::text); said := concat_ws('|', said, pn::text); return said; end $$
select said()
create or replace function said() returns text language plpgsql as $$ declare said text := ''; pn nest; pr pair2; begin select row(1, 'b'), '{1,2}', null into pn; said := concat_ws('|', said, (pn.p).y::text); said := concat_ws('|', said, pn::text); return said; end $$
select said()
drop function said()
drop procedure p
drop type nest
drop type pair2
drop domain dp
drop type pair
drop table zz
drop table zz2
drop table zz3

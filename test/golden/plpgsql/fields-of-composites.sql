-- Fields of variables of composite types, whose places are known while the code is made.
create type fc_pt as (x int, y int)
create table fc_row (id int, gone int, s varchar(3), n numeric(4,1), c text collate "C", a int[], p fc_pt)
alter table fc_row drop column gone
create domain fc_dom as fc_pt check ((value).x > 0)
create function fc_sum(n int) returns int language plpgsql as $$ declare p fc_pt; begin p.x := 0; p.y := 1; for i in 1..n loop p.x := p.x + i % 7; p.y := p.y + 1; end loop; return p.x + p.y; end $$
select fc_sum(100), fc_sum(0)
create function fc_null() returns text language plpgsql as $$ declare p fc_pt; t text; begin t := (p is null)::text || coalesce(p.x::text, '-'); p.y := 3; t := t || p::text; p := null; t := t || coalesce(p.x::text, '-'); p.x := 4; t := t || p::text; p := row(5, 6); t := t || p.x || p.y; select 7, 8 into p; t := t || p.x || p.y; select 7, 8 into p where false; return t || coalesce(p.x::text, '-') || coalesce(p::text, 'null'); end $$
select fc_null()
create function fc_lengths(t text, m numeric) returns text language plpgsql as $$ declare r fc_row; begin r.s := t; r.n := m; r.id := m; return r.s || ' ' || r.n || ' ' || r.id; end $$
select fc_lengths('ab  ', 1.25)
select fc_lengths('abcd', 1)
select fc_lengths('abc', 1000)
select fc_lengths('abc    ', 999.94)
create function fc_wrong() returns int language plpgsql as $$ declare r fc_row; begin r.gone := 1; return 1; end $$
select fc_wrong()
create function fc_wrong2() returns int language plpgsql as $$ declare r fc_row; begin return r.nothing + 1; end $$
select fc_wrong2()
create function fc_text(t text) returns int language plpgsql as $$ declare r fc_row; begin r.id := t; return r.id + 1; end $$
select fc_text('41')
select fc_text('x')
create function fc_collation(t text) returns boolean language plpgsql as $$ declare r fc_row; begin r.c := t; return r.c < 'a'; end $$
select fc_collation('B'), fc_collation('b')
create function fc_arrays() returns text language plpgsql as $$ declare r fc_row; q fc_row; b int[]; begin r.a := array[1,2]; b := r.a; b[1] := 9; q := r; q.a[2] := 8; r.a := r.a || 3; r.a[1] := 7; return r.a::text || q.a::text || b::text; end $$
select fc_arrays()
create function fc_nested() returns text language plpgsql as $$ declare r fc_row; begin r.p := row(1, 2); r.p.x := 5; r.id := (r.p).y + r.p.x; return r::text; end $$
select fc_nested()
create function fc_domain(n int) returns text language plpgsql as $$ declare d fc_dom := row(1, 1); begin d.y := n; d.x := n; return d::text; end $$
select fc_domain(2)
select fc_domain(0)
create function fc_argument(p fc_pt, out q fc_pt, inout s fc_pt) language plpgsql as $$ begin p.x := p.x + 1; q.x := p.x; q.y := s.y; s.x := 0; if p.x > 5 then p := null; end if; s.y := coalesce(p.y, -1); end $$
select fc_argument(row(1, 2)::fc_pt, row(3, 4)::fc_pt), fc_argument(row(5, 2)::fc_pt, null)
create function fc_loop() returns text language plpgsql as $$ declare p fc_pt; t text := ''; begin for p in select i, i * i from generate_series(1, 3) i loop p.x := p.x + p.y; t := t || p.x || ' '; end loop; return t || coalesce(p::text, 'null'); end $$
select fc_loop()
create function fc_set() returns setof fc_pt language plpgsql as $$ declare p fc_pt; begin for i in 1..3 loop p.x := i; return next p; p.y := i; end loop; return; end $$
select * from fc_set()
create function fc_return(b boolean) returns fc_pt language plpgsql as $$ declare p fc_pt; begin if b then p.x := 1; end if; return p; end $$
select fc_return(true), fc_return(false), (fc_return(false)) is null
create function fc_not_null() returns int language plpgsql as $$ declare p fc_pt not null := row(1, 2); begin p.x := null; p := null; return 1; end $$
select fc_not_null()
create function fc_recursive(n int) returns int language plpgsql as $$ declare p fc_pt; q int; begin p.x := n; if n > 0 then q := fc_recursive(n - 1); end if; return p.x + coalesce(q, 0); end $$
select fc_recursive(5)
alter type fc_pt add attribute z text
select fc_sum(10), fc_return(true), fc_argument(row(1, 2, 'z')::fc_pt, row(3, 4, 'y')::fc_pt)
create function fc_z() returns text language plpgsql as $$ declare p fc_pt; begin p.z := 'z'; return p::text; end $$
select fc_z()
alter type fc_pt rename attribute z to w
alter type fc_pt rename attribute w to z
select fc_z()
alter type fc_pt alter attribute x type bigint
alter type fc_pt drop attribute y
create function fc_trigger() returns trigger language plpgsql as $$ declare r fc_row; o fc_row; begin r := new; r.id := r.id + 1; r.c := tg_op; o := old; if r.id > 100 then return o; end if; return r; end $$
alter table fc_row drop column p
create trigger fc_trigger before insert or update on fc_row for each row execute function fc_trigger()
insert into fc_row values (1, 'a', 1, 'c', '{1}'), (2, 'b', 2, 'c', null) returning *
update fc_row set id = id * 40 returning *
alter table fc_row add column extra int default 5
update fc_row set id = 1 returning *
do $$ declare r fc_row; begin select * into r from fc_row limit 1; r.extra := r.extra + 1; raise notice '% %', r.extra, r; execute 'alter table fc_row add column later int'; r.extra := r.extra + 1; raise notice '%', r.extra; end $$
drop table fc_row
drop type fc_pt cascade

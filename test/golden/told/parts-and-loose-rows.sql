create type pt as (x int, y numeric(6,2))

create type seg as (a pt, b pt, tags text[])

create table tb (id int, p pt, s seg, a pt[], n int)

update tb set p.nope = 1

update tb set s.a.nope = 1

update tb set s.a.x.q = 1

update tb set n.q = 1

update tb set s.tags[1] = array['x']

update tb set s.a.x = 'q'::text

update tb set a[1].x = 'q'::text

update tb set a[1] = 5

update tb set n[1] = 5

update tb set s.tags[1].z = 5

update tb set s.tags['a'] = 'z'

insert into tb (p.nope) values (1)

insert into tb (p.x, p.y) values (1, 'z'::text)

insert into tb (a[1].x, a[2].z) values (1, 2)

insert into tb (p) select row(1,2)

insert into tb (p) select row(1,2)::pt

insert into tb (p) values (row(1,2)), (row(3,4))

insert into tb (p) select row(i,2) from generate_series(1,2) i

insert into tb (p, n) (select row(1,2), 5 limit 1)

insert into tb (p) select null

insert into tb (p) select '(1,2)'

insert into tb (p) select p from (select row(1,2) p) q

insert into tb (p) select (select row(1,2))

insert into tb (p) values ((select row(1,2)))

insert into tb (p) values (case when true then row(1,2) end)

insert into tb (p) values (coalesce(row(1,2), row(3,4)))

update tb set p = (select row(1,2))

update tb set p = row(1,2)

update tb set (p, n) = (row(1,2), 5)

update tb set p = q.r from (select row(1,2) r) q

select (select row(1,2))::pt

select x::pt from (select row(1,2) x) y

select row(1,2)::pt

with q as (select row(1,2) r) insert into tb (p) select r from q

do $$ declare r tb; begin r.s.a.nope := 1; end $$

do $$ declare s seg; begin s.a.nope := 1; end $$

do $$ declare s seg; begin s.a.x := 'q'::text; s.a.x := 'q'; end $$

do $$ declare s seg; begin s.tags[1].z := 5; end $$

do $$ declare s seg; begin s.tags[1] := array[1]; end $$

do $$ declare a int[]; begin a[1].z := 5; end $$

do $$ declare a int; begin a[1] := 5; end $$

do $$ declare a int; begin a.z := 5; end $$

do $$ declare a pt[]; begin a[1].q := 5; end $$

do $$ <<b>> declare s seg; begin b.s.a.nope := 1; end $$

do $$ <<b>> declare s seg; begin b.s.nope := 1; end $$

do $$ <<b>> declare s pt; begin b.s.x := 1; b.s.x.y := 2; end $$

do $$ declare s seg; begin s.a := 5; end $$

do $$ declare s seg; begin s.a := row(1); raise notice '%', s; s.a := row(1,2,3); raise notice '%', s; s.a := row('x', 2); end $$

do $$ declare p pt; begin p := 5; end $$

do $$ declare p pt; begin p := '(1,2)'; raise notice '%', p; p := '(1,2,3)'; end $$

do $$ declare p pt; begin p := row(1,2,3); raise notice '%', p; p := row(1); raise notice '%', p; end $$

do $$ declare p pt[]; begin p[1] := row(1,2,3); end $$

do $$ declare p pt[]; begin p[1] := row(1,2); raise notice '%', p; p[2].x := row(1); end $$

create domain dpt as pt

do $$ declare p dpt; begin p := row(1,2,3); raise notice '%', p; end $$

do $$ declare p dpt; begin p := row(1); raise notice '%', p; end $$

do $$ declare p dpt[]; begin p[1] := row(1,2,3); raise notice '%', p; end $$

create type dd as (e dpt, f pt)

do $$ declare p dd; begin p.e := row(1,2); raise notice '%', p; p.e := row(1); end $$

do $$ declare p dd; begin p.f := row(1); raise notice '%', p; p.f := row(1,2,3); raise notice '%', p; end $$

do $$ declare p dd; begin p.e := row(1,2,3); raise notice '%', p; end $$

do $$ declare p dd; r record; begin r := row(1,2,3); p.e := r; raise notice '%', p; end $$

do $$ declare p dd; r record; begin r := row(1,2,3); p.f := r; raise notice '%', p; end $$

do $$ declare p dd; begin select row(1,2,3) into p.f; raise notice '%', p; end $$

do $$ declare p dd; begin select row(1,2,3)::text, null into p; raise notice '%', p; end $$

do $$ declare p dd; begin select row(1,2), row(3,4) into p; raise notice '%', p; end $$

do $$ declare p dd; begin p := row(row(1,2), row(3,4,5)); raise notice '%', p; end $$

begin

select set_config('my.y','1',true)

commit

select current_setting('my.y')

begin

set local my.z = '1'

commit

select current_setting('my.z', true), current_setting('my.none', true)

begin

set my.w = '1'

rollback

show my.w

begin

savepoint a

set my.v = '1'

rollback to a

select current_setting('my.v')

commit

set my.v = '1'

reset all

select current_setting('my.v')

set my.q = '5'

begin

set local my.q = '6'

commit

show my.q

begin

set my.q = '7'

rollback

show my.q

discard all

show my.q

show my.y

create function f() returns text language sql set my.fn = 'in' as $$ select current_setting('my.fn') $$

select f()

show my.fn

select name from pg_settings where name like 'my.%'

do $$ begin begin set my.ex = '1'; raise exception 'x'; exception when others then raise notice '[%]', current_setting('my.ex'); end; end $$

create type n1 as (a int, b numeric(5,1))

create type n2 as (x n1, y n1)

do $$ declare a n2[]; begin a[1] := row(row(1, 2.55), row(3, 4.449)); raise notice '%', a; a[2].x := row(7, 8.888); raise notice '%', a; end $$

do $$ declare a n2; r record; begin r := row(1, 2.555::numeric); a.x := r; raise notice '%', a; end $$

do $$ declare a n2; begin a.x := row(true, 1); end $$

do $$ declare a n2; begin a := row(row(1, 2.555), null); raise notice '%', a; a.y := a.x; raise notice '%', a; end $$

create table h (id int, c n1)

do $$ declare r record; begin r := row(1, 2.5); insert into h values (1, r); end $$

do $$ declare r n1; begin r := row(1, 2.5); insert into h values (1, r); insert into h values (2, row(3, 4)); insert into h select 3, r; update h set c = r where id = 2; raise notice '%', (select array_agg(h order by id) from h); end $$

do $$ declare r record; x n1; begin select * into r from h; x := r.c; raise notice '%', x; select c into x from h limit 1; raise notice '%', x; end $$

do $$ declare x n1; begin select c.* into x from (select (h.c).* from h) c limit 1; raise notice '%', x; end $$

select q::n1 from (select 1 x, 2 y) q

select (q).*::n1 from (select 1 x, 2 y) q

insert into h select 1, q from (select 1 x, 2 y) q

select f(row(1,2)) from h limit 0

create function tk(n1) returns text language sql as $$ select $1::text $$

select tk(row(1,2))

select tk((select row(1,2)))

select tk(q) from (select row(1,2) q) z

select tk(q) from (select 1 a, 2 b) q

select row(1,2) = (select row(1,2))

select (select row(1,2)) = any (select row(1,2))

select array[row(1,2)]::n1[]

select array_agg(q)::n1[] from (select row(1,2) q) z

select array[row(1,2), row(3,4)::n1]

select coalesce(row(1,2), row(3,4)::n1)

select case when true then row(1,2) else row(3,4)::n1 end

select row(1,2) union select row(3,4)::n1

select row(3,4)::n1 union all select row(1,2)

values (row(1,2)::n1), (row(3,4))

select greatest(row(1,2)::n1, row(3,4))

select row(1,2)::n1 in (row(1,2), row(3,4))

create view hv as select row(1,2)::n1 c

select * from hv

create table hd (c n1 default row(1,2), d n1 default '(3,4)')

insert into hd default values

select * from hd

create table he (c n1 default (select row(1,2)))

alter table hd alter c type n1 using row(5,6)

select * from hd

alter table hd add e n1 generated always as (row(1,2)) stored

create function dflt(a n1 default row(8,9)) returns n1 language sql as $$ select a $$

select dflt()

create function rsq() returns n1 language sql as $$ select row(1,2) $$

select rsq()

create function rsq2() returns n1 language sql as $$ select 1, 2.55 $$

select rsq2()

prepare pp as insert into h values ($1, $2)

execute pp (5, row(1,2))

execute pp (5, (select row(1,2)))

select jsonb_populate_record(row(1,2)::n1, '{"a":5}'), jsonb_populate_record(null::n1, '{"a":5}')

-- NEW and OLD of a table whose rows are known: fields as parts of the code, and what makes them other rows.
create table fr (id int primary key, a int, b text, c numeric(4,1), d int[], gone int)
alter table fr drop column gone
create domain fr_small as int check (value < 100)
alter table fr add column e fr_small
create table fr_log (n int generated always as identity, t text)
create function fr_fields() returns trigger language plpgsql as $$ begin if tg_op = 'DELETE' then if old.a = 3 then return null; end if; return old; end if; new.a := new.a + 1; new.c := new.c * 2; new.d[2] := new.a; new.b := coalesce(new.b, 'none') || tg_op || tg_nargs; if tg_op = 'UPDATE' then new.b := old.b || '>' || new.b; end if; return new; end $$
create trigger fr_1 before insert or update or delete on fr for each row execute function fr_fields('x', 'y')
create function fr_after() returns trigger language plpgsql as $$ begin if new.a > 1000 then raise exception 'too much: %', new.a; end if; return null; end $$
create trigger fr_2 after insert or update on fr for each row execute function fr_after()
insert into fr values (1, 1, 'one', 1.5, '{9}', 5), (2, 2, null, null, null, null) returning *
update fr set a = a * 10, c = 7 where id = 1 returning *
insert into fr values (3, 2, 'three', 1, null, 1) on conflict (id) do update set a = 50 returning *
insert into fr values (3, 2, 'three', 1, null, 1) on conflict (id) do update set a = 50 returning *
delete from fr where id in (1, 2) returning *
delete from fr returning id
insert into fr values (4, 1000, 'x', 1, null, 1)
insert into fr values (4, 100, 'x', 600, null, 1)
insert into fr values (4, 1, 'x', 1, null, 100)
create or replace function fr_fields() returns trigger language plpgsql as $$ begin new := row(new.id, 7, 'row', 1, null, 2); return new; end $$
insert into fr values (5, 1, 'five', 1, null, 1) returning *
create or replace function fr_fields() returns trigger language plpgsql as $$ begin new := old; return new; end $$
update fr set a = 99 where id = 5 returning *
create or replace function fr_fields() returns trigger language plpgsql as $$ begin select 6, 6, 'six', 6 into new; return new; end $$
insert into fr values (9) returning *
create or replace function fr_fields() returns trigger language plpgsql as $$ begin old.a := 5; new.a := old.a; return new; end $$
insert into fr values (10, 1) returning *
create or replace function fr_fields() returns trigger language plpgsql as $$ begin return old; end $$
insert into fr values (11, 1) returning *
update fr set a = 1234 where id = 10 returning *
create or replace function fr_fields() returns trigger language plpgsql as $$ begin new.nope := 1; return new; end $$
insert into fr values (12, 1) returning *
create or replace function fr_fields() returns trigger language plpgsql as $$ begin new.e := 5 * new.id; new.d := array[new.a]; return new; end $$
insert into fr values (13, 1), (14, null) returning *
insert into fr values (33, 1)
alter table fr alter column a type bigint
create or replace function fr_after() returns trigger language plpgsql as $$ begin if new.a > 6000000000 then raise exception 'too much: %', new.a; end if; return null; end $$
create or replace function fr_fields() returns trigger language plpgsql as $$ begin new.a := new.a + 1; new.b := new.a; return new; end $$
insert into fr values (15, 5000000000) returning *
alter table fr add column f text default 'f'
create or replace function fr_fields() returns trigger language plpgsql as $$ begin new.f := upper(new.f) || new.a; return new; end $$
insert into fr values (16, 1) returning *
alter table fr rename column f to g
insert into fr values (17, 1) returning *
create or replace function fr_fields() returns trigger language plpgsql as $$ begin if new is distinct from old then new.b := 'changed'; end if; return new; end $$
update fr set a = a where id = 16 returning id, b
create or replace function fr_fields() returns trigger language plpgsql as $$ begin insert into fr_log (t) values (concat_ws(' ', tg_op, new.id, old.id)); return coalesce(new, old); end $$
insert into fr values (18, 1) returning *
delete from fr where id = 18 returning id
select t from fr_log
create table fr_part (id int, a int) partition by range (id)
create table fr_part1 partition of fr_part for values from (0) to (10)
create table fr_part2 (a int, id int)
alter table fr_part attach partition fr_part2 for values from (10) to (20)
create function fr_part() returns trigger language plpgsql as $$ begin new.a := new.id * 2 + coalesce(new.a, 0); return new; end $$
create trigger fr_p before insert or update on fr_part for each row execute function fr_part()
create function fr_moves() returns trigger language plpgsql as $$ begin new.id := new.id + 10; return new; end $$
insert into fr_part values (1, 1), (11, 2), (2, 3), (12, 4)
select tableoid::regclass, id, a from fr_part order by id
update fr_part set id = id + 9 where id = 2
select tableoid::regclass, id, a from fr_part order by id
create trigger fr_q before insert on fr_part for each row execute function fr_moves()
insert into fr_part values (3, 1)
drop table fr, fr_log, fr_part
drop domain fr_small
drop function fr_fields(), fr_after(), fr_part(), fr_moves()

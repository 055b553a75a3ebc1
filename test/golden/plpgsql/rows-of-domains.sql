create type pt as (x int, y numeric(4,1))
create domain dq as pt check (true)
create domain dr as pt check ((value).x is null or (value).x > 0)
create domain dn as pt not null
create domain dpt as pt check ((value).x is not null)
do $$ declare p dq; begin raise notice '% % %', p, p.x, p is null; p := null; raise notice '%', p; end $$
do $$ declare p dr; begin raise notice '% %', p, p.x; p.x := 5; raise notice '%', p; p := null; raise notice '%', p; p.x := -1; end $$
do $$ declare p dn; begin raise notice '%', p; end $$
do $$ declare p dpt; begin p.x := 1; raise notice '%', p; end $$
do $$ declare p dn := row(1,2); begin raise notice '%', p; p := null; end $$
do $$ declare p dn := row(1,2); begin select 1, 2 where false into p; end $$
do $$ declare p pt; begin p.y := 12345; end $$
do $$ declare p pt; m int := 12345; begin p.y := m; end $$
do $$ declare p pt; m int := 1; begin p.y := m + 12345; end $$
do $$ declare r record; begin select null::numeric(4,1) as y into r; r.y := 12345; end $$
do $$ declare r record; begin select null::varchar(3) as y into r; r.y := 'abcdef'; end $$
create table tt(v varchar(3), n numeric(4,1), c char(2))
do $$ declare t tt; begin t.v := 'abcd'; end $$
do $$ declare t tt; begin t.c := 'abcd'; end $$
create function trg() returns trigger language plpgsql as $$ begin new.n := 12345; return new; end $$
create trigger b before insert on tt for each row execute function trg()
insert into tt values ('a', 1, 'x')
create or replace function trg() returns trigger language plpgsql as $$ begin new.ctid := '(0,1)'; return new; end $$
insert into tt values ('a', 1, 'x') returning *
create function trg2(int) returns trigger language plpgsql as $$ begin end $$
create function trg2(int) returns event_trigger language plpgsql as $$ begin end $$
do $$ declare p dpt := row(1,2); begin select 1, 2 where false into p; end $$

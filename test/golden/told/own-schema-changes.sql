create function q() returns int language plpgsql as 'begin return 1; end'

select q()

begin

create or replace function q() returns int language plpgsql as 'begin return 2; end'

select q()

rollback

begin

create or replace function q() returns int language plpgsql as 'begin return 3; end'

select q()

rollback

select q()

create function qs() returns int language sql as 'select 1; select 1'

select qs()

begin

create or replace function qs() returns int language sql as 'select 2; select 2'

select qs()

rollback

begin

create or replace function qs() returns int language sql as 'select 3; select 3'

select qs()

rollback

select qs()

create table pt (a int primary key, b int)

prepare ins(int) as insert into pt values ($1, $1) returning *

execute ins(1)

begin

alter table pt add c int default 7

deallocate ins

prepare ins(int) as insert into pt values ($1, $1) returning *

execute ins(2)

execute ins(3)

alter table pt add d int default 8

insert into pt(a) values (9) returning *

insert into pt(a) values (10) returning *

savepoint s

alter table pt add e int default 9

insert into pt(a) values (11) returning *

rollback to s

insert into pt(a) values (11) returning *

insert into pt(a) values (12) returning *

truncate pt

insert into pt(a) values (12) returning *

insert into pt(a) values (13) returning *

select count(*) from pt

rollback

select * from pt

create function lp(n int) returns int language plpgsql as $$ declare s int := 0; begin
  for i in 1..n loop
  insert into pt values (i + 1000, i); s := s + (select count(*) from pt where a = i + 1000); end loop; return s; end $$

begin

create table other (z int)

select lp(5)

create table pt2 (a int primary key, b int)

alter table pt rename to pt_old

alter table pt2 rename to pt

select lp(5)

select count(*) from pt_old

savepoint a

create or replace function lp(n int) returns int language plpgsql as 'begin return -n; end'

select lp(5)

rollback to a

truncate pt

select lp(5)

rollback

select lp(3)

begin

create function helper() returns int language sql as 'select 5'

create table hd (a int default helper(), b int)

insert into hd(b) values (1) returning a

insert into hd(b) values (2) returning a

create or replace function helper() returns int language sql as 'select 6'

insert into hd(b) values (3) returning a

insert into hd(b) values (4) returning a

savepoint s1

create or replace function helper() returns int language sql as 'select 7'

insert into hd(b) values (5) returning a

rollback to s1

insert into hd(b) values (6) returning a

select * from hd order by b

commit

insert into hd(b) values (7) returning a

create function loopy(n int) returns setof int language plpgsql as $$ declare r int; begin
  for i in 1..n loop
  if i = 3 then
    execute 'create or replace function helper() returns int language sql as ''select 70'''; end if;
  if i = 5 then begin
    execute 'create or replace function helper() returns int language sql as ''select 90''';
    r := helper(); return next r; raise exception 'x';
    exception when others then null; end; end if;
  r := helper(); return next r;
  insert into hd(b) values (i) returning a into r; return next r; end loop; end $$

select * from loopy(6)

select helper()

begin

create table p1 (id int primary key)

create table c1 (id int references p1 on delete cascade)

insert into p1 select generate_series(1,5)

insert into c1 select generate_series(1,5)

insert into c1 values (6)

rollback

begin

create table p1 (id int primary key)

create table c1 (id int references p1 on delete cascade)

insert into p1 select generate_series(1,5)

do $$ begin for i in 1..5 loop insert into c1 values (i); end loop; end $$

delete from p1 where id < 3

select count(*) from c1

alter table c1 add x int

delete from p1 where id = 3

select count(*) from c1

commit

begin

set local search_path = pg_temp, public

create temp table pt (zz int)

insert into pt values (1)

select * from pt

drop table pt

select count(*) from pt

rollback

begin

create schema sx

create table sx.pt (m int)

do $$ begin for i in 1..3 loop insert into pt values (i + 5000, i); end loop; end $$

set local search_path = sx

do $$ begin for i in 1..3 loop insert into pt values (i); end loop; end $$

select * from sx.pt

select count(*) from public.pt where a > 5000

rollback

begin

create type en as enum ('a', 'b')

create table et (e en)

do $$ begin for i in 1..2 loop insert into et values ('a'); end loop; end $$

alter type en rename value 'a' to 'aa'

do $$ begin for i in 1..2 loop insert into et values ('aa'); end loop; end $$

select * from et

rollback

begin

create domain dm as int check (value > 0)

create table dt (d dm)

insert into dt values (1)

insert into dt values (2)

alter domain dm add constraint small check (value < 10)

insert into dt values (3)

insert into dt values (30)

rollback

begin

create role rr_x

create table rt (a int)

grant select on rt to rr_x

set local role rr_x

select * from rt

select * from rt

reset role

revoke select on rt from rr_x

set local role rr_x

select * from rt

rollback

begin

create table pol (a int)

insert into pol values (1), (2)

create role rr_y

grant select on pol to rr_y

set local role rr_y

select * from pol

reset role

alter table pol enable row level security

set local role rr_y

select * from pol

reset role

create policy p on pol using (a = 2)

set local role rr_y

select * from pol

select * from pol

rollback

begin

create table ix (a int, b int)

insert into ix select g, g from generate_series(1, 100) g

select b from ix where a = 5

create index on ix (a)

select b from ix where a = 5

insert into ix values (500, 1)

insert into ix values (501, 1)

select b from ix where a = 500

drop index ix_a_idx

select b from ix where a = 501

rollback

begin

create view vw as select a from pt

select count(*) from vw

create or replace view vw as select a from pt where a < 0

select count(*) from vw

rollback

begin

create table tg (a int)

create function tf() returns trigger language plpgsql as 'begin new.a := new.a * 2; return new; end'

insert into tg values (1)

create trigger t before insert on tg for each row execute function tf()

insert into tg values (2)

insert into tg values (3)

alter table tg disable trigger t

insert into tg values (4)

create or replace function tf() returns trigger language plpgsql as 'begin new.a := new.a * 3; return new; end'

alter table tg enable trigger t

insert into tg values (5)

select * from tg

rollback

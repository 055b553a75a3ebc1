-- Rows of an INSERT that gather before they are written: who looks at the table meanwhile, and which error comes first.
create table vv(n int)
create function cvv() returns int language plpgsql as $$ begin return (select count(*) from vv); end $$
create function cvq() returns int language sql as 'select count(*)::int from vv'
create function cvs() returns int language plpgsql stable as $$ begin return (select count(*) from vv); end $$
create function cvr() returns setof int language sql as 'select count(*)::int from vv union all select count(*)::int from vv union all select count(*)::int from vv'
create function cvp() returns setof int language plpgsql as $$ begin for i in 1..3 loop return next (select count(*) from vv); end loop; end $$
create function fewer(n int) returns boolean language plpgsql as $$ begin return (select count(*) < 3 from vv); end $$
insert into vv select cvv() from generate_series(1,4) returning n
truncate vv
insert into vv select cvv() from generate_series(1,4)
table vv
truncate vv
insert into vv values (cvv()), (cvv()), (10 + cvv())
table vv
truncate vv
insert into vv select cvq() from generate_series(1,4)
table vv
truncate vv
insert into vv select cvs() from generate_series(1,4)
table vv
truncate vv
insert into vv select * from cvr()
table vv
truncate vv
insert into vv select * from cvp()
table vv
truncate vv
insert into vv select i from generate_series(1,4) i where cvv() < 2
table vv
truncate vv
alter table vv add check (fewer(n))
insert into vv select i from generate_series(1,2) i
insert into vv select i from generate_series(1,4) i
table vv
truncate vv
insert into vv values (1), (2), (3), (4)
alter table vv drop constraint vv_n_check, alter n set default cvv(), add m int
insert into vv(m) select i from generate_series(1,3) i
table vv
create function before_vv() returns trigger language plpgsql as $$ begin if new.m > 3 then raise exception 'm %', new.m using errcode = '22003'; end if; if new.m = 2 then return null; end if; new.m := new.m + 10; return new; end $$
truncate vv
alter table vv alter n drop default
create trigger before_vv before insert on vv for each row execute function before_vv()
create unique index vvi on vv(m)
insert into vv(m) select i from generate_series(1,3) i
table vv
insert into vv(n, m) select 0, 2 - i % 2 from generate_series(1, 5) i
insert into vv(n, m) select 0, unnest(array[0, -1, 0, 5])
insert into vv(n, m) select 0, unnest(array[0, -1, -2, 5, 0])
insert into vv(n, m) select 5, unnest(array[0, -1, 2, -3]) 
table vv
create table vh(m int)
create function after_vv() returns trigger language plpgsql as $$ begin insert into vh values (new.m); return null; end $$
create trigger after_vv after insert on vv for each row execute function after_vv()
insert into vv(n, m) select 6, unnest(array[-30, 2, -31]) 
table vh
create or replace function before_vv() returns trigger language plpgsql as $$ begin new.m := (select count(*) from vv) + 100; return new; end $$
insert into vv(n, m) select 7, 1 from generate_series(1, 4)
select * from vv where n = 7
create or replace function before_vv() returns trigger language plpgsql as $$ begin raise notice 'row %', new.m; return new; end $$
insert into vv(n, m) select 8, i from unnest(array[200, 201, 200, 202]) i
set session_replication_role = replica
insert into vv(n, m) select 9, i from generate_series(300, 303) i
reset session_replication_role
drop table vv, vh
drop function cvv, cvq, cvs, cvr, cvp, fewer, before_vv, after_vv

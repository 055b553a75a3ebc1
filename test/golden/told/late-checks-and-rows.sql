create function ev() returns event_trigger language plpgsql as $$ declare n int; begin select count(*) into n from pg_event_trigger_ddl_commands(); raise notice '% % %', tg_event, tg_tag, n; end $$;

create event trigger e1 on ddl_command_start execute function ev();

create table t1 (a int primary key);

create event trigger e2 on sql_drop execute function ev();

create table t2 (a int references t1);

alter event trigger e2 enable replica;

create table t3 (a int);

drop table t3;

alter event trigger e2 disable;

create table t3 (a int);

drop event trigger e1;

drop event trigger e2;

create table t1 (a int primary key);

create table t2 (a int references t1);

create table t1 (a int primary key);

drop table t2 cascade;

create table t2 (a int references t1);

alter table t1 set unlogged;

create function rn(n int) returns setof int language plpgsql as $$ declare r record; w t1; begin r := row(1); return next r; if n = 1 then r := row(1, 'x'); return next r; end if; if n = 2 then r := row('a'::text); return next r; end if; if n = 3 then return next w; end if; if n = 4 then select 5 as z into r; return next r; end if; if n = 5 then r := null; return next r; end if; if n = 6 then r := row(1::bigint); return next r; end if; if n = 7 then return next row(3); end if; end $$;

select rn(0);

select rn(1);

select rn(2);

select rn(3);

select rn(4);

select rn(5);

select rn(6);

select rn(7);

create table fd (a int references t1 deferrable initially deferred);

begin;

insert into fd values (7);

set transaction read only;

set constraints all immediate;

rollback;

begin;

insert into fd values (null);

set transaction read only;

commit;

begin;

insert into fd values (8);

set transaction read only;

commit;

select * from fd;



create table vp (v varchar primary key);

create table vf (v varchar references vp deferrable initially deferred, t text);

begin;

insert into vf values ('a');

set transaction read only;

commit;

create table tp ("K" text, n int, primary key (n, "K")) partition by hash (n);

create table tf (k varchar, n int, foreign key (n, k) references tp (n, "K") deferrable initially deferred);

begin;

insert into tf values ('a', 1);

set transaction read only;

set constraints all immediate;

rollback;

begin;

drop event trigger if exists e1;

create table ro_p (id int, v varchar, primary key (id, v));

create table ro_c (id int, p int, v varchar, foreign key (p, v) references ro_p deferrable initially deferred);

insert into ro_p values (1, 'a'), (2, 'b');

commit;

begin;

delete from ro_p where id = 2;

insert into ro_p values (2, 'b');

set transaction read only;

commit;

begin;

delete from ro_p where id = 2;

set transaction read only;

set constraints all immediate;

rollback;

begin;

update ro_p set id = 5 where id = 2;

set transaction read only;

commit;

create temp table ro_tp (id int primary key);

create temp table ro_tc (p int references ro_tp deferrable initially deferred);

insert into ro_tp values (1), (2);

insert into ro_tc values (2);

begin;

delete from ro_tp where id = 1;

set transaction read only;

commit;

begin;

delete from ro_tp where id = 2;

set transaction read only;

commit;

create table ro_r (id int primary key);

create table ro_s (p int references ro_r on delete restrict on update cascade);

insert into ro_r values (1), (2);

insert into ro_s values (2);

create function ro_f() returns trigger language plpgsql as $$ begin set transaction read only; return old; end $$;

create trigger a before delete on ro_r for each row execute function ro_f();

delete from ro_r where id = 1;

drop trigger a on ro_r;

create function ro_g() returns trigger language plpgsql as $$ begin set transaction read only; return new; end $$;

create trigger a before update on ro_r for each row execute function ro_g();

update ro_r set id = 9 where id = 2;

table ro_r;

create table ro_pp (id int primary key) partition by range (id);

create table ro_pp1 partition of ro_pp for values from (0) to (10);

create table ro_pp2 partition of ro_pp for values from (10) to (20);

create table ro_cc (p int references ro_pp deferrable initially deferred);

insert into ro_pp values (1), (2);

begin;

delete from ro_pp where id = 1;

set transaction read only;

commit;

begin;

update ro_pp set id = 12 where id = 1;

set transaction read only;

commit;

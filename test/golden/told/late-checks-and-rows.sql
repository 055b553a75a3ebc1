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

create temp table tt(id int);

insert into tt values (1);

create table pt(id int);

insert into pt values (1);

begin read only;

select * from pt for update;

rollback;

begin read only;

select * from tt,pt for update of tt;

rollback;

begin read only;

select * from pt for share;

rollback;

begin read only;

with x as (select * from pt for update) select * from x;

rollback;

begin read only;

select (select id from pt for update);

rollback;

begin read only;

select id from tt where exists (select id from pt for key share);

rollback;

begin read only;

do $$ declare r record; begin for r in select * from pt for update loop end loop; end $$;

rollback;

begin read only;

do $$ declare r record; begin for r in select * from tt for update loop raise notice '%', r; end loop; end $$;

rollback;

begin read only;

declare c cursor for select * from tt for update;

fetch c;

delete from tt where current of c;

rollback;

begin read only;

create temp view tv as select * from tt;

rollback;

create temp view tv as select * from tt;

create temp view pv as select * from pt;

begin read only;

select * from tv for update;

rollback;

begin read only;

select * from pv for update;

rollback;

begin read only;

insert into tv values (3);

rollback;

begin read only;

insert into pv values (3);

rollback;

begin read only;

delete from tv;

update tv set id = 3;

rollback;

begin read only;

insert into tt select * from pt for update;

rollback;

begin read only;

insert into tt select * from pt;

rollback;

begin read only;

with x as (insert into tt values (9) returning *) select * from x;

rollback;

begin read only;

with x as (insert into pt values (9) returning *) select * from x;

rollback;

begin read only;

with x as (insert into pt values (9) returning *) insert into tt select * from x;

rollback;

begin read only;

merge into tt using pt on tt.id=pt.id when matched then delete;

rollback;

begin read only;

merge into pt using tt on tt.id=pt.id when matched then delete;

rollback;

create temp table tt2(id int);

create rule r as on insert to tt do also insert into tt2 values (new.id);

begin read only;

insert into tt values (4);

table tt2;

rollback;

create rule r2 as on delete to tt do also insert into pt values (old.id);

begin read only;

delete from tt;

rollback;

create rule r3 as on update to pt do instead update tt set id = new.id;

begin read only;

update pt set id = 5;

rollback;

begin read only;

truncate tt;

rollback;

begin read only;

explain (costs off) select * from pt for update;

rollback;

begin read only;

explain (costs off, analyze, timing off, summary off) select * from pt for update;

rollback;

begin read only;

explain (costs off) insert into pt values (1);

rollback;

begin read only;

prepare p as select * from pt for update;

execute p;

rollback;

begin read only;

prepare p2 as insert into pt values (1);

execute p2;

rollback;

drop table pt cascade;

create table pt(id int);

insert into pt values (1);

create role i21r;

grant all on schema public to i21r;

create function vol(int) returns int language plpgsql stable as $$ declare r record; begin for r in select * from pt for update loop end loop; return 1; end $$;

select vol(1);

create function vol2(int) returns int language plpgsql stable as $$ declare r record; begin for r in delete from pt returning * loop end loop; return 1; end $$;

select vol2(1);

create function vol3(int) returns int language plpgsql stable as $$ declare c cursor for select * from pt for update; begin open c; return 1; end $$;

select vol3(1);

create function vol4(int) returns int language plpgsql stable as $$ begin perform id from pt for key share; return 1; end $$;

select vol4(1);

create function vol5(int) returns setof int language plpgsql stable as $$ begin return query with x as (select * from pt for no key update) select * from x; end $$;

select vol5(1);

create function vol6(int) returns setof int language plpgsql stable as $$ begin return query execute 'select id from pt for share'; end $$;

select vol6(1);

create function vol8(int) returns int language plpgsql stable as $$ declare r record; begin for r in execute 'select id from pt for share' loop end loop; return 1; end $$;

select vol8(1);

create function vol9(int) returns int language plpgsql stable as $$ declare c refcursor; begin open c for execute 'select id from pt for share'; return 1; end $$;

select vol9(1);

create function vol10(int) returns int language plpgsql stable as $$ begin return (select id from pt for share); end $$;

select vol10(1);

select vol11(1);

create function vol12(int) returns int language plpgsql stable as $$ begin insert into pt values (2); return 1; end $$;

select vol12(1);

begin read only;

do $$ declare r record; begin for r in select * from pt for update loop end loop; end $$;

rollback;

begin read only;

do $$ declare c cursor for select * from pt for update; begin open c; end $$;

rollback;

begin read only;

do $$ declare c refcursor; begin open c for execute 'select * from pt for update'; end $$;

rollback;

begin read only;

do $$ declare r record; begin for r in execute 'select * from pt for update' loop end loop; end $$;

rollback;

begin read only;

do $$ declare r int; begin r := (select id from pt for update); end $$;

rollback;

begin read only;

do $$ declare r int; begin r := id from pt for update; end $$;

rollback;

begin read only;

do $$ declare r int; begin if (select true from pt for update) then end if; end $$;

rollback;

begin read only;

do $$ begin insert into pt values (1); end $$;

rollback;

begin read only;

do $$ begin execute 'insert into pt values (1)'; end $$;

rollback;

begin read only;

do $$ begin create table x(); end $$;

rollback;

begin read only;

select vol9(1);

rollback;

set role i21r;

do $$ declare r record; begin for r in select * from pt for update loop end loop; end $$;

do $$ declare r record; begin for r in select * from pt loop end loop; end $$;

do $$ declare c cursor for select * from pt; begin open c; end $$;

do $$ declare c refcursor; begin open c for execute 'select * from pt for update'; end $$;

do $$ declare r record; begin for r in execute 'select * from pt for update' loop end loop; end $$;

do $$ declare r int; begin r := (select id from pt); end $$;

do $$ declare r int; begin r := id from pt; end $$;

do $$ begin insert into pt values (1); end $$;

do $$ begin execute 'insert into pt values (1)'; end $$;

do $$ begin create table pt.x(); end $$;

create function q1() returns setof int language plpgsql as $$ begin return query select id from pt; end $$;

select q1();

create function q2() returns setof int language plpgsql as $$ begin return query execute 'select id from pt'; end $$;

select q2();

create function q3() returns setof int language plpgsql as $$ declare r record; begin for r in select vol(id) from pt limit 1/(select 0) loop end loop;end $$;

select q3();

reset role;

drop owned by i21r;

drop role i21r;

create table hp(id int);

insert into hp select generate_series(1,30);

do $$ declare r record; n int := 0; begin for r in select * from hp order by id for update loop n := n + 1; if n = 5 then commit; end if; end loop; raise notice '%', n; end $$;

do $$ declare r record; n int := 0; begin for r in execute 'select * from hp for update' loop n := n + 1; if n = 5 then commit; end if; end loop; raise notice '%', n; end $$;

do $$ declare r record; n int := 0; c cursor for select * from hp for update; begin for r in c loop n := n + 1; if n = 5 then commit; end if; end loop; raise notice '%', n; end $$;

do $$ declare r record; n int := 0; begin for r in update hp set id = id returning * loop n := n + 1; if n = 5 then commit; end if; end loop; raise notice '%', n; end $$;

do $$ declare r record; n int := 0; begin for r in with x as (update hp set id = id returning *) select * from x loop n := n + 1; if n = 5 then commit; end if; end loop; raise notice '%', n; end $$;

do $$ declare r record; n int := 0; begin for r in with x as (select * from hp for update) select * from x loop n := n + 1; if n = 5 then commit; end if; end loop; raise notice '%', n; end $$;

do $$ declare r record; n int := 0; begin for r in execute 'explain (costs off) select * from hp' loop n := n + 1; if n = 1 then commit; end if; end loop; raise notice '%', n; end $$;

do $$ declare r record; n int := 0; begin for r in execute 'show work_mem' loop n := n + 1; if n = 1 then commit; end if; end loop; raise notice '%', n; end $$;

do $$ declare r record; n int := 0; begin for r in execute 'explain (costs off) select * from hp' loop n := n + 1; if n = 1 then rollback; end if; end loop; raise notice '%', n; end $$;

create function nn0() returns int language plpgsql stable as $q$ begin lock table pt; return 1; end $q$

select nn0()

create function nn1() returns int language plpgsql stable as $q$ begin analyze pt; return 1; end $q$

select nn1()

create function nn2() returns int language plpgsql stable as $q$ begin cluster pt; return 1; end $q$

select nn2()

create function nn3() returns int language plpgsql stable as $q$ begin reindex table pt; return 1; end $q$

select nn3()

create function nn4() returns int language plpgsql stable as $q$ begin create table x(); return 1; end $q$

select nn4()

create function nn5() returns int language plpgsql stable as $q$ begin create table x as select 1; return 1; end $q$

select nn5()

create function nn6() returns int language plpgsql stable as $q$ begin alter table pt add x int; return 1; end $q$

select nn6()

create function nn7() returns int language plpgsql stable as $q$ begin alter index i rename to j; return 1; end $q$

select nn7()

create function nn8() returns int language plpgsql stable as $q$ begin alter view v rename to w; return 1; end $q$

select nn8()

create function nn9() returns int language plpgsql stable as $q$ begin alter sequence s restart; return 1; end $q$

select nn9()

create function nn10() returns int language plpgsql stable as $q$ begin alter materialized view m rename to n; return 1; end $q$

select nn10()

create function nn11() returns int language plpgsql stable as $q$ begin alter type t rename to u; return 1; end $q$

select nn11()

create function nn12() returns int language plpgsql stable as $q$ begin alter domain d set not null; return 1; end $q$

select nn12()

create function nn13() returns int language plpgsql stable as $q$ begin alter function vol(int) stable; return 1; end $q$

select nn13()

create function nn14() returns int language plpgsql stable as $q$ begin alter procedure p() set search_path = ''; return 1; end $q$

select nn14()

create function nn15() returns int language plpgsql stable as $q$ begin alter schema s rename to t; return 1; end $q$

select nn15()

create function nn16() returns int language plpgsql stable as $q$ begin alter role r nologin; return 1; end $q$

select nn16()

create function nn17() returns int language plpgsql stable as $q$ begin alter policy p on pt rename to q; return 1; end $q$

select nn17()

create function nn18() returns int language plpgsql stable as $q$ begin alter trigger t on pt rename to u; return 1; end $q$

select nn18()

create function nn19() returns int language plpgsql stable as $q$ begin alter event trigger e disable; return 1; end $q$

select nn19()

create function nn20() returns int language plpgsql stable as $q$ begin alter collation c rename to d; return 1; end $q$

select nn20()

create function nn21() returns int language plpgsql stable as $q$ begin alter extension e update; return 1; end $q$

select nn21()

create function nn22() returns int language plpgsql stable as $q$ begin alter database d set x.y = 1; return 1; end $q$

select nn22()

create function nn23() returns int language plpgsql stable as $q$ begin alter default privileges grant select on tables to public; return 1; end $q$

select nn23()

create function nn24() returns int language plpgsql stable as $q$ begin alter system set work_mem = 1; return 1; end $q$

select nn24()

create function nn25() returns int language plpgsql stable as $q$ begin alter statistics s rename to t; return 1; end $q$

select nn25()

create function nn26() returns int language plpgsql stable as $q$ begin alter publication p rename to q; return 1; end $q$

select nn26()

create function nn27() returns int language plpgsql stable as $q$ begin alter rule r on pt rename to q; return 1; end $q$

select nn27()

create function nn28() returns int language plpgsql stable as $q$ begin alter aggregate a(int) rename to b; return 1; end $q$

select nn28()

create function nn29() returns int language plpgsql stable as $q$ begin alter operator + (int,int) owner to postgres; return 1; end $q$

select nn29()

create function nn30() returns int language plpgsql stable as $q$ begin alter foreign table f rename to g; return 1; end $q$

select nn30()

create function nn31() returns int language plpgsql stable as $q$ begin alter user u nologin; return 1; end $q$

select nn31()

create function nn32() returns int language plpgsql stable as $q$ begin alter group g add user u; return 1; end $q$

select nn32()

create function nn33() returns int language plpgsql stable as $q$ begin alter table pt rename to p2; return 1; end $q$

select nn33()

create function nn34() returns int language plpgsql stable as $q$ begin alter table pt owner to postgres; return 1; end $q$

select nn34()

create function nn35() returns int language plpgsql stable as $q$ begin alter table pt set schema x; return 1; end $q$

select nn35()

create function nn36() returns int language plpgsql stable as $q$ begin alter view v set schema x; return 1; end $q$

select nn36()

create function nn37() returns int language plpgsql stable as $q$ begin alter function vol(int) set schema y; return 1; end $q$

select nn37()

create function nn38() returns int language plpgsql stable as $q$ begin alter type t add value 'x'; return 1; end $q$

select nn38()

create function nn39() returns int language plpgsql stable as $q$ begin create view v as select 1; return 1; end $q$

select nn39()

create function nn40() returns int language plpgsql stable as $q$ begin create materialized view v as select 1; return 1; end $q$

select nn40()

create function nn41() returns int language plpgsql stable as $q$ begin refresh materialized view v; return 1; end $q$

select nn41()

create function nn42() returns int language plpgsql stable as $q$ begin create sequence s; return 1; end $q$

select nn42()

create function nn43() returns int language plpgsql stable as $q$ begin create schema s; return 1; end $q$

select nn43()

create function nn44() returns int language plpgsql stable as $q$ begin create type t as enum ('a'); return 1; end $q$

select nn44()

create function nn45() returns int language plpgsql stable as $q$ begin create type t as (a int); return 1; end $q$

select nn45()

create function nn46() returns int language plpgsql stable as $q$ begin create type t as range (subtype = int); return 1; end $q$

select nn46()

create function nn47() returns int language plpgsql stable as $q$ begin create domain d as int; return 1; end $q$

select nn47()

create function nn48() returns int language plpgsql stable as $q$ begin create function f() returns int language sql as 'select 1'; return 1; end $q$

select nn48()

create function nn49() returns int language plpgsql stable as $q$ begin create procedure f() language sql as 'select 1'; return 1; end $q$

select nn49()

create function nn50() returns int language plpgsql stable as $q$ begin create trigger t before insert on pt execute function f(); return 1; end $q$

select nn50()

create function nn51() returns int language plpgsql stable as $q$ begin create event trigger e on ddl_command_start execute function f(); return 1; end $q$

select nn51()

create function nn52() returns int language plpgsql stable as $q$ begin create index i on pt(id); return 1; end $q$

select nn52()

create function nn53() returns int language plpgsql stable as $q$ begin create rule r as on insert to pt do nothing; return 1; end $q$

select nn53()

create function nn54() returns int language plpgsql stable as $q$ begin create policy p on pt; return 1; end $q$

select nn54()

create function nn55() returns int language plpgsql stable as $q$ begin create role r; return 1; end $q$

select nn55()

create function nn56() returns int language plpgsql stable as $q$ begin create user r; return 1; end $q$

select nn56()

create function nn57() returns int language plpgsql stable as $q$ begin create group r; return 1; end $q$

select nn57()

create function nn58() returns int language plpgsql stable as $q$ begin create collation c from "C"; return 1; end $q$

select nn58()

create function nn59() returns int language plpgsql stable as $q$ begin create extension plpgsql; return 1; end $q$

select nn59()

create function nn60() returns int language plpgsql stable as $q$ begin create statistics s on a,b from pt; return 1; end $q$

select nn60()

create function nn61() returns int language plpgsql stable as $q$ begin create aggregate a(int) (sfunc = int4pl, stype = int); return 1; end $q$

select nn61()

create function nn62() returns int language plpgsql stable as $q$ begin create operator +++ (function = int4pl, leftarg = int, rightarg = int); return 1; end $q$

select nn62()

create function nn63() returns int language plpgsql stable as $q$ begin create cast (int as text) with inout; return 1; end $q$

select nn63()

create function nn64() returns int language plpgsql stable as $q$ begin create publication p; return 1; end $q$

select nn64()

create function nn65() returns int language plpgsql stable as $q$ begin create foreign table f () server s; return 1; end $q$

select nn65()

create function nn66() returns int language plpgsql stable as $q$ begin create server s foreign data wrapper w; return 1; end $q$

select nn66()

create function nn67() returns int language plpgsql stable as $q$ begin create tablespace t location '/x'; return 1; end $q$

select nn67()

create function nn68() returns int language plpgsql stable as $q$ begin create database d; return 1; end $q$

select nn68()

create function nn69() returns int language plpgsql stable as $q$ begin drop table pt; return 1; end $q$

select nn69()

create function nn70() returns int language plpgsql stable as $q$ begin drop view v; return 1; end $q$

select nn70()

create function nn71() returns int language plpgsql stable as $q$ begin drop sequence s; return 1; end $q$

select nn71()

create function nn72() returns int language plpgsql stable as $q$ begin drop index i; return 1; end $q$

select nn72()

create function nn73() returns int language plpgsql stable as $q$ begin drop function f; return 1; end $q$

select nn73()

create function nn74() returns int language plpgsql stable as $q$ begin drop procedure f; return 1; end $q$

select nn74()

create function nn75() returns int language plpgsql stable as $q$ begin drop routine f; return 1; end $q$

select nn75()

create function nn76() returns int language plpgsql stable as $q$ begin drop schema s; return 1; end $q$

select nn76()

create function nn77() returns int language plpgsql stable as $q$ begin drop type t; return 1; end $q$

select nn77()

create function nn78() returns int language plpgsql stable as $q$ begin drop domain d; return 1; end $q$

select nn78()

create function nn79() returns int language plpgsql stable as $q$ begin drop trigger t on pt; return 1; end $q$

select nn79()

create function nn80() returns int language plpgsql stable as $q$ begin drop event trigger e; return 1; end $q$

select nn80()

create function nn81() returns int language plpgsql stable as $q$ begin drop rule r on pt; return 1; end $q$

select nn81()

create function nn82() returns int language plpgsql stable as $q$ begin drop policy p on pt; return 1; end $q$

select nn82()

create function nn83() returns int language plpgsql stable as $q$ begin drop role r; return 1; end $q$

select nn83()

create function nn84() returns int language plpgsql stable as $q$ begin drop user r; return 1; end $q$

select nn84()

create function nn85() returns int language plpgsql stable as $q$ begin drop collation c; return 1; end $q$

select nn85()

create function nn86() returns int language plpgsql stable as $q$ begin drop extension e; return 1; end $q$

select nn86()

create function nn87() returns int language plpgsql stable as $q$ begin drop materialized view m; return 1; end $q$

select nn87()

create function nn88() returns int language plpgsql stable as $q$ begin drop statistics s; return 1; end $q$

select nn88()

create function nn89() returns int language plpgsql stable as $q$ begin drop aggregate a(int); return 1; end $q$

select nn89()

create function nn90() returns int language plpgsql stable as $q$ begin drop operator +++ (int,int); return 1; end $q$

select nn90()

create function nn91() returns int language plpgsql stable as $q$ begin drop cast (int as text); return 1; end $q$

select nn91()

create function nn92() returns int language plpgsql stable as $q$ begin drop owned by r; return 1; end $q$

select nn92()

create function nn93() returns int language plpgsql stable as $q$ begin drop publication p; return 1; end $q$

select nn93()

create function nn94() returns int language plpgsql stable as $q$ begin drop foreign table f; return 1; end $q$

select nn94()

create function nn95() returns int language plpgsql stable as $q$ begin drop database d; return 1; end $q$

select nn95()

create function nn96() returns int language plpgsql stable as $q$ begin reassign owned by r to s; return 1; end $q$

select nn96()

create function nn97() returns int language plpgsql stable as $q$ begin grant select on pt to public; return 1; end $q$

select nn97()

create function nn98() returns int language plpgsql stable as $q$ begin revoke select on pt from public; return 1; end $q$

select nn98()

create function nn99() returns int language plpgsql stable as $q$ begin grant r to s; return 1; end $q$

select nn99()

create function nn100() returns int language plpgsql stable as $q$ begin revoke r from s; return 1; end $q$

select nn100()

create function nn101() returns int language plpgsql stable as $q$ begin comment on table pt is 'x'; return 1; end $q$

select nn101()

create function nn102() returns int language plpgsql stable as $q$ begin security label on table pt is 'x'; return 1; end $q$

select nn102()

create function nn103() returns int language plpgsql stable as $q$ begin truncate pt; return 1; end $q$

select nn103()

create function nn104() returns int language plpgsql stable as $q$ begin vacuum; return 1; end $q$

select nn104()

create function nn105() returns int language plpgsql stable as $q$ begin checkpoint; return 1; end $q$

select nn105()

create function nn106() returns int language plpgsql stable as $q$ begin discard all; return 1; end $q$

select nn106()

create function nn107() returns int language plpgsql stable as $q$ begin discard plans; return 1; end $q$

select nn107()

create function nn108() returns int language plpgsql stable as $q$ begin notify x; return 1; end $q$

select nn108()

create function nn109() returns int language plpgsql stable as $q$ begin listen x; return 1; end $q$

select nn109()

create function nn110() returns int language plpgsql stable as $q$ begin unlisten x; return 1; end $q$

select nn110()

create function nn111() returns int language plpgsql stable as $q$ begin set x.y = 1; return 1; end $q$

select nn111()

create function nn112() returns int language plpgsql stable as $q$ begin reset x.y; return 1; end $q$

select nn112()

create function nn113() returns int language plpgsql stable as $q$ begin show work_mem; return 1; end $q$

select nn113()

create function nn114() returns int language plpgsql stable as $q$ begin do 'begin end'; return 1; end $q$

select nn114()

create function nn115() returns int language plpgsql stable as $q$ begin call p(); return 1; end $q$

select nn115()

create function nn116() returns int language plpgsql stable as $q$ begin declare c cursor for select 1; return 1; end $q$

select nn116()

create function nn117() returns int language plpgsql stable as $q$ begin fetch c; return 1; end $q$

select nn117()

create function nn118() returns int language plpgsql stable as $q$ begin move c; return 1; end $q$

select nn118()

create function nn119() returns int language plpgsql stable as $q$ begin close c; return 1; end $q$

select nn119()

select nn120()

create function nn121() returns int language plpgsql stable as $q$ begin prepare p as select 1; return 1; end $q$

select nn121()

create function nn122() returns int language plpgsql stable as $q$ begin execute p; return 1; end $q$

select nn122()

create function nn123() returns int language plpgsql stable as $q$ begin deallocate p; return 1; end $q$

select nn123()

create function nn124() returns int language plpgsql stable as $q$ begin deallocate all; return 1; end $q$

select nn124()

create function nn125() returns int language plpgsql stable as $q$ begin explain select 1; return 1; end $q$

select nn125()

create function nn126() returns int language plpgsql stable as $q$ begin copy pt to '/tmp/x'; return 1; end $q$

select nn126()

create function nn127() returns int language plpgsql stable as $q$ begin copy pt from '/tmp/x'; return 1; end $q$

select nn127()

create function nn128() returns int language plpgsql stable as $q$ begin load 'x'; return 1; end $q$

select nn128()

create function nn129() returns int language plpgsql stable as $q$ begin set constraints all deferred; return 1; end $q$

select nn129()

create function nn130() returns int language plpgsql stable as $q$ begin import foreign schema s from server t into u; return 1; end $q$

select nn130()

create function nn131() returns int language plpgsql stable as $q$ begin set transaction read only; return 1; end $q$

select nn131()

create function nn132() returns int language plpgsql stable as $q$ begin set session characteristics as transaction read only; return 1; end $q$

select nn132()

create function nn133() returns int language plpgsql stable as $q$ begin set role none; return 1; end $q$

select nn133()

create function nn134() returns int language plpgsql stable as $q$ begin set session authorization default; return 1; end $q$

select nn134()

create function nn135() returns int language plpgsql stable as $q$ begin reset all; return 1; end $q$

select nn135()

create function nn136() returns int language plpgsql stable as $q$ begin create table if not exists pt(); return 1; end $q$

select nn136()

create function nn137() returns int language plpgsql stable as $q$ begin select 1 into q; return 1; end $q$

select nn137()

create function nn138() returns int language plpgsql stable as $q$ begin create temp table x(); return 1; end $q$

select nn138()

create function nn139() returns int language plpgsql stable as $q$ begin alter table pt enable row level security; return 1; end $q$

select nn139()

create function nn140() returns int language plpgsql stable as $q$ begin alter sequence s owner to postgres; return 1; end $q$

select nn140()

create function nn141() returns int language plpgsql stable as $q$ begin create language l; return 1; end $q$

select nn141()

create function nn142() returns int language plpgsql stable as $q$ begin alter language l rename to m; return 1; end $q$

select nn142()

create function nn143() returns int language plpgsql stable as $q$ begin create text search configuration c (copy = english); return 1; end $q$

select nn143()

create function nn144() returns int language plpgsql stable as $q$ begin alter text search dictionary d rename to e; return 1; end $q$

select nn144()

create function nn145() returns int language plpgsql stable as $q$ begin drop text search parser p; return 1; end $q$

select nn145()

create function nn146() returns int language plpgsql stable as $q$ begin create access method a type index handler h; return 1; end $q$

select nn146()

create function nn147() returns int language plpgsql stable as $q$ begin create transform for int language sql (from sql with function f(internal)); return 1; end $q$

select nn147()

create function nn148() returns int language plpgsql stable as $q$ begin alter large object 1 owner to postgres; return 1; end $q$

select nn148()

create function nn149() returns int language plpgsql stable as $q$ begin create conversion c for 'UTF8' to 'LATIN1' from f; return 1; end $q$

select nn149()

create function nn150() returns int language plpgsql stable as $q$ begin create operator class o for type int using btree as storage int; return 1; end $q$

select nn150()

create function nn151() returns int language plpgsql stable as $q$ begin create operator family f using btree; return 1; end $q$

select nn151()

create function nn152() returns int language plpgsql stable as $q$ begin alter operator family f using btree rename to g; return 1; end $q$

select nn152()

create function nn153() returns int language plpgsql stable as $q$ begin create user mapping for public server s; return 1; end $q$

select nn153()

create function nn154() returns int language plpgsql stable as $q$ begin create subscription s connection '' publication p; return 1; end $q$

select nn154()


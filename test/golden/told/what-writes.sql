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

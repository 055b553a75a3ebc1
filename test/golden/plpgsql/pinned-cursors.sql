create table k(id int primary key); insert into k select generate_series(1,4)
do $$ declare c cursor for select * from k order by id; begin for r in c loop close c; end loop; end $$
do $$ declare c cursor for select * from k order by id; begin for r in c loop raise notice '%', r; begin close c; exception when others then raise notice '% %', sqlstate, sqlerrm; end; end loop; end $$
do $$ declare c cursor for select * from k order by id; begin for r in c loop execute 'close c'; end loop; end $$
do $$ declare c cursor for select * from k order by id; begin for r in c loop execute 'close all'; end loop; end $$
do $$ declare c cursor for select * from k order by id; begin open c; execute 'close all'; fetch c into c; end $$
do $$ begin for r in select * from k order by id loop execute 'close all'; end loop; end $$
do $$ begin for r in select * from k order by id loop execute 'close "<unnamed portal 1>"'; end loop; end $$
do $$ declare c cursor for select * from k order by id; begin for r in c loop commit; execute 'close all'; end loop; end $$
do $$ declare c cursor for select * from k order by id; begin for r in c loop rollback; close c; end loop; end $$
do $$ declare c cursor for select * from k order by id; begin for r in c loop move c; raise notice '%', r; end loop; end $$
select count(*) from pg_cursors
create procedure pr() language plpgsql as $$ declare c cursor for select * from k order by id; begin for r in c loop commit; update k set id = id + 10 where current of c; end loop; end $$
call pr()
create procedure pr2() language plpgsql as $$ declare c cursor for select * from k order by id; begin for r in c loop commit; delete from k where current of c; end loop; end $$
call pr2()
create procedure pr3() language plpgsql as $$ begin for r in select * from k loop commit; begin delete from k where current of nope; exception when others then raise notice '% %', sqlstate, sqlerrm; end; end loop; end $$
call pr3()
create procedure pr4() language plpgsql as $$ declare c cursor for select * from k order by id; begin for r in c loop rollback; begin fetch c into r; exception when others then raise notice '% %', sqlstate, sqlerrm; end; raise notice '%', r; end loop; raise notice '%', (select count(*) from pg_cursors); open c; commit; fetch c into r; end $$
call pr4()
create procedure pr5() language plpgsql as $$ declare c cursor for select * from k order by id; begin for r in c loop commit; raise notice '%', (select string_agg(name || is_holdable::text, ',') from pg_cursors); raise exception 'x'; end loop; end $$
call pr5()
select count(*) from pg_cursors
create procedure pr6() language plpgsql as $$ declare c cursor for select * from k order by id; begin begin for r in c loop commit; close c; end loop; exception when others then raise notice '% %', sqlstate, sqlerrm; end; end $$
call pr6()
create procedure pr7() language plpgsql as $$ declare c cursor for select * from k order by id; begin for r in c loop commit; close c; end loop; end $$
call pr7()
create procedure pr8() language plpgsql as $$ declare c scroll cursor for select * from k order by id; begin for r in c loop commit; raise notice '%', r; exit; end loop; end $$
call pr8()
select count(*) from pg_cursors

create table t (id int primary key, parent int, data text, n int not null default 0)
create function del() returns trigger language plpgsql as $$ begin if old.parent is not null then update t set n = n - 1 where id = old.parent; end if; return old; end $$
create trigger d before delete on t for each row execute function del()
insert into t values (2,1,'a'),(4,2,'b'),(3,1,'c'),(5,3,'d'),(1,null,'root')
delete from t
select * from t order by id
delete from t where id in (5, 3)
delete from t using (values (3),(5)) v(i) where id = i
select * from t order by id
merge into t using (values (4),(2)) v(i) on t.id = v.i when matched then delete
select * from t order by id
create function up() returns trigger language plpgsql as $$ begin if new.parent is not null then update t set n = n + 1 where id = new.parent; end if; return new; end $$
create trigger u before update on t for each row execute function up()
update t set data = data || '!'
select * from t order by id
select * from t order by id
create or replace function up() returns trigger language plpgsql as $$ begin if pg_trigger_depth() < 2 then update t set n = n + 10 where id = new.id; end if; return new; end $$
update t set data = 'x' where id = 1
insert into t values (1, null, 'z') on conflict (id) do update set data = excluded.data
insert into t values (1, null, 'z') on conflict (id) do update set data = excluded.data where t.n = 0
merge into t using (values (1)) v(i) on t.id = v.i when matched then update set data = 'm'
create or replace function up() returns trigger language plpgsql as $$ begin if pg_trigger_depth() < 2 then update t set n = n + 10 where id = new.id; end if; return null; end $$
update t set data = 'x' where id = 1
select * from t where id = 1
insert into t values (1, null, 'z') on conflict (id) do update set data = excluded.data returning *
merge into t using (values (1)) v(i) on t.id = v.i when matched then update set data = 'm'
select * from t where id = 1
create or replace function up() returns trigger language plpgsql as $$ begin delete from t where id = new.id; return new; end $$
update t set data = 'x' where id = 1
insert into t values (1, null, 'z') on conflict (id) do update set data = excluded.data returning *
merge into t using (values (1)) v(i) on t.id = v.i when matched then update set data = 'm'
create or replace function up() returns trigger language plpgsql as $$ begin delete from t where id = new.id; return null; end $$
begin
update t set data = 'x' where id = 1
select count(*) from t
rollback
begin
merge into t using (values (1)) v(i) on t.id = v.i when matched then update set data = 'm'
select count(*) from t
rollback
create or replace function up() returns trigger language plpgsql as $$ begin delete from t where id = new.id; insert into t values (new.*); return null; end $$
begin
update t set data = 'x' where id = 1
select * from t order by id
rollback
create or replace function up() returns trigger language plpgsql as $$ begin delete from t where id = new.id; insert into t values (new.*); return new; end $$
begin
update t set data = 'x' where id = 1
rollback
drop trigger u on t
drop trigger d on t
create function hit(i int) returns int language plpgsql as $$ begin update t set n = n + 100 where id = i; return i; end $$
begin
update t set data = 'h' || hit(id)
select * from t order by id
rollback
begin
update t set data = 'h' where hit(id) > 0
select * from t order by id
rollback
begin
delete from t where hit(id) > 0
select * from t order by id
rollback
begin
delete from t where id = 2 returning hit(id), *
select * from t order by id
rollback
begin
update t set data = 'k' where id = 2 returning hit(id), *
select * from t order by id
rollback
begin
merge into t using (select hit(1) i) v on t.id = v.i when matched then update set data = 'm'
select * from t order by id
rollback
begin
merge into t using (values (1)) v(i) on t.id = v.i when matched and hit(1) = 1 then update set data = 'm'
select * from t order by id
rollback
begin
merge into t using (values (1)) v(i) on t.id = v.i when matched then update set data = 'm' || hit(1)
select * from t order by id
rollback
begin
insert into t values (1, hit(1)) on conflict (id) do update set data = 'c'
select * from t order by id
rollback
begin
insert into t values (1, 1) on conflict (id) do update set data = 'c' || hit(1)
select * from t order by id
rollback
begin
insert into t values (1, 1) on conflict (id) do update set data = 'c' where hit(1) = 1
select * from t order by id
rollback
begin
with x as (update t set n = 7 where id = 1 returning 1) update t set data = 'w' where id = 1
select * from t order by id
rollback
begin
with x as (delete from t where id = 1 returning 1) update t set data = 'w' where id = 1
select * from t order by id
rollback
begin
with x as (update t set n = 7 where id = 1 returning 1) delete from t where id = 1
select * from t order by id
rollback
begin
with x as (update t set n = 7 where id = 1 returning 1) merge into t using (values (1)) v(i) on t.id = v.i when matched then update set data = 'm'
select * from t order by id
rollback
begin
with x as (update t set n = 7 where id = 1 returning 1) insert into t values (1) on conflict (id) do update set data = 'c'
select * from t order by id
rollback
begin
with x as (insert into t values (9) returning 1) insert into t values (9) on conflict (id) do update set data = 'c'
select * from t order by id
rollback
begin
select * from t where hit(id) > 0 for update
rollback
create table p (id int primary key, v text)
create table c (id int primary key, p int references p on delete cascade on update cascade, v text)
insert into p values (1, 'a'), (2, 'b')
insert into c values (10, 1, 'x'), (20, 2, 'y')
create function cd() returns trigger language plpgsql as $$ begin update p set v = v || '-' where id = old.p; return old; end $$
create trigger cd before delete on c for each row execute function cd()
begin
delete from p where id = 1
select * from p order by 1
select * from c order by 1
rollback
create function cu() returns trigger language plpgsql as $$ begin update c set v = v || '-' where id = old.id; return new; end $$
create trigger cu before update of p on c for each row execute function cu()
begin
update p set id = 3 where id = 1
rollback
begin
update c set p = 2 where id = 10
rollback
drop trigger cu on c
create function cu2() returns trigger language plpgsql as $$ begin delete from c where id = old.id; return new; end $$
create trigger cu before update of p on c for each row execute function cu2()
begin
update p set id = 3 where id = 1
rollback
create function pd() returns trigger language plpgsql as $$ begin delete from c where p = old.id; return old; end $$
create trigger pd before delete on p for each row execute function pd()
begin
delete from p where id = 1
rollback
begin
delete from p
rollback
drop trigger cd on c
begin
delete from p where id = 1
select * from c
rollback
create table q (id int, k int, v text) partition by list (k)
create table q1 partition of q for values in (1)
create table q2 partition of q for values in (2)
create table q3 partition of q default
insert into q values (1,1,'a'),(2,1,'b'),(3,2,'c')
create function qd() returns trigger language plpgsql as $$ begin raise notice '% %', tg_op, tg_table_name; update q set v = v || '+' where id = old.id; return old; end $$
create trigger qd before delete on q for each row execute function qd()
begin
update q set k = 2 where id = 1
select * from q order by id
rollback
begin
update q set k = 2
select * from q order by id
rollback
begin
delete from q where id = 3
rollback
begin
merge into q using (values (1)) v(i) on q.id = v.i when matched then update set k = 3
rollback
create or replace function qd() returns trigger language plpgsql as $$ begin raise notice '% % %', tg_op, tg_table_name, pg_trigger_depth(); if pg_trigger_depth() < 2 then delete from q where id = old.id; end if; return old; end $$
begin
update q set k = 2 where id = 1
select * from q order by id
rollback
begin
delete from q where id = 1
select * from q order by id
rollback
create or replace function qd() returns trigger language plpgsql as $$ begin raise notice '% % %', tg_op, tg_table_name, pg_trigger_depth(); if pg_trigger_depth() < 2 then delete from q where id = old.id; end if; return null; end $$
begin
update q set k = 2 where id = 1
select * from q order by id
rollback
begin
delete from q where id = 1
select * from q order by id
rollback
begin
merge into q using (values (1)) v(i) on q.id = v.i when matched then update set k = 3
select * from q order by id
rollback
begin
merge into q using (values (1)) v(i) on q.id = v.i when matched then delete
select * from q order by id
rollback
create function qi() returns trigger language plpgsql as $$ begin raise notice '% % %', tg_op, tg_table_name, pg_trigger_depth(); update q set v = 'ins' where id = new.id; return new; end $$
drop trigger qd on q
create trigger qi before insert on q for each row execute function qi()
begin
update q set k = 2 where id = 1
select * from q order by id
rollback
begin
merge into q using (values (1)) v(i) on q.id = v.i when matched then update set k = 3
select * from q order by id
rollback
create or replace function up() returns trigger language plpgsql as $$ begin begin update t set n = n + 10 where id = new.id; raise exception 'x'; exception when others then null; end; return new; end $$
create trigger u before update on t for each row when (pg_trigger_depth() < 1) execute function up()
begin
update t set data = 'sp' where id = 1
select * from t order by id
rollback
create or replace function up() returns trigger language plpgsql as $$ begin begin update t set n = n + 10 where id = new.id; exception when others then null; end; return new; end $$
begin
update t set data = 'sp' where id = 1
select * from t order by id
rollback
create or replace function up() returns trigger language plpgsql as $$ begin perform 1 from t where id = new.id for update; return new; end $$
begin
update t set data = 'sp' where id = 1
select * from t order by id
rollback
create or replace function up() returns trigger language plpgsql as $$ begin if pg_trigger_depth() < 3 then begin update t set data = 'in' where id = new.id; exception when triggered_data_change_violation then raise notice 'caught %', sqlerrm; end; end if; return new; end $$
begin
update t set data = 'sp' where id = 1
select * from t order by id
rollback
begin
update t set data = 'sp'
select * from t order by id
rollback
declare cc cursor for select * from t order by id for update
begin
declare cc cursor for select * from t for update
fetch cc
update t set data = 'cur' where current of cc
rollback
begin
declare cc cursor for select * from t for update
fetch cc
update t set data = 'o' where id = 2
delete from t where current of cc
rollback

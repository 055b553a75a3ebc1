create table p(a int primary key)
create table c(a int references p on delete cascade, b text)
insert into c values (1,'x')
create function say() returns trigger language plpgsql as $$ begin raise notice '% % %', tg_name, tg_op, current_setting('session_replication_role'); return coalesce(new, old); end $$
create trigger o before insert on c for each row execute function say()
create trigger r before insert on c for each row execute function say()
create trigger w before insert on c for each row execute function say()
create trigger x before insert on c for each row execute function say()
create trigger so after insert on c for each statement execute function say()
create trigger sr after insert on c for each statement execute function say()
alter table c enable replica trigger r, enable always trigger w, disable trigger x, enable replica trigger sr
insert into p values (1),(2)
prepare ins(int) as insert into c values ($1, 'prep')
prepare del as delete from p where a = 1
execute ins(1)
set session_replication_role = replica
execute ins(1)
execute ins(77)
insert into c values (78,'y')
execute del
select * from c order by 1,2
set session_replication_role = local
insert into c values (79,'y')
insert into c values (2,'y')
begin
set local session_replication_role = 'replica'
insert into c values (80,'z')
savepoint a
set local session_replication_role = 'origin'
insert into c values (81,'z')
rollback to a
insert into c values (82,'z')
commit
insert into c values (83,'z')
reset session_replication_role
create rule ro as on update to c do instead insert into p values (100)
create rule rr as on delete to c do instead insert into p values (101)
alter table c enable replica rule rr
update c set b='u'
delete from c where a = 80
set session_replication_role = replica
update c set b='u' where a=82
delete from c where a = 82
select * from p order by 1
alter table c disable rule rr
delete from c where a = 78
alter table c enable always rule rr
delete from c where a = 77
select ev_enabled, rulename from pg_rewrite where ev_class='c'::regclass order by 2
select tgname, tgenabled from pg_trigger where tgrelid='c'::regclass and not tgisinternal order by 1
set session_replication_role = bogus
reset session_replication_role
alter table c disable trigger all
insert into c values (90,'z')
select tgenabled, count(*) from pg_trigger where tgrelid='c'::regclass group by 1
alter table c enable trigger all
insert into c values (91,'z')
alter table c enable replica trigger all
alter table c enable always trigger nope
create table s(a int, b text)
insert into s values(1,'x'),(2,'y'),(3,null)
create trigger z_min before update on s for each row execute function suppress_redundant_updates_trigger()
update s set b = b
update s set b = 'x'
update s set b = 'x' returning *
create trigger bad before insert on s for each row execute function suppress_redundant_updates_trigger()
insert into s values (4,'z')
drop trigger bad on s
create trigger bad after update on s for each row execute function suppress_redundant_updates_trigger()
update s set b='zz'
drop trigger bad on s
create trigger bad before update on s execute function suppress_redundant_updates_trigger()
update s set b='zz'
drop trigger bad on s
create table d(a int)
create function dep() returns trigger language plpgsql as $$ begin raise notice 'depth % %', pg_trigger_depth(), new.a; if new.a > 0 then insert into d values (new.a - 1); raise notice 'then %', pg_trigger_depth(); end if; begin perform 1/0; exception when others then raise notice 'in handler %', pg_trigger_depth(); end; return new; end $$
create trigger d before insert on d for each row execute function dep()
select pg_trigger_depth()
insert into d values (3)
create trigger w before insert on d for each row when (pg_trigger_depth() = 0) execute function dep()
insert into d values (1)
create function boom() returns trigger language plpgsql as $$ begin raise exception 'boom at %', pg_trigger_depth(); end $$
create trigger zb after insert on d for each row execute function boom()
insert into d values (0)
select pg_trigger_depth()

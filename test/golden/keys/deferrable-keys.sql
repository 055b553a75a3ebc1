create table u(id int, k int constraint u_k unique deferrable initially immediate, t text, constraint u_pk primary key (id) deferrable initially deferred)
insert into u values (1,1,'a'),(2,2,'b'),(3,3,'c')
update u set k = k + 1
update u set id = id + 1
select * from u order by t
insert into u values (2,10,'d')
insert into u values (20,2,'d')
begin; insert into u values (2,10,'d')
select * from u where id = 2 order by t
update u set id = 50 where t = 'd'
commit
begin; insert into u values (2,11,'e')
commit
begin; set constraints u_k deferred; update u set k = 2; update u set k = 100 + id
commit
begin; set constraints u_k deferred; update u set k = 2
set constraints u_k immediate
rollback
select * from u order by t
insert into u select i, 5, 'x' from generate_series(60,62) i
insert into u values (50, 1, 'z') on conflict (id) do nothing
insert into u values (50, 1, 'z') on conflict on constraint u_pk do nothing
insert into u values (50, 1, 'z') on conflict do nothing
select pg_get_constraintdef(oid), condeferrable, condeferred from pg_constraint where conrelid = 'u'::regclass order by conname
select indexrelid::regclass, indisunique, indimmediate from pg_index where indrelid = 'u'::regclass order by 1
select tgfoid::regproc, tgtype, tgdeferrable, tginitdeferred from pg_trigger where tgrelid = 'u'::regclass order by tgname
create table bad(a int references u (k))
create table bad(a int references u)
create table bad(a int deferrable)
create table bad(a int check (a > 0) deferrable)
create table bad(a int unique not deferrable initially deferred)
create table bad(a int unique deferrable deferrable)
create table e(a int, b text, c int, exclude (a with =, b with =) where (c > 0))
insert into e values (1,'x',1),(1,'y',1),(1,'x',0),(null,'x',1),(null,'x',1)
insert into e values (1,'x',1)
insert into e values (1,'x',1) on conflict do nothing
insert into e values (1,'x',1) on conflict on constraint e_a_b_excl do nothing
insert into e values (1,'x',1) on conflict on constraint e_a_b_excl do update set c = 2
insert into e select 7, 'q', 1 from generate_series(1,2)
update e set b = 'x' where b = 'y'
update e set c = 5 where c = 0
delete from e where c = 1 and a = 1
update e set c = 5 where c = 0
select conname, contype, conkey, conexclop::regoper[], pg_get_constraintdef(oid) from pg_constraint where conrelid = 'e'::regclass
alter table e add constraint e2 exclude (b with =)
alter table e add constraint e2 exclude (a with <)
alter table e add constraint e3 exclude using btree (c with =) deferrable initially deferred
truncate e; alter table e add constraint e3 exclude using btree (c with =) deferrable initially deferred
begin; insert into e values (1,'a',1),(2,'b',1); update e set c = 2 where a = 2
commit
insert into e values (3,'z',2)
select * from e order by a

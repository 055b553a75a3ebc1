create role ctas_r
grant create, usage on schema public to ctas_r
create function ctas_f(int) returns int language plpgsql as 'begin return $1; end'
create function ctas_g() returns int language sql immutable as 'select 1'
revoke execute on function ctas_f(int), ctas_g() from public
create table ctas_t (a int)
insert into ctas_t values (1), (2)
create table ctas_secret (b int)
grant select on ctas_t to ctas_r
create view ctas_v as select a, ctas_f(a) as f from ctas_t
grant select on ctas_v to ctas_r
create view ctas_own with (security_invoker) as select a, ctas_f(a) as f from ctas_t
grant select on ctas_own to ctas_r
set role ctas_r
create table x1 as select a from ctas_v
create table x2 as select f from ctas_v
create table x3 as select a from ctas_own
create table x4 as select f from ctas_own
create table x5 as select a from ctas_t where false and ctas_f(a) = 1
create table x6 as select coalesce(1, ctas_f(a)) from ctas_t
create table x7 as select exists (select ctas_f(1)) as e
create table x8 as select case when true then 1 else ctas_f(a) end from ctas_t
create table x9 as select ctas_f(a) from ctas_t
create table x10 as select ctas_g() from ctas_t
create table x11 as select a from ctas_t where exists (select b from ctas_secret) and false
create table x12 as select a from ctas_t left join ctas_secret on b = a
create materialized view m1 as select a from ctas_own
create materialized view m2 as select f from ctas_own
create materialized view m3 as select a from ctas_t where false and ctas_f(a) = 1
refresh materialized view m1
refresh materialized view m3
create table x13 as select a from ctas_own with no data
create table x14 as select f from ctas_own with no data
select a into x15 from ctas_own
select f into x16 from ctas_own
prepare ps as select a from ctas_own
create table x17 as execute ps
prepare pf as select f from ctas_own
create table x18 as execute pf
reset role
select relname from pg_class where relowner = 'ctas_r'::regrole order by 1
drop owned by ctas_r
drop view ctas_v, ctas_own
drop table ctas_t, ctas_secret
drop function ctas_f(int), ctas_g()
drop role ctas_r

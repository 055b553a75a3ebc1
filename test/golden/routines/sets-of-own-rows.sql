create table t(a int)
create function srf2(i int) returns setof bigint language sql volatile as $$ select count(*) from t union all select count(*) from t union all select count(*) from t$$
insert into t select srf2(g) from generate_series(1,3) g
select * from t
insert into t select srf2(1)
select * from t
create function n() returns trigger language plpgsql as $$ begin return new; end $$
create trigger tr before insert on t for each row execute function n()
insert into t select srf2(g) from generate_series(1,3) g
select * from t
create function srf3(i int) returns setof int language plpgsql volatile as $$ begin return next (select count(*) from t); return next (select count(*) from t); end $$
truncate t
insert into t select srf3(g) from generate_series(1,3) g
select array_agg(a) from t
create function fn(i int) returns int language plpgsql volatile as $$ begin return (select count(*) from t); end $$
create function srf4(i int) returns setof int language sql volatile as $$ select fn(g) from generate_series(1,3) g $$
truncate t
insert into t select srf4(g) from generate_series(1,3) g
select array_agg(a) from t

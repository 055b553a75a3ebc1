create table t(a int, b int);

create view nope.bad as select 1;

create table nope.bad (a int);

create sequence nope.s;

create function nope.f() returns int language sql as 'select 1';

create type nope.ty as (a int);

create domain nope.d as int;

create materialized view nope.m as select 1;

create table nope.x as select 1;

create index on nope.t(a);

alter table t alter a set default nosuch;

alter table t alter a set default $1;

alter table t add c int default nosuch;

alter table t add check (nosuch > 1);

alter table t add c int check (nosuch > 1);

alter table t add c int generated always as (nosuch) stored;

alter table t alter a type text using nosuch;

alter table t alter a type nosuch;

alter table t add c nosuch;

comment on type nosuch is 'x';

comment on domain nosuch is 'x';

alter type nosuch rename to y;

drop function f(nosuch);

alter function f(nosuch) rename to g;

comment on cast (nosuch as int) is 'x';

comment on constraint c on domain nosuch is 'x';

comment on aggregate a(nosuch) is 'x';

comment on operator + (nosuch, int) is 'x';

alter domain nosuch drop not null;

grant usage on type nosuch to postgres;

create index tt on t(a); create index on t((a::text)) where b > now()::text;

create unique index uu on t(a);

alter table t add constraint uc unique using index uu;

alter table t add constraint ud unique using index uu;

alter table t add unique using index tt;

alter table t add unique using index nosuch;

alter table t add primary key (nosuch);

alter table t add unique (a, nosuch);

create table u (primary key (z));

create table u (a int, unique (a, z));

create table u (a int, exclude using gist (z with =));

create table u (a int, unique (a, a));

create table u (a int primary key, primary key (a));

create table u (a int, constraint x check (a > 1), constraint x check (a > 2));

create table u (a int, foreign key (z) references t);

create table u (a int, foreign key (a) references t (z));

update t set a = 1, a = 2;

insert into t(a, a) values (1, 2);

update t set (a, b) = (1, 2), b = 3;

create view v as select a, a as a2 from t; update v set a = 1, a2 = 2; insert into v(a, a2) values (1, 2);

drop table t;

create table g (p point, i int, s text);

select * from g order by p;

select i, p from g order by 2 desc;

select p as q from g order by q;

select i, p from g group by 1, 2;

select i+1, s || 'x' from g group by p, 1;

select distinct p from g;

select i from g order by i using <<;

select i from g order by (p)::point;

select count(*) over (partition by p) from g;

select count(*) over (order by p) from g;

select p from g union select p from g;

set transaction_isolation to default;

reset transaction_isolation;

set statement_timeout = '1 x';

set statement_timeout = '1ms x';

set work_mem = '1 2';

set max_connections = 'x';

set random_page_cost = '1 x';

set geqo_threshold = '12 MB';

create aggregate sums(int) (sfunc = int4pl, stype = int); drop function sums; alter function sums rename to y; drop procedure sums; drop function sums(int); alter routine sums owner to postgres;

alter function sums owner to postgres;

comment on function sums is 'x';

insert into g(i) select 1 || 'x';

insert into g(i) select s || 'x' from g;

insert into g(i) values (1), ('a' || 'b');

select ('a' || 'b')[1];

select (i + 1)[1] from g;

create table arb (a int primary key, b int);

insert into arb values (1, 2) on conflict (aa) do nothing;

insert into arb values (1, 2) on conflict (aa) do update set b = 1;

insert into arb values (1, 2) on conflict (a) do update set bb = 1;

insert into arb values (1, 2) on conflict (a) do update set b = excluded.bb;

insert into arb values (1, 2) on conflict (a) where aaa > 1 do nothing;

create temp view public.tv as select 1;

create temp sequence public.ts;

create temp table public.tt2 (a int);

create temp table public.tt2 as select 1;

create type comp as (a int, r float8);

create domain dcomp as comp check ((value).r > 1.0::float8);

alter type comp alter attribute r type varchar;

create table tsp3 (a int) tablespace pg_global;

create index on arb(b) tablespace pg_global;

alter table arb set tablespace pg_global;

create type shell1;

create type shell1 (input = x, foo = 1);

drop schema public cascade; create schema public;

reset all;

create table t (a int, b int);

alter table t add exclude using btree (z with =);

insert into arb values (1, 2) on conflict (a) do nothing returning excluded.a;

create table ck (a text check (length(a) > 1), b int default 3, c int generated always as (b + 1) stored);

alter table ck alter a type int using 1;

create view vt as select a, a as a2 from t;

update vt set a = 1, a2 = 2;

insert into vt(a, a2) values (1, 2);

merge into t using arb on t.a = arb.a when matched then update set a = 1, a = 2;

merge into t using arb on t.a = arb.a when not matched then insert (a, a) values (1, 2);

insert into arb values (1, 2) on conflict (a) do update set b = 1, b = 2;

create function f1(a nosuch) returns int language sql as 'select 1';

create function f1(a int) returns nosuch language sql as 'select 1';

create cast (nosuch as int) without function;

create operator === (leftarg = nosuch, rightarg = int, procedure = int4eq);

create aggregate ag(nosuch) (sfunc = int4pl, stype = int);

create domain dd as nosuch;

create domain dd as int check (valu > 1);

create domain dd as int default nosuch;

alter domain dd add check (nosuch > 1);

create domain dd as int; alter domain dd add check (nosuch > 1);

alter domain dd set default nosuch;

alter sequence nosuch restart;

create sequence s as nosuch;

create sequence s as text;

create sequence s increment 0;

create sequence s minvalue 5 maxvalue 1;

alter type e add value 'x';

create type r as range (subtype = nosuch);

create type r as range (subtype = int, foo = 1);

create statistics st on a, nosuch from t;

create statistics st (nosuch) on a, b from t;

create index on t (nosuch);

create index on t (a nosuch_ops);

create index on t using nosuch (a);

create index on t (a) where nosuch > 1;

create index on t ((nosuch + 1));

create index on t (a) with (nosuch = 1);

create unique index on t using hash (a);

create trigger tr before insert on t for each row execute function nosuch();

create trigger tr before insert on t for each row when (nosuch > 1) execute function suppress_redundant_updates_trigger();

create trigger tr before insert on t for each row when (old.a > 1) execute function suppress_redundant_updates_trigger();

create rule ru as on insert to t do instead select nosuch;

create rule ru as on insert to t where nosuch do instead nothing;

create policy po on t using (nosuch > 1);

create policy po on t to nosuch using (true);

create view vv as select nosuch from t;

create view vv(x, y) as select a from t;

create or replace view vt as select b from t;

create materialized view mv as select nosuch from t;

create table ctas as select nosuch from t;

create table parts (a int, b int) partition by range (nosuch);

create table parts (a int, b int) partition by range (a nosuch_ops);

create table parts (a int, b int) partition by nosuch (a);

create table parts (a int, b int) partition by list (a, b);

create table parts (a int, b int) partition by range (a); create table p1 partition of parts for values from (1) to (1);

create table p1 partition of parts for values in (1);

create table p1 partition of parts for values from (nosuch) to (2);

create table p1 partition of parts for values from ('x') to (2);

create table p1 partition of parts for values from (1, 2) to (3, 4);

create table p1 partition of parts for values from (1) to (5); create table p2 partition of parts for values from (4) to (9);

insert into parts values (100, 1);

alter table parts detach partition nosuch;

alter table t inherit nosuch;

alter table t add foreign key (a) references nosuch;

alter table t add foreign key (nosuch) references arb;

alter table t add foreign key (a) references arb (b);

create table fk (a int references nosuch);

create table fk (a text references arb);

create table fk (a int, foreign key (a, a) references arb);

create table inh () inherits (nosuch);

create table like1 (like nosuch);

create table dup (a int, a text);

create table col (oid int, ctid int);

create table gen (a int generated always as (b) stored, b int generated always as (a) stored);

create table idn (a text generated always as identity);

create table def (a int default (select 1));

create table def (a int default max(1));

create table chk (a int check (a > (select 1)));

create table chk (a int check (sum(a) > 1));

alter table t drop column nosuch;

alter table t alter nosuch type int;

alter table t alter a type date;

alter table t rename nosuch to x;

alter table t rename a to b;

alter table nosuch add a int;

alter table t add a int;

alter table t drop constraint nosuch;

alter table t alter constraint nosuch deferrable;

alter table t validate constraint nosuch;

alter table t set (nosuch = 1);

alter table t set (fillfactor = 5);

alter table t enable trigger nosuch;

alter table t cluster on nosuch;

alter table t replica identity using index nosuch;

alter table t owner to nosuch;

alter table t set schema nosuch;

alter index nosuch rename to x;

alter view nosuch rename to x;

truncate nosuch;

lock nosuch;

vacuum nosuch;

analyze t (nosuch);

cluster t using nosuch;

reindex table nosuch;

copy nosuch to stdout;

copy t (nosuch) to stdout;

copy t to stdout (format nosuch);

copy t to stdout (nosuch);

copy (select nosuch from t) to stdout;

copy t from stdin where nosuch > 1;

explain (nosuch) select 1;

explain select nosuch;

prepare p1 (nosuch) as select 1;

prepare p1 as select nosuch;

execute nosuch;

deallocate nosuch;

declare c cursor for select nosuch;

fetch nosuch;

close nosuch;

listen "";

set nosuch = 1;

show nosuch;

reset nosuch;

set time zone 'nosuch';

set role nosuch;

set search_path to 1.5;

grant select on nosuch to postgres;

grant nosuch on t to postgres;

grant select (nosuch) on t to postgres;

grant select on t to nosuch;

revoke select on t from nosuch;

grant nosuch to postgres;

drop role nosuch;

create role postgres;

drop table t, nosuch;

drop view nosuch;

drop index nosuch;

drop sequence nosuch;

drop type nosuch;

drop domain nosuch;

drop schema nosuch;

drop function nosuch;

drop function nosuch(int);

drop aggregate nosuch(int);

drop operator === (int, int);

drop cast (int as point);

drop trigger nosuch on t;

drop rule nosuch on t;

drop policy nosuch on t;

drop extension nosuch;

drop collation nosuch;

drop conversion nosuch;

drop language nosuch;

drop server nosuch;

drop statistics nosuch;

drop publication nosuch;

drop database nosuch;

drop tablespace nosuch;

drop table arb cascade;

comment on table nosuch is 'x';

comment on column t.nosuch is 'x';

comment on index nosuch is 'x';

comment on function nosuch() is 'x';

comment on operator === (int, int) is 'x';

comment on constraint nosuch on t is 'x';

comment on trigger nosuch on t is 'x';

security label on table t is 'x';

refresh materialized view t;

refresh materialized view nosuch;

do $$ begin perform nosuch; end $$;

do $$ begin nosuch; end $$;

do language nosuch 'x';

call nosuch();

call abs(1);

select nosuch();

values (1, 2), (3);

table nosuch;

notify "";

savepoint s;

rollback to s;

begin;

rollback to nosuch;

commit;

create type ct as (a nosuch);

create type ct as (a int collate nosuch);

create function f2(a nosuch[]) returns int language sql as 'select 1';

create function f2(a pg_catalog.nosuch) returns int language sql as 'select 1';

create function f2(a nope.nosuch) returns int language sql as 'select 1';

create function f2(a t.nosuch%type) returns int language sql as 'select 1';

create function f2() returns table (a nosuch) language sql as 'select 1';

create function f2(out a nosuch) language sql as 'select 1';

create procedure f2(a nosuch) language sql as 'select 1';

create function f2() returns setof nope.nosuch language sql as 'select 1';

create function f2(a int default 'x') returns int language sql as 'select 1';

create function f2(a int default nosuch) returns int language sql as 'select 1';

create type bt; create function bt_in(cstring) returns bt language internal as 'int4in' immutable strict;

select cast(1 as nosuch);

select 1::nosuch;

create table xx (a nosuch);

create index on t (a collate nosuch);

create function f3() returns int language sql as 'select nosuch';

create function f3() returns int language sql return nosuch;

create function f3() returns int language sql begin atomic select nosuch; end;

create function f3() returns int language plpgsql as 'begin retur 1; end';

create function f3() returns int language plpgsql as 'declare x nosuch; begin return 1; end';

drop schema public cascade; create schema public;

reset all;

create table t (a int, b int);

with recursive w(n) as (select n from w union all select 1) select * from w;

with recursive w(n) as (select 1 union all select n from w except select n from w) select * from w;

with recursive x(n) as (with x1 as (select 1 from x) select 0 union select * from x1) select * from x;

with recursive x(n) as (select 1 union all (select 1 except select n from x)) select * from x;

with recursive x(n) as (select 1 union all select n from x intersect all select 1) select * from x;

with recursive x(n) as (select 1 union all select 1) select * from x;

with recursive x(n) as (select 1 union all select count(*) from x) select * from x;

with recursive x(n) as (select 1 union all select n from x order by 1) select * from x;

with recursive x(n) as (select 1 union all select n from x limit 1) select * from x;

with recursive x(n) as (select 1 union all select n from x offset 1) select * from x;

with recursive x(n) as (select 1 union all select n from x for update) select * from x;

with recursive x(n) as (select 1 union all select a.n from x a, x b) select * from x;

with recursive x(n) as (select 1 union all select 1 from t left join x on true) select * from x;

with recursive x(n) as (select 1 union all select (select n from x)) select * from x;

with recursive x(n) as (select 1) select * from x;

with recursive x(n, m) as (select 1 union all select n from x) select * from x;

with recursive x(n) as (select 1 union all select n::text from x) select * from x;

with recursive x as (select n from y), y as (select n from x) select * from x;

with recursive w(n) as (select 1 union all select 2 union all select n from w) cycle n set c using p select * from w;

select rank() over (w1) from t window w1 as (order by a rows 1 preceding);

select rank() over (w1 order by b) from t window w1 as (order by a);

select rank() over (w1 order by b) from t window w1 as (rows 1 preceding);

select rank() over (w1 rows 1 preceding) from t window w1 as (rows 1 preceding);

select rank() over (w1 partition by b) from t window w1 as (order by a);

select rank() over w2 from t window w1 as (rows 1 preceding), w2 as (w1);

select rank() over nosuch from t;

select sum(row_number() over ()) from t;

select sum(1 + rank() over ()) from t;

select sum(a) filter (where rank() over () > 1) from t;

select rank() over (order by rank() over ()) from t;

select max(max(a)) from t;

select a, max(b) from t;

select max(a) from t where max(a) > 1;

select max(a) from t group by max(a);

select a from t group by b having a > 1;

select generate_series(1, 2) from t having generate_series(1, 2) > 1;

select 1 from t limit a;

select a from t limit 'x';

select a from t offset -1;

select distinct on (b) a from t order by a;

select a from t order by 3;

select a from t group by 3;

select a from t union select a, b from t;

select a from t union select 'x';

select a from t union select b::text from t;

select a from t union select b from t order by a + 1;

select * from t join t on true;

select * from t a join t b using (c);

select * from t a, t b where a = 1;

select x.a from t;

select t.nosuch from t;

select t.aa from t;

select public.t.nosuch from t;

select nope.t.a from t;

select (t).nosuch from t;

select (a).x from t;

select a[1] from t;

select a || 1 from t;

select a + 'x' from t;

select - 'x';

select a = 'x' from t;

select not a from t;

select a and b from t;

select case a when 'x' then 1 end from t;

select case when a then 1 end from t;

select case when true then 1 else 'x' end;

select coalesce(a, 'x') from t;

select coalesce(a, 'x'::text) from t;

select array[1, 'x'];

select array[1, 'x'::text];

select array[[1], 2];

select row(1, 2) = row(1);

select (1, 2) < (1, 'x');

select 1 in (1, 'x');

select 1 = any (1);

select 1 = any (array['x'::text]);

select 1 = any (select 'x'::text);

select 1 = (select 1, 2);

select (select 1, 2);

select exists (select 1), (select a from t, t);

select nosuch(1);

select abs('x'::text);

select abs(1, 2);

select abs(x => 1);

select nope.abs(1);

select lower(1);

select substring(1 from 2);

select cast('x' as int);

select 'x'::int;

select int 'x';

select '2020-13-01'::date;

select 1::point;

select 'x'::nosuch;

select 1::varchar(0);

select 1::numeric(0);

select 1::numeric(2000, 1);

select null::int[][];

select 1 as a, 2 as a from t order by a;

select * from generate_series(1, 2) as g(a, b);

select * from (select 1) as x(a, b);

select * from (values (1), (2, 3)) v;

select * from json_to_record('{}');

select * from abs(1) as (a int);

select * from t tablesample nosuch (1);

select * from t tablesample system (101);

select * from t for update of nosuch;

select * from t for update of t nowait skip locked;

select count(*) from t for update;

select a from t group by a for update;

select distinct a from t for update;

insert into t values (1, 2, 3);

insert into t (a, nosuch) values (1, 2);

insert into t (a) values (1, 2);

insert into t (a, b) values (1);

insert into t values (default, nosuch);

insert into t select 1, 2, 3;

insert into t values ('x', 1);

insert into t values (1), (1, 2);

insert into t default values returning nosuch;

insert into nosuch values (1);

update t set nosuch = 1;

update t set a = 'x';

update t set a = nosuch;

update t set (a, b) = (1);

update t set (a, b) = (select 1);

update t set a = max(b);

update t set a = 1 from t;

update t x set t.a = 1;

delete from t where nosuch;

delete from t where a;

delete from t using t;

merge into t using t on true when matched then delete;

merge into t using (select 1 as x) s on t.a = s.x when matched then update set nosuch = 1;

merge into t using (select 1 as x) s on t.a = s.nosuch when matched then delete;

merge into t using (select 1 as x) s on t.a = s.x when not matched then insert values (t.a);

create role cr_a;

create schema sa;

grant all on schema sa to cr_a;

create function getsec() returns text language sql security definer as 'select ''secret''::text';

revoke execute on function getsec() from public;

create function plain(int) returns int language plpgsql immutable as 'begin return $1; end';

create function isfine(int) returns boolean language sql immutable as 'select $1 > 0';

revoke execute on function plain(int), isfine(int) from public;

create table sa.own (i int, t text);

alter table sa.own owner to cr_a;

create table ins (id int, b text, g int generated always as (id + 1) stored, d int default 1);

grant insert on ins to cr_a;

create table part (id int, b text);

grant insert on part to cr_a;

grant select (id) on part to cr_a;

create table def (id int, f int default plain(3), b text);

grant insert on def to cr_a;

create table gen (id int, g int generated always as (plain(id)) stored);

grant insert on gen to cr_a;

create table chk (id int check (plain(id) > 0));

grant insert on chk to cr_a;

create table keyed (id int);

create index on keyed (plain(id));

grant insert on keyed to cr_a;

create table parts (id int) partition by range (plain(id));

create table parts1 partition of parts for values from (0) to (10);

grant insert on parts to cr_a;

create domain dm as int check (plain(value) > 0);

create table domained (id dm);

grant insert on domained to cr_a;

create table policed (id int);

alter table policed enable row level security;

grant insert on policed to cr_a;

create view seen as select * from part;

grant insert on seen to cr_a;

set role cr_a;

COPY sa.own FROM STDIN where public.getsec()::int = 1;
1	a

COPY sa.own FROM STDIN where i > 5 and public.getsec()::int = 1;
1	a

COPY sa.own FROM STDIN where pg_reload_conf();
1	a

COPY sa.own FROM STDIN where pg_stat_reset() is null;
1	a

COPY sa.own FROM STDIN where pg_rotate_logfile();
1	a

COPY sa.own FROM STDIN where lo_export(1, 'x') = 1;
1	a

COPY sa.own FROM STDIN where plain(1) = 1;
1	a

COPY sa.own FROM STDIN where plain(i) = 1;
1	a

COPY sa.own FROM STDIN where isfine(i);
1	a

COPY sa.own FROM STDIN where isfine(1);
1	a

COPY sa.own FROM STDIN where false and plain(i) = 1;
1	a

COPY sa.own FROM STDIN where 1 / 0 = 1;
1	a

COPY ins (id) FROM STDIN where id > 0;
1

COPY ins (id) FROM STDIN where ins is not null;
1

COPY ins (id) FROM STDIN where tableoid > 0;
1

COPY ins (id) FROM STDIN where g > 0;
1

COPY ins (id) FROM STDIN where ctid is null;
1

COPY ins (id) FROM STDIN where nothing > 0;
1

COPY ins (id) FROM STDIN where 1 = 1;
1

COPY ins (id) FROM STDIN (nonsense) where id > 0;
1

COPY part FROM STDIN where id > 0;
1	a

COPY part FROM STDIN where b > '';
1	a

COPY part FROM STDIN where part is not null;
1	a

COPY part FROM STDIN where tableoid > 0;
1	a

COPY def (id, b) FROM STDIN;
1	a

COPY def (id, f, b) FROM STDIN;
1	1	a

COPY gen FROM STDIN;
1

COPY chk FROM STDIN;
1

COPY keyed FROM STDIN;
1

COPY parts FROM STDIN;
1

COPY domained FROM STDIN;
1

COPY domained FROM STDIN where id > 0;
1

COPY policed FROM STDIN where id > 0;
1

COPY seen FROM STDIN where id > 0;
1	a

reset role;

grant select on ins to cr_a;

grant execute on function getsec() to cr_a;

set role cr_a;

COPY ins (id) FROM STDIN where ins is not null;
1

COPY ins (id) FROM STDIN where id > 1;
1
2

COPY sa.own FROM STDIN where getsec() = 'secret' and i > 1;
1	a
2	b

reset role;

select pg_rotate_logfile();

COPY sa.own FROM STDIN where pg_rotate_logfile();
1	a

drop table ins, part, def, gen, chk, keyed, parts, domained, policed, sa.own cascade;

drop schema sa;

drop domain dm;

drop function plain(int), isfine(int), getsec();

drop role cr_a;

-- Types in messages: vectors are no arrays, names show their schema where it is not searched; casts of char keep its blanks.
create schema other; create type other.ty as (a int); create type other.en as enum ('a'); create domain other.do as int; create table other."Odd Name" (a int);
select 1::other.ty;
select 'a'::other.en + 1;
select 'a'::other.en::int;
select 1::other.do::other.en;
select array['a'::other.en] + 1;
select nosuchfn('a'::other.en, row(1)::other.ty, null::other."Odd Name", array[1::other.do]);
values (1), ('a'::other.en);
select case when true then 1 else 'a'::other.en end;
select 'a'::other.en union select 1;
select null::other."Odd Name" = 1;
select '1'::int2vector || true;
select 1::"char"::bit, 'x'::"char"::date;
create table q (a other.en); insert into q values (1);
select * from q where a = 1;
create function other.f(other.en) returns other.ty language sql as 'select 1';
create function fx() returns other.en language sql as 'select 1';
select 1 in ('a'::other.en);
select '{}'::other.en[] @> '{}'::int[];
create type other.int4 as (a int); select 1::other.int4; 
prepare pz(other.en) as select $1; execute pz(1);
select (null::other.ty).b;
alter table q alter a type int;
alter table q alter a type other.ty;
select sum('a'::other.en); select nosuch('a'::char(3), 'a'::varchar(4), 1.1::numeric(3,1));
select 'a '::bpchar::xml, 'xy'::char(3)::xml, xmlparse(content 'a '::char(4)) ;
select xpath('/a', '<a/>  '::char(8)::xml);
select length('a  '::char(5)::xml::text)

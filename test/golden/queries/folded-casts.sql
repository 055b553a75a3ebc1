-- casts of constants are computed before the first row, also within other calls
create table fc_none (a int, b text);
create table fc_char (a int, b char(5) default 'abcd' || 'efgh');
insert into fc_char (a) select a from fc_none;
create table fc_varchar (a int, b varchar(5) default upper('abcdefgh'));
insert into fc_varchar (a) select a from fc_none;
create table fc_number (a int, b varchar(5) default 12345678);
insert into fc_number (a) select a from fc_none;
create table fc_part (a int, b char(5) default substr('abcdefghi', 1, 6));
insert into fc_part (a) select a from fc_none;
select upper('abc')::int from fc_none;
select 1 from fc_none where upper('abc') = lower('ABC')::int::text;
select 'x'::text::jsonb from fc_none;
select (1234::text)::char(2)::int from fc_none;
select 'abc'::text::char(2)::int from fc_none;
select 'foo'::text::date from fc_none;
insert into fc_none values (1, 'x');
select case when a > 5 then upper('abc')::int else 3 end from fc_none;
select case when false then upper('abc')::int else 3 end from fc_none;
select null::text::int, 1::text || 2::numeric::text || 'x'::name::text, 1.5::float8::text from fc_none;
-- what is no type for a key is told by its missing operator class
create index on fc_none (('abc'));
create index on fc_none ((null)) where a > 1;
create index on fc_none using hash (('a'));
create index on fc_none (('abc') text_ops);
create index on fc_none ((row(1, 2)));
-- beside set-returning functions, values are computed where they give nothing too
create table fc_rows (id int, x int, g int);
insert into fc_rows select i, i * 7 % 20, i % 3 from generate_series(1, 15) i;
select id, generate_series(1, g), 1 / (x - 5) from fc_rows;
select id, generate_series(1, g), 1 / (x - 5) from fc_rows order by id;
select generate_series(1, g) as s, 10 / (x - 5) from fc_rows order by s, id limit 4;
select count(*) from (select id, generate_series(1, g) + 1, 1 / (x - 5) from fc_rows offset 0) as z;
-- and volatile ones after a sort by the set
create sequence fc_seq;
select unnest(array['a', 'b']) as s, nextval('fc_seq') from fc_rows order by s, id limit 20;
select nextval('fc_seq');
select unnest(array['a', 'b']) as s, nextval('fc_seq') from fc_rows order by id limit 3;
select nextval('fc_seq');
-- rows of SEARCH and CYCLE have their columns' names
with recursive w (c1, c2) as (select 0, 'A'::text union select c1 + 1, c2 from w where c1 < 3) search depth first by c2 set o cycle c2, c1 set y using p select to_jsonb(w) from w order by c1;
with recursive w (c1, c2) as (select 0, 'A'::text union select c1 + 1, c2 from w where c1 < 3) search breadth first by c2 set o cycle c2 set y using p select to_jsonb(w) from w order by c1;

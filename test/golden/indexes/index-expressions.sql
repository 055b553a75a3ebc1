-- Indexes over expressions: what their columns and they themselves are called, which error comes first, a condition that says nothing.
create table t (a int, b text, c numeric, p timestamptz) partition by range (a)
create table t1 partition of t for values from (minvalue) to (maxvalue)
create index on t ((3.14::numeric))
create index on t ((a + 1), (b::varchar), (case when a > 1 then 2 else a end), (case when a > 1 then 2 else 5 end))
create index on t (coalesce(a, 1), greatest(a, 2), nullif(a, 3), (array[a]), (row(a, b) is null), (b collate "C" || 'x'), ((b || 'x')::text))
create index on t (lower(b), lower(b), (lower(b)::int4))
create index on t ((a::int8)) where true
create index on t1 ((a + 2)) where a > 1 and true
create index on t1 (a) where null
create unique index on t1 ((b::text))
select indexrelid::regclass, pg_get_indexdef(indexrelid) from pg_index where indrelid in ('t'::regclass, 't1'::regclass) order by 1::text, 2
select c.relname, a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid where c.relname like 't%idx%' order by 1, a.attnum
create index on t ((p % 2)) where b
create index on t ((p % 2)) where b = 'x'
create index on t ((p::text)) where b > now()::text
create index on t (nope) where b
create table e (r int4range, b text, exclude using gist (r with &&, (r * '[1,5)') with &&) where (true))
select indexrelid::regclass, pg_get_indexdef(indexrelid) from pg_index where indrelid = 'e'::regclass
select attname from pg_attribute where attrelid = 'e_r_expr_excl'::regclass
copy (select 1 as a, 'x'::text as b union all select 2, null) to stdout (format binary)
copy (select 1 as a where false) to stdout (format binary)
create table u (like t1 including all)
create table v (like e including all)
select indexrelid::regclass, pg_get_indexdef(indexrelid) from pg_index where indrelid in ('u'::regclass, 'v'::regclass) order by 1::text, 2

-- Which type an array's elements have is kept by conversions that change nothing else: domains, varchar and text.
create type mood as enum ('ok')
create domain whole as int
select array_positions('{1,2,1}'::int[], 1) = '{1,3}'::int[]
select array(select 10 from generate_series(1,2) order by 1) = '{10,10}'::int[]
select array(select -4 group by rollup (1) order by 1 desc nulls last) = '{1}'::int[]
select array(select -4 where false) = '{1}'::int[]
select coalesce(array(select 10 where false), array[1]) = '{1}'
select (array[3] || array[1]) = '{1}'
select array_agg(x) = '{1}' from generate_series(1,2) x
select array_agg(x) = '{1}' from (select '{}'::int[] x) q
select array_remove('{1}'::int[], 1) = '{1}'::int[]
select array_replace('{1}'::int[], 1, 2) = '{1}'::int[]
select ('{1,2,3}'::int[])[1:0] = '{1}'::int[]
select ('{1,2,3}'::int[])[5:] = '{1}'::int[]
select array_cat('{}'::int[], '{}') = '{1}'::int[]
select array_append(null::int[], 1) = '{1}'::int[], array_append(null::int[], null) = '{1}'::int[]
select array_prepend(1, null) = '{1}'::int[]
select trim_array('{1}'::int[], 1) = '{1}'::int[], array_fill(1, array[0]) = '{1}'::int[]
select regexp_match('a','a') = '{a}'::text[], string_to_array('','') = '{a}', string_to_array('a',null) = '{a}'
select array(select generate_series(1,2)::int8)::int[] = '{1}'::int[]
select '{1}'::numeric[]::int[] = '{1}'::int[], '{1}'::text[]::int[] = '{1}', '{}'::text[]::int[] = '{1}', '{1}'::whole[]::int[] = '{1}' 
select array(select x from (values (1),(2)) v(x) intersect select 2) = array[2]
select array(select null) = '{1}'::text[]
select (select array_agg(x) from (select 1 x where false) q) = '{1}'
select percentile_disc(array[0.5,0.9]) within group (order by x) = '{1,1}'::int[] from generate_series(1,2) x
select mode() within group (order by '{1}'::int[]) = '{1}'
select enum_range(null::mood) = '{ok}'
select array['a'::varchar] = array['a'::text], array['a'::varchar(2)]::text[] = '{a}'::text[], '{a}'::varchar[] = '{a}'::text[]
select array['a'::char(2)] = array['a'::text]::bpchar[]
select array(select 'a'::varchar) = array['a'::text], array_agg('a'::varchar) = array['a'::text], (array_agg('a'::varchar) || 'b'::text) = array['a'::text]
select distinct a from (values (array(select 'a'::varchar)), (array['a'::text])) v(a)
select array(select '{1}'::int[]) = '{{1}}', array(select row(1,2)) = array[row(1,2)]
select int4range(1,2)::int4multirange = '{}', (select range_agg(int4range(1,2))) = '{[1,2)}'
create table tx(a whole, b int[])
insert into tx values (1)
update tx set b = array[a]
select b = '{1}' from tx
select array_agg(x) from (values ('{1}'::int[]), ('{1,2}')) v(x)
select array_agg(x) from (values ('{1}'::int[]), (null)) v(x)
select array_agg(x) from (values ('{1}'::int[]), ('{}')) v(x)
create table ta(a varchar[])
insert into ta values ('{a,b}')
alter table ta alter a type text[]
select a = '{a,b}', a || 'c'::text from ta
select distinct * from (select a from ta union all values ('{a,b}'::text[])) q
create table tb(a whole[])
insert into tb values ('{1}')
alter table tb alter a type int[]
select a = '{1}' from tb
select array[x] = array[1], array[x] || 2, array[x] @> array[1::int] from (select 1::whole x) q
select array_position(array[x], 1), array_append(array[x], 2) from (select 1::whole x) q

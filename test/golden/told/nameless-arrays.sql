create function poly(a anyelement, b anyelement default null, c anyarray default null) returns anyelement language plpgsql as $$ begin return coalesce(b, a); end $$

select poly(1)

select poly(1, 2, array[3])

select poly(null)

select poly('x')

select poly(1, c => array[2])

select array_length(stavalues1, 1) is null, array_to_string(stavalues1, ',') is null from pg_statistic limit 0

select unnest(stavalues1) from pg_statistic limit 0

select stavalues1 = stavalues1 from pg_statistic limit 0

select stavalues1[1] from pg_statistic limit 0

select stavalues1 || stavalues1 from pg_statistic limit 0

select array_append(stavalues1, 1) from pg_statistic limit 0

select stavalues1::text, stavalues1::text::int[] from pg_statistic limit 0

select array_dims(most_common_vals), cardinality(most_common_vals) from pg_stats limit 0

select max(stavalues1) from pg_statistic limit 0

select array_agg(stavalues1) from pg_statistic limit 0

select stavalues1 is null, coalesce(stavalues1, null) is null from pg_statistic limit 0

select array_position(stavalues1, 1) from pg_statistic limit 0

select array_ndims(stavalues1), array_lower(stavalues1, 1) from pg_statistic limit 0

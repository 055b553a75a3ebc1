create table st as select g a, g % 3 b, 'x' || (g % 7) c, array[g % 2] d from generate_series(1, 1000) g; analyze st;
select attname, null_frac, avg_width, n_distinct, most_common_vals, most_common_freqs, array_length(histogram_bounds::text::text[], 1), correlation from pg_stats where tablename = 'st' and attname in ('a','b') order by 1;
create statistics sst on b, c from st; analyze st;
select statistics_name, statistics_owner, attnames, exprs, kinds, inherited, n_distinct, dependencies, array_length(most_common_vals, 1), array_length(most_common_vals, 2) from pg_stats_ext;
select * from pg_prepared_xacts;

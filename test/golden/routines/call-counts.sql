create function a(n int) returns int language plpgsql as $$ begin if n > 0 then return a(n - 1) + 1; end if; return 0; end $$
create function b() returns int language plpgsql as $$ begin return a(3); end $$
create function s() returns int language sql volatile as $$ select b() from generate_series(1,2) limit 1 $$
select b()
select funcname, calls from pg_stat_user_functions
set track_functions = pl
begin
select b(), s()
select funcname, calls from pg_stat_xact_user_functions order by 1
commit
set track_functions = 'all'
select s()
select schemaname, funcname, calls, total_time >= self_time, self_time >= 0 from pg_stat_user_functions order by 2
select pg_stat_reset_single_function_counters('b()'::regprocedure)
select funcname, calls from pg_stat_user_functions order by 1
create function f() returns int language plpgsql as $$ begin return 1/0; end $$
select f()
set track_functions = 'none'
select b()
select pg_stat_get_function_calls('a(int)'::regprocedure) > 4, pg_stat_get_function_calls('f()'::regprocedure)
set track_functions = 'nope'

create function inner_(text) returns setof text language plpgsql as $$ declare c text; begin begin perform 1/$1::int; exception when others then get stacked diagnostics c = pg_exception_context; return next c; end; return; end $$;

create function r() returns setof text language sql as $$ select * from inner_('0') $$;

select * from r();

select r();

create function r2() returns setof text language sql as $$ select inner_('0') $$;

select * from r2();

create function zz() returns setof int language sql as $$ select 1/0 $$;

select * from zz();

create function ex(text) returns text language plpgsql as $$ declare c text; begin execute 'select * from ' || $1; return 'x'; exception when others then get stacked diagnostics c = pg_exception_context; return c; end $$;

select ex('zz()');

create function v0() returns void language sql as $$ select 1; select 1/0; $$;

select v0();

select ex('v0()');

create function v1(int) returns setof int language sql as $$ select 1; select 1/$1; $$;

select v1(0);

select * from v1(0);

select ex('v1(0)');

create table t1(a int);

create function v2(int) returns setof int language sql as $$ insert into t1 values (1); select a/$1 from t1; $$;

select v2(0);

select ex('v2(0)');

create function v3() returns setof int language sql as $$ insert into t1 values (1); select 1/0 from t1; $$;

select v3();

select ex('v3()');

create procedure pr() language sql as $$ insert into t1 values (1/0) $$;

call pr();

create procedure pr2(int) language sql as $$ insert into t1 values (1); insert into t1 values (1/$1) $$;

call pr2(0);

create function deep(n int) returns int language sql as $$ select case when n > 0 then deep(n - 1) else 1 / n end $$;

select deep(2);

set check_function_bodies = off;

create function late() returns int language sql as $$ select 1; select no_such from t1; $$;

select late();

create function made() returns bigint language sql as $$ create table made_here(a int); select count(*) from made_here; $$;

select made();

create function wrong() returns int language sql as $$ select 1; select 'x'::text $$;

select wrong();

select * from wrong();

create function says() returns int language plpgsql as $$ begin raise notice 'here'; return 1; end $$;

create function tells() returns setof int language sql as $$ select 5; select says() $$;

select * from tells();

select tells();

create function tell() returns int language sql as $$ select 5; select says() $$;

select tell();

create function no_write() returns int language sql stable as $$ insert into t1 values (1) returning a $$;

select no_write();

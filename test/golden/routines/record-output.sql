create function fr(out r record) as $$ select 42 $$ language sql stable;
create function fr2(out r record) as $$ select 42, 'x'::text $$ language sql stable;
select fr(), fr2();
select * from fr() as t(a int);
select * from fr2() as t(a int, b text);
select * from fr2();
create procedure prr(inout r record) language sql as $$ select row(1,2) $$;

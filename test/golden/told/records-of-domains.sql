create domain dd as text

create table dt (a dd, b int)

insert into dt values ('x', 1)

do $$ declare r record;
  begin select a, b into r from dt;
  raise notice '%', pg_typeof(r.a);
  raise notice '%', not r is distinct from row('x'::dd, 1);
  end $$

do $$ declare r record;
  begin execute 'select a, b from dt' into r;
  raise notice '%', pg_typeof(r.a);
  raise notice '%', not r is distinct from row('x'::dd, 1);
  end $$

create function re(q text, x anyelement) returns bool language plpgsql as $$ declare r record;
  begin execute q into r;
  return not r is distinct from x;
  end $$

select re('select a, b from dt', row('x'::dd, 1))

select re('select a, b from dt', row('x'::text, 1))

select re('select * from (select a, b from dt union all select a, b from dt) u limit 1', row('x'::dd, 1))

create view dv as select a, b, null::text as n from dt union all select a, b, 'z' from dt

select re('select a, b from dv limit 1', row('x'::dd, 1))

select pg_typeof(a) from dv

select re('select a, b from dt where a = ''x''', row('x'::dd, 1))

select (select row(a, b) from dt) = row('x'::dd, 1)

select (select row(a, b) from dt) = row('x'::text, 1)

create domain d3 as varchar(3)

create table d3t (a d3, b d3[])

insert into d3t values ('abc', '{x}')

create function rq1() returns setof text language plpgsql as $$ begin return query select a from dt; end $$

select * from rq1()

create function rq2() returns setof dd language plpgsql as $$ begin return query select a from dt; end $$

select * from rq2()

create function rq3() returns table (x text, y int) language plpgsql as $$ begin return query select a, b from dt;
  end $$

select * from rq3()

create function rq4() returns setof dt language plpgsql as $$ begin return query select a, b from dt; end $$

select * from rq4()

create function rq5() returns setof dt language plpgsql as $$ begin return query select a::text, b from dt; end $$

select * from rq5()

create function rq6() returns setof dt language plpgsql as $$ declare r record;
  begin for r in select a, b from dt loop return next r;
  end loop;
  end $$

select * from rq6()

create function rq7() returns setof dd language plpgsql as $$ begin return query execute 'select a::text from dt';
  end $$

select * from rq7()

do $$ declare t text;
  d dd;
  x d3;
  y d3[];
  begin select a into t from dt;
  select a into d from dt;
  select a, b into x, y from d3t;
  raise notice '% % % %', t, d, x, y;
  end $$

do $$ declare r record;
  c cursor for select a, b from d3t;
  begin open c;
  fetch c into r;
  raise notice '% % %', pg_typeof(r.a), pg_typeof(r.b), r;
  close c;
  for r in c loop raise notice '%', pg_typeof(r.a);
  end loop;
  for r in execute 'select a from d3t' loop raise notice '%', pg_typeof(r.a);
  end loop;
  insert into d3t values ('x', '{y}') returning a into r;
  raise notice '%', pg_typeof(r.a);
  end $$

do $$ declare r record;
  begin select a from dt into r;
  r.a := 5;
  raise notice '% %', r.a, pg_typeof(r.a);
  r := row(1, 2);
  end $$

do $$ declare r record; begin select a from d3t into r; r.a := 'toolong'; end $$

select to_json(r) from (select a, b from d3t) r

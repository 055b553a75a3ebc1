-- Groups and join rows in typed columns: each kind of key and state, with what does not fit its cell.
create table c (n int, w int8, f float8, e numeric, b bool, t text, p char(6), d date, s timestamp, o oid, q int2, a int[]);
insert into c values
  (1, 1, 'NaN', 1.0, true, 'x', 'ab', '2020-01-01', '2020-01-01', 4000000000, 1, '{1}'), (1, 1, 'NaN', 1.00, true, 'x', 'ab   ', '2020-01-01', '2020-01-01', 4000000000, 1, '{1}'),
  (null, 9223372036854775807, '0', 'NaN', false, '', 'ab', 'infinity', 'infinity', 1, 2, '{1,2}'), (null, 9223372036854775807, '-0', 'NaN', false, '', '', 'infinity', '-infinity', null, 2, null),
  (2, null, 'Infinity', 'Infinity', null, null, null, null, null, null, null, '{}'), (2, null, null, '-Infinity', null, null, null, null, null, null, null, '{}'),
  (-1, -9007199254740993, 1.5, 12345678901234567890.5, null, 'é', 'é', '-infinity', '1999-12-31 23:59:59.999999', 2147483648, -32768, null),
  (-1, -9007199254740993, 1.5, 12345678901234567890.50, null, 'é', 'é ', '-infinity', '1999-12-31 23:59:59.999999', 2147483648, -32768, null),
  (2147483647, 9007199254740992, -2.5, 0.001, true, 'x', 'x', '2020-01-02', '2020-01-01', 1, 32767, '{NULL}'), (2147483647, 9007199254740991, -2.5, 0.0010, true, 'y', 'x', '2020-01-02', '2020-01-01', 1, 32767, '{NULL}');
select n, count(*), count(w), count(t) from c group by n order by n;
select w, count(*), sum(n), avg(n) from c group by w order by w;
select f, count(*), sum(w), avg(w) from c group by f order by f;
select e, count(*), sum(e), avg(e) from c group by e order by e, count(*);
select b, sum(e), avg(e), min(e), max(s), sum(f) from c group by b order by b;
select t, p, count(*), max(d), min(o), sum(q), avg(q) from c group by t, p order by t, p, count(*);
select p, length(p), count(*) from c group by p order by p;
select d, s, count(*), sum(w) from c group by d, s order by d, s;
select o, q, count(*) from c group by o, q order by o, q;
select a, n, count(*) from c group by a, n order by a, n;
select n, b, t, count(*), sum(w) filter (where q > 0), avg(e) filter (where e < 100) from c group by grouping sets ((n, b), (t), ()) order by n, b, t, count(*);
select n, sum(e) from c where false group by rollup (n);
select distinct n from c order by n;
select distinct w, b from c order by w, b;
select distinct f from c order by f;
select distinct e, d from c order by e, d;
select distinct p, s from c order by p, s;
select distinct n + 1 as m, a from c order by m, a;
select count(*) from (select distinct w, f, e, o from c) x;
select b, sum(w) from (select b, w from c union all select true, 9007199254740991 union all select true, 9007199254740991) x group by b order by b;
select k, sum(v), avg(v) from (values (1, 9007199254740991), (1, 1), (1, 5), (2, -9007199254740991), (2, -9007199254740991), (3, 1)) x(k, v) group by k order by k;
select k, sum(v), avg(v) from (values (1, 9007199254740991.5), (1, 1.25), (1, 5), (2, 0.1), (2, 'NaN'), (3, 'Infinity'), (3, 1), (4, 'Infinity'), (4, '-Infinity')) x(k, v) group by k order by k;
select k, sum(v) from (select i % 2 as k, 2147483647 as v from generate_series(1, 10) i) x group by k order by k;
select x.n, x.w, x.f, x.e, x.b, x.t, x.p, x.d, x.s, x.o, x.q, x.a, y.q from c x join c y on x.q = y.q and x.s = y.s order by x.n, x.w, x.e, x.t, y.q, x.p, x.f;
select y.w, y.e, y.s, y.b, y.f, y.d from (values (1), (2), (7)) x(n) left join c y on y.n = x.n order by x.n, y.e;
select x.n, y.w, y.e, y.s, y.o from (values (1), (2), (7)) x(n) full join c y on y.n = x.n order by x.n, y.e, y.w;
select y.e, y.w, x.w from c x join c y on x.e = y.e order by y.e, y.w, x.w;
select y.e, y.w, x.w from c x join c y on x.w = y.w order by y.e, y.w, x.w;

create table t(a int primary key, b text not null, c numeric(5,2), d date, e varchar(3), f int check (f > 0), g char(2), h timestamptz, i bool, j bytea, k float4, l float8, m int2, n int8)
insert into t(a,b) values (1, 'x')
insert into t(a,b) values (1, 'x')
insert into t(a) values (2)
insert into t(a,b,c) values (2,'x',1000)
insert into t(a,b,c) values (2,'x',999.995)
insert into t(a,b,c) values (2,'x','abc')
insert into t(a,b,d) values (2,'x','2020-13-01')
insert into t(a,b,d) values (2,'x','2020-02-30')
insert into t(a,b,d) values (2,'x','notadate')
insert into t(a,b,d) values (2,'x','5874898-01-01')
insert into t(a,b,d) values (2,'x','4714-01-01 BC')
insert into t(a,b,h) values (2,'x','2020-01-01 25:00:00')
insert into t(a,b,h) values (2,'x','294277-01-01')
insert into t(a,b,h) values (2,'x','2020-01-01 00:00:00 Nowhere/City')
insert into t(a,b,e) values (2,'x','abcd')
insert into t(a,b,e) values (2,'x','abc  ')
insert into t(a,b,g) values (2,'x','abc')
insert into t(a,b,f) values (3,'x',0)
insert into t(a,b,i) values (3,'x','maybe')
insert into t(a,b,j) values (3,'x','\xzz')
insert into t(a,b,j) values (3,'x','\x123')
insert into t(a,b,k) values (3,'x',1e39)
insert into t(a,b,l) values (3,'x','1e400')
insert into t(a,b,l) values (3,'x','1e-400')
insert into t(a,b,m) values (3,'x',40000)
insert into t(a,b,m) values (3,'x','40000')
insert into t(a,b,n) values (3,'x',9223372036854775808)
insert into t(a,b,n) values (3,'x','9223372036854775808')
insert into t(a,b) values (99999999999,'x')
insert into t(a,b) values ('','x')
insert into t(a,b) values (null,'x')
update t set a = null
update t set b = null
update t set f = -1
update t set a = a / 0
update t set c = c * 1000000, a = 5
select 1/0
select 1.0/0
select 1::float8/0
select 1 % 0
select 2147483647 + 1
select -2147483648 - 1
select 2147483647 * 2
select -(-2147483648)
select abs((-2147483648)::int)
select 9223372036854775807 + 1
select 9223372036854775807 * 2
select (-9223372036854775808) / -1
select 32767::int2 + 1::int2
select 1e308::float8 * 10
select 1e-308::float8 * 1e-308::float8
select 10::numeric ^ 200000
select power(10::float8, 400)
select sqrt(-1)
select sqrt(-1::numeric)
select ln(0)
select ln(-1::numeric)
select log(0)
select exp(1000::float8)
select exp(100000::numeric)
select 'NaN'::numeric::int
select 'inf'::float8::int
select 1e10::float8::int
select 1e10::numeric::int
select 1e20::numeric::int8
select 40000::int2
select '1.5'::int
select ' 12 '::int
select '0x10'::int
select '12a'::int
select ''::int
select 'x'::bool
select 'x'::numeric
select '1.2.3'::numeric
select 'x'::float8
select 'x'::timestamp
select 'x'::interval
select date '2020-01-01' + 2147483647
select date 'infinity' - date '2020-01-01'
select make_date(2020, 13, 1)
select extract(nosuch from now())
select date_trunc('nosuch', now())
select timezone('Nowhere', now())
select chr(0)
select chr(-1)
select chr(1114112)
select repeat('x', 1100000000)
select length(repeat('x', 1000000))
select lpad('x', 2000000000)
select substring('abc', 1, -1)
select 'abc' similar to '['
select 'abc' ~ '('
select 'abc' ~ '[a'
select 'abc' ~ 'a{2,1}'
select 'abc' ~ '*'
select 'abc' like 'a\'
select regexp_replace('a','(','b')
select 'a'::"char"
select 'abc'::name
select '{1,2'::int[]
select '{a}'::int[]
select array[1,2][3]
select 'nosuch'::regclass
select 'nosuch'::regtype
select 99999::regclass
select convert_from('\xff', 'UTF8')
select encode('abc', 'nosuch')
select decode('zz', 'hex')
select generate_series(1, 10, 0)
select pg_typeof(1), nosuchcol
select width_bucket(1,1,1,1)
select factorial(-1)
select gcd(-2147483648, 0)
select 1 << 40
select (1::int8) << 64
select -5 >> 1
select 5 # 3
select round(1.5::float8), round(2.5::float8), round(2.5)
select numeric '1' / 3
create table bad(a numeric(1001,2))
create table bad(a varchar(0))
create table bad(a char(10485761))
create table bad(a int default 'x')
create table bad(a int default b)
create table bad(a int check (b > 0))
create table bad(a int check (a))
create table bad(a int default (select 1))
create table bad(a int check (a in (select 1)))
create table bad(a int default sum(1))
create table bad(a int not null null)
create table bad(a int default 1 default 2)
create table bad()

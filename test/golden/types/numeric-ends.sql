-- numeric where it ends: values near 10^131072 and 10^-16383, and what PostgreSQL makes of the scale.
select left(x,40), length(x), md5(x) from (select (log('1.1'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (div('0.33333333333333333333'::numeric, '0.00'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (log('131071'::numeric, '0.1'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (ln('-Infinity'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (to_char('1e-16383'::numeric, '9.9999EEEE'))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select ('1.50'::numeric / '1e-5'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (to_char('99999999999999999999.99999'::numeric, 'FM9.99EEEE'))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (trunc('0'::numeric, 16383))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (ln('9.9e999'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (ln('-1e-16383'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (ln('1.05'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (sqrt('3'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (to_char('131071'::numeric, '9.9999EEEE'))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('3'::numeric, '99999'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select variance(v)::text x from (values ('1e1000'::numeric),('1.234e100000'::numeric)) v(v)) s
select left(x,40), length(x), md5(x) from (select ('0.000000'::numeric / '1'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('-9007199254740993'::numeric, '-1'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select ('0.33333333333333333333'::numeric / '2'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (to_char('0.1'::numeric, '9.9EEEE'))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select ('9.9e999'::numeric / '0.000012345'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('1'::numeric, '-Infinity'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('0.5'::numeric, '2.0'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (trunc('-1e131071'::numeric, 16383))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (round('2'::numeric, -131073))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (round('10'::numeric, -131071))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (trunc('1e-16000'::numeric, -131072))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (trunc('3.7e-16380'::numeric, -131071))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('0.9'::numeric, '-99999'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (log('7e-8192'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (to_char('1.5e-100'::numeric, 'FM9.99EEEE'))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (log('9.99e131071'::numeric, '123456789012345678901234567890'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (log('Infinity'::numeric, '2'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('Infinity'::numeric, '1e10'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (div('1e-1000'::numeric, '0.5'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (div('2.718281828'::numeric, 'Infinity'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select ('0.00'::numeric / '0.00'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (ln('131071'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (sqrt('NaN'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (ln('-1e131071'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (trunc('0.95'::numeric, 1000))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('1.5e-100'::numeric, '33'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (ln('0.00'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('0.5'::numeric, '-2'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (log('0.000012345'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (div('0.9'::numeric, '0.1'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (log('1.1'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('Infinity'::numeric, '2147483647'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (exp('1.5e-100'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (div('-1e-16383'::numeric, '1.05'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (trunc('1.1'::numeric, 5))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('0.000012345'::numeric, '1e-16383'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('1e20'::numeric, '-3.7'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (to_char('-16383'::numeric, '9EEEE'))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (to_char('1.50'::numeric, 'FM9.99EEEE'))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select ('0.000012345'::numeric / '1.1'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select ('1e-16000'::numeric * '2.718281828'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (log('1.1'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (exp('1.50'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select ('1.0000000001'::numeric * '-1e131071'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select ('131071'::numeric / '1.0000000001'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (to_char('-2.5'::numeric, '9EEEE'))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (sqrt('0.95'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (sqrt('-2.5'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (log('NaN'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('12345.678'::numeric, '-Infinity'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('1e1000'::numeric, 'Infinity'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('1e-16383'::numeric, '1e-10'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (ln('1e1000'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (div('0.95'::numeric, '-1'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (div('7e-8192'::numeric, '100'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (mod('1.1'::numeric, '16383'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (round('-2.5'::numeric, -1000))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select ('1.234e100000'::numeric / '1e1000'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (log('9.99e131071'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (trunc('12345.678'::numeric, 2000))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (log('1.0000000001'::numeric, '7e-8192'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select ('-9007199254740993'::numeric / '12345.678'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (exp('1.05'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (mod('1e-16000'::numeric, '-16383'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (round('123456789012345678901234567890'::numeric, -5))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (trunc('1.0000000001'::numeric, 20000))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (to_char('1e20'::numeric, '9EEEE'))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (div('1.1'::numeric, '0.000000'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('0.9999999999'::numeric, '-Infinity'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (exp('-0.3'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('-9007199254740993'::numeric, '-2.00'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (exp('0.9999999999'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select ('3'::numeric / '-0.3'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (log('16383'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (mod('1e-16383'::numeric, '2.718281828'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (exp('1e20'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (trunc('1e20'::numeric, 16383))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (to_char('1e131071'::numeric, '9.99EEEE'))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (div('9.9e999'::numeric, '99999999999999999999.99999'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select stddev(v)::text x from (values ('0.00'::numeric),('1e1000'::numeric)) v(v)) s
select left(x,40), length(x), md5(x) from (select ('1.50'::numeric / '1.234e100000'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (sqrt('0'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (exp('1.1'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (ln('100'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (to_char('Infinity'::numeric, '9EEEE'))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select ('0.33333333333333333333'::numeric * '1e-17'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (to_char('-9007199254740993'::numeric, '9.9EEEE'))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('-Infinity'::numeric, '-2.00'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('131071'::numeric, '-16383'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (div('-2.5'::numeric, 'Infinity'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (log('1e-1000'::numeric, '0.9999999999'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select variance(v)::text x from (values ('1e-5'::numeric),('-1e131071'::numeric)) v(v)) s
select left(x,40), length(x), md5(x) from (select (power('1.50'::numeric, '3'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('12345.678'::numeric, '2.0'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select ('-16383'::numeric / '9007199254740993'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select variance(v)::text x from (values ('0.1'::numeric),('16383'::numeric)) v(v)) s
select left(x,40), length(x), md5(x) from (select (mod('Infinity'::numeric, '1e-1000'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (log('9.99e131071'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select ('3.7e-16380'::numeric / '3.7e-16380'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (div('1'::numeric, '0.33333333333333333333'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (round('3'::numeric, -5))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select ('1e20'::numeric * '0.9999999999'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (to_char('0.9999999999'::numeric, '9.99EEEE'))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (mod('-1e131071'::numeric, '-1'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (mod('0.33333333333333333333'::numeric, '1e-1000'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('99999999999999999999.99999'::numeric, '-2'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (trunc('1.234e100000'::numeric, -5))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (to_char('1e-5'::numeric, 'FM9.99EEEE'))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (div('Infinity'::numeric, '99999999999999999999.99999'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (trunc('0.9'::numeric, 1000))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (mod('5e65536'::numeric, '0.5'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (to_char('3'::numeric, '9.9EEEE'))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('1e1000'::numeric, '2147483647'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (exp('-1'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (log('5e65536'::numeric, '2.718281828'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('Infinity'::numeric, '-Infinity'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (exp('1e-5'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select variance(v)::text x from (values ('0.9'::numeric),('131071'::numeric)) v(v)) s
select left(x,40), length(x), md5(x) from (select (power('2.718281828'::numeric, '2147483647'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select ('0.00'::numeric * '10'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('2'::numeric, '0.001'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (mod('1e1000'::numeric, '-9007199254740993'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select ('Infinity'::numeric / '0.9999999999'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('1e-16000'::numeric, '99999'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (log('1e-1000'::numeric, '-1e131071'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select sum(v)::text x from (values ('9.9e999'::numeric),('0.000000'::numeric)) v(v)) s
select left(x,40), length(x), md5(x) from (select ('16383'::numeric / '3'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (div('0.1'::numeric, '7e-8192'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (div('1'::numeric, '1.05'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (trunc('1e16'::numeric, 1000))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select ('-1e-16383'::numeric * '-2.5'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (div('1e20'::numeric, '1.50'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (to_char('131071'::numeric, '9.9999EEEE'))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (trunc('10'::numeric, -131072))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (div('1.1'::numeric, '3'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('9.9e999'::numeric, '-3.7'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (round('0.00'::numeric, -5))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (round('12345.678'::numeric, -5))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (round('1e131071'::numeric, 16383))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (to_char('-16383'::numeric, '9.99EEEE'))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (log('1e16'::numeric, '0.33333333333333333333'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (round('16383'::numeric, 20000))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select sum(v)::text x from (values ('1e-1000'::numeric),('100'::numeric)) v(v)) s
select left(x,40), length(x), md5(x) from (select (exp('1e20'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (log('1.234e100000'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (sqrt('7e-8192'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('1e-16383'::numeric, '-2.00'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (round('-1'::numeric, 0))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (exp('-16383'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (div('-Infinity'::numeric, 'Infinity'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (sqrt('1.50'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (trunc('1e-5'::numeric, -131071))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('0.9'::numeric, '-99999'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select ('-1e-16383'::numeric * '1.1'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select ('-1e131071'::numeric / '1e-16383'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select sum(v)::text x from (values ('-1e-16383'::numeric),('131071'::numeric)) v(v)) s
select left(x,40), length(x), md5(x) from (select (power('100'::numeric, '-1'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select ('1.0000000001'::numeric / '-1'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('131071'::numeric, '1e-10'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('1.50'::numeric, '1'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select ('-1'::numeric * '9.9e999'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (round('-Infinity'::numeric, -5))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('-2.5'::numeric, '2.0'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select ('16383'::numeric / '1e-16000'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('-Infinity'::numeric, '-7'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('1e1000'::numeric, '10'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select ('99999999999999999999.99999'::numeric * '0.9999999999'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('1.05'::numeric, '-16383'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('10'::numeric, '7'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('-16383'::numeric, '0.001'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('2'::numeric, '-0.0001'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (sqrt('1.5e-100'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select ('1e-16383'::numeric / '1.05'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('1e16'::numeric, '2'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select ('-1'::numeric / '7e-8192'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (trunc('1e-16383'::numeric, -1))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (round('-2.5'::numeric, -5))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select sum(v)::text x from (values ('2'::numeric),('10'::numeric)) v(v)) s
select left(x,40), length(x), md5(x) from (select (sqrt('-2.5'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (div('0'::numeric, 'Infinity'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select ('0.95'::numeric / '1.234e100000'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (exp('1e16'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (round('0.5'::numeric, -131072))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (round('0.00'::numeric, -131072))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (log('100'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (log('0.95'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('0.000000'::numeric, '1000'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (div('0.000012345'::numeric, '9.99e131071'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (mod('0.33333333333333333333'::numeric, '131071'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (exp('-16383'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (round('1.50'::numeric, -5))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (exp('1e-16000'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (sqrt('-1e-16383'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (div('2.718281828'::numeric, '-9007199254740993'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('1e-1000'::numeric, '1e5'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select variance(v)::text x from (values ('0.000012345'::numeric),('0.9'::numeric)) v(v)) s
select left(x,40), length(x), md5(x) from (select (div('1e20'::numeric, '1.234e100000'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select var_pop(v)::text x from (values ('16383'::numeric),('1e-5'::numeric)) v(v)) s
select left(x,40), length(x), md5(x) from (select (log('0.5'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (mod('7e-8192'::numeric, '-1e131071'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (ln('3'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (mod('0.9'::numeric, '-1e131071'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('0.9999999999'::numeric, '2.0'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (to_char('0.00'::numeric, '9.99EEEE'))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select avg(v)::text x from (values ('0.000000'::numeric),('1e-1000'::numeric)) v(v)) s
select left(x,40), length(x), md5(x) from (select (round('3'::numeric, -1000))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (log('12345.678'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (mod('0.000012345'::numeric, '100'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (to_char('Infinity'::numeric, '9.9EEEE'))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('1'::numeric, '1e5'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (power('123456789012345678901234567890'::numeric, '1000'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (div('2.718281828'::numeric, '-16383'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (log('9007199254740993'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (sqrt('0'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (round('1.234e100000'::numeric, -5))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (log('1e131071'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (ln('1.0000000001'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (log('1e20'::numeric, '0.1'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (exp('0.33333333333333333333'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (div('1e131071'::numeric, '100'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (ln('123456789012345678901234567890'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (sqrt('1e-16000'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (ln('9.9e999'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select ('1.05'::numeric / 'NaN'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select stddev(v)::text x from (values ('-9007199254740993'::numeric),('9.9e999'::numeric)) v(v)) s
select left(x,40), length(x), md5(x) from (select (power('0.5'::numeric, '-2'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (div('Infinity'::numeric, 'Infinity'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (log('-0.3'::numeric, '1e-17'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (mod('9.99e131071'::numeric, '0.000000'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select ('0.00'::numeric * '2.718281828'::numeric)::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (log('1e-1000'::numeric, '1e-5'::numeric))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (round('0.33333333333333333333'::numeric, 1000))::text x offset 0) s
select left(x,40), length(x), md5(x) from (select (round('7e-8192'::numeric, 20000))::text x offset 0) s
select round('1e131071'::numeric) > 0
select round('9.5e131071'::numeric, -131072)
select length(avg(x)::text) from (values ('1e131071'::numeric), ('2e131071'::numeric)) v(x)
select length(sum(x)::text) from (values ('1e131071'::numeric), ('2e131071'::numeric)) v(x)
select sum(x) from (values ('9e131071'::numeric), ('2e131071'::numeric)) v(x)
select avg(x)>1 from (values ('9e131071'::numeric), ('2e131071'::numeric)) v(x)
select to_char('1e100'::float8, '9.99EEEE')
select to_char('1e308'::float8, '9.99EEEE')
select to_char('1e-308'::float8, '9.99EEEE')
select to_char('NaN'::float8, '9.99EEEE'), to_char('inf'::float8, '9.99EEEE'), to_char('-inf'::float8, '9.99EEEE')
select to_char(0::numeric, '9.99EEEE'), to_char(0::float8, '9.99EEEE'), to_char(-0.0::float8, '9.99EEEE')
select '1e131071'::numeric::float8
select '1e-16383'::numeric::float8
select '1e308'::numeric::float8, '1e309'::numeric::float8
select '1e-320'::numeric::float8, '1e-330'::numeric::float8
select '1e131071'::numeric::float4
select width_bucket('1e131071'::numeric, 0, '1e131070'::numeric, 10)
select width_bucket(5::numeric, '-1e131071'::numeric, '1e131071'::numeric, 10)
select round(12345.678::numeric, 2147483647)= 12345.678, round(12345.678::numeric, -2147483648)
select round('-9.9e131071'::numeric, -131071) < 0
select corr(x::float8,x::float8) from (values (1::numeric)) v(x)
select sum(x) from (values ('inf'::numeric),('-inf')) v(x)
select sum(x), avg(x) from generate_series(1,3) i, lateral (values ('9e131071'::numeric),('-9e131071')) v(x)

-- Blanks in values: ASCII's alone, and what is read as SQL knows no vertical tab. U+00A0, U+3000, U+FEFF and U+2028 are letters like any others.
create type pair as (i int4, t text)
create type textrange as range (subtype = text)
select E'\u00a0t\u00a0'::bool
select E'\u3000t\u3000'::bool
select E'\ufefft\ufeff'::bool
select E'\u2028t\u2028'::bool
select E'\x0bt\x0b'::bool
select E'\u00a01'::int4
select E'\u30001'::int4
select E'\ufeff1'::int4
select E'\u20281'::int4
select E'\x0b1'::int4
select E'\u00a0{1,2}\u00a0'::int4[]
select E'\u3000{1,2}\u3000'::int4[]
select E'\ufeff{1,2}\ufeff'::int4[]
select E'\u2028{1,2}\u2028'::int4[]
select E'\x0b{1,2}\x0b'::int4[]
select E'{\u00a01\u00a0,2}'::int4[]
select E'{\u30001\u3000,2}'::int4[]
select E'{\ufeff1\ufeff,2}'::int4[]
select E'{\u20281\u2028,2}'::int4[]
select E'{\x0b1\x0b,2}'::int4[]
select E'[1:2]\u00a0={1,2}'::int4[]
select E'[1:2]\u3000={1,2}'::int4[]
select E'[1:2]\ufeff={1,2}'::int4[]
select E'[1:2]\u2028={1,2}'::int4[]
select E'[1:2]\x0b={1,2}'::int4[]
select E'{\u00a0}'::int4[]
select E'{\u3000}'::int4[]
select E'{\ufeff}'::int4[]
select E'{\u2028}'::int4[]
select E'{\x0b}'::int4[]
select E'{a\u00a0,\u00a0b}'::text[]
select E'{a\u3000,\u3000b}'::text[]
select E'{a\ufeff,\ufeffb}'::text[]
select E'{a\u2028,\u2028b}'::text[]
select E'{a\x0b,\x0bb}'::text[]
select E'{\u00a0"a",b}'::text[]
select E'{\u3000"a",b}'::text[]
select E'{\ufeff"a",b}'::text[]
select E'{\u2028"a",b}'::text[]
select E'{\x0b"a",b}'::text[]
select E'{a\u00a0b,\u00a0}'::text[]
select E'{a\u3000b,\u3000}'::text[]
select E'{a\ufeffb,\ufeff}'::text[]
select E'{a\u2028b,\u2028}'::text[]
select E'{a\x0bb,\x0b}'::text[]
select E'{null\u00a0}'::text[]
select E'{null\u3000}'::text[]
select E'{null\ufeff}'::text[]
select E'{null\u2028}'::text[]
select E'{null\x0b}'::text[]
select E'1\u00a02'::int2vector
select E'1\u30002'::int2vector
select E'1\ufeff2'::int2vector
select E'1\u20282'::int2vector
select E'1\x0b2'::int2vector
select E'1 2\u00a0'::int2vector
select E'1 2\u3000'::int2vector
select E'1 2\ufeff'::int2vector
select E'1 2\u2028'::int2vector
select E'1 2\x0b'::int2vector
select E'\u00a02020-01-02\u00a0'::date
select E'\u30002020-01-02\u3000'::date
select E'\ufeff2020-01-02\ufeff'::date
select E'\u20282020-01-02\u2028'::date
select E'\x0b2020-01-02\x0b'::date
select E'10:20\u00a0'::time
select E'10:20\u3000'::time
select E'10:20\ufeff'::time
select E'10:20\u2028'::time
select E'10:20\x0b'::time
select E'2020-01-02\u00a010:20+01'::timestamptz
select E'2020-01-02\u300010:20+01'::timestamptz
select E'2020-01-02\ufeff10:20+01'::timestamptz
select E'2020-01-02\u202810:20+01'::timestamptz
select E'2020-01-02\x0b10:20+01'::timestamptz
select E'1\u00a0day'::interval
select E'1\u3000day'::interval
select E'1\ufeffday'::interval
select E'1\u2028day'::interval
select E'1\x0bday'::interval
select E'[1,\u00a02]'::json
select E'[1,\u30002]'::json
select E'[1,\ufeff2]'::json
select E'[1,\u20282]'::json
select E'[1,\x0b2]'::json
select E'(1,\u00a02)'::point
select E'(1,\u30002)'::point
select E'(1,\ufeff2)'::point
select E'(1,\u20282)'::point
select E'(1,\x0b2)'::point
select E'[1,\u00a02)'::int4range
select E'[1,\u30002)'::int4range
select E'[1,\ufeff2)'::int4range
select E'[1,\u20282)'::int4range
select E'[1,\x0b2)'::int4range
select E'\u00a0empty\u00a0'::int4range
select E'\u3000empty\u3000'::int4range
select E'\ufeffempty\ufeff'::int4range
select E'\u2028empty\u2028'::int4range
select E'\x0bempty\x0b'::int4range
select E'[a\u00a0,b]'::textrange
select E'[a\u3000,b]'::textrange
select E'[a\ufeff,b]'::textrange
select E'[a\u2028,b]'::textrange
select E'[a\x0b,b]'::textrange
select E'\u00a0(1,a)\u00a0'::pair
select E'\u3000(1,a)\u3000'::pair
select E'\ufeff(1,a)\ufeff'::pair
select E'\u2028(1,a)\u2028'::pair
select E'\x0b(1,a)\x0b'::pair
select E'(1,\u00a0a)'::pair
select E'(1,\u3000a)'::pair
select E'(1,\ufeffa)'::pair
select E'(1,\u2028a)'::pair
select E'(1,\x0ba)'::pair
select E'(1,"a"\u00a0)'::pair
select E'(1,"a"\u3000)'::pair
select E'(1,"a"\ufeff)'::pair
select E'(1,"a"\u2028)'::pair
select E'(1,"a"\x0b)'::pair
select E'\u00a0pg_class\u00a0'::regclass
select E'\u3000pg_class\u3000'::regclass
select E'\ufeffpg_class\ufeff'::regclass
select E'\u2028pg_class\u2028'::regclass
select E'\x0bpg_class\x0b'::regclass
select E'pg_catalog\u00a0.pg_class'::regclass
select E'pg_catalog\u3000.pg_class'::regclass
select E'pg_catalog\ufeff.pg_class'::regclass
select E'pg_catalog\u2028.pg_class'::regclass
select E'pg_catalog\x0b.pg_class'::regclass
select E'\u00a0int4'::regtype
select E'\u3000int4'::regtype
select E'\ufeffint4'::regtype
select E'\u2028int4'::regtype
select E'\x0bint4'::regtype
select E'abs(\u00a0int4\u00a0)'::regprocedure
select E'abs(\u3000int4\u3000)'::regprocedure
select E'abs(\ufeffint4\ufeff)'::regprocedure
select E'abs(\u2028int4\u2028)'::regprocedure
select E'abs(\x0bint4\x0b)'::regprocedure
select E'+\u00a0(int4,\u00a0int4)'::regoperator
select E'+\u3000(int4,\u3000int4)'::regoperator
select E'+\ufeff(int4,\ufeffint4)'::regoperator
select E'+\u2028(int4,\u2028int4)'::regoperator
select E'+\x0b(int4,\x0bint4)'::regoperator
select E'\u00a0"C"'::regcollation
select E'\u3000"C"'::regcollation
select E'\ufeff"C"'::regcollation
select E'\u2028"C"'::regcollation
select E'\x0b"C"'::regcollation
select E'\u00a01:\u00a02:'::pg_snapshot
select E'\u30001:\u30002:'::pg_snapshot
select E'\ufeff1:\ufeff2:'::pg_snapshot
select E'\u20281:\u20282:'::pg_snapshot
select E'\x0b1:\x0b2:'::pg_snapshot
set search_path = E'public\u00a0'
show search_path
set search_path = public
select has_table_privilege('pg_class', E'select\u00a0')
set work_mem = E'64\u00a0kB'
select to_regclass(E'\u00a012')
select date_part(x, date '2020-01-02') from unnest(array[E'year\u00a0']) x
set search_path = E'public\u3000'
show search_path
set search_path = public
select has_table_privilege('pg_class', E'select\u3000')
set work_mem = E'64\u3000kB'
select to_regclass(E'\u300012')
select date_part(x, date '2020-01-02') from unnest(array[E'year\u3000']) x
set search_path = E'public\ufeff'
show search_path
set search_path = public
select has_table_privilege('pg_class', E'select\ufeff')
set work_mem = E'64\ufeffkB'
select to_regclass(E'\ufeff12')
select date_part(x, date '2020-01-02') from unnest(array[E'year\ufeff']) x
set search_path = E'public\u2028'
show search_path
set search_path = public
select has_table_privilege('pg_class', E'select\u2028')
set work_mem = E'64\u2028kB'
select to_regclass(E'\u202812')
select date_part(x, date '2020-01-02') from unnest(array[E'year\u2028']) x
set search_path = E'public\x0b'
show search_path
set search_path = public
select has_table_privilege('pg_class', E'select\x0b')
set work_mem = E'64\x0bkB'
select to_regclass(E'\x0b12')
select date_part(x, date '2020-01-02') from unnest(array[E'year\x0b']) x
select '[ 1:2]={1,2}'::int4[]
select '[1 :2]={1,2}'::int4[]
select '[1: 2]={1,2}'::int4[]
select '[1:2 ]={1,2}'::int4[]
select '[1:]={1,2}'::int4[]
select '[+-1:2]={1,2}'::int4[]
select '[2147483646:2147483647]={1,2}'::int4[]
select '[4294967297:2]={1,2}'::int4[]
select '[1:2]={1,2}x'::int4[]
insert into x values (1)
create table t (i int)
insert into t　values (1), (2), (3), (4)
select 1
select 1 
select 'K'::name, 'ÄB'::regclass
select '"ÄB"'::regclass
set "worK_mem" = 1
select date_part(x, date '2020-01-02') from unnest(array['weeK']) x
select '-'::regoper
select '0'::regoper, 0::regoperator
select 'pg_catalog.+'::regoper
select 'nosuch.+'::regoper
select 'nosuch.+(int4,int4)'::regoperator
select 'abs(int4,)'::regprocedure
select 'abs(,int4)'::regprocedure
select 'abs(int4'::regprocedure
select 'abs int4)'::regprocedure
select 'numeric_in(cstring,oid,integer)'::regprocedure
select 'abs(numeric(3,2))'::regprocedure
select 'abs(int4))'::regprocedure
select '!(none,int4)'::regoperator
select '-(NONE,int4)'::regoperator
select '-("NONE",int4)'::regoperator
select '"a(b"(int4)'::regprocedure

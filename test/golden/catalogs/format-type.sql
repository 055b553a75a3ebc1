select oid, typname, format_type(oid, null), format_type(oid, -1) from pg_type where oid < 10000 and typtype in ('b', 'p') and typrelid = 0 and (typelem = 0 or typsubscript = 'array_subscript_handler'::regproc) and not exists (select from pg_type e where e.oid = pg_type.typelem and e.typtype = 'c') order by oid
select format_type(1043, 14), format_type(1042, 5), format_type(1015, 14), format_type(1560, 3), format_type(1562, 7), format_type(1700, 655366), format_type(1083, 3), format_type(1184, 0), format_type(1186, 2147418116), format_type(1186, 589823), format_type(1231, 655366)
select 30::regtype, 22::regtype, 1560::regtype, 1042::regtype, 1013::regtype, 1006::regtype
select pg_get_function_arguments('oidvectorin'::regproc), pg_get_function_result('oidvectorin'::regproc), pg_get_function_arguments('oidvectorout'::regproc), 'oidvectorout'::regproc::regprocedure
create table "Odd" (a int2vector, b oidvector, c oid[], "select" bpchar, d bit, e bit(3)[], "v w" varchar(3)[])
select attname, format_type(atttypid, atttypmod) from pg_attribute where attrelid = '"Odd"'::regclass and attnum > 0 order by attnum
create schema elsewhere
create type elsewhere."Mood" as enum ('a')
select format_type('elsewhere."Mood"'::regtype, null), format_type('elsewhere."Mood"[]'::regtype, -1)
select format_type(0, null), format_type(99999999, null), format_type(null, 1)

-- comparison with NULL by = is a test for null where the session asks for it, of the same text too
create table answers (a int, b text);
insert into answers values (1, 'x'), (null, 'y'), (3, null);
select b from answers where a = null;
select a, a = null as is_null, null = a as turned, a <> null as unequal, a is distinct from null as differs, case a when null then 'null' else 'other' end from answers order by a;
set transform_null_equals = on;
select b from answers where a = null;
select a, a = null as is_null, null = a as turned, a <> null as unequal, a is distinct from null as differs, case a when null then 'null' else 'other' end from answers order by a;
create view missing as select b from answers where a = null;
reset transform_null_equals;
select b from answers where a = null;
select * from missing;
select pg_get_viewdef('missing');
drop view missing;
drop table answers;

select classoid::regclass, count(*) from pg_init_privs where classoid in ('pg_proc'::regclass, 'pg_namespace'::regclass) group by 1 order by 1;
select count(*) from pg_proc p left join pg_init_privs i on i.objoid = p.oid and i.classoid = 'pg_proc'::regclass and i.objsubid = 0 where p.oid < 16384 and p.proacl is distinct from i.initprivs;
select obj_description(2200, 'pg_namespace');
select '{postgres=r/postgres}'::aclitem[] = '{postgres=r/postgres}'::aclitem[], '{postgres=r/postgres}'::aclitem[] <> '{postgres=rw/postgres}'::aclitem[], '{}'::aclitem[] is distinct from null;
select array[1, null] = array[1, null], array[1, 2] <> array[1, 3], array['a'] = array['b'], array[[1, 2]] = array[1, 2], '[0:1]={1,2}'::int[] = '{1,2}'::int[], array['NaN'::float8] = array['NaN'::float8];
select array[point '(1,2)'] = array[point '(1,2)'];
select array[1, 2] < array[1, 3], array[1] < array[1, 2], array['{1}'::json] = array['{1}'::json];

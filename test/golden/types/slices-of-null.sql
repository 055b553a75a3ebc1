-- A slice of nothing is set: the array becomes an empty one, or what was written into it.
create table t (id int, a int[], b text[])
insert into t values (1, null, null), (2, '{1,2}', '{}')
update t set a[1:2] = null, b[2:0] = null returning *
update t set a[3:4] = '{7,8}' where id = 1 returning *
update t set a[null:2] = null
update t set b[2:3] = null where id = 2 returning *
update t set b[:2] = null returning *
insert into t (id, a[2:3]) values (3, null) returning *

-- A condition makes an outer join an inner one only if it is strict in the nullable side.
create table a (id int, x int[]);
create table b (id int, y int[]);
insert into a values (1, '{1}'), (2, null);
insert into b values (2, '{1,2}'), (3, '{3}');
select * from a full join b using (id) where '{1,3}'::int[] && (x || y) order by id;
select * from a left join b using (id) where (x || y) = '{1}' order by id;
select * from a right join b using (id) where (x || y) @> '{3}' order by id;
select * from a left join b on a.id = b.id where (a.id + b.id) > 0 order by a.id;
select * from a left join b on a.id = b.id where concat(b.id, 'x') = 'x' order by a.id;
create function either(int, int) returns bool language sql immutable as 'select coalesce($1, $2) = $2 or $1 is null';
create operator <?> (leftarg = int, rightarg = int, function = either);
select a.id, b.id from a left join b on a.id = b.id where b.id <?> 2 order by a.id;
select a.id, b.id from a left join b on a.id = b.id where b.id <?> any (array[1, 2]) order by a.id;
select (select * from (select 1 as first) x), (select y.* from (values (2)) y), (select 3 as third), (select id from a order by id limit 1);

create table t(id int primary key, k text, st text, f int default 0)

create unique index tk on t(k) where st = 'c'

insert into t values (1,'a','c')

create table o(k text primary key)

insert into o values ('a')

begin

update t set st = 'm' where id = 1

insert into t values (2,'a','c')

select * from t where k = 'a' and st = 'c'

select * from o left join t on t.k = o.k and t.st = 'c'

select * from o left join t on t.k = o.k and t.st = 'c' where o.k = 'a'

prepare p(text) as select * from t where k = $1 and st = 'c'

execute p('a')

execute p('a')

execute p('a')

execute p('a')

execute p('a')

execute p('a')

execute p('a')

do $$ declare r record;
  x text := 'a';
  begin select * into r from t where k = x and st = 'c';
  raise notice '%', r;
  update t set f = f + 1 where k = x and st = 'c';
  raise notice '%', found;
  end $$

insert into t values (3, 'a', 'c') on conflict (k) where st = 'c' do update set f = 99 returning *

select (select id from t where k = o.k and st = 'c') from o

select exists (select 1 from t where k = o.k and st = 'c') from o

delete from t where k = 'a' and st = 'c' returning *

rollback

create table c(a int primary key, t text)
insert into c select i, 'r' || i from generate_series(1,10) i
declare x cursor for select * from c
begin; declare x scroll cursor for select * from c order by a
fetch x; fetch 2 x; fetch backward 1 from x; fetch prior x; fetch prior x; fetch prior x; fetch next x
fetch all x; fetch next x; fetch backward 3 x; fetch absolute 4 x; fetch absolute -2 x; fetch relative -3 x; fetch relative 0 x; fetch relative 2 x; fetch 0 x
fetch first x; fetch last x; fetch absolute 0 x; fetch absolute 100 x; fetch prior x; fetch absolute -100 x; fetch forward all x; fetch backward all x
move 3 x; move all x; move backward all x; move absolute 5 x; move relative -1 x; move 0 x; move backward 2 x; move last x; move next x
fetch 2 x
close x; fetch x
rollback
begin; declare n no scroll cursor for select a from c order by a
fetch 2 n; move 1 n; fetch absolute 6 n; fetch relative 2 n
fetch backward n
rollback
begin; declare n no scroll cursor for select a from c order by a; fetch absolute 3 n
fetch absolute 2 n
rollback
begin; declare n no scroll cursor for select a from c order by a; fetch 3 n; fetch 0 n
rollback
begin; declare a cursor for select count(*) from c; fetch a; fetch a
fetch backward a
rollback
begin; declare s cursor for select a from c; declare j cursor for select c.t from c join c d using (t); fetch 2 s; fetch backward s; move 2 j; fetch backward 1 j
declare s cursor for select 1
rollback
begin; declare x cursor for select a from c order by a; fetch x; savepoint p; fetch x; declare y cursor for select 1; rollback to p; fetch x; fetch y
rollback
begin; declare h cursor with hold for select a from c order by a; fetch 2 h; delete from c where a = 5; commit
fetch 2 h; fetch 2 h; fetch backward 3 h; move last h
select name, is_holdable, is_binary, is_scrollable from pg_cursors
begin; declare h2 cursor with hold for select 1; rollback
fetch h2
close h; fetch h
declare h cursor with hold for select a from c where a < 4 order by a
fetch all h; close all; fetch h
begin; declare u cursor for select * from c where a in (1, 2) for update; fetch u
update c set t = 'changed' where current of u; fetch u; delete from c where current of u; delete from c where current of u; fetch u
update c set t = 'none' where current of u
rollback
begin; declare u cursor for select * from c order by a; update c set t = 'x' where current of u
rollback
begin; declare u cursor for select * from c order by a; fetch 3 u; update c set a = a + 100 where current of u returning *; update c set a = a + 100 where current of u returning *; commit
select * from c order by a
begin; declare u cursor for select count(*) from c; fetch u; update c set a = 1 where current of u
rollback
update c set a = 1 where current of nosuch
begin; declare z scroll cursor with hold for select * from c for update
rollback
begin; declare z scroll cursor for select * from c for share
rollback
begin; declare z insensitive cursor for select * from c for share
rollback
begin; declare z scroll no scroll cursor for select 1
rollback
begin; declare z cursor for with d as (delete from c returning *) select * from d
rollback
begin; declare z cursor for values (1,'a'),(2,'b'); fetch backward all z; fetch all z; fetch backward all z; commit
fetch z
begin; declare b binary cursor for select 1::int4, 'x'::text; fetch b; commit
move nosuch
close nosuch

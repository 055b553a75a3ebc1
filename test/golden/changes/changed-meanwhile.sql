create table t(a int primary key, b int, c text)
insert into t select i, 0, 'x' from generate_series(1,5) i
create function touch(k int) returns int language plpgsql as $$ begin update t set b = b + 1 where a = k; return k; end $$
create function del(k int) returns int language plpgsql as $$ begin delete from t where a = k; return k; end $$
update t set b = touch(a) where a = 1
select * from t order by a
update t set b = touch(a+1) where a < 3
select * from t order by a
update t set b = del(a) where a = 1
delete from t where touch(a) = a and a = 2
delete from t where del(a) = a and a = 2
delete from t where touch(5) = 5 and a >= 4
select * from t order by a
update t set b = 7 from (values (1),(1),(2)) v(k) where t.a = v.k and touch(3) = 3
update t set b = 7 from (values (1),(1),(2)) v(k) where t.a = v.k
update t set b = 8 from (values (1),(1),(2)) v(k) where t.a = v.k and touch(t.a) > 0
create table u(a int, b int); insert into u select i, i from generate_series(1,4) i
create function tou(k int) returns int language plpgsql as $$ begin update u set b = b + 100 where a = k; return k; end $$
merge into u using (values (1),(2)) v(k) on a = k and tou(k) = k when matched then update set b = 0
merge into u using (values (1),(2)) v(k) on a = k when matched and tou(k) = k then delete
select * from u order by a
select a from u where tou(a) = a for update
select * from u order by a
create table w(a int primary key, b int)
create function inw(k int) returns int language plpgsql as $$ begin insert into w values (k, 100) on conflict do nothing; return k; end $$
insert into w values (1, inw(1)) on conflict (a) do update set b = w.b + 1
insert into w values (1, inw(1)) on conflict (a) do update set b = w.b + inw(1)
create function upw(k int) returns int language plpgsql as $$ begin update w set b = b + 1 where a = k; return k; end $$
insert into w values (1, 2) on conflict (a) do update set b = upw(1)
insert into w values (1, upw(1)) on conflict (a) do update set b = 5
select * from w
with x as (update t set b = b + 1 where a = 4 returning a) update t set c = 'y' from x where t.a = x.a
with x as (update t set b = b + 1 where a = 4 returning a) delete from t using x where t.a = x.a
select * from t order by a
create function bt() returns trigger language plpgsql as $$ begin return new; end $$
create trigger bt before update on t for each row execute function bt()
update t set b = 7 from (values (1),(1),(2)) v(k) where t.a = v.k and touch(3) = 3
update t set b = 8 from (values (1),(1),(2)) v(k) where t.a = v.k and touch(t.a) > 0
update t set b = 8 from (values (4),(4),(5)) v(k) where t.a = v.k
with x as (update t set b = b + 1 where a = 4 returning a) update t set c = 'z' from x where t.a = x.a
select * from t order by a
create table pt(a int, b int) partition by range(a)
create table pt1 partition of pt for values from (0) to (10)
create table pt2 partition of pt for values from (10) to (20)
insert into pt values (1,1),(11,1)
create function tpt(k int) returns int language plpgsql as $$ begin update pt set b = b + 1 where a = k; return k; end $$
update pt set b = tpt(a)
update pt set b = 3 where tpt(a) = a
delete from pt where tpt(a) = a
select * from pt order by 1
create table bs(a int primary key, b int)
insert into bs values (1,1),(2,2)
create function bsf() returns trigger language plpgsql as $$ begin update bs set b = 100 where a = 1; return null; end $$
create trigger bs before update or delete on bs for each statement when (pg_trigger_depth() = 0) execute function bsf()
update bs set b = 5 where a = 1
update bs set b = 5 where a = 2
select * from bs order by 1
delete from bs where a = 1
delete from bs where a = 2
select * from bs order by 1
CREATE TABLE fu (id int PRIMARY KEY, n int)
INSERT INTO fu SELECT g, 0 FROM generate_series(1, 3) g
CREATE FUNCTION bump(i int) RETURNS int LANGUAGE plpgsql AS $$ DECLARE r int; BEGIN UPDATE fu SET n = n + 1 WHERE id = i RETURNING n INTO r; RETURN r; END $$
CREATE FUNCTION gone(i int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN DELETE FROM fu WHERE id = i; RETURN i; END $$
SELECT bump(id), n FROM fu ORDER BY id FOR UPDATE
SELECT * FROM fu ORDER BY id
SELECT bump(id), n FROM fu FOR UPDATE
SELECT id, n FROM fu WHERE bump(id) > 0 ORDER BY id FOR UPDATE
SELECT bump(1), n FROM fu WHERE id = 1 FOR UPDATE
SELECT bump(id), n FROM fu WHERE id = 2 FOR KEY SHARE
SELECT bump(id), n FROM (SELECT * FROM fu FOR UPDATE) q ORDER BY id
SELECT n, b FROM (SELECT bump(id) AS b, n, id FROM fu FOR UPDATE) q ORDER BY id
SELECT bump(fu.id), fu.n, g FROM fu JOIN generate_series(1, 2) g ON true ORDER BY fu.id, g FOR UPDATE OF fu
SELECT * FROM fu ORDER BY id
SELECT gone(id) FROM fu WHERE id = 3 FOR UPDATE
SELECT bump(id), n FROM fu ORDER BY id LIMIT 1 FOR UPDATE
BEGIN
SELECT bump(1)
SELECT bump(1), n FROM fu WHERE id = 1 FOR UPDATE
DECLARE fuc CURSOR FOR SELECT bump(id), id, n FROM fu ORDER BY id FOR UPDATE
FETCH fuc
COMMIT
BEGIN
DECLARE fuc CURSOR FOR SELECT id, n FROM fu FOR UPDATE
FETCH fuc
SELECT bump(1)
FETCH fuc
UPDATE fu SET n = -1 WHERE CURRENT OF fuc
COMMIT
SELECT * FROM fu ORDER BY id
CREATE SEQUENCE fus
SELECT nextval('fus'), id FROM fu WHERE id < 3 ORDER BY id FOR UPDATE
SELECT id, n, random() < 2 AS r FROM fu WHERE id < 3 ORDER BY id FOR UPDATE
DROP SEQUENCE fus
DROP FUNCTION bump(int), gone(int)
DROP TABLE fu

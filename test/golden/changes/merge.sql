create table t(id int primary key, bal int not null default 7, note text default 'dflt', check (bal < 1000))
create table s(sid int, delta int)
insert into t values (1, 10), (2, 20), (3, 30)
insert into s values (2, 5), (3, -30), (4, 40), (4, 50), (5, null)
merge into t using s on t.id = s.sid when matched and t.bal + s.delta = 0 then delete when matched then update set bal = t.bal + s.delta, note = 'upd' when not matched and s.delta = 40 then insert values (s.sid, s.delta) when not matched and s.sid = 5 then insert (id, note) values (s.sid, default) when not matched then do nothing
select * from t order by id
merge into t as x using (select sid, sum(delta) as d from s group by sid) as s on x.id = s.sid when matched then update set (bal, note) = (select coalesce(max(s2.delta), 0), 'sub ' || s.sid from s s2 where s2.sid = s.sid) when not matched then insert default values
select * from t order by id
merge into t using s on t.id = s.sid when matched then delete
select * from t order by id
insert into t values (4, 1)
merge into t using s on t.id = s.sid when matched then update set bal = bal + 1
merge into t using s on t.id = s.sid when not matched then insert values (s.sid, 1)
merge into t using (values (4, 2000)) v(a, b) on t.id = v.a when matched then update set bal = v.b
merge into t using (values (9, null::int)) v(a, b) on t.id = v.a when not matched then insert values (v.a, v.b)
merge into t using (values (1, 3), (9, 4)) v(a, b) on t.id = v.a when matched then do nothing when not matched then insert (bal, id) values (v.b, v.a)
select * from t order by id
with v as (select 1 as a union all select 30) merge into t using v on t.id = v.a when matched then update set note = default, bal = default when not matched then insert values (v.a)
select * from t order by id
merge into t using t as u on t.id = u.id + 1 when matched then update set note = 'pair ' || u.id
merge into t using s on t.id = s.sid when matched then update set id = 1
merge into t using s on t.id = s.sid when matched then delete when matched then delete
merge into t using s on t.id = s.sid when matched and t.id = 1 then delete when matched then do nothing when not matched then insert values (t.id)
merge into t using s on t.id = s.sid when not matched and t.id = 1 then do nothing
merge into t using t on true when matched then delete
merge into t using s on t.id = s.sid when matched then update set nosuch = 1
merge into t using s on t.id = s.sid when not matched then insert (id, id) values (1, 2)
merge into t using s on t.id = s.sid when not matched then insert (id) values (1, 2)
merge into t using s on t.id = s.sid when not matched then insert values (1), (2)
merge into t using s on t.id = max(s.sid) when matched then delete
merge into t using s on t.id = s.sid when matched and count(*) > 1 then delete
merge into t using s on t.id = s.sid when matched and t.ctid is not null then delete
merge into t using nosuch on true when matched then delete
with recursive r as (select 1 as a) merge into t using r on t.id = r.a when matched then delete
prepare p(int, int) as merge into t using (select $1 as a, $2 as b) v on t.id = v.a when matched then update set bal = v.b when not matched then insert values (v.a, v.b, 'prepared')
execute p(1, 100)
execute p(77, 200)
execute p(77, 201)
select * from t order by id
begin
merge into t using (values (77)) v(a) on t.id = v.a when matched then delete
rollback
select count(*) from t

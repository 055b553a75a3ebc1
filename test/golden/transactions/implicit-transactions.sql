create table t(a int primary key, b text)
insert into t values (1,'a'); insert into t values (2,'b'); select * from t order by a
insert into t values (3,'c'); insert into t values (3,'d'); select 1
select a from t order by a
insert into t values (4,'x'); begin; insert into t values (5,'y')
select a from t order by a
rollback
select a from t order by a
insert into t values (4,'x'); commit; insert into t values (5,'y'); select 1/0
select a from t order by a
begin; insert into t values (6,'x'); commit; insert into t values (7,'y'); select 1/0
select a from t order by a
begin; insert into t values (8,'x'); rollback; insert into t values (9,'y')
select a from t order by a
insert into t values (10,'x'); rollback; insert into t values (11,'y')
select a from t order by a
savepoint x
release x
rollback to x
insert into t values (12,'z'); savepoint x; insert into t values (13,'q')
select a from t order by a
begin; select 1/0; select 2
select 1
savepoint x
commit
begin
begin
commit
commit
rollback
end
abort
begin; select 1; select 2; commit; select 3
;
;;
-- comment
select 1;;select 2

-- System columns of the rows that a change gives back.
create table t (a int primary key, b int);
create table parts (a int primary key, b int) partition by range (a);
create table parts_low partition of parts for values from (0) to (10);
create table parts_high partition of parts for values from (10) to (20);
insert into t values (1, 1) returning xmax, xmin = pg_current_xact_id()::xid as own, tableoid::regclass, ctid;
insert into t values (1, 5) on conflict (a) do update set b = excluded.b returning (xmax = 0) as inserted, b;
insert into t values (2, 5) on conflict (a) do update set b = excluded.b returning (xmax = 0) as inserted, b;
insert into t values (1, 6), (3, 6) on conflict (a) do update set b = excluded.b returning a, (xmax = 0) as inserted;
update t set b = 7 where a = 1 returning xmax, xmin = pg_current_xact_id()::xid as own, tableoid::regclass;
begin;
update t set b = 8 where a > 2 returning a, xmin = pg_current_xact_id()::xid as own, xmax;
delete from t where a = 2 returning xmin = pg_current_xact_id()::xid as made, xmax = pg_current_xact_id()::xid as own, tableoid::regclass, a;
delete from t where a = 3 returning t, xmax <> 0;
rollback;
delete from t where a = 2 returning xmin = pg_current_xact_id()::xid as made, xmax = pg_current_xact_id()::xid as own;
insert into parts values (1, 1), (12, 1) returning tableoid::regclass;
update parts set b = 3 where a = 1 returning xmax, xmin = pg_current_xact_id()::xid as own, tableoid::regclass;
delete from parts where a = 12 returning xmax = pg_current_xact_id()::xid as own, tableoid::regclass;
with gone as (delete from t where a = 3 returning *, xmax <> 0 as locked) select * from gone;
CREATE TABLE named (a int, b text)
INSERT INTO named VALUES (1, 'x') RETURNING *, named.*, a
UPDATE named SET a = 2 RETURNING *, named
CREATE VIEW named_view AS SELECT a AS aa, b FROM named
INSERT INTO named_view VALUES (3, 'y') RETURNING *
WITH w AS (UPDATE named SET b = 'z' RETURNING *) SELECT * FROM w
DELETE FROM named RETURNING *

selec
select * from
select 'abc
select "abc
select $$abc
select 1 +
select )
select 1 from t where
insert into
create table
\d
select 1 2 3
select '\x' :: bytea
select u&'\zzzz'
select 1e
select 123abc
/* open
select :x
select $0
select @
update t set
select * from t group

set work_mem = $1
set local timezone to $1
set time zone $1
set role $1
set x.y = $1, $2
select 'é', date $2
select date $1
select interval $1
select interval $1 day to second(3)
select interval(3) $1
select timestamp with time zone $1
select numeric(3) $1
select foo $1
select public.foo $1
select extract($1 from now())
create user misplaced password $1
alter role postgres set work_mem = $1
alter role postgres encrypted password $1
alter database postgres set work_mem to $1
alter system set work_mem = $1
create function misplaced() returns int language sql set work_mem = $1 as 'select 1'
select 1; set work_mem = $1
select '$1', "$1" from (values (1)) v("$1")
-- CALL
create procedure pm_call(a int) language sql as ''
call pm_call($1)
call pm_call(1 + $1)
call no_such_procedure($1)
call no_such_procedure(no_such_column, $1)
call pm_call($1, no_such_column)
prepare pm as select 1; call pm_call(1)

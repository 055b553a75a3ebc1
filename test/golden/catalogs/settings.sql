set application_name = 'foo'
show application_name
begin
set application_name = 'bar'
set local work_mem = '8MB'
show work_mem
show application_name
savepoint s
set local application_name = 'baz'
show application_name
rollback to s
show application_name
set local application_name = 'loc'
release s
show application_name
commit
show application_name
show work_mem
begin
set application_name = 'no'
rollback
show application_name
set local application_name = 'x'
show application_name
begin; set datestyle = 'sql, dmy'; select date '2020-02-01'; rollback
select date '2020-02-01'
begin; set timezone = 'Europe/Berlin'; commit
show timezone
show TimeZone
reset timezone
reset application_name
show application_name
show nosuch
set nosuch = 1
set work_mem = 'abc'
set work_mem = -1
set work_mem to default
reset all
show search_path
set statement_timeout = '1s'
show statement_timeout
set statement_timeout = 1500
show statement_timeout
set statement_timeout = '2min'
show statement_timeout
set statement_timeout = -1
set foo.bar = 'x'
show foo.bar
set foo.bar to default
show foo.bar
reset foo.bar
set client_encoding = 'utf8'
set names 'utf8'
set server_version = '1'
set transaction_isolation to default
set time zone 'UTC'
set time zone -7
show timezone
set time zone default
set time zone interval '+02:30' hour to minute
show timezone
select current_setting('work_mem'), current_setting('nosuch', true)
select current_setting('nosuch')
select set_config('work_mem', '9MB', false)
show work_mem
set session work_mem = '10MB'
show work_mem
set search_path = public, "Foo", q
show search_path
set search_path = ''
show search_path
set enable_seqscan = off
show enable_seqscan
set enable_seqscan = maybe
set extra_float_digits = 0
select 0.1::float8 + 0.2::float8
set extra_float_digits = 9
set bytea_output = 'escape'
select '\x41ff'::bytea
discard all
show work_mem
show is_superuser
show session_authorization
set session authorization default
reset session authorization
set role none
show role

-- DateStyle as a list of words; what each style makes of dates.
set WORK_mem='x'
set "WORK_mem"='x'
set Work_MEM=1
set "Statement_Timeout"='1 constructor'
set "Statement_Timeout"='99999999999'
set "Statement_Timeout"=-1
set "Enable_SeqScan"='x'
set "IntervalStyle"='x'
set intervalstyle='x'
set "DATEStyle"='x'
set "TIMEzone"='x'
select set_config('Work_Mem','x',false)
set datestyle='Postgres, YMD'
show datestyle
select '2020-01-02'::date, '2020-01-02 03:04:05'::timestamp, '2020-01-02 03:04:05+00'::timestamptz
set datestyle='SQL, YMD'
select '2020-01-02'::date, '2020-01-02 03:04:05'::timestamp, '2020-01-02 03:04:05+00'::timestamptz, '01/02/03'::date
set datestyle='German, YMD'
select '2020-01-02'::date, '2020-01-02 03:04:05'::timestamp, '2020-01-02 03:04:05+00'::timestamptz, '01/02/03'::date
set datestyle='ISO, YMD'
select '2020-01-02'::date, '2020-01-02 03:04:05'::timestamp, '2020-01-02 03:04:05+00'::timestamptz, '01/02/03'::date
set datestyle='Postgres, DMY'
select '2020-01-02'::date, '2020-01-02 03:04:05'::timestamp, '2020-01-02 03:04:05+00'::timestamptz, '01/02/03'::date, '0044-03-15 BC'::date, '0044-03-15 10:00 BC'::timestamp
set datestyle='Postgres, MDY'
select '2020-01-02'::date, '2020-01-02 03:04:05'::timestamp, '2020-01-02 03:04:05+00'::timestamptz, '01/02/03'::date, '0044-03-15 BC'::date
set datestyle='German'
show datestyle
set datestyle='YMD,German'
show datestyle
set datestyle='German,MDY'
show datestyle
set datestyle='ISO, SQL'
set datestyle='ISO, ISO'
show datestyle
set datestyle='MDY, DMY'
set datestyle='ISO, MDY, ISO'
set datestyle=ISO, DMY
show datestyle
set datestyle to default
show datestyle
set datestyle='default, DMY'
show datestyle
set datestyle='DMY, default'
show datestyle
set datestyle='isox'
set datestyle='sqlfoo'
set datestyle='germanx'
set datestyle='postgresql'
set datestyle='euro'
show datestyle
set datestyle='european'
set datestyle='noneuropean'
show datestyle
set datestyle='us'
set datestyle='usx'
set datestyle='mdyx'
set datestyle=''
set datestyle='ISO,'
set datestyle=',ISO'
set datestyle='ISO DMY'
set datestyle='"ISO", dmy'
show datestyle
set datestyle='"ISO'
set datestyle=' ISO , DMY '
show datestyle
create schema "A b"
create schema "q""x"
create schema ÄB
set search_path = 'public,'
set search_path = ',public'
set search_path = 'public public'
set search_path = '"A b" , PUBLIC'
select current_schemas(false)
set search_path = '"q""x"'
select current_schemas(false)
set search_path = 'ÄB,"ÄB"'
select current_schemas(false)
set search_path = ''
select current_schemas(false)
set search_path = '""'
select current_schemas(false)
set search_path = ' '
set search_path = '"public'
set search_path = 'a"b'
show search_path
set search_path to "A b", public
show search_path
set search_path to 'A b', public
show search_path
select current_schemas(false)
set search_path = E'public\vx'
select current_schemas(false)
set search_path = E'public\u00a0x, public'
select current_schemas(false)
select set_config('search_path','a,,b',false)
alter database postgres set search_path = ','

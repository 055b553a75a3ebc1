set temp_tablespaces = 'nosuch'
set temp_tablespaces = 'pg_default, nosuch'
set temp_tablespaces = pg_default, nosuch
set temp_tablespaces = pg_default
show temp_tablespaces
set temp_tablespaces = pg_default, pg_global
set temp_tablespaces = ''
show temp_tablespaces
select set_config('temp_tablespaces', 'nosuch', true)
select set_config('temp_tablespaces', 'pg_default', false)
select set_config('temp_tablespaces', 'a b', false)
reset temp_tablespaces

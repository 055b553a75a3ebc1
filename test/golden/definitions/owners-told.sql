create role golden_stays
create function told() returns event_trigger language plpgsql as 'declare r record; begin for r in select * from pg_event_trigger_ddl_commands() loop raise notice ''% % %'', r.command_tag, r.object_type, r.object_identity; end loop; end'
create type st_en as enum ('a')
create type st_co as (a int)
create domain st_dm as int
create function st_f() returns int language sql as 'select 1'
create schema st_s
create sequence st_q
create view st_v as select 1 as a
create event trigger told on ddl_command_end execute function told()
alter type st_en owner to postgres
alter type st_co owner to postgres
alter domain st_dm owner to postgres
alter function st_f() owner to postgres
alter schema st_s owner to postgres
alter sequence st_q owner to postgres
alter view st_v owner to postgres
alter type st_en owner to golden_stays
alter function st_f() owner to golden_stays
alter schema st_s owner to golden_stays
drop event trigger told
drop owned by golden_stays
drop role golden_stays

create role attack_u login;
create role attack_s login superuser;
@u \c attack_u options=-c session_replication_role=replica
@u show session_replication_role;
@u \c attack_u log_statement=all
@u show log_statement;
@u \c attack_u options=-c session_authorization=postgres
@u select current_user, session_user, current_setting('session_authorization');
@u \c attack_u options=-c zero_damaged_pages=on
@u show zero_damaged_pages;
@u \c attack_u options=-c log_min_duration_statement=0
@u \c attack_u options=-c lc_messages=xx
@u \c attack_u options=-c lc_messages=C
@u \c attack_u options=-c work_mem=abc
@u \c attack_u options=-c nosuch=abc
@u \c attack_u options=-c no.such=abc
@u \c attack_u options=-c shared_buffers=1
@u \c attack_u options=-c port=1
@u \c attack_u options=-c log_connections=on
@u \c attack_u options=-c jit=off
@s \c attack_s options=-c session_replication_role=replica
@s show session_replication_role;
@s \c attack_s session_authorization=attack_u
@s select current_user, session_user, current_setting('session_authorization');
@s reset session authorization;
@s select current_user, session_user, current_setting('session_authorization');
@s \c attack_s role=attack_u
@s select current_user, session_user, current_setting('role'), current_setting('is_superuser');
@s reset role;
@s select current_user, session_user, current_setting('role'), current_setting('is_superuser');
@s \c attack_s role=nosuch
@s \c attack_s session_authorization=nosuch
@s \c attack_s is_superuser=off
alter role attack_s set session_authorization = 'attack_u';
@s \c attack_s application_name=x
@s select current_user, session_user;
alter role attack_s set role = 'attack_u';
@s \c attack_s application_name=x
@s select current_user, session_user;
alter role attack_s reset all;
@s \c attack_s application_name=x
@s select current_user, session_user;
grant set on parameter session_replication_role, log_statement to attack_u;
@u \c attack_u options=-c session_replication_role=replica
@u show session_replication_role;
@u \c attack_u log_statement=all
@u create function pg_temp.s5() returns text language plpgsql set session_replication_role = 'replica' as 'begin return current_user; end';
@u alter role attack_u set log_statement = 'all';
@u alter role attack_u set zero_damaged_pages = on;
@u \c attack_u application_name=x
@u show log_statement;
revoke set on parameter session_replication_role, log_statement from attack_u;
@u \c attack_u application_name=x
@u show log_statement;
@u alter role attack_u set nosuch = 1;
@u alter role attack_u set no.such = 1;
@u alter role attack_u set shared_buffers = 1;
@u alter role attack_u set work_mem = 'abc';
@u create function pg_temp.s8() returns text language plpgsql set nosuch = 1 as 'begin return current_user; end';
@u create function pg_temp.s8() returns text language plpgsql set work_mem = 'abc' as 'begin return current_user; end';
@u create function pg_temp.s8() returns text language plpgsql set shared_buffers = '1' as 'begin return current_user; end';
@u create function pg_temp.s9() returns text language plpgsql set a.b = '1' as 'begin return current_setting(''a.b''); end';
@u select pg_temp.s9(), current_setting('a.b', true);
create function s10() returns text language plpgsql set session_replication_role = 'replica' as 'begin return current_user; end';
create function s11() returns text language plpgsql security definer set session_replication_role = 'replica' as 'begin return current_setting(''session_replication_role''); end';
@u select s11();
@u show session_replication_role;
drop function s10(), s11();
alter role attack_u set log_statement = 'all';
alter role attack_u set work_mem = '1MB';
alter role attack_u set foo.bar = 'x';
@u alter role attack_u reset log_statement;
@u alter role attack_u set log_statement to default;
@u alter role attack_u reset foo.bar;
@u alter role attack_u reset all;
select setconfig from pg_db_role_setting where setrole = 'attack_u'::regrole;
alter role attack_u reset all;
select setconfig from pg_db_role_setting where setrole = 'attack_u'::regrole;
create function fs() returns text language plpgsql set log_statement = 'all' set work_mem = '1MB' as 'begin return current_user; end';
alter function fs() owner to attack_u;
grant create on schema public to attack_u;
@u alter function fs() reset log_statement;
@u alter function fs() reset all;
@u alter function fs() set role = 'postgres';
@u alter function fs() set role = 'nosuch';
@u alter function fs() set session_authorization = 'postgres';
@u alter function fs() set work_mem = '1MB';
@u alter function fs() set foo.bar = 'x';
@u alter function fs() set log_statement from current;
@u create function fs2() returns text language plpgsql set role = 'attack_u' as 'begin return current_user; end';
@u select fs2();
@u create function fs3() returns text language plpgsql set role = 'nosuch' as 'begin return current_user; end';
@u create procedure fs4() language plpgsql set log_statement = 'all' as 'begin end';
create database attack_d owner attack_u;
@u alter database attack_d set log_statement = 'all';
@u alter database attack_d set work_mem = '1MB';
@u alter database attack_d set role = 'postgres';
@u alter database attack_d set session_replication_role = 'replica';
@u alter database attack_d set foo.bar = '1';
@u alter role attack_u in database attack_d set log_statement = 'all';
@u alter role attack_u in database attack_d set work_mem = '1MB';
@u alter role all in database attack_d set work_mem = '1MB';
@u alter role attack_s in database attack_d set work_mem = '1MB';
@u alter database attack_d reset all;
drop database attack_d;
@u \c attack_u options=-c default_transaction_isolation=serializable
@u show transaction_isolation;
@u \c attack_u options=-c default_transaction_read_only=on
@u create temp table x(a int);
@u create table x(a int);
@u \c attack_u options=-c standard_conforming_strings=off -c escape_string_warning=off
@u select 'a\tb';
@u \c attack_u datestyle=German
@u select date '2020-01-02';
@end \c postgres
@end set client_min_messages = error;
@end do $$ begin if exists (select from pg_roles where rolname = 'attack_s') then drop owned by attack_s cascade; end if; end $$;
@end do $$ begin if exists (select from pg_roles where rolname = 'attack_u') then drop owned by attack_u cascade; end if; end $$;
@end drop role if exists attack_s;
@end drop role if exists attack_u;

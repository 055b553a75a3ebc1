create table cttd(a int);
create function cttd_f() returns trigger language plpgsql as $$ begin return null; end $$;
create constraint trigger cttd1 after insert on cttd for each row execute function cttd_f();
create constraint trigger cttd2 after insert on cttd deferrable initially deferred for each row execute function cttd_f();
select conname, pg_get_constraintdef(oid), pg_get_constraintdef(oid, true) from pg_constraint where conrelid = 'cttd'::regclass order by 1;
drop table cttd;
drop function cttd_f();

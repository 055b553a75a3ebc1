create table t (a text default 'a\b', b text check (b <> 'x\y'), c text generated always as ('q\' || a) stored);

create view v as select 'a\b' as x, E'c\\d''e' as y from t where a like '\%';

create function tr() returns trigger language plpgsql as $$ begin return new; end $$;

create trigger g before insert on t for each row when (new.a = 'k\l') execute function tr('m\n', E'o\tp', 'q''r');

create function f(a text default 's\t') returns int language plpgsql set "my.x" = 'u\v' set search_path = 'w\x', 'y''z' as $$ begin return '\'; end $$;

create function g() returns int language internal as 'int4\pl';

create function g2() returns int language sql return length('a\b');

create index i on t ((a || '\')) where b = '\\';

create policy p on t using (a = 'x\');

create rule r as on insert to t do also notify "n\m", 'p\q';

create type e as enum ('a\b');

create domain d as text default 'z\' check (value <> 'y\');

create table pt (a text) partition by list (a);

create table p1 partition of pt for values in ('a\b', 'c''d');

comment on table t is 'a\b';

select pg_get_triggerdef(oid) from pg_trigger where tgname = 'g';

select pg_get_functiondef('f'::regproc);

select pg_get_viewdef('v');

select pg_get_functiondef('g2'::regproc);

select pg_get_indexdef('i'::regclass);

select pg_get_expr(adbin, adrelid) from pg_attrdef;

select pg_get_constraintdef(oid) from pg_constraint where conrelid = 't'::regclass or contypid = 'd'::regtype;

select definition from pg_rules where tablename = 't';

select qual from pg_policies;

select pg_get_expr(relpartbound, oid) from pg_class where relname = 'p1';

select pg_get_function_arguments('f'::regproc);

select typdefault from pg_type where typname = 'd';

select quote_literal('a\b'), format('%L', 'a\b');

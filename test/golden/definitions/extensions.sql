create extension pgcrypto
create extension pgcrypto
create extension if not exists pgcrypto
create extension nowhere
create extension "uuid-ossp" version '9.9'
create schema tools; create extension "uuid-ossp" schema tools
create extension fuzzystrmatch schema nowhere
create extension fuzzystrmatch
select extname, extnamespace::regnamespace, extversion, extrelocatable, obj_description(oid, 'pg_extension') from pg_extension where extname <> 'plpgsql' order by 1
select e.extname, count(*) from pg_depend d join pg_extension e on e.oid = d.refobjid where d.deptype = 'e' and d.classid = 'pg_proc'::regclass and e.extname <> 'plpgsql' group by 1 order by 1
select proname, prolang, prosrc, probin, provolatile, proisstrict, proparallel from pg_proc where proname in ('digest', 'gen_salt', 'uuid_generate_v3', 'soundex') order by proname, pronargs, proargtypes::text
select pg_get_functiondef('crypt(text,text)'::regprocedure)
select digest('abc', 'md5'), digest('abc', 'SHA256'), digest('abc'::bytea, 'sha3-256'), digest('', 'sha1'), digest(null, 'md5')
select digest('abc', 'nope')
select hmac('abc', 'key', 'sha1'), hmac('abc', repeat('k', 200), 'md5')
select encrypt('foo', '0123456789abcdef', 'aes'), encrypt('foo', 'a-long-key-beyond-32-bytes-a-long-key', 'aes-cbc/pad:pkcs'), encrypt('foo', 'key', '3des'), encrypt('0123456789abcdef', 'k', 'aes-ecb/pad:none')
select encode(decrypt(encrypt('foo', 'key', 'aes'), 'key', 'aes'), 'escape'), encrypt_iv('foo', '0123456789abcdef', '1234', 'aes')
select encrypt('foo', '0123456789abcdef', 'aes-cbc/pad:none')
select encrypt('foo', 'k', 'rot13')
select encrypt('foo', 'k', 'aes/iv')
select decrypt('\x1234', '0123456789abcdef', 'aes')
select crypt('foo', '$1$abcdefgh'), crypt('a long password with more than sixteen bytes é', '$1$salt$ignored'), crypt('foo', '$2a$04$RQiOJ.3ELirrXwxIZY8q0O')
select p.hash = crypt('secret', p.hash) as good, p.hash = crypt('wrong', p.hash) as bad from (select crypt('secret', gen_salt('bf', 4)) as hash) p
select crypt('foo', v) from (values ('x'), ('y')) t(v)
select crypt('foo', v) from (values ('$2a$06$bad'), ('y')) t(v)
select gen_salt('nope')
select gen_salt('bf', 3)
select length(gen_salt('bf')), substr(gen_salt('bf', 10), 1, 7), length(gen_salt('md5')), length(gen_random_bytes(16))
select gen_random_bytes(1025)
select tools.uuid_generate_v3(tools.uuid_ns_dns(), 'www.widgets.com'), tools.uuid_generate_v5(tools.uuid_ns_url(), 'é'), tools.uuid_nil()
select substr(tools.uuid_generate_v1()::text, 15, 1), substr(tools.uuid_generate_v4()::text, 15, 1)
select levenshtein('GUMBO', 'GAMBOL'), levenshtein('GUMBO', 'GAMBOL', 2, 1, 1), levenshtein_less_equal('extensive', 'exhaustive', 2), soundex('Tymczak'), difference('Anne', 'Andrew')
select levenshtein(repeat('a', 256), 'a')
create table hashed (v text, d bytea generated always as (digest(v, 'sha256')) stored); insert into hashed values ('abc'); create index on hashed (digest(v, 'md5')); select encode(d, 'hex') from hashed where digest(v, 'md5') = '\x900150983cd24fb0d6963f7d28e17f72'
drop function digest(text, text)
drop extension pgcrypto
drop table hashed; drop extension pgcrypto, fuzzystrmatch
select digest('abc', 'md5')
create function outside() returns int language c as 'nowhere', 'f'
alter extension "uuid-ossp" update
alter extension "uuid-ossp" update to '9.9'
alter extension nowhere update
drop extension nowhere
drop extension if exists nowhere
drop schema tools
drop schema tools cascade
select count(*) from pg_extension where extname <> 'plpgsql'
create table never_t (a int, b int); create index never_i on never_t (a); create statistics never_s on a, b from never_t
create extension tablefunc
alter extension tablefunc add index never_i
alter extension tablefunc add statistics never_s
alter extension tablefunc drop statistics never_s
alter extension tablefunc add extension plpgsql
alter extension tablefunc add publication never_p
alter extension tablefunc add role postgres
alter extension tablefunc add tablespace pg_default
alter extension tablefunc add database postgres
alter extension never_there add database postgres
drop table never_t; drop extension tablefunc

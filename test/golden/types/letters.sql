show lc_ctype
show lc_collate
select datcollate, datctype from pg_database where datname = current_database()
select count(*), md5(string_agg(upper(chr(c)), '' order by c)) from generate_series(1, 131071) c where c not between 55296 and 57343
select count(*), md5(string_agg(lower(chr(c)), '' order by c)) from generate_series(1, 131071) c where c not between 55296 and 57343
select md5(string_agg(initcap(chr(c) || chr(c)), '' order by c)) from generate_series(1, 131071) c where c not between 55296 and 57343
select md5(string_agg(case when chr(c) ~ '[[:alpha:]]' then 'y' else 'n' end, '' order by c)) from generate_series(1, 131071) c where c not between 55296 and 57343
select md5(string_agg(case when chr(c) ~ '[[:upper:]]' then 'y' else 'n' end, '' order by c)) from generate_series(1, 131071) c where c not between 55296 and 57343
select md5(string_agg(case when chr(c) ~ '[[:lower:]]' then 'y' else 'n' end, '' order by c)) from generate_series(1, 131071) c where c not between 55296 and 57343
select md5(string_agg(case when chr(c) ~ '[[:print:]]' then 'y' else 'n' end, '' order by c)) from generate_series(1, 131071) c where c not between 55296 and 57343
select md5(string_agg(case when chr(c) ~ '[[:punct:]]' then 'y' else 'n' end, '' order by c)) from generate_series(1, 131071) c where c not between 55296 and 57343
select md5(string_agg(case when chr(c) ~ '[[:graph:]]' then 'y' else 'n' end, '' order by c)) from generate_series(1, 131071) c where c not between 55296 and 57343
select md5(string_agg(case when chr(c) ~ '\w' then 'y' else 'n' end, '' order by c)) from generate_series(1, 131071) c where c not between 55296 and 57343
select string_agg(to_hex(c), ' ' order by c) from generate_series(1, 131071) c where c not between 55296 and 57343 and chr(c) ~ '\s'
select string_agg(to_hex(c), ' ' order by c) from generate_series(1, 131071) c where c not between 55296 and 57343 and chr(c) ~ '[[:cntrl:]]'
select string_agg(to_hex(c), ' ' order by c) from generate_series(1, 131071) c where c not between 55296 and 57343 and chr(c) ~ '\d'
select string_agg(to_hex(c), ' ' order by c) from generate_series(1, 131071) c where c not between 55296 and 57343 and chr(c) ~ '[[:blank:][:xdigit:]]'
select upper('straße'), lower('ΑΣ'), lower('İ'), upper('ı'), upper('ŉ'), upper('ﬁ'), lower('K'), upper('ſ'), upper('µ'), initcap('ǆ Ǆ İİ')
select initcap('élan vital'), initcap('o''neil 5ème ÉTÉ_ÉTÉ-été'), initcap('ΩΣΣ ώ 漢字abc'), initcap('𐐨𐐨 𐐀𐐀')
select upper('𐐨x𐐩'), lower('𐐀X𐐁'), length(upper('𐐨')), upper(repeat('é', 5000)) = repeat('É', 5000), lower(repeat('𐐀É', 3000)) = repeat('𐐨é', 3000)
select 'É' ilike 'é', 'É' not ilike '_', 'ÀÉÎ' ilike '%éî', 'STRASSE' ilike 'straße', 'Σ' ilike 'ς', 'Σ' ilike 'σ', 'İ' ilike 'i', 'é'::bpchar ilike 'É', '𐐀' ilike '𐐨'
select 'É' ~* 'é', 'É' ~ '[[:upper:]]', 'é' ~* '[[:upper:]]', 'É' ~* '[à-ï]', 'É' ~* '[^à-ï]', 'Σ' ~* 'ς', 'ς' ~* 'Σ', 'ſ' ~* 's', 'S' ~* 'ſ', 'K' ~* 'k', 'k' ~* 'K'
select 'ǅ' ~* 'ǅ', 'ǅ' ~* '[ǅ]', 'ǅ' ~* '[ǅx]', 'ǅ' ~* '[ǄǅǆX]', 'ǅ' ~* '[Ǆ-ǆ]', 'ǅ' ~ 'ǅ', 'ǆ' ~* 'ǅ', 'Ǆ' ~* 'ǅ', 'ǅ' ~* '[[.ǅ.]]', 'ǅ' ~* '[[=ǅ=]]', 'ǅ' ~* 'ǆ', 'ǅ' ~* '[^ǅ]'
select regexp_replace('été à la mer', '\y(\w)', '<\1>', 'g'), regexp_split_to_array('a　b c d', '\s'), regexp_match('naïve café', '\m\w+é\M'), 'é' ~ '\Wx|\w', 'Éa' ~ '\m.a', 'xÉ' ~ 'x\>'
select regexp_replace('ÉéEe', 'É', '-', 'gi'), 'éÉ' ~* '^(é)\1$', 'éÉ' ~ '^(é)\1$', 'Ǆǅ' ~* '^(.)\1$', regexp_count('ÀàÀ', 'à', 1, 'i'), regexp_instr('xÀ', 'à', 1, 1, 0, 'i'), regexp_like('À', 'à', 'i'), regexp_substr('ÀB', '\w+')
select substring('Élan' similar '%#"\w+#"' escape '#'), substring('Élan' from '[[:upper:]]'), 'É' similar to '[[:alpha:]]', 'É' similar to '\w'
select jsonb_path_exists('"É"', '$ ? (@ like_regex "é" flag "i")'), '"É"'::jsonb @? '$ ? (@ like_regex "^\\w$")', '{"a": "Ñ"}'::jsonb @@ '$.a like_regex "ñ" flag "i"'
select upper('é' collate "C"), lower('É' collate "POSIX"), initcap('éa' collate "C"), upper('é' collate "C.utf8"), upper('é' collate ucs_basic), upper('é' collate "default")
select 'É' collate "C" ilike 'é', 'É' ilike 'é' collate "C", 'É' collate "C" ~* 'é', 'é' collate "C" ~ '\w', regexp_replace('é e' collate "C", '\w', '-'), 'é' ~ any (array['\w']) , 'é' collate "C" ~ any (array['\w']), 'É' collate "C" ~~* all (array['é'])
select upper('é'::name), 'É'::name ilike 'é', 'É'::name ~* 'é', lower('É'::name || 'É'::text), lower('É'::name::text collate "default"), lower(('É'::name)::text)
create collation letters_utf8 (lc_collate = 'C', lc_ctype = 'C.UTF-8')
create collation letters_plain (lc_collate = 'C.UTF-8', lc_ctype = 'C')
select upper('é' collate letters_utf8), upper('é' collate letters_plain), 'b' collate letters_utf8 < 'É', 'B' collate letters_plain < 'a'
create table words (w text, c text collate "C", n name)
insert into words values ('Élan', 'Élan', 'Élan'), ('élan', 'élan', 'élan'), ('ZOO', 'ZOO', 'ZOO')
select lower(w), lower(c), lower(n), w ilike 'é%', c ilike 'é%', n ilike 'é%', w ~* '^é', c ~* '^é', n ~* '^é' from words
create index words_lower on words (lower(w))
create index words_lower_c on words (lower(c))
set enable_seqscan = off
select w from words where lower(w) = 'élan' order by w
select c from words where lower(c) = 'élan' order by c
select c from words where lower(c) = 'Élan' order by c
select w from words where lower(w) collate "C" = 'élan' order by w
reset enable_seqscan
alter table words add constraint words_case check (upper(w) <> 'ÉTÉ'), add g text generated always as (upper(w)) stored
insert into words (w) values ('été')
select w, g from words order by w
create unique index on words (upper(w))
delete from words where w = 'élan'
create unique index on words (upper(w))
insert into words (w) values ('ÉLAN')
create function shout(a text) returns text language sql immutable as 'select upper(a)'
create function shout_stored(a text) returns text language sql immutable return upper(a)
select shout('é'), shout('é' collate "C"), shout_stored('é'), shout_stored('é' collate "C"), shout('é'::name), shout_stored('é'::name)
create function less_stored(a text, b text) returns bool language sql immutable return a < b
select less_stored('a', 'B' collate "en-x-icu"), less_stored('a', 'B')
create function shouts(a text) returns setof text language sql stable as 'select upper(a) union all select lower(a)'
select * from shouts('é' collate "C")
select * from shouts('é')
select upper(x collate "C"), upper(x) from (values ('é'), ('b')) v(x) order by x collate "C"
select pg_collation_for(upper('é' collate "C")), pg_collation_for(upper('é'))
select string_agg(upper(x), '' order by x) from unnest(array['é', 'z', 'ä', 'Z', 'a']) x
select x from unnest(array['é', 'z', 'ä', 'Z', 'a', '漢', '😀', '～']) x order by x
select x from unnest(array['é', 'z', 'ä', 'Z', 'a', '漢', '😀', '～']) x order by x collate "C.utf8"
select x from unnest(array['é', 'z', 'ä', 'Z', 'a', '漢', '😀', '～']) x order by x collate "C" desc
create database letters_other lc_ctype 'C'
create database letters_other lc_collate 'C'
create database letters_other locale 'C'
create database letters_other lc_ctype 'C.UTF8' template template1
select default_collate_schema, default_collate_name from information_schema.character_sets

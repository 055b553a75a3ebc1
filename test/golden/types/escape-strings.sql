set standard_conforming_strings=off;
set escape_string_warning=off;
select 'a\\b\'c', 'tab\there', E'x\ny', B'101', X'1F', 'plain', 'it''s', $$a\nb$$, "?column?" from (select 1 as "?column?") t;
select 'a' /* it's \' /* nested ' */ */ || 'b\\' -- don't
;
select U&'d\0061t';
select U&"d\0061t" from (select 1 as dat) x;
select length('\\'), '\x41', 'a%b' like 'a\\%b';
prepare p as select 'q\\w'; execute p;
set standard_conforming_strings=on;
select 'a\nb', U&'d\0061t\+000061';
select E'wrong: \u061';
select E'wrong: \U0061';
select U&'wrong: \061';
select '(0,0)'::point in ('(0,0,0,0)'::box, point(0,0));
select 1 in (1, 2.5), 'a' in ('a', 'b'), null in (1,2), 1::int2 in (1, 2::int8);
set standard_conforming_strings = on
select E'a\vb', E'\\v', E'\\\v', length(E'\v\v'), e'\'\v', 1/0
select E'a\vb', E'\\v', E'\\\v', length(E'\v\v'), e'\'\v'
select E'\v' as "\v", nosuch
set standard_conforming_strings = off
set escape_string_warning = on
select 'a\nb'
select 'a\'b'
select 'a', 'b\\c', 'd\e'
select 'a\tb', E'x\n', 'c\'\n'
select 'it''s\\'
select N'a\tb'
select 'é', 'abc\ndef' from nosuch
select 'a' 'b\nc'
select 'a\x41\101\u0041'
select "a\b" from (select 1 as "a\b") q
select $$a\nb$$
select '\\n', '\''
prepare old_strings as select 'x\ny'
execute old_strings
set escape_string_warning = off
select 'a\nb'
set standard_conforming_strings = on
set escape_string_warning = on
select 'a\nb'

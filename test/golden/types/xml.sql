create table x (id int primary key, data xml)
insert into x values (1, '<a>1</a>'), (2, '<?xml version="1.0" encoding="latin1"?><b/>'), (3, '<?xml version="1.1" standalone="yes"?><c/>'), (4, null), (5, 'some text &amp; more')
insert into x values (6, '<a')
select id, data, data::text from x order by id
select xml '<a></b>'
select xml '<a b="1" b="2"/>'
select xml '<a b=1/>'
select xml '<a b="<"/>'
select xml '<a>&undefined;</a>'
select xml '<a>&</a>'
select xml '<a>&#65;&#x41;&lt;&apos;</a>', xml '<a>&#0;</a>'
select xml '<a>&#0;</a>'
select xml '<a>&#x110000;</a>'
select xml '<a>]]></a>'
select xml '<a><![CDATA[ <b> ]]></a>'
select xml '<a><![CDATA[ <b> </a>'
select xml '<!-- a -- b --><a/>'
select xml '<!-- a --->'
select xml '<?pi some?><a/><?pi?>'
select xml '<?xml?><a/>'
select xml '<?xml version="1.0" standalone="maybe"?><a/>'
select xml '<?xml version="1.0" encoding="x" standalone="no"?><a/>'
select xml ' <?xml version="1.0"?><a/>'
select xml '<?xml-stylesheet a?><a/>'
select xml '<?XML a?><a/>'
select xml '<1a/>'
select xml '<a:b xmlns:a="x" a:c="1"/>', xml '<é ü="ö"/>'
select xml '<a
   b = "c"
   d =	''e''
/>'
select xml '<a b="c"d="e"/>'
select xml '</a>'
select xml '<a/></a>'
select xml '<a><b></a></b>'
select xml ''
select xml '   '
select xml '<!DOCTYPE a [<!ENTITY e "value"> <!ELEMENT a (#PCDATA)> <!-- ]> -->]><a>&e;</a>'
select xml '<!DOCTYPE a SYSTEM "a.dtd"><a/>'
select xml '<!DOCTYPE a><a/><b/>'
select xml '<!DOCTYPE a><!DOCTYPE a><a/>'
select xml '<a/><!DOCTYPE a>'
select xml '<!DOCTYPE>'
select (repeat('<a>', 256) || repeat('</a>', 256))::xml is not null
select (repeat('<a>', 257) || repeat('</a>', 257))::xml is not null
set xmloption to document
select xml 'text'
select xml '<a/><b/>'
select xml '<!-- c --><?pi?><a/> <!-- d -->'
select xml '<a/>x'
select xml ''
select xml_is_well_formed('<a/>'), xml_is_well_formed('<a/><b/>'), xml_is_well_formed_document('a'), xml_is_well_formed_content('a'), xml_is_well_formed_content('<a')
set xml option content
show xmloption
select xml_is_well_formed('<a/><b/>'), xml_is_well_formed('<a'), xml_is_well_formed(null)
select xmlcomment('a'), xmlcomment(''), xmlcomment(null)
select xmlcomment('a--b')
select xmlconcat('<a/>', 'b', null, '<?xml version="1.1"?><c/>'), xmlconcat(null, null)
select xmlconcat('<?xml version="1.1" standalone="yes"?><a/>', '<?xml version="1.1" standalone="no"?><b/>')
select xmlconcat('<?xml version="1.1" standalone="yes"?><a/>', '<?xml version="1.1" standalone="yes"?><b/>')
select xmlconcat('<?xml version="1.1"?><a/>', '<?xml version="1.1"?><b/>')
select xmlconcat('<?xml version="1.0" standalone="yes"?><a/>', '<b/>')
select xmlconcat(1)
select xmlconcat2('<a/>', '<b/>'), xmlconcat2('<a/>', null), xmlconcat2(null, '<b/>'), xmlconcat2(null, null)
select xmlelement(name a), xmlelement(name a, null), xmlelement(name a, ''), xmlelement(name "a b:c", 'x')
select xmlelement(name a, xmlattributes(null as b, 1 as c, '<&"''>' as d, E'\t\n\r' as e), 'x<y&z>', E'\r', xml '<b/>')
select xmlelement(name a, xmlattributes(id), data) from x order by id
select xmlelement(name a, xmlattributes(1 as b, 2 as b))
select xmlelement(name a, xmlattributes(1))
select xmlforest(1)
select xmlelement(name a, true, 1.50, 1e10::float8, '2020-02-03'::date, '2020-02-03 04:05:06.7'::timestamp, interval '1 day', '\xff'::bytea, '{1,null,2}'::int[], array[['a','<'],['c','d']], '{}'::int[], row(1,'x'), int4range(1,5))
set timezone to 'America/New_York'
select xmlelement(name a, '2020-02-03 04:05:06+00'::timestamptz)
set timezone to 'Asia/Kolkata'
select xmlelement(name a, '2020-02-03 04:05:06+00'::timestamptz)
set timezone to 'UTC'
select xmlelement(name a, 'infinity'::date)
select xmlelement(name a, '-infinity'::timestamptz)
select xmlelement(name a, repeat('x', 150)::bytea)
set xmlbinary to hex
select xmlelement(name a, '\xabcdef'::bytea), xmlforest('\xab'::bytea as b)
reset xmlbinary
set xmlbinary to other
create type xenum as enum ('a<b', 'c')
create domain xdomain as int
create type xcomposite as (a int, b text)
select xmlelement(name a, 'a<b'::xenum, 5::xdomain, row(1, 'x"y')::xcomposite, array['c'::xenum])
select xmlforest(id, data as "other name", id as "1", id as "xml", id as "a_xb", id as "a.b") from x where id = 1
select xmlforest(null as a, null as b), xmlforest(null as a, 1 as b)
select xmlparse(document '<a/>'), xmlparse(content 'a'), xmlparse(content null), xmlparse(document '<a> </a>' preserve whitespace)
select xmlparse(document 'a')
select xmlparse(content 1)
select xmlpi(name a), xmlpi(name a, 'b'), xmlpi(name a, '  b'), xmlpi(name a, ''), xmlpi(name a, null), xmlpi(name "a b", 'c')
select xmlpi(name xml)
select xmlpi(name "XmL", 'a')
select xmlpi(name a, 'b?>')
select xmlroot(data, version '1.1', standalone yes), xmlroot(data, version no value, standalone no), xmlroot(data, version no value), xmlroot(data, version null, standalone no value) from x order by id
select xmlserialize(content data as text), xmlserialize(content data as varchar(3)), xmlserialize(content data as char(12)) from x where id < 4 order by id
select xmlserialize(document data as text) from x where id = 1
select xmlserialize(document data as text) from x where id = 5
select xmlserialize(content data as int) from x
select xmlserialize(content 5 as text)
select id, data is document, data is not document from x where id <> 3 order by id
select 5 is document
select xmlagg(data order by id desc) from x
select xmlagg(data) from x where id > 100
select xmlelement(name all, xmlagg(xmlelement(name one, xmlattributes(id as id), data) order by id)) from x
select id % 2, xmlagg(data order by id) from x group by 1 order by 1
select id, xmlagg(data) over (order by id) from x order by id
select xmlvalidate('<a/>', 'b')
select '<a/>'::xml = '<a/>'::xml
select distinct data from x
select data from x order by data
select data from x union select data from x
create index on x (data)
create table y (data xml primary key)
select '<a/>'::text::xml, '<a'::text::xml_is_well_formed
select '<a/>'::text::xml, cast('<a/>'::varchar as xml), xml '<a/>'::varchar(2)
select '<a'::text::xml
select 5::xml
select array['<a/>'::xml, 'b'], '{<a/>,"<b c=\"d\"/>"}'::xml[]
select '{<a}'::xml[]
select length('<a/>'::xml::text), pg_typeof(xmlelement(name a)), pg_column_size(xml '<a/>')
create view xv as select xmlelement(name "a b", xmlattributes(id as "c d", data), 'x', id) as e, xmlforest(id, data as "D") as f, xmlparse(document '<a/>' preserve whitespace) as p, xmlparse(content data::text) as q, xmlpi(name a, 'b') as pi, xmlpi(name a) as pi2, xmlroot(data, version '1.1', standalone no) as r, xmlroot(data, version no value, standalone no value) as r2, xmlroot(data, version no value) as r3, xmlserialize(document data as varchar(10)) as s, data is document as d, data is not document as nd, xmlconcat(data, data) as c, xmlagg(data) over () as g from x
select pg_get_viewdef('xv')
select * from xv where c is null
create table checked (data xml check (data is document), made xml default xmlelement(name d), t text generated always as (xmlserialize(content data as text)) stored)
insert into checked (data) values ('<a/>')
insert into checked (data) values ('a')
select * from checked
select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'checked'::regclass
select pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = 'checked'::regclass order by adnum
create index on x ((xmlserialize(content data as text)))
prepare px (xml, int) as select xmlelement(name a, $1, $2), $1 is document
execute px ('<b/>', 5)
execute px ('<b', 5)
copy x to stdout
create function xf(v xml) returns xml language plpgsql as $$ declare r xml; begin r := xmlelement(name f, v); return r; end $$
select xf('<a/>'), xf(null)
select row(xml '<a/>', 1), to_json(xml '<a b="c"/>'), json_build_object('a', xml '<b/>')
select xmlelement(name a, xmlattributes(id, data)) from x where id = 1
select count(*) from x where data::text like '%a%'
select typname, typinput, typoutput, typcategory from pg_type where typname = 'xml'
create view asked as select (d is document) is true as a, not (d is document) as b, xmlconcat(d, d) is document as c, d is document as e from (values (xmlparse(content 'a'))) v (d)
select pg_get_viewdef('asked'), pg_get_viewdef('asked', true)

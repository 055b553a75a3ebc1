create extension xml2
select xpath_string('<r a="1"><b x="q">one</b><b>two&amp;<i>k</i></b><c/><n>12.5</n></r>', '/r/b'), xpath_string('<r a="1"><b x="q">one</b><b>two&amp;<i>k</i></b><c/><n>12.5</n></r>','/r/zz') is null, xpath_string('<r a="1"><b x="q">one</b><b>two&amp;<i>k</i></b><c/><n>12.5</n></r>','/r/zz') = '', xpath_string('<r a="1"><b x="q">one</b><b>two&amp;<i>k</i></b><c/><n>12.5</n></r>','count(//b)'), xpath_string('<a','/a') is null
select xpath_number('<r a="1"><b x="q">one</b><b>two&amp;<i>k</i></b><c/><n>12.5</n></r>','//n'), xpath_number('<r a="1"><b x="q">one</b><b>two&amp;<i>k</i></b><c/><n>12.5</n></r>','//b'), xpath_number('<r a="1"><b x="q">one</b><b>two&amp;<i>k</i></b><c/><n>12.5</n></r>','count(//b)'), xpath_number('<a','/a')
select xpath_bool('<r a="1"><b x="q">one</b><b>two&amp;<i>k</i></b><c/><n>12.5</n></r>','//n'), xpath_bool('<r a="1"><b x="q">one</b><b>two&amp;<i>k</i></b><c/><n>12.5</n></r>','//zz'), xpath_bool('<r a="1"><b x="q">one</b><b>two&amp;<i>k</i></b><c/><n>12.5</n></r>','1=1'), xpath_bool('<a','/a')
select xpath_list('<r a="1"><b x="q">one</b><b>two&amp;<i>k</i></b><c/><n>12.5</n></r>','//b',';'), xpath_list('<r a="1"><b x="q">one</b><b>two&amp;<i>k</i></b><c/><n>12.5</n></r>','//b'), xpath_list('<r a="1"><b x="q">one</b><b>two&amp;<i>k</i></b><c/><n>12.5</n></r>','//@*'), xpath_list('<r a="1"><b x="q">one</b><b>two&amp;<i>k</i></b><c/><n>12.5</n></r>','//zz') is null, xpath_list('<r a="1"><b x="q">one</b><b>two&amp;<i>k</i></b><c/><n>12.5</n></r>','string(//b)'), xpath_list('<a','//b')
select xpath_nodeset('<r a="1"><b x="q">one</b><b>two&amp;<i>k</i></b><c/><n>12.5</n></r>','//b','top','sep'), xpath_nodeset('<r a="1"><b x="q">one</b><b>two&amp;<i>k</i></b><c/><n>12.5</n></r>','//b'), xpath_nodeset('<r a="1"><b x="q">one</b><b>two&amp;<i>k</i></b><c/><n>12.5</n></r>','//b','sep'), xpath_nodeset('<r a="1"><b x="q">one</b><b>two&amp;<i>k</i></b><c/><n>12.5</n></r>','//@*'), xpath_nodeset('<r a="1"><b x="q">one</b><b>two&amp;<i>k</i></b><c/><n>12.5</n></r>','//text()'), xpath_nodeset('<r a="1"><b x="q">one</b><b>two&amp;<i>k</i></b><c/><n>12.5</n></r>','//zz','t','s'), xpath_nodeset('<r a="1"><b x="q">one</b><b>two&amp;<i>k</i></b><c/><n>12.5</n></r>','//zz'), xpath_nodeset('<r a="1"><b x="q">one</b><b>two&amp;<i>k</i></b><c/><n>12.5</n></r>', '/')
select xpath_string('<r a="1"><b x="q">one</b><b>two&amp;<i>k</i></b><c/><n>12.5</n></r>', '//['), 1
select xpath_number('<r a="1"><b x="q">one</b><b>two&amp;<i>k</i></b><c/><n>12.5</n></r>', ''), 1
select xpath_string('<r a="1"><b x="q">one</b><b>two&amp;<i>k</i></b><c/><n>12.5</n></r>', 'foo(1)')
select xpath_bool('<r a="1"><b x="q">one</b><b>two&amp;<i>k</i></b><c/><n>12.5</n></r>', 'p:x')
select xml_valid('<a/>'), xml_valid('<a'), xml_valid('a'), xml_encode_special_chars(E'<a>&"''\r\n'), xml_encode_special_chars('')
create table docs (id int, doc text)
insert into docs values (1, '<d><a>1</a><a>2</a><b>x</b></d>'), (2, '<d><b>y</b></d>'), (3, null), (4, '<bad')
select * from xpath_table('id','doc','docs','/d/a|/d/b','true') as t(id int, a text, b text)
select * from xpath_table('id','doc','docs','/d/a|count(/d/a)','id < 3') as t(id int, a int, n float8)
select * from xpath_table('id','doc','docs','/d/a','true') as t(id int, a text, b text)
select * from xpath_table('id','doc','docs','/d/a','true') as t(id int)
select * from xpath_table('id','doc','nosuch','/d/a','true') as t(id int, a text)
select * from xpath_table('id','doc','docs','/d/[','true') as t(id int, a text)
select * from xpath_table('id','doc','docs','/d/a','true')
select * from xpath_table('id, id','doc','docs','/d/a','true') as t(id int, a text)
select * from xpath_table('id','doc','docs','/d/a','false') as t(id int, a text)
select xpath_list('<?xml version="1.0"?><!--c--><a>x<!--y--><?pi z?></a>', '//comment()|//processing-instruction()'), xpath_nodeset('<a xmlns:q="u"><q:b>1</q:b></a>', '//*')
select xpath_list(doc, 'count(//b)'), xpath_nodeset(doc, '1 = 1') from docs where id = 2
select xpath_list(doc, '/d/a|/d/b', '-') from docs order by id
select p.oid::regprocedure, prorettype::regtype, proretset, provolatile, proisstrict, proparallel, prosrc, probin from pg_depend d join pg_proc p on p.oid = d.objid where refclassid = 'pg_extension'::regclass and refobjid = (select oid from pg_extension where extname = 'xml2') order by p.oid::regprocedure::text collate "C"
drop extension xml2

create table d (id int, x xml)
insert into d values (1, '<r><a n="1">one<b>two</b></a><a n="2"/><c xml:lang="en-US"> three  four </c><!--note--><?pi data?></r>')
select xpath('/r/a', x), xpath('//b', x), xpath('//a/@n', x), xpath('/r/c/text()', x) from d
select xpath('count(//a)', x), xpath('string(//a)', x), xpath('//a[2]', x), xpath('//a[@n="2"]', x), xpath('//a[last()]/@n', x), xpath('//a[position()<2]/@n', x) from d
select xpath('//comment()', x), xpath('//processing-instruction()', x), xpath('//processing-instruction("x")', x), xpath('/', x) from d
select xpath('//b/ancestor::*', x), xpath('//b/..', x), xpath('//a/following-sibling::*', x), xpath('//c/preceding-sibling::a[1]/@n', x) from d
select xpath('//a | //c', x), xpath('//node()', x), xpath('//*[self::a or self::c]/@*', x) from d
select xpath('name(/r/a)', x), xpath('local-name(//@n)', x), xpath('concat("a", 1, true())', x), xpath('substring("12345", 1.5, 2.6)', x), xpath('substring("12345", 0)', x) from d
select xpath('normalize-space(//c)', x), xpath('string-length("abc")', x), xpath('translate("bar","abc","AB")', x), xpath('substring-before("1999/04","/")', x), xpath('substring-after("1999/04","/")', x) from d
select xpath('starts-with("abc","a") and not(contains("abc","d"))', x), xpath('1 + 2 * 3 - 4 div 2', x), xpath('5 mod 2', x), xpath('-5 mod 2', x), xpath('1 div 0', x), xpath('0 div 0', x) from d
select xpath('sum(//@n)', x), xpath('floor(1.5)', x), xpath('ceiling(1.2)', x), xpath('round(-1.5)', x), xpath('round(2.5)', x), xpath('number("x")', x), xpath('number(" 12 ")', x) from d
select xpath('//@n = 2', x), xpath('//@n != 2', x), xpath('//@n > 1', x), xpath('//nothing = 1', x), xpath('"a" < "b"', x), xpath('true() = "x"', x), xpath('//c[lang("en")]/text()', x) from d
select xpath('.1 + .2', x), xpath('100000000000000000000', x), xpath('0.000001', x), xpath('"<&>"', x), xpath('boolean(//nothing)', x) from d
select xpath('//a[b]/@n', x), xpath('//a[not(b)]/@n', x), xpath('(//a)[1]/@n', x), xpath('//a[1]/b[text()="two"]', x), xpath('id("x")', x) is null from d where false
select xpath('descendant::b', x), xpath('child::r/child::a[attribute::n=1]/descendant-or-self::*', x), xpath('//b/ancestor-or-self::a/@n', x), xpath('/r/*/following::c', x), xpath('//c/preceding::b', x) from d
select xpath('', x) from d
select xpath('/r[', x) from d
select xpath('/r/a)', x) from d
select xpath('nofunction()', x) from d
select xpath('count()', x) from d
select xpath('count(1)', x) from d
select xpath('$v', x) from d
select xpath('//p:a', x) from d
select xpath('/a', x::text::xml) from (select xml 'text' as x from d) e
select xpath('/a', ('<a/><b/>' || x::text)::xml) from d
select xpath(null, '<a/>'), xpath('/a', null)
select xpath('//x:b/text()', '<a xmlns="urn:1" xmlns:p="urn:2"><p:b>t</p:b><b>u</b></a>', array[array['x', 'urn:2']])
select xpath('//x:b', '<a xmlns="urn:1" xmlns:p="urn:2"><p:b c="d">t</p:b><b>u</b></a>', array[array['x', 'urn:2']])
select xpath('//y:b', '<a xmlns="urn:1"><b>u</b></a>', array[array['y', 'urn:1']])
select xpath('//y:*', '<a xmlns="urn:1"><b>u</b></a>', array[array['y', 'urn:1']])
select xpath('namespace-uri(/*)', '<a xmlns="urn:1"/>')
select xpath('//b', '<a xmlns="urn:1"><b/></a>')
select xpath('/a', '<a/>', array['x', 'y'])
select xpath('/a', x, array[array['x', null]]) from d
select xpath('/a', '<a/>', '{}')
select xpath_exists('//a', x), xpath_exists('//z', x), xpath_exists('count(//z)', x), xpath_exists('//a', null) from d
select xpath_exists('//x:a', '<a xmlns="urn:1"/>', array[array['x', 'urn:1']])
select xmlexists('//a' passing x), xmlexists('//z' passing by ref x), xmlexists('//a[@n=2]' passing by value x by ref) from d
select xmlexists('//a' passing by ref null)
create view xpv as select xmlexists('//a' passing x) as e, xpath('//a', x) as p from d
select pg_get_viewdef('xpv')
select xpath('//text()', '<a>&lt;<![CDATA[<b>]]>&amp;</a>'), xpath('string(/a)', '<a>&lt;<![CDATA[<b>]]>&amp;</a>'), xpath('/a', '<a b="&quot;&lt;&#10;">&lt;<c/>&gt;"</a>')
select xpath('/a/@b', '<a b="&quot;&lt;&#10;"/>')
select xpath('/a', '<?xml version="1.0"?><!DOCTYPE a><a><b></b></a>')
select (xpath('//item/text()', xmlagg(xmlelement(name item, i))))[1] from generate_series(1, 3) i
select (xpath('//item/text()', xmlelement(name items, xmlagg(xmlelement(name item, i)))))::text[]::int[] from generate_series(1, 3) i
select unnest(xpath('//a/@n', x))::text::int from d

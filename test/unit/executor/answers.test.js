/**
 * Statements over three small tables and their answers, which are PostgreSQL 15's: in memory, and again with so little
 * work_mem that breakers spill.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

const SETUP = [
  'create table item(id int primary key, a int, b bigint, c text, d numeric(10,2), f bool, g date, arr int[])',
  `insert into item select i, nullif(i * 7 % 11, 3), i::bigint * i * 1000003, case when i % 5 = 0 then null else chr(97 + i % 7) || i % 3 end, (i * 37 % 100) / 4.0, case i % 3 when 0 then true when 1 then false end, date '2020-01-01' + i * 13, array[i % 3, i % 4] from generate_series(1, 24) i`,
  'create table link(id int primary key, item int, w smallint, v text unique)',
  `insert into link select i, nullif(i * 5 % 31, 10), i % 9 - 4, 'v' || i from generate_series(1, 30) i`,
  'create table none(id int primary key, x int)',
  'create index item_a on item(a)',
  'create index item_c on item(c desc nulls last, a)',
  'create index item_expr on item((a * 2))',
  'create index item_part on item(b) where a > 5',
  'create index link_item on link(item)',
  'create index item_g on item(g)',
]

/** [statement, rows as JSON, or a SQLSTATE] @type {Record<string, [string, string][]>} */
const ANSWERS = {
  'index bounds': [
    ['select id from item where a = 5000000000', '[]'],
    ['select count(*) from item where a < 5000000000', '[["21"]]'],
    ['select count(*) from item where a > -5000000000', '[["21"]]'],
    ['select count(*) from item where a >= 5000000000', '[["0"]]'],
    ['select id from item where a between 4 and 5 order by id', '[[7],[10],[18],[21]]'],
    ['select id from item where a = any(array[1, 1, null, 9]) order by id', '[[6],[8],[17],[19]]'],
    ['select id from item where a in (2, 60) order by id', '[[5],[16]]'],
    ['select id from item where a * 2 = 10 order by id', '[[7],[18]]'],
    ['select id from item where b > 100000000 and a > 5 order by id', '[[12],[14],[15],[17],[20],[23]]'],
    [`select id from item where g < '2020-02-20' order by id`, '[[1],[2],[3]]'],
    [`select id from item where g >= '2020-10-01'::timestamp order by id`, '[[22],[23],[24]]'],
    [`select id from item where c > 'e' order by c desc, id`, '[[13],[6],[19],[12],[11],[4],[18]]'],
    ['select id, a from item where (a, id) > (8, 10) order by a, id', '[[20,8],[6,9],[17,9],[3,10],[14,10]]'],
    ['select id from item where a is null order by id', '[[2],[13],[24]]'],
    ['select a, id from item order by a desc nulls last, id limit 4', '[[10,3],[10,14],[9,6],[9,17]]'],
    ['select a, id from item order by a nulls first, id limit 4', '[[null,2],[null,13],[null,24],[0,11]]'],
    ['select id from item where a = (select max(a) from item) order by id', '[[3],[14]]'],
    ['select id from item where id > 20 and id <= 23 order by id desc', '[[23],[22],[21]]'],
  ],
  joins: [
    [
      'select item.id, link.id from item join link on item.id = link.item where item.a < 3 order by 1, 2',
      '[[5,1],[8,14],[11,27],[16,28],[19,10],[22,23]]',
    ],
    [
      'select item.id, link.id from item left join link on item.id = link.item and link.w > 2 where item.id < 7 order by 1, 2',
      '[[1,25],[2,null],[3,null],[4,7],[5,null],[6,26]]',
    ],
    [
      'select item.id, link.id from item right join link on item.id = link.item where link.id > 25 order by 2, 1',
      '[[6,26],[11,27],[16,28],[21,29],[null,30]]',
    ],
    [
      'select count(*), count(item.id), count(link.id), sum(link.w) from item full join link on item.id = link.item',
      '[["31","24","30","-6"]]',
    ],
    [
      'select count(*), sum(item.id) from item full join link on item.a = link.w and link.id < item.id',
      '[["50","378"]]',
    ],
    ['select count(*), count(none.id) from item left join none using (id)', '[["24","0"]]'],
    [
      'select id from item where exists (select 1 from link where link.item = item.id and link.w > item.a) order by id',
      '[[22]]',
    ],
    ['select id from item where not exists (select 1 from link where link.item = item.id) order by id', '[[10]]'],
    ['select count(*) from item where id not in (select item from link)', '[["0"]]'],
    ['select id from item where id not in (select item from link where item is not null) order by id', '[[10]]'],
    [
      'select i.id, l.n from item i, lateral (select count(*) n from link where link.item = i.id) l where i.id < 5 order by 1',
      '[[1,"1"],[2,"1"],[3,"1"],[4,"1"]]',
    ],
    [
      'select i.id, s.id from item i left join lateral (select id from link where link.w = i.a order by id limit 1) s on true where i.id < 6 order by 1',
      '[[1,null],[2,null],[3,null],[4,null],[5,6]]',
    ],
    [
      'select x.id, y.id from item x join item y on x.a = y.a and x.id < y.id where x.f order by 1, 2 limit 5',
      '[[3,14],[6,17],[9,20],[12,23]]',
    ],
  ],
  grouping: [
    [
      'select a, count(*), sum(b), min(c), max(g), avg(d) from item where a < 3 group by a order by a',
      '[[0,"2","605001815","b1","2020-10-13T00:00:00.000Z","2.6250000000000000"],[1,"2","425001275","b2","2020-09-04T00:00:00.000Z","12.3750000000000000"],[2,"2","281000843","c1","2020-07-27T00:00:00.000Z","22.1250000000000000"]]',
    ],
    [
      'select f, count(*) filter (where a > 5), array_agg(distinct a order by a) from item group by f order by f',
      '[[false,"2",[0,1,2,4,5,6,7,null]],[true,"5",[4,5,6,7,8,9,10,null]],[null,"4",[0,1,2,7,8,9,10,null]]]',
    ],
    [
      'select count(*), count(a), sum(a), avg(a), bool_or(f), string_agg(c, $$,$$ order by id) from item where id < 9',
      '[["8","7","40","5.7142857142857143",true,"b1,c2,d0,e1,g0,a1,b2"]]',
    ],
    ['select count(*), sum(x), max(x) from none', '[["0",null,null]]'],
    ['select x, count(*) from none group by x', '[]'],
    [
      'select f, a, count(*), grouping(f, a) from item where a < 2 group by rollup (f, a) order by 4, 1, 2',
      '[[false,0,"1",0],[false,1,"1",0],[null,0,"1",0],[null,1,"1",0],[false,null,"2",1],[null,null,"2",1],[null,null,"4",3]]',
    ],
    ['select a from item group by a having count(*) > 2 order by a', '[[7],[null]]'],
    [
      'select a, (select count(*) from link where w = item.a) from item group by a order by a',
      '[[0,"3"],[1,"3"],[2,"3"],[4,"3"],[5,"0"],[6,"0"],[7,"0"],[8,"0"],[9,"0"],[10,"0"],[null,"0"]]',
    ],
    ['select count(*), (select count(*) from link) from item', '[["24","30"]]'],
    [
      'select distinct f, a < 5 from item order by 1, 2',
      '[[false,false],[false,true],[false,null],[true,false],[true,true],[true,null],[null,false],[null,true],[null,null]]',
    ],
    ['select distinct on (f) f, id from item order by f, id desc', '[[false,22],[true,24],[null,23]]'],
    ['select count(distinct (a, f)) from item', '[["24"]]'],
    ['select count(distinct arr) from item', '[["12"]]'],
    ['select sum(a) from item having count(*) > 1000', '[]'],
  ],
  'set operations': [
    ['select a from item where a < 4 union select w from link order by 1', '[[-4],[-3],[-2],[-1],[0],[1],[2],[3],[4]]'],
    ['select a from item union all select w from link order by 1 desc nulls last limit 3', '[[10],[10],[9]]'],
    ['select a from item intersect all select w from link order by 1', '[[0],[0],[1],[1],[2],[2],[4],[4]]'],
    ['select w from link except select a from item order by 1', '[[-4],[-3],[-2],[-1],[3]]'],
    [
      'select w from link except all select a from item order by 1',
      '[[-4],[-4],[-4],[-3],[-3],[-3],[-3],[-2],[-2],[-2],[-2],[-1],[-1],[-1],[-1],[0],[1],[2],[3],[3],[3],[4]]',
    ],
    ['values (1, null), (2, $$x$$) union values (2, $$x$$) order by 1', '[[1,null],[2,"x"]]'],
    [`select 1 union select 'x'`, '22P02'],
  ],
  with: [
    ['with recursive r(n) as (select 1 union all select n + 1 from r) select n from r limit 3', '[[1],[2],[3]]'],
    [
      'with recursive r(n) as (select 1 union select n * 2 % 17 from r) select n from r order by n',
      '[[1],[2],[4],[8],[9],[13],[15],[16]]',
    ],
    [
      'with recursive r as (select id, a, 1 as depth from item where id = 1 union all select item.id, item.a, depth + 1 from item join r on item.id = r.a where depth < 5) select * from r order by depth',
      '[[1,7,1],[7,5,2],[5,2,3],[2,null,4]]',
    ],
    ['with x as materialized (select * from item) select count(*) from x join x y on x.id = y.a', '[["19"]]'],
    [
      'with recursive r(n, p) as (select 1, array[1] union all select n + 1, p || (n + 1) from r where n < 3) select * from r order by n',
      '[[1,[1]],[2,[1,2]],[3,[1,2,3]]]',
    ],
  ],
  subqueries: [
    [
      'select id, (select max(w) from link where item = item.id), array(select id from link where link.item = item.id order by 1) from item where id < 5 order by id',
      '[[1,3,[25]],[2,-3,[19]],[3,0,[13]],[4,3,[7]]]',
    ],
    ['select (select v from link where w = 1)', '21000'],
    [
      'select id, a > all (select w from link), a = any (select w from link where item = item.id), a not in (select w from link) from item where id < 4 order by id',
      '[[1,true,false,true],[2,null,null,null],[3,true,false,true]]',
    ],
    ['select (1, 2) in (select id, a from item), row(1, 7) = (select id, a from item where id = 1)', '[[false,true]]'],
    ['select (select 1 where false)', '[[null]]'],
    [
      'select id from item order by (select count(*) from link where link.item = item.id) desc, id limit 3',
      '[[1],[2],[3]]',
    ],
    ['select case when exists (select 1 from none) then 1 else 2 end', '[[2]]'],
  ],
  'sets of rows': [
    ['select generate_series(1, 3), generate_series(1, 2)', '[[1,1],[2,2],[3,null]]'],
    ['select id, unnest(arr) from item where id < 3 order by id', '[[1,1],[1,1],[2,2],[2,2]]'],
    ['select * from unnest(array[1, 2, 3], array[4, 5]) as u(a, b)', '[[1,4],[2,5],[3,null]]'],
    ['select x, o from unnest(array[7, 8]) with ordinality as u(x, o)', '[[7,"1"],[8,"2"]]'],
    ['select * from generate_series(5, 1, -2)', '[[5],[3],[1]]'],
    [
      'select * from rows from (generate_series(1, 2), unnest(array[5, 6, 7])) with ordinality',
      '[[1,5,"1"],[2,6,"2"],[null,7,"3"]]',
    ],
    ['select * from generate_series(1, 10, 0)', '22023'],
    ['select generate_series(1, 3) limit 2', '[[1],[2]]'],
  ],
  expressions: [
    ['select a / (a - a) from item where a is not null', '22012'],
    ['select case when a = 0 then 1 else 10 / a end from item where id < 5 order by id', '[[1],[null],[1],[1]]'],
    [`select c || '-' || id, c || null from item where id < 3 order by id`, '[["b1-1",null],["c2-2",null]]'],
    [
      'select arr[1], arr[2:], arr[5], arr || 9, cardinality(arr), 3 = any(arr) from item where id = 7',
      '[[1,[3],null,[1,3,9],2,true]]',
    ],
    ['select (array[[1,2],[3,4]])[2][1], array[array[1,2], array[3,4]]', '[[3,[[1,2],[3,4]]]]'],
    ['select array[[1],[2,3]]', '2202E'],
    [
      'select row(1, null) is null, row(null, null) is null, row(1, null) is not null, row(1, 2) < row(1, 3), row(1, null) = row(1, 2)',
      '[[false,true,false,true,null]]',
    ],
    ['select (1::int2, 5::int8) < (1, 6), (date $$2020-01-02$$, 1) > (timestamp $$2020-01-02$$, 0)', '[[true,true]]'],
    [
      'select null and false, null or true, not null::bool, null = null, null is distinct from 1',
      '[[false,true,null,null,true]]',
    ],
    ['select greatest(1, null, 3), least(2, 1), coalesce(null, 4), nullif(5, 5)', '[[3,1,4,null]]'],
    [`select 1 where 'x' = all(array[]::text[])`, '[[1]]'],
    ['select 2147483647 + 1', '22003'],
    [`select 'x'::int`, '22P02'],
    [
      'select a::text, b::float8, d::int, f::text, g::timestamp from item where id = 4',
      '[["6",16000048,12,"false","2020-02-22T00:00:00.000Z"]]',
    ],
    [`select '{1,2}'::int[] || '{3}', '{1,2,3}'::int[] @> '{2}'`, '[[[1,2,3],true]]'],
    ['select limit_me from (values (1), (2)) v(limit_me) limit -1', '2201W'],
  ],
  locks: [
    ['select id from item where a = 5 order by id for update', '[[7],[18]]'],
    ['select item.id from item join link on link.item = item.id where item.id < 4 order by 1 for no key update of item', '[[1],[2],[3]]'],
  ],
  writes: [
    [`insert into link values (31, 1, 1, 'v31'), (32, 2, 2, 'v1')`, '23505'],
    [`insert into link values (31, 1, 1, 'v31'), (1, 2, 2, 'v99')`, '23505'],
    [`insert into link values (31, 1, 1, 'v31'), (1, 2, 2, 'v1') on conflict do nothing returning id`, '[[31]]'],
    [`insert into link values (40, 1, 1, 'v31') on conflict (id) do nothing`, '23505'],
    [
      `insert into link values (1, 5, 1, 'new'), (41, 6, 1, 'v41') on conflict (id) do update set item = excluded.item, w = link.w + excluded.w returning id, item, w, v`,
      '[[1,5,-2,"v1"],[41,6,1,"v41"]]',
    ],
    [`insert into link values (1, 5, 1, 'p'), (1, 6, 1, 'q') on conflict (id) do update set w = 0`, '21000'],
    [
      `insert into link values (1, 5, 1, 'p') on conflict (id) do update set w = 0 where link.w > 100 returning id`,
      '[]',
    ],
    [
      'update link set (item, w) = (select id, a from item where item.id = link.id) where id in (2, 3) returning id, item, w',
      '[[2,2,null],[3,3,10]]',
    ],
    ['update item set id = id + 1 where id = 24 returning id, a', '[[25,null]]'],
    ['update item set id = 1 where id = 2', '23505'],
    ['update item set a = a + 1 where a = any(array[1, 2]) returning id, a', '[[5,3],[8,2],[16,3],[19,2]]'],
    ['select id from item where a = any(array[1, 2, 3]) order by id', '[[5],[8],[16],[19]]'],
    ['update item set arr[4] = 7, a = null where id = 3 returning arr, a', '[[[0,3,null,7],null]]'],
    ['update item set arr[1:2] = array[8, 9] where id = 3 returning arr', '[[[8,9,null,7]]]'],
    ['update item set arr[2:1] = array[1] where id = 3', '2202E'],
    ['delete from item using link where link.item = item.id and link.w = 3 returning item.id', '[[1],[4],[18]]'],
    [
      'with d as (delete from link where w = 4 returning w), u as (update item set a = 0 where id = 5 returning id) select count(*) from d',
      '[["3"]]',
    ],
    ['select count(*), sum(w) from link', '[["29","-2"]]'],
    ['insert into none select i, 10 / (i - 5) from generate_series(1, 9) i', '22012'],
    ['insert into none select i % 7, i from generate_series(1, 9) i', '23505'],
    ['insert into none select i, i from generate_series(1, 3) i returning *', '[[1,1],[2,2],[3,3]]'],
    ['insert into none(x) values (1)', '23502'],
    ['insert into none values (9, 9), (10, null)', '[]'],
    ['select * from none order by id', '[[1,1],[2,2],[3,3],[9,9],[10,null]]'],
    ['insert into none select id + 100, x from none', '[]'],
    ['select count(*), sum(id) from none', '[["10","550"]]'],
  ],
}

/** Values as one text: the library's types, dates by their ISO form. @param {any} rows */
const show = (rows) => JSON.stringify(rows)

/** @param {any} db @param {string} text */
async function answer(db, text) {
  try {
    const { rows } = await db.query({ text, rowMode: 'array' })
    return show(rows)
  } catch (error) {
    const { code } = /** @type {any} */ (error)
    if (code === undefined) throw error
    return code
  }
}

/** Rows in an order of their own, for statements that promise none. @param {string} text @param {string} rows */
const ordered = (text, rows) =>
  /order by/i.test(text) || !rows.startsWith('[')
    ? rows
    : show(JSON.parse(rows).sort((/** @type {any} */ a, /** @type {any} */ b) => (show(a) < show(b) ? -1 : 1)))

for (const workMem of ['4MB', '64kB']) {
  for (const [name, statements] of Object.entries(ANSWERS)) {
    test(`${name}, work_mem ${workMem}`, async () => {
      const db = await open(':memory:')
      try {
        for (const text of SETUP) await db.query(text)
        await db.query(`set work_mem = '${workMem}'`)
        for (const [text, wanted] of statements)
          assert.equal(ordered(text, await answer(db, text)), ordered(text, wanted), text)
      } finally {
        await db.close()
      }
    })
  }
}

/**
 * Random statements for the storm: everything that changes files in a way of its own. All tables of a schema have the
 * same first columns, so any statement fits any table; a statement that does not fit after all (a key twice, no such
 * table) fails as a user's would, which is part of the test.
 *
 *   changing(random, tables)    inside a transaction: rows, tables, indexes, constraints, partitions, sequences, large objects
 *   upkeep(random, tables)      outside of one: VACUUM, REINDEX, CLUSTER, CREATE INDEX CONCURRENTLY, CHECKPOINT; changes no fingerprint
 */

/** @import { Random } from '../../../../src/util/prng.js' */

/**
 * @typedef {{ name: string, kind: string, parent: string, bound: string }} Table kind: pg_class.relkind; parent: of a
 *   partition
 */

const COLUMNS = 'id int, b text, c int, d numeric(14,2), e int[], r int4range, p point, j jsonb'
const NAMES = 'id, b, c, d, e, r, p, j'

/** @template T @param {Random} random @param {T[]} list @returns {T} */
const pick = (random, list) => list[random.below(list.length)]

/** Rows number `from` to `to`, as a SELECT. @param {Random} random @param {number} from @param {number} to */
function rows(random, from, to) {
  const width = pick(random, [5, 40, 300, 900])
  return `select g as id, repeat(chr(97 + g % 26), (g * 7) % ${width}) || md5(g::text) as b, g % ${pick(random, [7, 30, 1000])} as c, g * 1.25 as d, array[g % 5, g % 11, g] as e,
    int4range(g, g + ${pick(random, [1, 1, 3])}) as r, point(g % 50, g / 50) as p, jsonb_build_object('k', g % 9, 't', repeat('j', g % 40)) as j from generate_series(${from}, ${to}) g`
}

/** @param {Random} random @param {string} table */
function insert(random, table) {
  const from = random.below(4000)
  const count = pick(random, [0, 1, 10, 60, 300, 300, 1500])
  const conflict = pick(random, [
    '',
    '',
    ' on conflict do nothing',
    ' on conflict do nothing',
    ' on conflict (id) do update set b = excluded.b || t.b, c = excluded.c',
  ])
  return `insert into ${table} as t (${NAMES}) ${rows(random, from, from + count)}${conflict}`
}

/** @param {Random} random */
const condition = (random) =>
  pick(random, [
    `id = ${random.below(4000)}`,
    `id between ${random.below(4000)} and ${random.below(4000)}`,
    `c = ${random.below(30)}`,
    `id % ${2 + random.below(7)} = 0`,
    `b > '${'amz'[random.below(3)]}'`,
    `e @> array[${random.below(11)}]`,
    `r && int4range(${random.below(3000)}, 3500)`,
    'true',
  ])

/** @param {Random} random @param {string} table */
function update(random, table) {
  const change = pick(random, [
    'd = d + 1',
    'd = d + 1',
    `b = b || repeat('+', ${random.below(1500)})`,
    'b = left(b, 10)',
    'id = id + 5000',
    'c = (c + 9) % 40',
    'e = e || id',
    'r = int4range(lower(r) + 1, upper(r) + 5)',
    'p = point(id % 7, 3), j = j || \'{"n": 1}\'',
    `b = repeat(md5(id::text), ${random.below(900)})`,
    'c = null',
    'id = -id',
  ])
  return `update ${table} set ${change} where ${condition(random)}`
}

/** @param {Random} random @param {string} name @param {Table[]} tables @returns {string} */
function create(random, name, tables) {
  const other = tables.length > 0 ? pick(random, tables).name : name
  switch (random.below(10)) {
    case 0: return `create table ${name} (${COLUMNS}, serial serial) partition by range (c); create table ${name}_1 partition of ${name} for values from (minvalue) to (5); create table ${name}_2 partition of ${name} for values from (5) to (20); create table ${name}_3 partition of ${name} default; create index on ${name} (id); insert into ${name} (${NAMES}) ${rows(random, 1, 200)}`
    case 1: return `create table ${name} (${COLUMNS}, primary key (id)) partition by hash (id); create table ${name}_1 partition of ${name} for values with (modulus 2, remainder 0); create table ${name}_2 partition of ${name} for values with (modulus 2, remainder 1); insert into ${name} (${NAMES}) ${rows(random, 1, 300)}`
    case 2: return `create table ${name} as ${rows(random, 1, 600)}`
    case 3: return `create table ${name} (${COLUMNS}, unique (id) deferrable initially deferred, exclude using gist (r with &&)); insert into ${name} (${NAMES}) select g, 'x', g, g, '{1}', int4range(g * 2, g * 2 + 2), point(g, g), '{}' from generate_series(1, 150) g`
    case 4: return `create table ${name} (like ${other} including all, primary key (id))`
    case 5: return `create table ${name} (${COLUMNS}, n int generated always as identity, primary key (id)); alter table ${name} add foreign key (c) references ${other} (id) on update cascade on delete set null not valid`
    case 6: return `create materialized view ${name} as select * from ${other}`
    case 7: return `create table ${name} (${COLUMNS}, g text generated always as (left(b, 3)) stored)`
    default: return `create table ${name} (${COLUMNS}, primary key (id)); create index on ${name} (c, b); insert into ${name} (${NAMES}) ${rows(random, 1, random.below(900))}`
  }
}

/** @param {Random} random @param {string} table @param {string} [how] */
const index = (random, table, how = '') =>
  `create index ${how} on ${table} ${pick(random, [
    '(b)',
    '(c, id)',
    '(c) include (d)',
    'using hash (b)',
    'using gin (e)',
    'using gin (j)',
    'using gist (r)',
    'using gist (p)',
    'using brin (id)',
    '(lower(b), d desc nulls last)',
    '(id) where c > 5',
    'using hash (id)',
  ])}`

/** @param {Random} random @param {Table} table @param {number} number @param {Table[]} tables @returns {string} */
function alter(random, { name, kind, parent }, number, tables) {
  if (kind === 'm')
    return pick(random, [
      `refresh materialized view ${name}`,
      `drop materialized view ${name} cascade`,
      index(random, name),
    ])
  return pick(random, [
    `alter table ${name} add column x${number} int default ${number}`,
    `alter table ${name} add column x${number} text default md5(random()::text)`,
    `alter table ${name} alter c type bigint`,
    `alter table ${name} alter c type int`,
    `alter table ${name} alter b type varchar using b || '.'`,
    `alter table ${name} alter d type numeric(16,3)`,
    `alter table ${name} add constraint k${number} check (id > -100000)`,
    `alter table ${name} add unique (id, c)`,
    `alter table ${name} alter b set not null`,
    `alter table ${name} rename to ${name.slice(0, 12)}_r${number}`,
    `alter table ${name} add primary key (id)`,
    `truncate ${name}`,
    `truncate ${name} restart identity cascade`,
    `drop table ${name} cascade`,
    `drop table ${name}`,
    `create view v${number} as select id, b from ${name} where c > 3`,
    `create rule rr${number} as on insert to ${name} do also select 1`,
    `alter table ${name} set (fillfactor = 60)`,
    `create statistics st${number} on b, c from ${name}`,
    `comment on table ${name} is 'number ${number}'`,
    `analyze ${name}`,
    index(random, name),
    index(random, name),
    index(random, name),
    `create unique index on ${name} (id)`,
    `alter table ${name} replica identity full`,
    `reindex table ${name}`,
    parent !== ''
      ? `alter table ${parent} detach partition ${name}`
      : `alter table ${name} add foreign key (id) references ${pick(random, tables).name} (id)`,
    kind === 'p'
      ? `alter table ${name} attach partition ${pick(random, tables).name} for values from (${number * 100}) to (${number * 100 + 50})`
      : `alter table ${name} cluster on ${name}_pkey`,
    kind === 'p'
      ? `create table ${name}_n${number} partition of ${name} for values from (${number * 1000}) to (${number * 1000 + 100})`
      : `create table i${number} () inherits (${name})`,
  ])
}

/**
 * One or several statements that belong into a transaction.
 * @param {Random} random
 * @param {Table[]} tables
 * @param {number} number for new names
 * @returns {string}
 */
export function changing(random, tables, number) {
  if (tables.length < 2 || (tables.length < 9 && random.below(9) === 0)) return create(random, `t${number}`, tables)
  const table = pick(random, tables)
  const dice = random.below(40)
  if (tables.length > 12) return `drop table ${table.name} cascade`
  if (table.kind === 'm' || dice < 10) return alter(random, table, number, tables)
  if (dice < 20) return insert(random, table.name)
  if (dice < 29) return update(random, table.name)
  if (dice < 33) return `delete from ${table.name} where ${condition(random)}`
  if (dice < 34) return `insert into ${table.name} (id, b, c) values (${random.below(9000)}, repeat(md5('${number}'), ${random.below(4000)}), ${number})`
  if (dice < 35) return `create temp table tmp${number} on commit drop as select * from ${table.name}; create index on tmp${number} (id); update tmp${number} set c = c + 1; insert into ${table.name} (${NAMES}) select id + 1, b, c, d, e, r, p, j from tmp${number} on conflict do nothing`
  if (dice < 36) return `select lo_from_bytea(0, repeat('lo', ${random.below(20000)})::bytea)`
  if (dice < 37) return 'select lo_unlink(oid) from (select oid from pg_largeobject_metadata where lomacl is null order by oid limit 0) x'
  if (dice < 38) return `merge into ${table.name} t using (${rows(random, 100, 300)}) s(${NAMES}) on t.id = s.id when matched and s.c % 2 = 0 then delete when matched then update set b = s.b when not matched then insert (id, b, c) values (s.id, s.b, s.c)`
  if (dice < 39) return `create type ty${number} as enum ('a', 'b'); alter type ty${number} add value 'c'; create domain do${number} as int check (value > 0); create function fu${number}(int) returns int language sql as 'select $1 + 1'`
  return `with gone as (delete from ${table.name} where ${condition(random)} returning *) insert into ${table.name} (${NAMES}) select id + 1, b, c, d, e, r, p, j from gone on conflict do nothing`
}

/**
 * One statement for outside of transactions; rows and definitions stay as they are.
 * @param {Random} random
 * @param {string[]} tables with their schemas
 * @returns {string}
 */
export function upkeep(random, tables) {
  if (tables.length === 0 || random.below(4) === 0)
    return pick(random, ['checkpoint', 'checkpoint', 'vacuum', 'analyze'])
  const table = pick(random, tables)
  return pick(random, [
    `vacuum ${table}`,
    `vacuum (full) ${table}`,
    `vacuum (analyze, disable_page_skipping) ${table}`,
    `reindex table ${table}`,
    `reindex table concurrently ${table}`,
    index(random, table, `concurrently ci_${random.below(100000)}`),
    index(random, table, `concurrently ci_${random.below(100000)}`),
    `cluster ${table} using ${table.split('.')[1]}_pkey`,
  ])
}

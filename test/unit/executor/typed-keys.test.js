/**
 * Keys of hash joins, groups, DISTINCT, IN and set operations over columns of all types, with values that are easily
 * taken for others (1.0 and 1.00, -0, NaN, blanks behind, int8 beyond 2^53): each statement gives what the same
 * question asked row by row gives, in memory and beyond it. SEED=n repeats a run.
 */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'
import { seededRandom } from '../../../src/util/prng.js'
import { rounds } from '../../support/rounds.js'

const SEED = Number(process.env.SEED ?? 20261122)
const { below } = seededRandom(SEED)
const MEMORIES = ['64kB', '16MB']

/**
 * columns a and b of each, to be compared with one another, and the values drawn for them.
 * @type {Record<string, [string, string, string[]]>}
 */
const TYPES = {
  int4: ['int4', 'int4', ['0', '-1', '7', '2147483647', '-2147483648']],
  int48: ['int4', 'int8', ['0', '-1', '7', '65536', '2147483647']],
  int82: ['int8', 'int2', ['0', '-1', '7', '32767']],
  int8: [
    'int8', 'int8',
    ['0', '5', '4294967301', '9007199254740991', '9007199254740993', '-9223372036854775808', '9223372036854775807'],
  ],
  date: ['date', 'date', ["'2020-02-29'", "'infinity'", "'-infinity'", "'0044-03-15 BC'"]],
  timestamp: [
    'timestamp', 'timestamp',
    ["'2020-02-29 12:00'", "'infinity'", "'-infinity'", "'290000-01-01'", "'2020-02-29 12:00:00.000001'"],
  ],
  timestamptz: ['timestamptz', 'timestamptz', ["'2020-02-29 12:00+01'", "'2020-02-29 11:00+00'", "'infinity'"]],
  time: ['time', 'time', ["'12:00'", "'12:00:00.000001'", "'24:00'"]],
  float8: ['float8', 'float8', ["'0'", "'-0'", "'NaN'", "'Infinity'", "'-Infinity'", "'0.1'", "'1e300'", "'5'"]],
  float48: ['float4', 'float8', ["'0'", "'-0'", "'NaN'", "'Infinity'", "'0.5'", "'-3'"]],
  numeric: [
    'numeric',
    'numeric',
    [
      '1', '1.0', '1.00', '0', '0.000', '-1.50', '-1.5', "'NaN'", "'Infinity'", "'-Infinity'", '1e40',
      '10000000000000000000000000000000000000000.0', '9007199254740993', '9007199254740993.0', '0.00000000000000000001',
    ],
  ],
  intNumeric: ['int4', 'numeric', ['1', '0', '100', '-7']],
  numericDomain: ['price', 'numeric(12,4)', ['1', '1.5', '0', '2.2500']],
  bool: ['bool', 'bool', ['true', 'false']],
  oid: ['oid', 'oid', ['0', '5', '4294967295']],
  text: [
    'text',
    'varchar',
    [
      "''", "'a'", "'a '", "'abc'", "'abcd'", "'abce'", "'äöü€😀'", "'äöü€😁'", "repeat('x', 254)", "repeat('x', 255)",
      "repeat('x', 300)", "repeat('é', 200)",
    ],
  ],
  textDomain: ['word', 'text', ["'a'", "'b'", "''"]],
  name: ['name', 'text', ["'a'", "'pg_class'", "''"]],
  bpchar: ['char(5)', 'char(9)', ["''", "'a'", "'a b'", "'ab'", "'é'", "'abcde'"]],
  collated: ['text collate "en-x-icu"', 'text collate "en-x-icu"', ["'a'", "'A'", "'ä'", "'b'", "''"]],
  ignoring: ['text collate any_case', 'text collate any_case', ["'a'", "'A'", "'ä'", "'Ä'", "'b'", "''"]],
  uuid: [
    'uuid',
    'uuid',
    [
      "'00000000-0000-0000-0000-000000000000'", "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'",
      "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a12'",
    ],
  ],
  bytea: ['bytea', 'bytea', ["'\\x'", "'\\x00'", "'\\x0000'", "'\\xff'", "decode(repeat('ab', 300), 'hex')"]],
  enum: ['mood', 'mood', ["'sad'", "'ok'", "'happy'"]],
  interval: ['interval', 'interval', ["'1 day'", "'24:00'", "'1 month'", "'30 days'", "'0'"]],
  numerics: ['numeric[]', 'numeric[]', ["'{1.0}'", "'{1.00}'", "'{1,null}'", "'{}'"]],
  jsonb: ['jsonb', 'jsonb', ["'1'", "'1.0'", "'{\"a\":1,\"b\":2}'", "'{\"b\":2,\"a\":1}'", "'null'"]],
}

/** @type {any} */
let db
beforeAll(async () => {
  db = await open(/** @type {any} */ ({ vfs: new MemoryVfs(), walSync: 'none', bufferPool: '16MB' }))
  await db.exec(`create type mood as enum ('sad', 'ok', 'happy'); create domain price as numeric; create domain word as text;
    create collation any_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`)
  const names = Object.keys(TYPES)
  for (const [table, side, count] of /** @type {[string, number, number][]} */ ([['l', 0, 120], ['r', 1, 90]])) {
    await db.exec(`create table ${table} (n int, ${names.map((name) => `${name} ${TYPES[name][side]}`).join(', ')})`)
    for (let n = 0; n < count; n++) await db.exec(`insert into ${table} values (${[n, ...names.map((name) => below(8) === 0 ? 'null' : TYPES[name][2][below(TYPES[name][2].length)])].join(', ')})`)
  }
  // A table too large for 64 kB.
  await db.exec('create table many as select l.*, g as copy from l, generate_series(1, 25) g; analyze')
})
afterAll(() => db.close())

/** @param {string} query @returns {Promise<string[]>} */
async function rows(query) {
  const { rows: found } = await db.query({ text: query, rowMode: 'array' })
  return found
    .map((/** @type {any} */ row) =>
      JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}n` : value)),
    )
    .sort()
}

/** @param {string} fast @param {string} slow @param {RegExp} [plan] of the first */
async function same(fast, slow, plan) {
  const expected = await rows(slow)
  for (const memory of MEMORIES) {
    await db.exec(`set work_mem = '${memory}'`)
    if (plan !== undefined) assert.match((await rows(`explain ${fast}`)).join('\n'), plan, fast)
    assert.deepEqual(await rows(fast), expected, `seed ${SEED}, ${memory}: ${fast}`)
  }
}

/** A condition that no join takes for an equality. @param {string[]} keys */
const slowly = (keys) => keys.map((key) => `(l.${key} = r.${key}) is true`).join(' and ')
/** @param {string[]} keys */
const equal = (keys) => keys.map((key) => `l.${key} = r.${key}`).join(' and ')

/** keys alone and some together */
const KEYS = [...Object.keys(TYPES).map((name) => [name]), ...Array.from({ length: 10 }, () => {
  const names = Object.keys(TYPES)
  return Array.from({ length: 2 + below(2) }, () => names[below(names.length)]).filter(
    (name, at, all) => all.indexOf(name) === at,
  )
})]

for (const keys of rounds(KEYS.filter((_, at) => at % 5 === 0), KEYS.filter((_, at) => at % 5 !== 0))) {
  test(`joins on ${keys.join(', ')} (seed ${SEED})`, async () => {
    for (const join of ['join', 'left join', 'right join'])
      await same(
        `select l.n, r.n from l ${join} r on ${equal(keys)}`, `select l.n, r.n from l ${join} r on ${slowly(keys)}`,
        /Hash/,
      )
    await same(`select l.n, r.n from l full join r on ${equal(keys)}`,
      `select l.n, r.n from l left join r on ${slowly(keys)} union all select null, r.n from r where not exists (select from l where ${slowly(keys)})`, /Hash/)
    for (const not of ['', 'not ']) {
      await same(
        `select l.n from l where ${not}exists (select from r where ${equal(keys)})`,
        `select l.n from l where ${not}exists (select from r where ${slowly(keys)})`, /Hash/,
      )
    }
    await same(
      `select r.n, l.copy, l.n from r join many l on ${equal(keys)} and l.n > r.n`,
      `select r.n, g, l.n from l join r on ${slowly(keys)} and l.n > r.n, generate_series(1, 25) g`, /Hash/,
    )
  })

  test(`groups of ${keys.join(', ')} (seed ${SEED})`, async () => {
    const alike = keys.map((key) => `o.${key} is not distinct from l.${key}`).join(' and ')
    const list = keys.join(', ')
    const first = `(select min(o.n) from l o where ${alike})`
    await same(`select min(n), count(*), sum(n) from l group by ${list}`, `select l.n, (select count(*) from l o where ${alike}), (select sum(o.n) from l o where ${alike}) from l where l.n = ${first}`, /HashAggregate/)
    await same(`select count(*) from (select distinct ${list} from l) x`, `select count(*) from l where l.n = ${first}`)
    await same(
      `select min(n), count(*) from many group by ${list}, copy`,
      `select l.n, (select count(*) from l o where ${alike}) from l, generate_series(1, 25) where l.n = ${first}`,
      /HashAggregate/,
    )
    const among = `exists (select from r where ${keys.map((key) => `r.${key} is not distinct from l.${key}`).join(' and ')})`
    await same(
      `select count(*) from (select ${list} from l intersect select ${list} from r) x`,
      `select count(*) from l where l.n = ${first} and ${among}`,
    )
    await same(
      `select count(*) from (select ${list} from l except select ${list} from r) x`,
      `select count(*) from l where l.n = ${first} and not ${among}`,
    )
    await same(
      `with recursive c as (select ${list} from l union select ${list} from c) select count(*) from c`,
      `select count(*) from l where l.n = ${first}`,
    )
  })

  test(`IN over ${keys.join(', ')} (seed ${SEED})`, async () => {
    const row = (/** @type {string} */ table) =>
      keys.length === 1 ? `${table}.${keys[0]}` : `(${keys.map((key) => `${table}.${key}`).join(', ')})`
    const outputs = keys.map((key) => `r.${key}`).join(', ')
    const some = `bool_or(${equal(keys)})`
    const slow = `coalesce((select case when ${some} then 1 when bool_or((${equal(keys)}) is null) then null else 0 end from r), case when (select count(*) from r) = 0 then 0 end)`
    await same(`select n, (${row('l')} in (select ${outputs} from r))::int from l`, `select n, ${slow} from l`)
    await same(
      `select n from l where ${row('l')} not in (select ${outputs} from r)`,
      `select n from l where ${slow} = 0`,
    )
    await same(`select n from l where ${row('l')} not in (select ${outputs} from r where n < 0)`, 'select n from l')
    await same(`select n from l where ${row('l')} not in (select ${outputs} from r where ${row('r')} is not null)`,
      `select n from l where not exists (select from r where ${row('r')} is not null and (${equal(keys)}) is not false)`)
  })
}

/**
 * Sorts compare numbers, texts and dates where they lie as bytes. The same rows sorted by arrays of one element go
 * through the types' own comparisons (nulls, which arrays order in one way only, by a key of their own): random tables
 * and keys must come out in the same order, ties included while everything is in memory; and with 64 kB, where the key
 * decides alone. Windows over such rows give the same in memory and spilled. The seed is printed.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { seededRandom } from '../../../src/util/prng.js'
import { rounds } from '../../support/rounds.js'

/** by column: its type, and some of its values as literals @type {Record<string, [string, string[]]>} */
const COLUMNS = {
  i: ['int4', ['0', '-1', '7', '2147483647', '-2147483648']],
  j: ['int4 not null', ['1', '2', '3', '-2147483648']],
  s: ['int2', ['-3', '0', '3', '32767']],
  l: [
    'int8',
    ['0', '9007199254740991', '9007199254740993', '9007199254740992', '-9223372036854775808', '9223372036854775807'],
  ],
  o: ['oid', ['0', '4294967295', '17']],
  f: ['float8', ["'NaN'", "'Infinity'", "'-Infinity'", "'-0'", '0', '1.5', '1e-300', '-2.25']],
  g: ['float4 not null', ["'NaN'", "'Infinity'", "'-0'", '0', '0.1']],
  b: ['bool', ['true', 'false']],
  n: [
    'numeric',
    [
      "'NaN'", "'Infinity'", "'-Infinity'", '0', '1.0', '1.00', '-1.5', '123456789012345678901234567890.5',
      '123456789012345678901234567890.4', '0.1', '1e-30', '9007199254740993', '9007199254740992',
    ],
  ],
  t: [
    'text',
    [
      "''", "'a'", "'ab'", "'abcdefgh'", "'abcdefghi'", "'abcdefgi'", "'ä'", "'😀'", "'\uffee'", "'A'",
      "repeat('long', 900)", "repeat('long', 901)", "'abcdefg\u00e4'",
    ],
  ],
  v: ['varchar(20) not null', ["'x'", "'xy'", "'twelve chars'", "'twelve chart'"]],
  c: ['char(10)', ["'a'", "'a b'", "'b'", "''", "E'a\\t'", "'abcdefghij'"]],
  m: ['name', ["'n'", "'name'", "'pg_catalog'"]],
  e: ['text collate "en-x-icu"', ["'a'", "'B'", "'b'", "'A'", "'ä'", "'z'", "''"]],
  d: ['date', ["'infinity'", "'-infinity'", "'2020-01-01'", "'1999-12-31'", "'4713-01-01 BC'"]],
  p: ['timestamp', ["'infinity'", "'-infinity'", "'2020-01-01 00:00:00.000001'", "'2020-01-01'", "'294276-12-31'"]],
  z: ['timestamptz not null', ["'infinity'", "'2020-01-01 00:00:00+01'", "'2020-01-01 00:00:00+02'"]],
  u: [
    'uuid',
    [
      "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'", "'00000000-0000-0000-0000-000000000000'",
      "'ffffffff-ffff-ffff-ffff-ffffffffffff'",
    ],
  ],
  w: ['interval', ["'1 day'", "'24 hours'", "'1 month'", "'30 days'", "'-1 year'"]],
  y: ['bytea', ["'\\x'", "'\\x00'", "'\\xff00'", "'\\xffffffffffffffffff'"]],
}

/** @param {number} seed */
async function sorts(seed) {
  const { below } = seededRandom(seed)
  const db = await open(':memory:')
  const names = Object.keys(COLUMNS)
  try {
    await db.exec(`create table r (id int, ${names.map((name) => `${name} ${COLUMNS[name][0]}`).join(', ')})`)
    const rows = 400 + below(500)
    for (let first = 0; first < rows; first += 100) {
      await db.exec(
        `insert into r values ${Array.from(
          { length: 100 },
          (_, at) =>
            `(${first + at}, ${names
              .map((name) => {
                const [type, values] = COLUMNS[name]
                return !type.endsWith('not null') && below(6) === 0 ? 'null' : values[below(values.length)]
              })
              .join(', ')})`,
        ).join(', ')}`,
      )
    }
    for (let round = 0; round < 50; round++) {
      const keys = Array.from({ length: 1 + below(3) }, () => ({
        name: names[below(names.length)], desc: below(2) === 1, first: below(2) === 1,
      }))
      const carried = ['id', ...names.filter(() => below(4) === 0)]
      const spills = below(3) === 0
      const limit = below(3) === 0 ? ` limit ${1 + below(300)}` : ''
      const last = spills ? ', id' : ''
      const own = keys
        .map(({ name, desc, first }) => `${name}${desc ? ' desc' : ''} nulls ${first ? 'first' : 'last'}`)
        .join(', ')
      const general = keys
        .map(
          ({ name, desc, first }) => `(${name} is null)${first ? ' desc' : ''}, array[${name}]${desc ? ' desc' : ''}`,
        )
        .join(', ')
      await db.exec(`set work_mem = '${spills ? '64kB' : '64MB'}'`)
      const got = await db.query(`select ${carried.join(', ')} from r order by ${own}${last}${limit}`)
      const wanted = await db.query(`select ${carried.join(', ')} from r order by ${general}${last}${limit}`)
      assert.deepEqual(got.rows, wanted.rows, `order by ${own}${last}${limit}`)
    }
    for (let round = 0; round < 16; round++) {
      const name = () => names[below(names.length)]
      const frame = () =>
        [
          '', ` rows between ${below(200)} preceding and ${below(200)} following`,
          ' groups between 3 preceding and current row',
          ' rows between unbounded preceding and 1 preceding exclude ties',
        ][below(4)]
      const over = () => `over (${below(3) === 0 ? '' : `partition by ${name()}`} order by ${name()}${below(2) ? ' desc' : ''}, id${frame()})`
      const calls = Array.from(
        { length: 1 + below(3) },
        () =>
          [
            `row_number() ${over()}`, `rank() ${over()}`, `lag(${name()}, ${below(500)}) ${over()}`,
            `first_value(${name()}) ${over()}`, `nth_value(${name()}, ${1 + below(300)}) ${over()}`,
            `count(${name()}) ${over()}`, `sum(i::int8) ${over()}`,
            `cume_dist() over (partition by ${name()} order by ${name()})`,
            'sum(j::int8) over (order by s range between 2 preceding and 1 following)',
          ][below(9)],
      )
      const statement = `select id, ${calls.map((call, at) => `${call} as w${at}`).join(', ')} from r order by id`
      await db.exec("set work_mem = '64MB'")
      const wanted = await db.query(statement)
      await db.exec("set work_mem = '64kB'")
      assert.deepEqual((await db.query(statement)).rows, wanted.rows, statement)
    }
  } finally {
    await db.close()
  }
}

const SEED = Number(process.env.SEED ?? 20261122)
for (const seed of rounds([SEED], [1, 2])) test(`random sorts, seed ${seed}`, () => sorts(seed))

test('room for the rows that were expected is neither too little nor too much', async () => {
  const db = await open(':memory:')
  await db.exec(`CREATE TABLE r (id int PRIMARY KEY, t text);
    INSERT INTO r SELECT i, md5(i::text) || repeat('x', i % 50)
    FROM generate_series(1, 20000) i; ANALYZE r; SET plan_cache_mode = force_generic_plan`)
  const text = 'SELECT DISTINCT t FROM r WHERE id BETWEEN $1 AND $2 ORDER BY t'
  const { rows: code } = await db.query('EXPLAIN (CODE) SELECT t FROM r WHERE id BETWEEN 5 AND 104 ORDER BY t')
  assert.match(JSON.stringify(code), /Infinity, 128, \d+\)/)
  for (const [from, to] of [[1, 0], [1, 1], [1, 100], [1, 3000], [1, 20000]]) {
    const { rows } = await db.query(text, [from, to])
    const { rows: wanted } = await db.query('SELECT t FROM r WHERE id BETWEEN $1 AND $2', [from, to])
    assert.deepEqual(rows.map(({ t }) => t), wanted.map(({ t }) => t).sort())
  }
  await db.close()
})

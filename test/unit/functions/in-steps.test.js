/**
 * What is done in steps where values are large gives what it gives at once, and rests on the way: counted, not timed.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { nextFuel } from '../../../src/engine/statements/core/run.js'
import { orderedSets } from '../../../src/functions/aggregates/ordered-sets.js'
import { integerRoot } from '../../../src/functions/numbers/roots.js'
import { builtinAggregate, builtinFunction, implementationNamed } from '../../../src/functions/registry.js'
import { arrayOf, arrayType } from '../../../src/types/array.js'
import { Path, Point } from '../../../src/types/geometry/values.js'
import { makeRange } from '../../../src/types/range/range.js'
import { compositeOps, PgRecord } from '../../../src/types/record.js'
import { builtinType } from '../../../src/types/registry.js'
import { coefDigits } from '../../../src/types/numbers/numeric-rounding.js'
import { leadingDigit, Numeric } from '../../../src/types/numbers/numeric.js'
import { DEFAULT_ENV } from '../../../src/types/type-ops.js'
import { turnUntil, watchedBy } from '../../../src/util/effort.js'
import { UNLIMITED } from '../../../src/util/memory-account.js'
import { sortedSteps } from '../../../src/util/sorted-steps.js'
import { rounds } from '../../support/rounds.js'

/** @import { OrderedSet } from '../../../src/functions/aggregates/ordered-sets.js' */

/** @param {Generator<void, any, void>} steps @returns {{ value: any, rests: number }} */
function driven(steps) {
  watchedBy(null) // a session of another file may have been the last
  for (let rests = 0; ; rests++) {
    const step = steps.next()
    if (step.done) return { value: step.value, rests }
  }
}

test('long arrays, documents and bit strings are read and written with rests', () => {
  const numbers = `{${Array.from({ length: 50_000 }, (_, at) => at % 7 === 0 ? 'NULL' : String(at)).join(',')}}`
  const nested = `{${Array.from({ length: 10_000 }, (_, at) => `{{"a ${at}",b},{"\\"","x\\\\"}}`).join(',')}}`
  const document = `[${Array.from({ length: 40_000 }, (_, at) => `{"a": [${at}, null], "key": "é${at}"}`).join(', ')}]`
  for (const [oid, text] of /** @type {[number, string][]} */ ([
    [1007, numbers],
    [1009, nested],
    [3802, document],
    [1562, '1011'.repeat(500_000)],
  ])) {
    const ops = /** @type {any} */ (builtinType(oid))
    const read = driven(ops.parseSteps(text, -1, DEFAULT_ENV))
    assert.deepEqual(read.value, ops.parse(text, -1, DEFAULT_ENV))
    const written = driven(ops.formatSteps(read.value, DEFAULT_ENV))
    assert.equal(written.value, ops.format(read.value, DEFAULT_ENV))
    assert.equal(ops.format(ops.parse(written.value, -1, DEFAULT_ENV), DEFAULT_ENV), written.value)
    assert.ok(read.rests >= 3 && written.rests >= 3, `${ops.name}: ${read.rests}, ${written.rests}`)
  }
})

test('long values within values are read and written with rests', () => {
  const row = compositeOps(2249, 'record', 'record')
  const numbers = arrayOf(23, Array.from({ length: 30_000 }, (_, at) => at))
  const long = `a "b" \\ ${'c'.repeat(100_000)}\t${'"'.repeat(50_000)}`
  for (const [ops, value] of /** @type {[any, any][]} */ ([
    [row, new PgRecord(2249, [numbers, 7, long, null], [1007, 23, 25, 25])],
    [row, new PgRecord(2249, [new PgRecord(2249, [long], [25])], [2249])],
    [builtinType(1009), arrayOf(25, [long, 'x', long.slice(8), 'c'.repeat(300_000), null])],
    [arrayType(2287, '_record', row), arrayOf(2249, [new PgRecord(2249, [numbers], [1007])])],
    [builtinType(602), new Path(true, Array.from({ length: 5_000 }, (_, at) => new Point(at, -at)))],
  ])) {
    const { value: text, rests } = driven(ops.formatSteps(value, DEFAULT_ENV))
    assert.equal(text, ops.format(value, DEFAULT_ENV))
    assert.ok(rests >= 3, `${ops.name}: ${rests}`)
    if (ops.oid === 1009) {
      const read = driven(ops.parseSteps(text, -1, DEFAULT_ENV))
      assert.deepEqual(read.value, value)
      assert.ok(read.rests >= 3, `${ops.name}: ${read.rests}`)
    }
  }
})

test('many ranges are read, merged and written with rests', () => {
  const ops = /** @type {any} */ (builtinType(4451))
  const places = Array.from({ length: 5_000 }, (_, at) => (at * 7919) % 20_000 * 2)
  const text = `{${places.map((at) => `[${at},${at + 1})`).join(', ')}}`
  const read = driven(ops.parseSteps(text, -1, DEFAULT_ENV))
  assert.equal(read.value.ranges.length, 5_000)
  const written = driven(ops.formatSteps(read.value, DEFAULT_ENV))
  assert.equal(written.value, ops.format(ops.parse(text, -1, DEFAULT_ENV), DEFAULT_ENV))
  assert.ok(read.rests >= 4 && written.rests >= 4, `${read.rests}, ${written.rests}`)

  const impl = /** @type {any} */ (builtinAggregate('range_agg(anyrange)'))
  const range = (/** @type {number} */ at) => makeRange(read.value.kind, at, at + 1, true, false)
  for (const step of [7919, 1]) {
    const state = impl.init()
    for (let at = 0; at < 20_000; at++) impl.step(state, range((at * step) % 20_000 * 2))
    assert.equal(impl.isLong(state), true)
    const { value } = driven(impl.finalSteps(state))
    assert.deepEqual(value, impl.final(state))
    assert.equal(value.ranges.length, 20_000)
    for (let at = 0; at < 20_000; at++) impl.step(state, range(at * 2 + 1))
    assert.equal(impl.final(state).ranges.length, 1)
  }
})

test('what an array would take is charged while it is read', () => {
  const ops = /** @type {any} */ (builtinType(1007))
  const watcher = {
    checkInterrupts() { /* nothing to hear */ }, valueBytesMax: 1 << 20, tire() { /* no loop */ },
    memory: UNLIMITED, tables: new Set(), quotesAll: false,
  }
  watchedBy(watcher)
  try {
    assert.throws(() => ops.parse(`{${'1,'.repeat(200_000)}1}`, -1, DEFAULT_ENV), { code: '53200' })
  } finally {
    watchedBy(null)
  }
})

test('JSON of large values is the JSON of small ones', async () => {
  const db = await open(':memory:')
  const ask = async (/** @type {string[]} */ asked, /** @type {string} */ from = '') =>
    Object.values((await db.query(`SELECT ${asked.map((text, at) => `${text} AS c${at}`).join(', ')} ${from}`)).rows[0])
  const wide = (/** @type {string} */ what) => `(SELECT array_agg(${what} ORDER BY i) FROM generate_series(1, 40000) i)`
  const few = ['i', "'x\"' || i", 'nullif(i % 3, 0)']
  const more = ['i::numeric / 8', 'ARRAY[i, i + 1]', 'i % 2 = 0', 'i::float8 / 3', "date '2020-01-01' + i"]
  for (const what of rounds(few, [...few, ...more])) {
    assert.deepEqual(
      await ask(
        [
          'to_json(a)::jsonb = b',
          'to_jsonb(a) = b',
          'jsonb_array_length(json_build_array(a)::jsonb)',
          'array_to_json(a)::text = to_json(a)::text',
        ],
        `
      FROM (SELECT ${wide(what)} AS a, (SELECT jsonb_agg(${what} ORDER BY i) FROM generate_series(1, 40000) i) AS b) s`,
      ),
      [true, true, 1, true],
      what,
    )
  }
  assert.deepEqual(
    await ask(
      [
        'jsonb_object(k, v) = json_object(k, v)::jsonb',
        "jsonb_object(k, v) ->> 'k77'",
        '(SELECT count(*) FROM jsonb_each(jsonb_object(k, v)))',
      ],
      `
    FROM (SELECT ${wide("'k' || i")} AS k, ${wide("'v' || i")} AS v) s`,
    ),
    [true, 'v77', '40000'],
  )
  assert.deepEqual(
    await ask([
      "length(json_build_object('a', repeat('\"', 500000))::text)",
      "(json_build_object('a', repeat('x', 500000), 'b', 1) ->> 'b')",
    ]),
    [1000010, '1'],
  )
  assert.deepEqual(
    await ask(
      ['cardinality(a[5:39000])', '(a[5:39000])[1]', 'a[5:39000]::text = (a::text::int[])[5:39000]::text'],
      `FROM (SELECT ${wide('i')} AS a) s`,
    ),
    [38996, 5, true],
  )
  await assert.rejects(db.query("SELECT json_build_array(repeat('x', 30000000), repeat('x', 30000000))"), {
    code: '53200',
    message: /json_build_array/,
  })
  await db.close()
})

test('the answer of a set from another thread comes in parts', async () => {
  const db = await open(':memory:')
  const { rows } = await db.query("SELECT count(*) AS n, sum(v::int) AS s FROM jsonb_path_query(to_jsonb(ARRAY(SELECT generate_series(1, 60000))), '$[*] ? (@ > 0)') v")
  assert.deepEqual(rows, [{ n: '60000', s: '1800030000' }])
  await db.close()
})

test('digits of long numbers without writing them', () => {
  const power = (/** @type {number} */ exponent) => 10n ** BigInt(exponent)
  for (const coef of [
    power(5000), power(5000) - 1n, 3n ** 20000n, -(3n ** 20001n), 1234n * power(9000) - 1n, 9999n * power(4200),
    9999n * power(4200) + 5n, power(4001), 2n ** 40000n,
  ]) {
    const text = String(coef < 0n ? -coef : coef)
    const value = new Numeric(coef, 3, 0)
    assert.equal(coefDigits(value), text.length)
    const exponent = text.length - 4
    const weight = Math.floor(exponent / 4)
    assert.deepEqual(leadingDigit(value), [weight, Number(text.slice(0, exponent - weight * 4 + 1))])
  }
})

test('square roots of whole numbers', () => {
  const check = (/** @type {bigint} */ value) => {
    const root = integerRoot(value)
    assert.ok(root * root <= value && (root + 1n) * (root + 1n) > value, String(value))
  }
  for (let value = 0n; value < 3000n; value++) check(value)
  for (let base = 3n, count = 0; count < 60; count++, base = ((base * base) % (1n << 700n)) + 7n)
    for (const near of [-1n, 0n, 1n]) check(base * base + near)
})

test('bit strings are moved byte by byte', () => {
  const ops = /** @type {any} */ (builtinType(1562))
  const call = (/** @type {string} */ name, /** @type {any[]} */ ...args) =>
    ops.format(/** @type {any} */ (builtinFunction(name)).call(...args), DEFAULT_ENV)
  for (let length = 1; length < 70; length += 3) {
    const text = Array.from({ length }, (_, at) => (at * at + length) % 3 === 0 ? '1' : '0').join('')
    const bits = ops.parse(text, -1, DEFAULT_ENV)
    for (let by = 0; by < 20; by++) {
      assert.equal(call('bitshiftleft', bits, by), (text.slice(by) + '0'.repeat(Math.min(by, length))).slice(0, length))
      assert.equal(call('bitshiftright', bits, by), ('0'.repeat(by) + text).slice(0, length))
      assert.equal(call('bitsubstr', bits, by + 1, 17), text.slice(by, by + 17))
    }
    assert.equal(call('bitcat', bits, bits), text + text)
  }
})

test('loop steps until the next look: what took too long is cut at once, what is short doubles', () => {
  assert.equal(nextFuel(4096, 400, 4), 20)
  assert.equal(nextFuel(1, 300, 4), 1)
  assert.equal(nextFuel(64, 0.01, 4), 128)
  assert.equal(nextFuel(4096, 0.01, 4), 4096)
  assert.equal(nextFuel(64, 3, 4), 32)
  assert.equal(nextFuel(64, 1, 4), 64)
})

test('texts that are too long for their type are not read to their end', () => {
  const read = (/** @type {number} */ oid, /** @type {string} */ text) =>
    /** @type {any} */ (builtinType(oid)).parse(text, -1, DEFAULT_ENV)
  for (const [oid, text, code] of /** @type {[number, string, string][]} */ ([
    [1186, '1 day '.repeat(13), '22007'], [1186, `${'0'.repeat(300)}1 day`, '22007'],
    [1114, '2020-01-01 '.repeat(30), '22007'], [1114, `2020-01-01 ${'0'.repeat(200)}1:00`, '22007'],
    [1700, '9'.repeat(131_073), '22003'], [3906, `[${'1'.repeat(200_000)},)`, '22003'],
  ])) assert.throws(() => read(oid, text), { code })
  assert.equal(read(1082, `2020-01-01${' '.repeat(3000)}`), 7305)
  assert.equal(read(1114, `2020-01-01 ${'0'.repeat(100)}1:00`), read(1114, '2020-01-01 01:00'))
  assert.deepEqual(read(1186, `P${'0'.repeat(1000)}1D`), read(1186, '1 day'))
  assert.equal(String(read(1700, `${'0'.repeat(200_000)}5`)), '5')
})

test('functions of arrays and rows rest on the way', () => {
  const elements = Array.from({ length: 200_000 }, (_, at) => at % 5 === 0 ? null : at % 7)
  const list = arrayOf(23, elements)
  const texts = arrayOf(25, elements.map(String))
  const row = { fieldTypes: [1007, 25, 16], fieldNames: ['a', 'b', 'c'], values: [list, 'x', null] }
  const ctx = { env: DEFAULT_ENV }
  for (const [name, ...args] of /** @type {[string, ...any[]][]} */ ([
    ['array_positions', list, 3], ['array_remove', list, null], ['array_remove', list, 99],
    ['array_replace', list, null, 8],
    ['json_object', texts], ['json_object_two_arg', texts, list], ['row_to_json', ctx, row],
    ['row_to_json_pretty', ctx, row, true], ['array_to_json_pretty', ctx, list, true],
    ['array_to_json_pretty', ctx, { ...list, dims: [2, 100_000], lowerBounds: [1, 1] }, true],
  ])) {
    const impl = /** @type {any} */ (implementationNamed(name))
    const { value, rests } = driven(impl.steps(...args))
    assert.deepEqual(value, impl.call(...args), name)
    assert.ok(rests >= 3, `${name}: ${rests} rests`)
  }
  assert.ok(/** @type {any} */ (implementationNamed('row_to_json')).work(row) > 1_000_000)
})

test('long documents of full text search rest on the way', async () => {
  const db = await open(':memory:')
  const { session } = db
  const ctx = { ...session.expressionContext([]), catalog: session.catalog(), env: session.env, session }
  const text = Array.from({ length: 6000 }, (_, at) => `word${at * 7919 % 10_007} running, -`).join(' ')
  const query = /** @type {any} */ (builtinType(3615)).parse("'word5' & 'run'", -1, DEFAULT_ENV)
  const { rows: [{ oid }] } = await db.query("SELECT 'pg_catalog.english'::regconfig::oid::int AS oid")
  for (const [name, ...args] of /** @type {[string, ...any[]][]} */ ([
    ['to_tsvector_byid', oid, text], ['ts_headline_byid', oid, text, query],
    ['ts_headline_byid_opt', oid, text, query, 'MaxFragments=3'],
    ['websearch_to_tsquery_byid', oid, text.slice(0, 40_000)],
  ])) {
    const impl = /** @type {any} */ (implementationNamed(name))
    const { value, rests } = driven(impl.steps(ctx, ...args))
    const shown = (/** @type {any} */ one) => name.startsWith('web')
      ? /** @type {any} */ (builtinType(3615)).format(one, DEFAULT_ENV) : one
    assert.deepEqual(shown(value), shown(impl.call(ctx, ...args)), name)
    assert.ok(rests >= 20, `${name}: ${rests} rests`)
  }
  const ops = /** @type {any} */ (builtinType(3614))
  const lexemes = Array.from({ length: 30_000 }, (_, at) => `w${at * 7919 % 20_011}:${at % 50 + 1}`).join(' ')
  const { value, rests } = driven(ops.parseSteps(lexemes, -1, DEFAULT_ENV))
  assert.deepEqual(value, ops.parse(lexemes, -1, DEFAULT_ENV))
  assert.equal(value.count, 20_011)
  assert.ok(rests > 50, `${rests} rests`)
  await db.close()
})

test('rows are made of long JSON with rests', () => {
  const list = `[${Array.from({ length: 20_000 }, (_, at) => `[${at}, null]`).join(', ')}]`
  const columns = [{ name: 'a', type: 1007, typmod: -1 }, { name: 'b', type: 25, typmod: -1 }]
  const types = { result: 2249, args: [114], variadic: false, columns }
  for (const [name, type] of [['json_to_record', 114], ['jsonb_to_record', 3802]]) {
    const impl = /** @type {any} */ (implementationNamed(String(name)))
    const value = /** @type {any} */ (builtinType(Number(type))).parse(`{"a": ${list}, "b": ${list}}`, -1, DEFAULT_ENV)
    const ctx = { env: DEFAULT_ENV, catalog: null }
    turnUntil(0)
    try {
      const made = driven(impl.steps(ctx, types, value))
      assert.deepEqual(made.value, impl.call(ctx, types, value))
      assert.deepEqual(made.value.values[0].dims, [20_000, 2])
      assert.ok(made.rests >= 20, `${name}: ${made.rests}`)
    } finally {
      turnUntil(Infinity)
    }
  }
})

test('a list is sorted in steps, equal items in their order', () => {
  for (const length of [0, 1, 2048, 2049, 10_000, 16_384]) {
    const items = Array.from({ length }, (_, at) => ({ key: at * 7919 % 1013, at }))
    const expected = [...items].sort((a, b) => a.key - b.key)
    const { value, rests } = driven(sortedSteps(items, (a, b) => a.key - b.key))
    assert.deepEqual(value, expected)
    assert.ok(rests >= Math.floor(length / 2049) * 2, `${length}: ${rests}`)
  }
})

test('percentiles of many fractions are made in steps, those of a few as well', () => {
  const rows = Array.from({ length: 1_000 }, (_, at) => at * 3)
  const order = { compare: () => 0, same: () => 0, elementType: 701 }
  for (const key of ['percentile_disc(_float8,anyelement)', 'percentile_cont(_float8,float8)']) {
    const set = /** @type {OrderedSet} */ (orderedSets.get(key))
    const made = (/** @type {(number | null)[]} */ fractions) => {
      const state = set.create(rows.length, [arrayOf(701, fractions)], order)
      for (const row of rows) if (state.step([row])) break
      return state
    }
    const fractions = [null, ...Array.from({ length: 5_000 }, (_, at) => (at * 37) % 5_000 / 5_000)]
    const { value, rests } = driven(/** @type {any} */ (made(fractions)).resultSteps())
    assert.equal(rests, 4)
    const few = fractions.slice(0, 3)
    assert.deepEqual(value.values.slice(0, 3), made(few).result().values)
    assert.equal(value.values[1], 0)
    assert.equal(value.values.length, 5_001)
  }
})

test('numbers of thousands of digits are read as the nearest double', () => {
  const { parse } = /** @type {any} */ (builtinType(701))
  const digits = Array.from({ length: 3_000 }, (_, at) => (at * 7) % 10).join('')
  for (const text of [`${digits}e-2900`, `-0.${'0'.repeat(300)}${digits}`, `${digits.slice(0, 200)}.${digits}`,
    `1.00000000000000011102230246251565404236316680908203125${'0'.repeat(1_200)}`,
    `1.00000000000000011102230246251565404236316680908203125${'0'.repeat(1_200)}1`, `0.${'0'.repeat(2_000)}`])
    assert.equal(parse(text, -1, DEFAULT_ENV), Number(text))
  assert.throws(() => parse(digits, -1, DEFAULT_ENV), { code: '22003' })
  const trimScale = /** @type {any} */ (builtinFunction('numeric_trim_scale')).call
  const long = /** @type {any} */ (builtinType(1700))
  const ones = `-0.${'1'.repeat(30)}`
  for (const [text, trimmed] of [[`1.5${'0'.repeat(16_000)}`, '1.5'], [`${ones}000`, ones]])
    assert.equal(long.format(trimScale(long.parse(text, -1, DEFAULT_ENV)), DEFAULT_ENV), trimmed)
})

test('aggregates that gather JSON end in steps', () => {
  for (const [key, ...args] of /** @type {[string, ...any[]][]} */ ([
    ['json_agg(anyelement)', 7], ['jsonb_agg(anyelement)', 7],
    ['json_object_agg(any,any)', 'key', 7], ['jsonb_object_agg(any,any)', 'key', 7],
  ])) {
    const impl = /** @type {any} */ (builtinAggregate(key))
    let state = impl.init({ result: 0, args: args.map((arg) => typeof arg === 'string' ? 25 : 23) })
    for (let at = 0; at < 10_000; at++) {
      state = impl.step(state, ...args.map((arg) => typeof arg === 'string' ? `key ${at % 4000}` : arg + at))
    }
    assert.ok(impl.isLong(state))
    const { value, rests } = driven(impl.finalSteps(state, DEFAULT_ENV))
    assert.equal(String(builtinType(key.startsWith('jsonb') ? 3802 : 114)?.format(value, DEFAULT_ENV)),
      String(builtinType(key.startsWith('jsonb') ? 3802 : 114)?.format(impl.final(state, DEFAULT_ENV), DEFAULT_ENV)))
    assert.ok(rests >= 9, `${key}: ${rests} rests`)
  }
})

/** Long values that come in pieces are what they are at once, wherever they are cut, and the program has its turns. */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { Parser } from 'pg-protocol/dist/parser.js'
import { LongMessages, parametersOf } from '../../../src/remote/joined-messages.js'
import { arrayInPieces, arrayLiteral, jsonInPieces } from '../../../src/library/pieces/inputs.js'
import { JsonReader } from '../../../src/library/pieces/json-reader.js'
import { seededRandom } from '../../../src/util/prng.js'

/** @import { Database } from '../../../src/index.js' */

/** @type {Database} */
let thread
/** @type {Database} */
let here
beforeAll(async () => { [thread, here] = await Promise.all([open(':memory:', { worker: true }), open(':memory:')]) })
afterAll(() => Promise.all([thread.close(), here.close()]))

const random = seededRandom(2211)
/** @param {string} text @param {number} max @returns {Generator<string>} */
function* cut(text, max) {
  for (let at = 0, next; at < text.length; at = next) {
    next = at + 1 + random.below(max)
    yield text.slice(at, next)
  }
}

/** @param {string} text @param {number} max characters of a piece */
function read(text, max) {
  const reader = new JsonReader()
  for (const piece of cut(text, max)) reader.add(piece)
  return reader.end()
}

test('JSON in pieces is JSON.parse of all of it', () => {
  const words = ['', 'a', '__proto__', '10', '7', 'é😀', '\\', '"', '\u0000\n', '\\"', 'x'.repeat(200),
    '\\'.repeat(20_001), `${'"\\'.repeat(9_000)}\u0001`, '😀'.repeat(20_000), '12'.repeat(20_000)]
  const word = () => words[random.below(random.below(20) === 0 ? words.length : 11)]
  /** @param {number} depth @returns {any} */
  const value = (depth) => {
    const kind = random.below(depth > 4 ? 5 : 8)
    if (kind === 0) return [null, true, false][random.below(3)]
    if (kind < 3) return [0, -1.5, 1e300, 12345678901234567890, -0][random.below(5)]
    if (kind < 5) return word()
    const count = random.below([2, 9, 120][random.below(depth > 1 ? 2 : 3)])
    if (kind < 7) return Array.from({ length: count }, () => value(depth + 1))
    return Object.fromEntries(Array.from({ length: count }, (_, at) => [`${word()}${at % 7}`, value(depth + 1)]))
  }
  for (let time = 0; time < 60; time++) {
    const made = value(0)
    const text = JSON.stringify(made, null, random.below(3) === 0 ? 3 : 0)
    assert.deepEqual(read(text, [7, 1000, 40_000][text.length > 1e6 ? 2 : random.below(3)]), JSON.parse(text))
  }
})

test('JSON of long tokens, blanks, depths, and a key twice', () => {
  const blanks = ' \n'.repeat(30_000)
  const long = 'k\\u00e9"'.replaceAll('"', '\\"').repeat(9_000)
  const [ones, deep] = ['1,'.repeat(30_000), `[${'{"a":[{"b":'.repeat(20_000)}1${'}]}'.repeat(20_000)}]`]
  const zeros = '0'.repeat(60_000)
  for (const text of ['1', ' "a" ', `${blanks}[1${blanks},${blanks}2${blanks}]${blanks}`, '[]', '{}', '[[]]', deep,
    `{"${long}"${blanks}:${blanks}{"${long}":"${long}"},"b":1${blanks},"c":"${long}"}`, `"${long}"`,
    `${'['.repeat(50_000)}1${',2'.repeat(50_000)}${']'.repeat(50_000)}`,
    `{"a":1,"b":"${long}","a":"${long}","__proto__":"${long}","1":[${ones}1]}`,
    `[${'7'.repeat(60_000)},-0.${zeros}1e60000, 1${zeros}e-60001, 9${'9'.repeat(50_000)}.5E-50000]`,
    `{"a":-${'1'.repeat(50_000)}e-50000,"b":9007199254740993.${zeros}1}`]) {
    for (const max of [300, 20_000]) assert.deepEqual(flat(read(text, max)), flat(JSON.parse(text)))
  }
  for (const text of ['[1', '{"a":1', '"a', '', `[${'1,'.repeat(40_000)}`, `"${long}`, ']']) {
    assert.throws(() => read(text, 9_000), SyntaxError)
  }
})

/** What assert can compare: not nested tens of thousands deep. @param {any} value */
function flat(value) {
  const told = []
  for (let now = value, depth = 0; depth < 200_000; depth++) {
    const [first] = now !== null && typeof now === 'object' ? Object.entries(now) : []
    if (first === undefined || Object.keys(now).length > 1 || typeof first[1] !== 'object') return [...told, now]
    told.push(first[0])
    now = first[1]
  }
  return told
}

/** How often the program's loop turns while work is done. @template T @param {() => Promise<T>} work */
async function turnsOf(work) {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const value = await work()
  isOver = true
  return { value, turns }
}

const LONG = {
  'int4[]': 'array(select generate_series(1, 20000)) || null',
  'int8[]': 'array(select i::int8 * 1000000000 from generate_series(1, 20000) i)',
  'text[]': `array(select case when i % 9 = 0 then null else repeat('"\\ {}é', i % 5) end
    from generate_series(1, 20000) i)`,
  'text[] of long ones': `array[repeat('"\\', 50000), repeat('x', 50000), null, '']`,
  'bytea[]': `array[decode(repeat('00ff', 50000), 'hex'), '', null]`,
  'timestamptz[]': `array(select timestamptz '2001-02-03 UTC' + i * interval '1 h' from generate_series(1, 3000) i)`,
  'two dimensions': 'array(select array[i, null] from generate_series(1, 10000) i)',
  'long ones in one': `array[array(select generate_series(1, 20000)),
    array(select -i from generate_series(1, 20000) i)]`,
  'as many as one part has': 'array(select generate_series(1, 16384))',
  'one more than two parts have': 'array(select generate_series(1, 32769))',
  'bounds': `('[0:29999]={' || repeat('1,', 29999) || '2}')::int4[]`,
  'json[]': `array[('[' || repeat('1,', 20000) || '2]')::json, 'null', null]`,
  'bool[]': 'array(select i % 2 = 0 from generate_series(1, 20000) i)',
  'box[]': `array(select box(point(i, i), point(1, 2)) from generate_series(1, 3000) i)`,
  'json': `('[' || repeat('{"a": [1, "x"], "b": null},', 5000) || '1]')::json`,
  'json of long arrays': `json_build_object('a', array(select generate_series(1, 20000)), 'b', json_build_array(
    array(select i::text from generate_series(1, 40000) i), null, array[1]), 'c', 3)`,
  'json of the longest': 'array_to_json(array(select generate_series(1, 16384 * 3)))',
  'jsonb': `('{' || (select string_agg('"k' || i || '": ' || i, ',') from generate_series(1, 9000) i) || '}')::jsonb`,
  'int2vector': `(select string_agg('7', ' ') from generate_series(1, 40000))::int2vector`,
  'oidvector': `repeat('7 ', 40000)::oidvector`,
  'bytea': `decode(repeat('01ff5c00', 30000), 'hex')`,
  'text': `repeat('é"', 30000)`,
  'record': `row(1, repeat('"', 20000), null)`,
}

test('a long value is what it is in process, and others have their turns', async () => {
  for (const [name, text] of Object.entries(LONG)) {
    for (const output of ['hex', 'escape']) {
      if (output === 'escape' && !name.startsWith('bytea')) continue
      const asked = `select 1 as before, ${text} as value, null as after`
      const [wanted, told] = await Promise.all([here, thread].map(async (db) => {
        const session = await db.connect()
        await session.exec(`set bytea_output = ${output}`)
        const answers = [await session.query(asked),
          await session.query({ text: `${asked} where $1`, values: [true], rowMode: 'array' })]
        for await (const row of session.stream(asked)) answers.push(row)
        await session.release()
        return answers
      }))
      assert.deepEqual(told, wanted, name)
    }
  }
})

test('while long values are made the program has its turns', async () => {
  for (const text of ['array(select generate_series(1, 300000))',
    `('[' || repeat('{"a": [1, "x"]},', 100000) || '1]')::json`,
    `array(select i::text from generate_series(1, 200000) i)`]) {
    const { value, turns } = await turnsOf(async () => {
      const { rows } = await thread.query(`select ${text} as a`)
      return rows[0].a.length
    })
    const wanted = (await here.query(`select ${text} as a`)).rows[0].a.length
    assert.equal(value, wanted)
    // A turn takes 1.5 ms of them and more than ten are needed; how many pass while the answer comes nobody knows.
    assert.ok(turns > 10, `${turns} turns`)
  }
})

test('long values among many rows, types that are asked for first, errors behind them', async () => {
  await thread.exec("create type mood as enum ('sad', 'happy')")
  await here.exec("create type mood as enum ('sad', 'happy')")
  const many = `select i, 'sad'::mood as m, case when i % 50 = 0 then array(select generate_series(1, 9000)) end as a
    from generate_series(1, 200) i; select array(select 'happy'::mood from generate_series(1, 5000)) as b, 3 as c;
    select 4 as d`
  const [told, wanted] = await Promise.all([thread, here].map(async (db) =>
    (await db.exec(many)).map(({ rows, rowCount }) => ({ rows, rowCount }))))
  assert.deepEqual(told, wanted)
  await assert.rejects(thread.exec(`${many}; select 1/0`), { code: '22012' })
  const failing = 'select array(select generate_series(1, 9000)), 1 / (20 - i) from generate_series(1, $1::int) i'
  await assert.rejects(thread.query(failing, [30]), { code: '22012' })
  const length = (/** @type {string} */ text) => text.length
  const other = await open(':memory:', { worker: true, parsers: { 1007: length, 114: length } })
  assert.deepEqual((await other.query(`select array(select 1 from generate_series(1, 9000)) as a,
    ('"' || repeat('x', 50000) || '"')::json as b, '[2:3]={1,2}'::int[] as c`)).rows, [{ a: 18_001, b: 50_002, c: 11 }])
  await other.close()
})

test('long arrays and objects become text in pieces, as at once', () => {
  const long = 'a"\\\u0001é😀'.repeat(9_000)
  const many = Array.from({ length: 9_000 }, (_, at) => ({ id: at, 'a"b': [null, undefined, 1.5, `é${at}`] }))
  const inner = { toJSON: (/** @type {string} */ key) => ({ key, many }) }
  const holes = new Array(3)
  for (const value of [many, { many, none: undefined, f: () => 1, s: Symbol('s'), last: long }, { [long]: long },
    { inner, list: [inner, undefined, () => 1, Symbol('x'), new String(long), NaN, new Map([[1, 2]]), new Date(0)] },
    { a: undefined, b: [long, new Uint8Array(9)], c: {} }, Object.create({ toJSON: () => many })]) {
    assert.equal([...jsonInPieces(value)].join(''), JSON.stringify(value))
  }
  for (const value of [[long, null, undefined, true, 1, [long, [], [1]], { a: long, many }, new Date(0)], holes,
    [Buffer.alloc(70_000, 7), new Uint8Array(2)], many.map(({ id }) => id)]) {
    const wanted = value === holes ? '{NULL,NULL,NULL}' : arrayLiteral(value)
    assert.equal([...arrayInPieces(value)].join(''), wanted)
  }
  /** @type {unknown[]} */
  const round = [...many]
  round.push({ round })
  assert.throws(() => [...jsonInPieces(round)], TypeError)
})

test('long parameters are what they are in process, and others have their turns', async () => {
  const long = 'a"\\é😀'.repeat(20_000)
  const numbers = Array.from({ length: 100_000 }, (_, at) => at)
  const rows = numbers.map((id) => ({ id, name: `n${id}` }))
  for (const [text, values] of /** @type {[string, unknown[]][]} */ ([
    ['select $1::int[] as a', [numbers]],
    ['select $1::text[] as a, $2::text as b', [[long, null, [long]].slice(0, 2), long]],
    ['select $1::json as a, $2::jsonb as b, $3::text as c', [rows, { rows, long }, { rows }]],
    ['select $1::bytea[] as a, length($2::text) as b', [[Buffer.alloc(2e5, 7), Buffer.alloc(2)], Buffer.alloc(9e5)]],
    [`select ${numbers.slice(0, 300).map((at) => `length($${at + 1}::text) as c${at}`).join()}`,
      numbers.slice(0, 300).map((at) => 'é'.repeat(at * 3))],
  ])) {
    const [wanted, { value, turns }] = [await here.query(text, values), await turnsOf(() => thread.query(text, values))]
    assert.deepEqual(value.rows, wanted.rows)
    assert.ok(turns > 3, `${turns} turns`)
  }
})

test('long pieces of a COPY go on in short ones', async () => {
  const line = 'a\u00e9😀\n'
  for (const db of [here, thread]) {
    await db.exec('create table copied (a text)')
    const text = `x${line.repeat(60_000)}`
    assert.equal(await db.copyFrom('copied', [text, Buffer.from(text), 'b\n', '']), 120_001)
    const { rows } = await db.query('select count(*)::int as n, min(length(a)) as low, max(a) as high from copied')
    assert.deepEqual(rows, [{ n: 120_001, low: 1, high: 'xaé😀' }])
  }
})

test('types of more parameters than pg counts in two bytes', () => {
  const types = Array.from({ length: 40_000 }, (_, at) => 20 + at)
  const message = Buffer.alloc(7 + 4 * types.length, 't')
  message.writeInt32BE(message.length - 1, 1)
  message.writeUInt16BE(types.length, 5)
  types.forEach((type, at) => message.writeUInt32BE(type, 7 + 4 * at))
  const parser = new Parser()
  /** @type {number[][]} */
  const told = []
  const long = new LongMessages((bytes) => {
    parser.parse(bytes, (/** @type {any} */ { dataTypeIDs }) => { told.push(parametersOf({ long }, dataTypeIDs)) })
    return true
  })
  const few = Buffer.from([116, 0, 0, 0, 10, 0, 1, 0, 0, 0, 23])
  for (const part of [message.subarray(0, 100_000), message.subarray(100_000), few]) long.take(part)
  assert.deepEqual(told, [types, [23]])
})

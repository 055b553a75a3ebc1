/** Extensions that a program brings: a type, functions, an operator, its operator classes. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { defineExtension } from '../../../src/extension.js'
import { open } from '../../../src/index.js'
import { temporaryDirectory } from '../../support/server-process.js'

const fraction = defineExtension({
  name: 'fraction', version: '1.1', comment: 'exact fractions', updates: { '1.0--1.1': 'SELECT 1' },
  types: {
    fraction: {
      parse(text) {
        const [n, d = 1] = text.split('/').map(Number)
        if (!Number.isInteger(n) || !(d > 0)) throw new Error('a fraction is written as 1/2')
        return { n, d }
      },
      format: ({ n, d }) => `${n}/${d}`,
      compare: (a, b) => a.n * b.d - b.n * a.d,
      key: ({ n, d }) => n / d,
    },
  },
  functions: {
    plus: {
      args: ['fraction', 'fraction'], returns: 'fraction',
      call: (a, b) => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d }),
    },
    longest: {
      args: ['text[]'], returns: 'text',
      call: (texts) => texts.sort((/** @type {string} */ a, /** @type {string} */ b) => b.length - a.length)[0],
    },
    broken: {
      args: ['int4'], returns: 'numeric', strict: false,
      call: (value) => {
        if (value === null) return '1.50'
        throw new Error(`not ${value}`)
      },
    },
  },
  operators: [{ name: '+', left: 'fraction', right: 'fraction', function: 'plus', commutator: '+' }],
  script: "CREATE AGGREGATE sum(fraction) (SFUNC = plus, STYPE = fraction, INITCOND = '0/1')",
})

const directory = temporaryDirectory()
const db = await open(directory, { extensions: [fraction], bufferPool: '2MB' })
afterAll(() => db.close())
/** @param {string} text @returns {Promise<unknown[][]>} */
const rows = async (text) => (await db.query({ text, rowMode: 'array' })).rows
/** @param {string} text @param {string} code */
const refused = (text, code) =>
  assert.rejects(db.query(text), (error) => /** @type {{ code: string }} */ (error).code === code)

test('a type, an operator, its operator classes, an aggregate', async () => {
  await rows('CREATE EXTENSION fraction')
  await rows('CREATE TABLE part (f fraction PRIMARY KEY, of fraction[])')
  await rows("INSERT INTO part VALUES ('1/2', '{1/2,1/3}'), ('3/4', '{}'), ('-1/3', NULL)")
  await refused("INSERT INTO part VALUES ('2/4')", '23505')
  assert.deepEqual(await rows("SELECT f, f + '1/4' FROM part ORDER BY f"),
    [['-1/3', '-1/12'], ['1/2', '6/8'], ['3/4', '16/16']])
  assert.deepEqual(await rows("SELECT sum(f) FROM part WHERE f < '3/4'"), [['1/6']])
  await rows("INSERT INTO part SELECT (i || '/7')::fraction FROM generate_series(1000, 3000) i; ANALYZE part")
  const plan = await rows("EXPLAIN SELECT f FROM part WHERE f = '6/8'")
  assert.match(String(plan[0]), /Index/)
  assert.deepEqual(await rows("SELECT f FROM part WHERE f = '6/8'"), [['3/4']])
  const distinct = "SELECT count(*) FROM (SELECT DISTINCT x FROM unnest('{1/2,2/4,1/3}'::fraction[]) x) s"
  assert.deepEqual(await rows(distinct), [['2']])
  const arrays = "SELECT of[2], of = '{1/2,2/6}' FROM part WHERE of IS NOT NULL AND of <> '{}'"
  assert.deepEqual(await rows(arrays), [['1/3', true]])
})

test('what functions are given and give, and what they throw', async () => {
  assert.deepEqual(await rows("SELECT longest('{a,ccc,bb}'), broken(NULL) * 2"), [['ccc', '3.00']])
  await refused('SELECT broken(5)', '38000')
  await refused("SELECT 'half'::fraction", '22P02')
})

test('versions, schemas and members', async () => {
  const paths = "SELECT source, target, path FROM pg_extension_update_paths('fraction') WHERE path IS NOT NULL"
  assert.deepEqual(await rows(paths), [['1.0', '1.1', '1.0--1.1']])
  await refused("ALTER EXTENSION fraction UPDATE TO '2.0'", '22023')
  await rows('CREATE SCHEMA elsewhere')
  await rows('ALTER EXTENSION fraction SET SCHEMA elsewhere')
  const place = "SELECT '1/2'::elsewhere.fraction, extnamespace::regnamespace FROM pg_extension " +
    "WHERE extname = 'fraction'"
  assert.deepEqual(await rows(place), [['1/2', 'elsewhere']])
  await rows("CREATE FUNCTION extra() RETURNS int LANGUAGE sql AS 'SELECT 1'")
  await rows('ALTER EXTENSION fraction ADD FUNCTION extra()')
  await refused('DROP FUNCTION extra()', '2BP01')
  await refused('ALTER EXTENSION fraction ADD FUNCTION extra()', '55000')
  await rows('ALTER EXTENSION fraction DROP FUNCTION extra()')
  await rows('DROP FUNCTION extra()')
})

test('what is not there is refused by name', async () => {
  await assert.rejects(db.query('CREATE EXTENSION postgis'), /extension "postgis" is not available/)
  const types = { t: { parse: String, format: String, compare: () => 0 } }
  assert.throws(() => defineExtension({ name: 'half', version: '1', types }), /extension "half".*compare and key/)
})

test('the example of the documentation runs as it is written', () => {
  const text = readFileSync(new URL('../../../docs/extensions.md', import.meta.url), 'utf8')
  const [, example] = /** @type {RegExpExecArray} */ (/```js\n([^]*?)```/.exec(text))
  const at = (/** @type {string} */ file) => new URL(`../../../src/${file}`, import.meta.url).href
  const program = example.replace("'seawall/extension'", `'${at('extension.js')}'`)
    .replace("'seawall'", `'${at('index.js')}'`).replace("'./data'", "':memory:'")
    .replace(/await db.query\("SELECT (.*)"\).*/, 'console.log((await db.query("SELECT $1 AS sum")).rows[0].sum)')
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  assert.equal(printed, '5/6\n')
})

test('a script may ask and fill tables; its errors and unknown words are named', async () => {
  const kept = defineExtension({
    name: 'kept', version: '1',
    script: `CREATE TABLE kept_words (word text); INSERT INTO kept_words VALUES ('it''s'), ('b');
      SELECT count(*) FROM kept_words; UPDATE kept_words SET word = 'a' WHERE word = 'b'`,
  })
  const broken = ['SELEKT 1', 'SELECT 1/0', 'CREATE TABLE t (a nosuch)', 'COMMIT'].map((script, at) =>
    defineExtension({ name: `broken${at}`, version: '1', script }))
  const own = await open(':memory:', { extensions: [kept, ...broken] })
  try {
    await own.query('CREATE EXTENSION kept')
    const { rows: words } = await own.query('SELECT word FROM kept_words ORDER BY 1')
    assert.deepEqual(words, [{ word: 'a' }, { word: `it's` }])
    for (const [at, code] of ['42601', '22012', '42704', '0A000'].entries()) {
      await assert.rejects(own.query(`CREATE EXTENSION broken${at}`), (error) => {
        const { code: found, where } = /** @type {{ code: string, where?: string }} */ (error)
        assert.equal(found, code)
        assert.match(where ?? '', new RegExp(`script of extension "broken${at}"$`))
        return true
      })
    }
    assert.deepEqual((await own.query(`SELECT extname FROM pg_extension WHERE extname ~ 'broken'`)).rows, [])
  } finally {
    await own.close()
  }
  const wrong = /** @type {[object, RegExp][]} */ ([
    [{ typo: 1 }, /an extension has no "typo", only name/], [{ types: { b: { read() {} } } }, /type "b" has no "read"/],
    [{ functions: { f: { args: [], returns: 'int', call() {}, strickt: true } } }, /function "f" has no "strickt"/],
    [{ operators: [{ name: '+', func: 'f' }] }, /operator \+ has no "func"/],
  ])
  for (const [given, message] of wrong)
    assert.throws(() => defineExtension(/** @type {never} */ ({ name: 'b', version: '1', ...given })), message)
  await assert.rejects(open(':memory:', { extensions: [defineExtension({ name: 'hstore', version: '1' })] }),
    /one that comes with the program has its name/)
})

test('what functions of types throw or answer wrongly is 38000, and reaches no table', async () => {
  let broken = ''
  /** @type {Record<string, unknown>} */
  const wrong = { format: 'a\0b', compare: NaN, key: undefined, encode: 'x', decode: undefined, parse: null }
  /** @param {string} name @param {(...args: any[]) => any} call @returns {any} */
  const when = (name, call) => (/** @type {any[]} */ ...args) => {
    if (broken === name) throw new Error(`no ${name}`)
    return broken === `${name}!` ? wrong[name] : call(...args)
  }
  const word = {
    parse: when('parse', (text) => text), format: when('format', (value) => value),
    compare: when('compare', (a, b) => (a < b ? -1 : a > b ? 1 : 0)), key: when('key', (value) => value),
    encode: when('encode', (value) => Buffer.from(value)),
    decode: when('decode', (bytes) => Buffer.from(bytes).toString()),
  }
  const answers = /** @type {[string, string, unknown][]} */ ([
    ['text', 'object', { a: 1 }], ['text', 'symbol', Symbol('a')], ['text', 'a promise', Promise.resolve('a')],
    ['text', '"a\\u0000b"', 'a\0b'], ['text', '"\\ud800"', '\ud800'], ['jsonb', 'object', { a: 1 }],
    ['date', 'object', new Date(0)], ['int4[]', 'a promise', [Promise.resolve(1)]],
  ])
  const functions = Object.fromEntries(answers.map(([returns, , answer], at) =>
    [`f${at}`, { args: [], returns, call: () => /** @type {any} */ (answer) }]))
  const ext = defineExtension({
    name: 'words', version: '1', types: { word },
    functions: { ...functions, octets: { args: [], returns: 'bytea', call: () => Uint8Array.of(1, 44, 2) } },
  })
  const db = await open(':memory:', { extensions: [ext] })
  await db.exec('CREATE EXTENSION words; CREATE TABLE t (v word); CREATE INDEX ON t (v)')
  await db.exec("INSERT INTO t VALUES ('a'), ('b')")
  for (const [name, text] of [
    ['format', 'SELECT v FROM t'], ['compare', "SELECT v < 'b'::word FROM t"], ['decode', 'SELECT v FROM t'],
    ['key', "INSERT INTO t VALUES ('c')"], ['encode', "INSERT INTO t VALUES ('c')"],
    ['compare', "SELECT * FROM t WHERE v < 'b'"], ['parse!', "INSERT INTO t VALUES ('c')"],
  ]) for (const way of name.endsWith('!') ? [name] : [name, `${name}!`]) {
    broken = way
    await assert.rejects(db.query(text), { code: '38000', message: new RegExp(`^word\\.${name.replace('!', '')}: `) })
  }
  broken = ''
  assert.deepEqual((await db.query('SELECT v::text FROM t ORDER BY v')).rows, [{ v: 'a' }, { v: 'b' }])
  for (const [at, [, given]] of answers.entries())
    await assert.rejects(db.query(`SELECT f${at}()`), (/** @type {any} */ error) =>
      error.code === '38000' && error.message.startsWith(`words.f${at}: the answer is no value`)
      && error.message.endsWith(`: ${given}`))
  assert.deepEqual((await db.query('SELECT octets()::text AS o')).rows, [{ o: '\\x012c02' }])
  await db.close()
})

test('what is no extension, or a broken one, is told by name and how it is put right', async () => {
  const of = (/** @type {object} */ members) => ({ name: 'b', version: '1', ...members })
  const func = (/** @type {object} */ members) => of({ functions: { f: { args: [], returns: 'int4', ...members } } })
  const whole = { parse: String, format: String }
  /** @type {[unknown, RegExp][]} */
  const wrong = [
    [null, /"null".* no object/], ['words', /"words".* a name: import its module/], [() => {}, /give what it returns/],
    [import('node:fs'), /await it/], [await import('node:fs'), /a module: give what it exports/],
    [{ default: of({}) }, /"b".* a module/], [{}, /identifier/], [{ name: 'b', version: 1 }, /a version, a string/],
    [of({ types: 5 }), /"types" of an extension must be an object/],
    [of({ types: { t: null } }), /type "t" must be an/],
    [of({ types: { t: { ...whole, compare: 1, key: 1 } } }), /"compare" of type "t" must be a function/],
    [of({ types: { t: { ...whole, async parse() {} } } }), /"parse" of type "t".* it is async/],
    [of({ functions: { f: null } }), /function "f" must be an object/], [func({}), /must have call/],
    [func({ async call() {} }), /"call" of function "f" .*it is async, and statements do not wait/],
    [func({ * call() {} }), /it is a generator/], [func({ call() {}, volatility: 'often' }), /stable or volatile/],
    [func({ call() {}, args: [4] }), /"args" of function "f" must be an array of strings/],
    [of({ operators: {} }), /must be an array/], [of({ operators: [null] }), /operator 1 must be an object/],
    [of({ operators: [{ function: 'f' }] }), /operator 1 must have name and right/],
    [of({ operators: [{ name: '+', right: 'int4' }] }), /must name one of its functions/],
    [of({ requires: 'x' }), /an array of strings/], [of({ comment: 4 }), /"comment".* a string/],
    [of({ updates: { 1.1: 'SELECT 1' } }), /'1\.0--1\.1'/], [of({ hooks: null }), /"hooks" of an extension/],
    [of({ hooks: { statement: async () => {} } }), /"statement" of hooks.* async/], [of({ script: 5 }), /"script"/],
  ]
  for (const [given, message] of wrong) {
    const definition = /** @type {never} */ (given)
    assert.throws(() => defineExtension(definition), { code: '22023', message }, String(message))
    await assert.rejects(open(':memory:', { extensions: [definition] }), { code: '22023', message }, String(message))
  }
  for (const extensions of [5, {}, null, 'x'])
    await assert.rejects(open(':memory:', { extensions: /** @type {never} */ (extensions) }),
      { code: '22023', message: /extensions must be an array of what defineExtension returned/ })
})

test('a class that could serve nothing is refused where it is made', async () => {
  const method = (/** @type {string} */ using, /** @type {string} */ type) =>
    `CREATE OPERATOR CLASS own_ops FOR TYPE ${type} USING ${using} AS OPERATOR 1 =, FUNCTION 1 plain_cmp(plain, plain)`
  const plain = (/** @type {string} */ script) => defineExtension({
    name: 'plain', version: '1', script, types: { plain: { parse: String, format: String } },
    functions: {
      plain_cmp: { args: ['plain', 'plain'], returns: 'int4', call: (a, b) => (a < b ? -1 : a > b ? 1 : 0) },
      plain_eq: { args: ['plain', 'plain'], returns: 'bool', call: (a, b) => a === b },
    },
    operators: [{ name: '=', left: 'plain', right: 'plain', function: 'plain_eq' }],
  })
  for (const [script, message] of /** @type {[string, RegExp][]} */ ([
    [method('btree', 'plain'), /^btree operator class "own_ops" over type plain, which has no "compare" and "key", is/],
    [method('hash', 'plain'), /^hash operator class "own_ops" over type plain/],
    [method('gin', 'plain'), /^gin operator class "own_ops" of an extension that a program brings is not supported/],
    [method('gist', 'int4'), /^gist operator class/],
  ])) {
    const own = await open(':memory:', { extensions: [plain(script)] })
    await assert.rejects(own.query('CREATE EXTENSION plain'), { code: '0A000', message })
    assert.deepEqual((await own.query("SELECT * FROM pg_type WHERE typname = 'plain'")).rows, [])
    await own.close()
  }
  const own = await open(':memory:', { extensions: [plain('')] })
  await own.query('CREATE EXTENSION plain')
  assert.deepEqual((await own.query("SELECT 'a'::plain = 'a' AS same")).rows, [{ same: true }])
  await assert.rejects(own.query(method('btree', 'plain')), { code: '0A000' })
  await own.close()
})

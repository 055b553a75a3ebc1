/**
 * Long texts, arrays and documents give what short ones do: they go other ways (replace-text.js, util/membership.js).
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { builtinFunction } from '../../../src/functions/registry.js'
import { like, likeInSteps } from '../../../src/functions/strings/like.js'
import { replaceText } from '../../../src/functions/strings/replace-text.js'
import { PgArray } from '../../../src/types/array.js'
import { atOnce, turnUntil } from '../../../src/util/effort.js'

test('replace() in a long text is what replaceAll gives', () => {
  const pieces = ['a', 'ab', 'aab', 'é', '€', '😀', 'xyz'.repeat(40), '\n']
  let seed = 7
  const pick = () => pieces[(seed = Math.imul(seed, 1103515245) + 12345 & 0x7fffffff) % 65521 % pieces.length]
  const text = Array.from({ length: 9000 }, pick).join('')
  assert.ok(text.length > 65536)
  for (const from of ['a', 'ab', 'aab', 'aa', 'é', '😀a', 'zx', 'nowhere', 'xyz'.repeat(40), `${text.slice(-5000)}`]) {
    for (const to of ['', 'b', 'é€', '$&', from + from])
      assert.equal(
        replaceText(text, from, to),
        text.replaceAll(from, () => to)
      )
  }
  assert.throws(() => replaceText('a'.repeat(110000), 'a', 'b'.repeat(5000)), {
    code: '53200',
    message: /the result of replace\(\) would take/,
  })
})

test('containment of long arrays and documents', async () => {
  const db = await open(':memory:')
  const ask = async (/** @type {string} */ text) =>
    (await db.query(text.replace(/^select (.*?)\s+from \(/s, 'select array[$1] as answers from ('))).rows[0].answers
  assert.deepEqual(await ask(`select a @> b, b <@ a, a && b, a @> array[0.0], b @> a, a && array[-1, 0.0], a @> (b || null), (a || null) && array[null]::numeric[], array[1.50, 2] || a @> (b || 1.5)
    from (select array_agg(i::numeric) a, array_agg(i * 1.00) filter (where i % 2 = 0) b from generate_series(1, 3000) i) x`), [true, true, true, false, false, false, true, false, true])
  assert.deepEqual(await ask(`select a @> b, b @> a, a @> '[3.00, "x7"]', (a || '{"k": [1, 2]}') @> (b || '{"k": [2]}'), a @> (b || '{"k": 1}'), a @> (b || 'null'), (a || 'null') @> (b || 'null')
    from (select jsonb_agg(i) || jsonb_agg('x' || i) a, jsonb_agg(i * 1.0) || jsonb_agg('x' || i) filter (where i % 2 = 1) b from generate_series(1, 300) i) x`), [true, false, true, true, false, false, true])
  await db.close()
})

test('statement_timeout is heard inside long calls', async () => {
  const db = await open(':memory:')
  await db.exec("set statement_timeout = '100ms'")
  const path = (/** @type {number} */ up) =>
    `('(' || string_agg('(' || i || ',' || (i * i % 1000 + ${up}) || ')', ',') || ')')`
  for (const text of [
    `select p <-> q from (select ${path(0)}::path p, ${path(5000)}::path q from generate_series(1, 30000) i) x`,
    `select p @> q from (select ${path(0)}::polygon p, ${path(0)}::polygon q from generate_series(1, 30000) i) x`,
    "select a @> b from (select jsonb_agg(jsonb_build_object('a', i)) a, jsonb_agg(jsonb_build_object('a', 30001 - i)) b from generate_series(1, 30000) i) x",
  ]) await assert.rejects(db.query(text), { code: '57014' })
  await db.close()
})

test('a statement that has had an effect does not begin again for a call with large values', async () => {
  const db = await open(':memory:')
  await db.exec('CREATE TABLE rows (n serial, b text); CREATE TABLE keys (a int PRIMARY KEY, b text)')
  await db.query("INSERT INTO rows (b) VALUES (repeat('x', 500000))")
  assert.deepEqual(
    (await db.query("INSERT INTO rows (b) VALUES ('y') RETURNING n, length(repeat(b, 1000000)) AS l")).rows,
    [{ n: 2, l: 1000000 }]
  )
  assert.deepEqual(
    (
      await db.query(
        "INSERT INTO rows (b) VALUES ('z') RETURNING n, length(regexp_replace(repeat('a', 300000), 'a', 'b')) AS l"
      )
    ).rows,
    [{ n: 3, l: 300000 }]
  )
  assert.equal(
    (await db.query("INSERT INTO keys VALUES (1, 'x') RETURNING length(repeat(b, 1000000)) AS l")).rows[0].l,
    1000000
  )
  assert.deepEqual((await db.query('UPDATE keys SET a = a + 10 RETURNING a, length(repeat(b, 1000000)) AS l')).rows, [
    { a: 11, l: 1000000 },
  ])
  assert.deepEqual((await db.query('SELECT array_agg(n ORDER BY n)::text AS n FROM rows')).rows, [{ n: '{1,2,3}' }])
  assert.deepEqual((await db.query("SELECT nextval('rows_n_seq') AS n, length(repeat('x', 1000000)) AS l")).rows, [
    { n: '4', l: 1000000 },
  ])
  await db.close()
})

test('LIKE by long patterns gives what it gives at once', () => {
  const texts = ['ab'.repeat(60_000), `${'ab'.repeat(60_000)}\\`, `x${'é_'.repeat(50_000)}😀`]
  const patterns = [
    '_b'.repeat(60_000), `${'_b'.repeat(50_000)}%`, `%${'_b'.repeat(50_000)}`, `%${'a_'.repeat(40_000)}%b`,
    `x${'\\é\\_'.repeat(50_000)}_`, `${'ab'.repeat(60_000)}\\\\`, `%${'é_'.repeat(40_000)}😀`,
    `%${'_'.repeat(120_001)}`,
  ]
  for (const text of texts)
    for (const pattern of patterns) assert.equal(atOnce(likeInSteps(text, pattern)), like(text, pattern))
  assert.equal(patterns.filter((pattern) => like(texts[0], pattern)).length, 4)
  const dangling = `${'_b'.repeat(60_000)}\\`
  assert.equal(like(texts[0], dangling), false)
  assert.throws(() => like(texts[1], dangling), { code: '22025' })
  assert.throws(() => atOnce(likeInSteps(texts[1], dangling)), { code: '22025' })
})

test('long arrays are looked through for one another with rests', () => {
  const many = new PgArray(23, [100_000], [1], Array.from({ length: 100_000 }, (_, at) => at))
  const some = new PgArray(23, [3], [1], [5, 99_999, null])
  turnUntil(0)
  try {
    for (const [name, args, expected] of /** @type {[string, PgArray[], boolean][]} */ ([
      ['arraycontains', [many, many], true], ['arraycontains', [many, some], false],
      ['arraycontained', [many, many], true], ['arrayoverlap', [some, many], true],
    ])) {
      let rests = 0
      const work = /** @type {any} */ (builtinFunction(name)).steps(...args)
      let step = work.next()
      for (; !step.done; step = work.next()) rests++
      assert.equal(step.value, expected)
      assert.ok(rests > 50, `${name}: ${rests}`)
    }
  } finally {
    turnUntil(Infinity)
  }
})

test('long texts are converted piece by piece as at once', () => {
  const text = `${'é'.repeat(1_100_000)}a${'😀'.repeat(300_000)}`
  const latin = 'aé'.repeat(1_200_000)
  const ended = (/** @type {string} */ name, /** @type {unknown[]} */ ...args) => [
    atOnce(/** @type {any} */ (builtinFunction(name)).steps(...args)),
    /** @type {any} */ (builtinFunction(name)).call(...args),
  ]
  for (const [name, ...args] of [
    ['pg_convert_from', Buffer.from(text), 'UTF8'], ['pg_convert_from', Buffer.from(`x${text}`), 'UTF8'],
    ['pg_convert_from', Buffer.from(latin, 'latin1'), 'LATIN1'], ['pg_convert_to', text, 'UTF8'],
    ['pg_convert_to', `x${latin}`, 'LATIN1'],
  ]) {
    const [steps, whole] = ended(String(name), ...args)
    assert.ok(typeof whole === 'string' ? steps === whole : Buffer.compare(steps, whole) === 0, String(name))
  }
  assert.throws(() => ended('pg_convert_from', Buffer.concat([Buffer.from(text), Buffer.from([0xc3])]), 'UTF8'), {
    code: '22021', message: /0xc3/,
  })
  assert.throws(() => ended('pg_convert_to', text, 'LATIN1'), { code: '22P05' })
})

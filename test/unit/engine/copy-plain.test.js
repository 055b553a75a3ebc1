/**
 * COPY FROM's rows that go from bytes to tuples at once (executor/operators/write/plain-rows.js), against the general
 * reader: a table with a CHECK is always read by that
 * one. Both get the same pieces; rows, index contents and errors must agree.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { seededRandom } from '../../../src/util/prng.js'
import { rounds } from '../../support/rounds.js'

const COLUMNS = `id int4 NOT NULL, small int2, big int8 NOT NULL, ratio float8, word text, code varchar(5), pad char(7), day date, at timestamp, flag bool, amount numeric(12, 3), single float4, list int4[], tag "char", who name`
const NAMES = 'id small big ratio word code pad day at flag amount single list tag who'.split(' ')

/** @typedef {ReturnType<typeof seededRandom>} Random */

/**
 * A field of a column, mostly right.
 * @param {Random} random
 * @param {string} name
 * @param {number} row
 * @param {boolean} wild
 */
function field(random, name, row, wild) {
  const some = (/** @type {string[]} */ list) => list[random.below(list.length)]
  if (wild && random.below(60) === 0)
    return some([
      '', ' 5', '5 ', '+5', '--1', '1e3', 'x', '99999999999', '-', '.', 'NaN', '-0', '0x1', '  ', 'é', '1_0',
    ])
  switch (name) {
    case 'id': return String(row)
    case 'small': return String(random.below(65536) - 32768)
    case 'big': return some([String(random.below(1e9)), '-9223372036854775808', '123456789012345', '-1234567890123456', '0', '-7'])
    case 'ratio': return some([String(random.double() * 100 - 50), '0.5', '-0.25', '.5', '5.', '-0', '1e10', '123456.789012345678', '-.125', 'Infinity', String(random.below(1000))])
    case 'word': return some(['', 'plain', 'Grüße', '日本', 'x'.repeat(random.below(200)), 'a b  c', '"', '\u{1f600}', ' \\ '.trim()]).replace('\\', '')
    case 'code': return some(['', 'abc', 'abcde', 'é'])
    case 'pad': return some(['', 'x', 'sevenxx', 'ü  '])
    case 'day': return some(['2024-02-29', '1999-12-31', 'infinity', 'Jan 8 1999'])
    case 'at': return some(['2024-02-29 12:34:56.789', '2024-02-29T12:34:56', '1-2-3', 'epoch', '2001-09-28 01:00'])
    case 'flag': return some(['t', 'f', 'true', 'no', '1'])
    case 'amount': return some(['1.5', '-123456.7894', '0', '.001', '1e2'])
    case 'single': return some(['1.5', '3.1415926', '-1e-5'])
    case 'list': return some(['{}', '{NULL}', '{1}', 'null'].slice(0, 3))
    case 'tag': return some(['a', 'b'])
    default: return some(['joe', 'x'.repeat(70)])
  }
}

/** @param {Random} random @param {'text' | 'csv'} format @param {number} rows @param {boolean} wild */
function lines(random, format, rows, wild) {
  const delimiter = format === 'csv' ? ',' : '\t'
  const data = []
  for (let row = 1; row <= rows; row++) {
    const fields = NAMES.map((name) => {
      if (name !== 'id' && name !== 'big' && random.below(7) === 0) return format === 'csv' ? '' : '\\N'
      const text = field(random, name, wild && random.below(200) === 0 ? row - 1 : row, wild)
      if (format === 'csv')
        return text === '' || /["\n,]/.test(text) || random.below(20) === 0 ? `"${text.replaceAll('"', '""')}"` : text
      return random.below(30) === 0
        ? text.replace(/[a-z]/, (letter) => `\\x${letter.charCodeAt(0).toString(16)}`)
        : text
    })
    if (wild && random.below(150) === 0) fields.pop()
    if (wild && random.below(150) === 0) fields.push('more')
    data.push(`${fields.join(delimiter)}${wild && random.below(300) === 0 ? '\r' : ''}\n`)
  }
  return data.join('')
}

/** @param {Random} random @param {string} text @returns {Buffer[]} */
function pieces(random, text) {
  const bytes = Buffer.from(text)
  const list = []
  for (let at = 0; at < bytes.length;) {
    const size = 1 + random.below(random.below(3) === 0 ? 50 : 3000)
    list.push(bytes.subarray(at, at + size))
    at += size
  }
  return list
}

for (const format of /** @type {const} */ (['text', 'csv'])) {
  test(`${format}: rows that are read at once are what the general reader makes of them`, async () => {
    const random = seededRandom(41)
    const db = await open(':memory:')
    try {
      const indexes = (/** @type {string} */ table) => `CREATE UNIQUE INDEX ON ${table} (id); CREATE INDEX ON ${table} (word, small); CREATE INDEX ON ${table} (big) WHERE small > 0; CREATE INDEX ON ${table} (lower(code))`
      await db.exec(`CREATE TABLE plain (${COLUMNS}); CREATE TABLE general (${COLUMNS}, CHECK (id IS NOT NULL)); ${indexes('plain')}; ${indexes('general')}`)
      let failed = 0
      for (let round = 0; round < rounds(24, 60); round++) {
        const text = lines(random, format, 1 + random.below(round < 6 ? 3000 : 60), round >= 3)
        const parts = pieces(random, text)
        await db.exec('TRUNCATE plain, general')
        const outcome = async (/** @type {string} */ table) => {
          try {
            return { rows: await db.copyFrom(table, parts.map((part) => Buffer.from(part)), { format }) }
          } catch (error) {
            failed++
            const { code, message, where, detail } = /** @type {any} */ (error)
            return { code, message: message.replaceAll(table, 't'), where: where?.replaceAll(table, 't'), detail }
          }
        }
        const general = await outcome('general')
        assert.deepEqual(await outcome('plain'), general)
        const all = async (/** @type {string} */ table) =>
          (await db.query(`SELECT *, octet_length(pad) AS n FROM ${table} ORDER BY id, big`)).rows
        assert.deepEqual(await all('plain'), await all('general'))
        for (const where of [
          "word = 'plain' AND small < 100", 'big < 100000 AND small > 0', "lower(code) = 'abc'", 'id = 5',
        ]) {
          const count = async (/** @type {string} */ table) =>
            (await db.query(`SELECT count(*)::int AS n FROM ${table} WHERE ${where}`)).rows
          assert.deepEqual(await count('plain'), await count('general'), where)
        }
      }
      assert.ok(failed > rounds(8, 20), 'wild lines were refused')
      assert.deepEqual((await db.check()).problems, [])
    } finally {
      await db.close()
    }
  })
}

test('the usual rows are read at once, and options that change the meaning of bytes send them to the general reader', async () => {
  const db = await open(':memory:')
  try {
    await db.exec('CREATE TABLE t (a int4, b text, c text)')
    const load = async (/** @type {string} */ text, /** @type {any} */ format) => {
      await db.exec('TRUNCATE t')
      await db.copyFrom('t', [text], format)
      return (await db.query('SELECT * FROM t')).rows
    }
    assert.deepEqual(await load('1\tx\t\\N\n2\t\ty\n', {}), [{ a: 1, b: 'x', c: null }, { a: 2, b: '', c: 'y' }])
    assert.deepEqual(await load('1,x,\n2,"",y\n', { format: 'csv' }), [
      { a: 1, b: 'x', c: null },
      { a: 2, b: '', c: 'y' },
    ])
    assert.deepEqual(await load('1\tx\t-\n2\t\\N\ty\n', { null: '-' }), [
      { a: 1, b: 'x', c: null },
      { a: 2, b: 'N', c: 'y' },
    ])
    assert.deepEqual(await load('1-x-\n2-y-z\n', { format: 'csv', delimiter: '-' }), [
      { a: 1, b: 'x', c: null },
      { a: 2, b: 'y', c: 'z' },
    ])
    assert.deepEqual(await load('a,b,c\n1,x,\n2,y,z\n', { format: 'csv', header: true }), [
      { a: 1, b: 'x', c: null },
      { a: 2, b: 'y', c: 'z' },
    ])
    assert.deepEqual(await load('1\tx\ty\n2\tu\tv\n\\.\nignored\n', {}), [
      { a: 1, b: 'x', c: 'y' },
      { a: 2, b: 'u', c: 'v' },
    ])
  } finally {
    await db.close()
  }
})

test('a COPY larger than the pool has its pages written beside it, not while everybody waits', async () => {
  const db = await open({ path: ':memory:', bufferPool: '4MB' })
  try {
    await db.exec('CREATE TABLE t (a int4 NOT NULL, b text)')
    const { writer } = db.cluster.storage
    const before = writer.foregroundBatches
    const piece = (/** @type {number} */ from) =>
      Array.from({ length: 1000 }, (_, row) => `${from + row}\t${'x'.repeat(200)}\n`).join('')
    assert.equal(
      await db.copyFrom(
        't',
        (function* () {
          for (let from = 0; from < 40_000; from += 1000) yield piece(from)
        })(),
      ),
      40_000,
    )
    assert.equal(writer.foregroundBatches, before)
    assert.ok(writer.pagesWritten > 500)
  } finally {
    await db.close()
  }
})

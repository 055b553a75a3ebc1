/**
 * COPY's readers: formats in pieces of any size, ends of lines, what is malformed; COPY binary there and back; FREEZE.
 */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { BinaryReader } from '../../../src/engine/commands/copy/binary-reader.js'
import { CsvReader } from '../../../src/engine/commands/copy/csv-reader.js'
import { copyOptions } from '../../../src/engine/commands/copy/options.js'
import { longRows, rowWriter } from '../../../src/engine/commands/copy/row-writer.js'
import { TextReader } from '../../../src/engine/commands/copy/text-reader.js'
import { builtinType } from '../../../src/types/registry.js'
import { DEFAULT_ENV } from '../../../src/types/type-ops.js'
import { ByteWriter } from '../../../src/util/byte-writer.js'
import { connected, copyData, copyDone, query } from '../../support/wire-client.js'
import { startServer } from '../../support/wire-server.js'

/** @import { TypeOps } from '../../../src/types/type-ops.js' */

const READERS = { text: TextReader, csv: CsvReader, binary: BinaryReader }
/** @param {any} value @returns {object} as the grammar gives it */
const written = (value) => Array.isArray(value) ? { List: { items: value.map(written) } }
  : typeof value === 'string' ? { String: { sval: value } } : { Boolean: { boolval: value } }
const option = (/** @type {string} */ defname, /** @type {any} */ value) => ({
  DefElem: { defname, arg: written(value) },
})

/**
 * @param {'text' | 'csv' | 'binary'} format
 * @param {string | Buffer} input
 * @param {{ piece?: number, types?: number[], options?: Record<string, any> }} [how]
 * @returns {any[][]}
 */
function rows(format, input, { piece = 1, types = [25, 25], options = {} } = {}) {
  const columns = types.map((type, at) => ({ name: 'abcdef'[at], type, typmod: -1, ops: builtinType(type) }))
  const reader = new READERS[format](
    't',
    columns,
    copyOptions(
      [option('format', format), ...Object.entries(options).map(([name, value]) => option(name, value))],
      true,
    ),
    DEFAULT_ENV,
  )
  const bytes = Buffer.from(/** @type {string} */ (input))
  /** @type {any[][]} */
  const found = []
  for (let at = 0; ;) {
    const row = reader.next()
    if (row === null) return found
    if (row !== undefined) { found.push(row); continue }
    if (at >= bytes.length) reader.end()
    else reader.feed(Buffer.from(bytes.subarray(at, at + piece)))
    at += piece
  }
}

/**
 * Whatever the pieces.
 * @param {'text' | 'csv'} format
 * @param {string} input
 * @param {any[][]} expected
 * @param {Record<string, any>} [options]
 */
function reads(format, input, expected, options = {}) {
  for (const piece of [1, 2, 3, 7, 1000])
    assert.deepEqual(
      rows(format, input, { piece, options }), expected, `${JSON.stringify(input)} in pieces of ${piece}`,
    )
}

/**
 * @param {'text' | 'csv'} format
 * @param {string} input
 * @param {RegExp} message
 * @param {Record<string, any>} [options]
 */
function refuses(format, input, message, options = {}) {
  for (const piece of [1, 2, 1000])
    assert.throws(
      () => rows(format, input, { piece, options }),
      (/** @type {any} */ error) => error.code === '22P04' && message.test(error.message),
    )
}

test('a column may be forced to null where it is quoted and to text where it is not', () => {
  const options = { null: 'NUL', force_null: ['a'], force_not_null: ['a', 'b'] }
  reads('csv', 'NUL,NUL\n"NUL","NUL"\n', [['NUL', 'NUL'], [null, 'NUL']], options)
})

test('lines end as the first one does', () => {
  for (const eol of ['\n', '\r\n', '\r']) {
    for (const format of /** @type {const} */ (['text', 'csv'])) {
      const comma = format === 'csv' ? ',' : '\t'
      reads(format, `1${comma}2${eol}3${comma}4${eol}`, [['1', '2'], ['3', '4']])
      reads(format, `1${comma}2${eol}3${comma}4`, [['1', '2'], ['3', '4']])
    }
  }
  refuses('text', 'a\tb\nc\rc\td\n', /literal carriage return/)
  refuses('text', 'a\tb\r\nc\td\n', /literal newline/)
  refuses('text', 'a\tb\r\nc\rd\te\r\n', /literal carriage return/)
  refuses('text', 'a\tb\rc\nd\te\r', /literal newline/)
  refuses('csv', 'a,b\nc\rc,d\n', /unquoted carriage return/)
  refuses('csv', 'a,b\r\nc,d\n', /unquoted newline/)
})

test('text: escapes, nulls, the end marker', () => {
  reads('text', 'a\\tb\t\\N\nx\\\ny\t\\x41\\101\\\\\n\\.\nnever read', [['a\tb', null], ['x\ny', 'AA\\']])
  reads('text', 'a\\\rb\tc\nd\t\n', [['a\rb', 'c'], ['d', '']])
  refuses('text', 'a\\.b\tc\n', /end-of-copy marker corrupt/)
  refuses('text', '\\.x\tc\n', /end-of-copy marker corrupt/)
  refuses('text', 'a\tb\n\\.', /end-of-copy marker corrupt/)
  refuses('text', 'a\tb\n\\.\r\n', /end-of-copy marker does not match previous newline style/)
  refuses('text', 'a\n', /missing data for column "b"/)
  refuses('text', 'a\tb\tc\n', /extra data/)
})

test('escaped fields of any length are themselves', () => {
  const lengths = [3, 1000, 1010, 1023, 1024, 1025, 500, 2040, 2060, 5000, 12, 4096, 9000, 11_000]
  const texts = lengths.map((length, at) => `${'abcdefghijklmn'[at].repeat(length - 2)}\n"`)
  const pairs = texts.map((text, at) => [text, texts[(at + 5) % texts.length]])
  const escaped = (/** @type {string} */ text) => text.replaceAll('\n', '\\n')
  const quoted = (/** @type {string} */ text) => `"${text.replaceAll('"', '""')}"`
  for (const piece of [1, 700, 100_000]) {
    assert.deepEqual(rows('text', pairs.map((pair) => `${pair.map(escaped).join('\t')}\n`).join(''), { piece }), pairs)
    assert.deepEqual(rows('csv', pairs.map((pair) => `${pair.map(quoted).join(',')}\n`).join(''), { piece }), pairs)
  }
  const name = 'x'.repeat(3000)
  assert.throws(() => rows('text', `${name}\\n\tb\n`, { options: { header: 'match' } }), new RegExp(`${name}`))
})

test('csv: quotes, line ends within, the escape beside the quote', () => {
  reads('csv', '"a""b","c\nd"\n,""\n', [['a"b', 'c\nd'], [null, '']])
  reads('csv', '"a\\"b",c\n"\\\\",d\n', [['a"b', 'c'], ['\\', 'd']], { escape: '\\' })
  reads('csv', 'a\\.,b\n\\.\nx,y\n', [['a\\.', 'b']])
  refuses('csv', 'a,"b\nc,d\n', /unterminated CSV quoted field/)
  refuses('csv', 'a,b\n\\.', /missing data for column "b"/)
})

test('headers are skipped, or must match', () => {
  reads('csv', 'x,y\n1,2\n', [['1', '2']], { header: true })
  reads('text', 'a\tb\n1\t2\n', [['1', '2']], { header: 'match' })
  refuses('csv', 'a,c\n1,2\n', /field 2: got "c", expected "b"/, { header: 'match' })
  refuses('csv', 'a\n1,2\n', /got 1, expected 2/, { header: 'match' })
  refuses('text', 'a\t\\N\n', /got null value \("\\N"\), expected "b"/, { header: 'match' })
})

test('binary: what is cut off, and what is no COPY file', () => {
  const begin = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
  const row = Buffer.from([0, 2, 0, 0, 0, 4, 0, 0, 0, 7, 0xff, 0xff, 0xff, 0xff])
  const whole = Buffer.concat([begin, row, row, Buffer.from([0xff, 0xff])])
  for (const piece of [1, 5, 1000])
    assert.deepEqual(rows('binary', whole, { piece, types: [23, 25] }), [
      [7, null],
      [7, null],
    ])
  const fails = (/** @type {Buffer} */ bytes, /** @type {RegExp} */ message) =>
    assert.throws(() => rows('binary', bytes, { types: [23, 25] }), message)
  fails(Buffer.from('1\t2\n'), /signature not recognized/)
  fails(begin.subarray(0, 11), /missing flags/)
  fails(begin.subarray(0, 15), /missing length/)
  fails(Buffer.concat([begin, row.subarray(0, 9)]), /unexpected EOF/)
  fails(Buffer.concat([whole, Buffer.from([1])]), /after EOF marker/)
  fails(Buffer.concat([begin, Buffer.from([0, 1])]), /row field count is 1, expected 2/)
})

test('binary goes out and comes back; FREEZE wants a table nobody else can know', async () => {
  const server = await startServer()
  const client = await connected(server.port)
  try {
    await client.lines('CREATE TABLE b (i int, t text, n numeric, d timestamptz, a int[])')
    await client.lines(
      "INSERT INTO b VALUES (1, 'ä', 1.50, '2020-01-02 03:04:05+00', '{1,NULL,3}'), (NULL, NULL, NULL, NULL, NULL)",
    )
    client.send(query('COPY b TO STDOUT (FORMAT binary)'))
    const out = await client.take('Z')
    const data = Buffer.concat(out.filter(({ type }) => type === 'd').map(({ body }) => body))
    client.send(
      query('COPY b FROM STDIN (FORMAT binary)'), copyData(data.subarray(0, 30)), copyData(data.subarray(30)),
      copyDone(),
    )
    await client.take('Z')
    assert.equal((await client.lines('SELECT count(*), count(DISTINCT b) FROM b'))[1], 'D "4" "2"')
    await client.lines('BEGIN')
    await client.lines('TRUNCATE b')
    await client.lines('SAVEPOINT s')
    client.send(query('COPY b FROM STDIN (FREEZE)'), copyDone())
    assert.ok((await client.take('Z')).some(({ type, body }) => type === 'E' && body.includes('55000')))
    await client.lines('ROLLBACK TO s')
    await client.lines('RELEASE s')
    client.send(query('COPY b (i) FROM STDIN (FREEZE)'), copyData('5\n'), copyDone())
    assert.ok((await client.take('Z')).some(({ type, body }) => type === 'C' && body.includes('COPY 1')))
  } finally {
    client.end()
    await server.close()
  }
})

test('too many fields are told before what one of them holds', () => {
  for (const format of /** @type {const} */ (['text', 'csv'])) {
    const input = format === 'csv' ? 'x,2,3\n' : 'x\t2\t3\n'
    assert.throws(() => rows(format, input, { types: [23, 23] }), {
      code: '22P04',
      message: 'extra data after last expected column',
    })
    assert.throws(() => rows(format, input, { types: [23, 23, 23] }), { code: '22P02' })
  }
})

test('into a view goes to its triggers; an error in one says the line', async () => {
  const server = await startServer()
  const client = await connected(server.port)
  const copy = async (/** @type {string} */ statement, /** @type {string} */ data) => {
    client.send(query(statement), copyData(data), copyDone())
    return (await client.take('Z')).map(({ type, body }) => `${type} ${body.toString('latin1')}`)
  }
  try {
    await client.lines('CREATE TABLE t (a int PRIMARY KEY, b text)')
    await client.lines('CREATE VIEW v AS SELECT a, b, a * 2 AS c FROM t')
    assert.ok((await copy('COPY v FROM STDIN', '1\tx\t3\n')).some((line) => line.includes('42809')))
    await client.lines(`CREATE FUNCTION work() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF new.a = 9 THEN RETURN NULL; END IF; INSERT INTO t VALUES (new.a, new.b); RETURN new; END $$`)
    await client.lines('CREATE TRIGGER i INSTEAD OF INSERT ON v FOR EACH ROW EXECUTE FUNCTION work()')
    const done = await copy('COPY v (b, a) FROM STDIN WHERE a > 1', 'k\t1\nl\t2\nm\t9\nn\t3\n')
    assert.ok(done.some((line) => line.startsWith('C COPY 3')))
    const failed = await copy('COPY v FROM STDIN', '5\tx\t3\n2\ty\t4\n')
    assert.ok(
      failed.some((line) =>
        /C23505.*W.*PL\/pgSQL function work\(\) line 1 at SQL statement\nCOPY v, line 2/s.test(line),
      ),
    )
    assert.deepEqual((await client.lines('SELECT * FROM v ORDER BY a')).slice(1, 3), ['D "2" "l" "4"', 'D "3" "n" "6"'])
  } finally {
    client.end()
    await server.close()
  }
})

test('a row of long values is written in steps, byte for byte as at once', () => {
  const column = (/** @type {number} */ type) =>
    ({ name: 'c', type, typmod: -1, ops: /** @type {TypeOps} */ (builtinType(type)) })
  const columns = [column(25), column(25), column(23)]
  const row = ['a\tb\\é"😀,\n'.repeat(20_000), null, 7]
  const isLong = longRows(columns)
  assert.ok(isLong(row) && !isLong(['short', null, 7]))
  assert.ok(!longRows([column(23), column(701)])([1, 2]))
  for (const given of [[], [option('format', 'csv')], [option('format', 'csv'), option('escape', 'a')]]) {
    const outs = [new ByteWriter(64), new ByteWriter(64)]
    const [atOnce, inSteps] = outs.map((out) => rowWriter(columns, copyOptions(given, false), DEFAULT_ENV, out))
    atOnce.row(row)
    let rests = 0
    for (const work = inSteps.rowSteps(row); !work.next().done;) rests++
    assert.ok(rests > 2, `${rests} rests`)
    assert.ok(Buffer.from(outs[0].copy()).equals(Buffer.from(outs[1].copy())))
  }
})

test('so is one in binary: long texts, and arrays of many elements', () => {
  const ops = [25, 1007, 1009, 17].map((type) => /** @type {TypeOps} */ (builtinType(type)))
  const columns = ops.map((own) => ({ name: 'c', type: own.oid, typmod: -1, ops: own }))
  const numbers = ops[1].parse(`{NULL,${Array.from({ length: 9000 }, (_, at) => at)}}`, -1, DEFAULT_ENV)
  const texts = ops[2].parse(`{${Array.from({ length: 9000 }, (_, at) => `é${at}`)}}`, -1, DEFAULT_ENV)
  const row = ['a😀é'.repeat(60_000), numbers, texts, new Uint8Array(9)]
  assert.ok(longRows(columns)(row))
  const outs = [new ByteWriter(64), new ByteWriter(64)]
  const [atOnce, inSteps] = outs.map((out) =>
    rowWriter(columns, copyOptions([option('format', 'binary')], false), DEFAULT_ENV, out))
  atOnce.row(row)
  let rests = 0
  for (const work = inSteps.rowSteps(row); !work.next().done;) rests++
  assert.ok(rests > 20, `${rests} rests`)
  assert.ok(Buffer.from(outs[0].copy()).equals(Buffer.from(outs[1].copy())))
})

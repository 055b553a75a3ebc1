/** The parser's promises: exact statement texts, PostgreSQL's errors and positions, depth as 54001, a bounded cache. */
import { beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { loadParser, parse, nodeOf } from '../../../src/parser/parser.js'
import { withEscapedStrings } from '../../../src/parser/escape-strings.js'
import { foldList } from '../../../src/parser/in-list.js'
import { PlanCache } from '../../../src/engine/statements/core/plan-cache.js'
import { characterOffset, located, withPosition } from '../../../src/errors/syntax.js'
import { DbError } from '../../../src/errors/db-error.js'

beforeAll(loadParser)

/** @param {string} text @returns {DbError} */
function failure(text) {
  try { parse(text) } catch (error) { if (error instanceof DbError) return error; throw error }
  throw new Error('parsed')
}

test('statements come with their own text, in bytes that count', () => {
  const list = parse("SELECT 'é'; /* ü */ SELECT 2;; INSERT INTO t VALUES (1)")
  assert.deepEqual(list.map((s) => s.text), ["SELECT 'é'", 'SELECT 2', 'INSERT INTO t VALUES (1)'])
  assert.deepEqual(list.map((s) => s.tag), ['SelectStmt', 'SelectStmt', 'InsertStmt'])
  assert.equal(list[1].location, 22)
  assert.equal(nodeOf(list[2].stmt).node, list[2].node)
})

test('nothing is no statement', () => {
  for (const text of ['', '   ', ';;', '-- only a comment']) assert.deepEqual(parse(text), [])
})

test('syntax errors carry the message and the character position', () => {
  const error = failure("select 'é' + fro m x y z")
  assert.equal(error.code, '42601')
  assert.equal(error.message, 'syntax error at or near "x"')
  assert.equal(error.position, 20)
  assert.equal(failure('select 1 from t where').message, 'syntax error at end of input')
  assert.equal(failure('selct 1').position, 1)
  assert.equal(failure('select \0').code, '22021')
})

test('nesting beyond the stack is 54001 and leaves the parser usable', () => {
  for (const depth of [20_000, 100_000]) {
    assert.equal(failure(`select ${'('.repeat(depth)}1${')'.repeat(depth)}`).code, '54001')
    assert.equal(failure(`select ${'not '.repeat(depth)}true`).code, '54001')
    assert.equal(parse('select 1').length, 1)
  }
})

test('byte locations become character positions', () => {
  assert.equal(characterOffset('aé😀b', 7), 3)
  assert.equal(withPosition(located('42703', 'x', { location: 7 }), 'aé😀b').position, 4)
  assert.equal(withPosition(located('42703', 'x'), 'abc').position, undefined)
})

test('the plan cache is bounded and keeps what is used', () => {
  const cache = new PlanCache({ entriesMax: 8 })
  const first = cache.lookUp('select 0')
  for (let n = 1; n < 40; n++) {
    cache.lookUp(`select ${n}`)
    assert.equal(cache.lookUp('select 0'), first)
  }
  assert.ok(cache.texts.young.size + cache.texts.old.size <= 8)
})

/** @param {string} text @returns {any} the only constant of a SELECT list */
const constant = (text) => parse(text)[0].node.targetList[0].ResTarget.val.A_Const

/** The grammar takes a comment for a token, and the string behind it for another one. */
test('comments between the pieces of a string', () => {
  for (const text of [
    "select 'a' -- x\n 'b' as v",
    "select 'a'--\n'b'",
    "select 'a' \n\n -- it's \n -- 'c'\r 'b'",
    "select E'\\x61' -- é€😀\n '\\x62'",
    "select U&'a' -- x\n '\\0062'",
  ])
    assert.equal(constant(text).sval.sval, 'ab', text)
  assert.equal(constant("select b'1' -- x\n'0'").bsval.bsval, 'b10')
  for (const text of ["select 'a' --'", "select 'a'---, 'b'", "select 'a'\n-- ' 'b'"])
    assert.equal(constant(text).sval.sval, 'a', text)
  for (const text of ["select 'a' -- x\n /* y */ 'b'", "select 'a' /* x */\n 'b'", "select 'a' -- x 'b'\n, from"])
    assert.equal(failure(text).code, '42601', text)
  const text = "select 'a' -- é€😀\n 'b', 'ü', 'c' -- x\n 'd' from"
  assert.equal(parse(`${text} t`)[0].text, `${text} t`)
  assert.equal(failure(`${text} x y z`).position, Array.from(text).length + 6)
})

test('what later grammars take is refused, unless something before it is wrong', () => {
  /** @param {string} text @returns {[string, number | undefined]} */
  const said = (text) => { const { message, position } = failure(text); return [message, position] }
  const junk = 'trailing junk after numeric literal at or near'
  assert.deepEqual(said('select 1_000'), [`${junk} "1_000"`, 8])
  assert.deepEqual(said("select 'é', 0x1F"), [`${junk} "0x1F"`, 13])
  assert.deepEqual(said('select $1abc'), ['trailing junk after parameter at or near "$1abc"', 8])
  assert.deepEqual(said('select 1.5e- 2'), [`${junk} "1.5e-"`, 8])
  assert.deepEqual(said('select $1e- 2'), ['trailing junk after parameter at or near "$1e"', 8])
  assert.deepEqual(said('select 1 -- c\r 1_000'), [`${junk} "1_000"`, 16])
  assert.deepEqual(said("select 'a' -- x\n 'b', 1_0"), [`${junk} "1_0"`, 23])
  assert.deepEqual(said('select 1\v, 2'), ['syntax error at or near "\v"', 9])
  assert.deepEqual(said('selec 1; select 1_000'), ['syntax error at or near "selec"', 1])
  assert.deepEqual(said("select 'abc 1_0"), ['unterminated quoted string at or near "\'abc 1_0"', 8])
  assert.deepEqual(said('select "abc 1_0'), ['unterminated quoted identifier at or near ""abc 1_0"', 8])
  for (const text of [
    'select \'a\v0x1\', "1_0", $$1_0$$, $a1_0$0x$a1_0$, a1_0 -- 1_0\n /* 1_0 /* \v */ 0x1 */',
    "select E'\\' 1_0'",
    "select E'a' -- it's\n'\\' 0x1'",
  ])
    assert.equal(parse(text).length, 1, text)
})

test('plain strings have escapes with standard_conforming_strings off', () => {
  for (const [text, written] of Object.entries({
    "select 'a\\'b'": "select E'a\\'b'",
    "select 'a''b', 'c'": "select E'a''b', E'c'",
    "select 'a' -- it's\n '\\t'": "select E'a' -- it's\n '\\t'",
    "select 'a'\r'b' 'c'": "select E'a'\r'b' E'c'",
    "select -- x'\r 'a'": "select -- x'\r E'a'",
    "select n'a\\t'": "select nchar E'a\\t'",
    "select int'5', date '5'": "select int E'5', date E'5'",
    "select 'a\\'": "select E'a\\'",
    "'": "E'",
    "select E'\\'', b'1', X'1f'": "select E'\\'', b'1', X'1f'",
    "select $$'$$, \"'\", /* ' /* */ ' */ 1": "select $$'$$, \"'\", /* ' /* */ ' */ 1",
    'select U&"a\'"': 'select U&"a\'"',
  }))
    assert.equal(withEscapedStrings(text), written)
  assert.throws(() => withEscapedStrings("select 'é', u&'a'"), { code: '0A000', position: 13 })
})

test('a list is folded around strings that look like parameters', () => {
  const list = (/** @type {number} */ count) => Array.from({ length: count }, (_, at) => `$${at + 1}`).join(', ')
  for (const string of [
    "E'a'\n'\\' $12 \\''", "E'a' -- it's\n'\\' in ($12'", "n'$12'", '$a$ $12 $a$', '"$12"', '/* $12 /* */ $12 */ 1',
    '-- $12\r 1',
  ]) {
    const folded = foldList(`select ${string} from t where id in (${list(10)}) and a = $11`)
    assert.equal(folded?.text, `select ${string} from t where id in ($1) and a = $2`)
  }
  assert.equal(foldList(`select 'open from t where id in (${list(10)})`), null)
})

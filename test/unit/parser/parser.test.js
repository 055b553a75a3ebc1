/** The parser's promises: exact statement texts, PostgreSQL's errors and positions, depth as 54001, a bounded cache. */
import { test, before } from 'node:test'
import assert from 'node:assert/strict'
import { loadParser, parse, nodeOf } from '../../../src/parser/parser.js'
import { PlanCache } from '../../../src/engine/statements/plan-cache.js'
import { characterOffset, located, withPosition } from '../../../src/errors/syntax.js'
import { DbError } from '../../../src/errors/db-error.js'

before(loadParser)

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

import assert from 'node:assert/strict'
import { test } from 'vitest'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  Grammar, GrammarComplaint, GrammarOutOfMemory, GrammarStackOverflow, newInstance
} from '../../../src/parser/grammar.js'

const { compile } = /** @type {any} */ (globalThis).WebAssembly
const WASM = readFileSync(createRequire(import.meta.url).resolve('libpg-query/wasm/libpg-query.wasm'))

/** A grammar that counts its instances. @param {Promise<object>} module */
function counted(module) {
  const made = { count: 0 }
  return { made, grammar: new Grammar(() => { made.count++; return newInstance(module) }) }
}

/** The module with a memory that cannot grow. */
function withoutGrowth() {
  const wasm = Buffer.from(WASM)
  // one memory, 2,048 to 16,384 pages
  const limits = wasm.indexOf(Buffer.from([0x05, 0x07, 0x01, 0x01, 0x80, 0x10, 0x80, 0x80, 0x01]))
  assert.ok(limits > 0, 'the module has another memory')
  Buffer.from([0x80, 0x90, 0x00]).copy(wasm, limits + 6) // 2,048 at most
  return wasm
}

const nested = (/** @type {number} */ depth) => `select ${'1+'.repeat(depth)}1`
const long = (/** @type {number} */ count) => `select coalesce(${'random(),'.repeat(count)}1)`
const isSelect = (/** @type {any} */ tree) => 'SelectStmt' in tree.stmts[0].stmt

test('a text is a tree, or a complaint with its place', async () => {
  const { grammar, made } = counted(compile(WASM))
  assert.throws(() => grammar.treeOf('select 1'), /not loaded/)
  await grammar.load()
  assert.ok(isSelect(grammar.treeOf("select 'ä€😀' as x")))
  assert.throws(
    () => grammar.treeOf("select 'ä€😀' from from"),
    (error) =>
      error instanceof GrammarComplaint && error.cursor === 18 && /syntax error at or near "from"/.test(error.message)
  )
  await nextTurn()
  assert.equal(made.count, 1)
})

test('what overflowing statements leave is given back in time', { timeout: 60_000 }, async () => {
  const { grammar, made } = counted(compile(WASM))
  await grammar.load()
  for (let round = 0; round < 3; round++) {
    assert.throws(() => grammar.treeOf(nested(30_000)), GrammarStackOverflow)
    assert.ok(isSelect(grammar.treeOf('select 1')))
  }
  await nextTurn()
  assert.equal(made.count, 1)
  for (let round = 0; round < 12; round++) {
    assert.throws(() => grammar.treeOf(nested(30_000)), GrammarStackOverflow)
    assert.ok(isSelect(grammar.treeOf('select 1')))
    await nextTurn()
  }
  assert.equal(made.count, 4)
})

test('after a statement that took all memory there is as much as before', { timeout: 60_000 }, async () => {
  const { grammar, made } = counted(compile(withoutGrowth()))
  await grammar.load()
  for (let round = 1; round <= 3; round++) {
    assert.ok(isSelect(grammar.treeOf(long(100_000))))
    assert.throws(() => grammar.treeOf(long(1_000_000)), GrammarOutOfMemory)
    assert.ok(isSelect(grammar.treeOf('select 1')), 'the old one works until the new one is there')
    await nextTurn()
    assert.equal(made.count, 1 + round)
  }
  assert.throws(
    () => grammar.treeOf(`select '${'x'.repeat(140 * 1024 * 1024)}'`),
    GrammarOutOfMemory,
    'no room for the text itself'
  )
})

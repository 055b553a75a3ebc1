/**
 * Texts that are guessed by what came before them: found as they are found by reading them, whatever stands between
 * and within their literals.
 */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { PlanCache } from '../../../src/engine/statements/core/plan-cache.js'
import { Trail } from '../../../src/engine/statements/core/trail.js'

/** @param {number} seed */
function random(seed) {
  let state = seed
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor(state / 2 ** 32 * below)
  }
}

/** @type {Map<unknown, number>} */
const numbers = new Map()

/** @param {unknown} prepared @returns {number} the same for the same */
function numberOf(prepared) {
  if (!numbers.has(prepared)) numbers.set(prepared, numbers.size)
  return /** @type {number} */ (numbers.get(prepared))
}

/** @param {PlanCache} plans @param {string} text @param {Trail} trail */
function found(plans, text, trail) {
  try {
    const piece = plans.single(text, trail)
    if (piece !== null) return [numberOf(piece.prepared), piece.values]
    // A semicolon in a string is told from others by splitting.
    const pieces = plans.findPieces(text)
      ?? plans.find(text).map((prepared) => ({ prepared, values: plans.values }))
    return pieces.length === 1 ? [numberOf(pieces[0].prepared), pieces[0].values] : pieces.length
  } catch (error) {
    return /** @type {Error} */ (error).message
  }
}

test('a statement is guessed once it was found, and came after another', () => {
  const plans = new PlanCache()
  const trail = new Trail()
  const texts = (/** @type {number} */ n) => [
    'BEGIN;', `UPDATE a SET b = b + -${n} WHERE c = ${n + 1};`,
    `SELECT 'it''s', 7 FROM a WHERE d = 'it''s ${n}' AND c=${n}`, 'END;',
  ]
  for (let round = 0; round < 3; round++) for (const text of texts(round)) plans.single(text, trail)
  for (let round = 3; round < 5; round++)
    for (const text of texts(round)) {
      const guessed = trail.guess(text, plans)
      assert.notEqual(guessed, null, text)
      assert.deepEqual([numberOf(guessed), trail.values], found(plans, text, new Trail()), text)
    }
})

const WAYS = [1, 2, 3].flatMap((n) =>
  ['begin', `select from a where b = ${n}`, 'begin', `select from b where c = '${n}'`, 'begin'])

test('two ways that a session goes are both known', () => {
  const plans = new PlanCache()
  const trail = new Trail()
  const go = (/** @type {string} */ text) => plans.single(text, trail)
  for (const text of WAYS) go(text)
  const others = ["select from b where c = 'z'", 'begin', 'select from a where b = 7', 'begin']
  for (const text of others) assert.notEqual(trail.guess(text, plans), null, text)
})

test('nothing is guessed in another cache, after all was forgotten, or where literals are lifted no longer', () => {
  const plans = new PlanCache()
  const trail = new Trail()
  const go = (/** @type {string} */ text) => plans.single(text, trail)
  for (let n = 0; n < 3; n++) for (const text of ['begin', `select from a where b = ${n}`]) go(text)
  go('begin')
  assert.equal(trail.guess('select from a where b = 9', new PlanCache()), null)
  const piece = plans.single('select from a where b = 5', new Trail())
  assert.ok(piece)
  plans.refine('select from a where b = 5', piece.prepared.marks, () => false)
  assert.equal(trail.guess('select from a where b = 9', plans), null)
  for (let n = 0; n < 3; n++) for (const text of ['begin', `select from b where c = 'x${n}'`]) go(text)
  go('begin')
  plans.clear()
  assert.equal(trail.guess("select from b where c = 'x'", plans), null)
})

test('one that did not run as it was found is looked up', () => {
  const plans = new PlanCache()
  const trail = new Trail()
  for (let n = 0; n < 3; n++) for (const text of ['begin', `select from a where b = ${n}`]) plans.single(text, trail)
  trail.stumbled()
  plans.single('begin', trail)
  assert.equal(trail.guess('select from a where b = 7', plans), null)
})

test('a session that sends many statements remembers a few', () => {
  const plans = new PlanCache()
  const trail = new Trail()
  for (let round = 0; round < 3; round++)
    for (let n = 0; n < 100; n++) {
      const text = `select from a${n} where b = ${n}`
      assert.deepEqual(found(plans, text, trail), found(plans, text, new Trail()))
    }
  assert.ok(trail.steps.size <= 32)
})

const TEXTS = [
  'UPDATE a SET b = b + -123 WHERE c = 45;', "select 'one', 2 from t where a=3 and b = 'x''y'",
  'select f(1)', "select g('a', 2, -3)",
  "insert into t(a, b) values (1, 'two')", "update t set a=1,b='2'where(c=3)and d='4'",
  'select a.b, .5, 1.5, 7 from t -- 8\n where c = 9 and d=.5 and e = 1.5',
  "delete from t where a in (1, 2) and s like 'p%'", 'select "x 1", 2::int, 3e4, 5 from t /* 6 */ limit 7',
  "select f('a'\n , 'b')", 'begin', 'commit;', "select 1 from a where b = 'x;y'", 'select f(-5, - 6, +7)',
  "insert into t values (1, 'a), (b')",
  'select from a where b = 123456789 or c = 1234567890 or d = 12345678901234567890',
]
/** What may be put into a text, or for a part of it. */
const PARTS = [
  '0', '1', '99', '123456789', '1234567890', '2147483648', "'", "''", "'q'", '.', '.5', 'e', 'e5', 'x', '_', '$', '$1',
  '-', '--', '\n', ' ', ';', '"', '/*', '*/', '(', ')', ',', 'ü', 'N', 'E', 'U&', '\\', '::text', '0x1f', '1_0', '..',
]

test('what is guessed is what would be found: random changes at random places', () => {
  const dice = random(20)
  const plans = new PlanCache({ entriesMax: 100_000 })
  let guessed = 0
  for (let round = 0; round < 10_000; round++) {
    const text = TEXTS[dice(TEXTS.length)]
    const trail = new Trail()
    for (let times = 0; times < 3; times++) for (const one of ['begin', text]) plans.single(one, trail)
    plans.single('begin', trail)
    let other = text
    for (let changes = 1 + dice(2); changes > 0; changes--) {
      const at = dice(other.length + 1)
      other = other.slice(0, at) + PARTS[dice(PARTS.length)] + other.slice(at + dice(3))
    }
    const { last } = trail
    const mine = found(plans, other, trail)
    if (last !== null && trail.last === last.next && trail.values !== null) guessed++
    assert.deepEqual(mine, found(plans, other, new Trail()), JSON.stringify([text, other]))
  }
  assert.ok(guessed > 100, `${guessed}`)
})

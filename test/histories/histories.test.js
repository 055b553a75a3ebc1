/**
 * A few histories of fixed seeds at each level, that a seed says all, and that engines which isolate less than they
 * say are found. `npm run histories` runs thousands.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { check } from './checker.js'
import { MUTANTS } from './mutants.js'
import { runHistory } from './workload.js'

for (const level of /** @type {const} */ (['read committed', 'repeatable read', 'serializable'])) {
  test(`what transactions were told was possible at ${level}`, async () => {
    let committed = 0
    for (let seed = 1; seed <= 4; seed++) {
      const run = await runHistory(seed, level)
      assert.deepEqual(check(run.history, level), [], `seed ${seed}`)
      committed += run.committed
    }
    assert.ok(committed > 60, `${committed} of 160 transactions committed`)
  })
}

test('a seed says all', async () => {
  assert.deepEqual(await runHistory(7, 'serializable'), await runHistory(7, 'serializable'))
})

/** Found by one of so many seeds; the others of mutants.js take more. */
const SEEDS_MAX = 8
for (const mutant of [
  'rw-edges-dropped',
  'rows-forgotten',
  'snapshot-per-statement',
  'snapshot-too-old',
  'active-seems-committed',
]) {
  test(`${mutant} is found`, async () => {
    const { level } = MUTANTS[mutant]
    for (let seed = 1; seed <= SEEDS_MAX; seed++) {
      const run = await runHistory(seed, level, { mutant })
      if (check(run.history, level).length > 0) return
    }
    assert.fail(`${mutant} was not found by ${SEEDS_MAX} seeds`)
  })
}

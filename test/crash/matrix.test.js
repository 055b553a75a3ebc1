/**
 * A few cases of the crash matrix, the same each time; `npm run crash` does as many as there is time for (README.md).
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { describe, planOf } from './matrix/plan.js'
import { baseOf, openDisk, simulate } from './matrix/simulate.js'
import { unlessStuck } from './matrix/stuck.js'
import { rounds } from '../support/rounds.js'

const seed = Number(process.env.SEED ?? 1)
console.log(`# seed ${seed}`)

/**
 * Lanes that together change files in every way, in each mode.
 * @type {[string, import('./matrix/plan.js').Limits][]}
 */
const SAMPLE = [
  [
    'rows of every kind',
    { modes: ['immediate'], lanes: ['rows', 'kinds', 'transfers', 'upkeep'], lives: 2, faults: false },
  ],
  ['synchronous loads and locks', { modes: ['batch'], lanes: ['bulk', 'locks', 'pressure'], lives: 2, faults: false }],
  [
    'definitions and databases',
    { modes: ['none'], lanes: ['definitions', 'databases', 'sequences'], lives: 2, faults: false },
  ],
  [
    'anything, large transactions',
    { modes: ['off'], lanes: ['anything', 'long', 'copies', 'upkeep'], lives: 1, faults: false },
  ],
  ['witnesses', { modes: ['none'], lanes: ['ticks', 'transfers'], lives: 1, faults: false }],
  ['a disk that fails', { modes: ['immediate'], lanes: ['rows', 'definitions'], lives: 2, faults: true }],
]

for (const [place, [name, limits]] of rounds(SAMPLE.slice(0, 4), SAMPLE).entries()) {
  test(name, { timeout: 120_000 }, async () => {
    const plan = planOf(seed + place, limits)
    console.log(`# ${describe(plan)}`)
    const told = await unlessStuck(simulate(plan))
    assert.ok(told.lives > 0)
  })
}

test('a seed gives the same run again', { timeout: 60_000 }, async () => {
  const plan = planOf(seed, { modes: ['batch'], lanes: ['rows', 'ticks'], lives: 1, faults: false })
  const [first, second] = [await simulate(plan), await simulate(plan)]
  assert.deepEqual([first.trace, first.writes, first.statements], [second.trace, second.writes, second.statements])
})

test('a case in which nothing moves any more says who waits for whom', { timeout: 60_000 }, async () => {
  const plan = planOf(seed, { modes: ['none'], lanes: ['holders'], lives: 1, faults: false })
  const db = await openDisk((await baseOf(plan)).crashImage(1), 'none', 1)
  const [holder, waiter] = [await db.connect(), await db.connect()]
  await holder.exec('begin; select count(*) from holders.t')
  const waiting = waiter.exec('truncate holders.t')
  await assert.rejects(
    unlessStuck(waiting, 20),
    /\n {2}(\d+) idle in transaction .* count[^]*\n {2}\d+ active Lock relation \1 truncate/,
  )
  await holder.exec('commit')
  await waiting
  await db.close()
})

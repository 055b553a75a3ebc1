/**
 * A few episodes of every target, always the same, and what once found something. `npm run soak` goes on from here
 * (README.md).
 */
import { test } from 'vitest'
import { existsSync, readFileSync } from 'node:fs'
import { seededRandom } from '../../src/util/prng.js'
import { TARGETS } from './targets.js'

/** @type {Record<string, number>} */
const EPISODES = { protocol: 1, sql: 2, copy: 1, binary: 1, log: 1, pages: 1 }
const FIRST_SEED = 20261123

for (const [name, target] of Object.entries(TARGETS)) {
  test(`${name}: damaged inputs`, { timeout: 120_000 }, async () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + EPISODES[name]; seed++)
      await target({ random: seededRandom(seed), tried: () => undefined })
  })
  const file = new URL(`./corpus/${name}.json`, import.meta.url)
  if (!existsSync(file)) continue
  for (const { found, seed = 1, input } of JSON.parse(readFileSync(file, 'utf8'))) {
    test(`${name}: ${found}`, { timeout: 60_000 }, () =>
      target({ random: seededRandom(seed), tried: () => undefined }, input)
    )
  }
}

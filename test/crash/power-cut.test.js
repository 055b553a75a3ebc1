/**
 * The power goes at writes and syncs of a run of everything at once, and again in the recovery that follows; and the process is killed at writes. A sample
 * of what `node test/crash/sweep.js --every 1` does at each of them, chosen by the seed.
 */
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { baseDisk, cutAndRecover, measure } from './power-cut.js'
import { MODES } from './workload.js'
import { seededRandom } from '../../src/util/prng.js'

const seed = Number(process.env.SEED ?? 20240701)
console.log(`# seed ${seed}`)
const SIZE = 10

for (const [place, mode] of MODES.entries()) {
  test(`cuts in mode ${mode}`, { timeout: 60_000 }, async () => {
    const random = seededRandom(seed + place)
    const base = await baseDisk(mode)
    const { writes, syncs } = await measure(base, mode, seed, SIZE)
    assert.ok(writes > 200 && syncs > 50, `${writes} writes, ${syncs} syncs`)
    for (const [kind, count, until] of /** @type {['write' | 'sync' | 'kill', number, number][]} */ ([['write', 5, writes], ['sync', 4, syncs], ['kill', 2, writes]])) {
      for (let cut = 0; cut < count; cut++) {
        const at = 1 + random.below(Math.floor(until * 0.95))
        try {
          await cutAndRecover(base, mode, { kind, at }, seed + at, seed, SIZE)
        } catch (error) {
          console.log(`# node test/crash/sweep.js --mode ${mode} --kind ${kind} --from ${at} --to ${at} --seed ${seed} --size ${SIZE}`)
          throw error
        }
      }
    }
  })
}

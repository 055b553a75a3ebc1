/**
 * A few storms of those that `sweep.js` runs by the hundred: random statements of every kind that changes files, cut by a power failure or a kill, with recovery cut as well; and disks that
 * become full or unreadable for a while.
 */
import { test } from 'node:test'
import { baseDisk, cutAndRecover, failAndGoOn } from './storm.js'
import { seededRandom } from '../../../src/util/prng.js'

const seed = Number(process.env.SEED ?? 20241122)
console.log(`# seed ${seed}`)
const SIZE = 3
const base = await baseDisk()

for (const [place, [kind, until]] of /** @type {['write' | 'sync' | 'kill', number][]} */ ([['write', 1500], ['sync', 350], ['kill', 1500]]).entries()) {
  test(`a storm cut at a ${kind}`, { timeout: 90_000 }, async () => {
    const random = seededRandom(seed + place)
    await cutAndRecover(base, 'immediate', { kind, at: 200 + random.below(until) }, seed, seed + place, SIZE)
  })
}

for (const fault of /** @type {const} */ (['full', 'unreadable'])) {
  test(`a storm on a disk that becomes ${fault}`, { timeout: 90_000 }, async () => {
    await failAndGoOn(base, fault, seed, SIZE)
  })
}

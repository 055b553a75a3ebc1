/**
 * One process of a soak: runs episodes of one target, tells its parent which it begins and how each ended. Arguments:
 * target, first seed, how many (0: until it is killed).
 */
import { seededRandom } from '../../src/util/prng.js'
import { TARGETS } from './targets.js'

const [name, first, count] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])]
const say = (/** @type {any} */ what) => new Promise((resolve) => { process.send?.(what, resolve) })

for (let seed = first; count === 0 || seed < first + count; seed++) {
  let inputs = 0
  await say({ begun: seed })
  try {
    await TARGETS[name]({ random: seededRandom(seed), tried: (more = 1) => { inputs += more } })
    await say({ ended: seed, inputs })
  } catch (error) {
    await say({
      ended: seed,
      inputs,
      complaint: error instanceof Error ? error.message : String(error),
      stack: error instanceof Error ? String(/** @type {any} */ (error.cause)?.stack ?? error.stack) : '',
    })
  }
}
process.disconnect?.()

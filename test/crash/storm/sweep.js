/**
 * Storms (lanes.js), each cut somewhere:
 *
 *   node --conditions=development test/crash/storm/sweep.js [--from 1] [--count 100] [--size 8] [--fault full|unreadable]
 *
 * A number stands for one storm: its statements, where it is cut and how, what reached the disk. With --fault, the disk becomes full or its reads
 * fail for a while instead. Prints each failure with its number; exit code 1 if there was one.
 */
import { parseArgs } from 'node:util'
import { seededRandom } from '../../../src/util/prng.js'
import { baseDisk, cutAndRecover, failAndGoOn } from './storm.js'

const { values } = parseArgs({ options: { from: { type: 'string', default: '1' }, count: { type: 'string', default: '100' }, size: { type: 'string', default: '8' }, fault: { type: 'string' } } })
const base = await baseDisk()
let failures = 0
let number = Number(values.from)
process.on('uncaughtException', (error) => {
  console.log(`FAILED ${number}: not caught: ${error.stack}`)
  process.exit(1)
})
setInterval(() => undefined, 1e6) // a storm that hangs does not end the process
for (const end = number + Number(values.count); number < end; number++) {
  const random = seededRandom(number)
  const kind = /** @type {const} */ (['write', 'sync', 'kill'])[random.below(3)]
  const at = 1 + random.below(kind === 'sync' ? 700 : 2800)
  const mode = random.below(3) === 0 ? 'none' : 'immediate'
  try {
    if (values.fault !== undefined) {
      console.log(`${number}: ${await failAndGoOn(base, /** @type {any} */ (values.fault), number, Number(values.size))}`)
      continue
    }
    const inTime = await cutAndRecover(base, mode, { kind, at }, number, number, Number(values.size))
    console.log(`${number}: mode ${mode}, ${kind} ${at}${inTime ? '' : ', after its end'}`)
  } catch (error) {
    failures++
    console.log(`FAILED ${number} (mode ${mode}, ${kind} ${at}): ${error instanceof Error ? error.stack : error}`)
  }
}
process.exit(failures > 0 ? 1 : 0)

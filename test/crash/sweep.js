/**
 * The power cut at every write and every sync of a run (TPC-B, COPY, DDL, index splits, checkpoints), and again in the recovery that follows:
 *
 *   node --conditions=development test/crash/sweep.js [--every 1] [--mode immediate|batch|none|off] [--kind write|sync|kill] [--from N] [--to N] [--seed N] [--size N]
 *
 * Without --mode and --kind: all of them. Prints each failure with the flags that bring it back; exit code 1 if there was one.
 */
import { parseArgs } from 'node:util'
import { baseDisk, cutAndRecover, measure } from './power-cut.js'
import { MODES } from './workload.js'

const { values } = parseArgs({ options: {
  every: { type: 'string', default: '1' }, mode: { type: 'string', multiple: true }, kind: { type: 'string', multiple: true }, from: { type: 'string' }, to: { type: 'string' },
  seed: { type: 'string', default: '1' }, size: { type: 'string', default: '14' },
} })
const seed = Number(values.seed)
const size = Number(values.size)
let failures = 0
let where = ''
process.on('uncaughtException', (error) => {
  console.log(`FAILED ${where}: not caught: ${error.stack}`)
  process.exit(1)
})

for (const mode of /** @type {import('./workload.js').Mode[]} */ (values.mode ?? MODES)) {
  const base = await baseDisk(mode)
  const uncut = await measure(base, mode, seed, size)
  for (const kind of /** @type {import('./power-cut.js').Cut['kind'][]} */ (values.kind ?? ['write', 'sync', 'kill'])) {
    const until = Number(values.to ?? (kind === 'sync' ? uncut.syncs : uncut.writes))
    let cuts = 0
    for (let at = Number(values.from ?? 1); at <= until; at += Number(values.every)) {
      where = `--mode ${mode} --kind ${kind} --from ${at} --to ${at} --seed ${seed} --size ${size}`
      try {
        if (!await cutAndRecover(base, mode, { kind, at }, seed + at, seed, size)) break
      } catch (error) {
        failures++
        console.log(`FAILED ${where}: ${error instanceof Error ? error.stack : error}`)
      }
      cuts++
    }
    console.log(`mode ${mode}, cut at ${kind}: ${cuts} of ${until}, ${failures} failures so far`)
  }
}
process.exit(failures > 0 ? 1 : 0)

/**
 * kill -9 of a server under 32 clients, again and again on the same directory:
 *
 *   node test/crash/kill-sweep.js [--kills 20] [--mode immediate|batch|none] [--clients 32] [--seed N]
 */
import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seededRandom } from '../../src/util/prng.js'
import { emptyLedger, liveAndDie, prepareDirectory } from './kill.js'

const { values } = parseArgs({ options: {
  kills: { type: 'string', default: '20' }, mode: { type: 'string', multiple: true }, clients: { type: 'string', default: '32' }, seed: { type: 'string', default: '1' },
} })
const random = seededRandom(Number(values.seed))
for (const mode of values.mode ?? ['immediate', 'batch', 'none']) {
  const dir = fs.mkdtempSync(join(os.tmpdir(), 'seawall-kill-'))
  await prepareDirectory(dir)
  const ledger = emptyLedger(Number(values.clients))
  let acknowledged = 0
  for (let kill = 1; kill <= Number(values.kills); kill++) {
    try {
      acknowledged += (await liveAndDie(dir, mode, random, ledger)).acknowledged
    } catch (error) {
      console.log(`FAILED in mode ${mode} after kill ${kill}, directory ${dir} kept: ${error instanceof Error ? error.stack : error}`)
      process.exit(1)
    }
  }
  console.log(`mode ${mode}: ${values.kills} kills, ${acknowledged} acknowledged transfers, none lost`)
  fs.rmSync(dir, { recursive: true })
}
process.exit(0)

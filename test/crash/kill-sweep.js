/** kill -9 of a server under load, again and again on the same directory: `npm run crash -- --kill 34`. */
import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '../../src/util/prng.js'
import { emptyLedger } from './kill-load.js'
import { liveAndDie, prepareDirectory } from './kill.js'

/**
 * @param {number} kills in each mode
 * @param {string[]} modes
 * @param {number} clients that transfer
 * @param {number} seed
 * @returns {Promise<number>} exit code: 1 when something acknowledged was missing, or something was there that should
 *   not be
 */
export async function sweepKills(kills, modes, clients, seed) {
  const random = seededRandom(seed)
  for (const mode of modes) {
    const dir = fs.mkdtempSync(join(os.tmpdir(), 'seawall-kill-'))
    await prepareDirectory(dir)
    const ledger = emptyLedger(clients)
    let acknowledged = 0
    for (let kill = 1; kill <= kills; kill++) {
      try {
        acknowledged += (await liveAndDie(dir, mode, random, ledger)).acknowledged
      } catch (error) {
        const why = error instanceof Error ? error.stack : error
        console.log(`FAILED in mode ${mode} after kill ${kill}, directory ${dir} kept: ${why}`)
        return 1
      }
    }
    const defined = ledger.tables.acknowledged.reduce((sum, steps) => sum + steps, 0)
    const done = `${acknowledged} acknowledged transfers and ${defined} changes of the schema`
    console.log(`mode ${mode}: ${kills} kills, ${done}, none lost`)
    fs.rmSync(dir, { recursive: true })
  }
  return 0
}

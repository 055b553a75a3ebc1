/** kill -9 under the load of 32 clients, once in each mode; `npm run crash -- --kill 20` does it 20 times each. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '../../src/util/prng.js'
import { emptyLedger } from './kill-load.js'
import { liveAndDie, prepareDirectory } from './kill.js'

const seed = Number(process.env.SEED ?? 20240702)
console.log(`# seed ${seed}`)

for (const [place, mode] of ['immediate', 'batch', 'none'].entries()) {
  test(`a server in mode ${mode} is killed`, { timeout: 60_000 }, async () => {
    const dir = fs.mkdtempSync(join(os.tmpdir(), 'seawall-kill-'))
    await prepareDirectory(dir)
    const { acknowledged } = await liveAndDie(dir, mode, seededRandom(seed + place), emptyLedger(32))
    assert.ok(acknowledged > 0)
    fs.rmSync(dir, { recursive: true })
  })
}

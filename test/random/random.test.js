/**
 * Some hundred random statements: against PostgreSQL 15 where its programs are installed (or `ORACLE_PORT` names one),
 * and between variants of our own that must agree. README.md says how to run more of them and one seed again.
 */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { startOracle } from './oracle.js'
import { runRound } from './rounds.js'
import { VARIANT_NAMES, makeSides } from './sides.js'
import { rounds } from '../support/rounds.js'

/** @import { Oracle } from './oracle.js' */

/** @type {Oracle | null} */
let oracle = null
beforeAll(async () => { oracle = await startOracle() })
afterAll(async () => { await oracle?.stop() })

/**
 * @param {{ oraclePort?: string, against?: string }} which
 * @param {number[]} seeds
 * @param {number} statements of each round
 */
async function agree(which, seeds, statements) {
  const sides = await makeSides(which)
  try {
    for (const seed of seeds) {
      const { findings: [finding] } = await runRound(seed, sides.one, sides.other, { statements, shrinks: true })
      assert.equal(finding, undefined, `seed ${seed}: ${finding?.what}\n${finding?.statement}`)
    }
  } finally {
    await sides.close()
  }
}

test('PostgreSQL says the same', async (context) => {
  if (oracle === null) context.skip('no PostgreSQL 15 here')
  else await agree({ oraclePort: String(oracle.port) }, rounds([1, 2, 3], [1, 2, 3, 4, 5, 6, 7, 8]), 40)
})

for (const against of VARIANT_NAMES)
  test(`our own variants say the same: ${against}`, () => agree({ against }, [11], 40))

/**
 * Every statement by one of the two tiers, whatever it costs and however often it runs: loaded before the program.
 *
 *   node --conditions=development --import ./test/support/tier.js?interpreted bin/seawall.js serve DIR
 *   node --conditions=development --import ./test/support/tier.js?compiled test/random/run.js --oracle-port P
 *
 * With custom-plans and generic-plans of `test/random/run.js --against`, and ALTER ROLE … SET plan_cache_mode for a
 * server, these are the four ways to an answer; the suites and the generator run with each.
 */
import { interpreting } from '../../src/executor/interpret/program.js'

/** @type {Record<string, Partial<typeof interpreting>>} */
const TIERS = {
  '?interpreted': { runs: Infinity, costMax: Infinity, steps: Infinity },
  '?compiled': { runs: 0 },
}

const tier = TIERS[new URL(import.meta.url).search]
if (tier === undefined) throw new Error(`a tier is one of ${Object.keys(TIERS).join(', ')}`)
Object.assign(interpreting, tier)

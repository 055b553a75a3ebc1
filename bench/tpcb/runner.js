/** Runs transactions on clients until the time is over or the count is reached, and measures each. */
import { performance } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { latencyHistogram, recordMs } from '../support/measure.js'

/** @import { Client } from './target.js' */
/** @import { Draws } from './workload.js' */
/** @import { Histogram } from '../support/measure.js' */

/** How long a synchronous client keeps the event loop: timers and syncs in the background get their turn after it. */
const TURN_MS = 5

/** @typedef {{ committed: number, elapsedMs: number, histogram: Histogram }} Measured */

/**
 * @param {Client[]} clients
 * @param {Draws[]} draws one per client
 * @param {{ seconds: number, transactions: number }} limit
 * @returns {Promise<Measured>} rejects with the first error of any client: no transaction of this workload may fail
 */
export async function runClients(clients, draws, { seconds, transactions }) {
  const histogram = latencyHistogram()
  const start = performance.now()
  const until = transactions > 0 ? Infinity : start + seconds * 1000
  const most = transactions > 0 ? transactions : Infinity
  const counts = await Promise.all(clients.map((client, index) => client.runSync !== null
    ? repeatSync(client.runSync, draws[index], until, most, histogram)
    : repeat(/** @type {(draw: Draws) => Promise<void>} */ (client.run), draws[index], until, most, histogram)))
  return { committed: counts.reduce((sum, count) => sum + count, 0), elapsedMs: performance.now() - start, histogram }
}

/**
 * @param {(draw: Draws) => Promise<void>} run
 * @param {Draws} draw
 * @param {number} until
 * @param {number} most
 * @param {Histogram} histogram
 */
async function repeat(run, draw, until, most, histogram) {
  let done = 0
  let before = performance.now()
  while (done < most && before < until) {
    draw.next()
    await run(draw)
    const after = performance.now()
    recordMs(histogram, after - before)
    before = after
    done++
  }
  return done
}

/**
 * @param {(draw: Draws) => void} run
 * @param {Draws} draw
 * @param {number} until
 * @param {number} most
 * @param {Histogram} histogram
 */
async function repeatSync(run, draw, until, most, histogram) {
  let done = 0
  let before = performance.now()
  let turnEnd = before + TURN_MS
  while (done < most && before < until) {
    draw.next()
    run(draw)
    let after = performance.now()
    recordMs(histogram, after - before)
    done++
    if (after > turnEnd) {
      await nextTurn()
      after = performance.now()
      turnEnd = after + TURN_MS
    }
    before = after
  }
  return done
}

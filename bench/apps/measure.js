/** Statements and transactions of applications on one server: how long they take, and how much of its processor. */
import pg from 'pg'
import { seededRandom } from '../../src/util/prng.js'
import { processorMs } from '../support/processor-time.js'
import { QUERIES, drawer } from './queries.js'
import { runClient } from './transactions.js'

/** @import { Figures } from '../lab/lab.js' */
/** @import { Query } from './queries.js' */
/** @import { Mix } from './transactions.js' */
/** @typedef {InstanceType<typeof pg.Client>} Client */
/** @import { Server } from '../lab/servers.js' */

/** @param {Server} server @returns {Promise<Client>} */
export async function connect({ address }) {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query(`SET timezone = 'UTC'`)
  return client
}

/** @param {Client} client @param {Query} query @param {number} at @param {unknown[]} values */
const send = (client, query, at, values) => client.query({ name: `q${at}`, text: query.text, values, rowMode: 'array' })

/**
 * What a query answers to the first parameters that are drawn. Writes are rolled back.
 * @param {Client} client @param {Query} query @returns {Promise<string>}
 */
export async function answersOf(client, query) {
  const draw = drawer(seededRandom(SEED))
  const answers = []
  for (let count = 0; count < ANSWERS; count++) {
    const values = query.values?.(draw) ?? []
    if (query.kind === 'writes') await client.query('BEGIN')
    const { rows } = await send(client, query, QUERIES.indexOf(query), values)
    if (query.kind === 'writes') await client.query('ROLLBACK')
    const texts = rows.map((/** @type {unknown[]} */ row) => JSON.stringify(row))
    answers.push(`${JSON.stringify(values)}: ${(query.unordered ? texts.sort() : texts).join(' ')}`)
  }
  return answers.join('\n')
}

const SEED = 20
/** As many as take a prepared statement beyond the plans that know its parameters. */
const ANSWERS = 8

/**
 * One client, one statement after another. What runs first, until plans and code are ready, does not count.
 * @param {Server} server @param {Client} client @param {Query} query @param {number} seconds @param {number} seed
 * @returns {Promise<Figures>}
 */
export async function measureQuery(server, client, query, seconds, seed) {
  const draw = drawer(seededRandom(seed))
  const at = QUERIES.indexOf(query)
  const run = () => send(client, query, at, query.values?.(draw) ?? [])
  const warmUntilMs = performance.now() + seconds * WARM_SHARE * 1000
  do await run()
  while (performance.now() < warmUntilMs)
  return count(server, seconds, async (isOver, done) => {
    while (!isOver()) {
      const startMs = performance.now()
      await run()
      done(performance.now() - startMs)
    }
  })
}

const WARM_SHARE = 0.5

/**
 * Several clients, one transaction after another each.
 * @param {Server} server @param {Mix} mix @param {number} clients @param {number} seconds @param {number} seed
 * @returns {Promise<Figures>}
 */
export async function measureMix(server, mix, clients, seconds, seed) {
  const all = await Promise.all(Array.from({ length: clients }, () => connect(server)))
  try {
    /** @param {() => boolean} isOver @param {(ms: number) => void} done */
    const run = async (isOver, done) => {
      await Promise.all(all.map((client, at) => runClient(client, mix, seed * clients + at, isOver, done)))
    }
    const warmUntilMs = performance.now() + seconds * WARM_SHARE * 1000
    await run(() => performance.now() >= warmUntilMs, () => undefined)
    const figures = await count(server, seconds, run)
    const { rows } = await all[0].query(mix.balanced)
    if (rows.length > 0) throw new Error('the data are out of balance')
    return figures
  } finally {
    for (const client of all) await client.end()
  }
}

/**
 * @param {Server} server @param {number} seconds
 * @param {(isOver: () => boolean, done: (ms: number) => void) => Promise<void>} work
 * @returns {Promise<Figures>}
 */
export async function count({ pid }, seconds, work) {
  /** @type {number[]} */
  const latencies = []
  const fromMs = processorMs(pid) ?? NaN
  const startMs = performance.now()
  await work(() => performance.now() - startMs >= seconds * 1000, (ms) => { latencies.push(ms) })
  const elapsedMs = performance.now() - startMs
  const processor = (processorMs(pid) ?? NaN) - fromMs
  const sorted = Float64Array.from(latencies).sort()
  const at = (/** @type {number} */ share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  return {
    tps: latencies.length / elapsedMs * 1000, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99),
    more: { 'processor us': 1000 * processor / latencies.length },
  }
}

/**
 * Over the wire, through the `pg` package as an application would: Seawall's server in a process of its own, or any
 * server that speaks the protocol.
 */
import pg from 'pg'
import { OwnServer } from '../support/own-server.js'
import { countersOf } from './target.js'
import { TRANSACTION, fillTables, literalText, valuesOf } from './workload.js'

/** @import { Client, Counters, Draws, Target } from './target.js' */
/** @import { Mode, Options } from './options.js' */

/** @param {Options} options @param {string} dir @returns {Promise<Target>} Seawall's server, started for this run */
export async function ownServerTarget(options, dir) {
  const server = await OwnServer.start({
    path: dir,
    walSync: options.walSync,
    profile: options.profile,
    ...(options.memory ? { bufferPool: options.memory } : {}),
  })
  try {
    const target = await connectedTarget(server.address, options)
    return {
      ...target,
      label: `Seawall over TCP, ${options.mode}, through pg`,
      durability: `wal_sync ${options.walSync}`,
      dir,
      counters: async () => countersOf(await server.ask('stats')),
      startProfile: () => server.ask('startProfile'),
      profile: (transactions) => server.ask('profile', transactions),
      close: async () => {
        await target.close()
        await server.stop()
      },
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/**
 * @param {Options} options
 * @param {string} dir
 * @returns {Promise<Target>} a server that runs already; what its COMMIT waits for is its own matter
 */
export async function remoteTarget(options, dir) {
  const target = await connectedTarget(/** @type {string} */ (options.against), options)
  const show = async (/** @type {string} */ name) => Object.values((await target.rows(`SHOW ${name}`))[0])[0]
  return {
    ...target, dir,
    label: `server ${await show('server_version')} over TCP, ${options.mode}, through pg`,
    durability: `as the server has it: fsync ${await show('fsync')}, synchronous_commit ${await show('synchronous_commit')}`,
  }
}

/** @param {string} address @param {Options} options @returns {Promise<Target>} */
async function connectedTarget(address, { mode, scale }) {
  const main = await connect(address)
  return {
    label: '', durability: '', dir: '',
    fill: () => fillTables(scale, (statement) => main.query(statement)),
    rows: async (query) => (await main.query(query)).rows,
    connect: (count) => Promise.all(Array.from({ length: count }, () => wireClient(address, mode))),
    counters: () => serverCounters(main),
    startProfile: async () => undefined,
    profile: async () => null,
    close: () => main.end(),
  }
}

/** @param {string} address */
async function connect(address) {
  const client = new pg.Client({ connectionString: address })
  client.on('error', () => undefined) // A query that is under way rejects with it; without one, the next query does.
  await client.connect()
  return client
}

/**
 * PostgreSQL counts syncs since 14; its backends report them with up to a second's delay.
 * @param {any} client
 * @returns {Promise<Counters | null>}
 */
async function serverCounters(client) {
  await new Promise((resolve) => { setTimeout(resolve, 1200) })
  try {
    const row = (await client.query('SELECT wal_sync, wal_bytes FROM pg_stat_wal')).rows[0]
    return { syncs: Number(row.wal_sync), logBytes: Number(row.wal_bytes) }
  } catch (error) {
    if (/** @type {{ code?: string }} */ (error).code !== undefined) return null
    throw error
  }
}

/** @param {string} address @param {Mode} mode @returns {Promise<Client>} */
async function wireClient(address, mode) {
  const client = await connect(address)
  const texts = TRANSACTION.map(literalText)
  const send = {
    simple: async (/** @type {Draws} */ draw) => {
      for (const text of texts) await client.query(text(draw))
    },
    extended: async (/** @type {Draws} */ draw) => {
      for (const step of TRANSACTION)
        await client.query({ text: step.text, values: valuesOf(step, draw), queryMode: 'extended' })
    },
    prepared: async (/** @type {Draws} */ draw) => {
      for (const step of TRANSACTION)
        await client.query({ name: step.name, text: step.text, values: valuesOf(step, draw) })
    },
  }
  return { runSync: null, run: send[mode], close: () => client.end() }
}

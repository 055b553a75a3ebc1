/** The two servers of a run: PostgreSQL and an engine of ours, or two of ours that are to agree. */
import { startServer } from '../support/wire-server.js'
import { connected } from '../support/wire-client.js'
import { Side } from './compare.js'

/** What the second of two of ours does in another way. */
const VARIANTS = /** @type {Record<string, { open?: Record<string, any>, side?: { protocol?: 'simple' | 'extended', settings?: string[] } }>} */ ({
  extended: { side: { protocol: 'extended' } },
  'small-memory': { side: { settings: ["SET work_mem = '64kB'"] } },
  'custom-plans': { side: { settings: ['SET plan_cache_mode = force_custom_plan'] } },
  'generic-plans': { side: { settings: ['SET plan_cache_mode = force_generic_plan'] } },
  'small-pool': { open: { bufferPool: '2MB' } },
})
export const VARIANT_NAMES = Object.keys(VARIANTS)

/**
 * @param {{ oraclePort?: string, against?: string, ownPort?: string }} options
 * @returns {Promise<{ one: Side, other: Side, close: () => Promise<void> }>}
 */
export async function makeSides({ oraclePort, against = '', ownPort }) {
  const variant = against === '' ? {} : VARIANTS[against]
  if (variant === undefined) throw new Error(`no variant ${against}: ${VARIANT_NAMES.join(', ')}`)
  const own =
    ownPort === undefined ? await startServer({ open: variant.open }) : { port: Number(ownPort), close: async () => {} }
  const ours = new Side(against === '' ? 'seawall' : against, own.port, variant.side)
  if (oraclePort !== undefined) {
    const database = `random_${process.pid}`
    const admin = await connected(Number(oraclePort), { database: 'postgres' })
    await admin.lines(`CREATE DATABASE ${database}`)
    const oracle = new Side('postgres', Number(oraclePort), { database })
    return { one: oracle, other: ours, close: async () => {
      oracle.end()
      ours.end()
      await admin.lines(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
      admin.end()
      await own.close()
    } }
  }
  const plain = await startServer()
  const first = new Side('seawall', plain.port)
  return { one: first, other: ours, close: async () => {
    first.end()
    ours.end()
    await own.close()
    await plain.close()
  } }
}

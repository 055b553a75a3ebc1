/** Seawall's server and PostgreSQL's, each in a process with a gigabyte of buffers, as systems of a bench. */
import { OwnServer } from '../support/own-server.js'
import { OwnPostgres } from './rivals.js'

/** @import { Instance, Result, System } from './lab.js' */
/** @typedef {{ address: string, pid: number }} Server pid: of the process whose children count, too */
/**
 * @typedef {(label: string, durability: string, server: Server, stop: () => Promise<void> | void) => Promise<Instance>}
 *   InstanceOf
 */

/** @param {InstanceOf} instanceOf @returns {System[]} */
export const serverSystems = (instanceOf) => [
  {
    name: 'seawall',
    start: async (config, dir) => {
      const server = await OwnServer.start({ path: dir, walSync: config.walSync, bufferPool: '1GB' }, { busyPollUs: 0 })
      const pid = /** @type {number} */ (server.child.pid)
      return instanceOf('Seawall', `wal_sync ${config.walSync}`, { address: server.address, pid }, () => server.stop())
    },
  },
  {
    name: 'postgres',
    start: async (config, dir) => {
      const settings = config.walSync === 'none' ? ['fsync = off', 'synchronous_commit = off'] : []
      const own = await OwnPostgres.start(dir, settings)
      if (own === null) return 'PostgreSQL is not installed'
      const durability = config.walSync === 'none' ? 'fsync off' : 'fsync on, synchronous_commit on'
      return instanceOf(`PostgreSQL ${own.version}`, durability, own, () => own.stop())
    },
  },
]

/**
 * The first system's processor time as a multiple of the second's, the worst first.
 * @param {Result[]} results
 */
export function processorRatios(results) {
  const processor = (/** @type {Result | undefined} */ result) =>
    Number(result?.more?.['processor us'])
  return results.flatMap((result) => {
    const other = results.find(({ workload, system }) => workload === result.workload && system === 'postgres')
    return result.system === 'seawall' && other !== undefined
      ? [{ name: result.workload, ratio: processor(result) / processor(other) }] : []
  }).sort((a, b) => b.ratio - a.ratio)
}

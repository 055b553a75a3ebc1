/** A server of its own for a test file: an engine in memory (or over a directory) behind a port of its choosing. */
import { open } from '../../src/index.js'

/**
 * @param {{ path?: string, open?: Record<string, any>, serve?: Record<string, any> }} [options]
 * @returns {Promise<{ db: import('../../src/index.js').Database, port: number, log: string[], close: ()
 *   => Promise<void> }>}
 */
export async function startServer(options = {}) {
  const db = await open(options.path ?? ':memory:', options.open ?? {})
  // Statistics that come by themselves would change plans in the middle of a test.
  const { cluster } = /** @type {any} */ (db)
  cluster.maintenance.autoAnalyze.stop()
  /** @type {string[]} */
  const log = []
  const { port } = await db.serve({ port: 0, log: (/** @type {string} */ line) => log.push(line), ...options.serve })
  return { db, port, log, close: () => db.close() }
}

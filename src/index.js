/**
 * Seawall: the PostgreSQL you can import.
 *
 *   import { open } from 'seawall'
 *   const db = await open('./data')
 *   const { rows } = await db.query('select $1::int + 1 as n', [41])
 */
import { Cluster } from './engine/cluster/cluster.js'
import { EngineHere } from './engine/door/here.js'
import { Listener } from './server/listener.js'
import { Database } from './library/database.js'
import { tell } from './library/callbacks.js'
import { checkOptions } from './library/options.js'

export { Database, EmbeddedSession } from './library/database.js'
export { Statement } from './library/statement.js'
export { DbError } from './errors/db-error.js'

/** @typedef {import('./engine/cluster/options.js').ClusterOptions} ClusterOptions */

/**
 * @typedef {object} LibraryOptions
 * @property {'string' | 'bigint' | 'number'} [int8='string'] what int8 values are in results
 * @property {'string' | 'number'} [numeric='string'] what numeric values are in results
 * @property {Record<number, (text: string) => any>} [parsers] by type OID: makes a result value from its text
 * @property {string} [user='postgres']
 * @property {string} [database='postgres']
 * @property {Record<string, string>} [settings] of the main session
 * @property {boolean} [javascript=false] SQL may bring functions whose body is JavaScript (CREATE FUNCTION … LANGUAGE
 *   javascript, DO LANGUAGE javascript): for superusers, with all that this process may do (docs/javascript.md)
 * @property {(notice: any) => void} [onNotice] of the main session
 * @property {import('./extensions/definition.js').ExtensionDefinition[]} [extensions] that the program brings
 *   (`defineExtension` of 'seawall/extension'), for CREATE EXTENSION and for databases that have them
 */
/** @typedef {ClusterOptions & LibraryOptions} OpenOptions */

/**
 * Opens a database cluster, running recovery if the last close was not clean. Prints nothing and installs no signal
 * handler.
 * @param {string | URL | OpenOptions} where a directory (created if absent, locked against other processes until
 *   `close()`), ':memory:', or options with `path`
 * @param {OpenOptions} [options]
 * @returns {Promise<Database>} resolves when queries may run
 * @throws {DbError} 55006 in use elsewhere; XX001 corrupt; 58030 I/O error; 22023 an option that does not fit or does
 *   not exist; 0A000 one that is not supported
 */
export async function open(where, options = {}) {
  const chosen = typeof where === 'string' || where instanceof URL ? { ...options, path: where } : { ...where }
  checkOptions(chosen)
  if (chosen.extensions !== undefined && chosen.extensions.length > 0) {
    const { useExtension } = await import('./extensions/use.js')
    for (const extension of chosen.extensions) useExtension(extension)
  }
  return databaseOf(new EngineHere(await Cluster.open(chosen)), chosen)
}

/**
 * The library's face of an engine.
 * @param {import('./engine/door/door.js').EngineDoor} engine open; closed if this fails
 * @param {OpenOptions} chosen
 * @returns {Promise<Database>}
 */
async function databaseOf(engine, chosen) {
  try {
    const { user = 'postgres', database = 'postgres', settings = {}, onNotice } = chosen
    const door = await engine.connect({ user, database, settings }, null)
    if (onNotice) door.onNotice((notice) => tell(() => onNotice(notice)))
    const values = { int8: chosen.int8 ?? 'string', numeric: chosen.numeric ?? 'string', parsers: chosen.parsers ?? {} }
    if (chosen.javascript) {
      const { javaScriptBodies } = await import('./library/javascript-bodies.js')
      engine.cluster.javaScriptBodies = javaScriptBodies(values)
    }
    return new Database(engine, door, values, {
      serve: async (listen) => {
        const listener = new Listener(engine.cluster, listen)
        await listener.listen()
        return listener
      },
      acceptor: () => new Listener(engine.cluster),
      forked: (fork) => databaseOf(fork, chosen),
    })
  } catch (error) {
    await engine.close()
    throw error
  }
}

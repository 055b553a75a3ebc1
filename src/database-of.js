/** The library's face of an engine, with what stands above the library: sockets, forks. */
import { EngineHere } from './engine/door/here.js'
import { Listener } from './server/listener.js'
import { Database } from './library/database.js'
import { tell } from './library/callbacks.js'

/** @import { EngineDoor } from './engine/door/door.js' */
/** @import { OpenOptions } from './index.js' */

/**
 * @param {EngineDoor} engine open; closed if this fails
 * @param {OpenOptions} chosen
 * @returns {Promise<Database>}
 */
export async function databaseOf(engine, chosen) {
  try {
    const values = valuesOf(chosen)
    const { user = 'postgres', database = 'postgres', settings = {}, onNotice } = chosen
    const connected = async (/** @type {EngineDoor} */ to) => {
      if (chosen.javascript) {
        const { javaScriptBodies } = await import('./library/javascript-bodies.js')
        to.cluster.javaScriptBodies = javaScriptBodies(values)
      }
      const door = await to.connect({ user, database, settings }, null)
      if (onNotice) door.onNotice((notice) => tell(() => onNotice(notice)))
      return door
    }
    /** @type {Database} */
    const db = new Database(engine, await connected(engine), values, {
      serve: async (listen) => {
        const listener = new Listener(db.engine.cluster, listen)
        await listener.listen()
        return Object.assign(listener, { url: listener.urlFor(user, database) })
      },
      acceptor: () => new Listener(db.engine.cluster),
      forked: (fork) => databaseOf(fork, chosen),
      connected,
    })
    return db
  } catch (error) {
    await engine.close()
    throw error
  }
}

/** @param {import('./engine/cluster/cluster.js').Cluster} cluster open @param {OpenOptions} chosen */
export const databaseHere = (cluster, chosen) => databaseOf(new EngineHere(cluster), chosen)

/** Extensions that the program brings. @param {OpenOptions} chosen */
export async function useExtensions({ extensions = [] }) {
  if (extensions.length === 0) return
  const { useExtension } = await import('./extensions/use.js')
  for (const extension of extensions) useExtension(extension)
}

/**
 * `open('postgres://…')`.
 * @param {OpenOptions} chosen `path` is the URL
 * @returns {Promise<Database>}
 * @throws {import('./errors/db-error.js').DbError} 08001 no server there; 28P01, 3D000 … what it says
 */
export async function databaseOnServer({ path, user, database, settings = {}, onNotice, ...chosen }) {
  const [{ RemoteEngine }, { refuseFork, refuseServe }] = await Promise.all([
    import('./remote/engine.js'), import('./remote/errors.js'),
  ])
  const engine = await RemoteEngine.at(String(path))
  const door = await engine.connect({ user, database, settings }, null)
  if (onNotice) door.onNotice((notice) => tell(() => onNotice(notice)))
  return new Database(engine, door, valuesOf(chosen), {
    serve: async () => { throw refuseServe() },
    acceptor: () => { throw refuseServe() },
    forked: async () => { throw refuseFork() },
    connected: async () => { throw refuseFork() },
  })
}

/** @param {OpenOptions} chosen @returns {import('./library/values.js').ValueOptions} */
const valuesOf = ({ int8 = 'string', numeric = 'string', parsers = {} }) => ({ int8, numeric, parsers })

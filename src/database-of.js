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
    const { user = 'postgres', database = 'postgres', settings = {}, onNotice } = chosen
    const door = await engine.connect({ user, database, settings }, null)
    if (onNotice) door.onNotice((notice) => tell(() => onNotice(notice)))
    const values = valuesOf(chosen)
    if (chosen.javascript) {
      const { javaScriptBodies } = await import('./library/javascript-bodies.js')
      engine.cluster.javaScriptBodies = javaScriptBodies(values)
    }
    return new Database(engine, door, values, {
      serve: async (listen) => {
        const listener = new Listener(engine.cluster, listen)
        await listener.listen()
        return Object.assign(listener, { url: listener.urlFor(door.user, door.database) })
      },
      acceptor: () => new Listener(engine.cluster),
      forked: (fork) => databaseOf(fork, chosen),
    })
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
  })
}

/** @param {OpenOptions} chosen @returns {import('./library/values.js').ValueOptions} */
const valuesOf = ({ int8 = 'string', numeric = 'string', parsers = {} }) => ({ int8, numeric, parsers })

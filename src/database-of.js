/** The library's face of an engine, with what stands above the library: sockets, forks. */
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Database } from './library/database.js'
import { tell } from './library/callbacks.js'
import { later, soon } from './util/later.js'

/** @type {() => typeof import('./engine/door/here.js')} */
const door = later(import.meta.url, './engine/door/here.js')

/** @import { EngineDoor } from './engine/door/door.js' */
/** @import { OpenOptions } from './index.js' */
/** @import { Cluster } from './engine/cluster/cluster.js' */
/** @import { Acceptor } from './library/database.js' */

/**
 * The server is loaded by who serves: most who import an engine do not.
 * @returns {Promise<typeof import('./server/listener.js')>}
 */
const loadServer = () => soon(import.meta.url, './server/listener.js')

/** @returns {Promise<typeof import('./library/javascript-bodies.js')>} */
const loadBodies = () => soon(import.meta.url, './library/javascript-bodies.js')
/** @returns {Promise<typeof import('./extensions/use.js')>} */
const loadExtensions = () => soon(import.meta.url, './extensions/use.js')
/** @returns {Promise<typeof import('./remote/engine.js')>} */
const loadRemote = () => soon(import.meta.url, './remote/engine.js')
/** @returns {Promise<typeof import('./remote/errors.js')>} */
const loadRefusals = () => soon(import.meta.url, './remote/errors.js')
/** @returns {Promise<typeof import('./remote/worker-engine.js')>} */
const loadWorker = () => soon(import.meta.url, './remote/worker-engine.js')

/**
 * Serves connections in process, from when the server is loaded on.
 * @param {Cluster} cluster
 * @returns {Acceptor}
 */
function acceptorOf(cluster) {
  const loading = loadServer().then(({ Listener }) => new Listener(cluster, {}, true))
  return {
    accept: (end) => void loading.then((listener) => listener.accept(end), (error) => end.destroy(error)),
    close: () => loading.then((listener) => listener.close(), () => undefined),
  }
}

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
        const { javaScriptBodies } = await loadBodies()
        to.cluster.javaScriptBodies = javaScriptBodies(values)
      }
      const door = await to.connect({ user, database, settings }, null)
      if (onNotice) door.onNotice((notice) => tell(() => onNotice(notice)))
      return door
    }
    /** @type {Database} */
    const db = new Database(engine, await connected(engine), values, {
      serve: async (listen) => {
        const { cluster } = db.engine
        const { Listener } = await loadServer()
        const listener = new Listener(cluster, listen)
        await listener.listen()
        return Object.assign(listener, { url: listener.urlFor(user, database) })
      },
      acceptor: () => acceptorOf(db.engine.cluster),
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
export const databaseHere = (cluster, chosen) => databaseOf(new (door().EngineHere)(cluster), chosen)

/** Extensions that the program brings. @param {OpenOptions} chosen */
export async function useExtensions({ extensions = [] }) {
  if (extensions.length === 0) return
  const { useExtension } = await loadExtensions()
  for (const extension of extensions) useExtension(extension)
}

/**
 * `open('postgres://…')`.
 * @param {OpenOptions} chosen `path` is the URL
 * @returns {Promise<Database>}
 * @throws {import('./errors/db-error.js').DbError} 08001 no server there; 28P01, 3D000 … what it says
 */
export async function databaseOnServer({ path, user, database, settings = {}, onNotice, ...chosen }) {
  const { RemoteEngine } = await loadRemote()
  const { refuseFork, refuseServe } = await loadRefusals()
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

/** Options of the engine itself, which its thread is told. */
const OF_ENGINES = /** @type {const} */ (['create', 'mode', 'ifLocked', 'walSync', 'walBatchMs', 'walBatchCommits',
  'bufferPool', 'workMem', 'walSegmentBytes', 'checkpointMs', 'maxWal', 'slowQueryMs', 'javascript', 'memoryLimit',
  'serverFiles'])

/**
 * `open(path, { worker })`.
 * @param {OpenOptions} chosen
 * @returns {Promise<Database>}
 */
export async function databaseInWorker(chosen) {
  const { WorkerEngine } = await loadWorker()
  const { path, worker, logger = () => undefined } = chosen
  const module = worker === true ? null : worker instanceof URL ? worker.href : pathToFileURL(String(worker)).href
  const told = OF_ENGINES.map((name) => [name, chosen[name]])
  const options = Object.fromEntries(told.filter(([, value]) => value !== undefined))
  if (options.ifLocked === 'connect') delete options.ifLocked // this thread does, when it hears that it is locked
  const start = { path: path instanceof URL ? fileURLToPath(path) : path, module, options }
  return workerFace(await WorkerEngine.open(start, (line) => tell(() => logger(line))), chosen)
}

/**
 * @param {import('./remote/worker-engine.js').WorkerEngine} engine @param {OpenOptions} chosen
 * @returns {Promise<Database>}
 */
async function workerFace(engine, chosen) {
  const { user = 'postgres', database = 'postgres', settings = {}, onNotice } = chosen
  const connected = async (/** @type {EngineDoor} */ to) => {
    const door = await to.connect({ user, database, settings }, null)
    if (onNotice) door.onNotice((notice) => tell(() => onNotice(notice)))
    return door
  }
  const of = () => /** @type {import('./remote/worker-engine.js').WorkerEngine} */ (db.engine)
  const door = await connected(engine).catch(async (error) => {
    await engine.close()
    throw error
  })
  /** @type {Database} */
  const db = new Database(engine, door, valuesOf(chosen), {
    serve: (listen) => of().serve(listen),
    acceptor: () => ({ accept: (end) => of().accept(end), close: async () => undefined }),
    forked: (fork) => workerFace(/** @type {import('./remote/worker-engine.js').WorkerEngine} */ (fork), chosen),
    connected,
  })
  return db
}

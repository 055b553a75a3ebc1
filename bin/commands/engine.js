import { createRequire } from 'node:module'
import { importInSteps } from '../in-steps.js'
import { loadRest as loadTheRest } from '../../src/util/later.js'

/** Modules that a program comes to; the engine and a server come late there. */
const ENGINE = '../../src/index.js'
const SERVER = '../../src/server/listener.js'
/** What opening a directory loads, which is nearly all. */
const CLUSTER = '../../src/engine/cluster/cluster.js'

/** The package's leaves what was compiled to the next start; Node compiles a checkout's modules anew. */
export const keepCompiled = () => {}

/** Between two modules, or some that belong together: clients come first. */
const PAUSE_MS = 25

/** A server has all of its modules before long, whatever becomes of their files. The package's has them anyway. */
export const loadRest = () => void setTimeout(loadTheRest, 1000, PAUSE_MS).unref()

/**
 * The engine, as the commands load it: more than a thousand modules in a checkout. Node (from 20.19 on) reads them one
 * after the other for `require`, which takes a fifth less than `import`; that one opens every file that an import leads
 * to before it reads the first: more than a process may have open where somebody keeps its descriptors short. In the
 * published package scripts/package/engine.js has this file's place.
 * @param {boolean} [serves]
 * @returns {Promise<typeof import('../../src/index.js')>}
 */
export async function loadEngine(serves = false) {
  const paths = serves ? [ENGINE, SERVER] : [ENGINE]
  if (/** @type {{ require_module?: boolean }} */ (process.features).require_module) {
    const require = createRequire(import.meta.url)
    return paths.map((path) => require(path))[0]
  }
  for (const path of [CLUSTER, ...paths]) await importInSteps(new URL(path, import.meta.url))
  await import('../../src/executor/compile.js') // where nobody says how many: a part of them first
  return import(ENGINE)
}

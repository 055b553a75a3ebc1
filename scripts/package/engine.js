import { loadBundle } from '../../lib/load.js'

/**
 * The engine, as the commands load it: one script.
 * @returns {Promise<typeof import('../../src/index.js')>}
 */
export const loadEngine = () => import('../../src/index.js')

/** For who will not end soon: what was compiled on the way here is there for the next start. */
export const keepCompiled = () => loadBundle().keep?.()

/** Nothing is left to load. */
export const loadRest = () => {}

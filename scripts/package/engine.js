/**
 * The engine, as the commands load it: one script.
 * @returns {Promise<typeof import('../../src/index.js')>}
 */
export const loadEngine = () => import('../../src/index.js')

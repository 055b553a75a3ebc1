import { importInSteps } from '../in-steps.js'

/**
 * The engine, as the commands load it. Node opens every file that one import leads to before it reads the first: more
 * than a process may have open where somebody keeps its descriptors short.
 * @returns {Promise<typeof import('../../src/index.js')>}
 */
export async function loadEngine() {
  for (const path of ['index.js', 'server/listener.js'])
    await importInSteps(new URL(`../../src/${path}`, import.meta.url))
  await import('../../src/executor/compile.js') // where nobody says how many: a part of them first
  return import('../../src/index.js')
}

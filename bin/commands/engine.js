/**
 * The engine, as the commands load it. Node opens every file that one import leads to before it reads the first: 400
 * of them at once, which is more than a process may have where somebody keeps its descriptors short. So a part of them
 * is read first.
 * @returns {Promise<typeof import('../../src/index.js')>}
 */
export async function loadEngine() {
  await import('../../src/executor/compile.js')
  return import('../../src/index.js')
}

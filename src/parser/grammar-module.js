/**
 * The grammar's WebAssembly, compiled once. In the published package this module is another: load.js has begun to
 * compile it by then (scripts/build-package.js).
 */
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { readPackageFile } from '../storage/vfs/package-file.js'

const FILE = 'libpg-query/wasm/libpg-query.wasm'

/** @returns {Promise<object>} a WebAssembly.Module */
async function compiled() {
  const path = createRequire(import.meta.url).resolve(FILE)
  const bytes = readPackageFile(pathToFileURL(path))
  if (bytes === null) throw new Error(`"${path}" cannot be read: install the package again.`)
  return /** @type {any} */ (globalThis).WebAssembly.compile(bytes)
}

export const compiledModule = compiled()
compiledModule.catch(() => undefined) // whoever loads the parser is told

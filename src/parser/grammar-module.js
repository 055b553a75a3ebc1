/** The grammar's WebAssembly, compiled once. In the published package this module is another: load.js has begun to compile it by then (scripts/build-package.js). */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** @type {Promise<object>} a WebAssembly.Module */
export const compiledModule = /** @type {any} */ (globalThis).WebAssembly.compile(readFileSync(createRequire(import.meta.url).resolve('libpg-query/wasm/libpg-query.wasm')))
compiledModule.catch(() => undefined) // whoever loads the parser is told

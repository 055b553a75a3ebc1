/**
 * Loads seawall.js, all modules of src/ in one script, with the machine code's ancestor beside it: V8's own record of what it compiled (code cache), made by
 * warm.js for this version of Node under these flags. Without one that fits, the script is compiled as it runs. The grammar's WebAssembly is compiled beside it meanwhile.
 */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const BUNDLE = new URL('./seawall.js', import.meta.url)
// An import would have Node make all of their exports, streams among them.
const require = createRequire(BUNDLE)
const { readFileSync } = require('node:fs')
const v8 = require('node:v8')
const vm = require('node:vm')

/** Where the code cache of this process lies: V8's version, its flags and the processor's features make the name. */
export const cacheFile = () => new URL(`./cache/${process.arch}-${process.versions.v8}-${v8.cachedDataVersionTag().toString(16)}`, import.meta.url)

/** @returns {{ script: import('node:vm').Script, exports: any }} */
export function loadBundle() {
  /** @type {Buffer | undefined} */
  let cachedData
  try {
    cachedData = readFileSync(cacheFile())
  } catch { /* it is compiled as it runs */ }
  const bytes = readFileSync(new URL('./libpg-query.wasm', BUNDLE))
  const grammar = WebAssembly.compile(bytes)
  const filename = fileURLToPath(BUNDLE)
  const script = new vm.Script(readFileSync(filename, 'latin1'), { filename, cachedData })
  const exports = {}
  script.runInThisContext()(require, exports, BUNDLE.href, fileURLToPath(new URL('.', BUNDLE)).slice(0, -1), filename, grammar)
  return { script, exports }
}

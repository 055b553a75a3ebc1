/**
 * Loads seawall.js, all modules of src/ in one script, with the machine code's ancestor beside it: V8's own record of what it compiled (code cache), made by
 * warm.js for this version of Node under these flags. Without one that fits, the script is compiled as it runs. The grammar's WebAssembly is compiled beside it meanwhile.
 */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const BUNDLE = new URL('./seawall.js', import.meta.url)
// An import would have Node make all of their exports, streams among them.
const require = createRequire(BUNDLE)
const { closeSync, fstatSync, openSync, readSync } = require('node:fs')
const v8 = require('node:v8')
const vm = require('node:vm')

/** Where the code cache of this process lies: V8's version, its flags and the processor's features make the name. */
export const cacheFile = () => new URL(`./cache/${process.arch}-${process.versions.v8}-${v8.cachedDataVersionTag().toString(16)}`, import.meta.url)

/** @returns {{ script: import('node:vm').Script, exports: any }} */
export function loadBundle() {
  const read = oneReader()
  const filename = fileURLToPath(BUNDLE)
  const text = read(BUNDLE).latin1Slice()
  const grammar = compiled(read(new URL('./libpg-query.wasm', BUNDLE)))
  /** @type {Buffer | undefined} */
  let cachedData
  try {
    cachedData = read(cacheFile())
  } catch { /* it is compiled as it runs */ }
  const script = new vm.Script(text, { filename, cachedData })
  const exports = {}
  script.runInThisContext()(require, exports, BUNDLE.href, fileURLToPath(new URL('.', BUNDLE)).slice(0, -1), filename, grammar)
  return { script, exports }
}

/** Reads files one after the other into the same memory: fresh memory takes the system longer than its copying. @returns {(file: URL) => Buffer} which is there until the next is read: decoding, WebAssembly.compile and vm.Script are through with it when they return */
function oneReader() {
  let memory = Buffer.alloc(0)
  return (file) => {
    const fd = openSync(file, 'r')
    try {
      const { size } = fstatSync(fd)
      if (memory.length < size) memory = Buffer.allocUnsafeSlow(size)
      let length = 0
      for (let count = -1; length < size && count !== 0; length += count) count = readSync(fd, memory, length, size - length, null)
      return memory.subarray(0, length)
    } finally {
      closeSync(fd)
    }
  }
}

/** The module says which of its functions other threads compile at once (grammar.js); V8 heeds that where it is told to. @param {Buffer} wasm @returns {Promise<object>} */
function compiled(wasm) {
  const isKnown = /^11\./.test(process.versions.v8)
  if (isKnown) v8.setFlagsFromString('--experimental-wasm-compilation-hints')
  try {
    return WebAssembly.compile(wasm)
  } finally {
    if (isKnown) v8.setFlagsFromString('--no-experimental-wasm-compilation-hints')
  }
}

/**
 * Loads seawall.js, all modules of src/ in one script, with V8's own record of what it compiled (code cache). The first
 * program under a version of Node and its flags has none: its script is compiled as it runs, and what was compiled by
 * its end is kept for the next, in the user's cache directory. The grammar's WebAssembly is compiled beside it
 * meanwhile.
 */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const BUNDLE = new URL('./seawall.js', import.meta.url)
/** The build's version and the hash of its script; '' while the package is being made. */
const BUILD = ''
/** A program that ran for longer has had V8 drop what its start needed. */
const KEPT_UP_TO_MS = 60_000
// An import would have Node make all of their exports, streams among them.
const require = createRequire(BUNDLE)
const fs = require('node:fs')
const path = require('node:path')
const v8 = require('node:v8')
const vm = require('node:vm')

/**
 * The file of this process's code cache: the build, V8's version, its flags and the processor's features make the name.
 * It is code that will run, so only a directory of the user's own will do, never a shared one.
 * @returns {string | null} null: nothing is to be kept (SEAWALL_CACHE_DIR is empty, or there is no home)
 */
export function cacheFile() {
  const folder = cacheFolder(process.env)
  if (BUILD === '' || folder === null) return null
  return path.join(folder, BUILD, `${process.arch}-${process.versions.v8}-${v8.cachedDataVersionTag().toString(16)}`)
}

/** @param {Record<string, string | undefined>} env @returns {string | null} */
function cacheFolder({ SEAWALL_CACHE_DIR: own, XDG_CACHE_HOME: xdg, LOCALAPPDATA: local, HOME: home }) {
  if (own !== undefined) return own === '' ? null : path.resolve(own)
  if (xdg !== undefined && path.isAbsolute(xdg)) return path.join(xdg, 'seawall')
  if (process.platform === 'win32') return local ? path.join(local, 'seawall', 'Cache') : null
  if (!home || !path.isAbsolute(home)) return null
  return path.join(home, process.platform === 'darwin' ? 'Library/Caches' : '.cache', 'seawall')
}

/**
 * @typedef {{ script: import('node:vm').Script, exports: any, keep: (() => void) | null }} Loaded keep: leaves the code
 *   cache now, for who will not end soon; null where there is one
 */

/** One for all modules of the package. @type {Loaded | null} */
let loaded = null

/** @returns {Loaded} */
export function loadBundle() { return loaded ??= load() }

/** @returns {Loaded} */
function load() {
  const read = oneReader()
  const filename = fileURLToPath(BUNDLE)
  const text = read(filename, false).latin1Slice()
  const grammar = compiled(read(fileURLToPath(new URL('./libpg-query.wasm', BUNDLE)), false))
  const cache = cacheFile()
  /** @type {Buffer | undefined} */
  let cachedData
  try {
    if (cache !== null) cachedData = read(cache, true)
  } catch { /* there is none yet: the script is compiled as it runs */ }
  const script = new vm.Script(text, { filename, cachedData })
  const isNew = cache !== null && (cachedData === undefined || script.cachedDataRejected === true)
  const keep = isNew ? keptOnce(script, cache) : null
  const exports = {}
  script.runInThisContext()(
    require,
    exports,
    BUNDLE.href,
    fileURLToPath(new URL('.', BUNDLE)).slice(0, -1),
    filename,
    grammar,
    (/** @type {string} */ name) => import(name)
  )
  return { script, exports, keep }
}

/**
 * Reads files one after the other into the same memory: fresh memory takes the system longer than its copying. What is
 * returned is there until the next is read: decoding, WebAssembly.compile and vm.Script are through with it when they
 * return.
 * @returns {(file: string, ownAlone: boolean) => Buffer} ownAlone: throws unless the file is this user's, and nobody
 *   else may write it
 */
function oneReader() {
  let memory = Buffer.alloc(0)
  return (file, ownAlone) => {
    const fd = fs.openSync(file, 'r')
    try {
      const { size, uid, mode } = fs.fstatSync(fd)
      if (ownAlone && process.getuid !== undefined && (uid !== process.getuid() || (mode & 0o022) !== 0))
        throw new Error(`${file} is not this user's alone`)
      if (memory.length < size) memory = Buffer.allocUnsafeSlow(size)
      let length = 0
      for (let count = -1; length < size && count !== 0; length += count)
        count = fs.readSync(fd, memory, length, size - length, null)
      return memory.subarray(0, length)
    } finally {
      fs.closeSync(fd)
    }
  }
}

/**
 * When the program ends, as Node does with its own compile cache, or when it says so before.
 * @param {import('node:vm').Script} script
 * @param {string} cache
 * @returns {() => void}
 */
function keptOnce(script, cache) {
  let isKept = false
  const keep = () => {
    if (isKept) return
    isKept = true
    const own = `${cache}.${process.pid}`
    try {
      fs.mkdirSync(path.dirname(cache), { recursive: true, mode: 0o700 })
      fs.writeFileSync(own, script.createCachedData(), { mode: 0o600, flag: 'wx' })
      fs.renameSync(own, cache) // whole or not at all, also where two programs end at once
    } catch { /* a cache that cannot be written is done without: the next program starts as this one did */ }
  }
  process.once('exit', () => { if (performance.now() <= KEPT_UP_TO_MS) keep() })
  return keep
}

/**
 * The module says which of its functions other threads compile at once (grammar.js); V8 heeds that where it is told to.
 * @param {Buffer} wasm
 * @returns {Promise<object>}
 */
function compiled(wasm) {
  const isKnown = /^11\./.test(process.versions.v8)
  if (isKnown) v8.setFlagsFromString('--experimental-wasm-compilation-hints')
  try {
    return WebAssembly.compile(wasm)
  } finally {
    if (isKnown) v8.setFlagsFromString('--no-experimental-wasm-compilation-hints')
  }
}

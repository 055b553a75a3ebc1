/** Runs program.js for each system and reads what it says about itself. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { optionalPackage } from '../lab/rivals.js'
import { owned } from '../support/children.js'

/** @import { System } from '../lab/lab.js' */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PROGRAM = fileURLToPath(new URL('./program.js', import.meta.url))

/**
 * @typedef {{ name: string, program: string, module?: string, cacheDir?: string }} Opener program: which of program.js'
 *   systems; cacheDir: where the package keeps its code cache
 */

/**
 * Without what the caller's shell has Node do before a program begins: reading certificates (NODE_EXTRA_CA_CERTS) takes
 * longer than opening a database.
 */
const ENVIRONMENT = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('NODE_')))

/** @param {Opener} opener @param {string} where @param {string} queries @returns {Promise<any>} */
function runProgram({ name, program, module = '', cacheDir = '' }, where, queries) {
  return new Promise((resolve, reject) => {
    owned(
      execFile(
        process.execPath,
        [PROGRAM, program, where, queries, ...(module === '' ? [] : [module])],
        { env: { ...ENVIRONMENT, SEAWALL_CACHE_DIR: cacheDir } },
        (error, stdout, stderr) => {
          if (error !== null) reject(new Error(`${name}: ${stderr || error.message}`))
          else resolve(JSON.parse(stdout))
        }
      )
    )
  })
}

/**
 * @param {string} label
 * @param {string} durability
 * @param {Opener} opener
 * @param {string} dir
 * @returns {import('../lab/lab.js').Instance}
 */
const instance = (label, durability, opener, dir) => ({
  label, durability,
  run: async ({ where }, config) => {
    const path = join(dir, 'data')
    if (where !== 'existing') rmSync(path, { recursive: true, force: true })
    mkdirSync(dir, { recursive: true })
    if (where === 'existing') await runProgram(opener, path, config.queries)
    // What the one before has written and removed: a first sync would wait for all of it. (Without that command it
    // does.)
    spawnSync('sync')
    const said = await runProgram(opener, where === 'memory' ? ':memory:' : path, config.queries)
    if (opener.name !== 'node' && said.answer !== 42) throw new Error(`${opener.name} answered ${said.answer}`)
    return {
      tps: 1000 / said.totalMs,
      more: {
        'import ms': said.importMs, 'open ms': said.openMs, 'first query ms': said.queryMs, 'all ms': said.totalMs,
        'all threads ms': said.cpuMs, 'resident MB': said.residentMb,
      },
    }
  },
  close: async () => undefined,
})

/** @param {string} name @param {string} durability @param {string | null} needs a package @returns {System} */
const system = (name, durability, needs) => ({
  name,
  start: async (_config, dir) => {
    if (needs !== null && await optionalPackage(needs) === null) return `the package ${needs} is not installed`
    return instance(name, durability, { name, program: name }, dir)
  },
})

/**
 * As it is installed from the registry: made here, by the script that makes what is published.
 * @param {string} name
 * @param {string} label
 * @param {boolean} isFirst a machine's first start: no code cache has been left yet
 * @returns {System}
 */
const packaged = (name, label, isFirst) => ({
  name,
  start: async (_config, dir) => {
    const made = join(dir, 'package')
    try {
      await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/build-package.js'), made])
    } catch (error) {
      return `its package cannot be made: ${
        /** @type {any} */ (error).stderr
          ?.trim()
          .split('\n')
          .find((/** @type {string} */ line) => line.includes('Error')) ?? error
      }`
    }
    const opener = {
      name, program: 'seawall', module: pathToFileURL(join(made, 'src/index.js')).href,
      cacheDir: isFirst ? '' : join(dir, 'cache'),
    }
    if (!isFirst) await runProgram(opener, ':memory:', 'tables')
    return instance(label, 'wal_sync immediate', opener, dir)
  },
})
export const seawall = packaged('seawall', 'the package, as published; its code cache left by one program', false)
export const first = packaged('first', 'the package, its first start: no code cache', true)

/** @type {System} */
export const source = {
  name: 'source',
  start: async (_config, dir) =>
    instance('the repository, module by module', 'wal_sync immediate', { name: 'source', program: 'seawall' }, dir),
}
export const sqlite = system('sqlite', 'journal WAL, synchronous FULL', 'better-sqlite3')
export const pglite = system('pglite', 'its own defaults', '@electric-sql/pglite')
export const node = system('node', 'none: no database', null)

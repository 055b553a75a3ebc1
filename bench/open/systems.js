/** Runs program.js for each system and reads what it says about itself. */
import { execFile } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { optionalPackage } from '../lab/rivals.js'

/** @import { Figures, System } from '../lab/lab.js' */

const PROGRAM = fileURLToPath(new URL('./program.js', import.meta.url))

/** @param {string} system @param {string} where @param {string} queries @returns {Promise<any>} */
function runProgram(system, where, queries) {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [PROGRAM, system, where, queries], (error, stdout, stderr) => {
      if (error !== null) reject(new Error(`${system}: ${stderr || error.message}`))
      else resolve(JSON.parse(stdout))
    })
  })
}

/** @param {string} name @param {string} durability @param {string | null} needs a package @returns {System} */
const system = (name, durability, needs) => ({
  name,
  start: async (_config, dir) => {
    if (needs !== null && await optionalPackage(needs) === null) return `the package ${needs} is not installed`
    return {
      label: name, durability,
      run: async ({ where }, config) => {
        const path = join(dir, 'data')
        if (where !== 'existing') rmSync(path, { recursive: true, force: true })
        mkdirSync(dir, { recursive: true })
        if (where === 'existing') await runProgram(name, path, config.queries)
        const said = await runProgram(name, where === 'memory' ? ':memory:' : path, config.queries)
        if (name !== 'node' && said.answer !== 42) throw new Error(`${name} answered ${said.answer}`)
        return { tps: 1000 / said.totalMs, more: { 'import ms': said.importMs, 'open ms': said.openMs, 'first query ms': said.queryMs, 'all ms': said.totalMs, 'all threads ms': said.cpuMs, 'resident MB': said.residentMb } }
      },
      close: async () => undefined,
    }
  },
})

export const seawall = system('seawall', 'wal_sync immediate', null)
export const sqlite = system('sqlite', 'journal WAL, synchronous FULL', 'better-sqlite3')
export const pglite = system('pglite', 'its own defaults', '@electric-sql/pglite')
export const node = system('node', 'none: no database', null)

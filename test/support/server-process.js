/**
 * Seawall's server as users start it: `seawall serve` in a process of its own, on a free port, and the PostgreSQL
 * programs that talk to it.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../../bin/seawall.js', import.meta.url))

/** @type {string[]} */
const temporary = []

/** @returns {string} an empty directory, removed when the tests' process ends, which may have run several files */
export function temporaryDirectory() {
  if (temporary.length === 0) {
    process.once('exit', () => { for (const dir of temporary) rmSync(dir, { recursive: true, force: true }) })
  }
  const dir = mkdtempSync(join(tmpdir(), 'seawall-test-'))
  temporary.push(dir)
  return dir
}

export class ServerProcess {
  /** @param {import('node:child_process').ChildProcess} child @param {number} port */
  constructor(child, port) {
    this.child = child
    this.port = port
    /** What it wrote to stderr so far. */
    this.log = ''
    child.stderr?.on('data', (chunk) => { this.log += chunk })
    /** @type {Promise<number | null>} */
    this.ended = new Promise((resolve) => { child.once('exit', resolve) })
  }

  /**
   * @param {string} dir
   * @param {string[]} [flags]
   * @returns {Promise<ServerProcess>} resolves when it accepts connections
   */
  static start(dir, flags = []) {
    const child = spawn(
      process.execPath,
      ['--conditions=development', PROGRAM, 'serve', dir, '--port', '0', ...flags],
      { stdio: ['ignore', 'pipe', 'pipe'] }
    )
    return new Promise((resolve, reject) => {
      let text = ''
      let errors = ''
      child.stderr.on('data', (chunk) => { errors += chunk })
      child.stdout.on('data', (chunk) => {
        text += chunk
        const match = /^psql .* -p (\d+) .*\n/m.exec(text)
        if (match) resolve(new ServerProcess(child, Number(match[1])))
      })
      child.once('exit', (code) => reject(new Error(`seawall serve ended with ${code}: ${errors}`)))
    })
  }

  /** What `pg` connects with. */
  get address() { return { host: '127.0.0.1', port: this.port, user: 'postgres', database: 'postgres' } }

  /**
   * @param {NodeJS.Signals} [signal]
   * @returns {Promise<number | null>} exit code; null after a signal that cannot be caught
   */
  stop(signal = 'SIGTERM') {
    this.child.kill(signal)
    return this.ended
  }
}

/**
 * The test runner's `skip` value for tests that need this program.
 * @param {string} program
 * @returns {string | false}
 */
export function missing(program) {
  return spawnSync(program, ['--version']).error === undefined
    ? false
    : `${program} is not installed: this is NOT tested here`
}

/**
 * Runs one of PostgreSQL's programs against the server.
 * @param {ServerProcess} server
 * @param {string} program
 * @param {string[]} flags
 * @returns {Promise<{ code: number | null, stdout: string, stderr: string }>}
 */
export function runClient(server, program, flags) {
  const child = spawn(program, flags, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH, LC_ALL: 'C', PGHOST: '127.0.0.1', PGPORT: String(server.port), PGUSER: 'postgres',
      PGDATABASE: 'postgres', PSQLRC: '/dev/null',
    },
  })
  return new Promise((resolve) => {
    const said = { stdout: '', stderr: '' }
    child.stdout.on('data', (chunk) => { said.stdout += chunk })
    child.stderr.on('data', (chunk) => { said.stderr += chunk })
    child.once('close', (code) => resolve({ code, ...said }))
  })
}

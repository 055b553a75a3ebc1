/**
 * Rivals, where they are installed: better-sqlite3 and PGlite as packages
 * (`npm install --no-save better-sqlite3 @electric-sql/pglite`), PostgreSQL as a cluster of the bench's own.
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** @param {string} name @returns {Promise<any>} the module, null when it is not installed */
export async function optionalPackage(name) {
  try {
    return await import(name)
  } catch (error) {
    if (/** @type {{ code?: string }} */ (error).code === 'ERR_MODULE_NOT_FOUND') return null
    throw error
  }
}

/** @returns {string | null} PostgreSQL's programs */
export function postgresPrograms() {
  for (const find of [
    () => execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim(),
    () => '/usr/lib/postgresql/15/bin',
  ]) {
    try {
      const bin = find()
      if (existsSync(join(bin, 'initdb'))) return bin
    } catch { /* the next place */ }
  }
  return null
}

/** @returns {Promise<number>} a TCP port nobody listens on */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
      server.close(() => resolve(port))
    })
  })
}

/** A PostgreSQL cluster for one bench. */
export class OwnPostgres {
  /** @param {string} bin @param {string} dir @param {number} port @param {string} version */
  constructor(bin, dir, port, version) {
    this.bin = bin
    this.dir = dir
    this.port = port
    this.version = version
  }

  /** Of its first process, whose children the others are. */
  get pid() { return Number(readFileSync(join(this.dir, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]) }

  get address() { return `postgres://postgres@127.0.0.1:${this.port}/postgres` }

  /**
   * Starts one with a gigabyte of buffers and durable commits.
   * @param {string} parent
   * @param {string[]} [settings] lines of postgresql.conf
   * @returns {Promise<OwnPostgres | null>} null: it is not installed
   */
  static async start(parent, settings = []) {
    const bin = postgresPrograms()
    if (bin === null) return null
    const dir = join(parent, 'cluster')
    mkdirSync(dir, { recursive: true })
    const user = process.getuid?.() === 0 ? userOf('postgres') : null
    if (user !== null) {
      for (let path = dir; path.length > 1 && path !== '/tmp'; path = join(path, '..')) {
        try {
          chmodSync(path, 0o755)
        } catch {
          break
        }
      }
      chownSync(dir, user.uid, user.gid)
    }
    const as = user === null ? {} : { uid: user.uid, gid: user.gid, env: { ...process.env, HOME: dir } }
    const run = (/** @type {string} */ program, /** @type {string[]} */ args) =>
      execFileSync(join(bin, program), args, { ...as, cwd: dir, stdio: 'ignore' })
    run('initdb', ['-D', join(dir, 'data'), '-A', 'trust', '-U', 'postgres', '--locale=C', '--encoding=UTF8'])
    const port = await freePort()
    appendFileSync(
      join(dir, 'data', 'postgresql.conf'),
      [
        '', `port = ${port}`, `unix_socket_directories = '${dir}'`, `listen_addresses = '127.0.0.1'`,
        'max_connections = 200', 'shared_buffers = 1GB', 'max_wal_size = 4GB', ...settings, '',
      ].join('\n'),
    )
    run('pg_ctl', ['-D', join(dir, 'data'), '-l', join(dir, 'log'), '-w', 'start'])
    const version = execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' })
      .trim()
      .replace(/^.*\) /, '')
    const own = new OwnPostgres(bin, dir, port, version)
    own.stopNow = () => run('pg_ctl', ['-D', join(dir, 'data'), '-m', 'immediate', '-w', 'stop'])
    process.once('exit', own.onExit)
    return own
  }

  stopNow = () => { /* set by start */ }
  onExit = () => { try { this.stopNow() } catch { /* it is gone already */ } }

  stop() {
    process.off('exit', this.onExit)
    this.stopNow()
  }
}

/** @param {string} name */
function userOf(name) {
  try {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
    )
    return { uid, gid }
  } catch {
    return null
  }
}

/**
 * A PostgreSQL 15 for a test: the one ORACLE_PORT names, or a fresh cluster in a temporary directory when its programs
 * are installed.
 */
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WireClient } from '../support/wire-client.js'

/** @typedef {{ port: number, stop: () => Promise<void> }} Oracle */

const START_MS_MAX = 30000

/** The folder of initdb and postgres. @returns {string | null} */
function programs() {
  const asked = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  const folders = ['/usr/lib/postgresql/15/bin', ...(asked.status === 0 ? [asked.stdout.trim()] : [])]
  return (
    folders.find(
      (folder) =>
        existsSync(join(folder, 'initdb')) &&
        /\b15\./.test(spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout ?? '')
    ) ?? null
  )
}

/** PostgreSQL does not run as root. @returns {{ uid?: number, gid?: number } | null} null: nobody else is there */
function owner() {
  if (process.getuid?.() !== 0) return {}
  const line = readFileSync('/etc/passwd', 'utf8').split('\n').find((text) => /^(postgres|nobody):/.test(text))
  if (line === undefined) return null
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

/** @returns {Promise<number>} */
const freePort = () => new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
    server.close(() => resolve(port))
  })
})

/**
 * @param {{ own?: boolean }} [options] own: one that nobody else uses, for what is a cluster's
 * @returns {Promise<Oracle | null>} null: there is none
 */
export async function startOracle({ own = false } = {}) {
  const { ORACLE_PORT } = process.env
  if (!own && ORACLE_PORT !== undefined) return { port: Number(ORACLE_PORT), stop: async () => {} }
  const bin = programs()
  const user = owner()
  if (bin === null || user === null) return null
  const folder = mkdtempSync(join(tmpdir(), 'oracle-'))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...user, encoding: 'utf8', cwd: folder }
  )
  if (made.status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    return null
  }
  const port = await freePort()
  const child = spawn(
    join(bin, 'postgres'),
    [
      '-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off', '-c',
      'max_connections=10',
    ],
    { ...user, cwd: folder, stdio: 'ignore' },
  )
  const ended = new Promise((resolve) => { child.on('exit', resolve) })
  const stop = async () => {
    child.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  for (const end = performance.now() + START_MS_MAX; performance.now() < end;) {
    const client = new WireClient(port)
    const isReady = (await client.start()).some((message) => message.type === 'Z')
    client.end()
    if (isReady) return { port, stop }
    await new Promise((resolve) => { setTimeout(resolve, 100) })
  }
  await stop()
  return null
}

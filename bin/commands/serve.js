/**
 * `seawall serve`: opens a data directory and lets PostgreSQL clients in until SIGTERM or SIGINT, which close it
 * cleanly; a second SIGINT ends the process at once (the next open recovers). Prints one line when it is ready: the
 * psql command to connect with.
 */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command, CommanderError, Option } from 'commander'
import { EXIT } from '../exit-codes.js'
import { limitHeap } from '../../src/server/process-memory.js'
import { keepCompiled, loadEngine, loadRest } from './engine.js'
import {
  count, countOrNone, dataDirectory, extensionOption, extensionsOf, memoryOption, port, walSyncOption,
} from './options.js'

/**
 * @typedef {{ port: number, host?: string, socketDir?: string, auth?: 'trust' | 'scram-sha-256' | 'md5' | 'password',
 * tlsCert?: string, tlsKey?: string, tlsCa?: string, walSync?: 'immediate' | 'batch' | 'none', memory?: string,
 * profile: boolean, profileJson?: string, connections?: number, busyPoll?: number }} ServeOptions
 */

export function serveCommand() {
  return new Command('serve')
    .description('Serves a data directory to PostgreSQL clients.')
    .argument('[dir]', 'data directory, created if absent, or :memory: (default: $PGDATA, then ./seawall-data)')
    .helpOption('--help', 'show this text')
    .addOption(new Option('-p, --port <n>', '0 takes any free one').argParser(port).default(5432).env('PGPORT'))
    .addOption(new Option('-h, --host <address>', 'address to listen on (default: $PGHOST, then 127.0.0.1)'))
    .addOption(
      new Option(
        '-k, --socket-dir <dir>',
        'also listen on a Unix socket there (default: $PGHOST where that is a directory)',
      ),
    )
    .addOption(
      new Option(
        '--auth <method>',
        'how clients prove who they are, where the directory has no pg_hba.conf (default: trust)',
      )
        .choices(['trust', 'scram-sha-256', 'md5', 'password'])
        .env('SEAWALL_AUTH'),
    )
    .addOption(
      new Option(
        '--tls-cert <file>',
        'certificate: clients may ask for TLS (default: settings ssl, ssl_cert_file)',
      ).env('SEAWALL_TLS_CERT'),
    )
    .addOption(new Option('--tls-key <file>', 'its key (default: ssl_key_file)').env('SEAWALL_TLS_KEY'))
    .addOption(
      new Option('--tls-ca <file>', "who vouches for clients' certificates (default: ssl_ca_file)").env(
        'SEAWALL_TLS_CA',
      ),
    )
    .addOption(
      new Option('--connections <n>', 'most clients at a time (default: the setting max_connections, 100)')
        .argParser(count)
        .env('SEAWALL_CONNECTIONS'),
    )
    .addOption(
      new Option(
        '--busy-poll <us>',
        'microseconds after an answer in which the next message is waited for awake, while clients answer at once; 0: never (default: 100, on one processor 0)',
      )
        .argParser(countOrNone)
        .env('SEAWALL_BUSY_POLL'),
    )
    .addOption(walSyncOption())
    .addOption(memoryOption())
    .addOption(extensionOption())
    .option('--javascript', 'superusers may define functions in JavaScript, which may do what this process may', false)
    .option('--no-server-files', 'COPY and file_fdw reach no files of this machine, whoever asks')
    .option('--profile', 'at the end, print on stderr where the time went', false)
    .option('--profile-json <file>', 'write that as JSON')
    .action(serve)
}

/**
 * @param {string | undefined} dir
 * @param {ServeOptions & { javascript: boolean, serverFiles: boolean, extension?: string[] }} options
 */
async function serve(dir, options) {
  const log = (/** @type {string} */ line) => console.error(`seawall: ${line}`)
  const path = dataDirectory(dir)
  const profile = options.profile || options.profileJson !== undefined
  const { walSync, memory, javascript, serverFiles } = options
  const extensions = await extensionsOf(options.extension) // before the engine: one that is broken is told at once
  const { open } = await loadEngine(true)
  const db = await open(path, {
    walSync, bufferPool: memory, profile, javascript, serverFiles, extensions, logger: log,
  })
  keepCompiled() // under the flags that the next start will have, not under those that limitHeap sets
  limitHeap(db.cluster.storage.pool.bytes.length)
  const { PGHOST } = process.env
  const socketInEnvironment = PGHOST?.startsWith('/') === true
  const host = options.host ?? (socketInEnvironment ? undefined : PGHOST) ?? '127.0.0.1'
  const socketDir = options.socketDir ?? (socketInEnvironment ? PGHOST : undefined)
  let listener
  try {
    const { auth, busyPoll: busyPollUs, connections: connectionsMax, port: wanted } = options
    const tls = tlsOf(options)
    listener = await db.serve({
      port: wanted, host, socketDir, auth, tls, connectionsMax, dedicated: true, busyPollUs, log,
    })
  } catch (error) {
    await db.close()
    throw error
  }
  db.cluster.onFailure = () => {
    log('the write-ahead log failed: nothing can be acknowledged any more; start again to recover')
    process.exit(EXIT.failed)
  }
  process.on('SIGHUP', () => {
    log('received SIGHUP, reading the configuration again')
    db.cluster.reloadSettings()
  })
  closeOnSignals(log, async () => {
    await db.close()
    if (profile) await reportProfile(db, options)
  })
  console.log(`psql -h ${host} -p ${listener.port} -U postgres postgres`)
  loadRest()
}

/** From where the command was given, not from the data directory. @param {ServeOptions} options */
function tlsOf({ tlsCert, tlsKey, tlsCa }) {
  if (tlsCert === undefined && tlsKey === undefined && tlsCa === undefined) return undefined
  if (tlsCert === undefined || tlsKey === undefined)
    throw new CommanderError(EXIT.usage, 'seawall.tls', '--tls-cert and --tls-key go together')
  return { cert: resolve(tlsCert), key: resolve(tlsKey), ca: tlsCa === undefined ? undefined : resolve(tlsCa) }
}

/** @param {(line: string) => void} log @param {() => Promise<void>} close */
function closeOnSignals(log, close) {
  let closing = false
  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    if (closing) {
      if (signal === 'SIGINT') process.exit(EXIT.failed)
      return
    }
    closing = true
    close().then(() => process.exit(EXIT.ok), (error) => {
      log(`closing failed: ${error.message}`)
      process.exit(EXIT.failed)
    })
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** @param {import('../../src/index.js').Database} db @param {ServeOptions} options */
async function reportProfile(db, options) {
  const { printProfile } = await import('../../bench/tpcb/report.js')
  const { commits } = db.stats().transactions
  const report = /** @type {import('../../src/profile/profile.js').Profile} */ (db.cluster.profile).report(commits)
  if (options.profile) printProfile(report, commits, console.error)
  if (options.profileJson !== undefined)
    writeFileSync(options.profileJson, `${JSON.stringify({ transactions: commits, ...report }, null, 2)}\n`)
}

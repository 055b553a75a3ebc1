/**
 * A server killed with SIGKILL under the load of many clients, each keeping its own account of what was acknowledged to
 * it; then the next one, on what is left. After each kill nothing acknowledged is missing, in any mode: what was
 * written to the operating system survives the process.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { open } from '../../src/index.js'
import { ACCOUNTS, definitions, judge, transfers } from './kill-load.js'

/** @import { Random } from '../../src/util/prng.js' */
/** @import { Ledger } from './kill-load.js' */

const SERVER = fileURLToPath(new URL('../../bin/seawall.js', import.meta.url))

/**
 * @param {string} dir
 * @param {string} mode
 * @param {string[]} [wrapper] a command to run it under
 * @returns {Promise<{ child: import('node:child_process').ChildProcess, port: number }>}
 */
export async function startServer(dir, mode, wrapper = []) {
  const [command, ...args] = [
    ...wrapper, process.execPath, '--conditions=development', SERVER, 'serve', dir, '--port', '0', '--wal-sync', mode,
    '--memory', '4MB',
  ]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  for await (const chunk of /** @type {import('node:stream').Readable} */ (child.stdout)) {
    text += chunk
    const found = /-p (\d+) /.exec(text)
    if (found !== null) return { child, port: Number(found[1]) }
  }
  throw new Error(`the server did not start: ${text}`)
}

/** @param {number} port */
export async function connect(port) {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** @param {string} dir */
export async function prepareDirectory(dir) {
  const db = await open({ path: dir, bufferPool: '4MB', walSegmentBytes: 1024 * 1024 })
  await db.exec(`
    create table branches (bid int primary key, balance int8 not null);
    create table accounts (aid int primary key, balance int8 not null, filler char(84));
    create table history (client int, number int, aid int, delta int8, note text, primary key (client, number));
    create index history_note on history (note);
    create table definitions (definer int, step int, primary key (definer, step));
    create table emptied (a int);
    insert into branches select g, 0 from generate_series(1, 3) g;
    insert into accounts select g, 0, '' from generate_series(1, ${ACCOUNTS}) g`)
  await db.close()
}

/**
 * One life of a server: load, kill -9 in the middle, look.
 * @param {string} dir @param {string} mode @param {Random} random @param {Ledger} ledger
 * @returns {Promise<{ acknowledged: number }>} how many in this life
 */
export async function liveAndDie(dir, mode, random, ledger) {
  const { child, port } = await startServer(dir, mode)
  const before = ledger.acknowledged.reduce((sum, count) => sum + count, 0)
  const clients = await Promise.all(ledger.issued.map(() => connect(port)))
  const definers = await Promise.all(ledger.tables.issued.map(() => connect(port)))
  const done = Promise.all([
    ...clients.map((client, number) => transfers(client, number, random, ledger)),
    ...definers.map((client, number) => definitions(client, number, random, ledger)),
  ])
  const enough = 200 + random.below(1500)
  const acknowledged = () => ledger.acknowledged.reduce((sum, count) => sum + count, 0) - before
  for (let waited = 0; acknowledged() < enough && waited < 3000; waited += 5)
    await new Promise((resolve) => {
      setTimeout(resolve, 5)
    })
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  await done
  for (const client of [...clients, ...definers]) client.end().catch(() => undefined)
  if (random.below(2) === 0) await killInRecovery(dir, mode, random)
  await look(dir, ledger)
  return { acknowledged: acknowledged() }
}

/** The next process dies while it recovers. @param {string} dir @param {string} mode @param {Random} random */
async function killInRecovery(dir, mode, random) {
  const child = spawn(process.execPath, [SERVER, 'serve', dir, '--port', '0', '--wal-sync', mode, '--memory', '4MB'], {
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  setTimeout(() => child.kill('SIGKILL'), 150 + random.below(400))
  await exited
}

/**
 * Opens what is left: sound, sums agree, every acknowledged transfer there.
 * @param {string} dir
 * @param {Ledger} ledger brought to what was found
 */
export async function look(dir, ledger) {
  const db = await open({ path: dir, bufferPool: '4MB' })
  await db.cluster.maintenance.sweeping
  assert.deepEqual((await db.check()).problems, [])
  await judge(db, ledger)
  await db.close()
}

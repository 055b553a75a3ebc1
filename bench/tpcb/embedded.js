/**
 * Seawall in this process. One client with prepared statements runs through the synchronous API, as a program would;
 * else every client is a session of its own and awaits each statement.
 */
import { open } from '../../src/index.js'
import { isUrl } from '../support/work-directory.js'
import { countersOf } from './target.js'
import { STEP, TRANSACTION, fillTables, literalText, valuesOf } from './workload.js'

/** @import { Client, Draws, Target } from './target.js' */
/** @import { Mode, Options } from './options.js' */

/** @param {Options} options @param {string} dir @returns {Promise<Target>} */
export async function embeddedTarget(options, dir) {
  if (isUrl(options.data)) return serverTarget(options, dir)
  const db = await open(dir, {
    walSync: options.walSync,
    profile: options.profile,
    ...(options.memory ? { bufferPool: options.memory } : {}),
  })
  const synchronous = options.clients === 1 && options.mode === 'prepared'
  return {
    label: `Seawall embedded, ${synchronous ? 'synchronous API' : `${options.clients === 1 ? 'one session' : 'sessions'}, asynchronous API`}`,
    durability: `wal_sync ${options.walSync}`,
    dir,
    fill: () => fillTables(options.scale, (statement) => db.exec(statement)),
    rows: async (query) => (await db.query(query)).rows,
    connect: async (count) =>
      synchronous
        ? [synchronousClient(db)]
        : Promise.all(Array.from({ length: count }, () => sessionClient(db, options.mode))),
    counters: async () => countersOf(db.stats()),
    startProfile: async () => db.cluster.profile?.start(),
    profile: async (transactions) => db.cluster.profile?.report(transactions) ?? null,
    close: () => db.close(),
  }
}

/**
 * `--data postgres://…`: the same sessions of the library, on a server.
 * @param {Options} options @param {string} dir
 */
async function serverTarget(options, dir) {
  const db = await open(String(options.data))
  return {
    label: `the library on a server (${new URL(String(options.data)).host}), asynchronous API`,
    durability: `as the server has it (synchronous_commit ${await shown(db, 'synchronous_commit')})`,
    dir,
    fill: () => fillTables(options.scale, (statement) => db.exec(statement)),
    rows: async (/** @type {string} */ query) => (await db.query(query)).rows,
    connect: (/** @type {number} */ count) =>
      Promise.all(Array.from({ length: count }, () => sessionClient(db, options.mode))),
    counters: async () => null,
    startProfile: async () => undefined,
    profile: async () => null,
    close: () => db.close(),
  }
}

/** @param {import('../../src/index.js').Database} db @param {string} setting @returns {Promise<string>} */
const shown = async (db, setting) => (await db.query(`SHOW ${setting}`)).rows[0][setting]

/** @param {import('../../src/index.js').Database} db @returns {Client} */
function synchronousClient(db) {
  const account = db.prepare(STEP.account.text)
  const balance = db.prepare(STEP.balance.text)
  const teller = db.prepare(STEP.teller.text)
  const branch = db.prepare(STEP.branch.text)
  const history = db.prepare(STEP.history.text)
  /** @type {Draws} */
  let draw
  const transaction = () => {
    account.run(draw.delta, draw.aid)
    balance.get(draw.aid)
    teller.run(draw.delta, draw.tid)
    branch.run(draw.delta, draw.bid)
    history.run(draw.tid, draw.bid, draw.aid, draw.delta)
  }
  return {
    runSync: (next) => {
      draw = next
      db.transactionSync(transaction)
    },
    run: null,
    close: async () => undefined,
  }
}

/** @param {import('../../src/index.js').Database} db @param {Mode} mode @returns {Promise<Client>} */
async function sessionClient(db, mode) {
  const session = await db.connect()
  const texts = TRANSACTION.map(literalText)
  const run =
    mode === 'simple'
      ? async (/** @type {Draws} */ draw) => {
          for (const text of texts) await session.exec(text(draw))
        }
      : async (/** @type {Draws} */ draw) => {
          for (const step of TRANSACTION)
            await session.query(
              mode === 'prepared'
                ? { ...step, values: valuesOf(step, draw) }
                : { text: step.text, values: valuesOf(step, draw) }
            )
        }
  return { runSync: null, run, close: () => session.release() }
}

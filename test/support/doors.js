/**
 * What the library promises holds behind each of its doors:
 *
 *   here        the engine in this process
 *   worker      the engine in a thread of its own: one for the file, whose tests have forks there, but with options of
 *               their own. A thread that begins loads the engine anew, which takes longer than most tests.
 *   wire        the second door (src/remote), to a server of ours
 *   postgres    the second door, to a PostgreSQL 15: ORACLE_PORT's, or one started for the file; without it the test
 *               says that it did not run
 */
import { afterAll, beforeAll, test } from 'vitest'
import { open } from '../../src/index.js'
import { startOracle } from '../random/oracle.js'

/** @import { Database, OpenOptions } from '../../src/index.js' */
/** @typedef {'here' | 'worker' | 'wire' | 'postgres'} Door */
/**
 * Opens a database that is empty, and afterwards removes it.
 * @typedef {(options?: OpenOptions) => Promise<Database>} Opener
 */

export const DOORS = /** @type {Door[]} */ (['here', 'worker', 'wire', 'postgres'])

/** @type {import('../random/oracle.js').Oracle | null} */
let oracle = null
let serial = 0

/** The thread's database, which stays empty. @type {Promise<Database> | null} */
let inThread = null

/** For a file that tests on servers: before its tests. */
export function useServers() {
  beforeAll(async () => { oracle = await startOracle() }, 60_000)
  afterAll(async () => { await oracle?.stop() })
}

/** @type {Record<Door, (work: (opener: Opener, url: string) => Promise<void>) => Promise<void>>} */
const WITH = {
  here: (work) => inMemory((options) => open(':memory:', options), work),
  worker: (work) => inMemory(async (options) => {
    if (options !== undefined) return open(':memory:', { ...options, worker: true })
    inThread ??= open(':memory:', { worker: true })
    return (await inThread).fork()
  }, work),
  wire: async (work) => {
    const server = await open(':memory:')
    try {
      await overUrl((await server.serve({ port: 0 })).url, work)
    } finally {
      await server.close()
    }
  },
  postgres: async (work) => {
    const base = `postgres://postgres@127.0.0.1:${oracle?.port}`
    const name = `seawall_door_${process.pid}_${serial++}`
    const admin = await open(`${base}/postgres`)
    try {
      await admin.exec(`CREATE DATABASE ${name} TEMPLATE template0`)
      await overUrl(`${base}/${name}`, work)
    } finally {
      await admin.exec(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      await admin.close()
    }
  },
}

/** @param {Opener} opener @param {(opener: Opener, url: string) => Promise<void>} work */
const inMemory = (opener, work) => closing(opener, ':memory:', work)

/** @param {string} url @param {(opener: Opener, url: string) => Promise<void>} work */
const overUrl = (url, work) => closing((options) => open(url, options), url, work)

/** @param {Opener} opener @param {string} url @param {(opener: Opener, url: string) => Promise<void>} work */
async function closing(opener, url, work) {
  /** @type {Database[]} */
  const opened = []
  try {
    await work(async (options) => {
      const db = await opener(options)
      opened.push(db)
      return db
    }, url)
  } finally {
    for (const db of opened) await db.close()
  }
}

/**
 * A test at each of some doors.
 * @param {string} name @param {Door[]} doors
 * @param {(db: Database, more: { open: Opener, url: string, door: Door }) => Promise<void>} body
 */
export function atDoors(name, doors, body) {
  if (doors.includes('worker')) afterAll(endThread)
  for (const door of doors) {
    test(`${door}: ${name}`, async (context) => {
      if (door === 'postgres' && oracle === null) context.skip('no PostgreSQL 15 here: NOT run at the door of a server')
      await WITH[door](async (opener, url) => body(await opener(), { open: opener, url, door }))
    })
  }
}

async function endThread() {
  const ending = inThread
  inThread = null
  await (await ending)?.close()
}

/**
 * A case in which nothing moves any more: somebody waits for an answer, a lock or a promise that does not come. It ends
 * as a failure that says who waits for whom, by what the running engine shows of that.
 */
import { linesOf } from './lane-context.js'

/** @import { Database } from '../../../src/index.js' */
/** @import { FaultVfs } from '../../support/disk/fault-vfs.js' */
/** @import { History } from './history.js' */

/** So often it is found as it was, before it is said to be stuck: that takes a minute. */
const LOOK_MS = 5000
const LOOKS = 12

/** Of the case that is under way. @type {{ db: Database | null, disk: FaultVfs | null, history: History | null }} */
const underWay = { db: null, disk: null, history: null }

/** @param {History} history of the case that begins */
export function begins(history) {
  Object.assign(underWay, { db: null, disk: null, history })
}

/** A directory is being opened, or is open. @param {FaultVfs} disk @param {Database | null} db */
export function works(disk, db) {
  Object.assign(underWay, { db, disk })
}

const SESSIONS = `select pid, state, wait_event_type, wait_event, pg_blocking_pids(pid) as behind,
  left(query, 150) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() order by pid`
const LOCKS = `select pid, locktype, coalesce(relation::regclass::text, virtualxid, transactionid::text) as what,
  mode, granted from pg_locks where pid <> pg_backend_pid() order by granted, what, pid`

/** Who waits for whom. @param {Database} db @returns {Promise<string>} */
export async function whoWaits(db) {
  const session = await db.connect({ database: 'postgres' })
  const sessions = await linesOf(session, SESSIONS)
  const locks = await linesOf(session, LOCKS)
  await session.release()
  return ['sessions:', ...sessions, 'locks:', ...locks].join('\n  ')
}

/**
 * What `work` comes to, or a failure once it is stuck.
 * @template T
 * @param {Promise<T>} work
 * @param {number} [lookMs] between two looks
 * @returns {Promise<T>}
 */
export async function unlessStuck(work, lookMs = LOOK_MS) {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer
  const stuck = new Promise((_resolve, reject) => {
    let [seen, times] = ['', 0]
    timer = setInterval(() => {
      const { disk, history, db } = underWay
      const now = `${disk?.callCount} ${history?.statements}`
      times = now === seen ? times + 1 : 0
      seen = now
      if (times < LOOKS) return
      clearInterval(timer)
      const told = db === null ? Promise.resolve('it is being opened') : whoWaits(db).catch(String)
      const late = new Promise((resolve) => { setTimeout(() => resolve('it does not even say who waits'), lookMs) })
      void Promise.race([told, late]).then((text) => reject(new Error(`nothing moves any more; ${text}`)))
    }, lookMs)
  })
  try {
    return await Promise.race([work, /** @type {Promise<never>} */ (stuck)])
  } finally {
    clearInterval(timer)
  }
}

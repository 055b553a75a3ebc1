/**
 * LISTEN and NOTIFY. What a transaction listens to and tells takes effect when it commits; others hear of it when the commit is durable, between their own transactions.
 * Nothing is stored: who does not listen by then never hears.
 */
import { DbError } from '../errors/db-error.js'

/** @import { Cluster } from './cluster.js' */
/** @import { Session } from './session.js' */

/** @typedef {{ pid: number, channel: string, payload: string }} Notification */

const CHANNEL_BYTES_MAX = 63
const PAYLOAD_BYTES_MAX = 7999

/** Who listens to what in one database. */
export class Channels {
  constructor() {
    /** @type {Map<string, Set<Session>>} */
    this.listeners = new Map()
  }

  /** @param {string} channel @param {Session} session */
  add(channel, session) {
    const known = this.listeners.get(channel)
    if (known === undefined) this.listeners.set(channel, new Set([session]))
    else known.add(session)
    session.listening.add(channel)
  }

  /** @param {string} channel @param {Session} session */
  remove(channel, session) {
    session.listening.delete(channel)
    const known = this.listeners.get(channel)
    known?.delete(session)
    if (known?.size === 0) this.listeners.delete(channel)
  }

  /** @param {Session} session */
  removeAll(session) {
    for (const channel of [...session.listening]) this.remove(channel, session)
  }

  /** @param {Notification} notification */
  deliver(notification) {
    for (const session of this.listeners.get(notification.channel) ?? []) session.hear(notification)
  }
}

/** At commit, in order. @param {Session} session @param {() => void} action */
function atCommit(session, action) {
  const txn = session.block.ensure()
  txn.onCommit(action)
}

/** @param {Session} session @param {string} channel */
export function listen(session, channel) {
  checkChannel(channel)
  atCommit(session, () => session.database.channels.add(channel, session))
}

/** @param {Session} session @param {string | null} channel null: all */
export function unlisten(session, channel) {
  atCommit(session, () => {
    if (channel === null) session.database.channels.removeAll(session)
    else session.database.channels.remove(channel, session)
  })
}

/** @param {Session} session @param {string} channel @param {string} payload @throws {DbError} 22023 */
export function notify(session, channel, payload) {
  checkChannel(channel)
  if (Buffer.byteLength(payload) > PAYLOAD_BYTES_MAX) throw new DbError('22023', 'payload string too long')
  const txn = session.block.ensure()
  const told = session.told ??= new Map()
  // The same said twice by one transaction is heard once.
  const key = `${channel}\u0000${payload}`
  if (told.has(key)) return
  told.set(key, true)
  txn.onAbort(() => told.delete(key))
  txn.onCommit((/** @type {number} */ commitLsn) => {
    told.delete(key)
    const notification = { pid: session.pid, channel, payload }
    const { wal } = session.cluster
    if (commitLsn === 0 || commitLsn <= wal.durableLsn || !session.waitsForSync) session.database.channels.deliver(notification)
    else wal.durable(commitLsn).then(() => session.database.channels.deliver(notification), () => undefined)
  })
}

/** @param {string} channel @throws {DbError} 22023 */
function checkChannel(channel) {
  if (channel === '') throw new DbError('22023', 'channel name cannot be empty')
  if (Buffer.byteLength(channel) > CHANNEL_BYTES_MAX) throw new DbError('22023', 'channel name too long')
}

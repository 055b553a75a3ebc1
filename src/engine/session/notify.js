/**
 * LISTEN and NOTIFY. What a transaction listens to and tells takes effect when it commits; others hear of it when the
 * commit is durable, between their own transactions. Nothing is stored: who does not listen by then never hears.
 *
 * What a listener cannot take yet (it is in a transaction, or its client does not read) waits in its inbox. The largest
 * inbox of a database is its queue, which has an end as PostgreSQL's has: half full, whoever tells is warned; full,
 * nobody can tell any more until the listener took what waits.
 */
import { tooManyNotifications, payloadTooLong, emptyChannel, channelTooLong } from '../../errors/notifications.js'
import { TellingQueue } from './telling-queue.js'

/** @import { Lsn } from '../../util/identifiers.js' */
/** @import { Cluster } from '../cluster/cluster.js' */
/** @import { Session } from './session.js' */

/** @typedef {{ pid: number, channel: string, payload: string }} Notification */

const CHANNEL_BYTES_MAX = 63
const PAYLOAD_BYTES_MAX = 7999
const QUEUE_BYTES_MAX = 64 * 1048576
/** of a notification that waits, besides its texts */
const ENTRY_BYTES = 120
const WARN_EVERY_MS = 5000

/** @param {Notification} notification */
const bytesOf = ({ channel, payload }) => ENTRY_BYTES + channel.length + payload.length

/** Who listens to what in one database. */
export class Channels {
  /** @param {import('../../wal/wal.js').Wal} wal */
  constructor(wal) {
    this.queue = new TellingQueue(wal)
    /** @type {Map<string, Set<Session>>} */
    this.listeners = new Map()
    this.warnedMs = -Infinity
    this.queueBytesMax = QUEUE_BYTES_MAX
  }

  /** The listener with the most to hear yet. @returns {{ bytes: number, session: Session | null }} */
  fullest() {
    let bytes = 0
    let session = null
    for (const sessions of this.listeners.values()) {
      for (const listener of sessions) if (listener.inboxBytes > bytes) ({ inboxBytes: bytes } = session = listener)
    }
    return { bytes, session }
  }

  /** 0 to 1. */
  get usage() {
    return Math.min(1, this.fullest().bytes / this.queueBytesMax)
  }

  /**
   * Before what a transaction tells is committed.
   * @param {Session} session
   * @param {number} bytes
   * @throws {DbError} 54000
   */
  makeRoom(session, bytes) {
    const { bytes: waiting, session: slow } = this.fullest()
    const filled = waiting + bytes
    if (filled > this.queueBytesMax) throw tooManyNotifications()
    const nowMs = session.cluster.clock.monotonicMs()
    if (slow === null || filled < this.queueBytesMax / 2 || nowMs < this.warnedMs + WARN_EVERY_MS) return
    this.warnedMs = nowMs
    session.notice({
      severity: 'WARNING', code: '01000',
      message: `NOTIFY queue is ${Math.floor((100 * filled) / this.queueBytesMax)}% full`,
      detail: `The server process with PID ${slow.pid} is among those with the oldest transactions.`,
      hint: 'The NOTIFY queue cannot be emptied until that process ends its current transaction.',
    })
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

  /**
   * A transaction committed that tells these: those who listen by now hear them, in the order of commits, when they
   * may be told. A client gets all that a transaction tells it at once, as from PostgreSQL: it may take what one read
   * brings for all there is.
   * @param {Lsn} lsn how far the log must be durable @param {Iterable<Notification>} notifications
   */
  tell(lsn, notifications) {
    /** @type {{ notification: Notification, listeners: Session[] }[]} */
    const heard = []
    for (const notification of notifications) {
      const listeners = this.listeners.get(notification.channel)
      if (listeners !== undefined) heard.push({ notification, listeners: [...listeners] })
    }
    if (heard.length === 0) return
    this.queue.tell(lsn, () => {
      /** @type {Set<Session>} */
      const hearing = new Set()
      for (const { notification, listeners } of heard) {
        for (const session of listeners) {
          if (!session.listening.has(notification.channel)) continue
          hear(session, notification)
          hearing.add(session)
        }
      }
      for (const session of hearing) if (!session.running) session.passOn()
    })
  }
}

/**
 * What a transaction has said of channels.
 * @typedef {{ listening: (() => void)[], told: Map<string, Notification> }} Pending listening: its LISTEN and UNLISTEN;
 *   told: by channel and payload, in order
 */

/**
 * Something that its transaction says of channels, until that ends or takes it back. At commit the first to be asked
 * settles everything.
 * @param {Session} session @param {() => void} forget
 */
function untilCommit(session, forget) {
  const txn = session.block.ensure()
  txn.onAbort(forget)
  // Who wrote nothing, or does not wait for its own commit, may still tell of another's that it has met.
  txn.onCommit((/** @type {Lsn} */ commitLsn) =>
    settle(session, Math.max(session.waitsForSync ? commitLsn : 0, txn.gateLsn)),
  )
}

/** @param {Session} session @returns {Pending} */
const pendingOf = (session) => session.channelsPending ??= { listening: [], told: new Map() }

/**
 * What it listens to counts for what it tells, whichever it said first.
 * @param {Session} session
 * @param {Lsn} lsn how far the log must be durable
 */
function settle(session, lsn) {
  const pending = session.channelsPending
  if (pending === null) return
  const { listening, told } = pending
  session.channelsPending = null
  session.toldBytes = 0
  for (const change of listening) change()
  if (told.size > 0) session.database.channels.tell(lsn, told.values())
}

/** @param {Session} session @param {() => void} change */
function changeListening(session, change) {
  const { listening } = pendingOf(session)
  listening.push(change)
  untilCommit(session, () => listening.pop())
}

/** @param {Session} session @param {string} channel */
export function listen(session, channel) {
  checkChannel(channel)
  changeListening(session, () => session.database.channels.add(channel, session))
}

/** @param {Session} session @param {string | null} channel null: all */
export function unlisten(session, channel) {
  changeListening(session, () => {
    if (channel === null) session.database.channels.removeAll(session)
    else session.database.channels.remove(channel, session)
  })
}

/** @param {Session} session @param {string} channel @param {string} payload @throws {DbError} 22023, 54000 */
export function notify(session, channel, payload) {
  checkChannel(channel)
  if (Buffer.byteLength(payload) > PAYLOAD_BYTES_MAX) throw payloadTooLong()
  const { told } = pendingOf(session)
  // The same said twice by one transaction is heard once.
  const key = `${channel}\u0000${payload}`
  if (told.has(key)) return
  const notification = { pid: session.pid, channel, payload }
  // What will not fit into the queue at COMMIT need not be kept until then.
  if (session.toldBytes + bytesOf(notification) > session.database.channels.queueBytesMax) throw tooManyNotifications()
  told.set(key, notification)
  session.toldBytes += bytesOf(notification)
  untilCommit(session, () => {
    told.delete(key)
    session.toldBytes -= bytesOf(notification)
  })
}

/** Before COMMIT: is there room for what it tells? @param {Session} session @throws {DbError} 54000 */
export function checkQueue(session) {
  if (session.toldBytes > 0) session.database.channels.makeRoom(session, session.toldBytes)
}

/** @param {Session} session @param {Notification} notification */
export function hear(session, notification) {
  session.inbox.push(notification)
  session.inboxBytes += bytesOf(notification)
}

/** What waits, which the caller will pass on. @param {Session} session @returns {Notification[]} */
export function emptyInbox(session) {
  const { inbox } = session
  session.inbox = []
  session.inboxBytes = 0
  return inbox
}

/** @param {string} channel @throws {DbError} 22023 */
function checkChannel(channel) {
  if (channel === '') throw emptyChannel()
  if (Buffer.byteLength(channel) > CHANNEL_BYTES_MAX) throw channelTooLong()
}

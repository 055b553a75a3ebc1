/**
 * Who keeps the undo log from being forgotten. What one transaction needs, all that was written since is kept for,
 * whoever wrote it: the undo log is one run, settled from its old end. So when it has grown large the log says who that
 * is, and when its file has reached `undo_file_limit`, that one is to blame and is ended, not those who happen to write
 * now:
 *
 *   an old snapshot holds it      its transaction gets 72000, as PostgreSQL's old_snapshot_threshold does
 *   unfinished changes hold it    their transaction gets 53400, as with temp_file_limit
 *   neither                       purge has not come to it, or the log is not durable: time helps
 *
 * A running statement fails at its next slice; an idle transaction is rolled back on the spot and its next statement is
 * told; who does not come back is disconnected. Nothing is taken from under a snapshot: what it needs is kept until its
 * transaction is over.
 */
import { inTurn } from '../turns/in-turn.js'
import { snapshotTooOld, undoFileFull } from '../../errors/txn.js'
import { IMPLICIT } from '../session/transaction-block.js'
import { useTypes } from '../../types/lookup.js'

/** @import { Cluster } from './cluster.js' */
/** @import { Session } from '../session/session.js' */
/** @import { DbError } from '../../errors/db-error.js' */

/** An undo file of that size is worth a line, and each time it has doubled since. */
const LOGGED_BYTES = 64 * 1024 * 1024
/** How long a statement has to come to the end of its slice. */
const PATIENCE_MS = 1000

export class UndoWatch {
  /** @param {Cluster} cluster */
  constructor(cluster) {
    this.cluster = cluster
    /** A look is to come. */
    this.isDue = false
    this.logFrom = LOGGED_BYTES
    /** Running statements told to stop, and since when. @type {WeakMap<Session, number>} */
    this.told = new WeakMap()
  }

  /**
   * The undo file grows. Whoever makes it grow is in the middle of something: the look comes in a turn of its own, or
   * between calls of the synchronous API.
   */
  grown() {
    if (this.isDue) return
    this.isDue = true
    inTurn(() => { if (this.isDue) this.look() })
  }

  /** Says who holds undo back, and ends it where the limit is reached. */
  look() {
    this.isDue = false
    const { cluster } = this
    if (!cluster.isOpen || cluster.wal.failed !== null) return
    const { undo } = cluster.txns
    const { usedBytes } = undo.file
    if (usedBytes < LOGGED_BYTES) this.logFrom = LOGGED_BYTES
    const held = cluster.txns.undoHolder()
    const session = held === null ? undefined : [...cluster.sessions].find(({ block }) => block.txn === held.txn)
    if (usedBytes >= this.logFrom) {
      this.logFrom = 2 * usedBytes
      cluster.log(`the undo log has ${megabytes(usedBytes)} MB on disk, ${held === null || session === undefined ? 'which will be purged' : `held back by ${described(session, held.changes)}`}`)
    }
    if (usedBytes < undo.limitBytes) return
    useTypes(null)
    if (held !== null && session !== undefined)
      this.#end(session, held.changes ? undoFileFull(undo.limitBytes) : snapshotTooOld(undo.limitBytes))
    cluster.maintenance.schedulePurge()
  }

  /** @param {Session} session @param {DbError} error */
  #end(session, error) {
    const { cluster } = this
    const { running, interruption } = session
    if (running && interruption === null) {
      this.told.set(session, cluster.clock.monotonicMs())
      session.interrupt(error)
    } else if (
      running && !session.awaitsClient && cluster.clock.monotonicMs() - (this.told.get(session) ?? 0) < PATIENCE_MS
    ) {
      // It comes to the end of its slice.
    } else if (running || session.block.state === IMPLICIT) { // the rest of a pipeline must not run as another transaction
      cluster.log(`disconnected session ${session.pid}: ${error.message}`)
      error.severity = 'FATAL'
      session.terminate(error)
    } else {
      cluster.log(`rolled back the transaction of session ${session.pid}: ${error.message}`)
      session.block.abandon(error)
    }
  }
}

/** @param {number} bytes */
const megabytes = (bytes) => Math.round(bytes / (1024 * 1024))

/** @param {Session} session @param {boolean} changes it has changed something */
function described(session, changes) {
  const { block, cluster, database, pid, settings, user } = session
  const seconds = Math.round((cluster.clock.nowMicros() - Number(session.transactionStart)) / 1e6)
  const doing = session.running ? 'a statement is running' : 'idle'
  const name = String(settings.get('application_name'))
  return `${changes ? 'changes' : 'the snapshot'} of session ${pid} (user "${user}", database "${database.name}"${name === '' ? '' : `, application "${name}"`}, ${block.isolation}, transaction open for ${seconds} s, ${doing}): ${shortened(session.query)}`
}

/** @param {string} text */
const shortened = (text) => {
  const line = text.replace(/[ \t\r\n\f\v]+/g, ' ')
  return line.length > 200 ? `${line.slice(0, 200)}…` : line
}

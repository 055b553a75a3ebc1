/**
 * Things to tell, in order, each when the log is durable as far as it reveals: notifications on their way to those who
 * listen, calls of a program's functions.
 */

/** @import { Lsn } from '../../util/identifiers.js' */
/** @import { Wal } from '../../wal/wal.js' */

export class TellingQueue {
  /** @param {Wal} wal */
  constructor(wal) {
    this.wal = wal
    /** Oldest first. @type {{ lsn: Lsn, tell: () => void }[]} */
    this.held = []
    /** @type {() => void} while something is held */
    this.stopListening = () => undefined
  }

  /** At once, if the log is durable so far and nothing else is waiting. @param {Lsn} lsn @param {() => void} tell */
  tell(lsn, tell) {
    const { held, wal } = this
    if (wal.failed !== null) return // nobody is told anything that is in doubt
    if (held.length === 0) {
      if (lsn <= wal.durableLsn) {
        tell()
        return
      }
      this.stopListening = wal.onDurable(() => this.release())
    }
    held.push({ lsn, tell })
    if (lsn > wal.durableLsn) wal.requestSync(lsn)
  }

  release() {
    const { held, wal } = this
    if (wal.failed !== null) held.length = 0
    let count = 0
    while (count < held.length && held[count].lsn <= wal.durableLsn) count++
    const due = held.splice(0, count)
    if (held.length === 0) this.stopListening()
    for (const { tell } of due) {
      // A program's function that throws is the program's matter: the log goes on.
      try { tell() } catch (error) { setImmediate(() => { throw error }) }
    }
  }
}

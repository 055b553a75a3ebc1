/** `db.snapshot()` and `db.restore()`: a database in memory goes back to what it was. */
import { notASnapshot, restoresMemoryOnly, restoresUnserved, snapshotClosed } from '../errors/library.js'

/** @import { EngineDoor } from '../engine/door/door.js' */
/** @import { Database } from './database.js' */

/** What a database held at a moment. It costs what changes afterwards, and is good for any number of restores. */
export class Snapshot {
  /** @internal @param {EngineDoor} engine a fork, which nobody changes */
  constructor(engine) {
    /** @internal */
    this.engine = engine
    /** @internal @type {Promise<void> | null} */
    this.closing = null
  }

  /** Gives its memory back. @returns {Promise<void>} */
  close() { return this.closing ??= this.engine.close() }

  /** For `await using snapshot = await db.snapshot()`. @returns {Promise<void>} */
  async [Symbol.asyncDispose]() { await this.close() }
}

/**
 * Puts a fork of the snapshot in the place of the database's engine.
 * @param {Database} db
 * @param {Snapshot} snapshot
 * @returns {Promise<void>}
 */
export async function restore(db, snapshot) {
  if (!(snapshot instanceof Snapshot)) throw notASnapshot(snapshot)
  if (!db.engine.isInMemory) throw restoresMemoryOnly()
  if (db.listeners.size > 0) throw restoresUnserved()
  if (snapshot.closing !== null) throw snapshotClosed()
  const engine = await snapshot.engine.fork()
  const before = db.engine
  try {
    db.enter(engine, await db.above.connected(engine))
  } catch (error) {
    await engine.close()
    throw error
  }
  await before.close()
}

/**
 * Removing the files of dropped relations. A large one goes off the main thread, shortened step by step before. What
 * the system will not remove now is left over: checkpoints say the drop again, and the next open tries again.
 */

/** @import { Lsn } from '../util/identifiers.js' */
/** @import { Vfs } from './vfs/vfs.js' */

export class FileRemoval {
  /** @param {Vfs} vfs @param {() => void} onGone a name is gone, which a sync of its directory makes durable */
  constructor(vfs, onGone) {
    this.vfs = vfs
    this.onGone = onGone
    /** Those under way, and those that failed: by file id, their ends. @type {Map<number, Promise<unknown>>} */
    this.pending = new Map()
    /**
     * Those that went without a word in the log: by file id, where the log stood. A redo that starts before meets
     * changes of them.
     * @type {Map<number, Lsn>}
     */
    this.gone = new Map()
  }

  /**
   * What redo is to be told of: it does not find these any more, and the log may change them.
   * @param {Lsn} redoLsn where redo starts at the earliest @param {boolean} before it may start before this is said
   * @returns {Set<number>} file ids
   */
  toSay(redoLsn, before) {
    for (const [fileId, lsn] of this.gone) if (lsn <= redoLsn) this.gone.delete(fileId)
    return new Set([...this.pending.keys(), ...(before ? this.gone.keys() : [])])
  }

  /** @returns {Promise<void>} resolves when those under way are gone; rejects where one could not be removed */
  async settled() {
    while (this.pending.size > 0) await Promise.all(this.pending.values())
  }

  /** @param {number} fileId @param {string[]} paths some may not be there */
  now(fileId, paths) {
    try {
      for (const path of paths) {
        if (!this.vfs.exists(path)) continue
        this.vfs.unlink(path)
        this.onGone()
      }
    } catch (error) {
      this.#notGone(fileId, error)
    }
  }

  /**
   * No process uses a file id twice: nobody minds that the name is there for a while.
   * @param {number} fileId @param {string[]} paths some may not be there
   */
  later(fileId, paths) {
    if (this.pending.has(fileId)) return
    let there
    try {
      there = paths.filter((path) => this.vfs.exists(path))
    } catch (error) {
      this.#notGone(fileId, error)
      return
    }
    if (there.length === 0) return
    const gone = Promise.all(there.map((path) => this.vfs.unlinkInSteps(path)))
    this.pending.set(fileId, gone)
    gone.then(() => {
      this.pending.delete(fileId)
      this.onGone()
    }, () => undefined) // `settled` tells of it
  }

  /** @param {number} fileId @param {unknown} error */
  #notGone(fileId, error) {
    const failed = Promise.reject(error)
    failed.catch(() => undefined) // `settled` tells of it
    this.pending.set(fileId, failed)
  }
}
